# SPDX-License-Identifier: MIT
"""Where the locks of structures stand, and which of their members are one piece of memory under several names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from rcl.analyse.unit.tree import Function, Node, Variable
from rcl.analyse.unit.types import ADDRESS

#: fields by their places, in bits, and their keys
Placed = frozenset[tuple[int, str]]


class Records:
    """The structures and unions of a program."""

    def __init__(self, variables: Iterable[Variable]) -> None:
        self.fields: dict[str, list[Variable]] = defaultdict(list)
        for variable in variables:
            if variable.kind == "field":
                self.fields[variable.owner].append(variable)
        self._locks: dict[str, Placed] = {}
        self._typed: dict[str, Placed] = {}
        self._pointers: dict[str, Placed] = {}
        self._functions: dict[str, Placed] = {}
        self._addresses: dict[str, Placed] = {}
        self._slots: dict[str, Placed] = {}
        self._arrays: dict[str, Placed] = {}

    def locks(self, record: str) -> Placed:
        """The mutexes and conditions in a structure."""
        return self._placed(self._locks, record, lambda field: bool(field.api and not field.stars))

    def typed(self, record: str) -> Placed:
        """The mutexes and conditions in a structure, and the pointers to such."""
        return self._placed(self._typed, record, lambda field: bool(field.api))

    def pointers(self, record: str) -> Placed:
        """What may point to a lock in a structure."""
        return self._placed(self._pointers, record, may_point)

    def addresses(self, record: str) -> Placed:
        """What may hold the address of a lock in a structure: pointers that may, and numbers."""
        return self._placed(self._addresses, record, lambda field: may_point(field) or is_number(field))

    def slots(self, record: str) -> Placed:
        """What is as large as an address in a structure: pointers, whatever they lead to, and numbers."""
        return self._placed(self._slots, record, lambda field: bool(field.stars) or is_number(field))

    def arrays(self, record: str) -> Placed:
        """The arrays of numbers in a structure."""
        return self._placed(self._arrays, record, lambda f: bool(f.elements) and not (f.record or f.stars or f.api))

    def functions(self, one: str, other: str) -> Iterator[set[str]]:
        """The pointers to functions that are the same where a pointer to one structure is used as one to another."""
        placed = (self._placed(self._functions, record, lambda field: bool(field.calls)) for record in (one, other))
        return _alike(chain.from_iterable(placed))

    def _placed(self, known: dict[str, Placed], record: str, wanted: Callable[[Variable], bool]) -> Placed:
        """The fields of a sort in a structure, also in structures of its own."""
        if record not in known:
            known[record] = frozenset()  # a structure cannot hold itself
            found: set[tuple[int, str]] = set()
            for field in self.fields.get(record, ()):
                if wanted(field):
                    found.add((field.offset, field.key))
                elif not field.stars:
                    below = self._placed(known, field.record, wanted)
                    found |= {(field.offset + at, key) for at, key in below}
            known[record] = frozenset(found)
        return known[record]

    def cast(self, one: str, other: str) -> Iterator[set[str]]:
        """The locks that are the same where a pointer to one structure is used as one to another."""
        return _alike([*self.locks(one), *self.locks(other)])

    def covering(self) -> Iterator[tuple[str, str]]:
        """The arrays and structures that hold no lock by their types, with those locks where they stand: in a union, or
        where several files define the structure by one name.
        """
        for record, fields in self.fields.items():
            locks = self.locks(record)
            for field in (f for f in fields if locks and not (f.stars or f.api or _is_scalar(f))):
                own = {key for _, key in self.locks(field.record)}
                end = field.offset + 8 * field.size
                yield from ((field.key, key) for at, key in locks if field.offset <= at < end and key not in own)

    def overlaid(self) -> Iterator[set[str]]:
        """The locks, and the pointers and numbers, that share their memory: members of a union, or of structures that
        several files, or functions, define by one name.

        Pointers to something there are one only if they have the same name: the structures may be those of other
        programs. What says nothing of what it leads to may be another file's word for any of them.
        """
        for record, fields in self.fields.items():
            yield from _alike(self.locks(record))
            named, others = defaultdict[str, list[Variable]](list), list[Variable]()
            for field in filter(_is_scalar, fields):
                known = field.stars and not (field.united or field.void_pointer)
                (named[field.name] if known else others).append(field)
            for same in (*named.values(), []):
                yield from _alike((field.offset, field.key) for field in (*same, *others))


def may_point(field: Variable) -> bool:
    """May it point to a lock?"""
    return field.void_pointer or bool(field.api and field.stars)


def casts(functions: Iterable[Function], values: Iterable[Node]) -> set[tuple[str, str]]:
    """The structures between which casts of functions and initialisers lead, by the names of the pointers' types."""
    found = set()
    listed = (n for value in values for n in value.walk() if n.kind == "CSTYLE_CAST_EXPR")
    for node in (*(n for f in functions for n in f.of_kinds("CSTYLE_CAST_EXPR")), *listed):
        if node.type != "p":
            continue
        one, other = (pointed(text) for text in (node.name, node.op))
        if one and other and one != other:
            found.add((one, other))
    return found


def pointed(text: str) -> str:
    """The name of what a pointer's type, as clang writes it, leads to directly; "" for a pointer to a pointer."""
    words = text.removesuffix("*").split()
    return words[-1] if words and text.count("*") == 1 else ""


def _alike(placed: Iterable[tuple[int, str]]) -> Iterator[set[str]]:
    """The keys that have the same place, where several have."""
    found: dict[int, set[str]] = defaultdict(set)
    for at, key in placed:
        found[at].add(key)
    yield from (keys for at, keys in found.items() if at >= 0 and len(keys) > 1)


def is_number(field: Variable) -> bool:
    """Is it a number that is as large as an address?"""
    return _is_scalar(field) and not field.stars and field.size == ADDRESS


def _is_scalar(field: Variable) -> bool:
    """Is a field a pointer or a number?"""
    return bool(field.stars) or not (field.elements or field.array or field.api or field.record)
