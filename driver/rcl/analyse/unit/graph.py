# SPDX-License-Identifier: MIT
"""The control flow graph of a function.

A block's events, in order of evaluation, are what it does to local variables and whom it calls:
``r`` read, ``w`` whole write, ``pw`` write of a part, ``a`` address taken, ``d`` declared without a value,
``m`` mentioned without evaluation (sizeof), ``x`` operand of assembly, ``call``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from rcl.analyse.unit.tree import Function, Node

#: functions of libc that go back to where a function has saved a place
JUMPING = frozenset({"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"})
#: those that never come back
NORETURN = JUMPING | {
    "exit", "_exit", "_Exit", "quick_exit", "abort", "pthread_exit",
    "__assert_fail", "__assert_perror_fail", "__assert", "err", "errx", "verr", "verrx", "thrd_exit",
    "__builtin_unreachable", "__builtin_trap", "__stack_chk_fail",
}  # fmt: skip
#: those of them that a program gets to only if something is wrong in it
ABORTING = frozenset({
    "abort", "__assert_fail", "__assert_perror_fail", "__assert", "__builtin_unreachable", "__builtin_trap",
    "__stack_chk_fail",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a block does; ``ref`` is the variable's key."""

    kind: str
    ref: str
    node: Node


@dataclass(frozen=True, slots=True)
class Edge:
    """A way to the next block, taken when ``condition`` (if any) is ``truth``.

    ``case`` is a switch, and that of its labels which it leads to; None for that where none fits.
    """

    to: Block
    condition: Node | None = None
    truth: bool = True
    case: tuple[Node, Node | None] | None = None


@dataclass(slots=True, eq=False)
class Block:
    """``at`` is where the statement stands, -1 for a mere meeting point; ``home`` is the statement that made it.

    ``begins`` is the id of the statement's node if the block begins it: several of a macro's stand at one place.
    """

    number: int
    at: int = -1
    home: int = -1
    begins: int = 0
    events: list[Event] = field(default_factory=list)
    out: list[Edge] = field(default_factory=list)


