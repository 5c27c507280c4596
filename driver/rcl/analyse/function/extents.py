# SPDX-License-Identifier: MIT
"""Where a section stands in its function, and what says that it cannot be shipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rcl.analyse.unit.graph import Block
from rcl.analyse.unit.tree import Node, Variable
from rcl.errors import Code
from rcl.model import Place, Reason


class Refused(Exception):
    """The section cannot be shipped."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason


@dataclass(frozen=True)
class Extent:
    """Where a section stands. ``tails`` are the parts of it that leave: inner releases and what follows."""

    start: int
    end: int
    tails: tuple[tuple[int, int], ...]

    def contains(self, offset: int) -> bool:
        """Does the section itself (not a tail, nor what is its client's) hold this offset?"""
        if not self.start <= offset < self.end:  # as of most of a function
            return False
        return not any(start <= offset < end for start, end in self._others)

    @property
    def _others(self) -> Sequence[tuple[int, int]]:
        """The parts of it that are not the section itself."""
        return self.tails

    def in_tail(self, offset: int) -> bool:
        """Does a tail hold this offset?"""
        return any(a <= offset < b for a, b in self.tails)

    def left_between(self, start: int, end: int) -> bool:
        """Does a tail begin between two offsets?"""
        return any(start <= tail < end for tail, _ in self.tails)


@dataclass(frozen=True)
class Region(Extent):
    """A section's extent, and where control enters and leaves it in its function.

    ``call`` is its acquisition, which is no part of it: it may stand in the statement with which the section begins. It
    is None where that is a macro's use, which is the section's as a whole, or is given to such a one.
    ``apart`` are statements in it that are its client's.
    """

    entry: Block
    #: the block of each way out, and whether control leaves before it, or behind it
    exits: tuple[tuple[Block, bool], ...]
    call: Node | None
    #: the blocks of those releases after which the section goes on, and what the client does in between
    pauses: tuple[tuple[Block, tuple[int, int]], ...] = ()
    #: the waits behind which it goes on
    waits: tuple[tuple[Block, Node], ...] = ()
    apart: tuple[Node, ...] = ()
    #: where control gets to behind a branch in which it begins, else the entry
    behind: Block | None = None
    #: where its acquisition stands in what a macro is given whose statement, but for that, is the section's
    given: tuple[int, int] | None = None
    #: what macros by which it is left make for its client, by its nodes' identities
    theirs: frozenset[int] = frozenset()

    def holds(self, node: Node) -> bool:
        """Is something that stands in it its own?"""
        return self.contains(node.start) and id(node) not in self.theirs

    def names(self, node: Node) -> bool:
        """Is a variable's name in it, other than in the acquisition?"""
        start, end = self.given or (0, 0)
        return self.holds(node) and not (start <= node.first < end or self.in_tail(node.first))

    @cached_property
    def _others(self) -> Sequence[tuple[int, int]]:
        apart = (self.call, *self.apart) if self.call else self.apart
        return (*self.tails, *((node.start, node.end) for node in apart))

    def left_between(self, start: int, end: int) -> bool:
        """Does control leave it between two offsets, for good or to wait?"""
        return super().left_between(start, end) or any(start <= call.start < end for _, call in self.waits)

    @property
    def extent(self) -> Extent:
        """Where it stands, and no more."""
        return Extent(self.start, self.end, self.tails)

    def ends_in(self, node: Node, parent: Mapping[int, Node]) -> bool:
        """Does control leave the section, for good or to wait, in the block that a declaration or literal stands in?"""
        while node.kind not in ("COMPOUND_STMT", "FOR_STMT"):
            node = parent[id(node)]
        return node.end > self.end or self.left_between(node.start, node.end)


def cannot_cross(variable: Variable, why: str, place: Callable[[int], Place]) -> Refused:
    """A section's edge cannot be crossed by this variable."""
    where = place(variable.where)
    if "va_list" in why or "variable length" in why:
        return Refused(Code.STACK_BOUND.reason(where, construct=f"{variable.name}: {why}"))
    return Refused(Code.CAPTURE_TYPE.reason(where, variable=variable.name, why=why))


def within(tail: tuple[int, int], node: Node) -> bool:
    """Does a tail hold a node, perhaps in what a macro is given?"""
    return tail[0] <= node.first < tail[1]
