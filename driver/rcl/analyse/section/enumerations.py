# SPDX-License-Identifier: MIT
"""Enumerations that a function declares, ``enum { IDLE, BUSY = 5 };``, and its sections name: they go before the
function, if nothing else in the files has one of their names.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import DEFINES, same_condition
from rcl.analyse.unit.tree import Node
from rcl.model import Span

_WORD = re.compile(r"[A-Za-z_]\w*")
#: a declaration of nothing else, alone in its lines: its tag, and what it lists
_ALONE = re.compile(r"[ \t]*enum\s*(\w*)\s*\{([^{}#]*)\}\s*;[ \t]*\r?\n")
_LISTED = re.compile(r"(?:^|,)\s*([A-Za-z_]\w*)")
_ASKING = re.compile(r"\b(?:sizeof|_*typeof_*|_*alignof_*|_Alignof)\b")


def named(layout: Layout, node: Node) -> Node | None:
    """The declaration of the enumeration that has an enumerator, if it may go before the function."""
    function = layout.function
    if node.kind != "DECL_REF_EXPR" or function.file != layout.unit.file:
        return None
    around = [n for n in function.of_kinds("ENUM_DECL") if node.name in _WORD.findall(_text(layout, n))]
    return around[0] if len(around) == 1 and _may_move(layout, around[0]) else None


def spans(layout: Layout, contains: Callable[[int], bool]) -> tuple[Span, ...]:
    """Where those stand, with their lines, that a part of a function names and does not declare."""
    nodes = (n for n in layout.function.of_kinds("DECL_REF_EXPR") if n.op == "inner" and contains(n.start))
    found = {n.start: n for node in nodes if (n := named(layout, node)) is not None and not contains(n.start)}
    lines = (_lines(layout, n) for _, n in sorted(found.items()))
    return tuple(layout.source.span(match.start(), match.end()) for match in lines if match)


def _text(layout: Layout, declared: Node) -> str:
    return layout.source.text[declared.start : declared.end]


def _lines(layout: Layout, declared: Node) -> re.Match[str] | None:
    text = layout.source.text
    return _ALONE.match(text, text.rfind("\n", 0, declared.start) + 1)


def _may_move(layout: Layout, declared: Node) -> bool:
    """Does an enumeration mean the same before its function, and nothing else something else for it?"""
    function, source = layout.function, layout.source
    found, before = _lines(layout, declared), source.text[function.start : declared.start]
    if found is None or layout.expansion(declared.start) or DEFINES.search(before):
        return False
    commented = before.rstrip().endswith("*/") or "//" in before.rstrip().rpartition("\n")[2]
    if commented or not same_condition(source.text, function.start, declared.start) or _ASKING.search(found[2]):
        return False
    names = {*_LISTED.findall(only_code(found[2])), *([found[1]] if found[1] else [])}
    others = {v.name for v in function.locals.values()} | function.declared
    beside = (n for n in function.of_kinds("ENUM_DECL") if n is not declared)
    others |= {word for n in beside for word in _WORD.findall(_text(layout, n))}
    values = set(_WORD.findall(found[2])) - names
    return not others & (names | values) and not any(_elsewhere(layout, name) for name in names)


def _elsewhere(layout: Layout, name: str) -> bool:
    """Does a name stand in the tree's files that the unit reads, outside of the function?"""
    function, own = layout.function, layout.source.text
    others = (layout.sources(file).text for file in layout.unit.files if file != function.file)
    return any(re.search(rf"\b{name}\b", text) for text in (*others, own[: function.start], own[function.end :]))
