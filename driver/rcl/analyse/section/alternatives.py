# SPDX-License-Identifier: MIT
"""What other builds do in the place of a section's lock calls, in other branches of their #if: its client does it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rcl.analyse.unit.brackets import in_one_line, only_code
from rcl.branches import branches
from rcl.model import Capture, Direction

_NAME = re.compile(r"(?:->\s*|\.\s*)?\b[A-Za-z_]\w*")
#: what would do something else behind the section's function than in it, or where it was
_JUMPS = re.compile(r"\b(?:goto|break|continue|case|default)\b|(?:^|[;{}])\s*\w+\s*:")
#: what gives a variable a value, or its address away, and which
_CHANGES = re.compile(
    r"(?<![\w.>])(\w+)\s*(?:=(?!=)|(?:[-+*/%&|^]|<<|>>)=|\+\+|--)|(?:\+\+|--)\s*(\w+)|(?<!&)&(?!&)\s*(\w+)\s*(?![\w.\[(]|->)"
)
_HANDED_OUT = (Direction.OUT, Direction.IN_OUT, Direction.BY_REFERENCE)


@dataclass(frozen=True)
class Call:
    """Where a lock call's #if begins and ends, and where in it the call stands."""

    start: int
    end: int
    offset: int

    def others(self, text: str) -> list[str]:
        """The code of each branch, "" for the call's own."""
        found = branches(text, self.start, self.end)
        return ["" if b.has(self.offset) else only_code(text[b.start : b.end]).strip() for b in found]

    def own(self, text: str) -> int:
        """Which branch it stands in."""
        return next(n for n, b in enumerate(branches(text, self.start, self.end)) if b.has(self.offset))


def stay(text: str, taken: Call, given: Sequence[Call], captures: Mapping[str, Capture]) -> bool:
    """May the section's client do what other builds do in the place of its lock calls, before and behind its call?

    They must do the same wherever they release the lock, and leave the section's variables as they are.
    """
    if any(call.own(text) != taken.own(text) for call in given):
        return False
    released = {tuple(map(in_one_line, call.others(text))) for call in given}
    before = taken.others(text)
    behind = given[0].others(text) if given else []
    if len(released) > 1 or not all(map(_is_plain, (*before, *behind))):
        return False
    changed = set(_changed((*before, *behind)))
    handed_out = {c.name for c in captures.values() if c.direction in _HANDED_OUT}
    return changed.isdisjoint(c.name for c in captures.values()) and handed_out.isdisjoint(_named(behind))


def _is_plain(code: str) -> bool:
    """Are these whole statements, with no jump but out of the function?"""
    closed = code.count("{") == code.count("}") and code.count("(") == code.count(")")
    return closed and not _JUMPS.search(code) and (not code or code.endswith((";", "}")))


def _changed(codes: Iterable[str]) -> Iterator[str]:
    for code in codes:
        for found in _CHANGES.finditer(code):
            yield next(filter(None, found.groups()))


def _named(codes: Iterable[str]) -> set[str]:
    return {name for code in codes for name in _NAME.findall(code)}
