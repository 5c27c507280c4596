# SPDX-License-Identifier: MIT
"""Compiles the rewritten files as the tree compiles them, in a copy of the tree made of links."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from threading import Lock
from types import MappingProxyType

from rcl import codec, header
from rcl.build import Library, library, write_headers
from rcl.cache import NO_CACHE, NOT_SOURCE, Cache, Files, key_of, program
from rcl.compdb import CompileCommand, builds_of
from rcl.compiler import moved, spawned, words_in
from rcl.errors import Code, RclError
from rcl.model import Analysis, Choice, Kind, Place
from rcl.unasked import alike
from rcl.workspace import scratch_folder

_MESSAGE = re.compile(r"^([^\s:][^:]*):(\d+):(?:\d+:)? (warning|error|fatal error): (.*)$", re.MULTILINE)
#: where the variable that a message is about was declared: the message itself may speak of another, inlined function
_DECLARED = re.compile(r"^[^\s:][^:]*:(\d+):(?:\d+:)? note: .* was declared here$", re.MULTILINE)
#: where the macro is used that what a message is about comes from
_EXPANDED = re.compile(r"^([^\s:][^:]*):(\d+):(?:\d+:)? note: in expansion of macro", re.MULTILINE)
#: what is said of the code that is made
_OF_CODE = ("-Wframe-larger-than", "-Wstack-usage", "-Winline", "-Wsuggest-", "-Wdisabled-optimization")
_OPTIMISES = re.compile(r"-O([1-3sgz]|fast)?")
#: what the optimiser and the analyser say of the values that a program computes: they may see more of them in a smaller
#: function; and of those that are kept in registers around setjmp, of which it is only known that they might have been
#: others; what is said of holes in structures, which contexts have, too
_OF_VALUES = re.compile(
    r"\[-W(error=)?(array-bounds|stringop-\w+|format-(overflow|truncation)|nonnull|null-dereference|restrict"
    r"|use-after-free|free-nonheap-object|alloc-size-larger-than|strict-overflow|tautological-compare|clobbered|padded"
    r"|analyzer-(?!use-of-uninit)[\w-]+)=?\d?\]$"
)
#: what gcc and clang say of a label that nothing jumps to
_UNUSED_LABEL = re.compile(r"label '(\w+)' defined but not used|unused label '(\w+)'")
#: what gcc calls variables that have no name, by numbers: it counts all that are declared
_NUMBERED = re.compile(r"<[UD][0-9a-f]+>")
#: what they say of a variable that may have no value, by what they see of the functions that are called
_UNSET = ("[-Wmaybe-uninitialized]", "[-Wanalyzer-use-of-uninitialized-value]")
#: a section's function that ends without saying how is a mistake, whatever the build wants to hear of its own
_ENDS = "-Wreturn-type"
CONFIG = "rcl_config.h"


@dataclass(frozen=True)
class Message:
    """What the compiler says of a line; ``file`` is relative to the root, ``declared`` its variable's line or 0.

    ``used`` are the files and lines of the macro calls that it is about, ``compiled`` is the source that was compiled.
    ``of_command``: it is of none of that source's lines.
    """

    file: str
    line: int
    error: bool
    text: str
    declared: int = 0
    used: tuple[tuple[str, int], ...] = ()
    compiled: str = ""
    of_command: bool = False

    @property
    def of_values(self) -> bool:
        """Is it about what the program computes, not about how it is written?"""
        return _OF_VALUES.search(self.text) is not None

    @property
    def label(self) -> str:
        """The label that nothing jumps to, if it is about one."""
        found = _UNUSED_LABEL.search(self.text)
        return found[1] or found[2] if found else ""

    @property
    def of_callees(self) -> bool:
        """Is it a warning that may come of what is seen of other functions?"""
        return not self.error and self.text.endswith(_UNSET)


def _refuse_unasked(before: Iterable[Message]) -> None:
    """Refuses a command that the compiler does not take, or fails at, for the original, too: it would say nothing of
    what is rewritten.
    """
    for message in before:
        if message.of_command:
            raise RclError(Code.SOURCE_DOES_NOT_COMPILE, Place(message.file, message.line), message=message.text)


def config_header(analysis: Analysis, units: Collection[str], existing: str | None = None) -> str:
    """An rcl_config.h for the classes of the units, and those that an existing one speaks of.

    It does not say where these are initialised: what compiles with it does so if they stand in other lines, too.
    """
    names = [name for unit in analysis.units if unit.name in units for name in unit.classes]
    choices = [Choice(name, True, Kind.POSIX, 0, "") for name in names]
    entries = [replace(entry, comment="") for entry in header.entries(analysis, choices, {})]
    return header.generate(entries, existing, None).text


@contextmanager
def linked_tree(root: Path, changed: Mapping[str, bytes]) -> Iterator[Path]:
    """A copy of the tree whose files are links to the tree's, but for the changed ones. Links in the tree stay such."""
    with scratch_folder() as made:
        copy = made.resolve()
        for folder, folders, files in os.walk(root):
            folders[:] = [f for f in folders if f not in NOT_SOURCE]
            here = copy / Path(folder).relative_to(root)
            here.mkdir(exist_ok=True)
            for name in (*(f for f in folders if Path(folder, f).is_symlink()), *files):
                path = Path(folder, name)
                leads = os.path.normpath(Path(folder, path.readlink())) if path.is_symlink() else ""
                (here / name).symlink_to(moved(leads, root, copy) if leads else path)
        for file, content in changed.items():
            target = copy / file
            target.unlink(missing_ok=True)
            target.write_bytes(content)
        yield copy


