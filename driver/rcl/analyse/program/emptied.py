# SPDX-License-Identifier: MIT
"""Functions that free what a pointer of their caller's leads to, and leave nothing there: ``void drop(void *p)``,
``{ void **at = p; free(*at); *at = NULL; }``, called as ``drop(&item)``; or what the pointer itself says, also where
that stands behind a head, or was aligned by hand. Nothing comes back through what they get.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from enum import Enum

from rcl import lockapi
from rcl.analyse.program.newmemory import ASKING
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.unit.tree import (
    EXPRESSION_WRAPPERS,
    Function,
    Node,
    arguments,
    callee,
    changes,
    is_zero,
    library_name,
    operands,
    strip,
)

#: what makes another pointer, or a number, of one
_MOVING = frozenset({"+", "-", "&", "|", "~", "*", "/", "%"})
#: what leads to what stands behind a pointer, besides *
_LEADING = frozenset({"MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR"})


class _Kept(Enum):
    """What becomes of an argument besides that it is looked at, freed, or overwritten by zero."""

    NOTHING = "nothing"
    RETURNED = "returned"
    ANYTHING = "anything"


class Emptied:
    """The parameters of a program's functions behind which these put nothing but zero."""

    def __init__(self, pointers: Pointers) -> None:
        self._pointers = pointers
        self._known: dict[str, _Kept] = {}

    def by(self, function: Function, parameter: str) -> bool:
        """Does a function no more with a parameter than to look at what it leads to, free it, and put zero there?"""
        return self._of(function, parameter) is _Kept.NOTHING

    def _of(self, function: Function, parameter: str) -> _Kept:
        if parameter not in function.parameters:
            return _Kept.ANYTHING
        if parameter not in self._known:
            self._known[parameter] = _Kept.ANYTHING  # while it is asked about: a function that calls itself
            self._known[parameter] = self._kept(function, parameter)
        return self._known[parameter]

    def _kept(self, function: Function, parameter: str) -> _Kept:
        own = frozenset({parameter})
        while more := {key for key, value in _given(function) if self._keeps(value, own, False)} - own:
            own |= more
        if any(key not in function.locals or function.locals[key].static for key in own):
            return _Kept.ANYTHING
        if not self._keeps(function.body, own, True):
            return _Kept.NOTHING
        return _Kept.ANYTHING if self._keeps(function.body, own, True, returning=True) else _Kept.RETURNED

    def _keeps(self, node: Node, own: AbstractSet[str], dropped: bool, returning: bool = False) -> bool:
        """Is anything that means the parameter, the function's ``own`` ones, used in another way?

        ``dropped``: what an expression comes to may be that, for it goes to one of them, is only asked for, or freed.
        """

        def keeps(nodes: Iterable[Node], dropped: bool) -> bool:
            return any(self._keeps(one, own, dropped, returning) for one in nodes)

        match node.kind:
            case "DECL_REF_EXPR":
                return node.ref in own and not dropped
            case "CXX_UNARY_EXPR":
                return False
            case "VAR_DECL":
                return keeps(operands(node), node.ref in own)
            case "RETURN_STMT":
                return keeps(node.kids, returning)
            case "CALL_EXPR":
                return self._called(node, own, dropped, returning)
            case "ASM_STMT" | "StmtExpr" | "INIT_LIST_EXPR" | "COMPOUND_LITERAL_EXPR":
                return any(n.ref in own for n in node.walk())
            case "CONDITIONAL_OPERATOR":
                return keeps(node.kids[:1], True) or keeps(node.kids[1:], dropped)
            case "UNARY_OPERATOR" if node.op == "&":
                inner = strip(node.kids[0])
                return keeps(inner.kids, dropped) if _is_behind(inner) else keeps([inner], False)
        if changes(node):
            goes = strip(node.kids[0]).ref in own
            return (goes and not dropped) or keeps(node.kids[1:], goes) or self._overwrites(node, own, returning)
        if node.kind.endswith("_STMT") or node.op in ASKING or (_is_behind(node) and node.type not in ("p", "a")):
            return keeps(node.kids, True)
        moves = node.kind in EXPRESSION_WRAPPERS or node.op in _MOVING or node.op == "," or _is_behind(node)
        return keeps(operands(node), dropped and moves)

    def _overwrites(self, node: Node, own: AbstractSet[str], returning: bool) -> bool:
        """Does what changes something put a value there that the parameter leads to?"""
        target = strip(node.kids[0])
        if target.kind == "DECL_REF_EXPR":
            return False
        behind = any(n.ref in own for n in target.walk())
        zero = node.op == "=" and is_zero(node.kids[1])
        return (behind and not zero) or self._keeps(target, own, True, returning)

    def _called(self, call: Node, own: AbstractSet[str], dropped: bool, returning: bool) -> bool:
        """Does a call keep one of them, or give one back that is not dropped?"""
        if any(n.ref in own for n in callee(call).walk()):
            return True
        for number, argument in enumerate(arguments(call)):
            kept = self._kept_by(call, number)
            goes = kept is _Kept.NOTHING or (kept is _Kept.RETURNED and dropped)
            if self._keeps(argument, own, goes, returning):
                return True
        return False

    def _kept_by(self, call: Node, number: int) -> _Kept:
        """What a call keeps of an argument."""
        called, name = self._pointers.called(call), library_name(call)
        if not called:
            if name == "free" or name in lockapi.LOOKING or (name in lockapi.COPYING and number == 1):
                return _Kept.NOTHING
            return _Kept.RETURNED if number == 0 and _puts_zero(call) else _Kept.ANYTHING
        definitions = [f for key in called for f in self._pointers.functions.get(key, ())]
        found = {self._of(f, key) for f in definitions for key in f.parameters[number : number + 1] or [""]}
        worst = (_Kept.ANYTHING, _Kept.RETURNED, _Kept.NOTHING)
        return next((kept for kept in worst if kept in found), _Kept.ANYTHING)


def _given(function: Function) -> Iterator[tuple[str, Node]]:
    """The variables that a function gives values to, with these."""
    for node in function.of_kinds("VAR_DECL", "BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR"):
        if node.kind == "VAR_DECL":
            yield from ((node.ref, value) for value in operands(node))
        elif changes(node) and strip(node.kids[0]).kind == "DECL_REF_EXPR":
            yield strip(node.kids[0]).ref, node.kids[1]


def _is_behind(node: Node) -> bool:
    """Is an expression what a pointer leads to?"""
    return node.kind in _LEADING or (node.kind == "UNARY_OPERATOR" and node.op == "*")


def _puts_zero(call: Node) -> bool:
    """Does a call put nothing but zero where its first argument leads to, ``memset(p, 0, size)``, or
    ``memcpy(p, &(void *){ NULL }, sizeof(void *))``?
    """
    name, given = library_name(call), [strip(argument) for argument in arguments(call)]
    if name in lockapi.CLEARING:
        return all(map(is_zero, given[1:-1]))
    literals = [strip(kid) for one in given[1:2] if name in lockapi.COPYING and one.op == "&" for kid in one.kids]
    values = [value for one in literals if one.kind == "COMPOUND_LITERAL_EXPR" for value in operands(one)]
    listed = [kid for value in values for kid in (value.kids if value.kind == "INIT_LIST_EXPR" else [value])]
    return bool(listed) and all(map(is_zero, listed))
