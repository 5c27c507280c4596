# SPDX-License-Identifier: MIT
"""Which functions of a program a function may come to run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from rcl.analyse.closure import closure
from rcl.analyse.unit.tree import Function, Node


@dataclass(frozen=True)
class Calling:
    """The definitions of a program's functions, which of them a call may reach, and those of each, by its identity."""

    functions: Mapping[str, Sequence[Function]]
    called: Callable[[Node], AbstractSet[str]]
    reached: Mapping[int, AbstractSet[str]]
    _callees: dict[str, frozenset[str]] = field(default_factory=dict, init=False)
    _below: dict[str, frozenset[str]] = field(default_factory=dict, init=False)

    def below(self, key: str) -> frozenset[str]:
        """A function, and all that it may call, directly or not: the same set for those that call each other."""
        if key not in self._below:
            self._below[key] = self._reached(key)
        return self._below[key]

    def named(self, key: str) -> set[str]:
        """A function, and all that it calls by their names, directly or not."""
        return closure([key], lambda one: {t for f in self.functions[one] for t in f.targets if t in self.functions})

    def _reached(self, key: str) -> frozenset[str]:
        found, work = {key}, [key]
        while work:
            one = work.pop()
            known = self._below.get(one)
            if known is not None and key in known:
                return known
            more = (known or self._direct(one)) - found
            found |= more
            work += () if known else more
        return frozenset(found)

    def _direct(self, key: str) -> frozenset[str]:
        """The functions that a function may call itself."""
        if key not in self._callees:
            self._callees[key] = frozenset[str]().union(*(self.reached[id(one)] for one in self.functions[key]))
        return self._callees[key]
