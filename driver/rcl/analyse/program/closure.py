# SPDX-License-Identifier: MIT
"""What follows from what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def closure(first: Iterable[str], following: Callable[[str], Iterable[str]]) -> set[str]:
    """Some keys, with all that follow from them, directly or not."""
    found = set(first)
    work = list(found)
    while work:
        more = set(following(work.pop())) - found
        found |= more
        work += more
    return found
