# SPDX-License-Identifier: MIT
"""What the functions of lock guards do (lockguards.py), as all their definitions in a program say it.

The one that takes the lock returns what the guard holds, ``return mutex;``, or a structure that has it in a field,
``return (struct guard){ mutex };``, or what another such function gives. The clean-up function does nothing but release
that, if it is there, and forget it; or it calls one that does, with what it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rcl import lockapi
from rcl.analyse.unit.checks import does_nothing_else
from rcl.analyse.unit.fields import given_to
from rcl.analyse.unit.tree import (
    EXPRESSION_WRAPPERS,
    Function,
    Node,
    Unit,
    Variable,
    arguments,
    callee,
    canonical,
    changes,
    constant,
    is_zero,
    library,
    operands,
    placeless,
    strip,
    substitute,
    whole_of,
)  # fmt: skip
from rcl.model import Op

#: what stands for what a guard holds
HELD = "held"
#: what leads from what a guard holds to its lock, ``&(*q)->lock``, or from what a function is given to what it returns
_LEADING = frozenset({"DECL_REF_EXPR", "MEMBER_REF_EXPR", "UNARY_OPERATOR", *EXPRESSION_WRAPPERS})


@dataclass(frozen=True)
class Release:
    """The only call that a clean-up function makes, which stands nowhere: HELD in it is what its variable holds.

    That is the variable itself, or its ``field``. ``forgets``: that is NULL behind the call.
    """

    call: Node
    field: str
    forgets: bool


class GuardFunctions:
    """The functions of a program's guards, by their keys; those of which the definitions say different things do
    nothing that anybody knows.
    """

    def __init__(self, units: Iterable[Unit]) -> None:
        self._units = list(units)
        self._definitions: dict[str, list[Function]] = {}
        for unit in self._units:
            for function in unit.functions:
                self._definitions.setdefault(function.key, []).append(function)
        self._values: dict[tuple[str, str], Node | None] = {}
        self._releases: dict[str, Release | None] = {}

    @property
    def said(self) -> list[str]:
        """What has been asked for, and found, wherever it stands."""
        values = (f"{key}.{field} {canonical(n)}" for (key, field), n in self._values.items() if n is not None)
        return sorted([*values, *(f"{key} {_said(r)}" for key, r in self._releases.items() if r is not None)])

    def is_locker(self, call: Node) -> bool:
        """Does a call take a lock for a guard by a library's function?"""
        return callee(call).name in lockapi.LOCKERS and callee(call).ref not in self._definitions

    def value(self, key: str, field: str) -> Node | None:
        """What a function returns, or a field of it, by the numbers of its parameters; None if nobody knows."""
        if (key, field) not in self._values:
            self._values[key, field] = None  # that of one that calls itself
            found = [self._value(function, field) for function in self._definitions.get(key, ())]
            known = [node for node in found if node is not None]
            alike = len(known) == len(found) and len(set(map(canonical, known))) == 1
            self._values[key, field] = known[0] if alike else None
        return self._values[key, field]

    def release(self, key: str) -> Release | None:
        """All that a clean-up function does where its variable holds something; None if it does anything else."""
        if key not in self._releases:
            self._releases[key] = None
            found = [self._release(function) for function in self._definitions.get(key, ())]
            known = [release for release in found if release is not None]
            alike = len(known) == len(found) and len(set(map(_said, known))) == 1
            self._releases[key] = known[0] if alike else None if found else _of_library(key)
        return self._releases[key]

    # ------------------------------------------------------------------ what takes a lock

    def _value(self, function: Function, field: str) -> Node | None:
        nodes = list(function.body.walk())
        ends = [node for node in nodes if node.kind == "RETURN_STMT"]
        plain = not (function.cleaned or function.lock_guards or any(node.kind == "ASM_STMT" for node in nodes))
        if not plain or len(ends) != 1 or function.body.kids[-1:] != ends or not ends[0].kids:
            return None
        changing = [n for n in nodes if changes(n) or (n.kind == "UNARY_OPERATOR" and n.op == "&")]
        end, changed = strip(ends[0].kids[0]), {whole_of(n.kids[0]).ref for n in changing}
        if end.kind == "CALL_EXPR":
            returned = self.value(callee(end).ref, field)
            given = [_by_numbers(function, argument, changed) for argument in arguments(end)]
            known = {numbered(n): value for n, value in enumerate(given) if value is not None}
            return substitute(returned, known) if returned and _numbers(returned) <= known.keys() else None
        returned = self._of_structure(function, end, field, changed) if field else end
        return _by_numbers(function, returned, changed) if returned else None

    def _of_structure(self, function: Function, end: Node, field: str, changed: set[str]) -> Node | None:
        """What a field has of the structure that a function returns, which nothing changes where it is a variable."""
        declared = (n for n in function.body.walk() if n.kind == "VAR_DECL" and n.ref == end.ref and operands(n))
        variable, own = self._field(field), function.locals.get(end.ref)
        made = next((operands(n)[-1] for n in declared), None) if end.kind == "DECL_REF_EXPR" else end
        lasts = own is None or not (own.static or own.volatile or own.key in changed)
        return given_to(variable, made) if variable and made and lasts else None

    def _field(self, key: str) -> Variable | None:
        return next((unit.variables[key] for unit in self._units if key in unit.variables), None)

    # ------------------------------------------------------------------ what gives it back

    def _release(self, function: Function) -> Release | None:
        if len(function.parameters) != 1 or function.cleaned or function.lock_guards:
            return None
        given = function.parameters[0]
        fields = {field for node in function.body.walk() if (field := _held(node, given)) is not None}
        if len(fields) > 1:
            return None
        field = next(iter(fields), "")
        whole = _checked(function.body)
        done = [whole] if whole else list(_done(function.body, given, field))
        if not done or done[0].kind != "CALL_EXPR" or not all(_forgets(node, given, field) for node in done[1:]):
            return None
        call, forgets = self._without_taking(done[0]), len(done) > 1
        if not fields:
            handed = [strip(argument).ref for argument in arguments(call)] == [given]
            return self.release(callee(call).ref) if handed and not forgets else None
        named = [node for argument in arguments(call) for node in argument.walk()]
        only = all(node.kind in _LEADING and not changes(node) for node in named)
        uses = sum(node.kind not in EXPRESSION_WRAPPERS and _held(node, given) is not None for node in named)
        bare = _without(call, given)
        alone = uses == 1 and not any(node.ref in function.locals for node in bare.walk())
        forgets = forgets or any(self._takes(node) for node in done[0].walk())
        return Release(bare, field, forgets) if only and alone else None

    def _takes(self, node: Node) -> bool:
        """Does a call of a library's give what it finds at an address, and leave NULL there?"""
        if node.kind != "CALL_EXPR" or callee(node).name not in lockapi.TAKING:
            return False
        return callee(node).ref not in self._definitions and [strip(n).op for n in arguments(node)] == ["&"]

    def _without_taking(self, node: Node) -> Node:
        """An expression with what such calls find in their place.

        And without what says of which type it is: ``(typeof(*(p)))take(p)``, ``0 ? *(p) : take(p)``.
        """
        if self._takes(node):
            return strip(arguments(node)[0]).kids[0]
        chosen = constant(node.kids[0]) if node.kind == "CONDITIONAL_OPERATOR" else None
        if node.kind == "CSTYLE_CAST_EXPR" or chosen is not None:
            return self._without_taking(node.kids[1] if chosen else operands(node)[-1])
        kids = [self._without_taking(kid) for kid in node.kids]
        return Node(node.kind, node.name, 0, 0, 0, 0, kids, node.ref, node.op, node.type)


