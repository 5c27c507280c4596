# SPDX-License-Identifier: MIT
"""Mutexes whose addresses go to code of elsewhere as numbers, or by what functions return: ``foreign(get())``, or
``foreign(get)``.

What variables of the types of mutexes, or without a type, are given to code of elsewhere is noted with the groups
(pointers.py). Numbers have no groups, and what a function returns is of one with all that is handed through it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from rcl import lockapi
from rcl.analyse.closure import circles, closure
from rcl.analyse.program.origins import Flows, Joined, Value, is_small
from rcl.analyse.program.pointers import HANDLE, bases, may_be_mutex
from rcl.analyse.unit.text import parameter_of
from rcl.analyse.unit.tree import Node, arguments, callee, is_atomic, operands, returned, strip, without_parentheses

#: types of values too small for an address, and of such as are large enough
_SMALL = re.compile(
    r"(?:(?:const|unsigned|signed|short) )*(?:int|short|char|_Bool|bool|float|enum \w+|u?int(?:8|16|32)_t)"
)
#: pointers without a type, and what leads to such
_UNTYPED = re.compile(r"(?:(?:const|volatile) )*void (?:\*|\[\d*\]| |const|volatile|restrict)*")
_COMPARING = ("==", "!=", "<", ">", "<=", ">=")
_LARGE = re.compile(r"(?:(?:const|unsigned|signed|long) )*long(?: int)?|s?size_t|u?int(?:ptr|64)_t")


@dataclass(frozen=True)
class Handout:
    """Mutexes that a call of elsewhere gets, and where that stands."""

    keys: frozenset[str]
    file: str
    start: int
    called: str


@dataclass(frozen=True)
class Searched:
    """What is found by looking through the whole program.

    ``leading`` may hold the address of a mutex, each with what it may have that from; ``handed`` is what calls of
    elsewhere get; ``exchanged``, ``joined`` and ``behind_calls`` see Flows.
    """

    leading: Mapping[str, set[str]]
    handed: list[Handout]
    exchanged: frozenset[str]
    joined: list[Joined]
    behind_calls: Mapping[str, AbstractSet[str]]


class Handouts:
    """What a program gives away of the addresses of its mutexes."""

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self._pointers = flows.pointers
        #: who looks for them
        self.search = self._searched

    @cached_property
    def found(self) -> Searched:
        """What has been found."""
        found = self.search()
        self._flows.told = found.behind_calls
        return found

    def _searched(self) -> Searched:
        self._leading, flows = self._led(), self._flows
        return Searched(self._leading, [*self._handed()], flows.exchanged, flows.joined(), flows.behind_calls())

    def _handed(self) -> Iterator[Handout]:
        for function in (f for unit in self._flows.units for f in unit.functions) if self._leading else ():
            for call in function.calls:
                away = (key for number, given in self._away(call) for key in self._leading_in(call, number, given))
                if keys := self.mutexes(away):
                    yield Handout(frozenset(keys), function.file, call.start, callee(call).name)

    def _away(self, call: Node) -> Iterator[tuple[int, Node]]:
        """What a call of elsewhere gets, with its numbers; not what a thread of the tree's begins with, nor its
        routine: what that returns goes to the tree.
        """
        name, pointers = callee(call).name, self._pointers
        known = name in lockapi.HARMLESS or name in pointers.api.calls or callee(call).ref in pointers.held
        if not (known or is_atomic(call) or pointers.called(call)):
            _, begun = pointers.started(call)
            routine, _ = lockapi.STARTING.get(name, (-1, -1))
            yield from (one for one in enumerate(arguments(call)) if one[0] not in (begun, routine))

    def _leading_in(self, call: Node, number: int, given: Node) -> set[str]:
        """What leads to a mutex in an argument that may be its address. What a pointer without a type leads to may be
        anything, and is no mutex where it becomes a pointer to something else.
        """
        if functions := self._pointers.functions.get(strip(given).ref):  # what it returns
            return {returned(f.key) for f in functions} & self._leading.keys()
        parameter = parameter_of(call.op, number)
        if _SMALL.fullmatch(parameter):
            return set()
        other = "*" not in parameter or not may_be_mutex(parameter)
        found = {value.key for value in self._flows.values(given)} & self._leading.keys()
        return {key for key in found if not (self._is_untyped(key) and other)}

    def mutexes(self, keys: Iterable[str]) -> set[str]:
        """The mutexes that some declarations lead to."""
        return set[str]().union(*(self._locks_of(key) for key in keys))

    def _locks_of(self, key: str) -> AbstractSet[str]:
        return self._reached[key] if key in self._reached else {key} if self._is_lock(key) else frozenset()

    @cached_property
    def _reached(self) -> Mapping[str, frozenset[str]]:
        """The mutexes that each declaration leads to which leads anywhere: many calls ask for those of some."""
        found: dict[str, frozenset[str]] = {}
        for circle in circles(self._leading, lambda key: sorted(self._leading.get(key, ()))):
            led = {*circle}.union(*(self._leading.get(key, ()) for key in circle))
            known = (found.get(key) for key in led)
            locks = frozenset(filter(self._is_lock, led)).union(*filter(None, known))
            found |= dict.fromkeys(circle, locks)
        return found

    @cached_property
    def untyped(self) -> frozenset[str]:
        """The mutexes whose addresses something holds that has another type, or none, or shares its memory with what
        has; that become numbers; or that functions return which are known by pointers, whatever their types.
        """
        known = {key: self._pointers.variables.get(key) for key in self._leading}
        others = {key for key, variable in known.items() if variable is not None and not variable.api}
        united = self._flows.ways(key for key, variable in self._pointers.variables.items() if variable.united)
        entered = map(returned, self._pointers.pointed)
        return frozenset(self.mutexes({*others, *united, *self._as_numbers(), *entered}))

    def _as_numbers(self) -> Iterator[str]:
        """What becomes a number, ``(long)&lock``, and is not only compared."""
        for function in (f for unit in self._flows.units for f in unit.functions):
            compared = (n for n in function.of_kinds("BINARY_OPERATOR") if n.op in _COMPARING)
            idle = {id(without_parentheses(kid)) for node in compared for kid in node.kids}
            for cast in function.of_kinds("CSTYLE_CAST_EXPR"):
                if cast.type not in ("p", "v") and "*" in cast.name and id(cast) not in idle:
                    yield from (key for kid in operands(cast) for key in bases(kid))

    @cached_property
    def away(self) -> bool:
        """Does code of elsewhere get the address of any mutex?"""
        known = lockapi.UNSUPPORTED
        return any(name not in known for _, name, _, _ in self._pointers.escapes) or bool(self.found.handed)

    def held(self, records: Iterable[str], names: Collection[str] = ()) -> set[str]:
        """The mutexes in structures of these names and of those that such lead to, and the mutexes that these lead to.

        Structures that are ``names`` to whoever has them lead nowhere.
        """
        fields = self._pointers.records.fields

        def known(found: Iterable[str]) -> set[str]:
            return {record for record in found if record in fields and record not in names}

        led_to = closure(known(records), lambda record: known(field.record for field in fields[record]))
        keys = {field.key for record in led_to for field in fields[record]}
        return self.mutexes(keys) | set(filter(self._is_lock, keys))

    @cached_property
    def _leading(self) -> Mapping[str, set[str]]:
        return self.found.leading

    def _led(self) -> Mapping[str, set[str]]:
        having, getting = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
        for key, values in self._flows.given.items():
            for value in values if self._may_hold(key) else ():
                if self._hands_on(value, key):
                    having[key].add(value.key)
                    getting[value.key].add(key)
        led = closure(filter(self._is_lock, [*getting]), lambda key: getting.get(key, ()))
        return {key: having[key] for key in led & having.keys()}

    def _hands_on(self, value: Value, key: str) -> bool:
        """May a value be that of a declaration which leads to a mutex?"""
        variable = self._pointers.variables.get(value.key)
        if variable is not None and variable.api:
            stars = variable.stars + (variable.array or variable.elements) + value.address - value.behind
            return self._is_lock(value.key) and stars > 0
        other = self._is_untyped(value.key) and (self._is_pointer(key) or (value.behind and not value.address))
        return self._may_hold(value.key) and not other

    def _may_hold(self, key: str) -> bool:
        """May it be the address of a mutex, and no structure's that the tree knows?"""
        variable = self._pointers.variables.get(key)
        if variable is None:
            return key.startswith("R:") and not _SMALL.fullmatch(self._result(key))
        return not (is_small(variable) or variable.api or variable.record in self._pointers.records.fields)

    def _is_lock(self, key: str) -> bool:
        variable = self._pointers.variables.get(key)
        return variable is not None and variable.api not in ("", HANDLE)

    def _is_untyped(self, key: str) -> bool:
        """Does it say nothing of what it leads to, which may be anything?"""
        variable = self._pointers.variables.get(key)
        if variable is not None:
            return variable.void_pointer
        result = self._result(key)
        return "void *" in result or not ("*" in result or _LARGE.fullmatch(result))

    def _is_pointer(self, key: str) -> bool:
        """Is it a pointer to what is no mutex?"""
        variable = self._pointers.variables.get(key)
        if variable is None:
            return "*" in self._result(key) and not self._is_untyped(key)
        known = variable.api or variable.void_pointer or _UNTYPED.fullmatch(variable.type)
        return variable.stars > 0 and not known

    def _result(self, key: str) -> str:
        """The type of what a function returns, or what those of a type do."""
        name = key.removeprefix("R:")
        types = (f.type for f in self._pointers.functions.get(name, ()))
        return next(types, name.removeprefix("*")).partition("(")[0].strip()
