# SPDX-License-Identifier: MIT
"""Pointers to mutexes in structures that other code looks at as other structures.

``((struct base *)one)->handle`` is what ``one->lock`` was given, if both stand at one place. The groups (pointers.py)
know of that for mutexes themselves; pointers and numbers are held against each other only where they matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain

from rcl.analyse.closure import closure
from rcl.analyse.program.pointers import HANDLE, Pointers, bases
from rcl.analyse.program.records import pointed
from rcl.analyse.unit.tree import operands

#: what each declaration gets from others, by their keys
Given = Mapping[str, AbstractSet[str]]


def lookalikes(pointers: Pointers, given: Given, taken: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The fields that get what others are given, each with one of those; ``taken`` is what lock calls get."""
    getting, known = defaultdict[str, set[str]](set), pointers.records
    for key, others in given.items():
        for other in others:
            getting[other].add(key)
    locked = closure(taken, lambda key: given.get(key, ()))
    for record in known.fields:
        locks = [(at, key) for at, key in known.typed(record) if pointers.variables[key].stars]
        for other in _looked_at_as(pointers, record, given, getting) if locks else ():
            placed = known.addresses(other)
            for one, two in ((lock, key) for at, lock in locks for there, key in placed if there == at):
                if _leads_to_lock(pointers, two, given):
                    yield one, two
                if two in locked:
                    yield two, one


def _looked_at_as(pointers: Pointers, record: str, given: Given, getting: Given) -> set[str]:
    """The other structures that a pointer to a structure of that name comes from, or becomes one to."""
    first = {key for key, variable in pointers.variables.items() if variable.record == record}
    for function in chain.from_iterable(pointers.functions.values()):
        for cast in function.of_kinds("CSTYLE_CAST_EXPR"):
            if cast.type == "p" and record in (pointed(cast.name), pointed(cast.op)):
                first.update(key for value in operands(cast) for key in bases(value))
    ways = closure(first, lambda key: given.get(key, ())) | closure(first, lambda key: getting.get(key, ()))
    known = (pointers.variables.get(key) for key in ways)
    named = {variable.record for variable in known if variable is not None}
    cast_to = {name for pair in pointers.casts if record in pair for name in pair}
    return ((named | cast_to) & pointers.records.fields.keys()) - {record}


def _leads_to_lock(pointers: Pointers, key: str, given: Given) -> bool:
    """May the address of a mutex be what a declaration holds?"""
    ways = closure([key], lambda one: given.get(one, ()))
    known = (pointers.variables.get(one) for one in ways)
    return any(variable is not None and variable.api not in ("", HANDLE) for variable in known)