def _of_library(key: str) -> Release | None:
    """What a clean-up function of GLib's does."""
    called = next((call for name, call in lockapi.CLEANING.items() if key == library(name)), None)
    if called is None:
        return None
    function = Node("DECL_REF_EXPR", called, 0, 0, 0, 0, [], library(called), "function", "f")
    return Release(Node("CALL_EXPR", called, 0, 0, 0, 0, [function, _standing(HELD)]), "", forgets=False)


def numbered(parameter: int) -> str:
    """What stands for a function's parameter in what it returns."""
    return f"#{parameter}"


def _numbers(node: Node) -> set[str]:
    """The parameters that something needs, by their numbers."""
    return {n.ref for n in node.walk() if n.ref.startswith("#")}


def _said(release: Release) -> str:
    return f"{release.field} {canonical(release.call)} {release.forgets}"


def _standing(name: str) -> Node:
    """What stands for a value."""
    return Node("DECL_REF_EXPR", "", 0, 0, 0, 0, [], name, "local", "p")


def _by_numbers(function: Function, node: Node, changed: set[str]) -> Node | None:
    """An expression by the numbers of a function's parameters: one of these, or where a part of what one leads to
    is, or of a global variable. None for another one, which may change.
    """
    bare = strip(node)
    leads = [n for n in bare.walk() if n.op in ("->", "*")]
    named = {n.ref: n for n in bare.walk() if n.kind == "DECL_REF_EXPR"}
    own = named.keys() & {*function.parameters} - changed
    if any(n.kind not in _LEADING or changes(n) for n in bare.walk()) or len(named) != 1:
        return None
    address = bare.op == "&" and (len(leads) == 1 if own else not leads and bool(named.keys() & _global(named)))
    if not address and not (own and bare.ref in own):
        return None
    return placeless(substitute(bare, {ref: _standing(numbered(function.parameters.index(ref))) for ref in own}))


