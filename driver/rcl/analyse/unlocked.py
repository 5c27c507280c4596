# SPDX-License-Identifier: MIT
"""Whether a section does the same to variables in the builds that have its text, but none of its lock calls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rcl.analyse.function.liveness import WRITES
from rcl.analyse.section.found import Found
from rcl.analyse.unit.graph import Graph
from rcl.analyse.unit.tree import JUMPS, LOOPS, PREFIXES

_LEAVING = JUMPS | PREFIXES
_FLOW = ("IF_STMT", "SWITCH_STMT", "CONDITIONAL_OPERATOR", *LOOPS, *_LEAVING)


@dataclass(frozen=True)
class Reading:
    """What one build's function does to its variables, and where its control goes: each with its place."""

    events: tuple[tuple[str, int, str], ...]
    flow: tuple[tuple[int, str], ...]
    declared: tuple[str, ...]


def reading(graph: Graph) -> Reading:
    """The reading of a function."""
    function = graph.function
    events = {(e.ref, e.node.start, e.kind) for block in graph.blocks for e in block.events if e.kind != "call"}
    flow = {(node.start, node.kind) for node in function.of_kinds(*_FLOW)}
    return Reading(tuple(sorted(events)), tuple(sorted(flow)), tuple(sorted(function.locals)))


def said(readings: Iterable[Reading]) -> list[object]:
    """Readings as JSON can say them."""
    return [[one.events, one.flow, one.declared] for one in readings]


def differing(found: Found, own: Reading, other: Reading) -> str:
    """What a section, or what follows it, does in another way in a build without its lock; "" if there is nothing.

    Where nothing can give a variable a value in the section, it does not matter what follows.
    """
    home, region = found.home, found.region
    assert home is not None and region is not None
    calls = [found.enter, *([found.leave] if found.leave else [])]
    calls += [release.call for way in found.exits for release in way.releases]

    def in_call(at: int) -> bool:
        return any(call.start <= at < call.end for call in calls)

    def uses(one: Reading, ref: str, inside: bool) -> set[tuple[int, str]]:
        own = ((at, kind) for name, at, kind in one.events if name == ref and not in_call(at))
        return {(at, kind) for at, kind in own if region.contains(at) is inside}

    def flow(one: Reading) -> set[tuple[int, str]]:
        return {(at, kind) for at, kind in one.flow if not in_call(at)}

    jumps = ({(at, kind) for at, kind in flow(one) if kind in _LEAVING and region.contains(at)} for one in (own, other))
    if next(jumps) != next(jumps):
        return "it is left in another way"
    same_flow = flow(own) == flow(other)
    for ref in sorted({name for one in (own, other) for name, at, _ in one.events if region.contains(at)}):
        here, around = uses(own, ref, True), uses(own, ref, False)
        beside = uses(other, ref, False)
        same = here == uses(other, ref, True) and ref in other.declared
        if same and (any(kind in WRITES for _, kind in here) or any(kind == "a" for _, kind in beside)):
            same = around == beside and (same_flow or not around)
        if not same:
            name = home.locals[ref].name if ref in home.locals else "a variable"
            return f"{name} is used in another way"
    return ""
