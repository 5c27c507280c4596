# SPDX-License-Identifier: MIT
"""What follows from what follows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def closure(first: Iterable[T], following: Callable[[T], Iterable[T]]) -> set[T]:
    """Some keys, with all that follow from them, directly or not."""
    found = set(first)
    work = list(found)
    while work:
        more = set(following(work.pop())) - found
        found |= more
        work += more
    return found


def circles(keys: Iterable[T], following: Callable[[T], Iterable[T]]) -> list[list[T]]:
    """Some keys, those together that follow from each other, and behind all others that follow from them.

    Within a circle, too, each is behind those that were found by it.
    """
    found: list[list[T]] = []
    #: the keys that are of no circle yet as they were begun, and as they were done
    path: list[T] = []
    done: list[T] = []
    #: the first place in the path that a key leads back to
    back: dict[T, int] = {}

    def begun(key: T) -> tuple[T, int, Iterator[T]]:
        back[key] = len(path)
        path.append(key)
        return key, back[key], iter(following(key))

    for first in keys:
        work = [begun(first)] if first not in back else []
        while work:
            key, place, rest = work[-1]
            new = next((other for other in rest if not _leads_back(back, key, other)), None)
            if new is not None:
                work.append(begun(new))
                continue
            work.pop()
            done.append(key)
            if work:
                _leads_back(back, work[-1][0], key)
            if back[key] == place:
                found.append(done[place - len(path) :])
                del path[place:], done[-len(found[-1]) :]
                back |= dict.fromkeys(found[-1], sys.maxsize)
    return found


def _leads_back(back: dict[T, int], key: T, other: T) -> bool:
    """Notes that a key leads to where another one does, if that is known."""
    if other in back:
        back[key] = min(back[key], back[other])
    return other in back
