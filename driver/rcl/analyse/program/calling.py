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
    """The definitions of a program's functions, and which of them a call may reach."""

    functions: Mapping[str, Sequence[Function]]
    called: Callable[[Node], AbstractSet[str]]
    _callees: dict[str, frozenset[str]] = field(default_factory=dict, init=False)

    def below(self, key: str) -> set[str]:
        """A function, and all that it may call, directly or not."""
        return closure([key], self._direct)

    def _direct(self, key: str) -> frozenset[str]:
        """The functions that a function may call itself."""
        if key not in self._callees:
            calls = (call for function in self.functions[key] for call in function.calls)
            self._callees[key] = frozenset[str]().union(*map(self.called, calls))
        return self._callees[key]
