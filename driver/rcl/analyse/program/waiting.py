# SPDX-License-Identifier: MIT
"""Loops that wait for another thread: nothing in them can end them, only somebody else's write can.

Such a loop reads memory in what decides whether it goes on, and neither writes that memory itself nor steps anything
on which the decision depends (``while (!flag);`` but not ``while (p->next) p = p->next;``). What it writes is followed
to what it is made of. A loop that calls a function with effects is left to what is known of that function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rcl.analyse.program.pointers import Pointers
from rcl.analyse.program.questions import question
from rcl.analyse.unit.loops import ATOMIC, Loop, local, loops, memory
from rcl.analyse.unit.traits import traits
from rcl.analyse.unit.tree import Function, Node, callee, changes, evaluated


class Waits:
    """Finds the loops of functions that wait."""

    def __init__(self, pointers: Pointers) -> None:
        self.pointers = pointers
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        self._quiet: dict[str, bool] = {}

    def of(self, function: Function, inside: Callable[[int], bool] | None = None) -> str:
        """What the first such loop in the function (or in a part of it) waits for, "" if there is none."""
        for loop in loops(function) if traits(function).loops else ():
            if inside is None or inside(loop.nodes[0].start):
                awaited = self._awaited(loop)
                if awaited:
                    return awaited
        return ""

    def _awaited(self, loop: Loop) -> str:
        idle = all(self._idle(n) for n in loop.nodes if n.kind == "CALL_EXPR")
        awaited = loop.awaited(self._memory) if idle else None
        return next(iter(awaited.values()), "") if awaited else ""

    def _memory(self, expressions: Iterable[Node]) -> dict[str, str]:
        """The memory that expressions read, also in functions that they call, with the names to call it by."""
        expressions = list(expressions)
        read = memory(expressions)
        for call in (n for expression in expressions for n in evaluated(expression) if n.kind == "CALL_EXPR"):
            if self.is_quiet(callee(call).ref):
                read = {**self.reads(callee(call).ref), **read}
        return read

    @question(lambda read: list(read.items()))
    def reads(self, key: str) -> dict[str, str]:
        """The memory that a function of the tree reads."""
        return self._memory([f.body for f in self.pointers.functions[key]])

    def _idle(self, call: Node) -> bool:
        """Has a call no effect that could end a loop?"""
        target = callee(call)
        return self.is_quiet(target.ref) or target.name.startswith(ATOMIC)

    @question(bool)
    def is_quiet(self, key: str) -> bool:
        """Does a function of the tree change nothing but its own variables? (A recursive one may.)"""
        if key not in self._quiet:
            self._quiet[key] = False
            definitions = self.pointers.functions.get(key, [])
            self._quiet[key] = bool(definitions) and all(self._changes_nothing(f) for f in definitions)
        return self._quiet[key]

    def _changes_nothing(self, function: Function) -> bool:
        nodes = list(evaluated(function.body))
        calls = all(self._idle(n) for n in nodes if n.kind == "CALL_EXPR")
        return calls and all(local(n.kids[0]) for n in nodes if changes(n))
