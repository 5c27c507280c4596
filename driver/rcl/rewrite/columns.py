# SPDX-License-Identifier: MIT
"""How far in a section's body stands, and its client: as what is beside them in their block, for a lock call may stand
in a column of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from rcl.model import Section
from rcl.rewrite import ctext

#: what may stand where a statement could begin
_NO_STATEMENT = ("}", "?", "case", "default", "else")


def of_client(text: str, section: Section, at: int) -> str:
    """The white space before the line of a place at the beginning of a section, or before those beside it."""
    last = section.leave or section.until
    block = _statements(text, section, at)
    before = [start for start in block if start < section.enter.start]
    behind = [start for start in block if last and start >= last.end]
    closing = [start for start in block if last and start == last.start]
    return _usual(text, [at, *([*before[-1:], *behind[:1]] or closing)])


def of_body(text: str, section: Section, inside: int) -> str:
    """The white space before the statements of a section's body; where there are none, before the line of a place."""
    last = section.leave or section.until
    end = last.start if last else len(text)
    own = [start for start in _statements(text, section, inside) if section.enter.end <= start < end]
    return _usual(text, own or [inside])


def _usual(text: str, places: Iterable[int]) -> str:
    """What most lines begin with, or the first of them if it is in that column, too; if several, further in."""
    indents = [ctext.indent_at(text, place) for place in places]
    often = Counter(len(indent.expandtabs()) for indent in indents)
    column = max(often, key=lambda column: (often[column], column))
    return next(indent for indent in indents if len(indent.expandtabs()) == column)


def _statements(text: str, section: Section, at: int) -> list[int]:
    """The statements of the block around a place of a section's function that begin a line."""
    assert section.function_span is not None
    places, around = _blocks(text, section.function_span.start, section.function_span.end)
    token = bisect_left(places, at)
    return around[token] if token < len(places) else []


@lru_cache(maxsize=4)
def _blocks(text: str, start: int, end: int) -> tuple[list[int], list[list[int]]]:
    """Where the tokens of a function begin, and for each the statements of the block around it that begin a line."""
    places: list[int] = []
    around: list[list[int]] = []
    blocks: list[list[int]] = [[]]
    before, asked = "", 0
    for token, following in pairwise(ctext.structure_between(text, start, end)):
        places.append(token.start)
        around.append(blocks[-1])
        said = token.text
        begins = before in (";", "{", "}") or (before == ":" and not asked)
        if begins and said not in _NO_STATEMENT and following.text != ":" and _begins_line(text, token.start):
            blocks[-1].append(token.start)
        asked = 0 if begins else asked + (said == "?")
        if said in ("(", "[", "{"):
            blocks.append([])
        elif said in (")", "]", "}") and len(blocks) > 1:
            blocks.pop()
        before = said
    return places, around


def _begins_line(text: str, at: int) -> bool:
    return not text[ctext.line_start(text, at) : at].strip()
