# SPDX-License-Identifier: MIT
"""Names that come to mean other mutexes, ``lock(&a[i]); i++;``: what was taken is held on, but not by that name."""

from __future__ import annotations

from collections.abc import Iterable

from rcl.analyse.unit.graph import Event
from rcl.analyse.unit.tree import Node, only_named


class Steps:
    """The local variables with which the names of a function's mutexes change what they mean."""

    def __init__(self, named: Iterable[tuple[str, Node]]) -> None:
        #: by each of them the keys whose meaning it changes
        self.keys: dict[str, set[str]] = {}
        for key, lock in named:
            for ref in _made_of(lock):
                self.keys.setdefault(ref, set()).add(key)

    def behind(self, event: Event) -> frozenset[str]:
        """The keys that mean other mutexes behind an event."""
        return frozenset(self.keys.get(event.ref, ())) if event.kind in ("w", "d") else frozenset()


def former(key: str) -> str:
    """The key of all that a key meant before."""
    return f"{key} before"


def _made_of(lock: Node) -> set[str]:
    """The local variables whose values say which mutex is meant."""
    apart = {id(node) for node in only_named(lock)}
    return {n.ref for n in lock.walk() if n.kind == "DECL_REF_EXPR" and n.op == "local" and id(n) not in apart}
