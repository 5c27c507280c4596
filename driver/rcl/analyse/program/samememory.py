# SPDX-License-Identifier: MIT
"""Locks whose memory has another name, of a type that says nothing of them.

A symbol may be declared by several names, ``extern char raw[40] __asm__("lock")``, or with another type in each file;
an array may stand where a lock does: in a union with it, or where another file has the structure otherwise. The
compiler sees nothing of that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from rcl.analyse.program.records import Records
from rcl.analyse.unit.tree import Unit, Variable


def same_memory(records: Records, units: Iterable[Unit]) -> Mapping[str, AbstractSet[str]]:
    """The locks that variables and fields may be under other names."""
    found = defaultdict[str, set[str]](set)
    for group in _of_one_symbol(units):
        locks = {lock for variable in group for lock in _locks_in(records, variable)}
        for variable in group if locks else ():
            found[variable.key] |= locks
    for field, lock in records.covering():
        found[field].add(lock)
    return found


def _of_one_symbol(units: Iterable[Unit]) -> Iterator[list[Variable]]:
    """The declarations of each symbol that has several names, or types."""
    declared = defaultdict[str, dict[tuple[str, str, str], Variable]](dict)
    for unit in units:
        local = (v for f in unit.functions for v in f.locals.values() if v.alias)
        for variable in (*unit.variables.values(), *local):
            if variable.kind != "field":
                for name in {variable.name, variable.alias or variable.name}:
                    declared[name].setdefault((variable.key, variable.api, variable.record), variable)
    for group in declared.values():
        yield from (one for one in _told_apart([*group.values()]) if len(one) > 1)


def _told_apart(group: list[Variable]) -> Iterator[list[Variable]]:
    """Variables of one name: those that only their own file knows are others, unless one of them has another name."""
    if any(variable.alias for variable in group):
        yield group
        return
    by_key = defaultdict[str, list[Variable]](list)
    for variable in group:
        by_key[variable.key].append(variable)
    yield from by_key.values()


def _locks_in(records: Records, variable: Variable) -> set[str]:
    """The lock that a variable is, or those in its structure."""
    if variable.stars:
        return set()
    return {variable.key} if variable.api else {key for _, key in records.locks(variable.record)}
