# SPDX-License-Identifier: MIT
"""Replacements at byte places of one text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: a line that goes on in the next one
_SPLICED = re.compile(r"\\\r?\n")


@dataclass(frozen=True, order=True)
class Edit:
    """The text from ``start`` to ``end`` is replaced. ``order`` sorts insertions at one place."""

    start: int
    end: int
    order: int
    new: str

    def seen_from(self, start: int) -> Edit:
        """The same for the text from an offset on."""
        return Edit(self.start - start, self.end - start, self.order, self.new)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after all edits, which must not overlap; the same edit given twice is made once."""
    pieces: list[str] = []
    done = 0
    for edit in sorted(set(edits)):
        if edit.start < done:
            raise ValueError(f"two edits at offset {edit.start}")
        pieces += [text[done : edit.start], edit.new]
        done = edit.end
    pieces.append(text[done:])
    return "".join(pieces)


def apply_between(text: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """A piece of the text after edits of the whole that stand in it."""
    return apply(text[start:end], (edit.seen_from(start) for edit in edits))


def chosen(before: str, after: str, places: Iterable[Sequence[Edit]]) -> list[Edit] | None:
    """Which of the edits that are possible at each place were made on the way from ``before`` to ``after``, the first
    that fits; None if anything else was changed.

    White space does not count: spatch puts a space between a cast and what it has changed. Nor do lines that go on: it
    joins ``#define \\`` with the next one.
    """
    made: list[Edit] = []
    rest = _dense(after)
    old = new = 0
    for place in places:
        for edit in place:
            seen = _dense(before[old : edit.start] + edit.new)
            if rest.startswith(seen, new):
                made.append(edit)
                old, new = edit.end, new + len(seen)
                break
        else:
            return None
    return made if _dense(before[old:]) == rest[new:] else None


def _dense(text: str) -> str:
    return "".join(_SPLICED.sub("", text).split())
