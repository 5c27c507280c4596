# SPDX-License-Identifier: MIT
"""Lock guards: variables whose clean-up function releases the lock that was taken for their first value.

    GUARD(&m);                              GUARD(&m);
                                            {
    if (queue_is_empty(q))                      if (queue_is_empty(q)) {
        return NULL;                                unlock(&m);
                                                    return NULL;
                                                }
    return q->head;                             return q->head, unlock(&m);
                                            }
                                            unlock(&m);

The call that gives the value, ``lock_it(&m)``, returns what it is given; the clean-up function does nothing but release
that, if it is there, and forget it. They may stand anywhere in the program, in several builds, which must agree. So in
the variable's scope the lock is held, and each way out of it releases the lock: at the closing brace, before a jump,
and behind what a return gives, if that may read what others change. A loop of a macro that declares the variable,
``WITH_LOCK(&m) { ... }``, is a scope macro (scope.py). A variable that is named in any other place, or is left by a
jump that a macro makes, stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rcl.analyse.unit.tree import (
    CASES,
    EXPRESSION_WRAPPERS,
    SCOPE,
    ExpansionAt,
    Function,
    LockGuard,
    Node,
    Unit,
    arguments,
    callee,
    canonical,
    changes,
    copied,
    is_zero,
    leaving,
    operands,
    strip,
)  # fmt: skip

#: what leads from what a clean-up function is given to its lock: ``&(*q)->lock``
_LEADING = frozenset({"DECL_REF_EXPR", "MEMBER_REF_EXPR", "UNARY_OPERATOR", *EXPRESSION_WRAPPERS})
_CONSTANTS = frozenset({"INTEGER_LITERAL", "FLOATING_LITERAL", "CHARACTER_LITERAL", "STRING_LITERAL"})
#: what stands for what a guard holds
HELD = "held"
#: how often a guard is named: where it is declared, and in the call of its clean-up function there (reader.py)
_OWN = 2
#: the last character of a declaration, which may be its semicolon, and what there is up to that
_SEMICOLON = re.compile(r"(?:;|.(?:\s|\\\r?\n|/\*.*?\*/|//[^\n]*)*;)", re.DOTALL)


@dataclass(frozen=True)
class Taken:
    """How a guard takes its lock, and the call that gives it back: HELD in it stands for the guard's ``value``."""

    variable: str
    call: Node
    value: Node
    release: Node

    def released(self, at: int, end: int) -> Node:
        """The release once more, as it would stand at some place."""
        made = _placed(self.release, at, {HELD: self.value})
        made.start, made.end = at, end
        return made


