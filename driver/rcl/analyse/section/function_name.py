# SPDX-License-Identifier: MIT
"""``__func__`` in a section, whose function has another name: its client hands it over, and for the macros of the tree
that say it the name is a macro itself: ``#define __func__ "add"``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from rcl.analyse.function.extents import Refused, Region
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import asks, spelled_by
from rcl.analyse.unit.written import is_idle, written_out
from rcl.errors import Code
from rcl.model import FUNCTION_NAME, Capture, Direction, Place, Reference

#: what gives the name of the function that it stands in
ASKING = frozenset({"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "__builtin_FUNCTION"})
_ASKED = re.compile(rf"\b(?:{'|'.join(sorted(ASKING))})\b")
_DEFINING = r"(?m)^[ \t]*#[ \t]*(define|undef)[ \t]+{}\b"
_WORD = re.compile(r"[A-Za-z_]\w*")
#: what the section may call it
_NAMES = ("func", "function", "func_name", "function_name")


def capture(layout: Layout, region: Region, place: Callable[[int], Place]) -> Capture | None:
    """The name of the function where the section asks for it by itself; refused where it must stand as it is."""
    uses = list(_uses(layout, region, place))
    if not uses:
        return None
    made = given(layout)
    if made is None:
        raise _bound(layout, uses[0], place)
    idle = all(is_idle(layout, at) for at in uses)
    return replace(made, references=tuple(Reference(place(at)) for at in uses), idle=idle)


def given(layout: Layout) -> Capture | None:
    """The name of the function as a section is given it; None if each name that the section may call it is taken."""
    name = layout.free_name(*_NAMES)
    if name is None:
        return None
    pair = f"const char *{name}", f"const char **{name}"
    return Capture(name, *pair, Direction.IN, "the function's name", value=FUNCTION_NAME)


def definitions(
    layout: Layout, region: Region, goes: Callable[[int], bool], place: Callable[[int], Place]
) -> tuple[str, ...]:
    """The macros by which those that the section calls, and that stay in it, say its function's name there."""
    macros, text = layout.unit.macros, only_code(layout.source.text[region.start : region.end])
    words = ((word[0], region.start + word.start()) for word in _WORD.finditer(text) if word[0] in macros)
    called = {name: at for name, at in words if name not in ASKING and region.contains(at) and not goes(at)}
    said = {name: spelled_by(layout.unit, layout.sources, name) & ASKING for name in called}
    for name in (name for name, asking in said.items() if "__builtin_FUNCTION" in asking):
        raise Refused(Code.STACK_BOUND.reason(place(called[name]), construct="__builtin_FUNCTION"))
    names = sorted(name for name in set[str]().union(*said.values()) if not _is_macro(layout, name, region.start))
    return tuple(f'#define {name} "{layout.function.name}"' for name in names)


def _is_macro(layout: Layout, name: str, offset: int) -> bool:
    """Is a name a macro at an offset? An earlier rewriting has defined it for the sections of other functions alone, in
    this file or in one that it includes.
    """
    files = {macro.file for macro in layout.unit.macros.get(name, [])}
    return any(_defines(layout, file, name, offset if file == layout.function.file else None) for file in files)


def _defines(layout: Layout, file: str, name: str, end: int | None) -> bool:
    """Does a file define a macro, up to an offset, and not undefine it again?"""
    said = re.findall(_DEFINING.format(name), only_code(layout.sources(file).text[:end]))
    return bool(said) and said[-1] == "define"


def _uses(layout: Layout, region: Region, place: Callable[[int], Place]) -> Iterator[int]:
    text = only_code(layout.source.text[region.start : region.end])
    for word in _ASKED.finditer(text):
        at = region.start + word.start()
        if region.contains(at):
            if _must_stay(layout, text, region.start, word.start()):
                raise _bound(layout, at, place)
            yield at


def _must_stay(layout: Layout, text: str, start: int, index: int) -> bool:
    """Would a pointer do otherwise there: it is called, its size or address is asked for, a macro writes it out, or
    defines it?
    """
    if text.startswith("__builtin", index):
        return True
    before = text[:index].rstrip()
    line = text[text.rfind("\n", 0, index) + 1 : index].lstrip()
    made = layout.expansion(start + index)
    asked = asks(layout, text, start, index) or (before.endswith("&") and not before.endswith("&&"))
    return asked or line.startswith("#") or (made is not None and written_out(layout, made, start + index))


def _bound(layout: Layout, at: int, place: Callable[[int], Place]) -> Refused:
    word = _ASKED.match(layout.source.text, at)
    return Refused(Code.STACK_BOUND.reason(place(at), construct=word[0] if word else ""))
