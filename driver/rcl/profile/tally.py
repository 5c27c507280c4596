# SPDX-License-Identifier: MIT
"""Sums over the rows of recordings: what the locks of a class, or one call site, cost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from rcl.profile.recording import Operation, Recording, Row, bucket_start


@dataclass
class Spread:
    """How often durations fell between the two ends of a bucket, in seconds; and the longest one."""

    counts: dict[tuple[float, float], int] = field(default_factory=dict)
    longest_s: float = 0.0

    def add(self, buckets: Iterable[int], longest: int, cost: float, second: float) -> None:
        """Adds counts by ticks, of which each duration has the cost taken off."""
        self.longest_s = max(self.longest_s, _less(longest, cost) / second)
        for bucket, count in enumerate(buckets):
            if count:
                low, high = (_less(bucket_start(b), cost) / second for b in (bucket, bucket + 1))
                self.counts[low, high] = self.counts.get((low, high), 0) + count

    def quantile_ns(self, share: float) -> float:
        """What the given share of durations does not exceed, taken as evenly spread within its bucket."""
        wanted, below = share * sum(self.counts.values()), 0
        for (low, high), count in sorted(self.counts.items()):
            if below + count >= wanted:
                return min(low + (high - low) * (wanted - below) / count, self.longest_s) * 1e9
            below += count
        return self.longest_s * 1e9

    def by_ns(self) -> tuple[int, ...]:
        """The counts by buckets of nanoseconds that grow like those of ticks."""
        counts: dict[int, int] = {}
        for (low, high), count in self.counts.items():
            bucket = _bucket((low + high) / 2 * 1e9)
            counts[bucket] = counts.get(bucket, 0) + count
        return tuple(counts.get(bucket, 0) for bucket in range(max(counts, default=-1) + 1))


@dataclass
class Tally:
    """Sums over rows, in seconds."""

    operation: Operation = Operation.LOCK
    locks: int = 0
    acquisitions: int = 0
    contended: int = 0
    changes: int = 0
    failures: int = 0
    waits: int = 0
    longest_queue: int = 0
    wait_s: float = 0.0
    hold_s: float = 0.0
    release_s: float = 0.0
    holds: Spread = field(default_factory=Spread)
    waits_for: Spread = field(default_factory=Spread)
    #: attempts that the samples of all rows stand for
    sampled: int = 0
    samples: int = 0
    weight: int = 0
    blocked: int = 0
    preempted: int = 0
    counted: int = 0
    cycles: int = 0
    misses: int = 0

    def add(self, row: Row, recording: Recording) -> None:
        """Adds a row, without what the recorder itself took.

        What is left of an uncontended, empty section is half a bare pair for the acquisition, which the recorder saw,
        and half for the release, which it did not time. The time for what is never held is all waiting.
        """
        second, cost = recording.ticks_per_second, recording.calibration
        held = row.operation != Operation.WAITING
        bare = cost.bare_pair / 2 if held else 0.0
        looked = cost.wait - bare if held else 0.0
        self.operation = row.operation
        for name in _SUMMED:
            setattr(self, name, getattr(self, name) + getattr(row, name))
        self.longest_queue = max(self.longest_queue, row.longest_queue)
        self.wait_s += _less(row.wait, row.acquisitions * looked) / second
        self.hold_s += _less(row.hold, (row.acquisitions + row.waits) * cost.hold) / second
        self.release_s += (row.release + row.acquisitions * bare) / second
        self.holds.add(row.holds, row.longest_hold, cost.hold, second)
        self.waits_for.add(row.waits_for, row.longest_wait, 0.0, second)

    @property
    def section_s(self) -> float:
        """Time to acquire, hold and release."""
        return self.wait_s + self.hold_s + self.release_s

    def of_weight(self, count: int) -> float | None:
        """A share of the sampled sections; None if there are none."""
        return count / self.weight if self.weight else None

    def a_section(self, total: int) -> float | None:
        """The hardware's count a section; None if it was not read."""
        return total / self.counted if self.counted else None


_SUMMED = (
    *("acquisitions", "contended", "changes", "failures", "waits"),
    *("sampled", "samples", "weight", "blocked", "preempted", "counted", "cycles", "misses"),
)


def _less(ticks: float, cost: float) -> float:
    return max(ticks - cost, 0.0)


def _bucket(ns: float) -> int:
    """The bucket of a duration: the last one that starts not after it."""
    if ns < 1:
        return 0
    exponent = math.floor(math.log2(ns))
    return 2 * exponent + (ns >= 1.5 * 2.0**exponent)
