# SPDX-License-Identifier: MIT
"""A section on a terminal: what is known of it, and its text side by side where that is wide enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rcl.review import facts
from rcl.review.sidebyside import Line, Row, lexed, rows
from rcl.review.views import View

#: columns from which on two texts stand side by side
WIDE = 140

_STYLES = {"keyword": "magenta", "literal": "cyan", "comment": "dim", "preprocessor": "dim"}
_GONE, _NEW = "red", "green"


def screen(view: View, position: str, width: int) -> Iterator[RenderableType]:
    """What to print, from top to bottom."""
    section = view.section
    yield Text()
    where = f"  ({position})  {facts.where(section)}  {section.show}  "
    yield Text.assemble((section.id, "bold"), where, (view.standing.value, "yellow"))
    for name, text in facts.remarks(section):
        yield Text.assemble("  ", (f"{name:11}", "dim"), text)
    for heads, body in (
        (facts.CAPTURES, facts.captures(section)),
        (facts.EXITS, facts.exits(section)),
        (facts.FIGURES, facts.figures(view)),
    ):
        if body:
            yield _table(heads, body)
    yield from _beside(view, width) if width >= WIDE else _below(view)


def _table(heads: Sequence[str], body: Iterable[Sequence[str]]) -> Table:
    found = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    found.add_column("")
    for name in heads:
        found.add_column(name, overflow="fold")
    for row in body:
        found.add_row("", *map(Text, row))
    return found


def _beside(view: View, width: int) -> Iterator[RenderableType]:
    half = (width - 16) // 2
    found = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
    for name in ("original", "its function, then what stands in its place"):
        found.add_column("", justify="right", style="dim", width=5)
        found.add_column(name, width=half, overflow="fold")
    for row in _rows(view):
        alone = row.changed and (row.left is None or row.right is None)
        found.add_row(*_cells(row.left, _GONE, alone), *_cells(row.right, _NEW, alone))
    yield found


def _rows(view: View) -> list[Row]:
    return rows(lexed(view.original), [*lexed(view.moved), *lexed(view.caller)])


def _cells(line: Line | None, colour: str, alone: bool) -> tuple[str, Text]:
    return (str(line.number), _styled(line, colour, alone)) if line else ("", Text())


def _below(view: View) -> Iterator[RenderableType]:
    """As a diff shows it: the original's lines with what differs from them."""
    yield Text("  its function, then what stands in its place; - the original's lines", style="dim")
    for row in _rows(view):
        if row.left is not None and row.changed:
            yield _either(row.left, "-", _GONE, row.right is None)
        if row.right is not None:
            mark, colour = ("+", _NEW) if row.changed else (" ", "dim")
            yield _either(row.right, mark, colour, row.changed and row.left is None)


def _either(line: Line, mark: str, colour: str, alone: bool) -> Text:
    return Text.assemble((f"{line.number:5} {mark} ", colour), _styled(line, colour, alone))


def _styled(line: Line, colour: str, alone: bool) -> Text:
    """The line, its changed words in the colour; all of it if it stands alone."""
    found = Text(tab_size=8)
    for word in line.words:
        changed = colour if alone else f"bold {colour}" if word.changed else ""
        found.append(word.text, " ".join(filter(None, ("" if alone else _STYLES.get(word.kind), changed))) or None)
    found.expand_tabs(8)
    return found
