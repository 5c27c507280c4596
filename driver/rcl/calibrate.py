# SPDX-License-Identifier: MIT
"""What the kinds of lock are worth on this machine: the RCL paper's microbenchmark and thresholds (section 4.1).

Threads on all cores but one, which the paper left to the server, execute sections with a delay in between: the
shorter the delay, the more of their time they spend in sections. At each delay every kind is measured beside
pthread_mutex, all in turns, round after round until the time is up. The thresholds are the shares of time in
sections from which on kind rcl is the faster one. The same is measured with four threads a core, where they fight for
processors too. Before all that, the settings of kind sanl are found (calibrate_sanl.py).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

from rcl.calibrate_sanl import sanl_settings
from rcl.errors import Code, RclError
from rcl.machine import machine
from rcl.model import Band, Calibration, CalibrationPoint, Kind
from rcl.workspace import Progress, quiet
from rcl_bench.plan import Plan, Step, steps
from rcl_bench.program import BASELINE, BenchError, Program
from rcl_bench.summary import PURE_SPIN, Contention, summarise

#: the benchmark program's name for kind rcl: sections that need nothing of their thread
_REMOTE = "rcl-anon"
#: what is not measured, for it is what others are compared with, or the same
_LEFT_OUT = {Kind.POSIX, Kind.INLINE}
#: ticks between two sections of a thread, for each thread: from the lock always taken to hardly ever
_DELAYS = (50, 200, 600, 2000, 10000)
#: lines that all sections touch; where threads fight for processors anyway, only the first of them
_LINES = (1, 5)
_LEAST_ROUNDS = 3

Results = Mapping[Step, Mapping[str, Any]]


def program() -> Path:
    """The benchmark program: RCL_BENCH, or the one built in this source tree; else TOOL_MISSING."""
    named = os.environ.get("RCL_BENCH")
    found = Path(named) if named else Path(__file__).parents[2] / "build" / "runtime" / "bench"
    if not found.is_file():
        raise RclError(Code.TOOL_MISSING, tool=str(found), install="build it in rcl's own tree with: make setup")
    return found


def calibrate(seconds: float, progress: Progress = quiet, cores: int | None = None) -> Calibration:
    """Measures this machine for so many seconds, or three rounds if they take longer."""
    count = cores or len(os.sched_getaffinity(0))
    host = machine()
    try:
        bench = Program.at(program())
        sanl = sanl_settings(bench, _plan(max(count - 1, 2), _LINES), host.numa_nodes, progress)
        told = {"RCL_SANL": str(sanl)} if sanl else {}
        results, rounds = _measure(bench, count, seconds, progress, told)
    except BenchError as error:
        raise RclError(Code.BAD_ARGUMENT, argument=str(program()), why=error) from error
    rows = summarise(results, ()).contention
    if not any(row.subject == BASELINE and row.share for row in rows):
        raise RclError(Code.COMMAND_FAILED, command=f"{program()} contention", status=_complaint(results))
    points = _points(rows)
    foreign = max(fmean(row.foreign for row in rows), 0.0)
    beats_posix, beats_all = thresholds(points)
    return Calibration(host, rounds, foreign, points, beats_posix, beats_all, sanl)


def _complaint(results: Results) -> str:
    return next((str(result.get("why", result["verdict"])) for result in results.values()), "nothing measured")


# --------------------------------------------------------------------------------------- measuring


def _measure(
    bench: Program, cores: int, seconds: float, progress: Progress, told: Mapping[str, str]
) -> tuple[Results, int]:
    """The results of whole rounds, and how many; ``told`` is what the runtime's environment says."""
    plans = [_plan(max(cores - 1, 2), _LINES), _plan(4 * cores, _LINES[:1])]
    wanted = [(plan, step) for plan in plans for step in _round(plan, bench, plan.threads[0] > cores)]
    results: dict[Step, Mapping[str, Any]] = {}
    start = time.monotonic()
    rounds = 0
    while rounds < _LEAST_ROUNDS or (time.monotonic() - start) * (rounds + 1) / rounds <= seconds:
        for done, (plan, step) in enumerate(wanted):
            progress(rounds * len(wanted) + done, max(rounds + 1, _LEAST_ROUNDS) * len(wanted), str(step))
            results[_again(step, rounds)] = bench.measure(step, plan, told)
        rounds += 1
    progress(1, 1, "done")
    return results, rounds


