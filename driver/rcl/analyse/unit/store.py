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
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import chain, pairwise
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


def _pack_nodes(roots: Sequence[Node]) -> list[Any]:
    """Trees in the order of their text: tables of what nodes are and of what they name, and the numbers of all nodes
    one after another, as a text that is quicker to read than so many numbers. The few nodes that are not spelled where
    they stand follow, each with its number.
    """
    sorts: dict[tuple[str, str, str], int] = {}
    names: dict[tuple[str, str], int] = {}
    numbers = array("i")
    elsewhere: list[tuple[int, int, int]] = []
    for at, node in enumerate(chain.from_iterable(root.walk() for root in roots)):
        sort = sorts.setdefault((node.kind, node.op, node.type), len(sorts))
        name = names.setdefault((node.name, node.ref), len(names))
        numbers.extend((sort, name, node.start, node.end, len(node.kids)))
        if (node.first, node.last) != (node.start, node.end):
            elsewhere.append((at, node.first, node.last))
    return [list(sorts), list(names), b64encode(numbers.tobytes()).decode(), elsewhere]


def _unpack_nodes(packed: list[Any]) -> Iterator[list[Node]]:
    """Each tree as the list of its nodes, the root first."""
    sorts, names, text, elsewhere = packed
    if not {str}.issuperset(map(type, chain.from_iterable(chain(sorts, names)))):
        raise TypeError("a name is a text")
    numbers = array("i")
    numbers.frombytes(b64decode(text))
    nodes: list[Node] = []
    begins = [0]
    #: the nodes above that lack kids, and how many
    lacking: list[tuple[list[Node], int]] = []
    each = iter(numbers)
    once: dict[int, int] = {}
    one_of = once.setdefault  # nodes begin and end where others do
    for sort, named, start, end, count in zip(*[each] * _WIDTH, strict=True):
        start, end = one_of(start, start), one_of(end, end)
        kids: list[Node] = [] if count else LEAF
        (kind, op, letter), (name, ref) = sorts[sort], names[named]
        node = Node(kind, name, start, end, start, end, kids, ref, op, letter)
        nodes.append(node)
        if lacking:
            above, missing = lacking.pop()
            above.append(node)
            if missing > 1:
                lacking.append((above, missing - 1))
        if count:
            lacking.append((kids, count))
        elif not lacking:
            begins.append(len(nodes))
    if lacking:
        raise ValueError("a tree is cut off")
    for at, first, last in elsewhere:
        nodes[at].first, nodes[at].last = first, last
    return (nodes[begin:end] for begin, end in pairwise(begins))


def _unpack_node(packed: list[Any]) -> Node:
    [nodes] = _unpack_nodes(packed)
    return nodes[0]


codec.register(Node, lambda node: _pack_nodes([node]), _unpack_node)
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
    return _as_text([codec.pack(list[Function], functions), _pack_nodes([f.body for f in functions])])


def functions(text: bytes) -> list[Function]:
    """The functions that such a text says."""
    rows, bodies = json.loads(decompressed(text)[0])
    found = codec.unpack(list[Function], rows)
    for function, nodes in zip(found, _unpack_nodes(bodies), strict=True):
        function.body, function.nodes = nodes[0], nodes
    return found


def begin(asking: Iterable[str]) -> None:
    """In a process that is to parse files, some of which may ask which compiler it is."""
    gc.disable()
    parsing.expect(asking)


#: what a file says, or the command by which it says the same, and the hashes of the files that it was read from
Parsed = tuple[Packed | compdb.CompileCommand, dict[str, str]]


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
            packed, files = read(command, root)
            seen.append((command, files))
            made.append((packed, files))
        else:
            made.append(other)
    return made


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
        #: by a unit's identity the hash of what is kept of it, which has those of all files that it was read from
        self.hashes: dict[int, str] = {}

    def look(self, command: compdb.CompileCommand) -> Kept | None:
        """What is known of a file as it is compiled, unless it or a header has changed; it is not read yet."""
        return self.cache.look(self._key(command), self.files)

    def same(self, command: compdb.CompileCommand) -> tuple[str, ...] | None:
        """The flags of the command by which a file says the same as by this one, as far as that is known."""
        with suppress(*codec.DAMAGED):
            return codec.unpack(tuple[str, ...], self.cache.find(self._same(command), self.files))
        return None

    def keep_same(self, command: compdb.CompileCommand, other: compdb.CompileCommand, read: dict[str, str]) -> None:
        """Remembers that, with the hashes of the files that the file was read from."""
        self.cache.keep(self._same(command), other.flags, {**self.files.around(read), **read})

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
        digest = self.cache.keep(self._key(command), packed.unit, {**self.files.around(read), **read}, packed.behind)
        return self._unit(packed, digest)

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
