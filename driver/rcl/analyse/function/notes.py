# SPDX-License-Identifier: MIT
"""What a function that takes or releases a mutex for its caller does besides: it notes who waits for it, or who has it,
say. Where that is a run of statements of their own, they can be a function, which the caller's section or its client
calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rcl.analyse.function.aliases import changed, lasting, only_values
from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.program.summary import More
from rcl.analyse.unit.checks import SAME, does_nothing_else
from rcl.analyse.unit.graph import Graph
from rcl.analyse.unit.tree import (
    Function,
    Node,
    callee,
    canonical,
    changes,
    is_zero,
    operands,
    strip,
)  # fmt: skip

#: what cannot stand in another function, or may lead out of it
_BOUND = frozenset({"StmtExpr", "ASM_STMT"})
#: the calls that are bound to the frame of the function that makes them
_OF_FRAME = re.compile(r"_*(?:sig)?setjmp|alloca|__builtin_(?!expect|mem|str|object_size)\w+")
_NAME = re.compile(r"[A-Za-z_]\w*")
#: what reads memory, or may: calls count as statements of their own
_READS = frozenset({"MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR", "StmtExpr"})


def beside(locks: Locks, operation: Operation, nodes: Sequence[Node], gives: int | None) -> tuple[More, ...]:
    """Those statements, if all ``nodes`` are in them: before the acquisition or the release, or behind it.

    They stand in the function's body, and are always executed. With an acquisition goes the branch that waits for it.
    ``gives``: what the lock call does if nothing is wrong, which a variable may keep; None if that is not known.
    """
    graph = locks.graph
    function, at = graph.function, _number(graph, operation.call)
    numbers = [_number(graph, node) for node in nodes]
    if not numbers or function.cleaned or function.cleanups:  # who knows whether it has the mutex when it returns
        return ()
    behind = [n for n in numbers if n > at]
    taken = operation.effect == "acquire" or len(locks.own) > 1
    given_back = operation.effect == "release"
    if at in numbers or (behind and not (taken or given_back)) or _leaves(locks, max(numbers)):
        return ()
    if given_back and any(at <= _number(graph, n) <= max(numbers) for n in function.of_kinds("RETURN_STMT")):
        return ()  # what stands behind the release is not always done
    before = [n for n in numbers if n < at]
    runs = [("held", (min(part), max(part))) for part in (before, behind) if part]
    if before and not given_back:
        runs[0] = "ahead", (_first(function, before), max(before))
    if behind and given_back:
        runs[-1] = "after", runs[-1][1]
    kept = None if gives is None else kept_by(function, operation.call)
    if not all(_movable(function, function.body.kids[first : last + 1], kept) for _, (first, last) in runs):
        return ()
    made = tuple(more(function, when, run, kept=kept, gives=gives) for when, run in runs)
    return () if any(_asks_for_result(locks, one, kept) for one in made) else made


def kept_by(function: Function, call: Node) -> str | None:
    """The variable that gets what a call gives, and never anything else; None if there is none."""
    given = lasting(function).items()
    return next((ref for ref, node in given if strip(operands(node)[-1]) is strip(call)), None)


def asking(locks: Locks, operation: Operation, text_of: Callable[[str], str]) -> More | None:
    """What a function does first to know whether to take a mutex, where its body is that, the acquisition, and a return
    of its success; None if that cannot be another function.

    What it returns where it does not take the mutex is the same everywhere. Another build may make something of what
    its macros name, so that is handed over, too.
    """
    graph = locks.graph
    function, at = graph.function, _number(graph, operation.call)
    kids, wrapper = function.body.kids, operation.wrapper
    last = kids[at + 1 :]
    plain = at > 0 and strip(kids[at]) is operation.call and [kid.kind for kid in last] == ["RETURN_STMT"]
    odd = graph.strange or function.cleaned or function.cleanups or (wrapper is not None and bool(wrapper.more))
    if not plain or odd or any(function.of_kinds("GOTO_STMT", "LABEL_STMT")) or not _movable(function, kids[:at]):
        return None
    returns = [n for n in function.of_kinds("RETURN_STMT") if n is not last[0]]
    if len({canonical(strip(n.kids[0])) for n in returns}) != 1 or len(kids) != at + 2:
        return None
    made = more(function, "first", (0, at - 1))
    named = set(_NAME.findall(text_of(function.file)[kids[0].start : kids[at].start]))
    others = (n for n, ref in enumerate(function.parameters) if function.locals[ref].name in named)
    return replace(made, needs=tuple(sorted({*made.needs, *others})))


@dataclass(frozen=True)
class Giving:
    """How a lock function gives an object: by a ``variable``, ``perhaps`` NULL; the statement ``taking`` its mutex, and
    the one that asks first whether there is an object, ``asking``, or the same.
    """

    variable: str
    perhaps: bool
    taking: Node
    asking: Node


def giving(locks: Locks, operation: Operation) -> Giving | None:
    """How a function gives an object whose mutex it takes: it returns a variable right behind that, which asks first,
    perhaps, whether there is an object, and returns nothing but NULL elsewhere; None if it does not.
    """
    graph, function = locks.graph, locks.graph.function
    asking, behind, within = _before_return(graph, operation.call)
    value = strip(behind.kids[0]) if behind is not None and behind.kids else None
    if asking is None or value is None:
        return None
    if not _is_plain_pointer(graph, value) or not _led_to(operation.lock, value.ref):
        return None
    taking = asking if within else _taken_if_there(asking, operation.call, value.ref)
    if taking is None or not does_nothing_else(taking, operation.call, 0):
        return None
    own = {n.ref for n in taking.walk() if n.kind == "VAR_DECL"}
    others = [n for n in function.of_kinds("RETURN_STMT") if n is not behind]
    frames = (_OF_FRAME.fullmatch(callee(n).name) for n in function.calls)
    odd = graph.strange or function.cleaned or function.cleanups or any(frames)
    odd = odd or function.name in {n.name for n in function.of_kinds("DECL_REF_EXPR")}
    led = within is None or _asks_for(within, value.ref)
    # nothing else that the lock call is given is there behind it
    if odd or not led or _locals(taking.walk()) - own != {value.ref} or not all(map(_is_nothing, others)):
        return None
    return Giving(value.ref, within is not None or taking is not asking or bool(others), taking, asking)


def _before_return(graph: Graph, call: Node) -> tuple[Node | None, Node | None, Node | None]:
    """The statement with a call that stands before a return statement, this, and None; or the last one of a branch, the
    return statement behind that one's if statement, and this.
    """
    node, above = call, graph.parent.get(id(call))
    while above is not None:
        around = graph.parent.get(id(above))
        if (behind := _behind(above, node)) is not None:
            return node, behind, None
        last = above.kind == "COMPOUND_STMT" and above.kids[-1] is node and around is not None
        if last and around is not None and around.kind == "IF_STMT":
            return node, _behind(graph.parent.get(id(around)), around), around
        node, above = above, around
    return None, None, None


def _is_nothing(returned: Node) -> bool:
    """Does a return statement give NULL?"""
    return bool(returned.kids) and is_zero(returned.kids[0])


def _behind(block: Node | None, statement: Node) -> Node | None:
    """The return statement behind a statement of a block, None if there is none."""
    if block is None or block.kind != "COMPOUND_STMT":
        return None
    index = next(i for i, kid in enumerate(block.kids) if kid is statement) + 1
    return next((kid for kid in block.kids[index : index + 1] if kid.kind == "RETURN_STMT"), None)


def _is_plain_pointer(graph: Graph, value: Node) -> bool:
    """Is it a pointer of the function's own, which nothing but its text can change?"""
    variable = graph.function.locals.get(value.ref)
    if variable is None or value.ref in graph.function.parameters or value.kind != "DECL_REF_EXPR" or value.type != "p":
        return False
    others = any(e.ref == value.ref and e.kind in ("a", "pw", "x") for b in graph.blocks for e in b.events)
    return not (others or variable.static or variable.volatile or variable.api or variable.why)


