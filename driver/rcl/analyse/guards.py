# SPDX-License-Identifier: MIT
"""Lock calls under a condition, ``if (threaded) lock(&m); ... if (threaded) unlock(&m);``: as if it always held.

Where the condition does not hold at the acquisition it does not at the releases either, and no lock matters there.
The if statement may stand in wrappers, ``lock_if_threaded(p)``, and a function that only returns it may make the
condition.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from rcl.analyse.aliases import lasts
from rcl.analyse.graph import Graph
from rcl.analyse.pointers import Pointers
from rcl.analyse.region import Layout
from rcl.analyse.text import call_arguments
from rcl.analyse.tree import (
    EXPRESSION_WRAPPERS,
    Function,
    Node,
    arguments,
    callee,
    canonical,
    changes,
    substitute,
)  # fmt: skip

#: what may stand around a lock call in its branch, in macros that check its result, too
_AROUND = EXPRESSION_WRAPPERS | {"COMPOUND_STMT", "DO_STMT", "DECL_STMT", "VAR_DECL", "BINARY_OPERATOR"}
#: functions that return what others return, and so on
_DEEPEST = 4
#: a name that is not a field's
_NAME = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")


@dataclass(frozen=True)
class LockCall:
    """A call that takes or releases what ``key`` names; ``condition``: a wrapper does so only if that holds."""

    call: Node
    key: str
    takes: bool
    condition: Node | None = None


@dataclass(frozen=True)
class Guard:
    """The condition under which alone a lock call is made; ``statement`` asks for it, if that is no wrapper's."""

    condition: Node
    statement: Node | None


def guards(graph: Graph, pointers: Pointers, calls: Sequence[LockCall]) -> dict[int, Guard]:
    """For the lock calls that go together under one condition what guards them, by the call's id."""
    groups: dict[tuple[str, str], list[tuple[LockCall, Guard]]] = {}
    for one in calls:
        if (guard := _guard_of(graph, pointers, one)) is not None:
            groups.setdefault((one.key, canonical(guard.condition)), []).append((one, guard))
    found: dict[int, Guard] = {}
    for group in groups.values():
        if _go_together(graph, pointers, group):
            found |= {id(one.call): guard for one, guard in group}
    return found


def _guard_of(graph: Graph, pointers: Pointers, one: LockCall) -> Guard | None:
    statement = None if one.condition else statement_around(graph, one.call)
    asked = one.condition or (statement.kids[0] if statement else None)
    condition = _spelled_out(pointers, asked) if asked else None
    return Guard(condition, statement) if condition else None


def statement_around(graph: Graph, call: Node) -> Node | None:
    """The if statement without else on which nothing but a call depends."""
    node = call
    while (above := graph.parent.get(id(node))) is not None:
        if above.kind == "IF_STMT":
            if node is not above.kids[0]:
                return above if len(above.kids) == 2 else None
        elif above.kind not in _AROUND or (above.kind == "COMPOUND_STMT" and not _alone(above, node)):
            return None
        node = above
    return None


def _alone(block: Node, statement: Node) -> bool:
    """Does a block hold one statement, and declarations at the most?"""
    return all(kid is statement or kid.kind in ("DECL_STMT", "NULL_STMT") for kid in block.kids)


def _spelled_out(pointers: Pointers, condition: Node, depth: int = _DEEPEST) -> Node | None:
    """A condition with what functions return in place of their calls, None if it has other calls, or effects."""
    if condition.kind == "CALL_EXPR":
        made = _returned(pointers, condition) if depth else None
        return _spelled_out(pointers, made, depth - 1) if made else None
    if condition.kind == "StmtExpr" or changes(condition):
        return None
    kids = [_spelled_out(pointers, kid, depth) for kid in condition.kids]
    known = [kid for kid in kids if kid is not None]
    if len(known) < len(kids):
        return None
    n = condition
    return Node(n.kind, n.name, n.start, n.end, n.first, n.last, known, n.ref, n.op, n.type)


def _returned(pointers: Pointers, call: Node) -> Node | None:
    """What a call gives, if all that its function does is to return it."""
    target, given = callee(call), arguments(call)
    found: dict[str, Node] = {}
    for parameters, value in pointers.returns(target.ref) if target.op == "function" else ():
        if len(parameters) != len(given):
            return None
        names = {key: f"#{number}" for number, key in enumerate(parameters)}
        found[canonical(value, names)] = substitute(value, dict(zip(parameters, given, strict=True)))
    return next(iter(found.values())) if len(found) == 1 else None


def _go_together(graph: Graph, pointers: Pointers, group: list[tuple[LockCall, Guard]]) -> bool:
    """Are there acquisitions and, behind them, releases, and does the condition stay what it is in between?"""
    takes = [guard.statement or one.call for one, guard in group if one.takes]
    releases = [guard.statement or one.call for one, guard in group if not one.takes]
    if not takes or not releases or min(g.start for g in releases) < min(g.start for g in takes):
        return False
    start, end = min(g.start for g in takes), max(g.end for g in releases)
    return lasts(graph, pointers, group[0][1].condition, start, end)


def wrapped(graph: Graph, call: Node) -> Node | None:
    """The condition under which alone a function makes the one lock call that it has, None if there is none."""
    statement = statement_around(graph, call)
    body = graph.function.body
    if statement is None or graph.parent.get(id(statement)) is not body:
        return None
    locals_named = (n for n in statement.kids[0].walk() if n.op == "local")
    own = all(n.ref in graph.function.parameters for n in locals_named)
    return statement.kids[0] if own and not any(k.kind == "RETURN_STMT" for k in graph.function.nodes) else None


def worded(layout: Layout, call: Node, function: Function, condition: Node) -> str:
    """A wrapper's condition in the words of a function that calls the wrapper; "" if it cannot say that there."""
    given, own = call_arguments(layout, call), layout.function
    listed = chain(layout.unit.functions, *layout.unit.elsewhere.values())
    known = (f for f in listed if (f.file, f.start) == (function.file, function.start))
    seen = any(f.file != own.file or f.start < own.start for f in known)
    text = layout.sources(function.file).part(condition.start, condition.end)
    names = [function.locals[key].name for key in function.parameters]
    if not seen or given is None or len(given) != len(names) or re.search(r"[\"']|/[*/]|^\s*#", text, re.MULTILINE):
        return ""
    if {v.name for v in own.locals.values()} & (set(re.findall(r"\w+", text)) - set(names)):
        return ""
    values = dict(zip(names, given, strict=True))
    placed = _NAME.sub(lambda m: _placed(text, m, values.get(m[0], m[0])), text)
    return re.sub(r"\s+", " ", placed)


def _placed(text: str, name: re.Match[str], value: str) -> str:
    """What stands for a parameter: in parentheses unless it is a name, or the whole of an argument."""
    before, behind = text[: name.start()].rstrip()[-1:], text[name.end() :].lstrip()[:1]
    alone = before in ("", "(", ",") and behind in ("", ")", ",")
    return value if alone or re.fullmatch(r"\w+", value) else f"({value})"
