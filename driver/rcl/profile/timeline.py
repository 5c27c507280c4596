# SPDX-License-Identifier: MIT
"""The timeline of a run: what the locks cost in each interval between two looks at the recordings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rcl.model import LockMoment, Moment
from rcl.profile.recording import Counts, Recording

#: locks of an interval that are told apart
_IN_A_MOMENT = 12


@dataclass(frozen=True)
class Snapshot:
    """The rows' counts at a moment (CLOCK_MONOTONIC), by the recording's name and the row's address."""

    at_ns: int
    rows: dict[tuple[str, int], Counts]


def timeline(
    recordings: Sequence[Recording], names: Mapping[tuple[str, int], str], snapshots: Sequence[Snapshot]
) -> Iterator[Moment]:
    """What the locks cost from one snapshot to the next; ``names`` by the recording's name and the class's address."""
    known = {recording.name: recording for recording in recordings}
    if not known:
        return
    start_ns = min(recording.start_ns for recording in recordings)
    before = Snapshot(start_ns, {})
    for snapshot in snapshots:
        sums: dict[str, LockMoment] = {}
        for (recording, row), counts in snapshot.rows.items():
            name = names.get((recording, counts.owner))
            if name and recording in known:
                second = known[recording].ticks_per_second
                _add(sums, name, counts, before.rows.get((recording, row)), second)
        most = sorted(sums.values(), key=lambda lock: -(lock.wait_s + lock.hold_s))[:_IN_A_MOMENT]
        yield Moment((before.at_ns - start_ns) / 1e9, (snapshot.at_ns - start_ns) / 1e9, tuple(most))
        before = snapshot


def _add(sums: dict[str, LockMoment], name: str, counts: Counts, before: Counts | None, second: float) -> None:
    def since(count: Callable[[Counts], int]) -> int:
        return max(count(counts) - (count(before) if before else 0), 0)

    acquisitions = since(lambda c: c.acquisitions)
    if not acquisitions:
        return
    so_far = sums.get(name, LockMoment(name, 0, 0, 0.0, 0.0))
    sums[name] = LockMoment(
        name,
        so_far.acquisitions + acquisitions,
        so_far.contended + since(lambda c: c.contended),
        so_far.wait_s + since(lambda c: c.wait) / second,
        so_far.hold_s + since(lambda c: c.hold) / second,
    )
