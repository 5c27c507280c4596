# SPDX-License-Identifier: MIT
"""Objects that a function makes itself: none of them was there when it was called.

They are its local variables, and memory that it has got from malloc, or from a function that gives nothing but new
memory. Whoever has their addresses meanwhile, what the function writes there changes nothing that stands in an object
of before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from rcl.analyse.program import newmemory
from rcl.analyse.unit.tree import Function, Node, changes, is_zero, operands, strip, whole_of


class OwnMemory:
    """What the functions of a program make; ``giving`` are the keys of those that are known to give new memory."""

    def __init__(self, functions: Mapping[str, Sequence[Function]], giving: AbstractSet[str]) -> None:
        self._functions = functions
        self._given = giving
        self._variables: dict[int, AbstractSet[str]] = {}

    def holds(self, function: Function, target: Node) -> bool:
        """Does what an expression means stand in an object that its function has made?"""
        whole = whole_of(target)
        if whole.kind == "DECL_REF_EXPR":
            return _is_own(function, whole.ref)
        leads = whole.kind in ("MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR") or whole.op == "*"
        return leads and bool(whole.kids) and self._leads_there(function, whole.kids[0])

    def has_address(self, function: Function, argument: Node) -> bool:
        """Is an argument the address of such an object, or of a part of it, if any?"""
        given = strip(argument)
        if given.op == "&" and given.kids:
            return self.holds(function, given.kids[0])
        return self.holds(function, given) if given.type == "a" else self._leads_there(function, given)

    def _leads_there(self, function: Function, pointer: Node) -> bool:
        """Does a pointer lead to such an object, if anywhere?"""
        if id(function) not in self._variables:
            self._variables[id(function)] = _holding(function, self._giving)
        return _is_new(function, pointer, self._giving, self._variables[id(function)])

    @cached_property
    def _giving(self) -> AbstractSet[str]:
        """The functions that return nothing but new memory or NULL, whatever they have done with it before."""
        asked = {k: each for k, each in self._functions.items() if k not in self._given and all(map(_may_give, each))}
        return newmemory.grown(self._given, asked, _gives_new)


def _may_give(function: Function) -> bool:
    """Does it return a pointer, and call anything?"""
    return function.type.partition("(")[0].endswith("*") and not function.strange and bool(function.calls)


def _gives_new(function: Function, giving: AbstractSet[str]) -> bool:
    """Is all that a function returns new memory or NULL?"""
    values = [value for node in function.of_kinds("RETURN_STMT") for value in node.kids]
    if not values or giving.isdisjoint(function.targets):
        return False
    variables = _holding(function, giving)
    return all(_is_new(function, value, giving, variables) for value in values)


def _holding(function: Function, giving: AbstractSet[str]) -> AbstractSet[str]:
    """The variables of a function that never hold an address but those of objects that it has made."""
    if any(function.of_kinds("ASM_STMT")):
        return frozenset()
    values: dict[str, list[Node]] = {}
    for node in function.of_kinds("VAR_DECL"):
        values.setdefault(node.ref, []).extend(operands(node))
    addressed = {strip(n.kids[0]).ref for n in function.of_kinds("UNARY_OPERATOR") if n.op == "&" and n.kids}
    for node in function.of_kinds("BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR"):
        if changes(node):
            target = strip(node.kids[0])
            values.setdefault(target.ref, []).append(node.kids[1] if node.op == "=" else node)
    found = {key for key in values.keys() - addressed - function.cleaned.keys() if _is_own(function, key, "local")}
    while wrong := {k for k in found if not all(_is_new(function, v, giving, found) for v in values[k])}:
        found -= wrong
    return found


def _is_own(function: Function, key: str, *kinds: str) -> bool:
    """Is it a variable that each call of a function has anew, or a parameter, if no other kind is asked for?"""
    variable = function.locals.get(key)
    if variable is None or variable.static or not key.startswith("L:"):
        return False
    return variable.kind in (kinds or ("local", "parameter"))


def _is_new(function: Function, value: Node, giving: AbstractSet[str], variables: AbstractSet[str]) -> bool:
    """Is a value NULL, the address of what a function has made, or of a part of that?"""

    def other(node: Node) -> bool:
        if node.kind == "BINARY_OPERATOR" and node.op == "=":
            return _is_new(function, node.kids[1], giving, variables)
        if node.kind == "UNARY_OPERATOR" and node.op == "&":
            whole = whole_of(node.kids[0])
            return whole.kind == "DECL_REF_EXPR" and _is_own(function, whole.ref)
        return is_zero(node)

    return newmemory.is_new(value, giving, variables, other)
