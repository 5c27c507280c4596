# SPDX-License-Identifier: MIT
"""Macros that are other names of lock calls, ``#define my_lock pthread_mutex_lock``, or of macros that make them, or
that end with such a name, ``#define my_lock if (threaded) pthread_mutex_lock``.

A use of one is taken for a macro call that ends behind its arguments, as if the macro handed them on.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from itertools import chain

from rcl.analyse.closure import closure
from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.text import parts
from rcl.analyse.unit.tree import Macro, Unit, macros_of

_DEEPEST = 8
_LAST_WORD = re.compile(r"\w+$")


def with_arguments(units: Iterable[Unit], sources: Sources, calls: Collection[str]) -> None:
    """Lengthen the uses of such macros up to the end of the call."""
    units = list(units)
    each = macros_of(units)
    said = {number: body_of(sources, macro) for number, macro in each.items()}
    words = {number: _last_word(body) for number, body in said.items()}
    ends: defaultdict[str, set[str]] = defaultdict(set)
    for number, word in words.items():
        ends[word].add(each[number].name)
    taking = {macro.name for number, macro in each.items() if said[number] is None}
    followed = closure(taking.union(calls) & ends.keys(), lambda name: ends.get(name, ()))
    last = {number for number, word in words.items() if word in followed}
    if not last:
        return
    named: defaultdict[str, set[str]] = defaultdict(set)
    for number, macro in each.items():
        named[said[number] or ""].add(macro.name)
    leading = closure(calls, lambda name: named.get(name, ()))
    ended = {each[number].name for number in last}

    def body(macro: Macro) -> str | None:
        return said[id(macro)]

    for unit in units:
        macros = unit.macros
        unit.renames = {
            name for name in macros.keys() & leading if all(renames(unit, body, m, calls) for m in macros[name])
        }
        ending = {name for name in macros.keys() & ended if all(id(m) in last for m in macros[name])}
        lengthened = unit.renames | ending
        for function in unit.functions if lengthened else ():
            table = unit.expansions.get(function.file, [])
            for node in chain.from_iterable(function.called[name] for name in function.called.keys() & calls):
                i = bisect_left(table, node.start, key=lambda e: e.start)
                if i < len(table) and table[i].start == node.start and table[i].name in lengthened:
                    table[i] = replace(table[i], end=max(table[i].end, node.end))


def _last_word(body: str | None) -> str:
    """The word that a macro's body ends with, behind which stands what the macro is given; "" if it ends otherwise."""
    last = _LAST_WORD.search(body or "")
    return last[0] if last else ""


def body_of(sources: Sources, macro: Macro) -> str | None:
    """What a macro without parameters stands for; None for one with."""
    _, parameters, body = parts(sources(macro.file).part(macro.start, macro.end))
    return body if parameters is None else None


def renames(
    unit: Unit, body: Callable[[Macro], str | None], macro: Macro, names: Collection[str], depth: int = _DEEPEST
) -> bool:
    """Is one of these names, perhaps through other macros, all that a macro stands for? ``body``: see body_of."""
    said = body(macro)
    inner = unit.macros.get(said, []) if depth and said is not None else []
    return said in names or any(renames(unit, body, m, names, depth - 1) for m in inner)
