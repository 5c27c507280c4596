# SPDX-License-Identifier: MIT
"""Functions with several names: ``extern typeof(put) queue_put __attribute__((alias("put")));``, or
``asm(".symver put,queue_put@@QUEUE_2");``.

Whatever names one by another name names that function. One that is defined under such a name elsewhere in the tree, as
a weak one may be, stays another function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rcl.analyse.unit.tree import Node, Unit


def by_one_key(units: Iterable[Unit]) -> dict[str, str]:
    """Has the units name each function by one key; those that meant it, too, with the one that it has.

    A unit's own functions mean what it says itself, where a file that is built in two ways has two.
    """
    units = list(units)
    single, own = _meant(units)
    shared = {id(f) for unit in units for known in unit.elsewhere.values() for f in known} if own else set[int]()
    for unit, names in zip(units, own, strict=False):
        for function in unit.functions:
            if _named_anew(function.nodes, single if id(function) in shared else names):
                function.changed()
        for value in unit.initialisers.values():
            _named_anew(value.walk(), names)
        unit.prototypes = [replace(p, key=names[p.key]) if p.key in names else p for p in unit.prototypes]
    return single


def _meant(units: Sequence[Unit]) -> tuple[dict[str, str], list[dict[str, str]]]:
    """What other names mean in the whole program, and what they mean in each unit; none of these if there are none."""
    found: dict[str, set[str]] = {}
    defined: set[str] = set()
    own: list[dict[str, str]] = []
    for unit in units:
        keys = {f.name: f.key for f in (*unit.functions, *(f for known in unit.elsewhere.values() for f in known))}
        defined |= set(keys.values())
        own.append({key: keys.get(symbol, "") for key, symbol in unit.aliases.items()})
        for key, meant in own[-1].items():
            found.setdefault(key, set()).add(meant)
    single = {key: next(iter(meant)) for key, meant in found.items() if len(meant) == 1}
    named = [{**single, **names} for names in own] if found else []
    single, *named = ({k: meant for k, meant in one.items() if meant and k not in defined} for one in (single, *named))
    return single, named


def _named_anew(nodes: Iterable[Node], meant: Mapping[str, str]) -> bool:
    """Has nodes name what is meant; whether one of them did not."""
    others = [node for node in nodes if node.ref in meant]
    for node in others:
        node.ref = meant[node.ref]
    return bool(others)
