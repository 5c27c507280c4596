# SPDX-License-Identifier: MIT
"""Reads compile_commands.json and turns each entry into what libclang needs to parse the file as it was built."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise, takewhile
from pathlib import Path

from rcl import predefined
from rcl.build import library
from rcl.errors import Code, RclError

NAME = "compile_commands.json"
SOURCE_SUFFIXES = (".c", ".i")
CPP_SUFFIXES = (".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".ii")
#: C++ and Objective C
_OTHER_SUFFIXES = (*CPP_SUFFIXES, ".m", ".mm", ".mi")
#: the end of a source's name that means what -x says of it
_LANGUAGES = {
    "c": ".c", "cpp-output": ".i", "c++": ".cpp", "c++-cpp-output": ".ii", "objective-c": ".m", "objective-c++": ".mm",
    "objective-c-cpp-output": ".mi",
}  # fmt: skip
#: the options that say what the source means; those of the first group may take the next word with them
WITH_VALUE = ("-D", "-U", "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-x")
FOLDERS = ("-I", "-isystem", "-iquote", "-idirafter")
_MEANING = ("-std=", "--std=", "-ansi", "-trigraphs", "-pthread", "-O", "-m32", "-m64", "-march=", "-msse", "-mavx",
            "-funsigned-char", "-fsigned-char", "-fshort-enums", "-fshort-wchar", "-fms-extensions", "-fgnu89-inline",
            "-ffreestanding", "-nostdinc")  # fmt: skip
_KEPT = (*WITH_VALUE, *_MEANING)
_SHARED = frozenset({"-fPIC", "-fpic"})
#: what stands for -fopenmp: clang would not show what its pragmas are about
OPENMP = "-D_OPENMP=201511"
_CLANGS = ("clang", "clang-14", "clang-16", "clang-18", "clang-19")
#: response files that name response files, before it must be a circle
_DEEPEST = 20
#: the folders in which CMake, Meson, scons and waf try the compiler
_TRIALS = re.compile(r"/CMakeFiles/(CMakeScratch|CMakeTmp)/|/meson-private/|/\.sconf_temp/|/\.conf_check_\w+/")
#: where rcl build has its shims; a command that was recorded around it means the compiler that they call
SHIMS = (".rcl", "build", "bin")


@dataclass(frozen=True)
class CompileCommand:
    """One way in which a file is compiled: ``flags`` are the preprocessor and language options,
    ``words`` the whole command as recorded (the first of those with equal flags). ``shared``: one of those is
    for a shared library.
    """

    file: Path
    directory: Path
    flags: tuple[str, ...]
    words: tuple[str, ...] = field(default=(), compare=False)
    shared: bool = field(default=False, compare=False)


def not_c(path: Path) -> list[Path]:
    """The sources of a compilation database that are not C: who knows what they do with the mutexes of those that are.
    """
    base = path if path.is_dir() else path.parent
    entries = [entry for entry in _entries(path / NAME if path.is_dir() else path) if isinstance(entry, dict)]
    named = {(base / str(e.get("directory", ".")) / str(e.get("file", "")), _suffix(e)) for e in entries}
    files = {Path(os.path.normpath(file)) for file, suffix in named if suffix in _OTHER_SUFFIXES}
    return sorted(file for file in files if file.is_file())


def load(path: Path) -> tuple[CompileCommand, ...]:
    """The C files of a compilation database and their flags, each pair once, in the database's order."""
    commands = _commands(path, SOURCE_SUFFIXES)
    if not commands:
        raise RclError(Code.BAD_COMPILE_COMMANDS, why="it names no C file, or has them compiled as C++")
    return commands


def cpp(path: Path) -> tuple[CompileCommand, ...]:
    """Those of its files that are C++, as ``load`` gives the others."""
    return _commands(path, CPP_SUFFIXES)


def _commands(path: Path, suffixes: Collection[str]) -> tuple[CompileCommand, ...]:
    entries = _entries(path / NAME if path.is_dir() else path)
    commands = (c for entry in entries if (c := _command(entry, path, suffixes)) is not None)
    merged: dict[CompileCommand, CompileCommand] = {}
    for command in commands:
        known = merged.setdefault(command, command)
        merged[command] = replace(known, shared=known.shared or command.shared)
    return tuple(merged.values())


