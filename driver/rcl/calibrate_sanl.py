# SPDX-License-Identifier: MIT
"""The settings of kind sanl that suit this machine, by the microbenchmark.

First the length of a server's term, then the time that its clients wait before they take its place: those with which
the remote mode is fastest where the lock is always taken. Then the thresholds: the share of thread time in sections
from which on the remote mode beats the local one and, on machines with several nodes, the restrictive mode the free
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from rcl.model import SanlSettings
from rcl.workspace import Progress
from rcl_bench.plan import Plan, Step
from rcl_bench.program import Program

SUBJECT = "sanl"
_TERMS = (4, 16, 64, 256)
_WAITS = (5, 20, 80)
_ROUNDS = 3
#: a threshold that no share reaches
_NEVER = 101


def sanl_settings(bench: Program, plan: Plan, nodes: int, progress: Progress) -> SanlSettings | None:
    """Measures them at the plan's delays, with its first numbers of threads and lines; None without such a kind."""
    if SUBJECT not in {subject.name for subject in bench.subjects}:
        return None
    progress(0, 1, "the settings of kind sanl")
    remote = SanlSettings(local=0, free=_NEVER)
    remote = _fastest(bench, plan, [replace(remote, term=term) for term in _TERMS])
    remote = _fastest(bench, plan, [replace(remote, wait=wait) for wait in _WAITS])
    free = _from(bench, plan, remote, replace(remote, free=0)) if nodes > 1 else SanlSettings().free
    return replace(remote, local=_from(bench, plan, replace(remote, local=_NEVER), remote), free=free)


def _fastest(bench: Program, plan: Plan, candidates: Sequence[SanlSettings]) -> SanlSettings:
    """The one with the highest throughput at the shortest delay."""
    speeds = _speeds(bench, plan, min(plan.delays), candidates)
    return max(candidates, key=lambda candidate: speeds[candidates.index(candidate)][0])


def _from(bench: Program, plan: Plan, low: SanlSettings, high: SanlSettings) -> int:
    """From which share of time in sections on, in per cent, the second one is the faster one at all shares."""
    threshold = _NEVER
    for delay in sorted(plan.delays):
        (slower, share), (faster, _) = _speeds(bench, plan, delay, [low, high])
        if faster <= slower:
            break
        threshold = round(100 * share)
    return threshold


def _speeds(
    bench: Program, plan: Plan, delay: int, candidates: Sequence[SanlSettings]
) -> Sequence[tuple[float, float]]:
    """The throughput and the share of time in sections of each, in turns; 0 for what got stuck."""
    step = Step(0, "contention", SUBJECT, plan.threads[0], delay, plan.shared[0], plan.own[0])
    rounds = [
        [bench.measure(step, plan, {"RCL_SANL": str(candidate)}) for candidate in candidates] for _ in range(_ROUNDS)
    ]
    return [
        (
            median(float(result.get("per_second", 0)) for result in results),
            median(float(result.get("share", 0)) for result in results),
        )
        for results in zip(*rounds, strict=True)
    ]