def _led_to(lock: Node | None, ref: str) -> bool:
    """Is a mutex named by a variable of the function's own, and by nothing else?"""
    nodes = list(lock.walk()) if lock else []
    named = [n for n in nodes if n.kind == "DECL_REF_EXPR"]
    return [n.ref for n in named] == [ref] and not any(n.kind in ("CALL_EXPR", "StmtExpr") for n in nodes)


def _taken_if_there(statement: Node, call: Node, ref: str) -> Node | None:
    """The statement that takes a mutex, in another one that asks first whether a variable is not NULL, perhaps."""
    if not _asks_for(statement, ref):
        return statement
    branch = statement.kids[1]
    return branch.kids[0] if branch.kind == "COMPOUND_STMT" and len(branch.kids) == 1 else branch


def _asks_for(statement: Node, ref: str) -> bool:
    """Is it an if statement without else, which asks whether a variable is not NULL?"""
    plain = statement.kind == "IF_STMT" and len(statement.kids) == 2
    return plain and tested_for_null(statement.kids[0]) == (ref, False)


def tested_for_null(condition: Node, holds: bool = True) -> tuple[str, bool]:
    """The variable that a condition compares with NULL, and whether it is that where the condition holds."""
    node = strip(condition)
    if node.kind == "CALL_EXPR" and callee(node).name in SAME:
        return tested_for_null(node.kids[1], holds)
    if node.op == "!":
        return tested_for_null(node.kids[0], not holds)
    others = [kid for kid in node.kids if not is_zero(kid)] if node.op in ("==", "!=") else []
    if len(others) == 1:
        return tested_for_null(others[0], holds == (node.op == "!="))
    return node.ref if node.kind == "DECL_REF_EXPR" else "", not holds