def require_compiler(command: CompileCommand) -> None:
    """Refuses a compiler that this machine does not have: nobody knows what it defines, and what it would say."""
    for compiler in filter(predefined.is_compiler, command.words[:1]):
        if not _is_there(str(command.directory / compiler) if "/" in compiler else compiler):
            install = f"install it, or build with a compiler that is there and make {NAME} again: bear -- make"
            raise RclError(Code.TOOL_MISSING, tool=f"the compiler {compiler}, which {NAME} names,", install=install)


@cache
def _is_there(program: str) -> bool:
    return shutil.which(program) is not None


def builds_of(commands: Iterable[CompileCommand]) -> dict[tuple[Path, Path], list[CompileCommand]]:
    """The commands of each file that is compiled in one folder, by both."""
    found: dict[tuple[Path, Path], list[CompileCommand]] = {}
    for command in commands:
        found.setdefault((command.file, command.directory), []).append(command)
    return found


def not_made(commands: Sequence[CompileCommand]) -> frozenset[CompileCommand]:
    """Those whose object is not there, if that of others is: what has been built needs none of them.

    Meson lists every target, also those that are only built when somebody asks for them.
    """
    made = {c: c.directory / name for c in commands if (name := _object(c))}
    missing = frozenset(c for c, path in made.items() if not path.exists())
    return missing if len(missing) < len(made) else frozenset()


def outdated(commands: Iterable[CompileCommand]) -> list[Path]:
    """The sources that have been changed since one of their objects was made."""
    made = ((c.file, c.directory / name) for c in commands if (name := _object(c)))
    there = {(file, path) for file, path in made if file.exists() and path.exists()}
    return sorted({file for file, path in there if path.stat().st_mtime_ns < file.stat().st_mtime_ns})


def object_in(command: CompileCommand, root: Path) -> str:
    """The name in a tree of the file that a command makes; "" where it does not say that."""
    name = _object(command)
    return name and os.path.relpath(command.directory / name, root)


def _object(command: CompileCommand) -> str:
    return next((word for before, word in pairwise(command.words) if before == "-o"), "")


def whole(flags: Iterable[str]) -> Iterator[str]:
    """The flags, each in one word with its value."""
    rest = iter(flags)
    for flag in rest:
        yield flag + next(rest, "") if flag in WITH_VALUE else flag


def _entries(path: Path) -> list[object]:
    if not path.is_file():
        raise RclError(Code.NO_COMPILE_COMMANDS, directory=path.parent, where="DIRECTORY")
    try:
        entries = json.loads(path.read_bytes().decode("utf-8-sig", "surrogateescape"))
    except OSError as error:
        raise RclError(Code.UNREADABLE, path=path, why=error.strerror) from None
    except (ValueError, RecursionError) as error:
        raise RclError(Code.BAD_COMPILE_COMMANDS, why=f"not JSON ({error})") from None
    if not isinstance(entries, list):
        raise RclError(Code.BAD_COMPILE_COMMANDS, why="not a list of commands")
    return entries


def _command(entry: object, database: Path, suffixes: Collection[str]) -> CompileCommand | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        raise RclError(Code.BAD_COMPILE_COMMANDS, why="an entry without a file")
    base = database if database.is_dir() else database.parent
    directory = Path(os.path.normpath(base / str(entry.get("directory", "."))))
    file = Path(os.path.normpath(directory / entry["file"]))
    suffix = _suffix(entry)
    if suffix not in suffixes or _is_trial(file, directory):
        return None
    words = _without_launcher(list(_expanded(_words(entry), directory)))
    if not all(map(_passable, (str(file), *words))):
        raise RclError(Code.BAD_COMPILE_COMMANDS, why=f"{file.name!r} or its command holds what no command line can")
    if words and Path(words[0]).parent.parts[-3:] == SHIMS:
        words[0] = Path(words[0]).name
    flags = _flags(words)
    if suffix in SOURCE_SUFFIXES:
        flags += predefined.flags(words, flags)
    flags += runtime_headers()
    return CompileCommand(file, directory, flags, tuple(words), not _SHARED.isdisjoint(words))


def _suffix(entry: Mapping[str, object]) -> str:
    """The end of a source's name, or the one that means the same as its command's -x, or as what its compiler takes it
    for; "" if that is another language.
    """
    try:
        words = _without_launcher(_words(entry))
    except RclError:
        words = []
    said = next((word[2:] for word in whole(words) if word.startswith("-x")), "none")
    suffix = Path(str(entry.get("file", ""))).suffix if said == "none" else _LANGUAGES.get(said, "")
    taken = said == "none" and suffix in SOURCE_SUFFIXES and predefined.is_for_cpp(words)
    return CPP_SUFFIXES[0] if taken else suffix


