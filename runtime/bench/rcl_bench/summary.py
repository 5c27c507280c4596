# SPDX-License-Identifier: MIT
"""What the measurements of a run mean: medians over the rounds, ratios to pthread_mutex within each, and the goals.

Ratios compare only what was measured while the ping-pong was the same: a host that moves its virtual processors changes
everything contended severalfold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Any

from rcl_bench.plan import Point, Step
from rcl_bench.program import BASELINE, Subject

#: two ping-pongs that differ by more than this factor are of two modes of the machine
SAME_MODE = 1.5

#: kinds that collapse once threads outnumber processors, as rcl.h says
PURE_SPIN = frozenset({"spin", "ticket", "mcs"})

ALONE_GOAL = 1.03
ROUNDTRIP_GOAL = 1.1
#: less than 1 by what measurements blur
ADAPTIVE_GOAL = 0.95
P50_GOAL_NS = 1e6

Results = Mapping[Step, Mapping[str, Any]]


@dataclass(frozen=True)
class Spread:
    """Quartiles."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The quartiles of one value or more, interpolated."""
        ordered = sorted(values)

        def at(share: float) -> float:
            below, part = divmod(share * (len(ordered) - 1), 1)
            here = ordered[int(below)]
            return here + part * (ordered[min(int(below) + 1, len(ordered) - 1)] - here)

        return cls(at(0.25), at(0.5), at(0.75))


@dataclass(frozen=True)
class Contention:
    """A subject at a point of the microbenchmark: medians over its rounds, but for the worst ``max_ns``.

    ``ratio`` is of the throughput, to pthread_mutex; None where no round has both in one mode.
    ``section_ns`` is the mean time of a section, ``share`` its share of the time from one to the next. ``unsteady``
    counts the rounds in which the ping-pong changed while they lasted.
    """

    point: Point
    subject: str
    rounds: int
    per_second: Spread
    ratio: Spread | None
    p50_ns: float
    p99_ns: float
    p999_ns: float
    max_ns: float
    fairness: float
    cpu: float
    switches: float
    foreign: float
    section_ns: float
    share: float
    pingpong: float
    far: bool
    unsteady: int
    stuck: int


@dataclass(frozen=True)
class Alone:
    """What a section costs a subject's only thread; ``ratio`` to pthread_mutex: below 1 is faster."""

    subject: str
    delay: int
    ticks: float
    ratio: Spread


@dataclass(frozen=True)
class Roundtrip:
    """A request to a server and back; ``ratio`` to the ping-pong over two lines."""

    subject: str
    context: str
    ticks: float
    ratio: Spread


@dataclass(frozen=True)
class Failure:
    """A measurement without a result, or with a wrong one."""

    step: Step
    verdict: str
    why: str


@dataclass(frozen=True)
class Goal:
    """``reached`` is None where it was not measured."""

    text: str
    reached: bool | None
    figures: str


@dataclass(frozen=True)
class Summary:
    """All of it."""

    contention: tuple[Contention, ...]
    alone: tuple[Alone, ...]
    roundtrip: tuple[Roundtrip, ...]
    pingpong: Spread | None
    failures: tuple[Failure, ...]
    goals: tuple[Goal, ...]


def summarise(results: Results, subjects: Sequence[Subject]) -> Summary:
    """The meaning of the measurements so far."""
    usable = {step: result for step, result in results.items() if result["verdict"] in ("right", "stuck")}
    failures = tuple(
        Failure(step, result["verdict"], result.get("why", "lost or repeated sections, or wrong answers"))
        for step, result in results.items()
        if step not in usable
    )
    contention = _contention(_of_row(usable, "contention"))
    alone = _alone(_of_row(usable, "alone"))
    roundtrip = _roundtrip(_of_row(usable, "roundtrip"))
    pings = [ping for result in usable.values() for ping in result.get("pingpong", ()) if ping]
    goals = _goals(contention, alone, roundtrip, [subject for subject in subjects if subject.ours])
    return Summary(contention, alone, roundtrip, Spread.of(pings) if pings else None, failures, goals)


def _of_row(results: Results, row: str) -> Results:
    return {step: result for step, result in results.items() if step.row == row}


# ---------------------------------------------------------------------------------- contention


def _same_mode(left: float, right: float) -> bool:
    return max(left, right) <= SAME_MODE * min(left, right)


def _contention(results: Results) -> tuple[Contention, ...]:
    groups: dict[tuple[Point, str], list[Step]] = defaultdict(list)
    for step in results:
        groups[step.point, step.subject].append(step)
    nearest = min((fmean(result["pingpong"]) for result in results.values()), default=0.0)
    return tuple(_contention_row(results, steps, nearest) for steps in groups.values())


