# SPDX-License-Identifier: MIT
"""The branches of an #if, in one of which a lock call stands alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

_COMMENT = re.compile(r"/\*.*?\*/|//.*")
_OPERATOR = re.compile(r"(!?)\s*\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))")
_DEFINED = {"ifdef": "", "ifndef": "!"}
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)[^\n]*", re.MULTILINE)


@dataclass(frozen=True)
class Branch:
    """The line that a branch begins with, and where its code stands."""

    line: str
    start: int
    end: int

    def has(self, offset: int) -> bool:
        """Does an offset stand in it?"""
        return self.start <= offset < self.end


def branches(text: str, start: int, end: int) -> list[Branch]:
    """Those between the beginning of an #if and the end of its #endif, in which no other directive stands."""
    lines = list(_DIRECTIVE.finditer(text, start, end))
    return [Branch(line[0].strip(), line.end(), behind.start()) for line, behind in pairwise(lines)]


def asked(condition: str) -> str:
    """What the lines of an #if ask for, however that is written: ``#ifdef X`` like ``#if defined X``."""
    return "\n".join(map(_asked, condition.split("\n")))


def _asked(line: str) -> str:
    found = _DIRECTIVE.match(line)
    if found is None or found[1] == "else":
        return found[1] if found else ""
    asks = " ".join(_COMMENT.sub(" ", line[found.end(1) :]).split())
    if found[1] in _DEFINED:
        return f"if {_DEFINED[found[1]]}defined({asks})"
    return f"{found[1]} {_OPERATOR.sub(lambda one: f'{one[1]}defined({one[2] or one[3]})', asks)}"


def number(condition: str) -> int:
    """How many branches an #if has, of which the lines are given, in other builds a last one of nothing, too."""
    lines = condition.split("\n")
    return len(lines) + (not is_last(lines[-1]))


def is_last(line: str) -> bool:
    """Does a line begin the branch of all other builds?"""
    found = _DIRECTIVE.match(line)
    return found is not None and found[1] == "else"