class Depth(Enum):
    """How far a file is compiled: the optimiser, which finds some warnings, takes nine tenths of the time.

    LOWERED, gcc keeps the code for its linker: it takes half of LITTLE's time, and does not ask yet which ways leave a
    variable without a value.
    """

    PARSED = "parsed"
    LOWERED = "-flto"
    LITTLE = "-Og"
    AS_BUILT = "as built"


class Check:
    """The compilations of a tree with ``changed`` files; ``originals`` are those that it has in another text now.

    ``depths`` says of files how far they are compiled; others are PARSED.
    """

    def __init__(
        self,
        root: Path,
        changed: Mapping[str, bytes],
        depths: Mapping[str, Depth],
        cache: Cache = NO_CACHE,
        originals: Mapping[str, bytes] = MappingProxyType({}),
    ) -> None:
        self.root = root
        self.depths = {root / name: depth for name, depth in depths.items()}
        self.cache = cache
        self.originals, self.changed = originals, changed
        self._original, self._rewritten = Files(root, originals), Files(root, changed)
        self._library, self._program = library(), functools.cache(program)
        #: the files that commands' files were read from last, by the names that the compiler found them by
        self._read: dict[CompileCommand, Mapping[str, str]] = {}

    def messages(self, commands: Iterable[CompileCommand], jobs: int) -> list[Message]:
        """The errors, and the warnings that the original does not have, of all commands.

        A warning about values is the program's own: what it is about has been moved as it was.
        """
        with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
            copy = _Lazily(lambda: stack.enter_context(linked_tree(self.root, self.changed)))
            before = _Lazily(lambda: stack.enter_context(linked_tree(self.root, self.originals)))
            tree = before if self.originals else _Lazily(lambda: self.root)
            try:
                builds = builds_of(c for c in commands if not self._is_silent(c))
                asked = [pool.submit(self._of_file, tree, copy, several) for several in builds.values()]
                return [message for one in asked for message in one.result()]
            finally:
                pool.shutdown(cancel_futures=True)

    def _is_silent(self, command: CompileCommand) -> bool:
        """Is it known that the compiler says nothing?"""
        depth, *_ = self._depths(command)
        known = self.cache.find(self._key(command, depth, self._rewritten), self._rewritten)
        return isinstance(known, list) and not known

    def _of_file(self, before: _Lazily, after: _Lazily, commands: Iterable[CompileCommand]) -> list[Message]:
        """What is new of a file, which is compiled once by commands that differ in what it does not ask for alone."""
        found: dict[CompileCommand, list[Message]] = {}
        for command in commands:
            if (other := next((c for c in found if self._is_alike(c, command)), None)) is None:
                found[command] = self._new(before, after, command)
            elif not found[other]:
                read = self._rewritten.around(self._read[other].values())
                self.cache.keep(self._key(command, self._depths(command)[0], self._rewritten), [], read)
        return [message for messages in found.values() for message in messages]

    def _is_alike(self, one: CompileCommand, other: CompileCommand) -> bool:
        read = self._read.get(one, ())
        same = self._depths(one) == self._depths(other) and _is_clang(one) == _is_clang(other)
        return same and alike(one.flags, other.flags, one.directory, read, self.root)

    def _new(self, before: _Lazily, after: _Lazily, command: CompileCommand) -> list[Message]:
        found: list[Message] = []
        for depth in self._depths(command):
            found = self._said(after, self._rewritten, command, depth)
            before_it = self._said(before, self._original, command, depth) if found else []
            _refuse_unasked(before_it)
            known = set[str]().union(*map(_said_as, before_it))
            found = [m for m in found if known.isdisjoint(_said_as(m)) and (m.error or not m.of_values)]
            if not found:
                break
        return found

    def _depths(self, command: CompileCommand) -> Sequence[Depth]:
        """How to compile a file, and how once more if that gives messages that the original does not have.

        With -Og gcc takes half as long as with -O2, and finds what a function alone shows: where a warning is an error
        that is not enough. Only where gcc makes code, or keeps it, does it look for functions that end without a value.
        clang warns before it optimises.
        """
        depth = self.depths.get(command.file)
        if depth is None or _is_clang(command):
            return (Depth.PARSED,)
        if any(word.startswith(_OF_CODE) for word in command.words):
            depth = Depth.LITTLE
        strict = any(word.startswith("-Werror") for word in command.words)
        if strict or (depth is Depth.LITTLE and not _optimises(command)):
            return (Depth.AS_BUILT,)
        return depth, Depth.AS_BUILT

    def _said(self, tree: _Lazily, files: Files, command: CompileCommand, depth: Depth) -> list[Message]:
        """What the compiler says, now or before."""
        key = self._key(command, depth, files)
        with suppress(*codec.DAMAGED):  # by none, or one of another shape
            return codec.unpack(list[Message], self.cache.find(key, files))
        messages, read = _compile(self.root, tree(), self._library, command, depth)
        self._read[command] = read
        if read:
            self.cache.keep(key, codec.pack(list[Message], messages), files.around(read.values()))
        return messages

    def _key(self, command: CompileCommand, depth: Depth, files: Files) -> str:
        side = "before" if files is self._original else "after"  # one would take the place of the other
        asked = [side, depth.value, str(command.file), str(command.directory), *command.words]
        return key_of("compile", self._program(command.words[0]), str(self._library.include), str(self.root), asked)


