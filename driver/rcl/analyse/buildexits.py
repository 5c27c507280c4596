# SPDX-License-Identifier: MIT
"""The exits of a section that several builds have found: those of each, side by side, and what is made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rcl.analyse.section.found import Found
from rcl.analyse.unit.region import Sources
from rcl.model import Exit, Release

#: the exit of each build, None where it does not compile one
Row = tuple[Exit | None, ...]
#: what a case of the client's switch may end with
_JUMP = re.compile(r"(?:return|goto|continue)\b")


@dataclass(frozen=True)
class Exits:
    """The exits of several builds, a row for each that the section will have."""

    rows: tuple[Row, ...]

    def given_back(self) -> set[str]:
        """What the client writes while the lock is released in some builds, and leaves as the section had it in others.
        """
        left = set[str]()
        for row in self.rows:
            given = [set(e.back) for e in _there(row)]
            left |= set[str]().union(*given) - given[0].intersection(*given)
        return left

    def joined(self) -> tuple[Exit, ...]:
        """The exits with what any build needs behind them, which is a tail's own only if no build needs it elsewhere.
        """
        builds = zip(*self.rows, strict=True)
        elsewhere = set[str]().union(*(_of_clients(_there(exits)) for exits in builds))
        ends = any(not way.releases for row in self.rows[:1] for way in _there(row))
        return tuple(_joined(row, number, elsewhere) for number, row in enumerate(self.rows, 0 if ends else 1))


def side_by_side(group: Sequence[Found], sources: Sources) -> Exits | None:
    """The exits of several builds, None if they disagree.

    Where one does not compile a release and its jump, others may leave there: their client asks for that exit behind
    the same #if.
    """
    ends = [next((way for way in found.exits if not way.releases), None) for found in group]
    if len({end and _kind(end) for end in ends}) > 1:
        return None
    rows: list[Row] = []
    for ways in (ways for one in _together(found.exits for found in group) for ways in _parted(one)):
        made = _row(group, ways)
        if made is None:
            return None
        rows += [made] if all(made) else _apart(made)
    if not all(map(all, rows)) and not (all(ends) and _plain(group, sources)):
        return None
    rows.sort(key=lambda row: ((way := _there(row)[0]).wait is not None, way.releases[0].call))
    return Exits((*([tuple(ends)] if all(ends) else []), *rows))


def _there(row: Iterable[Exit | None]) -> list[Exit]:
    return [way for way in row if way is not None]


def _kind(way: Exit) -> tuple[object, ...]:
    """What must be the same in all builds, beside the releases, and so their jumps: one may lead, in some of them, to
    the section's end, where the client needs none.
    """
    return way.keeps, way.resumes, way.wait, way.noted, way.after, way.value, way.made


def _together(builds: Iterable[Sequence[Exit]]) -> list[list[tuple[int, Exit]]]:
    """The exits of all builds by release, with their builds' numbers: those that share one stand together."""
    found: list[list[tuple[int, Exit]]] = []
    for number, exits in enumerate(builds):
        for way in (way for way in exits if way.releases):
            own = [ways for ways in found if any(set(way.releases) & set(other.releases) for _, other in ways)]
            found = [ways for ways in found if ways not in own]
            found.append([one for ways in own for one in ways] + [(number, way)])
    return found


def _parted(ways: list[tuple[int, Exit]]) -> list[list[tuple[int, Exit]]]:
    """Exits that stand together, those of each release apart if a build has several of them: it says more there."""
    if len(dict(ways)) == len(ways):
        return [ways]
    releases = dict.fromkeys(release for _, way in ways for release in way.releases)
    return [[(n, replace(way, releases=(one,))) for n, way in ways if one in way.releases] for one in releases]


def _row(group: Sequence[Found], ways: list[tuple[int, Exit]]) -> Row | None:
    """One row of exits, each with the releases of all; None if they are not one, or a build compiles another's."""
    of_build = dict(ways)
    if len(of_build) < len(ways) or len({_kind(way) for _, way in ways}) > 1:
        return None
    releases = tuple(dict.fromkeys(release for _, way in sorted(ways, key=lambda w: w[0]) for release in way.releases))
    for number, found in enumerate(group):
        lacking = set(releases) - set(of_build[number].releases if number in of_build else ())
        if not all(_skips(found, release) for release in lacking):
            return None
    row = (of_build.get(number) for number in range(len(group)))
    return tuple(way and replace(way, releases=releases) for way in row)


def _skips(found: Found, release: Release) -> bool:
    """Does a build compile nothing of a release and what follows it?"""
    start = min(release.call.start, release.tail.start if release.branch is None else release.branch)
    return any(first <= start and release.tail.end <= last for first, last in found.skipped)


def _plain(group: Sequence[Found], sources: Sources) -> bool:
    """Is a section's client nothing but a switch for the way that it was left?"""
    one = group[0]  # what it asks for is the same in all of them
    asked = one.guard or one.condition or one.tested or one.taken or one.ahead or one.busy or one.site.described
    ways = [way for found in group for way in found.exits if way.releases]
    left = (_JUMP.match(way.jump) or (not way.jump and _does_nothing(sources, way)) for way in ways)
    return not asked and all(left) and not any(way.breaks or way.wait for way in ways)


def _does_nothing(sources: Sources, way: Exit) -> bool:
    """Does nothing stand between its releases and the jumps that lead to the section's end?"""
    return not way.made and not any(sources(r.tail.file).part(r.tail.start, r.jump.start).strip() for r in way.releases)


def _apart(row: Row) -> list[Row]:
    """A row of its own for each release: they may stand behind different #ifs."""
    releases = _there(row)[0].releases
    return [tuple(way and replace(way, releases=(release,)) for way in row) for release in releases]


def _joined(row: Row, number: int, elsewhere: set[str]) -> Exit:
    ways = _there(row)
    taken = None
    if all(way.taken is not None for way in ways):
        taken = tuple(sorted({name for way in ways for name in way.taken or ()}))
    return replace(
        ways[0], number=number, jump=max(way.jump for way in ways),
        outs=tuple(sorted({name for way in ways for name in way.outs})),
        locals=tuple(sorted({name for way in ways for name in way.locals} - elsewhere)),
        back=tuple(sorted({name for way in ways for name in way.back})), taken=taken,
        declares=any(way.declares for way in ways), breaks=any(way.breaks for way in ways),
        several=any(way.several for way in ways), partly=len(ways) < len(row),
    )  # fmt: skip


def _of_clients(exits: Sequence[Exit]) -> set[str]:
    """What a build needs behind exits, and not as the own variable of any."""
    outs = {name for way in exits for name in way.outs}
    return outs.difference(*(way.locals for way in exits))