class GuardFunctions:
    """What the functions of guards do, each as all its definitions in a program say."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self._definitions: dict[str, list[Function]] = {}
        for unit in units:
            for function in unit.functions:
                self._definitions.setdefault(function.key, []).append(function)
        self._values: dict[str, Node | None] = {}
        self._releases: dict[str, Node | None] = {}

    @property
    def said(self) -> list[str]:
        """What has been asked for, and found, wherever it stands."""
        return sorted(
            f"{key} {canonical(node)}"
            for found in (self._values, self._releases)
            for key, node in found.items()
            if node is not None
        )

    def value(self, key: str) -> Node | None:
        """What a function returns that does so in one place, by the numbers of its parameters; None if nobody knows."""
        if key not in self._values:
            self._values[key] = _agreed([_value(f) for f in self._definitions.get(key, ())])
        return self._values[key]

    def release(self, key: str) -> Node | None:
        """The call that is all that a clean-up function does where its variable, HELD, is not NULL; None if it is not.
        """
        if key not in self._releases:
            self._releases[key] = _agreed([_release(f) for f in self._definitions.get(key, ())])
        return self._releases[key]


@dataclass(frozen=True)
class LockGuards:
    """The guards of a function of a file."""

    function: Function
    functions: GuardFunctions
    expansion_at: ExpansionAt
    text: str

    def taken_by(self, declaration: Node) -> Taken | None:
        """How what a statement declares guards a lock; None if nothing of it is a guard, or several are."""
        cleaned = [kid for kid in declaration.kids if kid.kind == "VAR_DECL" and kid.ref in self.function.cleaned]
        return self._taken(cleaned[0]) if len(cleaned) == 1 else None

    def _taken(self, variable: Node) -> Taken | None:
        release, given = self.functions.release(self.function.cleaned[variable.ref]), operands(variable)
        named = sum(node.ref == variable.ref for node in self.function.body.walk())
        if release is None or not given or named > _OWN:
            return None
        taking = self._taking(strip(given[-1]))
        return Taken(variable.ref, *taking, release) if taking else None

    def _taking(self, first: Node) -> tuple[Node, Node] | None:
        """The call that takes a lock, and the expression that is the guard's value: ``lock_it(&m)``, ``lock(&m), &m``.
        """
        if first.kind == "BINARY_OPERATOR" and first.op == ",":
            call, value = strip(first.kids[0]), first.kids[1]
            return (call, value) if call.kind == "CALL_EXPR" and not _does_more(value) else None
        returned = self.functions.value(callee(first).ref) if first.kind == "CALL_EXPR" else None
        given = {_number(number): argument for number, argument in enumerate(arguments(first))}
        if returned is None or any(node.ref not in given or _does_more(given[node.ref]) for node in _bare(returned)):
            return None
        return first, _placed(returned, first.start, given)

    def unfold(self, block: Node) -> None:
        """Makes the scopes of the guards that a block declares blocks of their own, the last one's first."""
        for number, statement in reversed([*enumerate(block.kids)] if self.function.cleaned else []):
            taken = self.taken_by(statement) if statement.kind == "DECL_STMT" else None
            rest, alone = block.kids[number + 1 :], sum(kid.kind == "VAR_DECL" for kid in statement.kids) == 1
            ended = _SEMICOLON.match(self.text, statement.end - 1) if taken and alone else None
            if taken is None or ended is None or any(kid.kind in CASES for kid in rest):
                continue
            start, end = ended.end(), block.end - 1
            inside = Node("COMPOUND_STMT", "", start, end, start, end, rest, op=SCOPE)
            if self.release(taken, statement, inside):
                block.kids[number:] = [statement, inside, taken.released(end, end)]

    def release(self, taken: Taken, declaration: Node, block: Node) -> bool:
        """Puts the release before each jump out of a guard's scope, unless a macro makes one, or it may lead anywhere.

        The declaration takes the lock then, and does nothing else.
        """
        jumps = list(leaving(block))
        odd = any(node.kind == "INDIRECT_GOTO_STMT" or node.op == "goto" for node in block.walk())
        made = any(self.expansion_at(jump.start) for _, jump in jumps)
        more = [id(jump) for _, jump in jumps if self._gives_more(jump, block.start)]
        if odd or made or (more and not self.function.returns):
            return False
        for above, jump in jumps:
            release = taken.released(jump.start, jump.start)
            at = next(i for i, kid in enumerate(above.kids) if kid is jump)
            if id(jump) in more:
                jump.kids.append(release)
            elif above.kind == "COMPOUND_STMT":
                above.kids[at:at] = [release]
            else:
                start = jump.start
                above.kids[at] = Node("COMPOUND_STMT", "", start, jump.end, start, start, [release, jump])
        declaration.op = SCOPE
        self.function.lock_guards.append(LockGuard(declaration.start, block.start, block.end))
        del self.function.cleaned[taken.variable]
        return True

    def _gives_more(self, jump: Node, start: int) -> bool:
        """Does a return give anything but a constant, or a variable from before the scope that only its function knows?
        """
        value = strip(jump.kids[0]) if jump.kind == "RETURN_STMT" and jump.kids else None
        if value is None:
            return False
        while value.kind == "UNARY_OPERATOR" and value.op == "-":
            value = strip(value.kids[0])
        if value.kind in _CONSTANTS or value.type in ("z", "n"):
            return False
        local = self.function.locals.get(value.ref) if value.kind == "DECL_REF_EXPR" else None
        bound = local is None or local.static or local.thread_local or local.volatile or local.where >= start
        if bound or value.type not in "po":
            return True
        asked = (n for n in self.function.body.walk() if n.kind == "UNARY_OPERATOR" and n.op == "&")
        return any(strip(node.kids[0]).ref == value.ref for node in asked)


def _does_more(value: Node) -> bool:
    """May an expression be another one when it is evaluated again, or do something?"""
    return any(node.kind in ("CALL_EXPR", "StmtExpr") or changes(node) for node in value.walk())


def _number(number: int) -> str:
    """What stands for a function's parameter in what it returns."""
    return f"#{number}"


def _bare(node: Node) -> list[Node]:
    """The variables that an expression names."""
    return [n for n in node.walk() if n.kind == "DECL_REF_EXPR"]


