# SPDX-License-Identifier: MIT
"""What the profile says of each lock class of the source: a lock finds its class, and a class sums up its locks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rcl.model import Analysis, LockClass, LockProfile, LockType, Op, Place, Profile, State

_TAKES = {Op.LOCK, Op.TRYLOCK, Op.TIMEDLOCK}


@dataclass(frozen=True)
class Figures:
    """What the profile says of one class.

    Seconds are of all threads together, ``load`` is how many of its sections ran at a time on average. ``overlap`` is
    the share of acquisitions that met a section of another mutex of the class, by samples. ``blocked`` is the share of
    sections that slept, ``cache_misses`` are per section, ``shipped`` is the share of acquisitions whose sections can
    be shipped; None where that was not measured.
    """

    busy_share: float
    acquisitions: int
    contended: int
    owner_changes: int = 0
    longest_queue: int = 0
    section_s: float = 0.0
    hold_s: float = 0.0
    hold_p50_ns: float = 0.0
    hold_p99_ns: float = 0.0
    load: float = 0.0
    overlap: float = 0.0
    blocked: float | None = None
    cache_misses: float | None = None
    shipped: float | None = None

    @property
    def contended_share(self) -> float:
        """The share of acquisitions that had to wait."""
        return self.contended / self.acquisitions if self.acquisitions else 0.0

    @property
    def moved_share(self) -> float:
        """The share of acquisitions that took the lock, and what it guards, over from another thread."""
        return self.owner_changes / self.acquisitions if self.acquisitions else 0.0

    @property
    def hold_ns(self) -> float:
        """The mean length of a section."""
        return self.hold_s / self.acquisitions * 1e9 if self.acquisitions else 0.0

    @property
    def idle_share(self) -> float:
        """The share of the time in sections that is not their own: to acquire the lock and to release it."""
        return max(1 - self.hold_s / self.section_s, 0.0) if self.section_s else 0.0

    def __str__(self) -> str:
        return f"{percent(self.busy_share)} of busy time, {percent(self.contended_share)} contended"

    def details(self) -> str:
        """The figures besides, as the plan shows them."""
        parts = [
            f"taken {self.acquisitions} times",
            f"{percent(self.moved_share)} from another thread",
            f"at most {self.longest_queue} waiting",
            f"held {duration(self.hold_p50_ns)} (p99 {duration(self.hold_p99_ns)})",
        ]
        if self.blocked is not None:
            parts.append(f"{percent(self.blocked)} slept")
        if self.cache_misses is not None:
            parts.append(f"{self.cache_misses:.1f} cache misses a section")
        return ", ".join(parts)


def percent(share: float) -> str:
    """``15.7 %``."""
    return f"{share * 100:.1f} %"


def duration(ns: float) -> str:
    """``38 ns``, ``4.1 us``, ``12 ms``."""
    for unit, size in (("ns", 1.0), ("us", 1e3), ("ms", 1e6)):
        if ns < 999.5 * size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns / 1e9:.3g} s"


# ------------------------------------------------------------------ joining profile and analysis


@dataclass(frozen=True)
class Joined:
    """A profile by the classes of an analysis.

    ``names`` maps the profile's names to those of the classes, ``unmatched`` are the locks that belong to none.
    """

    profile: Profile
    figures: Mapping[str, Figures]
    names: Mapping[str, str]
    unmatched: tuple[LockProfile, ...]


def join(profile: Profile, analysis: Analysis) -> Joined:
    """The figures of each class that the profile speaks of, and the locks that belong to none."""
    found: dict[str, list[LockProfile]] = {}
    names = {}
    unmatched = []
    for lock in profile.locks:
        known = class_of(lock, analysis)
        if known is None:
            unmatched.append(lock)
        else:
            found.setdefault(known.name, []).append(lock)
            names[lock.name] = known.name
    figures = {name: _sum(profile, analysis, locks) for name, locks in found.items()}
    return Joined(profile, figures, names, tuple(unmatched))


def hardest(runs: Iterable[Joined]) -> Mapping[str, tuple[Figures, Profile]]:
    """Each class's figures from the run that it cost most: the programs of a tree share their classes."""
    found: dict[str, tuple[Figures, Profile]] = {}
    for run in runs:
        for name, figures in run.figures.items():
            if name not in found or found[name][0].busy_share < figures.busy_share:
                found[name] = figures, run.profile
    return found


