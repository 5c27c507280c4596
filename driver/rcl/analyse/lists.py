# SPDX-License-Identifier: MIT
"""va_start() and va_end() in a section: they belong to its function, and its client makes them around the call."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rcl.analyse.captures import Region
from rcl.analyse.flow import Locks, Operation
from rcl.analyse.region import Layout, Statement
from rcl.analyse.shape import Shape
from rcl.analyse.tree import Node, arguments, callee, strip

_BEGINS, _ENDS = "__builtin_va_start", "__builtin_va_end"
_CONDITIONAL = re.compile(r"^[ \t]*#[ \t]*(if|endif)", re.MULTILINE)


@dataclass(frozen=True)
class Moved:
    """The statements that the client makes before the call, and those behind it."""

    before: tuple[Node, ...] = ()
    behind: tuple[Node, ...] = ()


def moved(layout: Layout, locks: Locks, site: Operation, whole: Statement, shape: Shape) -> Moved:
    """What begins the use of a list of arguments in the section's own block, or ends it.

    Only where the section has one way out and no other section around it; the list must not be used before the one,
    nor behind the other.
    """
    region, main = shape.region, shape.main
    if main is None or any(not way.wait for way in shape.ways_out) or _held_beside(locks, site):
        return Moved()
    calls = [k for k in whole.block.kids[whole.index + 1 : main.index] if _is_alone(layout, region, k)]
    before = (k for k in calls if callee(k).name == _BEGINS and not _named(layout, k, region.start, k.start))
    behind = (k for k in calls if callee(k).name == _ENDS and not _named(layout, k, k.end, region.end))
    return Moved(tuple(before), tuple(behind))


def _held_beside(locks: Locks, site: Operation) -> bool:
    """Is another lock held where the section begins, or taken in it and given back behind?"""
    others = (key for key, held in site.before.items() if key != site.key and any(n >= 0 for n in held))
    inside = (o for o in locks.sites if o is not site and site.number in o.before.get(site.key, ()))
    return any(others) or any(inside)


def _is_alone(layout: Layout, region: Region, statement: Node) -> bool:
    """Is it a call about a list, as the source says it, and in no #if of the section?"""
    if statement.kind != "CALL_EXPR" or callee(statement).name not in (_BEGINS, _ENDS):
        return False
    made = layout.expansion(statement.start)
    spelled = made is None or (made.start, made.end) == (statement.start, statement.end)
    around = _CONDITIONAL.findall(layout.source.text, region.start, statement.start)
    return spelled and around.count("if") == around.count("endif")


def _named(layout: Layout, call: Node, start: int, end: int) -> bool:
    """Is the list of a call named between two offsets?"""
    ref = strip(arguments(call)[0]).ref
    return any(n.ref == ref and n.kind == "DECL_REF_EXPR" and start <= n.start < end for n in layout.function.nodes)
