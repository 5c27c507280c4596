# SPDX-License-Identifier: MIT
"""One name for a mutex that a function names in two ways: ``job = &jobs[id]; lock(&job->m); ... unlock(&jobs[id].m);``.

A local variable that only ever gets one value, by its initialiser or by a statement of the block that declares it,
stands for that, as long as nothing from there to the last of the lock calls can change what the value is made of. Where
the function takes such a mutex once, gives back but what it took, and calls none that may give such a one back or leave
it held, only functions count that are called by their names, and what they name where they set it: what pointers may
lead to is much, and to release what one has not taken is no program's way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from rcl.analyse.program.pointers import Locks, Pointers, meet
from rcl.analyse.unit.conversions import as_values
from rcl.analyse.unit.graph import Graph
from rcl.analyse.unit.tree import (
    PREFIXES,
    Function,
    Node,
    callee,
    canonical,
    changes,
    only_named,
    operands,
    strip,
    substitute,
)  # fmt: skip

#: the kinds of expressions that name a variable or a part of one
PARTS = ("DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR")


@dataclass(frozen=True)
class Naming:
    """A lock call and what it says of the mutex, which it ``takes`` or gives back."""

    call: Node
    lock: Node
    locks: Locks
    takes: bool


def changed(function: Function) -> Counter[str]:
    """How often the function's text gives something a new value, takes its address, or hands it to assembler."""
    operators = function.of_kinds("UNARY_OPERATOR", "BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR")
    nodes = [n for n in operators if changes(n) or (n.kind == "UNARY_OPERATOR" and n.op == "&")]
    given = (kid for node in function.of_kinds("ASM_STMT") for kid in node.kids)
    return Counter(strip(kid).ref for kid in (*(node.kids[0] for node in nodes), *given))


def only_values(function: Function) -> dict[str, Node]:
    """The declarations of the local variables that never get another value than their initialiser."""
    return _only_declared(function, changed(function))


def lasting(function: Function) -> dict[str, Node]:
    """Where the local variables get their value that only ever get one: their declaration, or a statement of the block
    that it stands in. It may be a call's.
    """
    others = changed(function)
    return _only_assignments(function, others, calls=True) | _only_declared(function, others)


def _only_declared(function: Function, others: Counter[str]) -> dict[str, Node]:
    declared = (n for n in function.of_kinds("VAR_DECL") if operands(n))
    return {node.ref: node for node in declared if node.ref not in others}


def _only_assignments(function: Function, others: Counter[str], calls: bool) -> dict[str, Node]:
    """The assignments, also of ``calls``, that give local variables the only values that they ever get."""
    blocks = function.of_kinds("COMPOUND_STMT")
    return {ref: node for block in blocks for ref, node in _assigned(function, block, calls) if others[ref] == 1}


def _assigned(function: Function, block: Node, calls: bool) -> Iterator[tuple[str, Node]]:
    """The assignments among a block's statements to variables that it declares without a value.

    Not those behind a label, or behind a case, which control may get to again, or get past.
    """
    empty: set[str] = set()
    for statement in block.kids:
        if any(n.kind in PREFIXES for n in statement.walk()):
            return
        if statement.kind == "DECL_STMT":
            empty |= {n.ref for n in statement.kids if n.kind == "VAR_DECL" and not operands(n)}
        elif statement.kind == "BINARY_OPERATOR" and statement.op == "=":
            ref, value = strip(statement.kids[0]).ref, statement.kids[1]
            variable = function.locals.get(ref) if ref in empty else None
            plain = variable is not None and not variable.static and not variable.volatile
            if plain and not any(changes(n) or (n.kind == "CALL_EXPR" and not calls) for n in value.walk()):
                yield ref, statement