def _placed(node: Node, at: int, values: Mapping[str, Node]) -> Node:
    """An expression as it would stand at some place, with the values of what it names, which stay where they are."""
    if node.ref in values:
        return copied(values[node.ref])
    kids = [_placed(kid, at, values) for kid in node.kids]
    return Node(node.kind, node.name, at, at, at, at, kids, node.ref, node.op, node.type)


def _agreed(said: Sequence[Node | None]) -> Node | None:
    """What all definitions of a function say alike."""
    known = [node for node in said if node is not None]
    alike = len(known) == len(said) and len(set(map(canonical, known))) == 1
    return known[0] if alike else None


def _value(function: Function) -> Node | None:
    """The parameter that a function returns in the end, and nowhere else."""
    ends = [node for node in function.body.walk() if node.kind == "RETURN_STMT"]
    if len(ends) != 1 or function.body.kids[-1:] != ends or not ends[0].kids:
        return None
    key = strip(ends[0].kids[0]).ref
    asked = (n for n in function.body.walk() if changes(n) or (n.kind == "UNARY_OPERATOR" and n.op == "&"))
    changed = {strip(node.kids[0]).ref for node in asked}
    return _standing(_number(function.parameters.index(key))) if key in {*function.parameters} - changed else None


def _standing(name: str) -> Node:
    """What stands for a value."""
    return Node("DECL_REF_EXPR", "", 0, 0, 0, 0, [], name, "local", "p")


def _release(function: Function) -> Node | None:
    """The only call that a function makes for what its parameter leads to, HELD in it; None if it does anything else.
    """
    if len(function.parameters) != 1:
        return None
    held = function.parameters[0]
    release = _only_release(function, held)
    return _without(release, held) if release else None


def _without(node: Node, held: str) -> Node:
    """An expression that stands nowhere, with HELD for what a parameter leads to."""
    if _is_held(node, held):
        return _standing(HELD)
    kids = [_without(kid, held) for kid in node.kids]
    return Node(node.kind, node.name, 0, 0, 0, 0, kids, node.ref, node.op, node.type)


def _only_release(function: Function, held: str) -> Node | None:
    """The only call that a clean-up function makes, if it does nothing but that where its variable holds something."""
    made = list(_done(function.body, held))
    calls = [node for node in made if node.kind == "CALL_EXPR"]
    if len(calls) != 1 or not all(node is calls[0] or _forgets(node, held) for node in made) or made[0] is not calls[0]:
        return None
    named = [node for argument in arguments(calls[0]) for node in argument.walk()]
    only = all(node.kind in _LEADING and not changes(node) for node in named)
    uses = sum(node.kind == "UNARY_OPERATOR" and _is_held(node, held) for node in named)
    return calls[0] if only and uses == 1 else None


def _forgets(node: Node, held: str) -> bool:
    return node.op == "=" and _is_held(node.kids[0], held) and is_zero(node.kids[1])


def _done(statement: Node, held: str) -> Iterator[Node]:
    """What a statement of a clean-up function does where its variable holds something, whatever it may be."""
    kids = statement.kids
    if statement.kind == "COMPOUND_STMT":
        for kid in kids:
            yield from _done(kid, held)
    elif statement.kind == "IF_STMT" and len(kids) == 2 and _asks(kids[0], held) is True:
        yield from _done(kids[1], held)
    elif statement.kind == "IF_STMT" and _asks(kids[0], held) is False and _only_returns(kids[1]):
        return
    elif statement.kind != "NULL_STMT":
        yield strip(statement)


def _asks(condition: Node, held: str) -> bool | None:
    """Is a condition true where the variable holds something, or where it does not? None for another one."""
    condition = strip(condition)
    kids = condition.kids
    if condition.kind == "UNARY_OPERATOR" and condition.op == "!":
        return False if _is_held(kids[0], held) else None
    if condition.op in ("==", "!=") and _is_held(kids[0], held) and is_zero(kids[1]):
        return condition.op == "!="
    return True if _is_held(condition, held) else None


def _only_returns(statement: Node) -> bool:
    while statement.kind == "COMPOUND_STMT" and len(statement.kids) == 1:
        statement = statement.kids[0]
    return statement.kind == "RETURN_STMT" and not statement.kids


def _is_held(node: Node, held: str) -> bool:
    """Is it what the clean-up function's parameter leads to?"""
    node = strip(node)
    return node.kind == "UNARY_OPERATOR" and node.op == "*" and strip(node.kids[0]).ref == held
