# SPDX-License-Identifier: MIT
"""Macros that are other names of lock calls, ``#define my_lock pthread_mutex_lock``, or end with such a name,
``#define my_lock if (threaded) pthread_mutex_lock``.

A use of one is taken for a macro call that ends behind its arguments, as if the macro handed them on.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable
from dataclasses import replace

from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.text import parts
from rcl.analyse.unit.tree import Macro, Unit, callee

_DEEPEST = 8
_LAST_WORD = re.compile(r"\w+$")


def with_arguments(units: Iterable[Unit], sources: Sources, calls: Collection[str]) -> None:
    """Lengthen the uses of such macros up to the end of the call."""
    for unit in units:
        unit.renames = {
            name for name, known in unit.macros.items() if all(renames(unit, sources, m, calls) for m in known)
        }
        ending = {name for name, known in unit.macros.items() if all(_ends(sources, m, calls) for m in known)}
        lengthened = unit.renames | ending
        for function in unit.functions if lengthened else ():
            table = unit.expansions.get(function.file, [])
            for node in function.nodes:
                if node.kind != "CALL_EXPR" or callee(node).name not in calls:
                    continue
                i = bisect_left(table, node.start, key=lambda e: e.start)
                if i < len(table) and table[i].start == node.start and table[i].name in lengthened:
                    table[i] = replace(table[i], end=max(table[i].end, node.end))


def _ends(sources: Sources, macro: Macro, names: Collection[str]) -> bool:
    """Does a macro end with one of these names, so that what it is given stands behind it?"""
    _, parameters, body = parts(sources(macro.file).part(macro.start, macro.end))
    last = _LAST_WORD.search(body) if parameters is None else None
    return last is not None and last[0] in names


def renames(unit: Unit, sources: Sources, macro: Macro, names: Collection[str], depth: int = _DEEPEST) -> bool:
    """Is one of these names, perhaps through other macros, all that a macro stands for?"""
    _, parameters, body = parts(sources(macro.file).part(macro.start, macro.end))
    if parameters is not None:
        return False
    inner = unit.macros.get(body, []) if depth else []
    return body in names or any(renames(unit, sources, m, names, depth - 1) for m in inner)
