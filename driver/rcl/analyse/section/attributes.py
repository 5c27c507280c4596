# SPDX-License-Identifier: MIT
"""Attributes of a function that change what its code does, which the functions of its sections have not got, that let
another one take its place, that show it to other libraries, or that say that it never returns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from rcl.analyse.function.extents import Refused
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.region import Layout, Sources
from rcl.analyse.unit.text import spelled_by
from rcl.analyse.unit.tree import Unit
from rcl.analyse.unit.wording import with_bodies
from rcl.errors import Code
from rcl.model import Place

#: how it is optimised, for which processor, and what the compiler adds to it
_OWN_CODE = re.compile(
    r"\b_{0,2}((?:optimize|target|target_clones|no_sanitize)(?=_{0,2}\s*\(\s*[\"\d])"
    r"|no_sanitize_\w+?|no_address_safety_analysis|no_instrument_function|no_profile_instrument_function|optnone)"
    r"_{0,2}(?!\w)"
)
#: that it is there only where no other file of the program defines it
_WEAK = re.compile(r"\b(?:weak|__weak__)\b")
#: that other libraries than its own see it, and what a macro says for that
_VISIBLE = re.compile(r"__attribute__\s*\(\(\s*_*visibility_*\s*\(\s*\"\w+\"\s*\)\s*\)\)")
_SHOWING = frozenset({"visibility", "__visibility__", "dllexport"})
#: that it never returns, perhaps by a macro of elsewhere
_NEVER = re.compile(r"noreturn|\b__dead2?\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z_]\w*")


def check(layout: Layout, place: Callable[[int], Place]) -> None:
    """Raise Refused if a function, or a prototype of it, has such an attribute."""
    for text in _said(layout):
        if found := _OWN_CODE.search(text):
            function = layout.function
            raise Refused(Code.OWN_CODE.reason(place(function.start), function=function.name, attribute=found[1]))


def is_weak(layout: Layout) -> bool:
    """May another definition of a function be the program's?"""
    pragma = re.compile(rf"^[ \t]*#[ \t]*pragma[ \t]+weak[ \t]+{layout.function.name}\b", re.MULTILINE)
    return any(_WEAK.search(only_code(text)) for text in _said(layout)) or pragma.search(layout.source.text) is not None


def shown_by(unit: Unit, sources: Sources, head: str) -> str:
    """The attribute in front of a declaration that shows what it declares to other libraries, or the macro."""
    if found := _VISIBLE.search(head):
        return found[0]
    words = (match for match in _WORD.finditer(head) if match[0] in unit.macros)
    found = next((m for m in words if not _SHOWING.isdisjoint(spelled_by(unit, sources, m[0]))), None)
    return "" if found is None else f"{found[0]}()" if head[found.end() :].lstrip()[:1] == "(" else found[0]


def told_never_to_return(layout: Layout, key: str) -> bool:
    """Does a declaration of a function say that it never returns, or is there none in the tree for its callers?"""
    unit = layout.unit
    heads = [_text(layout, f.file)[f.start : f.body.start] for f in unit.functions if f.key == key]
    heads += [_up_to_semicolon(_text(layout, p.file), p.start) for p in unit.prototypes_of.get(key, ())]
    said = (text for head in heads for text in with_bodies(unit, partial(_text, layout), head))
    return not heads or any(map(_NEVER.search, said))


def _said(layout: Layout) -> Iterator[str]:
    """What stands before the function's body, in its prototypes, and in the macros that are named there."""
    heads = [layout.head]
    for prototype in layout.unit.prototypes_of.get(layout.function.key, ()):
        heads.append(_up_to_semicolon(_text(layout, prototype.file), prototype.start))
    for head in heads:
        yield from with_bodies(layout.unit, partial(_text, layout), head)


def _text(layout: Layout, file: str) -> str:
    return layout.sources(file).text


def _up_to_semicolon(text: str, start: int) -> str:
    return text[start : text.find(";", start)]
