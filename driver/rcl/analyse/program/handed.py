# SPDX-License-Identifier: MIT
"""Addresses that are only given to functions of the program which get at nothing but the object with them.

``create(&file->lock)`` gives the field a value, and nobody has its address when it returns: who writes through another
pointer does not change the field. Such a function asks of its parameter whether it is NULL, or says ``*p``, or hands it
on to another one like it, and no more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from rcl.analyse.closure import closure
from rcl.analyse.program.calling import Calling
from rcl.analyse.unit.tree import Function, Node, arguments, callee, is_zero, strip, without_parentheses

#: the letters of types of objects that have no parts
_SCALAR = "podzn"
#: the kinds of expressions and statements that may ask no more of a pointer than its object, or whether it is NULL
_ASKING = ("UNARY_OPERATOR", "BINARY_OPERATOR", "IF_STMT")


class Handed:
    """What the parameters of a program's functions get by address."""

    def __init__(self, calling: Calling) -> None:
        self._calling = calling
        self._parameters: dict[str, Sequence[AbstractSet[str]]] = {}

    def lost(self, address: Node) -> bool:
        """Does the address of a field or variable get further than to where its object can be followed?"""
        return id(address) not in self._followed

    @cached_property
    def led_to(self) -> Mapping[str, AbstractSet[str]]:
        """For the parameters what they may lead to, of all whose address is not lost."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for parameters, address in self._followed.values():
            for parameter in closure(parameters, lambda key: self._passed.get(key, set())):
                found[parameter].add(strip(address.kids[0]).ref)
        return found

    @cached_property
    def _followed(self) -> Mapping[int, tuple[AbstractSet[str], Node]]:
        """The addresses that are not lost, by the nodes that take them, with the parameters that get them."""
        return {
            id(given): (parameters, given) for got in self._given.values() for parameters, given in got
            if _takes_address(given) and self._leaking.isdisjoint(parameters)
        }  # fmt: skip

    @cached_property
    def _leaking(self) -> AbstractSet[str]:
        """The parameters whose value may be kept, or changed, or be used for more than the object itself."""
        onward: defaultdict[str, set[str]] = defaultdict(set)
        for giving, getting in self._passed.items():
            for parameter in getting:
                onward[parameter].add(giving)
        return closure(self._misused, lambda key: onward[key])

    @cached_property
    def _misused(self) -> AbstractSet[str]:
        """The parameters that may get addresses, and that functions use in other ways than to hand them on."""
        given = (one for got in self._given.values() for one in got)
        first = {key for parameters, argument in given if _takes_address(argument) for key in parameters}
        getting = closure(first, lambda key: self._passed.get(key, set()))
        return {key for f in self._functions() if not getting.isdisjoint(f.parameters) for key in self._used(f)}

    def _used(self, function: Function) -> Iterator[str]:
        own = set(function.parameters)
        fine = {id(pointer) for node in function.of_kinds(*_ASKING) for pointer in _looked_through(node)}
        fine |= {id(given) for _, given in self._given[id(function)]}
        assembler = any(function.of_kinds("ASM_STMT"))
        for node in function.of_kinds("DECL_REF_EXPR"):
            if node.ref in own and (assembler or id(node) not in fine):
                yield node.ref
        for node in function.of_kinds("UNARY_OPERATOR"):
            if node.op == "&" and (pointer := _of_object(without_parentheses(node.kids[0]))) is not None:
                yield from own & {pointer.ref}

    @cached_property
    def _passed(self) -> Mapping[str, AbstractSet[str]]:
        """The parameters to which functions hand on their own."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for parameters, given in (one for got in self._given.values() for one in got):
            if given.kind == "DECL_REF_EXPR":
                found[given.ref] |= parameters
        return found

    @cached_property
    def _given(self) -> Mapping[int, Sequence[tuple[AbstractSet[str], Node]]]:
        """By a function's identity: the arguments of its calls, each behind the parameters that get it."""
        return {id(f): [one for call in f.calls for one in self._gets(call)] for f in self._functions()}

    def _gets(self, call: Node) -> Iterator[tuple[AbstractSet[str], Node]]:
        """The arguments of a call that get nowhere but to parameters, each behind these."""
        target = callee(call)
        getting = self._getting(target.ref) if target.op == "function" else ()
        return zip(getting, map(without_parentheses, arguments(call)), strict=False)

    def _getting(self, key: str) -> Sequence[AbstractSet[str]]:
        """The parameters of a function, each of all its definitions."""
        if key not in self._parameters:
            definitions = self._calling.functions.get(key, ())
            self._parameters[key] = [set(same) for same in zip(*(f.parameters for f in definitions), strict=False)]
        return self._parameters[key]

    def _functions(self) -> Iterator[Function]:
        return (f for definitions in self._calling.functions.values() for f in definitions)


def _takes_address(node: Node) -> bool:
    """Is it the address of a field or variable, not of an element or of what a pointer leads to?"""
    named = ("DECL_REF_EXPR", "MEMBER_REF_EXPR")
    return node.kind == "UNARY_OPERATOR" and node.op == "&" and without_parentheses(node.kids[0]).kind in named


def _of_object(node: Node) -> Node | None:
    """The pointer of which an expression is the object, if that has no parts."""
    means = node.kind == "UNARY_OPERATOR" and node.op == "*" and node.type in _SCALAR
    return without_parentheses(node.kids[0]) if means else None


def _looked_through(node: Node) -> Iterator[Node]:
    """The pointers of which an expression or statement asks no more than their object, or whether they are NULL."""
    if (pointer := _of_object(node)) is not None:
        yield pointer
    elif node.kind == "UNARY_OPERATOR" and node.op == "!":
        yield without_parentheses(node.kids[0])
    elif node.kind == "BINARY_OPERATOR" and node.op in ("==", "!=") and any(map(is_zero, node.kids)):
        yield from map(without_parentheses, node.kids)
    elif node.kind == "IF_STMT":
        yield without_parentheses(node.kids[0])
