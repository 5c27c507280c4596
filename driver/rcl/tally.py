# SPDX-License-Identifier: MIT
"""Sums over the rows of recordings: what the mutexes of a class, or one call site, cost."""

from __future__ import annotations

from dataclasses import dataclass, field

from rcl.recording import Recording, Row, bucket_start


@dataclass
class Tally:
    """Sums over rows, in seconds."""

    mutexes: int = 0
    acquisitions: int = 0
    contended: int = 0
    failures: int = 0
    waits: int = 0
    wait_s: float = 0.0
    hold_s: float = 0.0
    release_s: float = 0.0
    longest_s: float = 0.0
    #: number of holds by the two ends of their bucket, in seconds
    holds: dict[tuple[float, float], int] = field(default_factory=dict)

    def add(self, row: Row, recording: Recording) -> None:
        """Adds a row, without what the recorder itself took.

        What is left of an uncontended, empty section is half a bare pair for the acquisition, which the recorder saw,
        and half for the release, which it did not time.
        """
        second, cost = recording.ticks_per_second, recording.calibration
        ends = row.acquisitions + row.waits
        bare = cost.bare_pair / 2
        self.acquisitions += row.acquisitions
        self.contended += row.contended
        self.failures += row.failures
        self.waits += row.waits
        self.wait_s += _less(row.wait, row.acquisitions * (cost.wait - bare)) / second
        self.hold_s += _less(row.hold, ends * cost.hold) / second
        self.release_s += (row.release + row.acquisitions * bare) / second
        self.longest_s = max(self.longest_s, _less(row.longest_hold, cost.hold) / second)
        for bucket, count in enumerate(row.holds):
            if count:
                low, high = (_less(bucket_start(b), cost.hold) / second for b in (bucket, bucket + 1))
                self.holds[low, high] = self.holds.get((low, high), 0) + count

    @property
    def section_s(self) -> float:
        """Time to acquire, hold and release."""
        return self.wait_s + self.hold_s + self.release_s

    def quantile_s(self, share: float) -> float:
        """The hold that the given share of holds does not exceed, taken as evenly spread within its bucket."""
        wanted, below = share * sum(self.holds.values()), 0
        for (low, high), count in sorted(self.holds.items()):
            if below + count >= wanted:
                return min(low + (high - low) * (wanted - below) / count, self.longest_s)
            below += count
        return self.longest_s


def _less(ticks: float, cost: float) -> float:
    return max(ticks - cost, 0.0)
