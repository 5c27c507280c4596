# SPDX-License-Identifier: MIT
"""Calls of functions that may release a section's lock: there the client goes on by itself, with the lock held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.program.pointers import meet
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.tree import JUMPS, PREFIXES, Node, behind_labels


@dataclass(frozen=True)
class Handover:
    """A branch that is the client's from its statement ``first`` on, up to its ``last``: a jump, or its end."""

    block: Node
    first: Node
    last: Node


def handing_over(locks: Locks, site: Operation) -> list[Operation]:
    """The calls of what may release the lock while it is held by an acquisition."""
    return [
        o for o in locks.operations
        if site.number in o.before.get(site.key, ()) and meet(o.frees, site.locks)
    ]  # fmt: skip


def handovers(layout: Layout, call: Node, block: Node) -> Iterator[Handover]:
    """The branches that a call ends, below a section's own block, from the inside out: those without braces, and the
    first one that has them.
    """
    statement = call
    for above in layout.parents(call):
        if above is block:
            return
        if above.kind == "COMPOUND_STMT" and layout.expansion(above.start) is None:
            found = _to_jump(above, next(i for i, kid in enumerate(above.kids) if kid is statement))
            yield from [found] if found else []
            return
        if above.kind == "IF_STMT" and statement is not above.kids[0]:
            yield Handover(statement, statement, statement)
        statement = above


def _to_jump(block: Node, index: int) -> Handover | None:
    """The branch from a statement of a block to the next jump, or the block's end; None if it runs into a label."""
    first, *others = behind_labels(block.kids[index]), *block.kids[index + 1 :]
    for last in (first, *others):
        if last.kind in PREFIXES:
            return None
        if last.kind in JUMPS:
            return Handover(block, first, last)
    return Handover(block, first, last)
