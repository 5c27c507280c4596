# SPDX-License-Identifier: MIT
"""Lock calls that get a mutex which is traced to no declaration, and the units whose mutexes it may be.

The compiler would not complain of a call that stays pthread's and gets one of the runtime's mutexes. One may come to it
that is known by ``void *`` or another type, goes through a structure of elsewhere, or to which code of elsewhere gets a
pointer at that one's address: it leaves what can be followed for a while.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import chain

from rcl.analyse.program.handouts import Handouts
from rcl.analyse.program.operations import Token
from rcl.analyse.program.pointers import bases
from rcl.analyse.program.records import is_number
from rcl.analyse.program.writes import OUTSIDE
from rcl.analyse.unit.tree import Function, returned, strip
from rcl.analyse.whole import Program
from rcl.errors import Code
from rcl.model import Op, Reason

#: what must be done to all mutexes of a class by one library
ON_MUTEXES = frozenset({Op.INIT, Op.DESTROY, Op.LOCK, Op.UNLOCK, Op.TRYLOCK, Op.TIMEDLOCK, Op.WAIT, Op.TIMEDWAIT})


def untraced(program: Program, handouts: Handouts) -> Iterator[tuple[str, Reason]]:
    """The units whose mutexes such a lock call may get."""
    tokens = [t for t in program.tokens.found.values() if t.op in ON_MUTEXES and not program.unit_names(t.keys)]
    ways = _Ways(program)
    unknown = list(filter(ways.lead_to, tokens))
    if unknown:
        token = min(unknown, key=lambda token: token.place)
        others = handouts.untyped if any(map(ways.is_loose, unknown)) else set[str]()
        for unit in program.unit_names(ways.hidden | others):
            yield unit, Code.UNKNOWN_LOCK.reason(token.place, lock=_name(program, token))


def _name(program: Program, token: Token) -> str:
    """What a lock call gets, by the name of its declaration, which may be one of elsewhere."""
    named = (v.name for key in sorted(token.keys) if (v := program.pointers.variables.get(key)))
    return next(named, min(token.keys).rpartition(":")[2])


class _Ways:
    """The ways by which mutexes come that nobody can trace."""

    def __init__(self, program: Program) -> None:
        self._flows = program.flows
        self._pointers = program.pointers

    def lead_to(self, token: Token) -> bool:
        """May what a lock call gets come by one of them?"""
        known = any(self._pointers.find(key) in self.hidden or key in self._handed for key in token.keys)
        return known or not self._flows.ways(token.keys).isdisjoint(self._others) or self.is_loose(token)

    def is_loose(self, token: Token) -> bool:
        """May it be any address that stands in some memory, also as a number?"""
        ways = self._flows.ways(token.keys)
        anything = not ways.isdisjoint(self._flows.exchanged) or any(map(self._is_number, ways))
        return anything or any(map(self._is_never_set, token.keys))

    @cached_property
    def hidden(self) -> AbstractSet[str]:
        """The groups of what has no type of a mutex, or is not the tree's alone."""
        pointers = self._pointers
        untyped = {key for key, variable in pointers.variables.items() if variable.void_pointer}
        results = {returned(f.key) for f in self._entered}
        known = untyped | self._flows.exchanged | self._others | self._elsewhere | results
        return {pointers.find(key) for key in known}

    @cached_property
    def _entered(self) -> Sequence[Function]:
        """The functions that code of elsewhere may call, or a call through a pointer."""
        functions = chain.from_iterable(self._pointers.functions.values())
        return [f for f in functions if f.key in self._reached or not f.static]

    @cached_property
    def _reached(self) -> AbstractSet[str]:
        """The functions that calls through pointers may reach."""
        return set(chain.from_iterable(self._pointers.by_type.values()))

    @cached_property
    def _others(self) -> AbstractSet[str]:
        """The parameters of those that are no mutexes by their types."""
        return {key for f in self._entered for key in f.parameters if not self._pointers.variables[key].api}

    @cached_property
    def _handed(self) -> AbstractSet[str]:
        """Those, and what calls through pointers hand over."""
        return self._others | {key for f in self._entered if f.key in self._reached for key in f.parameters}

    @cached_property
    def _elsewhere(self) -> AbstractSet[str]:
        """The fields of structures of elsewhere that mutexes' addresses go through, or that lock calls get."""
        taken = (key for _, one in self._flows.taken() if strip(one).op != "&" for key in bases(one))
        grouped = chain.from_iterable(self._pointers.groups.above.items())
        return {key for key in chain(taken, grouped) if key.startswith(OUTSIDE)}

    def _is_number(self, key: str) -> bool:
        """Is it a number, as large as an address, that may have been put together of parts?"""
        variable = self._pointers.variables.get(key)
        return variable is not None and is_number(variable)

    def _is_never_set(self, key: str) -> bool:
        """Is it a pointer that nothing in the tree gives a value to, as memory is that is looked at as another sort?"""
        variable = self._pointers.variables.get(key)
        if variable is None or not variable.stars or variable.kind == "parameter":
            return False
        return not self._flows.given.get(key)
