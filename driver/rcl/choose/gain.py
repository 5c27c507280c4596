# SPDX-License-Identifier: MIT
"""What each kind of lock can be expected to gain a program, from what it gained the microbenchmark on the same machine.

The microbenchmark with the same share of time in sections, and threads and shared cache lines most alike, says how much
thread time a kind saves at each section. That is taken off the program's own thread time from one section to the next.
What is saved is waiting and handing over, so no more than that can be saved; a long section gains accordingly little.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

from rcl.choose.figures import Figures
from rcl.model import Band, Calibration, CalibrationPoint, Kind

#: of the time between two sections; lest a noisy calibration promise wonders
_MOST = 0.9
#: cache misses a section from which on it is likened to the microbenchmark's with more lines
_MISSES = 3.0


@dataclass(frozen=True)
class Setting:
    """A program's run: its busy seconds of all threads, and how many threads were busy at a time."""

    busy_s: float
    threads: float


def expected(calibration: Calibration, figures: Figures, setting: Setting) -> Mapping[Kind, Band]:
    """The whole program's gain by each kind: its throughput against the present one, if all else stays."""
    if not figures.acquisitions or not setting.busy_s:
        return {}
    points = _alike(calibration, figures, setting)
    cycle_ns = setting.busy_s / figures.acquisitions * 1e9
    most_ns = figures.idle_share * figures.section_s / figures.acquisitions * 1e9
    gains = {}
    for kind in Kind:
        saved = _saved(points, kind, figures.busy_share)
        if saved is not None:
            low, middle, high = (cycle_ns / (cycle_ns - min(ns, most_ns, _MOST * cycle_ns)) for ns in saved)
            gains[kind] = Band(low, middle, high)
    return gains


def _alike(calibration: Calibration, figures: Figures, setting: Setting) -> list[CalibrationPoint]:
    """The points to compare with, by share."""
    counts = {point.threads for point in calibration.points}
    threads = min(counts, key=lambda count: (_apart(count, max(setting.threads, 1.0)), count))
    alike = [point for point in calibration.points if point.threads == threads]
    many = figures.cache_misses is not None and figures.cache_misses >= _MISSES
    lines = (max if many else min)(point.lines for point in alike)
    return sorted((point for point in alike if point.lines == lines), key=lambda point: point.share)


def _apart(count: int, threads: float) -> float:
    """The factor between two numbers of threads."""
    return max(count / threads, threads / count)


def _saved(points: list[CalibrationPoint], kind: Kind, share: float) -> tuple[float, float, float] | None:
    """The thread time that a kind saves at a section, in nanoseconds: the quartiles, between the nearest two points."""
    known = [(point.share, _bounds(point, point.gains[kind.value])) for point in points if kind.value in point.gains]
    if not known:
        return None
    at = bisect_left([measured for measured, _ in known], share)
    (left, below), (right, above) = known[max(at - 1, 0)], known[min(at, len(known) - 1)]
    part = (share - left) / (right - left) if right > left else 0.0
    low, middle, high = (a + (b - a) * part for a, b in zip(below, above, strict=True))
    return low, middle, high


def _bounds(point: CalibrationPoint, gain: Band) -> tuple[float, float, float]:
    low, middle, high = (point.cycle_ns * (1 - 1 / value) for value in (gain.low, gain.middle, gain.high))
    return low, middle, high
