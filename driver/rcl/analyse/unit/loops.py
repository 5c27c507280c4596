# SPDX-License-Identifier: MIT
"""The loops of a function, and what decides whether they go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rcl.analyse.closure import closure
from rcl.analyse.unit.tree import JUMPS, LOOPS, Function, Node, arguments, callee, changes, evaluated, operands, strip

#: memory that no declaration names
ANY = "*"
#: the builtin functions for atomic operations
ATOMIC = ("__builtin_", "__sync_", "__atomic_", "atomic_")
_BRANCHES = frozenset({"IF_STMT", "SWITCH_STMT"})
_COMPARING = frozenset({"<", ">", "<=", ">=", "!="})


@dataclass(frozen=True)
class Loop:
    """The nodes of a loop, and the conditions on which it goes on or is left."""

    nodes: list[Node]
    conditions: list[Node]

    def awaited(self, read: Callable[[Iterable[Node]], Mapping[str, str]]) -> Mapping[str, str] | None:
        """The memory that says whether it goes on and that it leaves alone; None if it steps what that depends on.

        ``read``: the memory that expressions read, with the names to call it by.
        """
        values = self._values()

        def made_of(key: str) -> set[str]:
            given = values.get(key, [])
            return {*_locals(given), *read(given)}

        named = closure({*_locals(self.conditions), *read(self.conditions)}, made_of)
        stepped = named & self._stepped() or any(_compared_and_swapped(n) for n in self.nodes)
        if stepped or any(key in closure(made_of(key), made_of) for key in named):
            return None
        deciding = [*self.conditions, *(value for key in sorted(named) for value in values.get(key, []))]
        return {key: name for key, name in read(deciding).items() if key not in values}

    def _values(self) -> Mapping[str, list[Node]]:
        """The values that variables and memory get in it, each with what its branches ask before."""
        asked: dict[int, list[Node]] = {}
        own = {id(condition) for condition in self.conditions}
        for branch in (n for n in self.nodes if n.kind in _BRANCHES and id(n.kids[0]) not in own):
            for node in branch.walk():
                asked.setdefault(id(node), []).append(branch.kids[0])
        values: dict[str, list[Node]] = {}
        for node in self.nodes:
            if node.kind == "VAR_DECL":
                values.setdefault(node.ref, []).extend([*operands(node), *asked.get(id(node), ())])
            elif changes(node):
                values.setdefault(_changed(node), []).extend([*node.kids[1:], *asked.get(id(node), ())])
        return values

    def _stepped(self) -> set[str]:
        """What it counts or moves on."""
        return {_changed(n) for n in self.nodes if changes(n) and n.op != "="}


def loops(function: Function) -> Iterator[Loop]:
    """The loops, jumps backwards included."""
    labels: dict[str, Node] = {}
    for node in function.nodes if any(function.of_kinds(*LOOPS, "GOTO_STMT")) else ():
        if node.kind in LOOPS and not runs_once(node):
            inner = node.kids[0] if node.kind == "DO_STMT" else node.kids[-1]
            head = [kid for kid in node.kids if kid is not inner]
            yield Loop(list(evaluated(node)), [*head, *_deciding(inner)])
        elif node.kind == "LABEL_STMT":
            labels[node.name] = node
        elif node.kind == "GOTO_STMT" and node.kids and node.kids[0].name in labels:
            start = labels[node.kids[0].name].start
            between = [n for n in evaluated(function.body) if start <= n.start <= node.start]
            tests = [n for n in between if n.kind in _BRANCHES and _jumps(n, True)]
            yield Loop(between, [n.kids[0] for n in tests])


def runs_once(loop: Node) -> bool:
    """Is it ``do { ... } while (0)``?"""
    test = strip(loop.kids[-1])
    return loop.kind == "DO_STMT" and test.kind == "INTEGER_LITERAL" and test.name == "0"


def counts(loop: Node) -> bool:
    """Is it a ``for`` whose condition is about a local variable that its head steps?"""
    if loop.kind != "FOR_STMT":
        return False
    head = [node for part in loop.kids[:-1] for node in part.walk()]
    stepped = {local(n.kids[0]) for n in head if changes(n) and n.op != "="} - {""}
    asked = {n.ref for n in head if n.op in _COMPARING for n in n.walk()}
    return not stepped.isdisjoint(asked)


def walks(loop: Node) -> bool:
    """Does it go by a local variable that each round steps, or moves along a list, without asking a function?"""
    parts = loop.kids if loop.kind == "DO_STMT" else [*loop.kids[-1:], *loop.kids[:-1]]
    body, *head = parts
    round_ = [body, *(head[1:] if loop.kind == "FOR_STMT" else head)]
    values: dict[str, list[Node]] = {}
    for node in (n for part in round_ for n in part.walk() if n.kind == "VAR_DECL" or changes(n)):
        ref = node.ref if node.kind == "VAR_DECL" else local(node.kids[0])
        values.setdefault(ref, []).append(node)
    asked = head[1:2] if len(head) == 3 else [part for part in head if not changes(part)]
    if any(map(_calls, asked)):
        return False
    return any(_moves(ref, values) for ref in _locals(asked) & values.keys())


def _moves(ref: str, values: Mapping[str, list[Node]]) -> bool:
    """Is each new value of a local variable made of the one before, and of what that leads to?"""

    def made_of(ref: str) -> set[str]:
        return _locals([value for change in values.get(ref, []) for value in _made_of(change) if not _calls(value)])

    def follows(change: Node) -> bool:
        given = [value for value in _made_of(change) if not _calls(value)]
        return (changes(change) and change.op != "=") or ref in closure(_locals(given), made_of)

    return all(map(follows, values[ref]))


def _calls(node: Node) -> bool:
    return any(n.kind == "CALL_EXPR" for n in node.walk())


def _made_of(change: Node) -> list[Node]:
    """What says which value a declaration or an assignment gives."""
    return operands(change) if change.kind == "VAR_DECL" else change.kids[1:]


def _deciding(body: Node) -> list[Node]:
    """The conditions in a loop's body on which control leaves the loop."""
    found = []
    for node in body.walk():
        if node.kind in _BRANCHES and _jumps(node, node.kind == "IF_STMT"):
            found.append(node.kids[0])
    return found


