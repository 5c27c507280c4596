# SPDX-License-Identifier: MIT
"""What a build has made: the machine code that the tests run, by name and by content."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from rcl.workspace import read_bytes, sha256

#: how programs, libraries and objects begin, and archives of objects
_MACHINE_CODE = (b"\x7fELF", b"!<arch>\n")


def machine_code(tree: Path) -> tuple[str, ...]:
    """The names of all files in a tree that hold machine code. Tests may add to them: ask behind the build."""
    return tuple(sorted(path.relative_to(tree).as_posix() for path in _files(tree) if _is_machine_code(path)))


def fingerprint(tree: Path, names: Iterable[str], libraries: Iterable[Path] = ()) -> str:
    """The hash of these files of a tree as they are now, and of libraries outside of it; a lost file counts, too."""
    files = [(name, tree / name) for name in names] + [(path.name, path) for path in libraries]
    return sha256(repr([(name, sha256(read_bytes(path)) if path.is_file() else "") for name, path in files]).encode())


def _files(tree: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(tree):
        paths = (Path(folder, name) for name in names)
        yield from (path for path in paths if path.is_file() and not path.is_symlink())


def _is_machine_code(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(8).startswith(_MACHINE_CODE)