def _asks_for_result(locks: Locks, one: More, kept: str | None) -> bool:
    """Does what a function does more depend on what one of its lock calls gives, other than by what is given that?"""
    function, calls = locks.graph.function, {id(o.call) for o in locks.operations}
    values = only_values(function)
    known = needed(function, one.statements(function), kept)[1] & values.keys()
    return any(id(n) in calls for ref in known for n in values[ref].walk())


def _first(function: Function, part: Sequence[int]) -> int:
    """The number of the first of some statements, or of the first declaration of what only they use."""
    first, last, kids = min(part), max(part), function.body.kids
    while first > 0 and kids[first - 1].kind == "DECL_STMT":
        own = {n.ref for n in kids[first - 1].walk() if n.kind == "VAR_DECL"}
        elsewhere = (n for number, kid in enumerate(kids) if not first - 1 <= number <= last for n in kid.walk())
        if any(n.ref in own for n in elsewhere):
            break
        first -= 1
    return first


def more(
    function: Function, when: str, run: tuple[int, int], tried: int = -1, kept: str | None = None,
    gives: int | None = None,
) -> More:  # fmt: skip
    """What a lock function does more at some time, with what that needs, also of what its call ``gives`` a variable."""
    made = More(when, *run, (), tried)
    statements = made.statements(function)
    asks = any(n.ref == kept for statement in statements for n in statement.walk() if n.op == "local")
    return replace(made, needs=tuple(needed(function, statements, kept)[0]), gives=gives if asks else None)


def tried_first(locks: Locks) -> tuple[int, Operation] | None:
    """The number of the statement of a function's body that tries to take a mutex, and the acquisition with which its
    branch ends where that has failed; None if the function does anything else to locks, or it cannot be another one's.
    """
    graph, sites = locks.graph, locks.operations
    function = graph.function
    if [o.effect for o in sites] != ["try", "acquire"]:
        return None
    first, second = sites
    test = first.tested
    odd = any(o.wrapper or o.described or o.loses for o in sites)
    odd = odd or (test is not None and test.leading is not None)
    if odd or test is None or test.succeeds or test.stored or locks.at_exit.get(first.key) != frozenset({0, 1}):
        return None
    number, branch = _number(graph, test.test), test.test.kids[1]
    own = function.body.kids[number] is test.test
    parts = branch.kids if branch.kind == "COMPOUND_STMT" else [branch]
    ends = own and strip(parts[-1]) is second.call
    if not ends or any(function.of_kinds("GOTO_STMT")) or graph.strange or function.cleaned or function.cleanups:
        return None
    return (number, second) if _movable(function, parts[:-1]) else None