class _Lazily:
    """Makes a tree when it is first needed."""

    def __init__(self, make: Callable[[], Path]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: Path | None = None

    def __call__(self) -> Path:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


def _said_as(message: Message) -> set[str]:
    """A message without what the conversion itself changes in it, also with another line in the names made of its own.

    The same variable may stand in several functions.
    """
    text = _NUMBERED.sub("<>", re.sub(r" \{aka '[^']*'\}", "", message.text))
    text = re.sub(r"\brcl_(mutex|cond)_t\b", r"pthread_\1_t", text)
    lines = {str(line) for line in (message.line, message.declared, *(line for _, line in message.used))}
    return {text, re.sub(r"(?<!\d)\d+(?!\d)", lambda number: "__LINE__" if number[0] in lines else number[0], text)}


def _compile(
    root: Path, tree: Path, runtime: Library, command: CompileCommand, depth: Depth
) -> tuple[list[Message], dict[str, str]]:
    """What the compiler says of a file in a tree, and the files that it has read, if that is known, each by the name
    that it found it by.
    """
    words = words_in(command, root, tree)
    words += [Depth.LITTLE.value] if depth in (Depth.LOWERED, Depth.LITTLE) and _optimises(command) else []
    words += [depth.value, "-fno-fat-lto-objects"] if depth is Depth.LOWERED else []
    words += ["-fsyntax-only"] if depth is Depth.PARSED else [_ENDS, "-S", "-o", os.devnull]
    words += ["-fno-diagnostics-color"]  # Meson has the compiler colour what it says
    words += ["-fno-caret-diagnostics"] if _is_clang(command) else []  # the source's lines would pass for files' names
    folder = moved(str(command.directory), root, tree)
    with scratch_folder() as made:
        headers, told = made / "include", made / "read.d"
        write_headers(headers, runtime, tree / CONFIG)
        words += ["-idirafter", str(headers), "-MD", "-MF", str(told)]
        done = spawned(words, folder)
        rule = told.read_bytes() if told.exists() else b""  # gcc writes none beside errors
        names = [_leads(name, headers) for name in prerequisites(rule.decode(errors="surrogateescape"))]
        read = {moved(name, tree, root): _in_root(name, folder, tree) for name in names}
        said = done.stderr.decode("utf-8", "replace")
        compiled = _relative(str(command.file), folder, root)
        found = list(_messages(said, compiled, lambda name: _relative(_leads(name, headers), folder, tree)))
    if done.returncode != 0 and not any(m.error for m in found):
        why = next((line for line in said.splitlines() if "error: " in line), said.strip().partition("\n")[0])
        found.append(Message(compiled, 1, True, why or f"status {done.returncode}", of_command=True))
    return found, read


def _messages(said: str, compiled: str, relative: Callable[[str], str]) -> Iterator[Message]:
    """What a compiler has said, of a file that is compiled."""
    matches = list(_MESSAGE.finditer(said))
    ends = [*(m.start() for m in matches), len(said)][1:]
    for m, end in zip(matches, ends, strict=True):
        notes = said[m.end() : end]
        used = tuple((relative(n[1]), int(n[2])) for n in _EXPANDED.finditer(notes))
        yield Message(relative(m[1]), int(m[2]), "error" in m[3], m[4], _declared(notes), used, compiled)


def prerequisites(rule: str) -> list[str]:
    """The files that a rule for make names, as compilers write it."""
    _, _, names = rule.replace("\\\n", " ").partition(": ")
    words = re.findall(r"(?:\\.|\$\$|[^\s\\])+", names)
    return [re.sub(r"\\(.)", r"\1", word).replace("$$", "$") for word in words]


def _leads(name: str, headers: Path) -> str:
    """A file's name; of one of rcl's headers, which are links, that of the file itself."""
    path = Path(name)
    return str(path.readlink()) if path.parent == headers else name


def _in_root(name: str, folder: str, tree: Path) -> str:
    """A file's name relative to the tree, or absolute if it is not in it."""
    path = os.path.normpath(Path(folder, name))
    return _relative(name, folder, tree) if Path(path).is_relative_to(tree) else path


def _declared(notes: str) -> int:
    found = _DECLARED.search(notes)
    return int(found[1]) if found else 0


def _optimises(command: CompileCommand) -> bool:
    return any(map(_OPTIMISES.fullmatch, command.words))


def _is_clang(command: CompileCommand) -> bool:
    return "clang" in Path(command.words[0]).name


def _relative(file: str, folder: str, tree: Path) -> str:
    """A file's name in a tree: of a link to one of the tree's own files, that one's."""
    path, leads = os.path.normpath(Path(folder, file)), os.path.realpath(Path(folder, file))
    return os.path.relpath(leads if Path(leads).is_relative_to(tree) else path, tree)


