# SPDX-License-Identifier: MIT
"""Replacements at byte places of one text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Edit:
    """The text from ``start`` to ``end`` is replaced. ``order`` sorts insertions at one place."""

    start: int
    end: int
    order: int
    new: str


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


def missing(before: str, after: str, edits: Iterable[Edit]) -> list[Edit] | None:
    """The edits that were not made on the way from ``before`` to ``after``; None if anything else was changed.

    White space does not count: spatch puts a space between a cast and a token that it has renamed.
    """
    left: list[Edit] = []
    rest = _dense(after)
    old = new = 0
    for edit in sorted(set(edits)):
        gap = _dense(before[old : edit.start])
        if not rest.startswith(gap, new):
            return None
        new += len(gap)
        made, replaced = _dense(edit.new), _dense(before[edit.start : edit.end])
        if rest.startswith(made, new):
            new += len(made)
        elif rest.startswith(replaced, new):
            new += len(replaced)
            left.append(edit)
        else:
            return None
        old = edit.end
    return left if _dense(before[old:]) == rest[new:] else None


def _dense(text: str) -> str:
    return re.sub(r"\s+", "", text)
