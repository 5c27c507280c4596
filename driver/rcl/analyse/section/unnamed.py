# SPDX-License-Identifier: MIT
"""Variables whose type has no name, ``struct { int a; } x;``: it gets one, by a typedef before the function.

So does one that is declared with its variable, ``struct pair { int a; } x;``, if nothing else in the file has its tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rcl import lockapi
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import DEFINES
from rcl.analyse.unit.tree import Node, Variable
from rcl.analyse.unit.types import INSIDE, NAMELESS
from rcl.model import Span

_WORD = re.compile(r"[A-Za-z_]\w*")
_TAGGED = re.compile(r"(?:struct|union)\s+(\w+)\s*\{.*\}", re.DOTALL)
#: a type and nothing else: spelled, or what a macro makes of its arguments
_TYPE = re.compile(
    r"(?:(?:struct|union)\s*(?:__attribute__\s*\(\([^{}]*\)\)\s*)?\{.*\}|[A-Za-z_]\w*\s*\(.*\))", re.DOTALL
)


def named(layout: Layout, declared: Mapping[str, Node], variable: Variable) -> tuple[Variable, Span] | None:
    """The variable as one of a type with a name, and what says the type in its declaration; None if that cannot be.

    The text must mean the same before the function: it must not use what is declared in that.
    """
    node = declared.get(variable.key)
    statement = layout.graph.parent.get(id(node)) if node is not None else None
    odd = variable.elements or variable.static or variable.const or variable.volatile
    if variable.why not in (NAMELESS, INSIDE) or odd or statement is None or statement.kind != "DECL_STMT":
        return None
    first = next(layout.function.locals[kid.ref] for kid in statement.kids if kid.kind == "VAR_DECL")
    text = layout.source.text[statement.start : first.where].rstrip(" \t\r\n*")
    tagged = _TAGGED.fullmatch(text)
    if (variable.why == INSIDE) != (tagged is not None) or (tagged and _elsewhere(layout, tagged[1])):
        return None
    local = set(types_inside(layout)) - ({tagged[1]} if tagged else set())
    if re.search(r"sizeof|typeof|alignof|_Alignof", text):  # else a variable's name is something else in a type
        local |= {v.name for v in layout.function.locals.values()}
    ahead = layout.source.text[layout.function.start : statement.start]
    if not (tagged or _TYPE.fullmatch(text)) or "#" in text or DEFINES.search(ahead):
        return None
    if set(_WORD.findall(text)) & (local | lockapi.TOKENS.keys()):
        return None
    name = f"{layout.written_name}_{first.name}_type"
    if name in layout.source.text:
        return None
    type_of = variable.type.rstrip("*")
    stars = variable.type.removeprefix(type_of)
    declared_as = (f"{name} {stars}{variable.name}", f"{name} {stars}*{variable.name}")
    known = replace(variable, why="", declaration=declared_as[0], pointer=declared_as[1])
    return known, layout.source.span(statement.start, statement.start + len(text))


def _elsewhere(layout: Layout, tag: str) -> bool:
    """Does a name stand in the tree's files outside of the function, or a second time in it, with a body?"""
    own, function = layout.source.text, layout.function
    others = (layout.sources(file).text for file in layout.unit.files if file != function.file)
    outside = (*others, own[: function.start], own[function.end :])
    defined = re.findall(rf"\b{tag}\s*\{{", own[function.start : function.end])
    return len(defined) > 1 or any(re.search(rf"\b{tag}\b", text) for text in outside)


def types_inside(layout: Layout) -> Iterator[str]:
    """The names of the types that the function declares, and of the enumerations' values."""
    for node in layout.function.nodes:
        if node.kind in ("STRUCT_DECL", "UNION_DECL", "TYPEDEF_DECL"):
            yield node.name
        elif node.kind == "ENUM_DECL":
            yield from _WORD.findall(layout.source.text[node.start : node.end])
