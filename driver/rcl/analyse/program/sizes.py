# SPDX-License-Identifier: MIT
"""Where code reckons with the size that a structure has while the mutexes in it are pthread's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

from rcl import lockapi
from rcl.analyse.program.begun import Begun
from rcl.analyse.program.initialisers import owner_of
from rcl.analyse.program.origins import asks_for_a_number
from rcl.analyse.program.pointers import HANDLE, Pointers, bases
from rcl.analyse.program.records import pointed
from rcl.analyse.unit.tree import (
    Function,
    Node,
    Variable,
    arguments,
    callee,
    constant,
    operands,
    strip,
    without_parentheses,
)

#: what is no lock, or only names one: its size stays
_FIXED = ("", HANDLE)
#: what is looked at
_GIVING = ("VAR_DECL", "RETURN_STMT", "CSTYLE_CAST_EXPR")
_KINDS = (*_GIVING, "BINARY_OPERATOR", "SWITCH_STMT")
#: functions of libc's whose last argument is how many bytes there are of what the others point to
_COUNTING = lockapi.COPYING | {"memset", "__builtin_memset", "memcmp", "bzero", "explicit_bzero"}


class Fixed(NamedTuple):
    """What goes by a size that changes with some locks: a call that asks for memory, a comparison, a switch."""

    node: Node
    construct: str
    keys: frozenset[str]
    #: the locks whose size it is told, which may be converted together with those
    told: frozenset[str] = frozenset()


class Sizes:
    """Looks for such places in functions. What is compared with sizes that change, too, is not one."""

    def __init__(self, pointers: Pointers) -> None:
        self._pointers = pointers
        self._memory = Begun(pointers)

    def fixed(self, function: Function) -> Iterator[Fixed]:
        """Those of a function."""
        yield from self._in_calls(function)
        sized = any(n.op != "fixed" for n in function.of_kinds("CXX_UNARY_EXPR"))
        for node in function.of_kinds(*_KINDS):
            match node.kind:
                case "BINARY_OPERATOR" if node.op == "+":
                    for pointer, number in (node.kids, reversed(node.kids)):
                        if without_parentheses(pointer).kind == "CSTYLE_CAST_EXPR":
                            yield from self._counted(node, "+", pointer, number)
                case "SWITCH_STMT" if sized:
                    yield from self._asked(node, "switch", node.kids[0], _labels(node))
                case "BINARY_OPERATOR" if node.op in ("==", "!=") and sized:
                    for one, other in (node.kids, reversed(node.kids)):
                        yield from self._asked(node, node.op, one, [n for n in [constant(other)] if n is not None])
                case kind if kind in _GIVING or node.op == "=":
                    yield from self._allocated(node, function)

    def _in_calls(self, function: Function) -> Iterator[Fixed]:
        """Those in what its calls get."""
        for call in (call for name in sorted(_COUNTING & function.called.keys()) for call in function.called[name]):
            for pointer in arguments(call)[:-1]:
                yield from self._counted(call, callee(call).name, pointer, arguments(call)[-1])
        taking = [] if self._taking.keys().isdisjoint(function.targets) else function.calls
        for call, (number, record) in ((c, one) for c in taking for one in self._taking.get(callee(c).ref, ())):
            for given in arguments(call)[number : number + 1]:
                yield from self._begun(call, given, function, record)

    def _asked(self, node: Node, construct: str, asked: Node, numbers: Sequence[int | None]) -> Iterator[Fixed]:
        """A size that is compared with numbers; it becomes larger, and never one that is less than it."""
        size = strip(asked)
        sizes = _changing([size]) if _is_computed(size) else []
        least = int(size.name) if size in sizes else 0
        if sizes and any(number is None or number >= least for number in numbers):
            yield Fixed(node, construct, frozenset(self._in(sizes)))

    def _counted(self, node: Node, construct: str, pointer: Node, number: Node) -> Iterator[Fixed]:
        """What counts bytes from the beginning of a structure by a number that leads behind a lock."""
        record = self._led_by(pointer)
        counted = constant(number) if record and not self._goes_by(number, record) else None
        at = [] if counted is None else self._standing(record)
        if counted is not None and any(counted > offset // 8 for offset, _ in at):
            yield Fixed(node, construct, frozenset(key for _, key in at))

    def _led_by(self, pointer: Node) -> str:
        """The structure that a pointer leads to, "" if to none."""
        bare = strip(pointer)
        named = strip(bare.kids[0]) if bare.op == "&" else bare
        variable = self._pointers.variables.get(named.ref)
        leads = variable is not None and variable.stars == (0 if bare.op == "&" else 1)
        return variable.record if variable is not None and leads else ""

    def _goes_by(self, number: Node, record: str) -> bool:
        """Is a number made of the size of a structure itself, which no file defines as one with room for its locks?

        Where that has none it is another one of the name, or the file is of a build without them.
        """
        sizes = (n for n in number.walk() if n.kind == "CXX_UNARY_EXPR")
        measured = (kid for size in sizes for kid in size.kids if strip(kid).type != "p")
        own = any(record in self._records(kid) for kid in measured)
        rooms = self._rooms(record) if own else []
        locks = self._extents(record)
        return own and not any(first <= at and end <= last for at, end in locks for first, last in rooms)

    def _rooms(self, record: str) -> list[tuple[int, int]]:
        """Where arrays of numbers in a structure stand, one behind another perhaps: their first bit, and their end."""
        arrays, variables = self._pointers.records.arrays(record), self._pointers.variables
        found: list[tuple[int, int]] = []
        for first, last in sorted((at, at + 8 * variables[key].size) for at, key in arrays):
            if found and first <= found[-1][1]:
                first, before = found.pop()
                last = max(last, before)
            found.append((first, last))
        return found

    def _extents(self, record: str) -> Iterator[tuple[int, int]]:
        """Where the locks in a structure stand: the first bit of each, and its end."""
        return ((at, at + 8 * self._pointers.variables[key].size) for at, key in self._standing(record))

    def _allocated(self, node: Node, function: Function) -> Iterator[Fixed]:
        """What a structure with locks gets for its memory, if that has not its size."""
        for record in (led_to for led_to in self._led_to(node, function) if led_to in self._holding):
            for value in operands(node)[-1:]:
                yield from self._begun(node, value, function, record)

    @cached_property
    def _holding(self) -> frozenset[str]:
        """The structures with locks."""
        return frozenset(record for record in self._pointers.records.fields if self._locks([record]))

    def _begun(self, node: Node, value: Node, function: Function, record: str) -> Iterator[Fixed]:
        """What a pointer to such a structure leads to."""
        held = self._locks([record])
        for made in self._memory.of(value, function, record):
            told = self._told(made, record)
            if told is not None and held - told:
                yield Fixed(node, self._named(made), frozenset(held - told), frozenset(told))

    @cached_property
    def _taking(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """The functions that get pointers to structures with locks: the numbers of their parameters, and which."""
        variables, found = self._pointers.variables, defaultdict[str, list[tuple[int, str]]](list)
        for key, functions in self._pointers.functions.items():
            for number, parameter in enumerate(functions[0].parameters):
                if variables[parameter].stars == 1 and variables[parameter].record in self._holding:
                    found[key].append((number, variables[parameter].record))
        return found

    def _told(self, made: Node, record: str) -> set[str] | None:
        """The locks whose size some memory has; None if it need not be that of a structure."""
        if made.kind == "CALL_EXPR":
            if any(self._goes_by(given, record) for given in arguments(made)):
                return None
            sizes = _changing(arguments(made))
            measured = [self._in([size]) for size in sizes]
            known = asks_for_a_number(made) or (sizes and all(measured))
            return set[str]().union(*measured) if known else None
        variable = self._pointers.variables.get(made.ref)
        if variable is None or variable.stars or not self._is_room(variable, record):
            return None
        return {*self._measured(made), *(self._locks([variable.owner]) if variable.united else ())}

    def _is_room(self, variable: Variable, record: str) -> bool:
        """Is it as large as a structure, and an array of numbers where that has its locks?"""
        arrays = self._rooms(variable.record)
        at = (offset for offset, _ in self._standing(record))
        there = all(any(first <= offset < last for first, last in arrays) for offset in at)
        numbers = there if variable.record else variable.elements
        return numbers and variable.size >= self._memory.size(record)

    def _named(self, made: Node) -> str:
        return callee(made).name if made.kind == "CALL_EXPR" else made.name

    def _led_to(self, node: Node, function: Function) -> Iterator[str]:
        """The structure that the pointer leads to which gets a value."""
        if node.kind == "CSTYLE_CAST_EXPR" and node.type == "p":
            yield pointed(node.op)
        elif node.kind == "RETURN_STMT":
            yield pointed(function.type.partition("(")[0])
        elif node.kind == "VAR_DECL" or node.op == "=":
            target = [node.ref] if node.kind == "VAR_DECL" else bases(node.kids[0])
            known = (self._pointers.variables.get(key) for key in target)
            yield from (v.record for v in known if v is not None and v.stars == 1)

    def _in(self, sizes: Iterable[Node]) -> set[str]:
        """The locks in what sizes are taken of."""
        return {key for size in sizes for kid in size.kids for key in self._measured(kid)}

    def _measured(self, node: Node) -> AbstractSet[str]:
        known = (self._pointers.variables.get(key) for key in _named(node))
        own = {v.key for v in known if v is not None and v.api not in _FIXED and not v.void_pointer}
        return own | self._locks(self._records(node))

    def _records(self, measured: Node) -> set[str]:
        """The structures that a size is of."""
        known = (self._pointers.variables.get(key) for key in _named(measured))
        spelled = owner_of(measured.name) if measured.kind == "TYPE_REF" else ""
        return {spelled, *(v.record for v in known if v is not None)} - {""}

    def _locks(self, records: Iterable[str]) -> set[str]:
        return {key for record in records for _, key in self._standing(record)}

    def _standing(self, record: str) -> AbstractSet[tuple[int, str]]:
        """The locks in a structure whose sizes change, and where they stand, in bits."""
        variables = self._pointers.variables
        return {(at, key) for at, key in self._pointers.records.locks(record) if variables[key].api not in _FIXED}


def _changing(nodes: Sequence[Node]) -> list[Node]:
    """The sizes in some expressions that change with locks."""
    return [n for node in nodes for n in node.walk() if n.kind == "CXX_UNARY_EXPR" and n.op != "fixed"]


def _named(measured: Node) -> Sequence[str]:
    """The declarations by which a size says what it is of."""
    return [measured.ref] if measured.kind == "TYPE_REF" else bases(measured)


def _is_computed(size: Node) -> bool:
    """Is it a size, or a number made of sizes? Not what gets one, ``(p = malloc(sizeof(*p))) == NULL``."""
    node = strip(size)
    made = node.kind == "UNARY_OPERATOR" or (node.kind == "BINARY_OPERATOR" and node.op != "=")
    return node.kind in ("CXX_UNARY_EXPR", "INTEGER_LITERAL") or (made and all(map(_is_computed, node.kids)))


def _labels(switch: Node) -> list[int | None]:
    """The numbers that a switch asks for; None for one that is not known."""
    return [constant(n.kids[0]) for n in switch.walk() if n.kind == "CASE_STMT"]
