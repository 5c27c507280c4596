# SPDX-License-Identifier: MIT
"""The control flow graphs of a program's functions, each made when it is first asked for: most functions lock nothing.

A call of what never returns ends a path, so those functions are found first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from rcl.analyse.unit.building import graph_of
from rcl.analyse.unit.graph import NORETURN, Graph
from rcl.analyse.unit.tree import Function, Node, callee, library


class Graphs:
    """The graphs; ``never`` are the functions that never return, libc's and those a person has ``told`` of too."""

    def __init__(self, functions: Sequence[Function], told: Collection[str], text_of: Callable[[str], str]) -> None:
        self._text_of = text_of
        self._made: dict[int, Graph] = {}
        returning: dict[str, set[int]] = {}  # the definitions that may return, those of other programs' stubs too
        for function in functions:
            returning.setdefault(function.key, set()).add(id(function))
        outside = {library(name) for name in NORETURN} - returning.keys()
        self.never = frozenset(outside | {f.key for f in functions if f.name in told} | set(map(library, told)))
        doubtful = [f for f in functions if any(map(self._is_last, f.calls))]
        while ending := [f for f in doubtful if f.key not in self.never and _ends_program(self.of(f))]:
            for function in ending:
                returning[function.key].discard(id(function))
            more = {f.key for f in ending if not returning[f.key]}
            self.never |= more
            doubtful = [f for f in functions if any(n.ref in more for n in f.nodes if n.op == "function")]
            for function in doubtful:
                self._made.pop(id(function), None)

    def _is_last(self, call: Node) -> bool:
        return callee(call).ref in self.never

    def of(self, function: Function) -> Graph:
        """The graph of a function."""
        if id(function) not in self._made:
            self._made[id(function)] = graph_of(function, self.never, self._text_of(function.file))
        return self._made[id(function)]


def _ends_program(graph: Graph) -> bool:
    """Does every path of the function end in a call that never returns?"""
    reached = graph.reached()
    events = (e for block in graph.blocks if block.number in reached for e in block.events)
    ends = any(e.kind == "call" and graph.never_returns(callee(e.node)) for e in events)
    return ends and graph.exit.number not in reached
