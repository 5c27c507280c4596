# SPDX-License-Identifier: MIT
"""Mutexes that know which thread holds them: recursive ones, and those that check errors or see to priorities.

The thread is the one that makes the call, as pthread sees it. A section that takes or releases such a mutex, for itself
or for its client, must be that thread: else a server would wait for what its own client holds. Those that are more than
recursive may also say, where they are taken, that the program must not have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from rcl import lockapi
from rcl.analyse.program.operations import Token
from rcl.analyse.program.pointers import Pointers, bases
from rcl.analyse.program.questions import question
from rcl.analyse.unit.tree import Function, Node, arguments, callee, is_zero, operands, strip

#: the types of mutexes that anyone may release, in both APIs
_ANYONES = frozenset({
    "PTHREAD_MUTEX_NORMAL", "PTHREAD_MUTEX_DEFAULT", "PTHREAD_MUTEX_TIMED_NP", "PTHREAD_MUTEX_FAST_NP",
    "PTHREAD_MUTEX_ADAPTIVE_NP", "mtx_plain", "mtx_timed",
})  # fmt: skip
#: and of those that say nothing where they are taken but that they are
_SILENT = _ANYONES | {"PTHREAD_MUTEX_RECURSIVE", "PTHREAD_MUTEX_RECURSIVE_NP", "mtx_recursive"}
_STRICT = "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"
_INITIALISERS = frozenset({"PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", _STRICT})
#: the calls that may make a mutex know its thread
_NAMES = frozenset({"pthread_mutex_init", "mtx_init", "pthread_mutexattr_settype", *lockapi.OWNER_ATTRIBUTES})
#: these may get a mutex's attributes, and nobody else sees them by that
_OF_ATTRIBUTES = _NAMES | {"pthread_mutexattr_init", "pthread_mutexattr_destroy", "pthread_mutexattr_setpshared"}


class Owners:
    """The mutexes of a program that know their thread."""

    def __init__(self, pointers: Pointers, tokens: Iterable[Token]) -> None:
        self.pointers = pointers
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        functions = [f for fs in pointers.functions.values() for f in fs]
        calls = [(f, call) for f in functions for name in _NAMES for call in f.called.get(name, ())]
        found = [(token.old, key) for token in tokens if token.old in _INITIALISERS for key in token.keys]
        taken = (call for f in functions for name in lockapi.RECURSIVE for call in f.called.get(name, ()))
        always = {key for call in taken if arguments(call) for key in bases(arguments(call)[0])}
        known = {key for _, key in found} | set(_initialised(calls, _ANYONES)) | always
        strict = {key for old, key in found if old == _STRICT} | set(_initialised(calls, _SILENT))
        self._known = {pointers.find(key) for key in known}
        self._strict = {pointers.find(key) for key in strict}
        #: those that are recursive whatever initialises them
        self._recursive = {pointers.find(key) for key in always}

    def matter(self, mutex: Node) -> bool:
        """May a mutex expression mean one of them?"""
        return self.may_be(*bases(mutex))

    def fail(self, mutex: Node) -> bool:
        """May a mutex expression mean one that is not always had by who waits for it?"""
        return self.may_fail(*bases(mutex))

    def is_recursive(self, key: str) -> bool:
        """Is a mutex a recursive one whatever initialises it?"""
        return self.pointers.find(key) in self._recursive

    @question(bool)
    def may_be(self, *keys: str) -> bool:
        """May an expression with these declarations mean one of them?"""
        return self._among(self._known, keys)

    @question(bool)
    def may_fail(self, *keys: str) -> bool:
        """May an expression with these declarations mean one that is not always had by who waits for it?"""
        return self._among(self._strict, keys)

    def _among(self, known: AbstractSet[str], keys: Iterable[str]) -> bool:
        meant = {self.pointers.find(key) for key in keys}
        return bool(known) and (not meant or not meant.isdisjoint(known))


def _initialised(calls: Sequence[tuple[Function, Node]], types: AbstractSet[str]) -> Iterator[str]:
    """The mutexes that calls may make of another type than these."""
    anywhere = any(_asks_for_more(call, types) for _, call in calls)
    for function, call in calls:
        name, given = callee(call).name, arguments(call)
        if name == "mtx_init" and len(given) > 1 and not _of_types(given[1], types):
            yield from bases(given[0])
        elif name == "pthread_mutex_init" and len(given) > 1 and not is_zero(given[1]) and anywhere:
            asking = _given_here(function, given[1])
            if asking is None or any(_asks_for_more(other, types) for other in asking):
                yield from bases(given[0])


def _given_here(function: Function, attributes: Node) -> list[Node] | None:
    """The calls that are given the same attributes, if only this function has those; else None."""
    key = _own(function, attributes)
    calls = [call for call in function.calls if callee(call).name in _OF_ATTRIBUTES]
    given = [call for call in calls if any(_own(function, argument) == key for argument in arguments(call))]
    named = sum(n.kind == "DECL_REF_EXPR" and n.ref == key for n in function.nodes)
    return given if key and named == len(given) else None


def _own(function: Function, given: Node) -> str:
    """The function's own variable whose address is given, if that begins without a value; else ""."""
    bare = strip(given)
    key = strip(bare.kids[0]).ref if bare.op == "&" and bare.kids else ""
    empty = any(n.ref == key and not operands(n) for n in function.of_kinds("VAR_DECL"))
    return key if key in function.locals and empty else ""


def _asks_for_more(call: Node, types: AbstractSet[str]) -> bool:
    """Do attributes get something by a call that makes a mutex one of another type?"""
    name, given = callee(call).name, arguments(call)
    if name == "pthread_mutexattr_settype" and len(given) > 1:
        return not _of_types(given[1], types)
    return name in lockapi.OWNER_ATTRIBUTES


def _of_types(kind: Node, types: AbstractSet[str]) -> bool:
    """Is it one of these types?"""
    return all(n.name in types for n in kind.walk() if n.kind in ("DECL_REF_EXPR", "INTEGER_LITERAL"))
