# SPDX-License-Identifier: MIT
"""Loops that wait for another thread: nothing in them can end them, only somebody else's write can.

Such a loop reads memory in what decides whether it goes on, and neither writes that memory itself nor steps a local
variable on which the decision depends (``while (!flag);`` but not ``while (p->next) p = p->next;``). A loop that calls
a function with effects is left to what is known of that function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rcl.analyse.closure import closure
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.program.questions import question
from rcl.analyse.unit.tree import JUMPS, LOOPS, Function, Node, arguments, callee, changes, evaluated, operands, strip

#: memory that no declaration names
_ANY = "*"
_BRANCHES = frozenset({"IF_STMT", "SWITCH_STMT"})
_COMPARING = frozenset({"<", ">", "<=", ">=", "!="})
_ATOMIC = ("__builtin_", "__sync_", "__atomic_", "atomic_")


class Waits:
    """Finds the loops of functions that wait."""

    def __init__(self, pointers: Pointers) -> None:
        self.pointers = pointers
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        self._quiet: dict[str, bool] = {}

    def of(self, function: Function, inside: Callable[[int], bool] | None = None) -> str:
        """What the first such loop in the function (or in a part of it) waits for, "" if there is none."""
        for loop, conditions in _loops(function):
            if inside is None or inside(loop[0].start):
                awaited = self._awaited(loop, conditions)
                if awaited:
                    return awaited
        return ""

    def _awaited(self, loop: list[Node], conditions: list[Node]) -> str:
        if not all(self._idle(n) for n in loop if n.kind == "CALL_EXPR"):
            return ""
        values, written = _written(loop)

        def made_of(ref: str) -> set[str]:
            return _locals(values.get(ref, []))

        deciding = closure(_locals(conditions), made_of)
        stepped = deciding & _stepped(loop) or any(_compared_and_swapped(n) for n in loop)
        if stepped or any(ref in closure(made_of(ref), made_of) for ref in deciding):
            return ""
        read = self._memory([*conditions, *(value for ref in deciding for value in values.get(ref, []))])
        return "" if written & read.keys() else next(iter(read.values()), "")

    def _memory(self, expressions: list[Node]) -> dict[str, str]:
        """The memory that expressions read, also in functions that they call, with the name to call it by."""
        read: dict[str, str] = {}
        for node in (n for expression in expressions for n in evaluated(expression)):
            if key := _memory_key(node):
                read.setdefault(key, node.name or "memory")
            elif node.kind == "CALL_EXPR" and self.is_quiet(callee(node).ref):
                read = {**self.reads(callee(node).ref), **read}
        return read

    @question(lambda read: list(read.items()))
    def reads(self, key: str) -> dict[str, str]:
        """The memory that a function of the tree reads."""
        return self._memory([f.body for f in self.pointers.functions[key]])

    def _idle(self, call: Node) -> bool:
        """Has a call no effect that could end a loop?"""
        target = callee(call)
        if target.op != "function":
            return False
        return self.is_quiet(target.ref) or target.name.startswith(_ATOMIC)

    @question(bool)
    def is_quiet(self, key: str) -> bool:
        """Does a function of the tree change nothing but its own variables? (A recursive one may.)"""
        if key not in self._quiet:
            self._quiet[key] = False
            definitions = self.pointers.functions.get(key, [])
            self._quiet[key] = bool(definitions) and all(self._changes_nothing(f) for f in definitions)
        return self._quiet[key]

    def _changes_nothing(self, function: Function) -> bool:
        nodes = list(evaluated(function.body))
        calls = all(self._idle(n) for n in nodes if n.kind == "CALL_EXPR")
        return calls and all(_local(n.kids[0]) for n in nodes if changes(n))


def _loops(function: Function) -> Iterator[tuple[list[Node], list[Node]]]:
    """The nodes of each loop, jumps backwards included, and what decides whether it goes on."""
    labels: dict[str, Node] = {}
    for node in function.nodes if any(function.of_kinds(*LOOPS, "GOTO_STMT")) else ():
        if node.kind in LOOPS and not runs_once(node):
            inner = node.kids[0] if node.kind == "DO_STMT" else node.kids[-1]
            head = [kid for kid in node.kids if kid is not inner]
            yield list(evaluated(node)), [*head, *_deciding(inner)]
        elif node.kind == "LABEL_STMT":
            labels[node.name] = node
        elif node.kind == "GOTO_STMT" and node.kids and node.kids[0].name in labels:
            start = labels[node.kids[0].name].start
            between = [n for n in evaluated(function.body) if start <= n.start <= node.start]
            tests = [n for n in between if n.kind in _BRANCHES and _jumps(n, True)]
            yield between, [n.kids[0] for n in tests]


def runs_once(loop: Node) -> bool:
    """Is it ``do { ... } while (0)``?"""
    test = strip(loop.kids[-1])
    return loop.kind == "DO_STMT" and test.kind == "INTEGER_LITERAL" and test.name == "0"


def counts(loop: Node) -> bool:
    """Is it a ``for`` whose condition is about a local variable that its head steps?"""
    if loop.kind != "FOR_STMT":
        return False
    head = [node for part in loop.kids[:-1] for node in part.walk()]
    stepped = {_local(n.kids[0]) for n in head if changes(n) and n.op != "="} - {""}
    asked = {n.ref for n in head if n.op in _COMPARING for n in n.walk()}
    return not stepped.isdisjoint(asked)


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
        node.kind == "ARRAY_SUBSCRIPT_EXPR" and strip(node.kids[0]).type in "avs"
    ):
        node = strip(node.kids[0])
    return node


def _local(target: Node) -> str:
    """The local variable that an assignment changes (or changes a part of), "" if it changes other memory."""
    base = _base(target)
    return base.ref if base.kind == "DECL_REF_EXPR" and base.op == "local" else ""


def _key(node: Node) -> str:
    """What names a piece of memory: its field, its global variable, or nothing."""
    node = strip(node)
    return node.ref if node.kind in ("MEMBER_REF_EXPR", "DECL_REF_EXPR") else _ANY


def _written(loop: list[Node]) -> tuple[Mapping[str, list[Node]], set[str]]:
    """The values that local variables get in a loop, and the memory that it writes."""
    values: dict[str, list[Node]] = {}
    written = set()
    for node in loop:
        if node.kind == "VAR_DECL":
            values.setdefault(node.ref, []).extend(operands(node))
        elif changes(node):
            local = _local(node.kids[0])
            if local:
                values.setdefault(local, []).extend(node.kids[1:])
            else:
                written.add(_key(node.kids[0]))
    return values, written


def _stepped(loop: list[Node]) -> set[str]:
    """The local variables that a loop counts or moves on."""
    return {_local(n.kids[0]) for n in loop if changes(n) and n.op != "="}


def _compared_and_swapped(node: Node) -> bool:
    """Is it an atomic operation that hands a local variable what it found, to be tried again with?"""
    atomic = node.kind == "UNEXPOSED_EXPR" or (node.kind == "CALL_EXPR" and callee(node).name.startswith(_ATOMIC))
    given = arguments(node) if node.kind == "CALL_EXPR" else node.kids
    return atomic and any(strip(n).op == "&" and _local(strip(n).kids[0]) for n in given)


def _memory_key(node: Node) -> str:
    """What names the memory that an expression itself reads, "" if it reads none."""
    if node.kind == "DECL_REF_EXPR":
        return node.ref if node.op in ("variable", "thread") else ""
    if node.kind == "MEMBER_REF_EXPR":
        return "" if _local(node) else node.ref
    pointed = node.kind == "UNARY_OPERATOR" and node.op == "*"
    return _ANY if pointed or (node.kind == "ARRAY_SUBSCRIPT_EXPR" and not _local(node)) else ""


def _locals(expressions: list[Node]) -> set[str]:
    """The local variables that expressions read."""
    nodes = (n for expression in expressions for n in evaluated(expression))
    return {n.ref for n in nodes if n.kind == "DECL_REF_EXPR" and n.op == "local"}
