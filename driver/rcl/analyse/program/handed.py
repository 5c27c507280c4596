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
#: an argument, behind the parameters that get it
_Given = tuple[AbstractSet[str], Node]


class Handed:
    """What the parameters of a program's functions get by address."""

    def __init__(self, calling: Calling) -> None:
        self._calling = calling
        self._parameters: dict[str, Sequence[AbstractSet[str]]] = {}
        self._given: dict[int, Mapping[int, _Given]] = {}
        self._misused: dict[int, AbstractSet[str]] = {}
        self._leaking: dict[str, bool] = {}

    def lost(self, function: Function, address: Node) -> bool:
        """Does the address of a field or variable that a function takes get further than to where its object can be
        followed?
        """
        given = self._given_by(function).get(id(address))
        return given is None or not _takes_address(address) or any(map(self._leaks, given[0]))

    @cached_property
    def led_to(self) -> Mapping[str, AbstractSet[str]]:
        """For the parameters what they may lead to, of all whose address is not lost."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for function in self._functions():
            for parameters, address in self._given_by(function).values():
                if _takes_address(address) and not self.lost(function, address):
                    for parameter in closure(parameters, self._handed_on):
                        found[parameter].add(strip(address.kids[0]).ref)
        return found

    def _leaks(self, parameter: str) -> bool:
        """May a parameter's value be kept, or changed, or be used for more than the object itself?"""
        if parameter not in self._leaking:
            all_that_get_it = closure([parameter], self._handed_on)
            self._leaking[parameter] = any(key in self._used(f) for key in all_that_get_it for f in self._having[key])
        return self._leaking[parameter]

    def _handed_on(self, parameter: str) -> set[str]:
        """The parameters to which a function hands on one of its own."""
        given = (one for function in self._having[parameter] for one in self._given_by(function).values())
        return {key for keys, node in given if node.kind == "DECL_REF_EXPR" and node.ref == parameter for key in keys}

    @cached_property
    def _having(self) -> Mapping[str, Sequence[Function]]:
        """The functions that have each parameter."""
        found: defaultdict[str, list[Function]] = defaultdict(list)
        for function in self._functions():
            for parameter in function.parameters:
                found[parameter].append(function)
        return found

    def _used(self, function: Function) -> AbstractSet[str]:
        """The parameters that a function uses in other ways, those that it hands on left out."""
        if id(function) not in self._misused:
            self._misused[id(function)] = set(self._uses(function))
        return self._misused[id(function)]

    def _uses(self, function: Function) -> Iterator[str]:
        own = set(function.parameters)
        fine = {id(pointer) for node in function.of_kinds(*_ASKING) for pointer in _looked_through(node)}
        fine |= self._given_by(function).keys()
        assembler = any(function.of_kinds("ASM_STMT"))
        for node in function.of_kinds("DECL_REF_EXPR"):
            if node.ref in own and (assembler or id(node) not in fine):
                yield node.ref
        for node in function.of_kinds("UNARY_OPERATOR"):
            if node.op == "&" and (pointer := _of_object(without_parentheses(node.kids[0]))) is not None:
                yield from own & {pointer.ref}

    def _given_by(self, function: Function) -> Mapping[int, _Given]:
        """The arguments of a function's calls, by their identities, each with the parameters that get it."""
        if id(function) not in self._given:
            given = (one for call in function.calls for one in self._gets(call))
            self._given[id(function)] = {id(argument): (keys, argument) for keys, argument in given}
        return self._given[id(function)]

    def _gets(self, call: Node) -> Iterator[_Given]:
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
