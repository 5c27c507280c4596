# SPDX-License-Identifier: MIT
"""Sections that begin with an if statement in whose branches the lock is taken, however control gets through it."""

from __future__ import annotations

from dataclasses import replace

from rcl.analyse.function.extents import Refused, Region, cannot_cross
from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.tree import Node, given_by
from rcl.errors import Code
from rcl.model import Answer


def branching(layout: Layout, locks: Locks, site: Operation, others: list[Operation], asks: Statement | None) -> (
    Statement | None
):
    """The if statement with which a section begins, whose first acquisition is ``site``; None if it has another form.

    Each of the ``others`` ends a branch of it, and so does the first, if that is not an attempt which the statement
    ``asks`` for. Nothing else in it does anything to locks. A branch for an attempt that has failed may go on, in the
    section, where there is one acquisition.
    """
    tried = site.effect == "try"
    taken = others if tried else [site, *others]
    alike = all(_plain(o) for o in (site, *others)) and all(o.effect == "acquire" for o in taken)
    node = asks.node if asks and tried else None if tried else _around(layout, [o.call for o in taken])
    place = layout.in_block(node) if node and node.kind == "IF_STMT" and not layout.expansion(node.start) else None
    if node is None or place is None or not alike or (asks and asks.index < 0):
        return None
    start, end = asks.start if asks and tried else node.start, layout.end_of(node)
    statements = [layout.whole_statement(o.call) or layout.bare_branch(o.call) for o in taken]
    whole = [s for s in statements if s and not s.condition and node.start <= s.start]
    goes_on = tried and [s.block for s in whole] == node.kids[1:] and any(k.kind != "NULL_STMT" for k in whole[0].rest)
    end = whole[0].end if goes_on else end
    inside = [o for o in locks.operations if start <= o.call.start < end]
    if len(whole) < len(taken) or not (goes_on or all(_ends(layout, s, node) for s in whole)):
        return None
    if not all(any(o is own for own in (site, *others)) for o in inside):
        return None
    return Statement(node, *place, start, end, taken=tuple(whole), goes_on=goes_on)


def flagged(layout: Layout, locks: Locks, site: Operation, guard: Node) -> Statement | None:
    """The if statement that takes the lock and sets the variable that says so; None if it cannot lack the lock call.

    Behind it nothing knows what it declares.
    """
    whole, place, end = layout.whole_statement(site.call), layout.in_block(guard), layout.end_of(guard)
    labelled = any(guard.start <= label.start < end for _, label in layout.graph.labels.values())
    own = {n.ref for n in layout.function.of_kinds("VAR_DECL") if guard.start <= n.start < end}
    plain = _plain(replace(site, guard=None)) and locks.alone(site, guard.start, end)
    plain = plain and not any(n.ref in own for n in site.call.walk())
    if whole is None or whole.condition or place is None or labelled or not plain or layout.expansion(guard.start):
        return None
    return Statement(guard, *place, guard.start, end, taken=(whole,))


def check(layout: Layout, whole: Statement, region: Region) -> None:
    """What is declared in a branch before the acquisition must not be hidden, or hide what the client's text names.

    What follows a release goes behind the statement.
    """
    function, place = layout.function, layout.source.place
    own = {n.ref for n in function.of_kinds("VAR_DECL") if whole.taken and whole.start <= n.start < whole.end}
    names = {function.locals[ref].name for ref in own}
    for node in function.of_kinds("DECL_REF_EXPR", "VAR_DECL"):
        if node.name in names and node.ref not in own:
            raise Refused(Code.SHADOWED.reason(place(node.start), variable=node.name))
        if node.ref in own and region.in_tail(node.start):
            why = "it is declared in a branch with which the section begins, and used where the lock is released"
            raise cannot_cross(function.locals[node.ref], why, place)


def _plain(operation: Operation) -> bool:
    """Is an acquisition one that nothing is known of but its mutex, which nobody has before?"""
    odd = operation.guard or operation.doubtful or operation.loses or operation.described
    known = operation.answer is not Answer.POINTER and not given_by(operation.call)
    return known and not odd and all(n < 0 for n in operation.before.get(operation.key, ()))


def _around(layout: Layout, calls: list[Node]) -> Node | None:
    """The innermost if statement around all of some calls."""
    above = (p for p in layout.parents(calls[0]) if all(p.start <= call.start < p.end for call in calls))
    return next((p for p in above if p.kind == "IF_STMT"), None)


def _ends(layout: Layout, statement: Statement, node: Node) -> bool:
    """Does a statement end a branch of an if statement, with nothing behind it up to the end of that?"""
    block = statement.block
    if block.kind == "COMPOUND_STMT" and any(k.kind != "NULL_STMT" for k in statement.rest):
        return False
    while block is not node:
        above = layout.graph.parent.get(id(block))
        if above is None or above.kind not in ("IF_STMT", "COMPOUND_STMT"):
            return False
        if above.kind == "COMPOUND_STMT" and above.kids[-1] is not block:
            return False
        block = above
    return True
