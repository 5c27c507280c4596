# SPDX-License-Identifier: MIT
"""Macros that make one lock call in each branch: ``{ if (!debug) { lock(m); } else { say(m); lock(m); } }``.

They are read as what they do, the call once, behind the branches that end with it:

    { if (!debug) { } else { say(m); } lock(m); }

Where a macro's block does more than the call, the semicolon behind its use belongs to it.
"""

from __future__ import annotations

from rcl import lockapi
from rcl.analyse.unit.tree import ExpansionAt, Node, callee, canonical, constant, leaves_loop


def taken_out(node: Node) -> Node | None:
    """The lock call with which each branch of an if statement ends, and that they are without from now on."""
    ends = _ends(node) if node.kind == "IF_STMT" else []
    calls = [above.kids[index] for above, index in ends]
    if len({canonical(call) for call in calls}) != 1 or callee(calls[0]).name not in lockapi.CALLS:
        return None
    for (above, index), call in zip(ends, calls, strict=True):
        above.kids[index] = Node("NULL_STMT", "", call.start, call.end, call.first, call.last, [])
    return calls[-1]


def is_ended(node: Node, behind: Node, expansion_at: ExpansionAt) -> bool:
    """Is a statement but the semicolon behind a macro's block, which makes a lock call and more?"""
    made = expansion_at(node.start) if behind.kind == "NULL_STMT" and node.kind == "COMPOUND_STMT" else None
    if made is None or node.end > made.end or len(node.kids) < 2:
        return False
    return any(n.kind == "CALL_EXPR" and callee(n).name in lockapi.CALLS for n in node.walk())


def _ends(node: Node) -> list[tuple[Node, int]]:
    """The calls with which a statement ends, on each way through it: the node above, and which of its kids; none if
    it ends with something else on one.
    """
    match node.kind:
        case "COMPOUND_STMT":
            last = [i for i, kid in enumerate(node.kids) if kid.kind != "NULL_STMT"][-1:]
        case "DO_STMT" if constant(node.kids[1]) == 0:
            last = [] if leaves_loop(node.kids[0]) else [0]
        case "IF_STMT" if len(node.kids) == 3:
            last = [1, 2]
        case _:
            last = []
    ends = [[(node, i)] if node.kids[i].kind == "CALL_EXPR" else _ends(node.kids[i]) for i in last]
    return [end for each in ends for end in each] if all(ends) else []
