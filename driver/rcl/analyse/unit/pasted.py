# SPDX-License-Identifier: MIT
"""Macros whose names other macros paste together, ``#define OP(p, op) mutex_##op(&(p)->lock)``.

Nothing spells them where they are used. A use of a macro that pastes such names is taken for one that is handed them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import chain

from rcl.analyse.closure import closure
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.text import balanced, definition, named_in, replaced, split
from rcl.analyse.unit.tree import Expansion, Macro, Unit, macros_of

_DEEPEST = 8
_WORD = re.compile(r"[A-Za-z_]\w*")
_NAMED = re.compile(r"([A-Za-z_]\w*)\s*")


def with_pasted(units: Iterable[Unit], sources: Sources, calls: Collection[str]) -> None:
    """Hand such macros to the uses that make lock calls, or in which those stand."""
    units = list(units)
    pasting = _pasting(sources, macros_of(units).values())
    for unit in units if pasting else ():
        covering = {
            (function.file, covering)
            for function in unit.functions
            for node in chain.from_iterable(function.called[name] for name in function.called.keys() & calls)
            if (covering := unit.expansion_at(function.file, node.start)) is not None
        }
        for file, outermost in covering:
            table = unit.expansions[file]
            first, end = (bisect_left(table, at, key=lambda e: e.start) for at in (outermost.start, outermost.end))
            for i in range(first, end):
                names = _names(unit, sources, file, table[i], pasting)
                table[i] = replace(table[i], handed=tuple(sorted(names.union(table[i].handed))))


def _names(unit: Unit, sources: Sources, file: str, use: Expansion, pasting: AbstractSet[str]) -> set[str]:
    """The macros whose names a macro call pastes together."""
    macro = definition(unit, use)
    return _made(unit, sources, macro, sources(file).part(use.start, use.end), pasting) if macro else set()


def _pasting(sources: Sources, macros: Collection[Macro]) -> frozenset[str]:
    """The macros that may paste tokens together, and those that may lead to one."""
    texts = [(macro.name, sources(macro.file).text[macro.start : macro.end]) for macro in macros]
    found = {name for name, text in texts if "##" in text}
    users: defaultdict[str, set[str]] = defaultdict(set)
    for name, text in texts if found else ():
        for word in _WORD.findall(text):
            users[word].add(name)
    return frozenset(closure(found, lambda name: users.get(name, ())))


def _made(unit: Unit, sources: Sources, macro: Macro, text: str, pasting: AbstractSet[str]) -> set[str]:
    """Those that a macro call pastes together in whatever macros, as far as that can be told."""
    made: set[str] = set()
    known: set[tuple[Macro, str]] = set()
    calls = {(macro, text)}
    for _ in range(_DEEPEST):
        known |= calls
        inner: set[tuple[Macro, str]] = set()
        for called, call in calls:
            given = {word for one in split(call) or () for word in _WORD.findall(one)}
            if pasting.isdisjoint({called.name, *given}):
                continue
            body = only_code(replaced(unit, sources, called, call) or "")
            made |= unit.macros.keys() & set(_WORD.findall(body)) - given - named_in(sources, called)
            inner.update(_calls(unit, body))
        calls = inner - known
    return made


def _calls(unit: Unit, code: str) -> Iterator[tuple[Macro, str]]:
    """The macros that code names, with what each is given there."""
    for name in _NAMED.finditer(code):
        given = balanced(code[name.end() :]) if code.startswith("(", name.end()) else ""
        for macro in unit.macros.get(name[1], [])[-1:]:
            yield macro, name[0] + given
