# SPDX-License-Identifier: MIT
"""What functions keep of what they are given, or put where that leads to.

One that frees what a pointer of its caller's leads to, and leaves nothing there, keeps nothing: ``void drop(void *p)``,
``{ void **at = p; free(*at); *at = NULL; }``, called as ``drop(&item)``; or what the pointer itself says, also where
that stands behind a head, or was aligned by hand. Nothing comes back through what they get.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import Enum

from rcl import lockapi
from rcl.analyse.unit.tree import (
    COMPARISONS,
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

#: what only asks for a pointer
ASKING = frozenset({"!", "&&", "||", *COMPARISONS})
#: what makes another pointer, or a number, of one
_MOVING = frozenset({"+", "-", "&", "|", "~", "*", "/", "%"})
#: what leads to what stands behind a pointer, besides *
_LEADING = frozenset({"MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR"})


class Kept(Enum):
    """What becomes of an argument besides that it is looked at, freed, or overwritten by zero."""

    NOTHING = "nothing"
    RETURNED = "returned"
    ANYTHING = "anything"


class Keeping:
    """What the parameters of a program's functions are used for; ``called`` says which of them a call may reach."""

    def __init__(
        self, functions: Mapping[str, Sequence[Function]], called: Callable[[Node], AbstractSet[str]]
    ) -> None:
        self._functions = functions
        self._called = called
        self._known: dict[tuple[str, bool], Kept] = {}

    def of(self, function: Function, parameter: str, reading: bool = False) -> Kept:
        """What a function keeps of a parameter; if it is ``reading``, also of what stands where that leads to."""
        if parameter not in function.parameters:
            return Kept.ANYTHING
        asked = parameter, reading
        if asked not in self._known:
            self._known[asked] = Kept.ANYTHING  # while it is asked about: a function that calls itself
            self._known[asked] = self._kept(function, parameter, reading)
        return self._known[asked]

    def inside(self, call: Node, numbers: AbstractSet[int]) -> bool:
        """Does a call put some of its arguments, new memory, nowhere but behind these, and return none of them?"""
        functions = self._definitions(call)
        given = [(f, frozenset(f.parameters[n] for n in numbers if n < len(f.parameters))) for f in functions]
        return bool(given) and all(
            len(own) == len(numbers) and (uses := self._uses(f, own, True)) is not None and not uses.keep(f.body)
            for f, own in given
        )

    def _definitions(self, call: Node) -> list[Function]:
        """The functions of the program that a call may reach, in all their definitions."""
        return [f for key in self._called(call) for f in self._functions.get(key, ())]

    def _kept(self, function: Function, parameter: str, reading: bool) -> Kept:
        uses = self._uses(function, frozenset({parameter}))
        if uses is None:
            return Kept.ANYTHING
        uses = replace(uses, reading=reading)
        if not uses.keep(function.body):
            return Kept.NOTHING
        return Kept.ANYTHING if replace(uses, returning=True).keep(function.body) else Kept.RETURNED

    def _uses(self, function: Function, own: frozenset[str], inward: bool = False) -> _Uses | None:
        """The uses of some parameters, and of the variables that get what they say; None if one lasts longer."""
        given = [*given_values(function)]
        while more := {key for key, value in given if _Uses(self, own, inward).keep(value, False)} - own:
            own |= more
        lasting = any(key not in function.locals or function.locals[key].static for key in own)
        return None if lasting else _Uses(self, own, inward)

    def by(self, call: Node, number: int, reading: bool = False) -> Kept:
        """What a call keeps of an argument."""
        name = library_name(call)
        if not self._called(call):
            copied = name in lockapi.COPYING and number == 1 and not reading
            if name == "free" or name in lockapi.LOOKING or copied:
                return Kept.NOTHING
            passed = number == 0 and (name in lockapi.TELLING or _puts_zero(call))
            return Kept.RETURNED if passed else Kept.ANYTHING
        got = [(f, key) for f in self._definitions(call) for key in f.parameters[number : number + 1] or [""]]
        found = {self.of(f, key, reading) for f, key in got}
        worst = (Kept.ANYTHING, Kept.RETURNED, Kept.NOTHING)
        return next((kept for kept in worst if kept in found), Kept.ANYTHING)


