# SPDX-License-Identifier: MIT
"""Parsed units as JSON: what crosses from a parsing process to the analysis, and from one run of rcl to the next."""

from __future__ import annotations

import ctypes
import functools
import gc
import json
import os
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import Any

import clang.cindex as ci

from rcl import codec, compdb
from rcl.analyse.unit import parsing, reader, walk
from rcl.analyse.unit.alike import Alike
from rcl.analyse.unit.declared import Declared, Order, apart, put_together
from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.tree import LEAF, Expansion, Function, Macro, Node, Prototype, Unit, Variable
from rcl.cache import Cache, Files, Kept, decompressed, key_of
from rcl.errors import Code, RclError
from rcl.unasked import alike
from rcl.workspace import sha256

#: numbers a node
_WIDTH = 5


def _pack_nodes(roots: Sequence[Node]) -> tuple[list[Any], array[int]]:
    """Trees as tables: of what nodes are, of what they name, of the few that are not spelled where they stand, with the
    number of each, and of how many nodes each tree has. Then the numbers of all nodes, in the order of their text.
    """
    sorts: dict[tuple[str, str, str], int] = {}
    names: dict[tuple[str, str], int] = {}
    numbers = array("i")
    elsewhere: list[tuple[int, int, int]] = []
    sizes: list[int] = []
    for root in roots:
        before = len(numbers)
        for node in root.walk():
            sort = sorts.setdefault((node.kind, node.op, node.type), len(sorts))
            name = names.setdefault((node.name, node.ref), len(names))
            if (node.first, node.last) != (node.start, node.end):
                elsewhere.append((len(numbers) // _WIDTH, node.first, node.last))
            numbers.extend((sort, name, node.start, node.end, len(node.kids)))
        sizes.append((len(numbers) - before) // _WIDTH)
    return [list(sorts), list(names), elsewhere, sizes], numbers


def _unpack_nodes(tables: list[Any], numbers: array[int]) -> Iterator[list[Node]]:
    """Each tree as the list of its nodes, the root first. From the last node on, so that the kids of each are there."""
    sorts, names, elsewhere, sizes = tables
    if not {str}.issuperset(map(type, chain.from_iterable(chain(sorts, names)))):
        raise TypeError("a name is a text")
    nodes: list[Node] = []
    orphans: list[Node] = []
    for count, end, start, named, sort in zip(*[reversed(numbers)] * _WIDTH, strict=True):
        kids = LEAF
        if count:
            kids = orphans[: -count - 1 : -1]
            del orphans[-count:]
        (kind, op, letter), (name, ref) = sorts[sort], names[named]
        node = Node(kind, name, start, end, start, end, kids, ref, op, letter)
        nodes.append(node)
        orphans.append(node)
    nodes.reverse()
    ends = [*accumulate(sizes, initial=0)]
    if ends[-1] != len(nodes) or [id(nodes[at]) for at in ends[:-1]] != [*map(id, reversed(orphans))]:
        raise ValueError("a tree is cut off")
    for at, first, last in elsewhere:
        nodes[at].first, nodes[at].last = first, last
    return (nodes[begin:end] for begin, end in pairwise(ends))


def _pack_node(node: Node) -> list[Any]:
    tables, numbers = _pack_nodes([node])
    return [tables, numbers.tolist()]


def _unpack_node(packed: list[Any]) -> Node:
    tables, numbers = packed
    [nodes] = _unpack_nodes(tables, array("i", numbers))
    return nodes[0]


codec.register(Node, _pack_node, _unpack_node)
codec.leave_out(Function, "body")
#: what a header declares is the same in all files that include it
for kind in (Expansion, Macro, Variable, Prototype):
    codec.share(kind)


@dataclass(frozen=True)
class Packed:
    """A unit as JSON can say it, and what it says of each file, its functions apart from the rest: how much that takes
    of what stands behind it.
    """

    unit: Any
    behind: bytes


def pack(unit: Unit) -> Packed:
    """The unit as it is kept."""
    files: dict[str, list[Function]] = {}
    for function in unit.functions:
        files.setdefault(function.file, []).append(function)
    said, order = apart(unit)
    functions = {file: _compressed(f) for file, f in files.items()}
    declared = {file: _as_text(codec.pack(Declared, one)) for file, one in said.items()}
    sizes = [[[file, len(text)] for file, text in texts.items()] for texts in (functions, declared)]
    rest = replace(unit, functions=[], prototypes=[], variables={}, typedefs=[], macros={}, expansions={}, skipped={})
    packed = [codec.pack(Unit, rest), sizes, codec.pack(Order, order)]
    return Packed(packed, b"".join([*functions.values(), *declared.values()]))


def declared(text: bytes) -> Declared:
    """What such a text says of a file."""
    return codec.unpack(Declared, json.loads(decompressed(text)[0]))


def unpack(packed: Packed, read: Callable[[bytes], Declared] = declared) -> tuple[Unit, dict[str, bytes]]:
    """The unit without its functions, and what says these, by their files; ``read`` says what else is declared."""
    unit, sizes, order = packed.unit
    found: list[dict[str, bytes]] = []
    at = 0
    for rows in sizes:
        found.append({})
        for file, size in rows:
            found[-1][file] = packed.behind[at : at + size]
            at += size
    texts, said = found
    rest = codec.unpack(Unit, unit)
    put_together(rest, {file: read(text) for file, text in said.items()}, codec.unpack(Order, order))
    return rest, texts


def _as_text(said: Any) -> bytes:
    return zlib.compress(json.dumps(said, separators=(",", ":")).encode(), level=1)


def _compressed(functions: list[Function]) -> bytes:
    """The functions as a text: behind what is compressed stand the numbers, which are read soonest as they are."""
    tables, numbers = _pack_nodes([f.body for f in functions])
    return _as_text([codec.pack(list[Function], functions), tables]) + numbers.tobytes()


def functions(text: bytes) -> list[Function]:
    """The functions that such a text says."""
    head, behind = decompressed(text)
    rows, tables = json.loads(head)
    numbers = array("i")
    numbers.frombytes(behind)
    found = codec.unpack(list[Function], rows)
    for function, nodes in zip(found, _unpack_nodes(tables, numbers), strict=True):
        function.body, function.nodes = nodes[0], nodes
    return found


def begin(asking: Iterable[str]) -> None:
    """In a process that is to parse files, some of which may ask which compiler it is."""
    gc.disable()
    parsing.expect(asking)


#: what a file says, or the command by which it says the same, or why it does not compile; and the hashes of the files
#: that it was read from
Parsed = tuple[Packed | compdb.CompileCommand | RclError, dict[str, str]]


@dataclass(frozen=True)
class Builds:
    """The commands of a file that are to be parsed; ``known`` are others, with the files that it was read from."""

    commands: tuple[compdb.CompileCommand, ...]
    known: tuple[tuple[compdb.CompileCommand, dict[str, str]], ...] = ()


def read_all(builds: Builds, root: Path) -> list[Parsed]:
    """Parses a file with each command that is none of those before but for options that it does not ask for."""
    seen = list(builds.known)
    made: list[Parsed] = []
    for command in builds.commands:
        same = (one for one in seen if alike(one[0].flags, command.flags, command.directory, one[1], root))
        if (other := next(same, None)) is None:
            try:
                packed, files = read(command, root)
            except RclError as error:
                made.append((_of_source(error), {}))
            else:
                seen.append((command, files))
                made.append((packed, files))
        else:
            made.append(other)
    return made


def _of_source(error: RclError) -> RclError:
    """What is wrong with a source, or that it is not there, or its compiler is not: perhaps nothing needs it. Anything
    else is raised.
    """
    if error.code not in (Code.SOURCE_DOES_NOT_COMPILE, Code.BAD_COMPILE_COMMANDS, Code.TOOL_MISSING):
        raise error
    return error


def read(command: compdb.CompileCommand, root: Path) -> tuple[Packed, dict[str, str]]:
    """Parses a file; the unit as it is kept, and what it was read from (see reader.read)."""
    with not_too_deep(command.file):
        unit, files = reader.read(command, root)
        return pack(unit), files


@contextmanager
def not_too_deep(path: Path) -> Iterator[None]:
    """Code that is nested deeper than the interpreter's stack is UNREADABLE; ctypes wraps the error into its own."""
    try:
        yield
    except (RecursionError, ctypes.ArgumentError) as error:
        if not isinstance(error, RecursionError) and "RecursionError" not in str(error):
            raise
        raise RclError(Code.UNREADABLE, path=path, why="its code is nested too deeply") from None


class Store:
    """The units of a tree that were parsed before."""

    def __init__(self, cache: Cache, root: Path) -> None:
        self.cache = cache
        self.root = root
        self.files = Files(root)
        self.sources = Sources(root, self.check)
        self._alike = Alike(self.sources, functions)
        #: what is said of a file once more is the same
        self._declared = functools.cache(declared)
        #: what asks libclang is no part of the package
        self._walker = sha256(walk.library().read_bytes())
        self._asked = key_of("asking", str(root))
        known = cache.find(self._asked)
        names = map(str, known if isinstance(known, list) else [])
        #: the files of the tree that ask which compiler it is, as far as anybody knows
        self.asking = {name for name in names if name.startswith(f"{root}/")}
        #: the hashes of the files that libclang has read, by absolute name
        self._read: dict[str, str] = {}
        #: those of all that the units follow from, also of what they found these files by
        self.around: dict[str, str] = {}
        #: by a unit's identity the hash of what is kept of it, which has those of all files that it was read from
        self.hashes: dict[int, str] = {}

    def look(self, command: compdb.CompileCommand) -> Kept | None:
        """What is known of a file as it is compiled, unless it or a header has changed; it is not read yet."""
        return self._looked(self._key(command))

    def _looked(self, key: str) -> Kept | None:
        kept = self.cache.look(key, self.files)
        self.around |= kept.read if kept else {}
        return kept

    def same(self, command: compdb.CompileCommand) -> tuple[str, ...] | None:
        """The flags of the command by which a file says the same as by this one, as far as that is known."""
        kept = self._looked(self._same(command))
        with suppress(*codec.DAMAGED):
            return codec.unpack(tuple[str, ...], kept.answer() if kept else None)
        return None

    def keep_same(self, command: compdb.CompileCommand, other: compdb.CompileCommand, read: dict[str, str]) -> None:
        """Remembers that, with the hashes of the files that the file was read from."""
        self.cache.keep(self._same(command), other.flags, self._around(read))

    def _same(self, command: compdb.CompileCommand) -> str:
        return key_of("same", self._key(command))

    def read(self, kept: Kept) -> Unit | None:
        """What is kept of a file, None if it cannot be read."""
        try:
            return self._unit(Packed(*kept.parts()), kept.digest)
        except (*codec.DAMAGED, RecursionError, zlib.error):
            return None

    def keep(self, command: compdb.CompileCommand, packed: Packed, read: dict[str, str]) -> Unit:
        """The unit, remembered with the hashes of the files that it was read from. STALE if one changes meanwhile."""
        for name, digest in read.items():
            if name.startswith(str(self.root)):
                path = os.path.normpath(name)
                if path not in self._read and parsing.answered(path):
                    self.asking.add(os.path.realpath(path))
                self._compare(path, self._read.setdefault(path, digest), digest)
        digest = self.cache.keep(self._key(command), packed.unit, self._around(read), packed.behind)
        return self._unit(packed, digest)

    def _around(self, read: dict[str, str]) -> dict[str, str]:
        """What is read from files follows from these, with the hashes that they had then, and from where they are."""
        around = {**self.files.around(read), **read}
        self.around |= around
        return around

    def _unit(self, packed: Packed, digest: str) -> Unit:
        unit, texts = unpack(packed, self._declared)
        self._alike.add(unit, texts)
        self.hashes[id(unit)] = digest
        return unit

    def together(self, units: list[Unit]) -> list[Unit]:
        """The units, which have no functions before."""
        self.cache.keep(self._asked, sorted(self.asking))
        self._alike.settle(units)
        codec.forget()
        for unit in units:
            if unit.elsewhere and self.hashes[id(unit)]:
                self.hashes[id(unit)] = key_of(self.hashes[id(unit)], sorted(unit.elsewhere))
        return units

    def check(self, path: Path, digest: str) -> None:
        """Raises STALE unless that is the hash of what the units say of a file."""
        name = os.path.normpath(path)
        self._compare(name, self._read.get(name) or self.files.digest(name), digest)

    def _compare(self, name: str, known: str, digest: str) -> None:
        if known != digest:
            path = os.path.relpath(name, self.root)
            raise RclError(Code.STALE, artefact="the analysis", path=path, verb="the same command")

    def _key(self, command: compdb.CompileCommand) -> str:
        builtin = str(compdb.builtin_headers())
        asked = (str(command.file), str(command.directory), command.flags, command.shared)
        return key_of("unit", ci.__file__, self._walker, builtin, str(self.root), *asked)
