# SPDX-License-Identifier: MIT
"""va_start() and va_end() in a section: they belong to its function, and its client makes them around the call."""

from __future__ import annotations

from dataclasses import dataclass

from rcl.analyse.function.extents import Region
from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.section.shape import Shape
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.text import same_condition
from rcl.analyse.unit.tree import LOOPS, Node, arguments, callee, strip

_BEGINS, _ENDS = "__builtin_va_start", "__builtin_va_end"


@dataclass(frozen=True)
class Moved:
    """The statements that the client makes before the call, and those behind it."""

    before: tuple[Node, ...] = ()
    behind: tuple[Node, ...] = ()


def moved(layout: Layout, locks: Locks, site: Operation, whole: Statement, shape: Shape) -> Moved:
    """What begins the use of a list of arguments in the section, or ends it, neither in a loop.

    Only where no other section is around it, and nothing asks whether it had the lock; the list must not be used before
    the one, nor behind the other. With several ways out the client ends it on each: then nobody else must do so.
    """
    region, main = shape.region, shape.main
    if main is None or whole.node.kind == "IF_STMT" or _held_beside(locks, site) or _comes_back(layout, region):
        return Moved()
    calls = [n for n in layout.function.calls if callee(n).name in (_BEGINS, _ENDS)]
    if any(strip(arguments(n)[0]).op != "local" for n in calls):
        return Moved()  # who knows which list that is
    here = [n for n in calls if region.contains(n.start) and _is_alone(layout, region, n, whole.block)]
    if any(not way.wait for way in shape.ways_out):
        here = [n for n in here if sorted(callee(o).name == _BEGINS for o in _about(calls, n)) == [False, True]]
        here = [n for n in here if len(_about(here, n)) == 2]
    before = (n for n in here if callee(n).name == _BEGINS and not _named(layout, n, region.start, n.start))
    behind = (n for n in here if callee(n).name == _ENDS and not _named(layout, n, n.end, region.end))
    return Moved(tuple(before), tuple(behind))


def _comes_back(layout: Layout, region: Region) -> bool:
    """Has the section a label, to which it may come back?"""
    return any(region.contains(label.start) for _, label in layout.graph.labels.values())


def _about(calls: list[Node], call: Node) -> list[Node]:
    """Those of some calls that are about the same list."""
    return [n for n in calls if strip(arguments(n)[0]).ref == strip(arguments(call)[0]).ref]


def _held_beside(locks: Locks, site: Operation) -> bool:
    """Is another lock held where the section begins, or taken in it and given back behind?"""
    others = (key for key, held in site.before.items() if key != site.key and any(n >= 0 for n in held))
    inside = (o for o in locks.sites if site.number in o.before.get(site.key, ()))
    return any(others) or any(inside)


def _is_alone(layout: Layout, region: Region, call: Node, block: Node) -> bool:
    """Is it a statement of its own, in no loop and in no #if of the section?"""
    above = layout.parents(call)
    inside = above[: next((i for i, node in enumerate(above) if node is block), len(above))]
    if above[0].kind != "COMPOUND_STMT" or any(n.kind in LOOPS or n.kind == "StmtExpr" for n in inside):
        return False
    made = layout.expansion(call.start)
    alone = made is None or layout.alone(made, above[0], call)
    return alone and same_condition(layout.source.text, region.start, call.start)


def _named(layout: Layout, call: Node, start: int, end: int) -> bool:
    """Is the list of a call named between two offsets?"""
    ref = strip(arguments(call)[0]).ref
    return any(n.ref == ref and n.kind == "DECL_REF_EXPR" and start <= n.start < end for n in layout.function.nodes)
