# SPDX-License-Identifier: MIT
"""The figures of a profile: what the recordings of a run say, by the names of the source.

The figure of each lock class is the RCL paper's (section 2.2): the time to acquire (waiting included), hold and release
its locks, over the execution time of all threads. The paper's programs kept every thread busy. Where threads
sleep, for want of requests for example, the share of busy time says what that figure would be under full load.

The recorder's own time is taken out as far as it was measured in this run (Calibration): what it sees of an
uncontended, empty section then costs what it costs without the recorder.
"""

from __future__ import annotations

import errno
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rcl.machine import machine
from rcl.model import (
    Delay,
    LockPair,
    LockProfile,
    LockSite,
    Profile,
    ThreadGroup,
    WaitPoint,
)
from rcl.profile.recording import Recording, Relation
from rcl.profile.resolve import LockKey, Resolver, unique_names
from rcl.profile.tally import Tally
from rcl.profile.timeline import Snapshot, timeline
from rcl.workspace import read_bytes, sha256

#: file, line, function
Where = tuple[str, int, str]
#: how librcl's file is called
_RUNTIME = "librcl.so"
#: start routines that are told apart
_GROUPS = 20


@dataclass(frozen=True)
class Outcome:
    """How the profiled command ran; a command ended by a signal has the status 128 plus its number."""

    command: tuple[str, ...]
    exit_status: int
    wall_s: float


