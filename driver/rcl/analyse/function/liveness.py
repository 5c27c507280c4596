# SPDX-License-Identifier: MIT
"""Which local variables are live, and which may have a value, at the edges of a region of a function."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from rcl.analyse.unit.graph import Block, Event, Graph
from rcl.analyse.unit.tree import Node

Names = frozenset[str]
Inside = Callable[[Event], bool]
#: for each block the variables whose values it needs, and those to which it gives one first
Effects = dict[int, tuple[Names, Names]]
_NONE: Names = frozenset()
_NOTHING = _NONE, _NONE
#: kinds of events (see graph.py) that need the old value, and that give one
READS = frozenset({"r", "e", "a", "x"})
WRITES = frozenset({"w", "pw", "x", "a"})
_COUNTING = READS | {"w", "d"}


def effects_of(graph: Graph, inside: Inside | None = None) -> Effects:
    """What each block does to variables; with ``inside``, only the events for which it holds count."""
    return {b.number: _effect(b, inside) for b in graph.blocks}


def live_before(
    graph: Graph, effects: Effects, needed_at: dict[int, Names] | None = None, asked: Block | None = None
) -> dict[int, tuple[Names, Names]]:
    """For each block the variables that are live where it starts and where it ends.

    ``needed_at`` adds variables that are needed where a block ends. With ``asked`` only what is live where that block
    starts is found: what leads back to it needs nothing there that it does not need itself.
    """
    extra = needed_at or {}
    live: dict[int, tuple[Names, Names]] = {b.number: (_NONE, _NONE) for b in graph.blocks}
    work = deque(b for b in reversed(graph.blocks) if effects[b.number][0] or b.number in extra)
    queued = {b.number for b in work}
    while work:
        block = work.popleft()
        queued.discard(block.number)
        end = extra.get(block.number, _NONE)
        for edge in block.out:
            end = _both(end, live[edge.to.number][0])
        needed, given = effects[block.number]
        start = _both(needed, end - given if given else end)
        changed = start != live[block.number][0]
        live[block.number] = (start, end)
        if changed and block is not asked:
            for other in graph.before[block.number]:
                if other.number not in queued:
                    queued.add(other.number)
                    work.append(other)
    return live


def _both(some: Names, others: Names) -> Names:
    """All of two sets, of which many are empty, and many the same."""
    return some if not others or others is some else others if not some else some | others


def _effect(block: Block, inside: Inside | None) -> tuple[Names, Names]:
    """The variables whose values a block needs, and those to which it gives one first."""
    if not block.events:
        return _NOTHING
    events = [event for event in block.events if event.kind in _COUNTING and (inside is None or inside(event))]
    if not events:
        return _NOTHING
    needed: set[str] = set()
    given: set[str] = set()
    for event in reversed(events):
        if event.kind in READS:
            needed.add(event.ref)
        else:
            needed.discard(event.ref)
            given.add(event.ref)
    return frozenset(needed), frozenset(given)


def live_behind(block: Block, end: Names, call: Node) -> Names:
    """The variables that are live just behind a call in a block, at whose end ``end`` are.

    All else that the block does comes behind the call then, operands to its left, too.
    """
    within = {id(node) for node in call.walk()}
    needed, given = _effect(block, lambda event: id(event.node) not in within)
    return end - given | needed


def assigned_before(graph: Graph, given: Iterable[str]) -> dict[int, Names]:
    """For each block the variables that may have a value where it starts; parameters are ``given``."""
    known: dict[int, Names] = {graph.entry.number: frozenset(given)}
    work = deque([graph.entry])
    while work:
        block = work.popleft()
        values = set(known[block.number])
        for event in block.events:
            if event.kind == "d":
                values.discard(event.ref)
            elif event.kind in WRITES:
                values.add(event.ref)
        for edge in block.out:
            old = known.get(edge.to.number)
            new = frozenset(values) | (old or _NONE)
            if new != old:
                known[edge.to.number] = new
                work.append(edge.to)
    return known
