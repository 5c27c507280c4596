# SPDX-License-Identifier: MIT
"""Loops that wait for another thread: nothing in them can end them, only somebody else's write can.

Such a loop reads memory in what decides whether it goes on, and neither writes that memory itself nor steps anything
on which the decision depends (``while (!flag);`` but not ``while (p->next) p = p->next;``). What it writes is followed
to what it is made of; what a round gives a value before all else it does to it keeps nothing to step. A function that
it calls may end it if it changes what decides, or that is what the function gives, and made of something unknown. A
function that calls itself is such a loop, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rcl.analyse.program.pointers import Pointers
from rcl.analyse.program.questions import question
from rcl.analyse.program.writes import BEHIND, OUTSIDE, RECORDS
from rcl.analyse.unit.loops import ANY, ATOMIC, Loop, local, loops, memory, result
from rcl.analyse.unit.traits import traits
from rcl.analyse.unit.tree import LOOPS, Function, Node, callee, changes, evaluated


class Waits:
    """Finds the loops of functions that wait."""

    def __init__(self, pointers: Pointers) -> None:
        self.pointers = pointers
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        self._quiet: dict[str, bool] = {}
        self._told: dict[str, dict[str, str] | None] = {}
        #: what functions read, as long as of the same ones it is being found out what tells what they give
        self._read: dict[str, dict[str, str]] = {}

    def of(self, function: Function, inside: Callable[[int], bool] | None = None) -> str:
        """What the first such loop in the function (or in a part of it) waits for, "" if there is none."""
        for loop in loops(function) if traits(function).loops else ():
            if inside is None or inside(loop.nodes[0].start):
                awaited = self._awaited(loop)
                if awaited:
                    return awaited
        return ""

    def _awaited(self, loop: Loop) -> str:
        awaited = loop.awaited(self._memory)
        if awaited is None or not awaited.memory:
            return ""
        calls = (n for n in loop.nodes if n.kind == "CALL_EXPR" and not (loop.again and callee(n).ref == loop.again))
        acting = [n for n in calls if not self._idle(n)]
        jumps = loop.nodes[0].kind not in LOOPS and not loop.again  # of what stands in between, not all may be repeated
        may_end = bool(acting) and (jumps or self._may_end(loop.shared, acting, awaited.deciding))
        return "" if may_end else next(iter(awaited.memory.values()))

    def _may_end(self, shared: set[str], calls: list[Node], deciding: list[Node]) -> bool:
        """May calls that have effects decide whether a loop goes on, or change what that depends on, be it one of the
        ``shared`` variables?
        """
        nodes = [n for expression in deciding for n in evaluated(expression)]
        asked = {id(n) for n in nodes}
        if any(self._is_left_out(call) or (id(call) in asked and not self._tells(call)) for call in calls):
            return True
        called = {key for call in calls for key in self.pointers.called(call)}
        writes = self.pointers.writes
        altered = frozenset[str]().union(*map(writes.by, calls), *map(writes.behind, called))
        read = {*self._memory(deciding), *(n.ref for n in nodes if n.op == "local")}
        led_to = not read.isdisjoint(shared) or any(map(writes.addressed, sorted(read)))
        loose = RECORDS in altered or (BEHIND in altered and led_to)
        outside = all(any(key.startswith(OUTSIDE) for key in keys) for keys in (altered, read))
        return loose or outside or not altered.isdisjoint(read) or (bool(altered) and ANY in read)

    def _is_left_out(self, call: Node) -> bool:
        """Is it a lock call, or one through a pointer of which nobody knows where it leads, both told of elsewhere?"""
        target = callee(call)
        return target.name in self.pointers.api.calls or (target.op != "function" and not self.pointers.called(call))

    def _memory(self, expressions: Iterable[Node]) -> dict[str, str]:
        """The memory that expressions read, also in functions that they call, with the names to call it by."""
        expressions = list(expressions)
        read = memory(expressions)
        calls = (n for expression in expressions for n in evaluated(expression) if n.kind == "CALL_EXPR")
        for call in calls:
            told = self.reads if self._idle(call) else self.tells
            for key in sorted(self.pointers.called(call)):
                read = {**(told(key) or {}), **read}
        return read

    def _tells(self, call: Node) -> bool:
        """Is it known which memory says what a call gives?"""
        called = self.pointers.called(call)
        return bool(called) and all(self.tells(key) is not None for key in called)

    @question(lambda told: None if told is None else list(told.items()))
    def tells(self, key: str) -> dict[str, str] | None:
        """The memory that says what a function of the tree returns; None if that also hangs on something else."""
        if key not in self._told:
            self._told[key], outer, self._read = None, self._read, {}
            self._told[key], self._read = self._memory_that_tells(key), outer
        return self._told[key]

    def _memory_that_tells(self, key: str) -> dict[str, str] | None:
        deciding = [n for f in self.pointers.functions.get(key, []) for n in result(f).deciding(self._memory)]
        asked = (n for expression in deciding for n in evaluated(expression) if n.kind == "CALL_EXPR")
        return self._memory(deciding) if all(self._idle(call) or self._tells(call) for call in asked) else None

    @question(lambda read: list(read.items()))
    def reads(self, key: str) -> dict[str, str]:
        """The memory that a function of the tree reads."""
        if key not in self._read:
            self._read[key] = self._memory([f.body for f in self.pointers.functions[key]])
        return self._read[key]

    def _idle(self, call: Node) -> bool:
        """Has a call no effect that could end a loop?"""
        called = self.pointers.called(call)
        return callee(call).name.startswith(ATOMIC) or (bool(called) and all(map(self.is_quiet, sorted(called))))

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
