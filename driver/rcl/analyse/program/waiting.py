# SPDX-License-Identifier: MIT
"""Loops that wait for another thread: nothing in them can end them, only somebody else's write can.

Such a loop reads memory in what decides whether it goes on, and neither writes that memory itself nor steps a local
variable on which the decision depends (``while (!flag);`` but not ``while (p->next) p = p->next;``). A loop that calls
a function with effects is left to what is known of that function.
"""

from __future__ import annotations

from collections.abc import Callable

from rcl.analyse.program.pointers import Pointers
from rcl.analyse.program.questions import question
from rcl.analyse.unit.loops import ANY, ATOMIC, Loop, local, loops
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
        deciding = loop.deciding if idle else None
        if deciding is None:
            return ""
        read = self._memory(deciding)
        return "" if loop.written & read.keys() else next(iter(read.values()), "")

    def _memory(self, expressions: list[Node]) -> dict[str, str]:
        """The memory that expressions read, also in functions that they call, with the name to call it by."""
        read: dict[str, str] = {}
        for node in (n for expression in expressions for n in evaluated(expression)):
            if key := _memory_key(node):
                read.setdefault(key, node.name or "memory")
            elif node.kind == "CALL_EXPR" and self.is_quiet(callee(node).ref):
                read = {**self.reads(callee(node).ref), **read}
        return read

    @question(lambda read: list(read.items()))
    def reads(self, key: str) -> dict[str, str]:
        """The memory that a function of the tree reads."""
        return self._memory([f.body for f in self.pointers.functions[key]])

    def _idle(self, call: Node) -> bool:
        """Has a call no effect that could end a loop?"""
        target = callee(call)
        if target.op != "function":
            return False
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


def _memory_key(node: Node) -> str:
    """What names the memory that an expression itself reads, "" if it reads none."""
    if node.kind == "DECL_REF_EXPR":
        return node.ref if node.op in ("variable", "thread") else ""
    if node.kind == "MEMBER_REF_EXPR":
        return "" if local(node) else node.ref
    pointed = node.kind == "UNARY_OPERATOR" and node.op == "*"
    return ANY if pointed or (node.kind == "ARRAY_SUBSCRIPT_EXPR" and not local(node)) else ""