class Graph:
    """The control flow of one function, as building.py makes it."""

    def __init__(self, function: Function, noreturn: frozenset[str]) -> None:
        self.function = function
        self.noreturn = noreturn
        #: those of them that end as an assertion does
        self.aborting: frozenset[str] = frozenset()
        self.strange = function.strange
        self.entry, self.exit = Block(0), Block(1)
        self.blocks = [self.entry, self.exit]
        #: by their names, those of blocks that have one of the same name for themselves with a number
        self.labels: dict[str, tuple[Block, Node]] = {}
        #: jumping statement -> the loop or switch it leaves or repeats, or the label by its key in ``labels``
        self.jumps: list[tuple[Node, Node | str | None]] = []
        #: the branch of an if statement, or the operand of a condition's -> the block where control goes without it
        self.otherwise: dict[int, Block] = {}
        #: a statement in which control branches -> the block where its ways meet again
        self.meeting: dict[int, Block] = {}
        self.parent: dict[int, Node] = {}
        self._parents(function.body)

    @cached_property
    def before(self) -> dict[int, list[Block]]:
        """The blocks that lead to each block."""
        found: dict[int, list[Block]] = {block.number: [] for block in self.blocks}
        for block in self.blocks:
            for edge in block.out:
                found[edge.to.number].append(block)
        return found

    @cached_property
    def order(self) -> dict[int, int]:
        """The place of each block that control gets to in an order in which all that leads to one comes first, but for
        what comes back.
        """
        done: list[int] = []
        seen, work = {self.entry.number}, [(self.entry, iter(self.entry.out))]
        while work:
            edges = work[-1][1]
            to = next((edge.to for edge in edges if edge.to.number not in seen), None)
            if to is None:
                done.append(work.pop()[0].number)
            else:
                seen.add(to.number)
                work.append((to, iter(to.out)))
        return {number: place for place, number in enumerate(reversed(done))}

    def comes_back(self, block: Block) -> bool:
        """Does control get from a block to it again?"""
        return any(block.number in self.reached(edge.to) for edge in block.out)

    def is_addressed(self, ref: str) -> bool:
        """Is a variable's address taken?"""
        return any(e.ref == ref and e.kind in ("a", "x") for block in self.blocks for e in block.events)

    def asked_behind(self, ref: str, start: int, end: int, behind_them: Block | None = None) -> bool:
        """May a variable's value be asked for behind statements that give it, and ask for it, themselves?

        So it may if the variable is not the function's own, or its address is taken. Control may be known to get from
        the statements to one block, ``behind_them``.
        """
        all_events = ((block, at, e) for block in self.blocks for at, e in enumerate(block.events))
        events = [(block, at, e) for block, at, e in all_events if e.ref == ref and e.kind != "m"]
        own = ref in self.function.locals and not self.function.locals[ref].static
        given = [(block, at) for block, at, e in events if e.kind == "w" and start <= e.node.start < end]
        if not own or len(given) != 1 or self.is_addressed(ref):
            return True
        work, seen = [(behind_them, 0) if behind_them else (given[0][0], given[0][1] + 1)], set[int]()
        while work:
            block, at = work.pop()
            behind = [e for b, place, e in events if b is block and place >= at and not start <= e.node.start < end]
            if behind and behind[0].kind not in ("w", "d"):
                return True
            if not behind:
                ways = [edge.to for edge in block.out if edge.to.number not in seen]
                seen.update(way.number for way in ways)
                work += [(way, 0) for way in ways]
        return False

    def reached(
        self,
        start: Block | None = None,
        never: Collection[int] = (),
        taken: Callable[[Edge], bool] = lambda _: True,
    ) -> set[int]:
        """The numbers of the blocks that control gets to, from the function's entry if not from another one.

        It is as if it ``never`` got to some, and went by no edges but those ``taken``.
        """
        first = start or self.entry
        seen, work = {first.number}, [first]
        while work:
            for edge in work.pop().out:
                number = edge.to.number
                if number not in seen and number not in never and taken(edge):
                    seen.add(number)
                    work.append(edge.to)
        return seen

    def leading(self, blocks: Iterable[Block], first: Collection[int] = ()) -> set[int]:
        """The numbers of the blocks from which control gets to one of some, and of those; none from before ``first``.
        """
        work = list(blocks)
        seen = {block.number for block in work}
        while work:
            number = work.pop().number
            new = [] if number in first else [block for block in self.before[number] if block.number not in seen]
            seen.update(block.number for block in new)
            work += new
        return seen

    def ending(self) -> list[Block]:
        """The blocks from which control never gets to the function's end."""
        seen = self.leading([self.exit])
        return [block for block in self.blocks if block.number not in seen]

    @cached_property
    def asserting(self) -> set[int]:
        """The numbers of the blocks from which control gets to nothing but the end of an assertion."""
        ends = [(b, e.ref) for b in self.blocks for e in b.events if e.kind == "call" and e.ref in self.noreturn]
        others = [self.exit, *(block for block, ref in ends if ref not in self.aborting)]
        return self.leading(block for block, ref in ends if ref in self.aborting) - self.leading(others)

    def block_of(self, node: Node) -> Node | None:
        """The statement in braces, or the for loop, that a declaration belongs to: labels may come between."""
        above = self.parent.get(id(node))
        while above is not None and above.kind not in ("COMPOUND_STMT", "FOR_STMT"):
            above = self.parent.get(id(above))
        return above

    def never_returns(self, target: Node) -> bool:
        """Whether a function is known never to come back."""
        return target.ref in self.noreturn

    def _parents(self, node: Node) -> None:
        stack = [node]
        while stack:
            above = stack.pop()
            for kid in above.kids:
                self.parent[id(kid)] = above
                stack.append(kid)
