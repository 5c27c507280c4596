# SPDX-License-Identifier: MIT
"""One name for a mutex that a function names in two ways: ``job = &jobs[id]; lock(&job->m); ... unlock(&jobs[id].m);``.

A local variable that never gets another value than its initialiser stands for that, as long as nothing between its
declaration and the last of the lock calls can change what the initialiser is made of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rcl.analyse.pointers import Pointers
from rcl.analyse.tree import Function, Node, canonical, changes, operands, strip, substitute

#: the kinds of expressions that name a variable or a part of one
PARTS = ("DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR")


@dataclass(frozen=True)
class Naming:
    """A lock call and what it says of the mutex."""

    call: Node
    lock: Node


def changed(function: Function) -> set[str]:
    """What the function gives a new value, or takes the address of."""
    nodes = (n for n in function.nodes if changes(n) or (n.kind == "UNARY_OPERATOR" and n.op == "&"))
    return {strip(node.kids[0]).ref for node in nodes}


def only_values(function: Function) -> dict[str, Node]:
    """The declarations of the local variables that never get another value than their initialiser."""
    others = changed(function)
    declared = (n for n in function.nodes if n.kind == "VAR_DECL" and operands(n))
    return {node.ref: node for node in declared if node.ref not in others}


class Aliases:
    """The other names that mutexes have in one function."""

    def __init__(self, function: Function, parent: Mapping[int, Node], pointers: Pointers) -> None:
        self.function = function
        self.parent = parent
        self.pointers = pointers
        self.values = only_values(function)

    def meant(self, named: Sequence[Naming]) -> list[Node]:
        """For each naming the mutex's expression: the one that several share where they name it in different ways."""
        spelled = [self._spelled_out(n.lock) for n in named]
        groups: dict[str, list[int]] = {}
        for number, (lock, _) in enumerate(spelled):
            groups.setdefault(canonical(lock), []).append(number)
        found = [n.lock for n in named]
        for group in groups.values():
            declared = {id(d): d for number in group for d in spelled[number][1]}
            members = [named[number] for number in group]
            differ = len({canonical(n.lock) for n in members}) > 1
            if differ and self._lasts(spelled[group[0]][0], list(declared.values()), members):
                for number in group:
                    found[number] = spelled[number][0]
        return found

    def _spelled_out(self, lock: Node) -> tuple[Node, list[Node]]:
        """The expression without aliases, and their declarations."""
        used: list[Node] = []
        for _ in self.values:
            declared = {n.ref: self.values[n.ref] for n in lock.walk() if n.type in "po" and n.ref in self.values}
            used += declared.values()
            lock = substitute(lock, {ref: operands(node)[-1] for ref, node in declared.items()})
        return lock, used

    def _lasts(self, lock: Node, declared: list[Node], named: list[Naming]) -> bool:
        """Does the expression mean the same object from the first of the declarations to the last of the calls?"""
        start, end = min(d.start for d in declared), max(n.call.end for n in named)
        seen = all(self._sees(d, n.call) for d in declared for n in named)
        mutex = strip(strip(lock).kids[0]) if strip(lock).op == "&" else None
        return seen and lasts(self.function, self.pointers, lock, start, end, mutex)

    def _sees(self, declared: Node, call: Node) -> bool:
        """Does a call stand in the scope of a declaration?"""
        block = self.parent[id(self.parent[id(declared)])]
        return declared.end <= call.start < block.end


def lasts(
    function: Function, pointers: Pointers, expression: Node, start: int, end: int, target: Node | None = None
) -> bool:
    """Does nothing between two offsets change what an expression is made of (but for the ``target`` that it leads to)?

    Neither the function itself nor those of the tree that it calls there.
    """
    parts = {canonical(n) for n in expression.walk() if n.kind in PARTS}
    shared = {n.ref for n in expression.walk() if n.kind in PARTS and n.ref and n.op != "local" and n is not target}
    calls = []
    for node in function.nodes:
        address = node.kind == "UNARY_OPERATOR" and node.op == "&"
        if address and strip(node.kids[0]).op == "local" and canonical(node.kids[0]) in parts:
            return False
        within = start <= node.start < end
        if within and changes(node) and (canonical(node.kids[0]) in parts or strip(node.kids[0]).ref in shared):
            return False
        calls += [node] if within and node.kind == "CALL_EXPR" else []
    return not shared or shared.isdisjoint(_written_by(pointers, calls))


def _written_by(pointers: Pointers, calls: list[Node]) -> Iterator[str]:
    """The fields and variables that the functions of the tree write which calls lead to."""
    seen: set[str] = set()
    calls = list(calls)
    while calls:
        for key in pointers.called(calls.pop()) - seen:
            seen.add(key)
            for node in (n for f in pointers.functions[key] for n in f.nodes):
                if node.kind == "CALL_EXPR":
                    calls.append(node)
                elif changes(node):
                    yield strip(node.kids[0]).ref
