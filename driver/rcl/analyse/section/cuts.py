# SPDX-License-Identifier: MIT
"""Where to cut a section that cannot be shipped as a whole (the rest goes on with the lock, in place), if that pays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rcl.analyse.function.extents import Region
from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.function.wrappers import as_usual
from rcl.analyse.unit import scope
from rcl.analyse.unit.checks import done_if
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.tree import CASES, EXPRESSION_WRAPPERS, JUMPS, Node, changes
from rcl.model import Place

#: the expressions that only work with values of variables that they name
_SIMPLE = frozenset({
    "BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR", "DECL_REF_EXPR", "INTEGER_LITERAL",
    "CHARACTER_LITERAL", "FLOATING_LITERAL", *EXPRESSION_WRAPPERS,
})  # fmt: skip

#: the expressions, apart from variables and what is pointed to, that do something or look at memory
_ACTING = ("CALL_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR")


class Cuts:
    """The places where the sections of one function can be cut."""

    def __init__(self, layout: Layout, locks: Locks) -> None:
        self.layout = layout
        self.locks = locks

    def before(self, whole: Statement, place: Place | None, until: Node | None) -> Node | None:
        """The statement of the section's block behind which to cut it, so that a place is left out, if there is one."""
        rest = whole.block.kids[whole.index + 1 :]
        number = next((i for i, k in enumerate(rest) if place and place.offset < self.layout.end_of(k)), 0)
        while number and rest[number] is not scope.parts(whole.block, rest[number])[0]:
            number -= 1
        again = any(kid is until for kid in rest[:number]) or any(k.kind in CASES for k in rest[number : number + 1])
        if again:
            return None
        return rest[number - 1] if self._worth_it(rest[:number]) else None

    def idle(self, whole: Statement) -> bool:
        """Does a section that ends with the lock and its block nothing?"""
        return not self._worth_it(whole.block.kids[whole.index + 1 :])

    def _worth_it(self, statements: list[Node]) -> bool:
        takes = {id(site.call) for site in self.locks.sites}
        return any(self.does_something(kid) and id(kid) not in takes for kid in statements)

    def around(self, whole: Statement, place: Place | None) -> Node | None:
        """The statement of the section's block in which a place is, if others follow it, and it does something."""
        block = whole.block
        rest = block.kids[whole.index + 1 : -1]
        found = next((k for k in rest if place and k.start <= place.offset < self.layout.end_of(k)), None)
        last = scope.parts(block, found)[-1] if found else None
        return last if found and last is not block.kids[-1] and self.does_something(found) else None

    def branches(self, whole: Statement, place: Place | None) -> Iterator[Node]:
        """The statements in which a place is, of the blocks below the section's own and of branches without braces.

        From the inside out.
        """
        if place is None:
            return
        within = [n for n in self.layout.function.nodes if whole.end <= n.start <= place.offset < n.end]
        written = [n for n in within if self.layout.expansion(n.start) is None]
        for above in sorted(written, key=lambda node: -node.start):
            kids = above.kids if above.kind == "COMPOUND_STMT" else above.kids[1:] if above.kind == "IF_STMT" else []
            bare = (k for k in kids if k.kind != "COMPOUND_STMT" or above.kind == "COMPOUND_STMT")
            inside = (k for k in bare if k.start <= place.offset < self.layout.end_of(k))
            yield from (scope.parts(above, k)[0] for k in inside)

    def works(self, region: Region) -> bool:
        """Does what is moved of a section call anything but lock functions, or look at what others may change?"""
        calls = [operation.call for operation in self.locks.own]
        nodes = self.layout.function.nodes
        acting = (n for n in nodes if n.kind in _ACTING or n.op in ("*", "variable") or n.ref in self._shared)
        apart = (n for n in acting if not any(c.start <= n.start < c.end for c in calls))
        return any(region.contains(n.start) for n in apart)

    def does_something(self, statement: Node) -> bool:
        """Does a statement more than to jump, to declare variables with values that nobody must work out, or to set
        variables of the function's own, or of its thread's?
        """
        if statement.kind == "DECL_STMT":
            return any(n.kind == "CALL_EXPR" for n in statement.walk())
        if statement.kind in ("NULL_STMT", *JUMPS):
            return False
        return not all(
            n.kind in _SIMPLE and n.op not in ("*", "&", "variable", "function") and n.ref not in self._shared
            for n in statement.walk()
        )

    @cached_property
    def _shared(self) -> set[str]:
        """The function's variables that all its callers share."""
        return {ref for ref, variable in self.layout.function.locals.items() if variable.static}

    def handed_on(self, site: Operation) -> bool:
        """Does the function nothing while it holds a lock but look, count, take and release others, and return?

        What it does if that has failed does not count.
        """
        blocks, parent = self.layout.graph.blocks, self.layout.graph.parent
        made = done_if(self.layout.graph, site.call, as_usual(site)[0])
        starts = {b.at for b in blocks}
        held = {b.at for b in blocks if any(site.number in n for n in self.locks.at_start.get(b.number, {}).values())}
        calls = [operation.call for operation in self.locks.operations if not operation.frees]
        for node in self.layout.function.nodes:
            acts = id(node) in made or (changes(node) and self.does_something(node))
            if not acts or any(c.start <= node.start < c.end for c in calls):
                continue
            while node.start not in starts:
                node = parent[id(node)]
            if node.start in held:
                return False
        return True
