# SPDX-License-Identifier: MIT
"""The loops of a function, and what decides whether they go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import dropwhile

from rcl.analyse.closure import closure
from rcl.analyse.unit.tree import (
    JUMPS,
    LOOPS,
    Function,
    Node,
    arguments,
    callee,
    changes,
    evaluated,
    is_zero,
    operands,
    pointed,
    strip,
)

#: memory that no declaration names
ANY = "*"
_OPERATIONS, _BUILTIN = ("__sync_", "__atomic_", "atomic_"), "__builtin_"
#: the builtin functions for atomic operations
ATOMIC = (_BUILTIN, *_OPERATIONS)
#: the nodes that may be atomic operations
_OPERATING = ("CALL_EXPR", "UNEXPOSED_EXPR")
#: what an exchange is given by its address: itself, an order, and two variables
_EXCHANGED = 4
_BRANCHES = frozenset({"IF_STMT", "SWITCH_STMT"})
#: of what not all is done that stands behind the first part
_ASKING = _BRANCHES | LOOPS | {"CONDITIONAL_OPERATOR"}
_COMPARING = frozenset({"<", ">", "<=", ">=", "!="})


@dataclass(frozen=True)
class Awaited:
    """The memory that says whether a loop goes on and that it leaves alone, with the names to call it by; and the
    expressions that decide.
    """

    memory: Mapping[str, str]
    deciding: list[Node]


#: the memory that expressions read, with the names to call it by
Reading = Callable[[Iterable[Node]], Mapping[str, str]]


@dataclass(frozen=True)
class Loop:
    """The nodes of a loop, the conditions on which it goes on or is left, and the local variables with an address.

    ``anew``: the local variables that keep nothing from one round to the next. ``again``: the function that does all
    that again where it calls itself, if that is the loop, and ``handed`` the values that its parameters get there.
    """

    nodes: list[Node]
    conditions: list[Node]
    shared: set[str]
    anew: AbstractSet[str] = frozenset()
    again: str = ""
    handed: tuple[tuple[str, Node], ...] = ()

    def awaited(self, read: Reading) -> Awaited | None:
        """What it waits for, itself; None if it steps what that depends on."""
        made_of = cache(partial(self._made_of, read))
        values = self._values

        def is_found(ref: str) -> bool:
            return ref not in values or any(read(values.get(key, [])) for key in closure([ref], made_of))

        named = self._named(read, made_of)
        again = {ref for n in self.nodes if n.kind in _OPERATING and _tries(n) for ref in _handed(n)}
        kept = named - self.anew
        if kept & self._stepped() or any(map(is_found, again)):
            return None
        if any(key in closure(made_of(key), made_of) for key in kept):
            return None
        deciding = self._deciding(named)
        own = {n.ref: n.name for value in deciding for n in evaluated(value) if n.ref in self.shared}
        return Awaited({key: name for key, name in {**read(deciding), **own}.items() if key not in values}, deciding)

    def deciding(self, read: Reading) -> list[Node]:
        """The conditions, and the values of what they are about."""
        return self._deciding(self._named(read, partial(self._made_of, read)))

    def _deciding(self, named: AbstractSet[str]) -> list[Node]:
        return [*self.conditions, *(value for key in sorted(named) for value in self._values.get(key, []))]

    def _named(self, read: Reading, made_of: Callable[[str], set[str]]) -> set[str]:
        """What the conditions are about, with all that this is made of."""
        return closure({*_locals(self.conditions), *read(self.conditions)}, made_of)

    def _made_of(self, read: Reading, key: str) -> set[str]:
        """What the values are made of that a variable, or memory, gets in it."""
        given = self._values.get(key, [])
        return {*_locals(given), *read(given)}

    @cached_property
    def _values(self) -> Mapping[str, list[Node]]:
        """The values that variables and memory get in it, each with what its branches ask before."""
        asked: dict[int, list[Node]] = {}
        own = {id(condition) for condition in self.conditions}
        for branch in (n for n in self.nodes if n.kind in _BRANCHES and id(n.kids[0]) not in own):
            for node in branch.walk():
                asked.setdefault(id(node), []).append(branch.kids[0])
        values: dict[str, list[Node]] = {}
        for parameter, value in self.handed:
            values.setdefault(parameter, []).extend([value, *asked.get(id(value), ())])
        for node in self.nodes:
            if node.kind == "VAR_DECL":
                values.setdefault(node.ref, []).extend([*operands(node), *asked.get(id(node), ())])
            elif changes(node):
                values.setdefault(_place(node.kids[0]), []).extend([*node.kids[1:], *asked.get(id(node), ())])
            elif node.kind in _OPERATING and not _tries(node):
                for ref in _handed(node):
                    values.setdefault(ref, []).append(_object(node))
        return values

    def _stepped(self) -> set[str]:
        """What it counts or moves on."""
        counted = {_place(_object(n)) for n in self.nodes if _adds(n) and not is_zero(arguments(n)[-1])}
        return counted | {_place(n.kids[0]) for n in self.nodes if changes(n) and n.op != "="}


def loops(function: Function) -> Iterator[Loop]:
    """The loops, jumps backwards included."""
    labels: dict[str, Node] = {}
    shared = {local(n.kids[0]) for n in function.of_kinds("UNARY_OPERATOR") if n.op == "&"} - {""}
    lasting = {variable.key for variable in function.locals.values() if variable.static}
    whole: list[Node] = []
    for node in function.nodes if any(function.of_kinds(*LOOPS, "GOTO_STMT")) else ():
        if node.kind in LOOPS and not runs_once(node):
            asked, others = _parts(node)
            parts = [*others, *asked] if node.kind == "DO_STMT" else [*asked, *others[::-1]]
            yield Loop(list(evaluated(node)), [*asked, *_deciding(others)], shared, _begun_anew(parts) - lasting)
        elif node.kind == "LABEL_STMT":
            labels[node.name] = node
        elif node.kind == "GOTO_STMT" and node.kids and node.kids[0].name in labels:
            start = labels[node.kids[0].name].start
            whole = whole or list(evaluated(function.body))
            between = [n for n in whole if start <= n.start <= node.start]
            tests = [n for n in between if n.kind in _BRANCHES and _jumps(n, n.kind == "IF_STMT")]
            yield Loop(between, [n.kids[0] for n in tests], shared)
    if function.key in function.targets:
        yield _recursion(function, shared)


def _recursion(function: Function, shared: set[str]) -> Loop:
    """What a function does that calls itself, as a loop."""
    nodes = list(evaluated(function.body))
    calls = [n for n in nodes if n.kind == "CALL_EXPR" and callee(n).ref == function.key]
    given = [pair for call in calls for pair in zip(function.parameters, arguments(call), strict=False)]
    handed = tuple((parameter, value) for parameter, value in given if strip(value).ref != parameter)
    inner = {id(call) for call in calls}
    around = [n.kids[0] for n in nodes if n.kind in _ASKING and any(id(below) in inner for below in n.walk())]
    own = {variable.key for variable in function.locals.values() if not variable.static} - {*function.parameters}
    return Loop(nodes, [*around, *_deciding([function.body])], shared, own, function.key, handed)


def result(function: Function) -> Loop:
    """What a function does, with what decides what it returns as the conditions."""
    nodes = list(evaluated(function.body))
    given = [value for n in nodes if n.kind == "RETURN_STMT" for value in n.kids]
    return Loop(nodes, [*given, *_deciding([function.body])], set())


def _begun_anew(parts: list[Node]) -> set[str]:
    """The local variables that each round of a loop declares, or gives a value before all else that it does to them."""
    first: dict[str, bool] = {}
    work: list[tuple[Node | str, bool]] = [(part, True) for part in parts[::-1]]
    while work:
        node, certain = work.pop()
        if isinstance(node, str):
            first.setdefault(node, certain)
        elif node.kind == "DECL_REF_EXPR" and node.op == "local":
            first.setdefault(node.ref, False)
        elif node.kind == "VAR_DECL":
            work += [(node.ref, True), *((kid, certain) for kid in operands(node))]
        elif node.op == "=" and node.kids and strip(node.kids[0]).kind == "DECL_REF_EXPR" and local(node.kids[0]):
            work += [(local(node.kids[0]), certain), (node.kids[1], certain)]
        else:
            always = 1 if node.kind in _ASKING or node.op in ("&&", "||") else len(node.kids)
            work += [(kid, certain and at < always) for at, kid in enumerate(node.kids)][::-1]
    return {ref for ref, anew in first.items() if anew}


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
    asked, others = _parts(loop)
    values: dict[str, list[Node]] = {}
    for node in (n for part in (*asked, *others) for n in part.walk() if n.kind == "VAR_DECL" or changes(n)):
        ref = node.ref if node.kind == "VAR_DECL" else local(node.kids[0])
        values.setdefault(ref, []).append(node)
    if any(map(_calls, asked)):
        return False
    return any(_moves(ref, values) for ref in _locals(asked) & values.keys())


def _parts(loop: Node) -> tuple[list[Node], list[Node]]:
    """What a loop asks each round, and what else it does in it; of a ``for`` that lacks a part, it asks what gives no
    value.
    """
    if loop.kind == "DO_STMT":
        return loop.kids[1:], loop.kids[:1]
    *head, body = loop.kids
    if loop.kind == "WHILE_STMT":
        return head, [body]
    if len(head) == 3:
        return head[1:2], [head[2], body]
    behind = list(dropwhile(_gives, head))
    return [part for part in behind if not _gives(part)], [*filter(_gives, behind), body]


def _gives(part: Node) -> bool:
    """Does a part of a ``for`` only give values?"""
    return part.kind == "DECL_STMT" or changes(part) or (part.op == "," and all(map(_gives, part.kids)))


def _moves(ref: str, values: Mapping[str, list[Node]]) -> bool:
    """Is each new value of a local variable made of the one before, and of what that leads to?"""

    def made_of(ref: str) -> set[str]:
        return _locals([value for change in values.get(ref, []) for value in _made_of(change) if not _calls(value)])

    def follows(change: Node) -> bool:
        given = [value for value in _made_of(change) if not _calls(value)]
        return change.op != "=" or ref in closure(_locals(given), made_of)

    return all(map(follows, values[ref]))


def _calls(node: Node) -> bool:
    return any(n.kind == "CALL_EXPR" for n in node.walk())


def _made_of(change: Node) -> list[Node]:
    """What says which value a declaration or an assignment gives."""
    return operands(change) if change.kind == "VAR_DECL" else change.kids[1:]


def _deciding(parts: list[Node]) -> Iterator[Node]:
    """The conditions in parts of a loop on which control leaves the loop, but for the breaks of others."""
    work = [(part, True) for part in parts[::-1]]
    while work:
        node, breaks = work.pop()
        breaks = breaks and node.kind not in LOOPS and node.kind != "SWITCH_STMT"
        if node.kind in _BRANCHES and _jumps(node, breaks):
            yield node.kids[0]
        work += [(kid, breaks) for kid in node.kids[::-1]]


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
            read.setdefault(key, "memory" if key == ANY else node.name)
    return read


def _place(target: Node) -> str:
    """What names the variable or memory that an assignment changes: elements go by their array."""
    target = strip(target)
    while target.kind == "ARRAY_SUBSCRIPT_EXPR" and not _pointed(target):
        target = strip(target.kids[0])
    return local(target) or _key(target) or ANY


def _key(node: Node) -> str:
    """What names the memory that an expression itself reads, "" if it reads none."""
    if node.kind == "DECL_REF_EXPR":
        return node.ref if node.op in ("variable", "thread") else ""
    if node.kind == "MEMBER_REF_EXPR":
        return "" if local(node) else node.ref
    if given := _given(node, _OPERATIONS):
        return "" if strip(given[0]).op == "&" else ANY
    return ANY if _pointed(node) else ""


def _pointed(node: Node) -> bool:
    """Is it what a pointer leads to?"""
    if node.kind == "ARRAY_SUBSCRIPT_EXPR":
        return strip(node.kids[0]).type not in "avs"
    return node.kind == "UNARY_OPERATOR" and node.op == "*"


def _given(node: Node, names: tuple[str, ...] = ATOMIC) -> list[Node]:
    """What an atomic operation is given, first the address of its object; nothing for what is none."""
    if node.kind == "CALL_EXPR":
        return arguments(node) if callee(node).name.startswith(names) else []
    return node.kids if node.kind == "UNEXPOSED_EXPR" else []


def _object(operation: Node) -> Node:
    """The object that an atomic operation is about."""
    return pointed(_given(operation)[0])


def _handed(node: Node) -> set[str]:
    """The local variables that an atomic operation, or another builtin function, hands what it finds."""
    handed = _given(node) if callee(node).name.startswith(_BUILTIN) else _given(node)[1:]
    return {local(strip(n).kids[0]) for n in handed if strip(n).op == "&"} - {""}


def _tries(node: Node) -> bool:
    """Is it an operation that hands on what to go on with, as one does that compares and fails?"""
    if node.kind != "CALL_EXPR":
        return len(node.kids) > _EXCHANGED
    return "compare" in callee(node).name or callee(node).name.startswith(_BUILTIN)


def _adds(node: Node) -> bool:
    """Does an atomic operation count?"""
    given = _given(node, _OPERATIONS) if node.kind == "CALL_EXPR" else []
    return bool(given) and any(word in callee(node).name for word in ("add", "sub"))


def _locals(expressions: list[Node]) -> set[str]:
    """The local variables that expressions read."""
    nodes = (n for expression in expressions for n in evaluated(expression))
    return {n.ref for n in nodes if n.kind == "DECL_REF_EXPR" and n.op == "local"}