@dataclass(frozen=True)
class _Uses:
    """How a function uses some variables of its ``own``.

    ``inward``: they may be put behind one another; ``returning``: they may be returned; ``reading``: what they lead to
    may not be read, but to ask for it.
    """

    keeping: Keeping
    own: AbstractSet[str]
    inward: bool = False
    returning: bool = False
    reading: bool = False

    def keep(self, node: Node, dropped: bool = True) -> bool:
        """Is what one of them says used in another way?

        ``dropped``: what an expression comes to may be that, for it goes to one of them, is only asked for, or freed.
        """
        match node.kind:
            case "DECL_REF_EXPR":
                return node.ref in self.own and not dropped
            case "CXX_UNARY_EXPR":
                return False
            case "VAR_DECL":
                return self._any(operands(node), node.ref in self.own)
            case "RETURN_STMT":
                return self._any(node.kids, self.returning)
            case "CALL_EXPR":
                return self._called(node, dropped)
            case "ASM_STMT" | "StmtExpr" | "INIT_LIST_EXPR" | "COMPOUND_LITERAL_EXPR":
                return self._names(node)
            case "CONDITIONAL_OPERATOR":
                return self._any(node.kids[:1], True) or self._any(node.kids[1:], dropped)
            case "UNARY_OPERATOR" if node.op == "&":
                inner = strip(node.kids[0])
                return self._any(inner.kids, dropped) if _is_behind(inner) else self._any([inner], False)
        if changes(node):
            return self._changed(node, dropped)
        if node.kind.endswith("_STMT") or node.op in ASKING:
            return self._any(node.kids, True)
        if _is_behind(node) and node.type not in ("p", "a"):
            return self._any(node.kids, dropped or not self.reading)
        moves = node.kind in EXPRESSION_WRAPPERS or node.op in _MOVING or node.op == "," or _is_behind(node)
        return self._any(operands(node), dropped and moves)

    def _any(self, nodes: Iterable[Node], dropped: bool) -> bool:
        return any(self.keep(one, dropped) for one in nodes)

    def _names(self, node: Node) -> bool:
        return any(n.ref in self.own for n in node.walk())

    def _changed(self, node: Node, dropped: bool) -> bool:
        """Does what changes something put one of them elsewhere, or anything but zero where they lead to?"""
        target = strip(node.kids[0])
        if target.kind == "DECL_REF_EXPR":
            own = target.ref in self.own
            return (own and not dropped) or self._any(node.kids[1:], own)
        behind = self._names(target)
        inward, zero = behind and self.inward and not _leads_on(target), node.op == "=" and is_zero(node.kids[1])
        put = self._any(node.kids[1:], inward and dropped)
        return put or (behind and not (zero or inward)) or self.keep(target)

    def _called(self, call: Node, dropped: bool) -> bool:
        """Does a call keep one of them, or give one back that is not dropped?"""
        if self._names(callee(call)):
            return True
        for number, argument in enumerate(arguments(call)):
            kept = self.keeping.by(call, number, self.reading)
            if self.keep(argument, kept is Kept.NOTHING or (kept is Kept.RETURNED and dropped)):
                return True
        return False


def given_values(function: Function) -> Iterator[tuple[str, Node]]:
    """The variables that a function gives values to, with these."""
    for node in function.of_kinds("VAR_DECL", "BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR"):
        if node.kind == "VAR_DECL":
            yield from ((node.ref, value) for value in operands(node))
        elif changes(node) and strip(node.kids[0]).kind == "DECL_REF_EXPR":
            yield strip(node.kids[0]).ref, node.kids[1]


def _is_behind(node: Node) -> bool:
    """Is an expression what a pointer leads to?"""
    return node.kind in _LEADING or (node.kind == "UNARY_OPERATOR" and node.op == "*")


def _leads_on(target: Node) -> bool:
    """Does it stand where something leads to that is read behind a pointer, ``at->list->first``?"""
    return any(_is_behind(node) and node.type not in ("a", "s") for kid in target.kids for node in kid.walk())


def _puts_zero(call: Node) -> bool:
    """Does a call put nothing but zero where its first argument leads to, ``memset(p, 0, size)``, or
    ``memcpy(p, &(void *){ NULL }, sizeof(void *))``?
    """
    name, given = library_name(call), [strip(argument) for argument in arguments(call)]
    if name in lockapi.ZEROING:
        return all(map(is_zero, given[1:-1]))
    literals = [strip(kid) for one in given[1:2] if name in lockapi.COPYING and one.op == "&" for kid in one.kids]
    values = [value for one in literals if one.kind == "COMPOUND_LITERAL_EXPR" for value in operands(one)]
    listed = [kid for value in values for kid in (value.kids if value.kind == "INIT_LIST_EXPR" else [value])]
    return bool(listed) and all(map(is_zero, listed))