def class_of(lock: LockProfile, analysis: Analysis) -> LockClass | None:
    """The class of a profiled mutex: by initialisation, by declaration, by name, else by who takes it."""
    if lock.type is not LockType.MUTEX:
        return None
    for matches in (
        [c for c in analysis.classes if _same_line(c.initialised, lock.initialised)],
        [c for c in analysis.classes if _same_line(c.declared, lock.declared)],
        [c for c in analysis.classes if c.name == lock.name],
    ):
        if len(matches) == 1:
            return matches[0]
    return _class_by_sites(lock, analysis)


def _same_line(a: Place | None, b: Place | None) -> bool:
    return a is not None and b is not None and (a.file, a.line) == (b.file, b.line)


def _class_by_sites(lock: LockProfile, analysis: Analysis) -> LockClass | None:
    """The only class of the only unit whose acquisitions stand on the lines where the lock was taken."""
    lines = {(site.file, site.line) for site in lock.sites}
    units = {
        operation.units
        for operation in analysis.operations
        if operation.op in _TAKES and (operation.token.file, operation.token.line) in lines
    }
    names = {unit for group in units if len(group) == 1 for unit in group}
    if len(names) != 1:
        return None
    members = [c for c in analysis.classes if c.unit in names]
    return members[0] if len(members) == 1 else None


def _sum(profile: Profile, analysis: Analysis, locks: list[LockProfile]) -> Figures:
    costliest = max(locks, key=lambda lock: lock.time_share)
    hold_s = sum(lock.hold_s for lock in locks)
    return Figures(
        busy_share=min(sum(profile.busy_share(lock) for lock in locks), 1.0),
        acquisitions=sum(lock.acquisitions for lock in locks),
        contended=sum(lock.contended for lock in locks),
        owner_changes=sum(lock.owner_changes for lock in locks),
        longest_queue=max(lock.longest_queue for lock in locks),
        section_s=sum(lock.time_share for lock in locks) * profile.thread_s,
        hold_s=hold_s,
        hold_p50_ns=costliest.hold_p50_ns,
        hold_p99_ns=max(lock.hold_p99_ns for lock in locks),
        load=hold_s / profile.wall_s if profile.wall_s else 0.0,
        overlap=_overlap(profile, locks),
        blocked=_mean(locks, lambda lock: lock.blocked),
        cache_misses=_mean(locks, lambda lock: lock.cache_misses),
        shipped=_shipped(locks, analysis),
    )


def _overlap(profile: Profile, locks: list[LockProfile]) -> float:
    """Who meets a section of its own class, for which nobody waits, and need not wait has another of its mutexes."""
    acquisitions = {lock.name: lock.acquisitions for lock in locks}
    if sum(lock.mutexes for lock in locks) < 2:
        return 0.0
    own = [pair for pair in profile.pairs if {pair.first, pair.second} <= acquisitions.keys()]
    meeting = sum((pair.met - pair.wanted) * acquisitions[pair.first] for pair in own)
    waiting = sum(lock.contended for lock in locks)
    return max(meeting - waiting, 0.0) / max(sum(acquisitions.values()), 1)


def _mean(locks: Iterable[LockProfile], value: Callable[[LockProfile], float | None]) -> float | None:
    """The mean of a figure over the acquisitions of the locks that have it."""
    known = [(found, lock.acquisitions) for lock in locks if (found := value(lock)) is not None]
    count = sum(acquisitions for _, acquisitions in known)
    return sum(found * acquisitions for found, acquisitions in known) / count if count else None


def _shipped(locks: Iterable[LockProfile], analysis: Analysis) -> float | None:
    """Of the acquisitions on the lines of known sections, the share of those that can be shipped."""
    states = {(s.enter_token.file, s.enter_token.line): s.state for s in analysis.sections}
    counts = dict.fromkeys(State, 0)
    for lock in locks:
        for site in lock.sites:
            state = states.get((site.file, site.line))
            if state is not None:
                counts[state] += site.acquisitions
    known = sum(counts.values())
    return counts[State.SHIPPED] / known if known else None
