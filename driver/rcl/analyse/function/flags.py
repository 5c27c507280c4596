# SPDX-License-Identifier: MIT
"""Local variables that keep whether a lock was taken: ``if (asked()) { lock(&m); locked = 1; }``.

Where such a variable is 0 before, and nothing else changes it while the lock is held, it says what the condition said.
"""

from __future__ import annotations

from dataclasses import dataclass

from rcl.analyse.function.truths import is_plain, is_zero_value, said_by
from rcl.analyse.unit.checks import given_value, outside
from rcl.analyse.unit.graph import Event, Graph
from rcl.analyse.unit.tree import Node, strip


@dataclass(frozen=True)
class Flag:
    """The if statement that takes a lock, sets a variable, which is 0 before, and ends; and what sets that.

    Or one that asks for the variable, gives the lock back and sets it to 0, and does no more.
    """

    statement: Node
    sets: Node

    @property
    def variable(self) -> Node:
        """The variable, as it is named there."""
        return strip(self.sets.kids[0])


def flag_of(graph: Graph, call: Node) -> Flag | None:
    """The variable that an acquisition's branch sets, and that says from then on whether the call was made."""
    found = _set_with(graph, call)
    if found is None or is_zero_value(found.sets.kids[1]) is not False:
        return None
    ref = found.variable.ref
    own = is_plain(graph, ref) and not any(n.ref == ref for n in call.walk())
    return found if own and _zero_before(graph, ref, found.statement) else None


def cleared_with(graph: Graph, call: Node) -> Flag | None:
    """The variable that a release's branch sets to 0, if that is what is asked for."""
    found = _set_with(graph, call)
    if found is None or is_zero_value(found.sets.kids[1]) is not True or len(_parts(found.statement.kids[1])) > 2:
        return None
    asked = strip(found.statement.kids[0]).ref
    return found if asked == found.variable.ref and is_plain(graph, asked) else None


def _set_with(graph: Graph, call: Node) -> Flag | None:
    """An if statement whose branch ends with a call and with giving something a value, in whichever order."""
    own, block = outside(graph.parent, call)
    test = graph.parent.get(id(block)) if block is not None and block.kind == "COMPOUND_STMT" else None
    if block is None or test is None or test.kind != "IF_STMT" or len(test.kids) != 2:
        return None
    last = _parts(block)[-2:]
    others = [kid for kid in last if kid is not own]
    return Flag(test, others[0]) if len(last) == 2 and len(others) == 1 and others[0].op == "=" else None


def _parts(block: Node) -> list[Node]:
    """The statements of a block that may do something."""
    return [kid for kid in block.kids if kid.kind != "NULL_STMT"]


def _zero_before(graph: Graph, ref: str, statement: Node) -> bool:
    """Is 0 all that a variable may have been given last where control gets to a statement?"""
    work = [block for block in graph.blocks if block.begins == id(statement)]
    seen = {block.number for block in work}
    while work:
        here = work.pop()
        for block in graph.before[here.number]:
            known = [zero for edge in block.out if edge.to is here for name, zero in [said_by(edge)] if name == ref]
            given = [event for event in block.events if event.ref == ref and event.kind in ("w", "d")]
            if known and all(known):
                continue
            if (given and not _gives_zero(graph, given[-1])) or (not given and block is graph.entry):
                return False
            if not given and block.number not in seen:
                seen.add(block.number)
                work.append(block)
    return True


def _gives_zero(graph: Graph, event: Event) -> bool:
    value = given_value(graph.parent, event.node) if event.kind == "w" else None
    return value is not None and is_zero_value(value) is True