def _is_trial(file: Path, directory: Path) -> bool:
    """Is it no part of the program, but what a configure program tried the compiler with? Autoconf's are gone by now.
    """
    if file.name.startswith("conftest") and not file.exists():
        return True
    return any(_TRIALS.search(f"{path}/") for path in (file, directory))


def _passable(word: str) -> bool:
    """Whether the system takes it as a name: bytes that are not UTF-8 are surrogate escapes here, a NUL is nothing."""
    try:
        return b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        return False


def _words(entry: Mapping[str, object]) -> list[str]:
    arguments, command = entry.get("arguments"), entry.get("command")
    if isinstance(arguments, list) and all(isinstance(word, str) for word in arguments):
        return list(arguments)
    if isinstance(command, str):
        try:
            return list(_split(command))
        except ValueError as error:
            why = f"{entry['file']}: {error}"
            raise RclError(Code.BAD_COMPILE_COMMANDS, why=why) from None
    raise RclError(Code.BAD_COMPILE_COMMANDS, why=f"{entry['file']} has no command")


@cache
def _split(command: str) -> tuple[str, ...]:
    """The words of a command, for which each question about the database asks; ValueError where quotes do not match."""
    return tuple(shlex.split(command))


def _without_launcher(words: list[str]) -> list[str]:
    """A command from its compiler on: ``ccache gcc``, ``env LC_ALL=C gcc``, ``libtool --mode=compile gcc``."""
    before = takewhile(lambda word: word[:1] != "-" or word[:2] == "--", words)
    return words[next((n for n, word in enumerate(before) if predefined.is_compiler(word)), 0) :]


def _expanded(words: Iterable[str], directory: Path, depth: int = 0) -> Iterator[str]:
    """The words with those of response files in their place, as compilers read them: ``@name``, if it is there."""
    for word in words:
        file = directory / word[1:] if word[:1] == "@" else None
        if file is not None and depth < _DEEPEST and file.is_file():
            try:
                inner = shlex.split(file.read_text(encoding="utf-8", errors="surrogateescape"))
            except (OSError, ValueError) as error:
                why = f"response file {word[1:]}: {error}"
                raise RclError(Code.BAD_COMPILE_COMMANDS, why=why) from None
            yield from _expanded(inner, directory, depth + 1)
        else:
            yield word


def _flags(words: list[str]) -> tuple[str, ...]:
    """The words that change what the source means; output, warnings and code generation are the build's business."""
    flags: list[str] = []
    rest = iter(words[1:])
    for word in rest:
        if word in WITH_VALUE:
            flags += [word, next(rest, "")]
        elif word == "-fopenmp":
            flags.append(OPENMP)
        elif word.startswith(_KEPT):
            flags.append(word)
    return tuple(flags)


@cache
def compilers_headers() -> str:
    """The directory of gcc's own headers, which has omp.h and sanitizer/asan_interface.h."""
    answer = subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True, check=False)
    return answer.stdout.strip()


@cache
def runtime_headers() -> tuple[str, ...]:
    """Where a tree that is converted in part finds rcl.h: what rcl build adds stands in no command."""
    try:
        return ("-idirafter", str(library().include))
    except RclError:
        return ()


@cache
def builtin_headers() -> Path:
    """The directory of clang's own headers (stddef.h ...), which libclang's Python package does not bring along."""
    for directory in _clangs_headers():
        if (directory / "stddef.h").is_file():
            return directory
    raise RclError(Code.TOOL_MISSING, tool="clang", install="apt-get install clang")


def _clangs_headers() -> Iterator[Path]:
    """Where clang's headers may be; it is asked only if they are not where it is installed, for to start it takes time.
    """
    yield Path("/usr/lib/llvm-18/lib/clang/18/include")
    found = [path for name in _CLANGS if (path := shutil.which(name)) is not None]
    for path in found:
        yield from sorted(Path(path).resolve().parent.parent.glob("lib/clang/*/include"), reverse=True)
    for path in found:
        answer = subprocess.run([path, "-print-resource-dir"], capture_output=True, text=True, check=False)
        if answer.stdout.strip():
            yield Path(answer.stdout.strip()) / "include"
    yield from sorted(Path("/usr/lib").glob("llvm-*/lib/clang/*/include"), reverse=True)
