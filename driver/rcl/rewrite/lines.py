# SPDX-License-Identifier: MIT
"""Lines of their own for what stands in braces on one line with a section, for its client needs several; and lines of a
macro that stay as long as they were.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rcl.model import Section
from rcl.rewrite import columns, ctext
from rcl.rewrite.edits import Edit, apply_between
from rcl.rewrite.style import Style

_BLANKS = re.compile(r"\s*")
#: what stays behind a brace in its line
_GOES_ON = re.compile(r"\s*(?:while\b|else\b|\}|//|/\*)")
#: the blanks before the backslash at a line's end
_BACKSLASH = re.compile(r"([ \t]+)\\\r?$", re.MULTILINE)


def broken(text: str, shipped: Sequence[Section], others: Sequence[Edit]) -> list[Edit]:
    """The edits that break those lines, but for what ``others`` replace."""
    found = {edit for section in shipped for edit in _around(text, section)}
    taken = [(edit.start, edit.end) for edit in others]
    return [e for e in found if not any(start < e.end and e.start < end for start, end in taken)]


def indent(text: str, section: Section, at: int) -> str:
    """The white space that a place at the beginning of a section has in front of it in a line of its own."""
    return columns.of_client(text, section, at) + Style.of(text).step * len(_blocks(text, section.enter.start))


def own_line(text: str, at: int) -> str:
    """A line's end, and the white space for a place that gets a line of its own, in the blocks that its line opens."""
    return ctext.newline(text) + ctext.indent_at(text, at) + Style.of(text).step * len(_blocks(text, at))


def body_indent(text: str, section: Section, inside: int) -> str:
    """The white space that a section's body will have, of which a place is the beginning: it may get a line of its own.
    """
    begins_line = any(edit.end == inside for edit in _around(text, section))
    steps = len(_blocks(text, section.enter.start)) if begins_line else 0
    return columns.of_body(text, section, inside) + Style.of(text).step * steps


def braces(text: str, head: int, at: int, statement: int) -> tuple[Edit, str]:
    """A brace behind the head of a branch whose one statement becomes several, and the line of the one that closes it.

    What stands in the line of the head gets one of its own. The brace that closes stands below where the head begins.
    """
    style, between = Style.of(text), text[at:statement]
    indent = ctext.indent_at(text, head) + style.brace_indent
    closed = f"{style.newline}{indent}}}"
    if "\n" in between and not style.brace_below:
        return Edit(at, at, 0, " {"), closed
    behind = at + len(between.rstrip())  # a comment that ends the line of the head
    blanks = (behind, statement) if "\n" in text[behind:statement] else (at, statement - len(between.lstrip()))
    brace = f"{style.newline}{indent}{{" if style.brace_below else " {"
    return Edit(*blanks, 0, f"{brace}{style.newline}{indent}{style.inside}"), closed


def apart(text: str, start: int) -> Iterator[Edit]:
    """Lines' ends before a function that begins in the line of something else, for what goes between the two."""
    if ctext.goes_on(text, start):
        yield Edit(len(text[:start].rstrip()), start, -4, ctext.newline(text) * 2)


def _around(text: str, section: Section) -> Iterator[Edit]:
    """A line's end behind each brace that opens before a section in its line, and around that which closes it."""
    line, unit = ctext.newline(text) + ctext.indent_at(text, section.enter.start), Style.of(text).step
    for depth, (opening, closing) in enumerate(_blocks(text, section.enter.start), 1):
        yield from _begun(text, opening + 1, line + unit * depth)
        yield Edit(len(text[:closing].rstrip()), closing, 0, line + unit * (depth - 1))
        if depth > 1 and not _GOES_ON.match(text, closing + 1):
            yield from _begun(text, closing + 1, line + unit * (depth - 1))


def _begun(text: str, at: int, line: str) -> Iterator[Edit]:
    """A line's end at a place, and one behind each guarded statement that the new line begins with."""
    ends: int | None = at
    while ends is not None:
        gap = _gap(text, ends, line)
        yield gap
        ends = ctext.guarded_end(text, gap.end)


def _gap(text: str, at: int, new: str) -> Edit:
    """Something else in place of the blanks that begin at a place."""
    blanks = _BLANKS.match(text, at)
    return Edit(at, blanks.end() if blanks else at, 0, new)


