# SPDX-License-Identifier: MIT
"""What a function declares of elsewhere, ``extern int total;`` or ``int later(int);``, and its sections name: these
declare it for themselves, if that means the same there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rcl import lockapi
from rcl.analyse.section.unnamed import types_inside
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import DEFINES, same_condition
from rcl.analyse.unit.tree import Node

#: what declares something, here or elsewhere
KINDS = ("VAR_DECL", "FUNCTION_DECL")
_WORD = re.compile(r"[A-Za-z_]\w*")
#: a declaration that holds nothing else, and asks for nothing that may be something else in a section
_PLAIN = re.compile(r"[^={}#\"/\\;]*;")
_ASKING = re.compile(r"\b(?:sizeof|_*typeof_*|_*alignof_*|_Alignof)\b")


def named(layout: Layout, contains: Callable[[int], bool]) -> list[tuple[Node, Node]]:
    """The uses in a part of a function of what it declares outside of that part, each with the declaration."""
    declared = {n.ref: n for n in layout.function.of_kinds(*KINDS) if _of_elsewhere(n) and not contains(n.start)}
    uses = (n for n in layout.function.nodes if n.ref in declared and contains(n.start)) if declared else ()
    return [(use, declared[use.ref]) for use in uses]


def text_of(layout: Layout, declared: Node) -> str:
    """A declaration as a section may have it for itself, "" if it would mean something else there."""
    function, text = layout.function, layout.source.text
    statement = layout.graph.parent.get(id(declared))
    if statement is None or not all(_of_elsewhere(kid) for kid in statement.kids):
        return ""
    found, before = _PLAIN.match(text, statement.start), text[function.start : statement.start]
    if found is None or layout.expansion(statement.start) or _ASKING.search(found[0]) or DEFINES.search(before):
        return ""
    keys = {kid.ref for kid in statement.kids}
    others = {n.name for n in function.of_kinds(*KINDS) if _of_elsewhere(n) and n not in statement.kids}
    others |= {v.name for v in function.locals.values() if v.key not in keys}
    known = {*types_inside(layout), *lockapi.TOKENS}
    if others & {kid.name for kid in statement.kids} or known & set(_WORD.findall(found[0])):
        return ""
    return " ".join(found[0].split()) if same_condition(text, function.start, statement.start) else ""


def _of_elsewhere(node: Node) -> bool:
    return node.kind in KINDS and node.op != "local"


def texts(layout: Layout, uses: Iterable[tuple[Node, Node]]) -> tuple[str, ...]:
    """The declarations that a section has for itself, in their order."""
    found = {declared.start: declared for _, declared in uses}
    return tuple(dict.fromkeys(text_of(layout, declared) for _, declared in sorted(found.items())))
