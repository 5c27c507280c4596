# SPDX-License-Identifier: MIT
"""Lock calls that get a mutex which is traced to no declaration, and the units whose mutexes it may be.

The compiler would not complain of a call that stays pthread's and gets one of the runtime's mutexes. One may come to it
that is known by ``void *`` or another type, goes through a structure of elsewhere, or to which code of elsewhere gets a
pointer at that one's address: it leaves what can be followed for a while.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property
from itertools import chain

from rcl.analyse.program.operations import Token
from rcl.analyse.program.origins import ELSEWHERE, PARTS
from rcl.analyse.program.pointers import bases
from rcl.analyse.program.records import is_number, may_point
from rcl.analyse.program.writes import OUTSIDE
from rcl.analyse.unit.tree import Function, returned, strip
from rcl.analyse.whole import Program
from rcl.errors import Code
from rcl.model import Op, Reason

#: what must be done to all mutexes of a class by one library
ON_MUTEXES = frozenset({Op.INIT, Op.DESTROY, Op.LOCK, Op.UNLOCK, Op.TRYLOCK, Op.TIMEDLOCK, Op.WAIT, Op.TIMEDWAIT})
#: and to all conditions
_ON_LOCKS = ON_MUTEXES | {Op.COND_INIT, Op.COND_DESTROY, Op.SIGNAL, Op.BROADCAST}


def untraced(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units whose mutexes such a lock call may get, and those of lock calls that may also get such a mutex."""
    handouts, ways = program.handouts, _Ways(program)
    every = chain(program.tokens.found.values(), program.tokens.unspelled)
    tokens = [t for t in every if t.op in _ON_LOCKS]
    unknown = [t for t in tokens if not program.unit_names(t.keys) and ways.lead_to(t)]
    if unknown:
        others = handouts.untyped if any(map(ways.is_loose, unknown)) else frozenset[str]()
        yield from _each(program, unknown, ways.hidden | others)
    known = [t for t in tokens if program.unit_names(t.keys)]
    if loose := list(filter(ways.may_get_any, known)):
        yield from _each(program, loose, handouts.untyped.union(*(t.keys for t in loose)))
    for one in handouts.found.joined:
        source = program.sources(one.file)
        said = Code.UNKNOWN_LOCK.reason(source.place(one.start), lock=source.part(one.start, one.end))
        yield from ((unit, said) for unit in program.unit_names(handouts.untyped | one.keys))
    if handouts.away and (given := list(filter(ways.come_back, known))):
        yield from _each(program, given, set[str]().union(*(t.keys for t in given)))


def _each(program: Program, tokens: Sequence[Token], keys: AbstractSet[str]) -> Iterator[tuple[str, Reason]]:
    """The units of some declarations, each with what is said of the first of some lock calls."""
    token = min(tokens, key=lambda token: token.place)
    for unit in program.unit_names(keys):
        yield unit, Code.UNKNOWN_LOCK.reason(token.place, lock=_name(program, token))


def _name(program: Program, token: Token) -> str:
    """What a lock call gets, by the name of its declaration, which may be one of elsewhere."""
    named = (v.name for key in sorted(token.keys) if (v := program.pointers.variables.get(key)))
    return next(named, min(token.keys).rpartition(":")[2])


class _Ways:
    """The ways by which mutexes come that nobody can trace."""

    def __init__(self, program: Program) -> None:
        self._flows = program.flows
        self._handouts = program.handouts
        self._pointers = program.pointers
        self._leading_to = cache(self._flows.ways)

    def lead_to(self, token: Token) -> bool:
        """May what a lock call gets come by one of them?"""
        known = any(self._pointers.find(key) in self.hidden or key in self._handed for key in token.keys)
        return known or not self._ways_to(token).isdisjoint(self._others) or self.is_loose(token)

    def is_loose(self, token: Token) -> bool:
        """May it be any address that stands in some memory, also as a number?"""
        ways = self._ways_to(token)
        anything = not ways.isdisjoint(self._handouts.found.exchanged) or any(map(self._is_number, ways))
        return anything or self.may_get_any(token) or any(map(self._is_never_set, token.keys))

    def may_get_any(self, token: Token) -> bool:
        """May it be a number that is put together of parts, what code of elsewhere sets, or what a function returns by
        a pointer of a type that none of those has which are known by pointers?
        """
        ways = self._ways_of(token)
        anything = PARTS in ways or not ways.isdisjoint(self._exchanged)
        return anything or any(key.startswith("R:*") and not self._flows.getting(key) for key in ways)

    def come_back(self, token: Token) -> bool:
        """May what a lock call gets be what code of elsewhere gives, which has got a mutex, perhaps?"""
        return any(key == ELSEWHERE or self._is_handed_over(key) for key in self._ways_of(token))

    def _is_handed_over(self, key: str) -> bool:
        """Is it a parameter that only calls through pointers give a value?"""
        return key in self._handed and not self._flows.getting(key)

    @cached_property
    def _exchanged(self) -> AbstractSet[str]:
        """The variables that code of elsewhere may set to an address."""
        set_there = self._handouts.found.exchanged - self._pointers.allocated
        known = {key: self._pointers.variables.get(key) for key in set_there}
        return {key for key, variable in known.items() if variable and (may_point(variable) or is_number(variable))}

    def _ways_to(self, token: Token) -> AbstractSet[str]:
        """All whose values a lock call may get, which many others may get, too."""
        return self._leading_to(frozenset(token.keys))

    def _ways_of(self, token: Token) -> AbstractSet[str]:
        """All whose values a lock call may get which does not name its mutex."""
        variables = (self._pointers.variables.get(key) for key in token.keys)
        named = all(variable is not None and variable.api and not variable.stars for variable in variables)
        return frozenset() if named else self._ways_to(token)

    @cached_property
    def hidden(self) -> AbstractSet[str]:
        """The groups of what has no type of a mutex, goes to what has none, or is not the tree's alone."""
        pointers = self._pointers
        untyped = {key for key, variable in pointers.variables.items() if variable.void_pointer}
        results = {returned(f.key) for f in self._entered}
        known = untyped | pointers.ending | self._handouts.found.exchanged | self._others | self._elsewhere | results
        return {pointers.find(key) for key in known}

    @cached_property
    def _entered(self) -> Sequence[Function]:
        """The functions that code of elsewhere may call, or a call through a pointer."""
        functions = chain.from_iterable(self._pointers.functions.values())
        return [f for f in functions if f.key in self._pointers.pointed or not f.static]

    @cached_property
    def _others(self) -> AbstractSet[str]:
        """The parameters of those that are no mutexes by their types."""
        return {key for f in self._entered for key in f.parameters if not self._pointers.variables[key].api}

    @cached_property
    def _handed(self) -> AbstractSet[str]:
        """Those, and what calls through pointers hand over."""
        return self._others | self._pointers.given_through

    @cached_property
    def _elsewhere(self) -> AbstractSet[str]:
        """The fields of structures of elsewhere that mutexes' addresses go through, or that lock calls get."""
        taken = (key for _, one in self._flows.taken if strip(one).op != "&" for key in bases(one))
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
        return not self._flows.getting(key)
