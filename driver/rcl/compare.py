# SPDX-License-Identifier: MIT
"""Runs one command with every mutex of one kind, then of another, in turns, without rebuilding it.

The command may end its output with a JSON line (``{"schema": "rcl-load-1", "ops_per_s": ...}``);
without one its wall time is compared.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rcl.errors import Code, RclError
from rcl.model import SanlSettings
from rcl.plan import Treatment
from rcl.workspace import Progress, quiet

LOAD_SCHEMA = "rcl-load-1"
#: each lock class as rcl_config.h has it, and the servers on the plan's processors
PLANNED = "plan"
WALL = "wall_s"


@dataclass(frozen=True)
class Series:
    """The values that one kind of lock reached, in the order of its runs."""

    kind: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle value."""
        return statistics.median(self.values)

    @property
    def spread(self) -> float:
        """Largest minus smallest value, as a share of the median."""
        return (max(self.values) - min(self.values)) / self.median if self.median else 0.0

    def apart(self, other: Series) -> bool:
        """Whether the two ranges do not even touch."""
        return max(self.values) < min(other.values) or max(other.values) < min(self.values)


@dataclass(frozen=True)
class Comparison:
    """What was compared; ``metric`` is ``wall_s`` where the command reported nothing."""

    command: tuple[str, ...]
    metric: str
    series: tuple[Series, ...]

    @property
    def higher_is_better(self) -> bool:
        """Rates should be high, everything else low."""
        return self.metric.endswith("_per_s")

    def ratio(self, series: Series) -> float | None:
        """How a kind compares with the first: above 1 is better, whatever the metric; None beside a zero."""
        first = self.series[0].median
        better, worse = (series.median, first) if self.higher_is_better else (first, series.median)
        return better / worse if worse else None

    def gain(self, series: Series) -> str:
        """The same for people."""
        ratio = self.ratio(series)
        return "-" if ratio is None else f"{ratio:.2f}"


def kinds(text: str) -> tuple[str, ...]:
    """The kinds of a comma-separated list, each usable in RCL_LOCKS."""
    found = tuple(part.strip() for part in text.split(","))
    for kind in found:
        try:
            if kind != PLANNED and not Treatment.parse(kind).convert:
                raise ValueError(f"{kind!r} is not a kind of lock")
        except ValueError as error:
            raise RclError(Code.BAD_ARGUMENT, argument="--kinds", why=error) from error
    if len(set(found)) != len(found):
        raise RclError(Code.BAD_ARGUMENT, argument="--kinds", why="a kind is named twice")
    return found


def compare(
    command: Sequence[str],
    wanted: Sequence[str],
    runs: int,
    metric: str | None = None,
    progress: Progress = quiet,
    cores: Sequence[int] = (),
    sanl: SanlSettings | None = None,
) -> Comparison:
    """Runs the command ``runs`` times a kind, the kinds in turns, each turn from another one on.

    ``cores`` are the servers' processors where the kind is PLANNED, ``sanl`` the settings of kind sanl.
    """
    reports: dict[str, list[Mapping[str, float]]] = {kind: [] for kind in wanted}
    done = 0
    for turn in range(runs):
        for step in range(len(wanted)):
            kind = wanted[(turn + step) % len(wanted)]
            progress(done, runs * len(wanted), f"{kind}, run {turn + 1} of {runs}")
            reports[kind].append(_run(command, _environment(kind, cores, sanl)))
            done += 1
    progress(done, done, "done")
    name = _metric([report for runs_ in reports.values() for report in runs_], metric)
    series = tuple(Series(kind, tuple(r[name] for r in reports[kind])) for kind in wanted)
    return Comparison(tuple(command), name, series)


def _environment(kind: str, cores: Sequence[int], sanl: SanlSettings | None) -> Mapping[str, str]:
    """What the runtime is told."""
    told = {"RCL_SANL": str(sanl)} if sanl else {}
    if kind != PLANNED:
        return told | {"RCL_LOCKS": f"*={Treatment.parse(kind)}"}
    return told | {"RCL_LOCKS": ""} | ({"RCL_CORES": ",".join(map(str, cores))} if cores else {})


def _run(command: Sequence[str], told: Mapping[str, str]) -> Mapping[str, float]:
    start = time.monotonic()
    try:
        result = subprocess.run(
            command,
            env={**os.environ, **told},
            stdout=subprocess.PIPE,
            check=False,
        )
    except OSError as error:
        why = error.strerror or str(error)
        raise RclError(Code.BAD_ARGUMENT, argument=command[0], why=why) from error
    wall = time.monotonic() - start
    if result.returncode != 0:
        shown = f"{' '.join(command)} ({' '.join(f'{name}={value!r}' for name, value in told.items())})"
        raise RclError(Code.COMMAND_FAILED, command=shown, status=result.returncode)
    return {**_reported(result.stdout), WALL: wall}


def _reported(stdout: bytes) -> Mapping[str, float]:
    """The numbers of the JSON line that ends the output, if one does."""
    lines = stdout.strip().splitlines()
    try:
        report = json.loads(lines[-1]) if lines else None
    except ValueError:
        return {}
    if not isinstance(report, dict) or report.get("schema") != LOAD_SCHEMA:
        return {}
    return {
        name: float(value)
        for name, value in report.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }


def _metric(reports: Sequence[Mapping[str, float]], wanted: str | None) -> str:
    """The metric that all runs reported."""
    common = set.intersection(*(set(report) for report in reports))
    if wanted is None:
        return "ops_per_s" if "ops_per_s" in common else WALL
    if wanted not in common:
        why = f"the command does not report {wanted}; it reports {', '.join(sorted(common))}"
        raise RclError(Code.BAD_ARGUMENT, argument="--metric", why=why)
    return wanted
