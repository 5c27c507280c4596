# SPDX-License-Identifier: MIT
"""Lines of their own for what stands in braces on one line with a section: its client needs several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rcl.model import Section
from rcl.rewrite import ctext
from rcl.rewrite.edits import Edit
from rcl.rewrite.style import Style

_BLANKS = re.compile(r"\s*")
#: what stays behind a brace in its line
_GOES_ON = re.compile(r"\s*(?:while\b|else\b|\}|//|/\*)")


def broken(text: str, shipped: Sequence[Section], others: Sequence[Edit]) -> list[Edit]:
    """The edits that break those lines, but for what ``others`` replace."""
    found = {edit for section in shipped for edit in _around(text, section)}
    taken = [(edit.start, edit.end) for edit in others]
    return [e for e in found if not any(start < e.end and e.start < end for start, end in taken)]


def indent(text: str, section: Section, at: int) -> str:
    """The white space that a place at the beginning of a section has in front of it in a line of its own."""
    return ctext.indent_at(text, at) + Style.of(text).unit * len(_blocks(text, section))


def _around(text: str, section: Section) -> Iterator[Edit]:
    """A line's end behind each brace that opens before a section in its line, and around that which closes it."""
    line, unit = ctext.newline(text) + ctext.indent_at(text, section.enter.start), Style.of(text).unit
    for depth, (opening, closing) in enumerate(_blocks(text, section), 1):
        yield _gap(text, opening + 1, line + unit * depth)
        yield Edit(len(text[:closing].rstrip()), closing, 0, line + unit * (depth - 1))
        if depth > 1 and not _GOES_ON.match(text, closing + 1):
            yield _gap(text, closing + 1, line + unit * (depth - 1))


def _gap(text: str, at: int, new: str) -> Edit:
    """Something else in place of the blanks that begin at a place."""
    blanks = _BLANKS.match(text, at)
    return Edit(at, blanks.end() if blanks else at, 0, new)


def _blocks(text: str, section: Section) -> list[tuple[int, int]]:
    """The braces of the blocks around a section's beginning that stand in its line, outer ones first."""
    start = section.enter.start
    opened: list[int] = []
    for token in ctext.structure(text, ctext.line_start(text, start), start):
        if token.text == "{":
            opened.append(token.start)
        elif token.text == "}" and opened:
            opened.pop()
    end = text.find("\n", start)
    blocks = [(brace, ctext.block_end(text, brace + 1)) for brace in opened]
    return [block for block in blocks if block[1] < end]
