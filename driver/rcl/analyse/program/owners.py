# SPDX-License-Identifier: MIT
"""Mutexes that know which thread holds them: recursive ones, and those that check errors or see to priorities.

The thread is the one that makes the call, as pthread sees it. A section that takes or releases such a mutex, for itself
or for its client, must be that thread: else a server would wait for what its own client holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rcl import lockapi
from rcl.analyse.program.operations import Token
from rcl.analyse.program.pointers import Pointers, bases
from rcl.analyse.program.questions import question
from rcl.analyse.unit.tree import Node, arguments, callee, is_zero

#: the types of mutexes that anyone may release, in both APIs
_ANYONES = frozenset({
    "PTHREAD_MUTEX_NORMAL", "PTHREAD_MUTEX_DEFAULT", "PTHREAD_MUTEX_TIMED_NP", "PTHREAD_MUTEX_FAST_NP",
    "PTHREAD_MUTEX_ADAPTIVE_NP", "mtx_plain", "mtx_timed",
})  # fmt: skip
_INITIALISERS = frozenset({"PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"})
#: the calls that may make a mutex know its thread
_NAMES = frozenset({"pthread_mutex_init", "mtx_init", "pthread_mutexattr_settype", *lockapi.OWNER_ATTRIBUTES})


class Owners:
    """The mutexes of a program that know their thread."""

    def __init__(self, pointers: Pointers, tokens: Iterable[Token]) -> None:
        self.pointers = pointers
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        calls = [n for fs in pointers.functions.values() for f in fs for n in f.calls if callee(n).name in _NAMES]
        known = {key for token in tokens if token.old in _INITIALISERS for key in token.keys}
        known.update(_initialised(calls, any(map(_asks_for_more, calls))))
        self._known = {pointers.find(key) for key in known}

    def matter(self, mutex: Node) -> bool:
        """May a mutex expression mean one of them?"""
        return self.may_be(*bases(mutex))

    @question(bool)
    def may_be(self, *keys: str) -> bool:
        """May an expression with these declarations mean one of them?"""
        meant = {self.pointers.find(key) for key in keys}
        return bool(self._known) and (not meant or not meant.isdisjoint(self._known))


def _initialised(calls: Iterable[Node], attributes: bool) -> Iterator[str]:
    """The mutexes that calls make so; ``attributes``: by attributes that say more than that there are some."""
    for call in calls:
        name, given = callee(call).name, arguments(call)
        with_attributes = name == "pthread_mutex_init" and len(given) > 1 and not is_zero(given[1])
        if (with_attributes and attributes) or (name == "mtx_init" and len(given) > 1 and not _anyones(given[1])):
            yield from bases(given[0])


def _asks_for_more(call: Node) -> bool:
    """Do attributes get something by a call that makes a mutex know its thread?"""
    name, given = callee(call).name, arguments(call)
    if name == "pthread_mutexattr_settype" and len(given) > 1:
        return not _anyones(given[1])
    return name in lockapi.OWNER_ATTRIBUTES


def _anyones(kind: Node) -> bool:
    """Is it a type of mutexes that anyone may release?"""
    return all(n.name in _ANYONES for n in kind.walk() if n.kind in ("DECL_REF_EXPR", "INTEGER_LITERAL"))
