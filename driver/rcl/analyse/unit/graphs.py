# SPDX-License-Identifier: MIT
"""The control flow graphs of a program's functions, each made when it is first asked for: most functions lock nothing.

A call of what never returns ends a path, so those functions are found first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from rcl.analyse.unit.building import graph_of
from rcl.analyse.unit.graph import NORETURN, Graph
from rcl.analyse.unit.tree import Function, Node, callee, library

#: the keys of libc's own functions that never return
_LIBC = frozenset(map(library, NORETURN))


class Graphs:
    """The graphs; ``never`` are the functions that never return, libc's and those a person has ``told`` of too."""

    def __init__(self, functions: Sequence[Function], told: Collection[str], text_of: Callable[[str], str]) -> None:
        self._text_of = text_of
        self._made: dict[int, Graph] = {}
        returning: dict[str, set[int]] = {}  # the definitions that may return, those of other programs' stubs too
        for function in functions:
            returning.setdefault(function.key, set()).add(id(function))
        self.never = frozenset(
            _LIBC - returning.keys() | {f.key for f in functions if f.name in told} | set(map(library, told))
        )
        if self.never == _LIBC:
            ending = [f for f in functions if ended_by_libc(f, text_of(f.file))]
        else:
            ending = self._ending([f for f in functions if any(map(self._is_last, f.calls))])
        while ending:
            for function in ending:
                returning[function.key].discard(id(function))
            more = {f.key for f in ending if not returning[f.key]}
            self.never |= more
            doubtful = [f for f in functions if any(n.ref in more for n in f.nodes if n.op == "function")]
            for function in doubtful:
                self._made.pop(id(function), None)
            ending = self._ending(doubtful)

    def _ending(self, doubtful: Sequence[Function]) -> list[Function]:
        """Those that are now known to never return, too."""
        return [f for f in doubtful if f.key not in self.never and _ends_program(self.of(f))]

    def _is_last(self, call: Node) -> bool:
        return callee(call).ref in self.never

    def of(self, function: Function) -> Graph:
        """The graph of a function."""
        if id(function) not in self._made:
            self._made[id(function)] = graph_of(function, self.never, self._text_of(function.file))
        return self._made[id(function)]


def ended_by_libc(function: Function, text: str) -> bool:
    """Does every path of a function end in a call that libc never comes back from? ``text`` is its file's.

    This is asked of all functions in each run: it is worked out where a file is parsed, and kept with the function.
    """
    if function.ends is None:
        doubtful = any(callee(call).ref in _LIBC for call in function.calls)
        function.ends = doubtful and _ends_program(graph_of(function, _LIBC, text))
    return function.ends


def _ends_program(graph: Graph) -> bool:
    """Does every path of the function end in a call that never returns?"""
    reached = graph.reached()
    events = (e for block in graph.blocks if block.number in reached for e in block.events)
    ends = any(e.kind == "call" and graph.never_returns(callee(e.node)) for e in events)
    return ends and graph.exit.number not in reached
