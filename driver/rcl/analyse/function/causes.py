# SPDX-License-Identifier: MIT
"""Why a lock is held on some paths only, or given back elsewhere, where that can be said."""

from __future__ import annotations

from dataclasses import replace

from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.function.guards import asking, changed_between, guard_of, worded
from rcl.analyse.function.handover import handing_over
from rcl.analyse.program.pointers import meet
from rcl.analyse.unit.checks import outside
from rcl.analyse.unit.region import Layout, Source
from rcl.analyse.unit.tree import Node, callee, canonical
from rcl.errors import Code
from rcl.model import Reason

_CODES = (Code.SOMETIMES_HELD.code, Code.CROSSES_FUNCTIONS.code)


def explained(reason: Reason | None, locks: Locks, site: Operation, layout: Layout) -> Reason | None:
    """A reason with what it comes from, where it is that a lock is held sometimes, or released elsewhere."""
    if reason is None or reason.code not in _CODES:
        return reason
    why = _condition(locks, site, layout) if reason.code == Code.SOMETIMES_HELD.code else ""
    why = why or _callee(locks, site, layout.source)
    return replace(reason, sentence=f"{reason.sentence}: {why}") if why else reason


def _condition(locks: Locks, site: Operation, layout: Layout) -> str:
    """What is wrong with the condition under which a lock is taken."""
    if site.guard and site.wrapper and site.wrapper.asked:
        name = callee(site.call).name
        if not (worded(layout, site.call, site.wrapper) or asking(layout, site.call, site.wrapper)):
            return f"{layout.function.name} cannot ask for the condition under which {name} takes it"
        if _used(locks, site.call):
            return f"{name} takes it under a condition, and what that gives is used"
    taken = _asked(locks, site)
    releases = [
        o for o in locks.operations
        if (o.key == site.key and o.effect == "release") or (o.condition and meet(o.frees, site.locks))
    ]  # fmt: skip
    if taken is None or site.guard or not releases:
        return ""
    same = [o for o in releases if _asked(locks, o) == taken]
    if same:
        changed = "the condition under which it is taken may change before the release"
        return changed + _changed_by(locks, site, same, layout.source)
    return "it is not released under the condition under which it is taken"


def _changed_by(locks: Locks, site: Operation, releases: list[Operation], source: Source) -> str:
    """By what the condition under which a lock is taken may change before it is given back, if that is known."""
    apart, given = {id(o.call) for o in locks.own}, [o.lock_call for o in releases]
    node = changed_between(locks.graph, locks.pointers, site.lock_call, given, apart)
    if node is None or node.start == site.call.start:  # it is in the same macro, which may do so before
        return ""
    line = source.line(node.start)
    match node.kind:
        case "CALL_EXPR":
            return f", by {callee(node).name or 'a function'}, called in line {line}"
        case "DECL_REF_EXPR":
            return f", by the address of {node.name}, taken in line {line}"
    return f", in line {line}"


def _used(locks: Locks, call: Node) -> bool:
    """Does something become of what a call gives?"""
    node, above = outside(locks.graph.parent, call)
    if above is None or not above.kind.endswith("_STMT"):
        return above is not None
    return above.kind in ("IF_STMT", "RETURN_STMT", "SWITCH_STMT", "WHILE_STMT") and node is above.kids[0]


def _asked(locks: Locks, operation: Operation) -> str | None:
    """The condition under which alone a lock call is made."""
    guard = guard_of(locks.graph, locks.pointers, operation.lock_call)
    return canonical(guard.condition) if guard else None


def _callee(locks: Locks, site: Operation, source: Source) -> str:
    """Which call may release a lock."""
    given = next((o.call for o in handing_over(locks, site) if not o.condition), None)
    if given is None:
        return ""
    name = callee(given).name
    return f"{name or 'a function'}, called in line {source.line(given.start)}, may release it"
