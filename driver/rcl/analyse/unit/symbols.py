# SPDX-License-Identifier: MIT
"""Functions with several names: ``extern typeof(put) queue_put __attribute__((alias("put")));``, or
``asm(".symver put,queue_put@@QUEUE_2");``.

Whatever names one by another name names that function. One that is defined under such a name elsewhere in the tree, as
a weak one may be, stays another function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rcl.analyse.unit.tree import Node, Unit


def by_one_key(units: Iterable[Unit]) -> dict[str, str]:
    """Has the units name each function by one key; those that meant it, too, with the one that it has."""
    units = list(units)
    meant = _meant(units)
    for unit in units if meant else ():
        for function in unit.functions:
            if _named_anew(function.nodes, meant):
                function.changed()
        for value in unit.initialisers.values():
            _named_anew(value.walk(), meant)
        unit.prototypes = [replace(p, key=meant[p.key]) if p.key in meant else p for p in unit.prototypes]
    return meant


def _meant(units: Iterable[Unit]) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    defined: set[str] = set()
    for unit in units:
        keys = {f.name: f.key for f in (*unit.functions, *(f for known in unit.elsewhere.values() for f in known))}
        defined |= set(keys.values())
        for key, symbol in unit.aliases.items():
            found.setdefault(key, set()).add(keys.get(symbol, ""))
    single = {key: next(iter(meant)) for key, meant in found.items() if len(meant) == 1}
    return {key: meant for key, meant in single.items() if meant and key not in defined}


def _named_anew(nodes: Iterable[Node], meant: Mapping[str, str]) -> bool:
    """Has nodes name what is meant; whether one of them did not."""
    others = [node for node in nodes if node.ref in meant]
    for node in others:
        node.ref = meant[node.ref]
    return bool(others)
