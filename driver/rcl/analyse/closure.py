# SPDX-License-Identifier: MIT
"""What follows from what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
