# SPDX-License-Identifier: MIT
"""Sections that overlap, of which not all can be shipped as they are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rcl.analyse.section.found import Found


def clashes(found: Iterable[Found], text: str) -> list[tuple[Found, Found]]:
    """The pairs of sections that overlap, of those that can be shipped; ``text`` is their source's."""
    longest = sorted((f for f in found if f.reason is None), key=length, reverse=True)
    return [(one, two) for n, one in enumerate(longest) for two in longest[n + 1 :] if _entangled(one, two, text)]


def extent(found: Found) -> tuple[int, int]:
    """Where a section begins and ends, its last release and its tails included."""
    region = found.region
    end = max([found.leave.end if found.leave else 0, found.enter.end])
    if region is not None:
        end = max([end, region.end, *(tail_end for _, tail_end in region.tails)])
    return found.enter.start, end


def length(found: Found) -> int:
    """How much of the source a section takes."""
    start, end = extent(found)
    return end - start


def _entangled(outer: Found, inner: Found, text: str) -> bool:
    """Do two sections overlap, unless the second stands wholly inside the first and outside its tails?"""
    (start, end), (first, last) = extent(outer), extent(inner)
    if last <= start or end <= first or outer.region is None or inner.region is None:
        return False
    region, last = outer.region, first + len(text[first:last].rstrip())
    if not region.start <= first < last <= region.end:
        return True
    if outer.leave_token is not None and first <= outer.leave_token.offset < last:
        return True  # the outer one ends in the inner one, by a macro that does more than to release the lock
    behind = partial(_behind, inner)
    paused = [tail for _, (tail, _) in region.pauses] + [call.start for _, call in region.waits]
    if any(first <= at < last for at in paused):
        return True  # the outer one's function returns there: the inner one's context would be lost
    ways = [(r, len(e.releases) > 1) for e in outer.exits for r in e.releases if not behind(r.call.start)]
    if any(first <= m < last and not behind(m) for r, _ in ways for m in (r.call.start, r.jump.start)):
        return True
    return any(
        r.tail.start < last and first < r.tail.end and not behind(r.tail.start)
        and (shared or not r.tail.start <= first < last <= r.tail.end)
        for r, shared in ways
    )  # fmt: skip


def _behind(found: Found, at: int) -> bool:
    """Does the client get there behind a release of the section's, or where it is left with the lock?"""
    return any(r.tail.start <= at < r.tail.end for way in found.exits for r in way.releases)
