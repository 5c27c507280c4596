# SPDX-License-Identifier: MIT
"""Where to cut a section that cannot be shipped as a whole: what follows goes on with the lock, in place."""

from __future__ import annotations

from rcl.analyse.flow import Locks
from rcl.analyse.region import CASES, JUMPS, Layout, Statement
from rcl.analyse.tree import EXPRESSION_WRAPPERS, Node
from rcl.model import Place

#: the expressions that only work with values of variables that they name
_SIMPLE = frozenset({
    "BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR", "DECL_REF_EXPR", "INTEGER_LITERAL",
    "CHARACTER_LITERAL", "FLOATING_LITERAL", *EXPRESSION_WRAPPERS,
})  # fmt: skip


class Cuts:
    """The places where the sections of one function can be cut."""

    def __init__(self, layout: Layout, locks: Locks) -> None:
        self.layout = layout
        self.locks = locks

    def before(self, whole: Statement, place: Place | None, until: Node | None) -> Node | None:
        """The statement of the section's block behind which to cut it, so that a place is left out, if there is one."""
        rest = whole.block.kids[whole.index + 1 :]
        number = next((i for i, k in enumerate(rest) if place and place.offset < self.layout.end_of(k)), 0)
        again = any(kid is until for kid in rest[:number]) or any(k.kind in CASES for k in rest[number : number + 1])
        if again:
            return None
        return rest[number - 1] if self._worth_it(rest[:number]) else None

    def idle(self, whole: Statement, end: int) -> bool:
        """Does a section that ends with the lock, at an offset in its block, nothing until then?"""
        rest = whole.block.kids[whole.index + 1 :]
        return whole.index >= 0 and not self._worth_it([kid for kid in rest if kid.start < end])

    def _worth_it(self, statements: list[Node]) -> bool:
        takes = {id(site.call) for site in self.locks.sites}
        return any(self.does_something(kid) and id(kid) not in takes for kid in statements)

    def around(self, whole: Statement, place: Place | None) -> Node | None:
        """The statement of the section's block in which a place is, if others follow it."""
        rest = whole.block.kids[whole.index + 1 : -1]
        return next((k for k in rest if place and k.start <= place.offset < self.layout.end_of(k)), None)

    def does_something(self, statement: Node) -> bool:
        """Does a statement more than to jump, to declare variables with values that nobody must work out, or to set
        variables of the function's own, or of its thread's?
        """
        if statement.kind == "DECL_STMT":
            return any(n.kind == "CALL_EXPR" for n in statement.walk())
        if statement.kind in ("NULL_STMT", *JUMPS):
            return False
        shared = {ref for ref, variable in self.layout.function.locals.items() if variable.static}
        return not all(
            n.kind in _SIMPLE and n.op not in ("*", "&", "variable", "function") and n.ref not in shared
            for n in statement.walk()
        )
