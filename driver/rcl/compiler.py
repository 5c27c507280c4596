# SPDX-License-Identifier: MIT
"""A build's compiler, asked what it says of a file: without what would run anything else, and nothing of it stays."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from rcl.compdb import CompileCommand
from rcl.predefined import is_compiler

#: an option's definition of a macro as a place
_DEFINED = re.compile(r"(?:-D)?\w+=\W*(/[^\"'\s]*)")
_OUTPUT_WITH_VALUE = ("-o", "-MF", "-MT", "-MQ")
_OUTPUT = ("-c", "-MD", "-MMD", "-MP", "-M", "-MM", "-MG")
#: what costs time or leaves files beside the source (gcc's notes for coverage), and changes no message
_BESIDE = ("-g", "-fprofile-", "-ftest-coverage", "--coverage", "-save-temps", "-Wp,-M")
#: what would run code of the tree's own, which only rcl build and the like may: plug-ins, other compilers inside of gcc
_FOREIGN_WITH_VALUE = ("-wrapper", "-B", "-specs", "--specs", "-aux-info", "-Xclang", "-load", "-fplugin")
_FOREIGN = ("-fplugin", "-B", "-specs=", "--specs=", "-fpass-plugin", "--save-temps", "-fdump-", "-o")


def takes(command: CompileCommand, root: Path) -> bool:
    """Does the compiler of a command take its file, with all that it warns of?"""
    words = [*words_in(command, root, root), "-w", "-fsyntax-only"]
    try:
        return spawned(words, str(command.directory)).returncode == 0
    except OSError:
        return False


def words_in(command: CompileCommand, root: Path, tree: Path) -> list[str]:
    """The command line for the tree, without its outputs, and without what would run anything but a compiler."""
    kept = [_compiler(command, root)]
    rest = iter(command.words[1:])
    for word in rest:
        if word in (*_OUTPUT_WITH_VALUE, *_FOREIGN_WITH_VALUE):
            next(rest, None)
        elif word not in _OUTPUT and not word.startswith((*_BESIDE, *_FOREIGN)):
            kept.append(word if _tells_folder(word) else moved(word, root, tree))
    return kept


def _tells_folder(word: str) -> bool:
    """Does an option make a macro a folder's name? A header may define it once more, in the same words."""
    path = _DEFINED.match(word)
    return path is not None and not Path(path[1]).is_file()


def _compiler(command: CompileCommand, root: Path) -> str:
    """The command's compiler, if it is one and is not of the tree; else the machine's own, which knows C++, too."""
    first = command.words[0] if command.words else ""
    path = Path(os.path.normpath(command.directory / first)) if "/" in first else None
    own = path is not None and path.is_relative_to(root)
    return first if is_compiler(first) and not own else "cc"


def moved(word: str, root: Path, tree: Path) -> str:
    """A command's word, with the names of one tree's files in place of another one's."""
    return re.sub(rf"{re.escape(str(root))}(?=/|$)", lambda _: str(tree), word)


def spawned(words: Sequence[str], folder: str) -> subprocess.CompletedProcess[bytes]:
    """What a compiler does and says in a folder."""
    environment = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, check=False)
