# SPDX-License-Identifier: MIT
"""Functions with several names: ``extern typeof(put) queue_put __attribute__((alias("put")));``.

Whatever names one by another name names that function. One that is defined under such a name elsewhere in the tree, as
a weak one may be, stays another function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rcl.analyse.unit.tree import Node, Unit


def by_one_key(units: Iterable[Unit]) -> dict[str, str]:
    """Has the units name each function by one key; those that meant it, too, with the one that it has."""
    units = list(units)
    meant = _meant(units)
    for node in _named(units) if meant else ():
        node.ref = meant.get(node.ref, node.ref)
    for unit in units if meant else ():
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


def _named(units: Iterable[Unit]) -> Iterator[Node]:
    for unit in units:
        for function in unit.functions:
            yield from function.nodes
        for value in unit.initialisers.values():
            yield from value.walk()