def _jumps(node: Node, breaks: bool) -> bool:
    """Does the statement hold a jump out of the loop around it?"""
    for kid in node.kids:
        if kid.kind in JUMPS and kid.kind != "CONTINUE_STMT" and (breaks or kid.kind != "BREAK_STMT"):
            return True
        if _jumps(kid, breaks and kid.kind not in LOOPS and kid.kind != "SWITCH_STMT"):
            return True
    return False


def _base(node: Node) -> Node:
    """The variable or pointer that an object is a part of."""
    node = strip(node)
    while (node.kind == "MEMBER_REF_EXPR" and node.op == ".") or (
        node.kind == "ARRAY_SUBSCRIPT_EXPR" and not _pointed(node)
    ):
        node = strip(node.kids[0])
    return node


def local(target: Node) -> str:
    """The local variable that an assignment changes (or changes a part of), "" if it changes other memory."""
    base = _base(target)
    return base.ref if base.op == "local" else ""


def memory(expressions: Iterable[Node]) -> dict[str, str]:
    """The memory that expressions read themselves, with the names to call it by."""
    nodes = [n for expression in expressions for n in evaluated(expression)]
    whole = {id(strip(n.kids[0])) for n in nodes if n.op == "."}
    read: dict[str, str] = {}
    for node in nodes:
        if id(node) not in whole and (key := _key(node)):
            read.setdefault(key, node.name or "memory")
    return read


def _changed(change: Node) -> str:
    """What names the variable or memory that an assignment changes: elements go by their array."""
    target = strip(change.kids[0])
    while target.kind == "ARRAY_SUBSCRIPT_EXPR" and not _pointed(target):
        target = strip(target.kids[0])
    return local(target) or _key(target) or ANY


def _key(node: Node) -> str:
    """What names the memory that an expression itself reads, "" if it reads none."""
    if node.kind == "DECL_REF_EXPR":
        return node.ref if node.op in ("variable", "thread") else ""
    if node.kind == "MEMBER_REF_EXPR":
        return "" if local(node) else node.ref
    return ANY if _pointed(node) else ""


def _pointed(node: Node) -> bool:
    """Is it what a pointer leads to?"""
    if node.kind == "ARRAY_SUBSCRIPT_EXPR":
        return strip(node.kids[0]).type not in "avs"
    return node.kind == "UNARY_OPERATOR" and node.op == "*"


def _compared_and_swapped(node: Node) -> bool:
    """Is it an atomic operation that hands a local variable what it found, to be tried again with?"""
    atomic = node.kind == "UNEXPOSED_EXPR" or (node.kind == "CALL_EXPR" and callee(node).name.startswith(ATOMIC))
    given = arguments(node) if node.kind == "CALL_EXPR" else node.kids
    return atomic and any(strip(n).op == "&" and local(strip(n).kids[0]) for n in given)


def _locals(expressions: list[Node]) -> set[str]:
    """The local variables that expressions read."""
    nodes = (n for expression in expressions for n in evaluated(expression))
    return {n.ref for n in nodes if n.kind == "DECL_REF_EXPR" and n.op == "local"}
