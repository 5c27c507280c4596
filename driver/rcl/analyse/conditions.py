# SPDX-License-Identifier: MIT
"""Waits for a condition at which a section can end, to be run again when its client has waited."""

from __future__ import annotations

from dataclasses import dataclass

from rcl.analyse.flow import Locks, Operation
from rcl.analyse.region import LOOPS, PREFIXES, Layout, Statement
from rcl.analyse.text import bare, call_arguments
from rcl.analyse.tree import EXPRESSION_WRAPPERS, Node, callee, changes, operands, strip
from rcl.model import Op, Span, Wait

#: the runtime's call whose result a section returns in order to wait
REQUESTS = {Op.WAIT: "rcl_wait", Op.TIMEDWAIT: "rcl_timedwait"}


@dataclass(frozen=True)
class Awaited:
    """A wait; ``span`` is the statement in whose place the section ends, empty in front of one that uses the result."""

    operation: Operation
    span: Span
    token: int
    wait: Wait


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
        own = operation.key == self.site.key and operation.before.get(operation.key, frozenset()) == {self.site.number}
        return own and not any(self.locks.sites[n].call.start >= start for n in others)

    def _awaited(self, operation: Operation) -> Awaited | None:
        call = operation.call
        given = call_arguments(self.layout, call)
        if given is None or any(p.kind == "StmtExpr" for p in self.layout.parents(call)):
            return None
        known = self.locks.pointers.api.calls[callee(call).name]
        request = f"{REQUESTS[known.op]}({', '.join(bare(a) for a in given)})"
        source = self.layout.source
        if statement := self._statement(call):
            start, end, token = statement
            return Awaited(operation, source.span(start, end), token, Wait(request, None, self._loop(call)))
        using = self._using(call)
        if using is None or known.new:  # rcl_waited() gives an errno
            return None
        value = source.span(call.start, call.end)
        return Awaited(operation, source.span(using.start, using.start), call.start, Wait(request, value))

    def _statement(self, call: Node) -> tuple[int, int, int] | None:
        """Start, end and token of the statement that is nothing but the call."""
        if (whole := self.layout.whole_statement(call)) and not whole.condition:
            return whole.start, whole.end, whole.token
        node, above = self._outside(call)
        if self._unmade(call) and above is not None and self._branch(above, node):
            return node.start, self.layout.with_semicolon(node.end), strip(call.kids[0]).start
        return None

    def _outside(self, node: Node) -> tuple[Node, Node | None]:
        """The expression without what stands around it and changes nothing, and the node above that."""
        above = self.parent.get(id(node))
        while above is not None and above.kind in EXPRESSION_WRAPPERS:
            node, above = above, self.parent.get(id(above))
        return node, above

    def _unmade(self, node: Node) -> bool:
        """Is it spelled in the source, and by no macro?"""
        return self.layout.hidden(node.start) is None

    def _branch(self, above: Node, node: Node) -> bool:
        """Is it a branch or a loop's body, without braces?"""
        if above.kind == "IF_STMT":
            return node is not above.kids[0]
        return above.kind in LOOPS and node is above.kids[0 if above.kind == "DO_STMT" else -1]

    # ------------------------------------------------------------------ results that are used

    def _using(self, call: Node) -> Node | None:
        """The statement that uses the result, in a block, if nothing in it comes before the wait."""
        node, above = self._outside(call)
        while above is not None and self._evaluates_first(above, node):
            node, above = self._outside(above)
        if above is None or not self._unmade(call):
            return None
        if above.kind == "VAR_DECL":
            first, node = above, self.parent[id(above)]
            above = self.parent.get(id(node))
            if node.kids[0] is not first or operands(first)[-1] is not self._outside(call)[0]:
                return None
        elif above.kind in ("IF_STMT", "SWITCH_STMT") and node is above.kids[0]:
            node, above = above, self.parent.get(id(above))
        while above is not None and above.kind in PREFIXES and above.kids[-1] is node:
            return None
        return node if above is not None and above.kind == "COMPOUND_STMT" and self._unmade(node) else None

    def _evaluates_first(self, above: Node, node: Node) -> bool:
        """Is the operand evaluated always, and before anything that has an effect or that the wait may change?"""
        if above.kind == "UNARY_OPERATOR":
            return above.op in ("!", "-", "~")
        if above.kind != "BINARY_OPERATOR":
            return False
        left, right = above.kids
        if above.op in ("&&", "||", ","):
            return node is left
        if above.op == "=":
            return node is right and strip(left).kind == "DECL_REF_EXPR"
        other = strip(right if node is left else left)
        return other.kind in ("INTEGER_LITERAL", "DECL_REF_EXPR")

    # ------------------------------------------------------------------ loops that only wait

    def _loop(self, call: Node) -> int | None:
        """Where ``while`` stands of a loop that begins the section and does nothing but wait."""
        node, above = self._outside(call)
        if above is not None and above.kind == "COMPOUND_STMT" and len(above.kids) == 1:
            node, above = above, self.parent.get(id(above))
        if above is None or above.kind != "WHILE_STMT" or above.kids[-1] is not node or not self._unmade(above):
            return None
        rest = self.whole.block.kids[self.whole.index + 1 :]
        first = next((kid for kid in rest if kid.kind != "NULL_STMT"), None)
        steps = any(changes(n) and any(m.op == "local" for m in n.kids[0].walk()) for n in above.kids[0].walk())
        return above.start if first is above and not steps else None
