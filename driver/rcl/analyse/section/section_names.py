# SPDX-License-Identifier: MIT
"""The C names of what is made of sections."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Collection

from rcl.model import Section, State, token_of

#: what the names of sections end with
ENDING = "_cs"


def named(
    sections: list[Section], apart: Collection[str], known: Collection[str], mutexes: Collection[str]
) -> tuple[Section, ...]:
    """C names: the function's, with the lock's short name and a number only where they are needed.

    What several files may see is told apart in all of them, what a file ``apart`` has for itself only there. What the
    program calls something else by now, ``known``, is nobody's. A mutex called like one of the variables ``mutexes`` is
    that one.
    """
    scopes = {s.id: s.enter.file if s.enter.file in apart else "" for s in sections if s.state is State.SHIPPED}
    with_lock = {s.id: _with_lock(s, mutexes) for s in sections if s.id in scopes}
    plain_count: dict[tuple[str, str], int] = defaultdict(int)
    lock_count: dict[tuple[str, str], int] = defaultdict(int)
    for section in sections:
        if (scope := scopes.get(section.id)) is not None:
            plain_count[scope, section.function] += 1
            lock_count[scope, with_lock[section.id]] += 1
    numbers: dict[tuple[str, str], int] = defaultdict(int)
    taken: set[tuple[str, str]] = set()
    everywhere: set[str] = set()
    result = []
    for section in sections:
        if (scope := scopes.get(section.id)) is not None:
            name = section.function
            if plain_count[scope, name] > 1:
                name = with_lock[section.id]
                if lock_count[scope, name] > 1:
                    numbers[scope, name] += 1
                    name = f"{name}_{numbers[scope, name]}"
            name = _unknown(name, known)
            if not {(scope, name), ("", name)}.isdisjoint(taken) or (not scope and name in everywhere):
                name = f"{name}_{token_of(section.enter.file.rsplit('.', 1)[0])}"
            taken.add((scope, name))
            everywhere.add(name)
            section = section.but(name=name + ENDING)
        result.append(section)
    return tuple(result)


def _unknown(name: str, known: Collection[str]) -> str:
    """The name, with a number if the program has it."""
    names = (f"{name}_{number}" if number > 1 else name for number in itertools.count(1))
    return next(one for one in names if one + ENDING not in known)


#: what mutexes are called that their names do not tell apart
_GENERIC = frozenset({"lock", "mutex", "mtx", "m"})


def _with_lock(section: Section, mutexes: Collection[str]) -> str:
    """``do_item_alloc_stats`` for a section of stats_lock in do_item_alloc.

    Where several mutexes are one unit, because one function initialises them, say, the expression names its own.
    """
    owner, _, lock = section.unit.rpartition("/")[2].rpartition(".")
    words = re.findall(r"\w+", section.show)
    if section.execute:  # the unit is that of all mutexes of a project's own API
        owner, lock = "", words[-1]
    elif words and words[0] in mutexes and re.fullmatch(r"\w+(\[[^][]*\])*", section.show):
        owner, lock = "", words[0]
    elif words[1:] and lock != words[-1] and re.search(r"(?:->|\.)\s*\w+$", section.show):
        owner, lock = words[-2:]
    if owner and _generic(lock):
        lock = _holder(section.show) or owner
    for word in ("_lock", "_locks", "_mutex"):
        lock = lock.removesuffix(word)
    return f"{section.function}_{token_of(lock).lstrip('_')}"


def _generic(lock: str) -> bool:
    return lock.lower().lstrip("_") in _GENERIC


def _holder(shown: str) -> str:
    """``next`` for ``h->lookahead[i]->next.mutex``; "" where what holds the mutex has a name that says nothing."""
    words = re.findall(r"\w+", re.sub(r"\[[^][]*\]", "", shown))
    return next((word for word in reversed(words) if len(word) > 2 and not _generic(word)), "")