class Aliases:
    """The other names that mutexes have in one function."""

    def __init__(self, graph: Graph, pointers: Pointers) -> None:
        self.graph = graph
        self.pointers = pointers
        function, others = graph.function, changed(graph.function)
        self.values = _only_assignments(function, others, calls=False) | _only_declared(function, others)

    def meant(self, named: Sequence[Naming], others: Locks) -> list[Node]:
        """For each naming the mutex's expression: the one that several share where they name it in different ways.

        ``others`` are what else the function takes, and what those that it calls may give back or leave held.
        """
        spelled = [self._spelled_out(n.lock) for n in named]
        groups: dict[str, list[int]] = {}
        for number, (lock, _) in enumerate(spelled):
            groups.setdefault(canonical(lock), []).append(number)
        found = [n.lock for n in named]
        for group in groups.values():
            declared = {id(d): d for number in group for d in spelled[number][1]}
            members = [named[number] for number in group]
            if len({canonical(n.lock) for n in members}) < 2:
                continue
            apart = others.union(*(n.locks for number, n in enumerate(named) if number not in group))
            own = self._taken_first(members) and not any(meet(n.locks, apart) for n in members)
            if self._lasts(spelled[group[0]][0], list(declared.values()), members, own):
                for number in group:
                    found[number] = spelled[number][0]
        return found

    def _spelled_out(self, lock: Node) -> tuple[Node, list[Node]]:
        """The expression without aliases, and their declarations."""
        used: list[Node] = []
        known = self.pointers.sorts_in(self.graph.function)
        for _ in self.values:
            declared = {n.ref: self.values[n.ref] for n in lock.walk() if n.type in "po" and n.ref in self.values}
            if not declared:
                break
            used += declared.values()
            values = {ref: operands(node)[-1] for ref, node in declared.items()}
            lock = substitute(lock, as_values(lock, values, known))
        return lock, used

    def _taken_first(self, named: Sequence[Naming]) -> bool:
        """Is one of the calls made before each of the others, and the only one of them that takes the mutex?"""
        taking = [id(n.call) for n in named if n.takes]
        homes = [b for b in self.graph.blocks if any(id(e.node) in taking for e in b.events)]
        if len(taking) != 1 or len(homes) != 1:
            return False
        before = self.graph.reached(never={homes[0].number}) if homes[0] is not self.graph.entry else set[int]()
        calls = [id(e.node) for b in self.graph.blocks if b.number in before for e in b.events]
        calls += takewhile(lambda call: call != taking[0], (id(e.node) for e in homes[0].events))
        return {id(n.call) for n in named if not n.takes}.isdisjoint(calls)

    def _lasts(self, lock: Node, declared: list[Node], named: list[Naming], own: bool) -> bool:
        """Does the expression mean the same object from the first of the declarations to the last of the calls?

        It is the function's ``own`` doing that such an object is held.
        """
        start, end = min(d.start for d in declared), max(n.call.end for n in named)
        seen = all(self._sees(d, n.call) for d in declared for n in named)
        return seen and lasts(self.graph, self.pointers, lock, start, end, place=True, named=own)

    def _sees(self, declared: Node, call: Node) -> bool:
        """Does a call stand behind where a variable gets its value, in the same block?"""
        above = self.graph.parent[id(declared)]
        block = above if above.kind == "COMPOUND_STMT" else self.graph.parent[id(above)]
        return declared.end <= call.start < block.end


def lasts(
    graph: Graph,
    pointers: Pointers,
    expression: Node,
    start: int,
    end: int,
    place: bool = False,
    counts: Callable[[Node], bool] = lambda _: True,
    named: bool = False,
) -> bool:
    """Does nothing between two offsets change what an expression is made of, or with ``place`` where its object is?

    Neither the function itself nor those of the tree that it calls there, as far as that ``counts``; with ``named``
    these only where they are, and what they set.
    """
    apart = {id(n) for n in only_named(expression)} if place else set()
    read = [n for n in expression.walk() if id(n) not in apart and (n.kind in PARTS or n.op == "*")]
    if _set(graph, {n.ref for n in read if n.op == "local"}, start, end, counts):
        return False
    altered, called = set[str](), set[str]()
    parts = {canonical(n) for n in read}
    for node in graph.function.nodes:
        inside = start <= node.start < end
        if node.kind == "UNARY_OPERATOR" and node.op == "&":
            if (strip(node.kids[0]).op == "local" or (named and inside)) and canonical(node.kids[0]) in parts:
                return False
        elif inside and _alters(node) and counts(node):
            own = pointers.called(node) if node.kind == "CALL_EXPR" else set[str]()
            altered |= set[str]() if named and own else pointers.writes.by(node)
            if any(n.op != "local" for n in read) and not (named and callee(node).op != "function"):
                called |= own
    altered = altered.union(*set(map(pointers.writes.sets if named else pointers.writes.behind, called)))
    return not pointers.writes.reach(altered, read)


def changing(
    graph: Graph, pointers: Pointers, expression: Node, start: int, end: int, counts: Callable[[Node], bool]
) -> Node | None:
    """What between two offsets may first change what an expression is made of, as far as that ``counts``, or where the
    address of a variable in it is taken.
    """
    read = [n for n in expression.walk() if n.kind in PARTS or n.op == "*"]
    variables = {n.ref for n in read if n.op == "local"}
    events = (e for block in graph.blocks for e in block.events if e.kind == "a" and e.ref in variables)
    if addressed := next(events, None):
        return addressed.node
    for node in graph.function.nodes:
        if not start <= node.start < end or not _alters(node) or not counts(node):
            continue
        called = pointers.called(node) if node.kind == "CALL_EXPR" else set[str]()
        altered = pointers.writes.by(node).union(*map(pointers.writes.behind, called))
        if pointers.writes.reach(altered, read):
            return node
    return None


def _alters(node: Node) -> bool:
    """May it change anything?"""
    return node.kind in ("CALL_EXPR", "ASM_STMT") or changes(node)


def _set(graph: Graph, variables: set[str], start: int, end: int, counts: Callable[[Node], bool]) -> bool:
    """Is a variable set as a whole between two offsets, where that ``counts``, or its address taken anywhere?"""
    events = (e for block in graph.blocks for e in block.events if e.ref in variables)
    return any(
        e.kind == "a" or (e.kind in ("w", "x") and start <= e.node.start < end and counts(e.node)) for e in events
    )
