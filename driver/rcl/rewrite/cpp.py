# SPDX-License-Identifier: MIT
"""The files of the tree that C++ reads as well: what is made in them has to be both."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from rcl.compdb import FOLDERS, CompileCommand, whole
from rcl.workspace import read_bytes

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include(?:_next)?[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)


def read_by(commands: Iterable[CompileCommand], root: Path) -> dict[CompileCommand, frozenset[str]]:
    """The files of the tree in ``root`` that C++ sources include, whatever #if that stands in, their own #includes'
    files with them, by names relative to it.
    """
    included = cache(lambda file: tuple(_included(file)))
    found: dict[CompileCommand, frozenset[str]] = {}
    for command in commands:
        folders = [Path(os.path.normpath(command.directory / folder)) for folder in _folders(command.flags)]
        read, pending = set[Path](), [command.file]
        while pending:
            file = pending.pop()
            more = {path for name in included(file) for path in _meant(name, [file.parent, *folders], root)}
            pending += more - read
            read |= more
        found[command] = frozenset(str(file.relative_to(root)) for file in read)
    return found


def _folders(flags: Iterable[str]) -> Iterator[str]:
    for flag in whole(flags):
        yield from (flag.removeprefix(option) for option in FOLDERS if flag.startswith(option))


def _included(file: Path) -> Iterator[str]:
    text = read_bytes(file) if file.is_file() else b""
    return (name.decode(errors="surrogateescape") for name in _INCLUDE.findall(text))


def _meant(name: str, folders: Sequence[Path], root: Path) -> Iterator[Path]:
    """The tree's files that an #include may mean."""
    for folder in folders:
        path = Path(os.path.normpath(folder / name))
        if path.is_relative_to(root) and path.is_file():
            yield path
