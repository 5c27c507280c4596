# SPDX-License-Identifier: MIT
"""Waits for a condition at which a section can end, to be run again when its client has waited."""

from __future__ import annotations

from dataclasses import dataclass

from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.unit import scope
from rcl.analyse.unit.checks import outside, using
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.text import bare, call_arguments
from rcl.analyse.unit.tree import LOOPS, Node, callee, changes, strip
from rcl.model import Op, Span, Wait

#: the runtime's call whose result a section returns in order to wait
REQUESTS = {Op.WAIT: "rcl_wait", Op.TIMEDWAIT: "rcl_timedwait"}
#: and that of calls which say the time otherwise
OTHERS = {"g_cond_wait_until": "rcl_g_wait_until"}


@dataclass(frozen=True)
class Awaited:
    """A wait; ``span`` is the statement in whose place the section ends, empty in front of one that uses the result;
    ``branch`` is where that begins if it is alone a branch or a loop's body.
    """

    operation: Operation
    span: Span
    token: int
    wait: Wait
    branch: int | None = None


class Conditions:
    """The waits of one section."""

    def __init__(self, layout: Layout, locks: Locks, site: Operation, whole: Statement) -> None:
        self.layout = layout
        self.locks = locks
        self.site = site
        self.whole = whole
        self.parent = layout.graph.parent

    def between(self, start: int, end: int) -> list[Awaited]:
        """Those between two offsets that stand in the section itself."""
        found = []
        for operation in self.locks.operations:
            if operation.effect == "wait" and start <= operation.call.start < end and self._own(operation, start):
                awaited = self._awaited(operation)
                found += [awaited] if awaited else []
        return found

    def _own(self, operation: Operation, start: int) -> bool:
        """Does it wait with the section's lock, and with no other that was taken in the section?"""
        others = {
            number for key, held in operation.before.items() if key != self.site.key for number in held if number >= 0
        }
        own = operation.before.get(operation.key, frozenset()) == {self.site.number}
        return own and not any(self.locks.sites[n].call.start >= start for n in others)

    def _awaited(self, operation: Operation) -> Awaited | None:
        call = operation.call
        given = call_arguments(self.layout, call)
        if given is None or any(p.kind == "StmtExpr" for p in self.layout.parents(call)) or _changes_locals(call):
            return None  # what it is given is worked out when the section has put its values down
        name = callee(call).name
        known = self.locks.pointers.api.calls[name]
        request = f"{OTHERS.get(name, REQUESTS[known.op])}({', '.join(bare(a) for a in given)})"
        source = self.layout.source
        if statement := self._statement(call):
            start, end, token, branch = statement
            return Awaited(operation, source.span(start, end), token, Wait(request, None, self._loop(call)), branch)
        node = using(self.parent, call)
        if node is None or self.parent[id(node)].kind != "COMPOUND_STMT" or known.new:  # rcl_waited() gives an errno
            return None
        if not (self._unmade(call) and self._unmade(node)):
            return None
        value = source.span(call.start, call.end)
        return Awaited(operation, source.span(node.start, node.start), call.start, Wait(request, value))

    def _statement(self, call: Node) -> tuple[int, int, int, int | None] | None:
        """Start, end and token of the statement that is nothing but the call, and where it begins as a branch."""
        if (whole := self.layout.whole_statement(call)) and not whole.condition:
            return whole.start, whole.end, whole.token, None
        made = self.layout.expansion(call.start)
        checking = self.layout.checking(call, made) if made else None
        node = checking or outside(self.parent, call)[0]
        if (checking or self._unmade(call)) and self._branch(self.parent[id(node)], node):
            end, token = self.layout.with_semicolon(node.end), strip(call.kids[0]).start
            return node.start, end, token, self.layout.branch_of(node)
        return None

    def _unmade(self, node: Node) -> bool:
        """Is it spelled in the source, and by no macro?"""
        return self.layout.hidden(node.start) is None

    def _branch(self, above: Node, node: Node) -> bool:
        """Is it a branch or a loop's body, without braces?"""
        if above.kind == "IF_STMT":
            return node is not above.kids[0]
        return above.kind in LOOPS and node is above.kids[0 if above.kind == "DO_STMT" else -1]

    # ------------------------------------------------------------------ loops that only wait

    def _loop(self, call: Node) -> int | None:
        """Where ``while`` stands of a loop that begins the section and does nothing but wait."""
        above = self.parent[id(outside(self.parent, call)[0])]
        if above.kind == "COMPOUND_STMT" and len(above.kids) == 1:
            above = self.parent[id(above)]
        if above.kind != "WHILE_STMT" or not self._unmade(above):
            return None
        block = scope.follows(self.whole.block, self.whole.index)
        rest = scope.inside(block) if block else self.whole.block.kids[self.whole.index + 1 :]
        first = next((kid for kid in rest if kid.kind != "NULL_STMT"), None)
        begins = first is above and not self.whole.goes_on
        return above.start if begins and not _changes_locals(above.kids[0]) else None


def _changes_locals(expression: Node) -> bool:
    """Does an expression change variables of the function, or what they lead to?"""
    return any(changes(n) and any(m.op == "local" for m in n.kids[0].walk()) for n in expression.walk())