def _blocks(text: str, start: int) -> list[tuple[int, int]]:
    """The braces of the blocks around a place that stand in its line, outer ones first."""
    opened: list[int] = []
    for token in ctext.structure(text, ctext.line_start(text, start), start):
        if token.text == "{":
            opened.append(token.start)
        elif token.text == "}" and opened:
            opened.pop()
    end = text.find("\n", start)
    blocks = [(brace, ctext.block_end(text, brace + 1)) for brace in opened]
    return [block for block in blocks if block[1] < end]


def continued(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """The edits that keep the backslashes of a macro in the column where they stand, though its lines get shorter."""
    lines: dict[int, list[Edit]] = defaultdict(list)
    for edit in edits:
        lines[ctext.line_start(text, edit.start)].append(edit)
    kept = (_backslash_kept(text, start, changed) for start, changed in lines.items())
    return [edit for edit in kept if edit]


def continued_as(old: str, new: str) -> str:
    """Another text of a macro with its backslashes in the columns where they stand in ``old``, line by line.

    Not where each of them stands behind one blank. Where lines are left out, the others are known by what they say, and
    those that say something else go by the first one.
    """
    told, written = old.split("\n"), new.split("\n")
    blanks = {blank for line in told for blank in _BACKSLASH.findall(line)}
    if blanks == {" "}:
        return new
    if len(told) != len(written):
        known = {_without_backslash(line): line for line in told}
        told = [told[0], *(known.get(_without_backslash(line), told[0]) for line in written[1:])]
    return "\n".join(_with_backslash(a, b) for a, b in zip(told, written, strict=True))


def going_on(text: str, at: int, line: str) -> str:
    """A new line of a macro that goes on, with its backslash where that of a place's line is, if others are there, too.
    """
    start = ctext.line_start(text, at)
    blanks, column = _BACKSLASH.search(text, start, _line_end(text, start)), _backslash(text, start)
    if blanks is None or column is None or not _in_column(text, start, column):
        return line + " \\"
    return line + blanks_to(column, line, "\t" in blanks[1]) + "\\"


def _without_backslash(line: str) -> str:
    return line.rstrip("\r").removesuffix("\\").rstrip()


def _with_backslash(old: str, new: str) -> str:
    blanks, own = _BACKSLASH.search(old), _BACKSLASH.search(new)
    if not blanks or not own:
        return new
    code = new[: own.start()]
    return code + blanks_to(ctext.column(old[: blanks.end(1)]), code, "\t" in blanks[1]) + new[own.end(1) :]


def _backslash_kept(text: str, start: int, changed: Sequence[Edit]) -> Edit | None:
    """Other blanks before a line's backslash, where that of a line beside it stands in the same column."""
    blanks = _BACKSLASH.search(text, start, _line_end(text, start))
    if not blanks or any("\n" in edit.new or edit.end > blanks.start() for edit in changed):
        return None
    column = ctext.column(text[start : blanks.end(1)])
    if not _in_column(text, start, column):
        return None
    new = apply_between(text, start, blanks.start(), changed)
    return Edit(blanks.start(), blanks.end(1), 0, blanks_to(column, new, "\t" in blanks[1]))


def _in_column(text: str, start: int, column: int) -> bool:
    """Does the backslash of a line beside a macro's line stand in a column, too, and not each of them behind one blank?
    """
    first, last = start, _line_end(text, start)
    if column not in (_backslash(text, first - 1), _backslash(text, last + 1)):
        return False
    while _backslash(text, first - 1) is not None:
        first = ctext.line_start(text, first - 1)
    while _backslash(text, last + 1) is not None:
        last = _line_end(text, last + 1)
    return {*_BACKSLASH.findall(text, first, last)} != {" "}


def blanks_to(column: int, line: str, tabs: bool) -> str:
    """The blanks behind a line that lead to a column, one at least."""
    missing = column - ctext.column(line)
    if column % ctext.TAB == 0 and tabs:
        return "\t" * max(-(-missing // ctext.TAB), 1)
    return " " * max(missing, 1)


def _backslash(text: str, at: int) -> int | None:
    """The column of the backslash that ends the line of a place."""
    start = ctext.line_start(text, at)
    blanks = _BACKSLASH.search(text, start, _line_end(text, start)) if at >= 0 else None
    return ctext.column(text[start : blanks.end(1)]) if blanks else None


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end
