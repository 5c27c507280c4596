# SPDX-License-Identifier: MIT
"""Lock calls under a condition, ``if (threaded) lock(&m); ... if (threaded) unlock(&m);``: as if it always held.

Where the condition does not hold at the acquisition it does not at the releases either, and no lock matters there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rcl.analyse.aliases import lasts
from rcl.analyse.graph import Graph
from rcl.analyse.pointers import Pointers
from rcl.analyse.tree import EXPRESSION_WRAPPERS, Node, canonical, changes

#: what may stand around a lock call in its branch, in macros that check its result, too
_AROUND = EXPRESSION_WRAPPERS | {"COMPOUND_STMT", "DO_STMT", "DECL_STMT", "VAR_DECL", "BINARY_OPERATOR"}


@dataclass(frozen=True)
class LockCall:
    """A call that takes or releases what ``key`` names."""

    call: Node
    key: str
    takes: bool


def guards(graph: Graph, pointers: Pointers, calls: Sequence[LockCall]) -> dict[int, Node]:
    """For the lock calls that go together under one condition the if statements, by the call's id."""
    groups: dict[tuple[str, str], list[tuple[LockCall, Node]]] = {}
    for one in calls:
        if (guard := _guard(graph, one.call)) is not None:
            groups.setdefault((one.key, canonical(guard.kids[0])), []).append((one, guard))
    found: dict[int, Node] = {}
    for group in groups.values():
        if _go_together(graph, pointers, group):
            found |= {id(one.call): guard for one, guard in group}
    return found


def _guard(graph: Graph, call: Node) -> Node | None:
    """The if statement without else on which nothing but a call depends."""
    node = call
    while (above := graph.parent.get(id(node))) is not None:
        if above.kind == "IF_STMT":
            if node is not above.kids[0]:
                return above if len(above.kids) == 2 and _plain(above.kids[0]) else None
        elif above.kind not in _AROUND or (above.kind == "COMPOUND_STMT" and not _alone(above, node)):
            return None
        node = above
    return None


def _alone(block: Node, statement: Node) -> bool:
    """Does a block hold one statement, and declarations at the most?"""
    return all(kid is statement or kid.kind in ("DECL_STMT", "NULL_STMT") for kid in block.kids)


def _plain(condition: Node) -> bool:
    """Has a condition neither effects nor calls?"""
    return not any(n.kind in ("CALL_EXPR", "StmtExpr") or changes(n) for n in condition.walk())


def _go_together(graph: Graph, pointers: Pointers, group: list[tuple[LockCall, Node]]) -> bool:
    """Are there acquisitions and, behind them, releases, and does the condition stay what it is in between?"""
    takes = [guard for one, guard in group if one.takes]
    releases = [guard for one, guard in group if not one.takes]
    if not takes or not releases or min(g.start for g in releases) < min(g.start for g in takes):
        return False
    start, end = min(g.start for g in takes), max(g.end for g in releases)
    return lasts(graph.function, pointers, takes[0].kids[0], start, end)
