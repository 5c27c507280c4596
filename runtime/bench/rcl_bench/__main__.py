# SPDX-License-Identifier: MIT
"""The command line: measures what the plan asks for and is not there yet, then prints what all of it means."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from rcl_bench import store, tables
from rcl_bench.plan import PLANS, Plan, Step, steps
from rcl_bench.program import BASELINE, UNGUARDED, BenchError, Program, machine
from rcl_bench.store import Store
from rcl_bench.summary import Summary, summarise

SCHEMA = "rcl-runtime-bench-3"

#: processors used by others, from which on the figures say little about throughput
BLUR = 0.2

#: called as report(done, total, what)
Report = Callable[[int, int, str], None]

_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


class Numbers(click.ParamType[tuple[int, ...]]):
    """A list of whole numbers, comma separated."""

    name = "N,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """The numbers."""
        try:
            return tuple(int(part) for part in value.split(","))
        except ValueError:
            self.fail(f"{value!r} is not a comma-separated list of whole numbers", param, ctx)


@contextmanager
def _progress() -> Iterator[Report]:
    """A bar if someone looks on, a line a round otherwise. Drawn between measurements only."""
    if not sys.stderr.isatty():
        seen = [""]

        def line(done: int, total: int, what: str) -> None:
            if seen[0] != what.partition(":")[0]:
                seen[0] = what.partition(":")[0]
                click.echo(f"bench: {seen[0]} ({done} of {total} measurements are there)", err=True)

        yield line
        return
    count, what = TextColumn("{task.completed}/{task.total}"), TextColumn("{task.description}")
    fields = (BarColumn(30), count, TimeRemainingColumn(), what)
    with Progress(*fields, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("")

        def move(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=what)
            bar.refresh()

        yield move


def measure(kept: Store, program: Program, plan: Plan, wanted: list[Step], budget: float, report: Report) -> bool:
    """Measures the steps that are not there yet; False if the time was up before the last."""
    end = time.monotonic() + budget
    for step in wanted:
        if step in kept.results:
            continue
        if time.monotonic() > end:
            return False
        report(len(kept.results), len(wanted), f"round {step.round + 1} of {plan.rounds}: {step}")
        kept.append(step, program.measure(step, plan))
    return True


def _chosen(program: Program, wanted: str | None) -> list[str]:
    """The subjects to be measured, the baseline always among them."""
    known = [subject.name for subject in program.subjects]
    if wanted is None:
        return [name for name in known if name != UNGUARDED]
    names = [BASELINE, *(name for name in wanted.split(",") if name != BASELINE)]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BenchError(f"there is no subject {unknown[0]!r}; there are {', '.join(known)}")
    return names


def _save(path: Path, kept: Store, summary: Summary) -> None:
    """The summary, for other programs."""
    content = {**kept.header, "schema": SCHEMA, **asdict(summary)}
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text(json.dumps(content, indent=1) + "\n")
    temporary.replace(path)


def _draw(summary: Summary, folder: Path, name: str) -> list[Path]:
    try:
        from rcl_bench import plots
    except ImportError as error:
        click.echo(f"bench: no plots, for there is no {error.name}; .venv/bin/pip install matplotlib", err=True)
        return []
    return plots.draw(summary, folder, name)


def _show(summary: Summary, kept: Store, details: bool) -> None:
    where, load = kept.header["machine"], kept.header["load"]
    click.echo(
        f"{where['processors']} processors, {where['processor']}, {where['system']}, {kept.header['compiler']}; "
        f"load {load[0]:.1f} at the start"
    )
    if summary.pingpong:
        pings = summary.pingpong
        click.echo(f"ping-pong over two lines: {pings.median:.0f} ticks, quartiles {pings.low:.0f}..{pings.high:.0f}")
    if summary.contention:
        foreign = fmean(row.foreign for row in summary.contention)
        click.echo(f"others used {foreign:.1f} processors meanwhile" + (", which blurs all" if foreign > BLUR else ""))
    click.echo()
    for part in tables.report(summary, details):
        click.echo(part)
    for failure in summary.failures:
        click.echo(f"{failure.verdict}: {failure.step}, round {failure.step.round + 1}: {failure.why}")
    click.echo(tables.goals(summary.goals), nl=False)


@click.command()
@click.argument("name", type=click.Choice(list(PLANS)), default="full")
@click.option("--program", "path", type=_FILE, required=True, help="The benchmark program.")
@click.option("--output", type=_FOLDER, required=True, help="Folder of the results.")
@click.option("--budget", type=float, metavar="SECONDS", help="Stop then; another run goes on.")
@click.option("--fresh", is_flag=True, help="Do not go on with an earlier run.")
@click.option("--details", is_flag=True, help="A table of all figures for each point.")
@click.option("--subjects", metavar="NAME,...", help="Only these, and pthread.")
@click.option("--rounds", type=click.IntRange(1, 1000))
@click.option("--threads", type=Numbers())
@click.option("--delays", type=Numbers(), help="Ticks between sections.")
@click.option("--shared", type=Numbers(), help="Lines that all sections touch.")
@click.option("--own", type=Numbers(), help="Lines of the caller's that its sections touch.")
@click.option("--seconds", type=float, help="Of each measurement.")
@click.option("--pinned", is_flag=True, default=None, help="Pin the threads, in turn, to the processors.")
def main(name: str, path: Path, output: Path, budget: float | None, fresh: bool, details: bool,
         subjects: str | None, **changes: Any) -> None:  # fmt: skip
    """Every kind of mutex and pthread_mutex, side by side: the plan is `full` or `quick`.

    The exit status is 1 if a measurement failed or a section's result was wrong.
    """
    plan, usual = PLANS[name]
    plan = replace(plan, **{key: value for key, value in changes.items() if value is not None})
    try:
        program, where = Program.at(path), machine()
        wanted = list(steps(plan, _chosen(program, subjects), where.processors))
        kept = store.resume(output / f"{name}.jsonl", store.header(plan, program, where), fresh)
    except BenchError as error:
        raise click.ClickException(str(error)) from error
    if kept.moved_to:
        click.echo(f"bench: the measurements of another program or plan are now in {kept.moved_to}", err=True)
    with _progress() as report:
        complete = measure(kept, program, plan, wanted, usual if budget is None else budget, report)
    if not complete:
        click.echo("bench: the time is up before the last round is complete; run it again to go on", err=True)
    summary = summarise(kept.results, program.subjects)
    _save(output / f"{name}.json", kept, summary)
    _show(summary, kept, details)
    for picture in (kept.path, output / f"{name}.json", *_draw(summary, output, name)):
        click.echo(f"bench: {picture}", err=True)
    sys.exit(1 if summary.failures else 0)


if __name__ == "__main__":
    main()