@dataclass
class _Found:
    """All that the recordings count, by lock class."""

    resolver: Resolver
    locks: dict[LockKey, Tally] = field(default_factory=lambda: defaultdict(Tally))
    sites: dict[LockKey, dict[Where, Tally]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Tally)))
    #: waits and seconds, by the waiting site and then the holding one
    delays: dict[tuple[LockKey, Where], dict[Where, tuple[int, float]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    pairs: dict[tuple[Relation, LockKey, LockKey], tuple[int, int]] = field(default_factory=dict)
    #: the class of each recording's name and class address
    keys: dict[tuple[str, int], LockKey] = field(default_factory=dict)


def render(
    recordings: Sequence[Recording], root: Path, outcome: Outcome, snapshots: Sequence[Snapshot] = ()
) -> Profile:
    """The profile of recorded processes: those of the tree's own programs, if there are any among them."""
    kept = _of_tree(recordings, root)
    found = _found(kept, Resolver(root))
    names = unique_names(list(found.locks))
    thread_s = sum(_thread_seconds(recording) for recording in kept)
    locks = [_lock_profile(names[key], key, found, thread_s) for key in found.locks if key.held]
    locks.sort(key=lambda lock: (-lock.time_share, lock.name))
    pairs_s = sum(_recorder_seconds(recording) for recording in kept)
    pairs = sum(_pairs_of_calls(recording) for recording in kept)
    processor_s = sum(recording.processor_s or _thread_seconds(recording) for recording in kept)
    waited_s = sum(lock.wait_s for lock in locks)
    return Profile(
        command=outcome.command,
        exit_status=outcome.exit_status,
        wall_s=outcome.wall_s,
        thread_s=thread_s,
        busy_s=min(processor_s + waited_s, thread_s),
        threads=sum(t.threads for recording in kept for t in recording.threads.values()),
        measured=True,
        machine=machine(),
        recorder_share=pairs_s / processor_s if processor_s else 0.0,
        recorder_pair_ns=pairs_s / pairs * 1e9 if pairs else 0.0,
        locks=tuple(locks),
        sources=_sources(locks, root),
        warnings=(*_warnings(kept, recordings), *_missing(found.resolver)),
        section_s=sum(_section_seconds(recording) for recording in kept),
        not_counted=_not_counted(kept),
        waits=tuple(_wait_points(found, names)),
        pairs=tuple(_lock_pairs(found, names)),
        groups=tuple(_groups(kept, found.resolver)),
        timeline=tuple(timeline(kept, _held(found, names), snapshots)),
    )


def _of_tree(recordings: Sequence[Recording], root: Path) -> list[Recording]:
    used = [recording for recording in recordings if recording.rows]
    inside = [r for r in used if Path(r.modules[0].path).is_relative_to(root.resolve())]
    return inside or used


# ---------------------------------------------------------------------------------- sums


def _found(recordings: Sequence[Recording], resolver: Resolver) -> _Found:
    found = _Found(resolver)
    for recording in recordings:
        for owner, seen in recording.classes.items():
            found.keys[recording.name, owner] = resolver.lock(recording, seen)
        _add_rows(found, recording)
        _add_pairs(found, recording)
        _count_locks(found, recording)
    return found


def _add_rows(found: _Found, recording: Recording) -> None:
    for row in recording.rows.values():
        key = found.keys[recording.name, row.owner]
        found.locks[key].add(row, recording)
        found.sites[key][_where(found, recording, row.site)].add(row, recording)


def _add_pairs(found: _Found, recording: Recording) -> None:
    for pair in recording.pairs:
        if pair.relation == Relation.BEHIND:
            row = recording.rows.get(pair.first)
            if row:
                where = _where(found, recording, row.site)
                delays = found.delays[found.keys[recording.name, row.owner], where]
                holder = _where(found, recording, pair.second)
                waits, seconds = delays.get(holder, (0, 0.0))
                delays[holder] = (waits + pair.count, seconds + pair.other / recording.ticks_per_second)
            continue
        first, second = (found.keys.get((recording.name, at)) for at in (pair.first, pair.second))
        if first and second:
            count, other = found.pairs.get((pair.relation, first, second), (0, 0))
            found.pairs[pair.relation, first, second] = (count + pair.count, other + pair.other)


def _held(found: _Found, names: Mapping[LockKey, str]) -> dict[tuple[str, int], str]:
    """The name of each class of locks, by the recording's name and the class's address."""
    return {at: names[key] for at, key in found.keys.items() if key in names and key.held}


def _where(found: _Found, recording: Recording, site: int) -> Where:
    call = found.resolver.call(recording, site)
    return call.place.file, call.place.line, call.function


def _count_locks(found: _Found, recording: Recording) -> None:
    seen: Counter[LockKey] = Counter()
    for owner, locks in recording.classes.items():
        seen[found.keys[recording.name, owner]] += locks.locks
    for key in seen.keys() & found.locks.keys():
        # a forked process has the locks of its parent
        found.locks[key].locks = max(found.locks[key].locks, seen[key])


# ---------------------------------------------------------------------------------- locks and sites


def _lock_profile(name: str, key: LockKey, found: _Found, thread_s: float) -> LockProfile:
    tally = found.locks[key]
    return LockProfile(
        name=name,
        storage=key.storage,
        declared=key.declared,
        initialised=key.initialised,
        mutexes=tally.locks,
        acquisitions=tally.acquisitions,
        contended=tally.contended,
        trylock_failures=tally.failures,
        condition_waits=tally.waits,
        wait_s=tally.wait_s,
        hold_s=tally.hold_s,
        release_s=tally.release_s,
        time_share=tally.section_s / thread_s if thread_s else 0.0,
        wait_share=tally.wait_s / thread_s if thread_s else 0.0,
        hold_p50_ns=tally.holds.quantile_ns(0.5),
        hold_p99_ns=tally.holds.quantile_ns(0.99),
        hold_max_ns=tally.holds.longest_s * 1e9,
        cache_misses=tally.a_section(tally.misses),
        sites=tuple(
            _lock_site(where, tally, found.delays.get((key, where), {})) for where, tally in _sites(found, key)
        ),
        type=key.type,
        owner_changes=tally.changes,
        longest_queue=tally.longest_queue,
        wait_p50_ns=tally.waits_for.quantile_ns(0.5),
        wait_p99_ns=tally.waits_for.quantile_ns(0.99),
        wait_max_ns=tally.waits_for.longest_s * 1e9,
        samples=tally.samples,
        blocked=tally.of_weight(tally.blocked),
        preempted=tally.of_weight(tally.preempted),
        cycles=tally.a_section(tally.cycles),
        holds=tally.holds.by_ns(),
        waits=tally.waits_for.by_ns(),
    )


def _sites(found: _Found, key: LockKey) -> list[tuple[Where, Tally]]:
    return sorted(found.sites[key].items(), key=lambda item: (-item[1].section_s, item[0]))


def _lock_site(where: Where, tally: Tally, delays: Mapping[Where, tuple[int, float]]) -> LockSite:
    by_time = sorted(delays.items(), key=lambda item: (-item[1][1], item[0]))
    return LockSite(
        *where,
        acquisitions=tally.acquisitions,
        contended=tally.contended,
        wait_s=tally.wait_s,
        hold_s=tally.hold_s,
        operation=tally.operation.name.lower(),
        owner_changes=tally.changes,
        wait_p99_ns=tally.waits_for.quantile_ns(0.99),
        hold_p50_ns=tally.holds.quantile_ns(0.5),
        hold_p99_ns=tally.holds.quantile_ns(0.99),
        blocked=tally.of_weight(tally.blocked),
        delayed_by=tuple(Delay(*holder, *figures) for holder, figures in by_time),
    )


def _wait_points(found: _Found, names: Mapping[LockKey, str]) -> list[WaitPoint]:
    points = [
        WaitPoint(
            names[key],
            key.type,
            key.declared,
            tally.acquisitions,
            tally.wait_s,
            tally.waits_for.quantile_ns(0.5),
            tally.waits_for.quantile_ns(0.99),
            tally.waits_for.longest_s * 1e9,
        )
        for key, tally in found.locks.items()
        if not key.held
    ]
    return sorted(points, key=lambda point: (-point.wait_s, point.name))


def _lock_pairs(found: _Found, names: Mapping[LockKey, str]) -> list[LockPair]:
    """The pairs of locks that were taken; a damaged recording may have others."""
    pairs = []
    taken = {(first, second) for _, first, second in found.pairs if first in names and second in names}
    for first, second in sorted(taken, key=lambda two: (names[two[0]], names[two[1]])):
        nested, crossed = found.pairs.get((Relation.NESTED, first, second), (0, 0))
        met, wanted = found.pairs.get((Relation.MET, first, second), (0, 0))
        of = max(found.locks[first].sampled, 1)
        pairs.append(LockPair(names[first], names[second], nested, crossed, min(met / of, 1.0), min(wanted / of, 1.0)))
    return pairs


# ---------------------------------------------------------------------------------- threads and time


def _pairs_of_calls(recording: Recording) -> int:
    return sum(row.acquisitions + row.failures + row.waits for row in recording.rows.values())


def _recorder_seconds(recording: Recording) -> float:
    cost = recording.calibration
    a_pair = max(cost.recorded_pair - cost.bare_pair, 0.0)
    return _pairs_of_calls(recording) * a_pair / recording.ticks_per_second


def _thread_seconds(recording: Recording) -> float:
    return sum(t.life for t in recording.threads.values()) / recording.ticks_per_second


def _section_seconds(recording: Recording) -> float:
    """Without what the recorder takes inside a section."""
    ticks = sum(thread.in_sections for thread in recording.threads.values())
    sections = sum(row.acquisitions + row.waits for row in recording.rows.values())
    return max(ticks - sections * recording.calibration.hold, 0.0) / recording.ticks_per_second


def _groups(recordings: Sequence[Recording], resolver: Resolver) -> list[ThreadGroup]:
    groups: dict[str, ThreadGroup] = {}
    for recording in recordings:
        second = recording.ticks_per_second
        for thread in recording.threads.values():
            name = resolver.function(recording, thread.start_routine) if thread.start_routine else ""
            before = groups.get(name, ThreadGroup(name, 0, 0.0, 0.0))
            groups[name] = ThreadGroup(
                name,
                before.threads + thread.threads,
                before.life_s + thread.life / second,
                before.section_s + thread.in_sections / second,
            )
    return sorted(groups.values(), key=lambda group: -group.life_s)[:_GROUPS]


# ---------------------------------------------------------------------------------- the rest


def _sources(locks: Iterable[LockProfile], root: Path) -> dict[str, str]:
    """The hashes of the tree's files that a site or a declaration names."""
    named = {site.file for lock in locks for site in lock.sites}
    places = (place for lock in locks for place in (lock.declared, lock.initialised))
    named |= {place.file for place in places if place}
    inside = (name for name in sorted(named) if not Path(name).is_absolute())
    return {name: sha256(read_bytes(root / name)) for name in inside if (root / name).is_file()}


def _warnings(kept: Sequence[Recording], recordings: Sequence[Recording]) -> list[str]:
    warnings = []
    lost = sum(recording.lost for recording in kept)
    unended = sum(thread.unended for recording in kept for thread in recording.threads.values())
    lost_pairs = sum(recording.lost_pairs for recording in kept)
    if not kept:
        warnings.append("no lock was acquired")
    if lost:
        warnings.append(f"{lost} acquisitions were not recorded: the recording was full")
    if unended:
        warnings.append(f"{unended} sections lack their hold: another thread released, or too many locks were held")
    if lost_pairs:
        warnings.append(f"{lost_pairs} events of pairs of locks or sites were not recorded: too many of a thread")
    left_out = {r.modules[0].path for r in recordings if r.rows and r not in kept}
    warnings += [f"{path} is not of this tree and was left out" for path in sorted(left_out)]
    if any(Path(module.path).name.startswith(_RUNTIME) for r in kept for module in r.modules):
        warnings.append("the program is linked with librcl: only in the original build converted locks are recorded")
    running = [r for r in kept if not r.exited and Path(f"/proc/{r.pid}").exists()]
    return warnings + [f"process {r.pid} was still running: the profile ends here" for r in running]


def _not_counted(recordings: Sequence[Recording]) -> str:
    """Why the hardware's counters were not read; empty if they were."""
    if any(row.counted for recording in recordings for row in recording.rows.values()):
        return ""
    error = next((recording.no_counters for recording in recordings if recording.no_counters), 0)
    if error == errno.ENOENT:
        return "this machine offers no hardware counters"
    if error in (errno.EACCES, errno.EPERM):
        return "the system does not allow it (see kernel.perf_event_paranoid)"
    return os.strerror(error) if error in errno.errorcode else "no section was sampled"


def _missing(resolver: Resolver) -> list[str]:
    return [f"names of {path} are missing: {why}" for path, why in resolver.missing().items()]
