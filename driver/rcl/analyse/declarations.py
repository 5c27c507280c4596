# SPDX-License-Identifier: MIT
"""Which bytes of a function declare a variable that the function does not need any more."""

from __future__ import annotations

from rcl.analyse.region import Layout
from rcl.analyse.tree import Node, operands
from rcl.model import Span

_SIMPLE = frozenset({"INTEGER_LITERAL", "CHARACTER_LITERAL", "FLOATING_LITERAL"})


def span(layout: Layout, node: Node | None, unneeded: set[str]) -> Span | None:
    """The declaration, or the declarator in it; None if its initialiser does something or macros wrote it."""
    if node is None or any(value.kind not in _SIMPLE for value in operands(node)):
        return None
    statement = layout.graph.parent.get(id(node))
    if statement is None or statement.kind != "DECL_STMT" or layout.expansion(statement.start):
        return None
    above = layout.graph.parent.get(id(statement))
    if above is None or above.kind != "COMPOUND_STMT":
        return None
    declared = [k for k in statement.kids if k.kind == "VAR_DECL"]
    if len(declared) != len(statement.kids) or any(operands(k) for k in declared if k is not node):
        return None
    if all(k.ref in unneeded for k in declared):
        return _line(layout, statement.start, layout.end_of(statement))
    return _declarator(layout, declared, node)


def _declarator(layout: Layout, declared: list[Node], node: Node) -> Span | None:
    """One of several declarators, with the comma that parts it from its neighbour."""
    text, index = layout.source.text, declared.index(node)
    if index:
        return layout.source.span(declared[index - 1].end, node.end)
    comma = text.find(",", node.end)
    start = layout.function.locals[node.ref].where
    while text[start - 1] in " \t*":
        start -= 1
    return layout.source.span(start, comma + 1) if comma > 0 else None


def _line(layout: Layout, start: int, end: int) -> Span:
    """The statement, with its line if nothing else stands there."""
    text = layout.source.text
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    if last >= 0 and not text[first:start].strip() and not text[end:last].strip():
        start, end = first, last + 1
    return layout.source.span(start, end)
