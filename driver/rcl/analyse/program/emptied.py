# SPDX-License-Identifier: MIT
"""Functions that free what a pointer of their caller's leads to, and leave nothing there: ``void drop(void *p)``,
``{ void **at = p; free(*at); *at = NULL; }``, called as ``drop(&item)``. Nothing comes back through what they get.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from rcl import lockapi
from rcl.analyse.program.newmemory import ASKING, CONDITIONS
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.unit.tree import Function, Node, arguments, changes, is_zero, library_name, operands, strip


class Emptied:
    """The parameters of a program's functions behind which these put nothing but zero."""

    def __init__(self, pointers: Pointers) -> None:
        self._pointers = pointers
        self._known: dict[str, bool] = {}

    def by(self, function: Function, parameter: str) -> bool:
        """Does a function no more with a parameter than to look at what it leads to, and to put zero there?"""
        if parameter not in self._known and parameter in function.parameters:
            self._known[parameter] = False  # while it is asked about: a function that calls itself
            self._known[parameter] = self._keeps_nothing(function.body, self._meaning(function, parameter))
        return self._known.get(parameter, False)

    def _meaning(self, function: Function, parameter: str) -> frozenset[str]:
        """The parameter, and the function's variables that are declared with its value."""
        own, declared = {parameter}, [n for n in function.of_kinds("VAR_DECL") if n.ref in function.locals]
        lasting = {variable.key for variable in function.locals.values() if variable.static}
        while more := {n.ref for n in declared if any(_is_one(v, own) for v in operands(n))} - own - lasting:
            own |= more
        return frozenset(own)

    def _keeps_nothing(self, node: Node, own: frozenset[str]) -> bool:
        """Is nothing that means the parameter used in any other way?"""
        if node.kind == "VAR_DECL" and node.ref in own:
            return all(_is_one(value, own) for value in operands(node))
        if changes(node) and _is_behind(strip(node.kids[0]), own):
            return node.op == "=" and is_zero(node.kids[1])
        if node.kind == "CALL_EXPR" and not self._empties(node, own):
            return False
        known: list[Node] = []
        if node.kind == "CALL_EXPR":
            known = [argument for argument in arguments(node) if _is_one(argument, own)]
        elif _is_behind(node, own) or node.kind in CONDITIONS:
            known = node.kids[:1]
        elif node.op in ASKING:
            known = node.kids
        others = [kid for kid in node.kids if not (any(kid is one for one in known) and _is_one(kid, own))]
        named = node.kind == "DECL_REF_EXPR" and node.ref in own
        taken = node.kind == "UNARY_OPERATOR" and node.op == "&" and any(n.ref in own for n in node.walk())
        return not (named or taken) and all(self._keeps_nothing(kid, own) for kid in others)

    def _empties(self, call: Node, own: frozenset[str]) -> bool:
        """Does a call that gets the parameter itself no more with it?"""
        given = [number for number, argument in enumerate(arguments(call)) if _is_one(argument, own)]
        called = self._pointers.called(call)
        if not called:
            copies = library_name(call) in lockapi.COPYING and (given == [1] or (given == [0] and _copies_zero(call)))
            return not given or library_name(call) == "free" or copies
        definitions = [f for key in called for f in self._pointers.functions.get(key, ())]
        handed = ((f, f.parameters[number : number + 1]) for f in definitions for number in given)
        return bool(definitions) and all(bool(one) and self.by(f, one[0]) for f, one in handed)


def _is_one(node: Node, own: AbstractSet[str]) -> bool:
    """Is an expression one of the variables?"""
    bare = strip(node)
    return bare.kind == "DECL_REF_EXPR" and bare.ref in own


def _is_behind(node: Node, own: frozenset[str]) -> bool:
    """Is an expression what one of the variables leads to?"""
    behind = (node.kind == "UNARY_OPERATOR" and node.op == "*") or node.kind == "ARRAY_SUBSCRIPT_EXPR"
    return behind and _is_one(node.kids[0], own)


def _copies_zero(call: Node) -> bool:
    """Does a call copy zero, ``memcpy(p, &(void *){ NULL }, sizeof(void *))``?"""
    source = [strip(argument) for argument in arguments(call)[1:2]]
    literals = [strip(kid) for one in source if one.op == "&" for kid in one.kids]
    values = [value for one in literals if one.kind == "COMPOUND_LITERAL_EXPR" for value in operands(one)]
    listed = [kid for value in values for kid in (value.kids if value.kind == "INIT_LIST_EXPR" else [value])]
    return bool(listed) and all(map(is_zero, listed))
