# SPDX-License-Identifier: MIT
"""Has libclang parse one file as it was built."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import clang.cindex as ci

from rcl import compdb, predefined
from rcl.analyse.unit.libclang import Calls
from rcl.errors import Code, RclError
from rcl.model import Place

_MISSING = re.compile(r"'(.+)' file not found")
#: the files that ask which compiler it is, as far as this process knows: most are headers, which many files include
_ASKING: set[str] = set()


def expect(asking: Iterable[str]) -> None:
    """These files may ask which compiler it is: where that is known before, a file need not be parsed once more."""
    _ASKING.update(asking)


def parsed(command: compdb.CompileCommand, relative: Callable[[str], str]) -> ci.TranslationUnit:
    """The file as its build's compiler sees it, where libclang can read that; else as clang does.

    ``relative`` gives a file's name in the tree, or "".
    """
    if not command.file.is_file():
        raise RclError(Code.BAD_COMPILE_COMMANDS, why=f"{command.file} is not there")
    if not command.directory.is_dir():
        why = f"{command.directory}, where {command.file.name} is compiled, is not there"
        raise RclError(Code.BAD_COMPILE_COMMANDS, why=why)
    compdb.require_compiler(command)
    tu = _as_built(command, relative) if predefined.masks(command.flags) else None
    if tu is None:
        tu = _parsed(command, relative, {})
        error = _error(tu, command, relative)
        if error is not None:
            raise error
    return tu


def _as_built(command: compdb.CompileCommand, relative: Callable[[str], str]) -> ci.TranslationUnit | None:
    """The file with its compiler's answers for all files of the tree that ask; None if libclang cannot read that."""
    instead = {name: masked for name in (*_ASKING, os.path.realpath(command.file)) if (masked := answered(name))}
    while True:
        tu = _parsed(command, relative, instead)
        asking = {name: new for name, new in _asking(tu, command, relative).items() if name not in instead}
        if not asking:
            return tu if _error(tu, command, relative) is None else None
        expect(asking)
        instead |= asking


def answered(name: str) -> bytes | None:
    """A file of the tree that asks which compiler it is, as it stands there, with the answers; None if it does not."""
    path = Path(name)
    try:
        content = path.read_bytes() if path.is_file() else b""
    except OSError:
        return None
    masked = predefined.masked(content)
    return masked if masked != content else None


def _parsed(
    command: compdb.CompileCommand, relative: Callable[[str], str], instead: Mapping[str, bytes]
) -> ci.TranslationUnit:
    """The file, with other contents of some that it is read from."""
    tu = _translated(command, relative, instead, ())
    own = compdb.compilers_headers() if _lacks(tu) else ""
    # only then: clang's stdatomic.h would go on to gcc's, which is not for clang
    return _translated(command, relative, instead, ("-idirafter", own)) if own else tu


def _lacks(tu: ci.TranslationUnit) -> bool:
    """Does libclang not find a header that gcc brings along?"""
    last = next(reversed(tu.diagnostics), None)
    missing = _MISSING.fullmatch(last.spelling) if last and last.severity >= ci.Diagnostic.Fatal else None
    return missing is not None and Path(compdb.compilers_headers(), missing[1]).is_file()


def _translated(
    command: compdb.CompileCommand,
    relative: Callable[[str], str],
    instead: Mapping[str, bytes],
    more: tuple[str, ...],
) -> ci.TranslationUnit:
    flags = [f"-working-directory={command.directory}", *command.flags]
    flags += ["-isystem", str(compdb.builtin_headers()), *more, "-Wno-everything", "-ferror-limit=0"]
    options = ci.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    unsaved = [(os.fsencode(name), content) for name, content in instead.items()]
    try:
        return ci.Index.create().parse(
            os.fsencode(command.file), args=[*map(os.fsencode, flags)], unsaved_files=unsaved, options=options
        )
    except ci.TranslationUnitLoadError as error:
        place = Place(relative(str(command.file)) or str(command.file), 1)
        raise RclError(Code.SOURCE_DOES_NOT_COMPILE, place, message=error) from None


def _asking(
    tu: ci.TranslationUnit, command: compdb.CompileCommand, relative: Callable[[str], str]
) -> dict[str, bytes]:
    """The files of the tree that ask which compiler it is, by their absolute names, asking it by other names."""
    calls = Calls(tu)
    read = {name: calls.content(name) for name in calls.files() if relative(name)}
    masked = ((name, content, predefined.masked(content)) for name, content in read.items())
    return {os.path.realpath(command.directory / name): new for name, content, new in masked if new != content}


def _error(
    tu: ci.TranslationUnit, command: compdb.CompileCommand, relative: Callable[[str], str]
) -> RclError | None:
    """What is wrong with the file."""
    headers = (str(compdb.builtin_headers()), compdb.compilers_headers() or "/nowhere")
    place = Place(relative(str(command.file)) or str(command.file), 1)
    for diagnostic in tu.diagnostics:
        at = diagnostic.location
        name = at.file.name if at.file else ""
        # the compilers' own headers may be of another version than libclang, or gcc's; their bodies do not matter
        if diagnostic.severity >= ci.Diagnostic.Error and not name.startswith(headers):
            if name:
                place = Place(relative(name) or name, at.line, at.column)
            return RclError(Code.SOURCE_DOES_NOT_COMPILE, place, message=diagnostic.spelling)
    return None