def _plan(threads: int, lines: tuple[int, ...]) -> Plan:
    delays = tuple(delay * threads for delay in _DELAYS)
    return Plan(rounds=1, threads=(threads,), delays=delays, shared=lines, seconds=0.05, warmup=0.01)


def _round(plan: Plan, bench: Program, crowded: bool) -> Iterable[Step]:
    known = {subject.name for subject in bench.subjects}
    kinds = [_subject(kind) for kind in Kind if kind not in _LEFT_OUT]
    wanted = [name for name in kinds if name in known and not (crowded and name in PURE_SPIN)]
    return [step for step in steps(plan, [BASELINE, *wanted], 1) if step.row == "contention"]


def _again(step: Step, turn: int) -> Step:
    return replace(step, round=turn)


def _subject(kind: Kind) -> str:
    return _REMOTE if kind is Kind.RCL else kind.value


# ------------------------------------------------------------------------------------ what it means


def _points(rows: Sequence[Contention]) -> tuple[CalibrationPoint, ...]:
    bases = [row for row in rows if row.subject == BASELINE and row.share]
    return tuple(_point(base, [row for row in rows if row.point == base.point]) for base in bases)


def _point(base: Contention, rows: Iterable[Contention]) -> CalibrationPoint:
    """What was measured at one setting; a kind that got stuck, or never met pthread in one mode, is left out."""
    kinds = {_subject(kind): kind for kind in Kind}
    gains = {
        kinds[row.subject].value: Band(row.ratio.low, row.ratio.median, row.ratio.high)
        for row in rows
        if row.subject in kinds and row.ratio and row.ratio.low > 0 and not row.stuck
    }
    cycle_ns = base.section_ns / base.share
    return CalibrationPoint(base.point.threads, base.point.shared, base.share, cycle_ns, gains)


def thresholds(points: Iterable[CalibrationPoint]) -> tuple[Band | None, Band | None]:
    """From which share of time in sections on kind rcl beats POSIX locks, and every other kind."""
    found = list(points)
    least = min(((point.threads, point.lines) for point in found), default=None)
    curve = sorted(
        (p for p in found if (p.threads, p.lines) == least and Kind.RCL.value in p.gains), key=lambda p: p.share
    )
    shares = [point.share for point in curve]
    ours = [point.gains[Kind.RCL.value] for point in curve]
    best = [_best_other(point) for point in curve]
    over_posix = _threshold(shares, ours)
    over_all = _threshold(shares, [
        Band(mine.low / other.high, mine.middle / other.middle, mine.high / other.low)
        for mine, other in zip(ours, best, strict=True)
    ])  # fmt: skip
    return over_posix, over_all


def _best_other(point: CalibrationPoint) -> Band:
    """The best that the other kinds reached, pthread_mutex's own speed among them."""
    others = [gain for kind, gain in point.gains.items() if kind != Kind.RCL.value]
    return max([Band(1.0, 1.0, 1.0), *others], key=lambda gain: gain.middle)


def _threshold(shares: Sequence[float], gains: Sequence[Band]) -> Band | None:
    """The share from which on the middle is a gain; its uncertainty is that of the quartiles. None: from none on."""
    middle = _crossing(shares, [gain.middle for gain in gains])
    if middle is None:
        return None
    low = _crossing(shares, [gain.high for gain in gains])
    high = _crossing(shares, [gain.low for gain in gains])
    return Band(middle if low is None else low, middle, 1.0 if high is None else high)


def _crossing(shares: Sequence[float], gains: Sequence[float]) -> float | None:
    """The lowest share from which on all gains are 1 or more, on straight lines between those measured."""
    first = len(gains)
    while first > 0 and gains[first - 1] >= 1:
        first -= 1
    if first == len(gains):
        return None
    if first == 0:
        return shares[0]
    below, above = gains[first - 1], gains[first]
    return shares[first - 1] + (shares[first] - shares[first - 1]) * (1 - below) / (above - below)