def _number(graph: Graph, node: Node) -> int:
    """The number of the statement of a function's body that a node stands in; -1 if it stands in none."""
    kids = graph.function.body.kids
    while (above := graph.parent.get(id(node))) is not None and above is not graph.function.body:
        node = above
    return next((number for number, kid in enumerate(kids) if kid is node), -1)


def _leaves(locks: Locks, last: int) -> bool:
    """May the function leave before the end of a statement of its body, other than where its acquisition has failed?"""
    graph = locks.graph
    if any(True for _ in graph.function.of_kinds("GOTO_STMT")):
        return True
    early = (n for n in graph.function.of_kinds("RETURN_STMT") if _number(graph, n) <= last)
    return any(_has(locks, operation, n) for n in early for operation in locks.operations)


def _has(locks: Locks, operation: Operation, statement: Node) -> bool:
    """May the function have the mutex at a statement?"""
    held = locks.at(statement, operation.key)
    return held is None or operation.number in held


def _movable(function: Function, statements: Sequence[Node], kept: str | None = None) -> bool:
    """Can statements be a function that is given some of the parameters, and what a variable has ``kept``, and declares
    other variables as they are?
    """
    nodes = [n for statement in statements for n in statement.walk()]
    if any(n.kind in _BOUND or _OF_FRAME.fullmatch(callee(n).name) for n in nodes):
        return False
    own = {n.ref for n in nodes if n.kind == "VAR_DECL"}
    if any(function.locals[ref].static or function.locals[ref].api for ref in own):
        return False
    inside = {id(n) for n in nodes}
    if any(n.ref in own and id(n) not in inside for n in function.of_kinds("DECL_REF_EXPR")):
        return False
    return _stay(function, _locals(nodes) - own - {kept})


def _stay(function: Function, refs: Iterable[str]) -> bool:
    """Do parameters, and variables that others stand for, mean the same wherever the function has its mutex?"""
    values, others = only_values(function), changed(function)
    for ref in refs:
        if ref in function.parameters:
            if ref in others:
                return False
            continue
        if ref not in values or function.locals[ref].static or function.locals[ref].api:
            return False
        value = [n for kid in operands(values[ref]) for n in kid.walk()]
        if any(n.kind in _READS or n.op in ("*", "variable") for n in value):
            return False
        if not _stay(function, _locals(value)):
            return False
    return True


def means_the_same(function: Function, given: Node) -> bool:
    """Is what a call is given the same wherever the function has its mutex, and are there no effects and no memory?"""
    return read_by(given) is not None and _stay(function, _locals(given.walk()))


def read_by(given: Node) -> set[str] | None:
    """The local variables whose values what a call is given is made of; None if it has effects, or reads memory."""
    nodes, node = list(given.walk()), strip(given)
    if any(n.kind == "CALL_EXPR" or changes(n) for n in nodes):
        return None
    if node.op != "&":
        plain = all(n.kind not in _READS and n.op not in ("*", "variable", "thread") for n in nodes)
        return _locals(nodes) if plain else None
    inner, read = strip(node.kids[0]), set[str]()
    while (part := strip(inner.kids[0]) if inner.kids else inner) is not inner and inner.op != "->":
        if inner.kind == "ARRAY_SUBSCRIPT_EXPR":
            index = read_by(inner.kids[1])
            if part.type != "a" or index is None:
                return None
            read |= index
        inner = part
    base = part if inner.op == "->" else inner
    if base.kind != "DECL_REF_EXPR" or (base is not inner and base.op != "local"):
        return None
    return read if base is inner else {*read, base.ref}


def _locals(nodes: Iterable[Node]) -> set[str]:
    return {n.ref for n in nodes if n.op == "local"}


def needed(function: Function, parts: Iterable[Node], kept: str | None = None) -> tuple[list[int], set[str]]:
    """The numbers of the parameters that statements or an expression depend on, and all such variables; what one of
    these has ``kept`` apart.
    """
    found = _locals(n for part in parts for n in part.walk()) - {kept}
    for declared in reversed(list(function.of_kinds("VAR_DECL"))):
        if declared.ref in found:
            found |= _locals(n for kid in operands(declared) for n in kid.walk())
    return [n for n, ref in enumerate(function.parameters) if ref in found], found
