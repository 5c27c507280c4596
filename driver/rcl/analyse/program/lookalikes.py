# SPDX-License-Identifier: MIT
"""Pointers to mutexes in structures that other code looks at as other structures.

``((struct base *)one)->handle`` is what ``one->lock`` was given, if both stand at one place. The groups (pointers.py)
know of that for mutexes themselves; pointers and numbers are held against each other only where they matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import chain

from rcl.analyse.closure import closure
from rcl.analyse.program.pointers import HANDLE, Pointers, bases
from rcl.analyse.program.records import pointed
from rcl.analyse.unit.tree import operands

#: a declaration, and one that it gets the value of
Pair = tuple[str, str]


def lookalikes(pointers: Pointers, given: dict[str, set[str]], taken: AbstractSet[str]) -> list[Pair]:
    """The fields that get what others are given, each with one of those; ``taken`` is what lock calls get."""
    first = _first(pointers)
    views = _Views(pointers, given, first)
    shown = _all(views, lambda: _shown(views, taken))  # what one of them gets may go to another one
    leading = views.from_locks()
    views = _Views(pointers, given, first)
    views.add(found := {pair for pair in shown if pair[1] in leading})
    return sorted(found | _all(views, lambda: _typed(views, taken)))


def _all(views: _Views, find: Callable[[], Iterable[Pair]]) -> set[Pair]:
    """The fields that get what others are given, with those that are known by them."""
    found = set[Pair]()
    while more := {*find()} - found:
        found |= more
        views.add(more)
    return found


def _shown(views: _Views, taken: AbstractSet[str]) -> Iterator[Pair]:
    """The fields that lock calls may get, each with one of a structure that is cast to theirs."""
    known, locked = views.records, closure(taken, views.sources)
    for record in [*known.fields]:
        fields = {pair for pair in known.slots(record) if pair[1] in locked}
        for other in views.shown_as(record) if fields else ():
            yield from _in_one_place(fields, known.slots(other))


def _typed(views: _Views, taken: AbstractSet[str]) -> Iterator[Pair]:
    """The pointers to locks, each with a field that leads to one, or that a lock call may get."""
    known, locked, leading = views.records, closure(taken, views.sources), views.from_locks()
    for record in [*known.fields]:
        fields = {pair for pair in known.typed(record) if views.points(pair[1])}
        for other in views.joined_with(record) if fields else ():
            for mine, key in _in_one_place(fields, known.addresses(other)):
                if key in leading:
                    yield mine, key
                if key in locked:
                    yield key, mine


def _in_one_place(fields: Iterable[tuple[int, str]], others: Iterable[tuple[int, str]]) -> Iterator[Pair]:
    """The fields of two structures that stand in the same place, each with the other one."""
    placed = defaultdict[int, list[str]](list)
    for there, key in others:
        placed[there].append(key)
    yield from ((mine, key) for at, mine in fields for key in placed.get(at, ()))


def _first(pointers: Pointers) -> defaultdict[str, set[str]]:
    """By the names of structures: what points to one, is one, or is cast to a pointer to one."""
    found = defaultdict[str, set[str]](set)
    for key, variable in pointers.variables.items():
        found[variable.record].add(key)
    for function in chain.from_iterable(pointers.functions.values()):
        for cast in (node for node in function.of_kinds("CSTYLE_CAST_EXPR") if node.type == "p"):
            for record in (pointed(cast.name), pointed(cast.op)):
                found[record].update(key for value in operands(cast) for key in bases(value))
    return found


class _Views:
    """As which structures memory is looked at, and what it holds."""

    def __init__(self, pointers: Pointers, given: dict[str, set[str]], first: defaultdict[str, set[str]]) -> None:
        self._pointers = pointers
        self.records = pointers.records
        self._first = first
        self._given = defaultdict[str, set[str]](set)
        self._getting = defaultdict[str, set[str]](set)
        self.add((key, other) for key, others in given.items() for other in others)

    def add(self, pairs: Iterable[Pair]) -> None:
        """Note that declarations get what others are given."""
        for key, other in pairs:
            self._given[key].add(other)
            self._getting[other].add(key)

    def sources(self, key: str) -> AbstractSet[str]:
        """The declarations whose values one gets."""
        return self._given.get(key, frozenset())

    def _targets(self, key: str) -> AbstractSet[str]:
        """Those that get its value."""
        return self._getting.get(key, frozenset())

    def from_locks(self) -> set[str]:
        """The declarations that may hold the address of a mutex."""
        variables = self._pointers.variables.items()
        return closure((key for key, variable in variables if variable.api not in ("", HANDLE)), self._targets)

    def points(self, key: str) -> bool:
        """Is it a pointer?"""
        return self._pointers.variables[key].stars > 0

    def joined_with(self, record: str) -> set[str]:
        """The other structures that a pointer to a structure of that name comes from, or becomes one to."""
        first = self._first[record]
        return self._of(record, closure(first, self.sources) | closure(first, self._targets))

    def shown_as(self, record: str) -> set[str]:
        """Those whose pointers are cast to such, or become such by a variable without a type; what parameters get by
        pointers to functions is too many things.
        """
        first = self._first[record]
        known = ((key, self._pointers.variables.get(key)) for key in first.union(*map(self.sources, first)))
        between = [key for key, v in known if v is not None and v.void_pointer and v.kind in ("local", "global")]
        return self._of(record, set[str]().union(*map(self.sources, between)))

    def _of(self, record: str, ways: AbstractSet[str]) -> set[str]:
        """The other structures that some declarations are, or point to, or which are cast."""
        known = (self._pointers.variables.get(key) for key in ways)
        named = {variable.record for variable in known if variable is not None}
        cast_to = {name for pair in self._pointers.casts if record in pair for name in pair}
        return ((named | cast_to) & self.records.fields.keys()) - {record}
