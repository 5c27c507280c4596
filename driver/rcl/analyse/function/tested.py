# SPDX-License-Identifier: MIT
"""Acquisitions whose result an if statement tests, in its condition or in the statement before; or a loop that tries
until they succeed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rcl.analyse.unit.checks import EBUSY, outside
from rcl.analyse.unit.conversions import UNKNOWN, of, sort_of, tells
from rcl.analyse.unit.graph import Graph
from rcl.analyse.unit.loops import runs_once
from rcl.analyse.unit.tree import (
    COMPARISONS,
    EXPRESSION_WRAPPERS,
    JUMPS,
    PREFIXES,
    Node,
    callee,
    constant,
    leaves_loop,
    nonzero,
    says_zero,
    strip,
    without_parentheses,
)  # fmt: skip
from rcl.model import Answer

#: the comparisons with zero of which success decides as well as those for being equal
_ORDERS = ("<", ">", "<=", ">=")

@dataclass(frozen=True)
class Tested:
    """The if statement that asks nothing but whether an acquisition succeeded, or the loop that asks until it has.

    ``first`` is the statement in which the acquisition stands: ``test`` itself, or one that only keeps the result.
    ``answer`` names the variable that keeps it, ``stored`` is what gives it the value. ``succeeds``: it has if the
    condition holds. ``compared``: the call's result itself is only compared with zero. ``signed``: it is asked whether
    that is less or more than zero, or one number, which says nothing if the call fails otherwise. ``again``: the if
    statements behind the first one that ask the variable, too, whether it has failed, which nobody gets to then.
    ``leading`` is the operand that comes first, if the condition asks for more: ``a && try == 0``, or
    ``a || try != 0``; ``asks`` is then the one that asks for the acquisition. So it is where that is ``guarded``:
    ``a && lock != 0``.
    """

    test: Node
    first: Node
    succeeds: bool
    compared: bool
    answer: str = ""
    stored: Node | None = None
    signed: bool = False
    again: tuple[Node, ...] = ()
    leading: Node | None = None
    asks: Node | None = None

    @property
    def guarded(self) -> Node | None:
        """The condition in which what guards the acquisition comes first, if it does."""
        return self.test.kids[0] if self.asks is not None and self.leading is None else None

    @property
    def condition(self) -> tuple[Node, bool]:
        """The condition as the edges of the flow graph have it, and whether the lock is held where that holds."""
        node, succeeds = self.asks or self.test.kids[0], self.succeeds
        while (bare := without_parentheses(node)).op == "!":
            node, succeeds = bare.kids[0], not succeeds
        return node, succeeds

    @property
    def with_lock(self) -> Node | None:
        """The else that alone has the lock, where the condition is about a failure."""
        return self.test.kids[2] if len(self.test.kids) > 2 and not self.succeeds else None

    def decides(self, graph: Graph) -> bool:
        """Does control get behind the statement, or to the end of its branch, only with the lock?"""
        branches = self.test.kids[1:]
        checks = self.succeeds and len(branches) > 1 and not _does(branches[0])  # if (lock == 0) ; else ...
        if self.test.kind == "WHILE_STMT" or (self.succeeds and not checks):
            return True
        last = _last(branches[checks])
        if last.kind == "DO_STMT":  # what ends the program there goes with the call that it checks
            return runs_once(last) and not leaves_loop(last.kids[0]) and _last(last.kids[0]).kind in JUMPS
        return last.kind in JUMPS or (last.kind == "CALL_EXPR" and graph.never_returns(callee(last)))


def _does(branch: Node) -> bool:
    """Is there anything in a branch?"""
    return any(n.kind not in ("COMPOUND_STMT", "NULL_STMT") for n in branch.walk())


def _last(statement: Node) -> Node:
    """The last statement of a block, and of those at the ends of blocks."""
    while statement.kind == "COMPOUND_STMT" and statement.kids:
        statement = statement.kids[-1]
    return statement


def tested(
    graph: Graph, call: Node, waits: bool, busy: bool, answer: Answer | None, certain: bool = False
) -> Tested | None:
    """How an acquisition is tested, which gives a status as ``answer`` or else what is 0 if it fails.

    ``waits``: 0 or an error of the program's is all that it gives; ``busy``: EBUSY says as much as any failure. So does
    any number where it is ``certain`` that it does not fail but by an error of the program's.
    """
    status = answer is Answer.STATUS
    truth = _Truth(graph, waits and status, busy and status, answer is Answer.TRUTH, certain and status)
    found = _tested(graph, call, truth, status)
    if found is None or (status and not busy and _is_cut(graph, call, found, truth.signed)):
        return None
    return replace(found, signed=truth.signed)


def _is_cut(graph: Graph, call: Node, found: Tested, signed: bool) -> bool:
    """May a number of the program's own be another one where the if statement asks for it, by a cast or the variable?
    """
    given, kept = of(call, lambda _: UNKNOWN), graph.function.locals.get(found.answer)
    parts = [found.test.kids[0], *([found.first] if found.first is not found.test else [])]
    casts = (n for part in parts for n in part.walk() if n.kind == "CSTYLE_CAST_EXPR")
    named = (n for n in casts if any(k is call or (kept and k.ref == kept.key) for k in n.walk()))
    targets = [sort_of(n.op) for n in named] + ([sort_of(kept.type, kept.size)] if kept else [])
    return not all(tells(target, given, signed) for target in targets)


def _tested(graph: Graph, call: Node, truth: _Truth, status: bool) -> Tested | None:
    compared, succeeds = truth.of(call, not status)
    above = graph.parent.get(id(compared))
    if above is None or succeeds is None:
        return None
    if _is_condition(above, compared) or (not succeeds and _is_head(above, compared)):
        return Tested(above, above, succeeds, True)
    if above.op == ("&&" if succeeds else "||") and above.kids[1] is compared:
        whole, test = outside(graph.parent, above)
        if test is not None and _is_condition(test, whole):
            return Tested(test, test, succeeds, True, leading=above.kids[0], asks=compared)
    if truth.waits and not succeeds and (test := _guarded(graph, compared)) is not None:
        return Tested(test, test, False, True, asks=compared)
    answer = _kept_in(above, compared)
    if not answer:
        return None
    made = strip(compared) is not call
    if _Truth(graph, truth.waits, False, truth.one).of(call, not status)[1] is None:
        return None
    condition, known = truth.of(above, succeeds)
    test = graph.parent.get(id(condition))
    asked = test is not None and (_is_condition(test, condition) or (not known and _is_head(test, condition)))
    if test is not None and known is not None and asked:
        return Tested(test, test, known, made, answer, above)
    if truth.waits and known is False and (test := _guarded(graph, condition)) is not None:
        return Tested(test, test, False, made, answer, above, asks=condition)
    first = graph.parent.get(id(above)) if above.kind == "VAR_DECL" else above
    test = _next(graph, first) if first is not None and (first is above or len(first.kids) == 1) else None
    known = _says(truth, test, answer, succeeds) if test is not None else None
    if test is None or first is None or known is None:
        return None
    found = Tested(test, first, known, made, answer, above)
    again: list[Node] = []
    while not known and found.decides(graph) and (test := _next(graph, test)) is not None:
        if _says(truth, test, answer, succeeds) is not False or len(test.kids) > 2:
            break
        again.append(test)
    return replace(found, again=tuple(again))


def truth_there(graph: Graph, call: Node) -> bool:
    """Is what stands where an acquisition does, which gives a status, 1 if that succeeds, and else 0?"""
    value, known = _Truth(graph, False, False).of(call, False, within=call)
    above = graph.parent.get(id(value))
    more = above is not None and (above.start, above.end) == (call.start, call.end)
    return known is True and strip(value) is not call and not more


def _says(truth: _Truth, test: Node, answer: str, succeeds: bool) -> bool | None:
    """Whether an if statement's condition holds where an acquisition has succeeded, by its answer in a variable alone.
    """
    named = [n for n in test.kids[0].walk() if n.ref == answer]
    condition, known = truth.of(named[0], succeeds) if len(named) == 1 else (test, None)
    return known if condition is test.kids[0] else None


def _guarded(graph: Graph, asks: Node) -> Node | None:
    """The if statement without else whose condition asks for something else first, and only if that is so for this."""
    above = graph.parent[id(asks)]
    whole, test = outside(graph.parent, above)
    second = above.op == "&&" and above.kids[1] is asks
    found = second and test is not None and _is_condition(test, whole) and len(test.kids) == 2
    return test if found else None


def _is_condition(above: Node, node: Node) -> bool:
    return above.kind == "IF_STMT" and above.kids[0] is node


def _is_head(above: Node, node: Node) -> bool:
    return above.kind == "WHILE_STMT" and above.kids[0] is node


def _kept_in(above: Node, value: Node) -> str:
    """The local variable that gets a value by an assignment or its declaration, or ""."""
    if above.kind == "VAR_DECL":
        return above.ref
    if above.op != "=" or above.kids[1] is not value:
        return ""
    target = strip(above.kids[0])
    return target.ref if target.op == "local" else ""


def _next(graph: Graph, statement: Node) -> Node | None:
    """The if statement behind a statement in its block, if there is one; labels may stand before that."""
    block = graph.parent.get(id(statement))
    while block is not None and block.kind in PREFIXES:
        statement, block = block, graph.parent.get(id(block))
    if block is None or block.kind != "COMPOUND_STMT":
        return None
    index = next(i for i, kid in enumerate(block.kids) if kid is statement) + 1
    return next((kid for kid in block.kids[index : index + 1] if kid.kind == "IF_STMT"), None)


def _holds(above: Node, node: Node, result: int, number: int) -> bool:
    """Does a comparison with a number hold where what it compares with that is a ``result``?"""
    sides = (result, number) if above.kids[0] is node else (number, result)
    return bool(COMPARISONS[above.op](*sides))


class _Truth:
    """What an expression made of a result says of success."""

    def __init__(self, graph: Graph, waits: bool, busy: bool, one: bool = False, certain: bool = False) -> None:
        self.graph = graph
        self.waits = waits
        self.busy = busy
        #: is the result 1 or 0, whichever way the program spells these?
        self.one = one
        #: does any number but 0 say that it has failed?
        self.certain = certain
        self.signed = False

    def of(self, node: Node, succeeds: bool, within: Node | None = None) -> tuple[Node, bool | None]:
        """The largest expression that only says whether there was success, and whether it holds then.

        None in place of that if something else is made of the result. It stands ``within`` the place of a call.
        """
        known: bool | None = succeeds
        for above in self._above(node):
            if within is not None and (above.start, above.end) != (within.start, within.end):
                break
            if above.kind in EXPRESSION_WRAPPERS:
                node = above
            elif above.op in ("!", "==", "!=", *_ORDERS):
                negates = self._negates(above, node)
                known = None if negates is None or known is None else known != negates
                node = above
            else:
                break
        return node, known

    def _above(self, node: Node) -> Iterator[Node]:
        while (above := self.graph.parent.get(id(node))) is not None:
            yield above
            node = above

    def _negates(self, above: Node, node: Node) -> bool | None:
        """Does an operator on a result turn what it says round? None if it asks for something else."""
        if above.op == "!":
            return True
        other = strip(above.kids[1] if above.kids[0] is node else above.kids[0])
        if self.one and (number := constant(other)) is not None:
            holds = [_holds(above, node, result, number) for result in (0, 1)]
            return holds[0] if holds[0] != holds[1] else None
        zero = says_zero(other)
        if zero and above.op in _ORDERS:
            self.signed = True
            return above.op in ("<=", ">=") if self.waits else None
        if zero:
            return above.op == "=="
        if above.op in ("==", "!=") and self.certain and nonzero(other):
            self.signed = True
            return above.op == "!="
        busy = self.busy and other.kind == "INTEGER_LITERAL" and other.name == str(EBUSY)
        return above.op == "!=" if busy and above.op not in _ORDERS else None