def _global(named: dict[str, Node]) -> set[str]:
    return {ref for ref, node in named.items() if node.op == "variable"}


def _held(node: Node, given: str) -> str | None:
    """The field of what a clean-up function is given that an expression means, "" for all of it; None for none."""
    node = strip(node)
    whole = strip(node.kids[0]) if node.kids else node
    if node.kind == "UNARY_OPERATOR" and node.op == "*" and whole.ref == given:
        return "" if node.type == "p" else None
    leads = whole.ref == given if node.op == "->" else whole.op == "*" and strip(whole.kids[0]).ref == given
    return node.ref if node.kind == "MEMBER_REF_EXPR" and node.type == "p" and leads else None


def _without(node: Node, given: str) -> Node:
    """An expression that stands nowhere, with HELD for what a guard holds."""
    if _held(node, given) is not None:
        return _standing(HELD)
    kids = [_without(kid, given) for kid in node.kids]
    return Node(node.kind, node.name, 0, 0, 0, 0, kids, node.ref, node.op, node.type)


def _forgets(node: Node, given: str, field: str) -> bool:
    return node.op == "=" and _held(node.kids[0], given) == field and is_zero(node.kids[1])


def _done(statement: Node, given: str, field: str) -> Iterator[Node]:
    """What a statement of a clean-up function does where its variable holds something, whatever it may be."""
    kids = statement.kids
    asked = _holds(kids[0], given, field) if statement.kind == "IF_STMT" and len(kids) == 2 else None
    if statement.kind == "COMPOUND_STMT":
        for kid in kids:
            yield from _done(kid, given, field)
    elif asked is True:
        yield from _done(kids[1], given, field)
    elif statement.kind != "NULL_STMT" and not (asked is False and _only_returns(kids[1])):
        yield _checked(statement) or strip(statement)


def _checked(statement: Node) -> Node | None:
    """The unlock call that is all that a statement, or a body, does if it succeeds, ``assert(unlock(*m) == 0);``."""
    calls = (node for node in statement.walk() if node.kind == "CALL_EXPR")
    unlocking = (call for call in calls if lockapi.TOKENS.get(callee(call).name) is Op.UNLOCK)
    return next((call for call in unlocking if does_nothing_else(statement, call, 0)), None)


def _holds(condition: Node, given: str, field: str) -> bool | None:
    """Is a condition true where a guard holds something? None for one that says anything else."""
    condition = strip(condition)
    values = [_holds(kid, given, field) for kid in condition.kids if condition.op in ("!", "&&", "||")]
    if condition.kind == "UNARY_OPERATOR" and condition.op == "!":
        return None if values[0] is None else not values[0]
    if condition.op in ("&&", "||"):
        known: Sequence[bool] = [value for value in values if value is not None]
        return (all(known) if condition.op == "&&" else any(known)) if len(known) == len(values) else None
    if condition.op in ("==", "!=") and is_zero(condition.kids[1]):
        value = _holds(condition.kids[0], given, field)
        return None if value is None else value == (condition.op == "!=")
    return True if condition.ref == given or _held(condition, given) == field else None


def _only_returns(statement: Node) -> bool:
    while statement.kind == "COMPOUND_STMT" and len(statement.kids) == 1:
        statement = statement.kids[0]
    return statement.kind == "RETURN_STMT" and not statement.kids
