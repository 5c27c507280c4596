# SPDX-License-Identifier: MIT
"""machine.json: what the kinds of lock are worth on a machine."""

from __future__ import annotations

from dataclasses import dataclass

from rcl.model.profile import Machine


@dataclass(frozen=True)
class Band:
    """A measured figure with its uncertainty: the middle of its repetitions, and the quartiles around it."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class CalibrationPoint:
    """The microbenchmark at one setting: ``threads`` run sections that touch ``lines`` shared cache lines.

    ``share`` is that of thread time in sections under pthread_mutex, as a profile would say it, and ``cycle_ns`` the
    thread time from one section to the next. ``gains`` is the throughput of each kind against pthread_mutex.
    """

    threads: int
    lines: int
    share: float
    cycle_ns: float
    gains: dict[str, Band]


@dataclass(frozen=True)
class SanlSettings:
    """RCL_SANL, by default as in the runtime: thresholds in per cent, looks in a term, microseconds."""

    local: int = 50
    free: int = 80
    term: int = 16
    wait: int = 20

    def __str__(self) -> str:
        return f"local={self.local},free={self.free},term={self.term},wait={self.wait}"


@dataclass(frozen=True)
class Calibration:
    """machine.json: what the kinds of lock are worth on a machine.

    ``beats_posix`` and ``beats_every_kind`` are the RCL paper's thresholds (section 4.1) as measured here: the share
    of time in sections from which on kind rcl is faster than pthread_mutex, and than every other kind; None if it
    never was. ``foreign`` is how many processors others used meanwhile. ``sanl`` has the settings of kind sanl that
    were best, and with which it was measured.
    """

    machine: Machine
    rounds: int
    foreign: float
    points: tuple[CalibrationPoint, ...]
    beats_posix: Band | None
    beats_every_kind: Band | None
    sanl: SanlSettings | None = None
