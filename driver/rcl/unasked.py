# SPDX-License-Identifier: MIT
"""Options that make no difference to a file, for nothing that it is read from asks for them.

libtool compiles the files of a library twice, once with ``-DPIC``; others compile a file once for each program that it
is part of, with macros and folders of headers that most files do not know.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path

from rcl import predefined
from rcl.compdb import FOLDERS, OPENMP, whole
from rcl.names import OPENS

_LOOKS = "__has_include"
_WORD = re.compile(r"\w+")
#: a word of code, behind comments and literals, which are passed over
_CODE = re.compile(rf"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'{OPENS}(?:\\.|[^'\\\n])*'|(\w+)""", re.DOTALL)
_NAMED = re.compile(r"-[DU](\w*)(.*)", re.DOTALL)
_MACROS = ("-D", "-U")
#: how many files' words are remembered
_REMEMBERED = 512


def alike(one: Sequence[str], other: Sequence[str], directory: Path, read: Collection[str], root: Path) -> bool:
    """Does a file mean the same with either flags? ``read`` are the files that it was read from with one of them, by
    the names that the compiler found them by, if that is known; ``directory`` is where it is compiled.
    """
    if one == other:
        return True
    both = [list(whole(one)), list(whole(other))]
    differing = set(both[0]) ^ set(both[1])
    kept = [[flag for flag in flags if flag not in differing] for flags in both]
    if not read or not differing or kept[0] != kept[1]:
        return False
    asked = _Asked(directory, read, root, [flag for flags in both for flag in flags])
    return not any(asked.matters(flag) for flag in differing)


class _Asked:
    """What the files ask for that a file is read from."""

    def __init__(self, directory: Path, read: Iterable[str], root: Path, flags: Iterable[str]) -> None:
        self.directory = directory
        self.read = [str(directory / name) for name in read]
        #: those of the tree, and the others
        self.own = [name for name in self.read if os.path.normpath(name).startswith(f"{root}/")]
        self.others = set(self.read).difference(self.own)
        #: what macros of the options name
        self.values = {word for flag in flags if flag.startswith(_MACROS) for word in _WORD.findall(_macro(flag)[1])}

    def matters(self, flag: str) -> bool:
        """May an option make a difference?"""
        if flag.startswith(_MACROS) and flag != OPENMP:
            name = _macro(flag)[0]
            return name in self.values or self._is_said(name) or any(_names(file, name) for file in self.others)
        folder = next((flag.removeprefix(option) for option in FOLDERS if flag.startswith(option)), None)
        return folder is None or self._may_find(self.directory / folder)

    def _is_said(self, name: str) -> bool:
        """Do files of the tree say a name, or words that a macro, one of the system's perhaps, may make it of? Letters
        alone, ``P``, ``I`` and ``C``, stand anywhere.
        """

        @cache
        def made(at: int, of_words: bool) -> bool:
            ends = (end for end in range(at + 1, len(name) + 1) if name[at:end] in self._said)
            return of_words if at == len(name) else any(made(end, of_words or end > at + 1) for end in ends)

        return made(0, False) or name in self._said

    @cached_property
    def _said(self) -> frozenset[str]:
        return frozenset[str]().union(*map(_words, self.own))

    def _may_find(self, folder: Path) -> bool:
        """Is a file in a folder that may be meant by the name that another one was found by?"""
        there = {"..", *_listed(folder)}
        ways = (name.split("/") for name in self.read)
        return _LOOKS in self._said or any(
            part in there and Path(folder, *parts[at:]).is_file()
            for parts in ways for at, part in enumerate(parts)
        )  # fmt: skip


def _macro(flag: str) -> tuple[str, str]:
    """What a macro of an option is called, and the rest."""
    match = _NAMED.match(flag)
    assert match
    return match[1], match[2]


def _content(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError:
        return b""


def _names(file: str, name: str) -> bool:
    """Does a file say a name?"""
    content, word = _content(file), name.encode()
    return word in content and re.search(rb"\b%s\b" % word, content) is not None


@lru_cache(_REMEMBERED)
def _words(file: str) -> frozenset[str]:
    """The words in the code of a file of the tree, as it stands there and as it is read."""
    content = _content(file)
    texts = {text.decode("latin-1") for text in (content, predefined.masked(content))}
    return frozenset(word for text in texts for word in _CODE.findall(text))


@cache
def _listed(folder: Path) -> frozenset[str]:
    try:
        return frozenset(path.name for path in folder.iterdir())
    except OSError:
        return frozenset()
