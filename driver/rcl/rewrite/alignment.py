# SPDX-License-Identifier: MIT
"""Lines that begin below what stands behind a bracket of a line above: where that moves, they move with it.

So the arguments of ``pthread_cond_wait(`` still stand below each other when the call has a shorter name. What stands
somewhat further in than such lines do, ``(a\n  || b)``, is taken along, and so are the comments between them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rcl.rewrite import ctext, marks
from rcl.rewrite.edits import Edit

#: no statement is longer, in characters
_FAR = 4000


@dataclass(frozen=True)
class _Bracket:
    """A bracket that is open: the column behind it, -1 if nothing stands below that, and how far it moves.

    It leads lines if one begins below it, or it stands in such a line itself.
    """

    column: int = -1
    moves: int = 0
    leads: bool = False

    def has(self, column: int) -> bool:
        """Does what begins a line in a column go by the bracket?"""
        return column == self.column or (self.leads and self.column < column < self.column + ctext.TAB)


def aligned(text: str, edits: Sequence[Edit]) -> list[Edit]:
    """The edits of the blanks before such lines; not of what others replace."""
    of_line: dict[int, list[Edit]] = defaultdict(list)
    for edit in edits:
        of_line[ctext.line_start(text, edit.start)].append(edit)
    found: list[Edit] = []
    done = 0
    for start in sorted(of_line):
        if start >= done and _goes_on(text, start):
            moved, done = _moved(text, start, of_line)
            found += [e for e in moved if not any(o.start < e.end and e.start < o.end for o in edits)]
    return found


def _goes_on(text: str, start: int) -> bool:
    """Is a bracket left open in a line, perhaps?"""
    end = text.find("\n", start)
    return end >= 0 and text.count("(", start, end) > text.count(")", start, end)


def _moved(text: str, start: int, of_line: Mapping[int, Sequence[Edit]]) -> tuple[list[Edit], int]:
    """The edits of the lines in which that of a place goes on, and where the last of these begins."""
    found: list[Edit] = []
    opened: list[_Bracket] = []
    line, shift = start, 0
    for token in _seen(text, start, min(edit.start for edit in of_line[start])):
        here = ctext.line_start(text, token.start)
        if here != line:
            if not opened:
                break
            below = not text[here : token.start].strip() and opened[-1].has(_column(text, token.start))
            line, shift = here, opened[-1].moves if below else 0
            if below:
                opened[-1] = replace(opened[-1], leads=True)
                found += _wider_lines(text, token, shift)
        if token.kind == "comment":
            continue
        if token.text in ("(", "["):
            moves = _moves(token.start, of_line.get(line, ()))
            leads = line != start and shift != 0
            opened.append(_Bracket() if moves is None else _Bracket(_column(text, token.end), shift + moves, leads))
        elif token.text == "{":
            opened.append(_Bracket())
        elif token.text in (")", "]", "}") and opened:
            opened.pop()
    return found, line


def _wider_lines(text: str, token: ctext.Token, shift: int) -> Iterator[Edit]:
    """The edits of the blanks before what begins a line; before all lines of a comment."""
    ends = [i for i in range(token.start, token.end) if text[i] == "\n"] if token.kind == "comment" else []
    for here in (ctext.line_start(text, token.start), *(end + 1 for end in ends)):
        begun = text[here : token.end]
        blanks = begun[: len(begun) - len(begun.lstrip(" \t"))]
        if shift and blanks:
            yield Edit(here, here + len(blanks), 0, _wider(blanks, shift))


def _seen(text: str, start: int, at: int) -> list[ctext.Token]:
    """Code and comments from a line on, in which something changes at a place; in a macro's body up to its end."""
    return [token for token in _tokens(text, start, at) if token.kind != "directive"]


def _tokens(text: str, start: int, at: int) -> Iterable[ctext.Token]:
    defines = text[start:at].lstrip().startswith("#")
    if defines or text[:start].rstrip("\r\n").endswith("\\"):
        return ctext.lex(text, at if defines else start, ctext.directive_end(text, at))
    return ctext.between(text, start, min(start + _FAR, len(text)))


def _moves(at: int, edits: Sequence[Edit]) -> int | None:
    """How far a place moves by the edits before it in its line, None if something else stands there then."""
    before = [edit for edit in edits if edit.start < at]
    if any(edit.end > at or "\n" in edit.new or marks.ANY.search(edit.new) for edit in before):
        return None
    return sum(len(edit.new) - (edit.end - edit.start) for edit in before)


def _column(text: str, at: int) -> int:
    """The column of a place."""
    return ctext.column(text[ctext.line_start(text, at) : at])


def _wider(blanks: str, by: int) -> str:
    """Blanks that are as much wider, of tabs and spaces as before."""
    width, kept = ctext.column(blanks) + by, blanks.rstrip(" ")
    if kept and len(blanks) - len(kept) < ctext.TAB:
        return ctext.tabs_to(width)
    return kept + " " * max(width - ctext.column(kept), 0)