def _contention_row(results: Results, steps: Sequence[Step], nearest: float) -> Contention:
    found = [results[step] for step in steps]
    ratios = [ratio for step in steps if (ratio := _ratio(results, step)) is not None]
    names = ("p50_ns", "p99_ns", "p999_ns", "fairness", "cpu", "switches", "foreign", "section_ns", "share")
    pingpong = median(fmean(result["pingpong"]) for result in found)
    return Contention(
        point=steps[0].point,
        subject=steps[0].subject,
        rounds=len(found),
        per_second=Spread.of([result["per_second"] for result in found]),
        ratio=Spread.of(ratios) if ratios else None,
        max_ns=max(result["max_ns"] for result in found),
        pingpong=pingpong,
        far=not _same_mode(nearest, pingpong),
        unsteady=sum(not _same_mode(*result["pingpong"]) for result in found),
        stuck=sum(result["verdict"] == "stuck" for result in found),
        **{name: median(result[name] for result in found) for name in names},
    )


def _ratio(results: Results, step: Step) -> float | None:
    """A measurement against pthread_mutex's of the same round and mode."""
    base = results.get(replace(step, subject=BASELINE))
    if base is None or not base["per_second"]:
        return None
    pings = (*base["pingpong"], *results[step]["pingpong"])
    return results[step]["per_second"] / base["per_second"] if _same_mode(min(pings), max(pings)) else None


# ------------------------------------------------------------------------- alone and roundtrip


def _alone(results: Results) -> tuple[Alone, ...]:
    found: dict[tuple[str, int], list[Mapping[str, Any]]] = defaultdict(list)
    for step, result in results.items():
        for name, processes in result["subjects"].items():
            found[name, step.delay] += processes
    return tuple(
        Alone(name, delay, median(p["ticks"] for p in processes), Spread.of([p["ratio"][1] for p in processes]))
        for (name, delay), processes in found.items()
    )


def _roundtrip(results: Results) -> tuple[Roundtrip, ...]:
    """Each trip is compared with the ping-pong before and after it, if that did not change meanwhile."""
    ticks: dict[tuple[str, str], list[float]] = defaultdict(list)
    ratios: dict[tuple[str, str], list[float]] = defaultdict(list)
    for result in results.values():
        limits = result["pingpong"]
        for variant in result["variants"]:
            key = (variant["subject"], variant["context"])
            for trip, before, after in zip(variant["ticks"], limits, limits[1:], strict=False):
                if _same_mode(before, after):
                    ticks[key].append(trip)
                    ratios[key].append(trip / fmean((before, after)))
    return tuple(Roundtrip(*key, median(ticks[key]), Spread.of(ratios[key])) for key in ticks)


# --------------------------------------------------------------------------------------- goals


def _goals(
    contention: Sequence[Contention], alone: Sequence[Alone], roundtrip: Sequence[Roundtrip], ours: Sequence[Subject]
) -> tuple[Goal, ...]:
    delays = sorted({row.delay for row in alone})
    kinds = {subject.name for subject in ours}
    return (
        *(_alone_goal([row for row in alone if row.delay == delay and row.subject in kinds]) for delay in delays),
        _roundtrip_goal([row for row in roundtrip if row.subject == "rcl-anon" and "by value" in row.context]),
        _p50_goal([row for row in contention if row.subject in kinds and row.subject not in PURE_SPIN]),
        _adaptive_goal([row for row in contention if row.subject == "adaptive" and row.ratio]),
    )


def _goal(text: str, figures: Mapping[str, float], limit: float, form: str) -> Goal:
    """Whether all figures keep a limit: names those that do not, or the one nearest to it."""
    if not figures:
        return Goal(text, None, "not measured")
    over = [name for name in figures if figures[name] > limit]
    named = sorted(over or [max(figures, key=lambda name: figures[name])], key=lambda name: -figures[name])
    shown = ", ".join(f"{name} {figures[name]:{form}}" for name in named)
    return Goal(text, not over, shown if over else f"most: {shown}")


def _alone_goal(rows: Sequence[Alone]) -> Goal:
    text = f"one thread alone, delay {rows[0].delay if rows else '?'}: at most {ALONE_GOAL} of pthread_mutex"
    return _goal(text, {row.subject: row.ratio.median for row in rows}, ALONE_GOAL, ".3f")


def _roundtrip_goal(rows: Sequence[Roundtrip]) -> Goal:
    text = f"a server's round trip, argument included: at most {ROUNDTRIP_GOAL} of the ping-pong"
    return _goal(text, {row.subject: row.ratio.median for row in rows}, ROUNDTRIP_GOAL, ".2f")


def _adaptive_goal(rows: Sequence[Contention]) -> Goal:
    text = f"adaptive at least {ADAPTIVE_GOAL} times as fast as pthread_mutex at every point"
    slowness = {
        f"{row.point.threads} threads, {row.point.section}": 1 / row.ratio.median
        for row in rows
        if row.ratio and row.ratio.median
    }
    return _goal(text, slowness, 1 / ADAPTIVE_GOAL, ".2f")


def _p50_goal(rows: Sequence[Contention]) -> Goal:
    worst: dict[str, float] = defaultdict(float)
    for row in rows:
        worst[row.subject] = max(worst[row.subject], row.p50_ns / 1e6)
    text = f"no kind's p50 over 1 ms, except {', '.join(sorted(PURE_SPIN))}, which only spin"
    return _goal(text, worst, P50_GOAL_NS / 1e6, ".3f")
