# SPDX-License-Identifier: MIT
"""The verbs that measure and look things up: compare, doctor, explain."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from rcl import compare as comparer
from rcl import doctor as examiner
from rcl import pipeline, plan, refusals_doc
from rcl.choose import DEFAULT, hint, small_machine
from rcl.cli.common import COMMAND, Session, options, table
from rcl.cli.documents import Compared, ComparedKind, Examined, Explained
from rcl.cli.settings import Setting
from rcl.compare import Comparison, Series
from rcl.errors import EXIT_INPUT, EXIT_OK, Code, RclError
from rcl.model import SanlSettings
from rcl.numbers import counted
from rcl.report import records

# ------------------------------------------------------------------------------------- compare


@click.command(context_settings=COMMAND)
@options
@click.option("--kinds", cls=Setting, default=f"posix,{DEFAULT.value}", show_default=True, metavar="KIND,...",
              help="The kinds to compare; the first is the measure of the others.")
@click.option("--runs", cls=Setting, default=5, show_default=True, type=click.IntRange(1), metavar="N",
              help="Runs of each kind.")
@click.option("--metric", cls=Setting, default=None, metavar="NAME",
              help="Which of the reported numbers.  [ops_per_s, else wall_s]")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
def compare(
    session: Session, kinds: str, runs: int, metric: str | None, command: tuple[str, ...]
) -> None:
    """Run a converted program with each kind of lock.

    The kinds take turns, and nothing is rebuilt: RCL_LOCKS in the environment says which it is. Kind "plan" leaves
    each lock class to rcl_config.h, with the servers on the plan's processors.

    The command may end its output with a JSON line {"schema": "rcl-load-1", "ops_per_s": ...};
    without one its wall time is compared.
    """  # fmt: skip
    wanted = comparer.kinds(kinds)
    if not session.workspace.applied.exists() and not session.workspace.header.exists():
        session.say("note: no rewriting is applied to this tree; all kinds are alike to a program without one")
    with session.progress("compare") as progress:
        compared = comparer.compare(command, wanted, runs, metric, progress, _cores(session, wanted), _sanl(session))
    records.keep_comparison(session.workspace, compared)
    first = compared.series[0]
    overlap = [s.kind for s in compared.series[1:] if not s.apart(first)]
    found = tuple(_kind(compared, series) for series in compared.series)
    document = Compared(command, compared.metric, compared.higher_is_better, runs, found)
    session.data(document, _comparison(compared))
    for kind in overlap:
        session.say(f"note: the runs of {kind} and {first.kind} overlap; the difference may be noise")
    note = small_machine(session.workspace.cores)
    if note and any(kind.startswith("rcl") for kind in wanted):
        session.say(f"note: {note}")


def _cores(session: Session, wanted: Sequence[str]) -> tuple[int, ...]:
    """The processors of the plan's servers, unless the environment names others."""
    planned = comparer.PLANNED in wanted and "RCL_CORES" not in os.environ
    return plan.read(session.workspace.plan).cores if planned else ()


def _sanl(session: Session) -> SanlSettings | None:
    """The settings of kind sanl as calibrated, unless the environment says otherwise."""
    found = pipeline.calibration(session.workspace)
    return found.sanl if found and "RCL_SANL" not in os.environ else None


def _comparison(compared: Comparison) -> str:
    better = "higher" if compared.higher_is_better else "lower"
    rows = [
        (
            series.kind,
            f"{series.median:.6g}",
            f"{min(series.values):.6g}",
            f"{max(series.values):.6g}",
            f"{series.spread:.1%}",
            compared.gain(series),
        )
        for series in compared.series
    ]
    head = ("KIND", "MEDIAN", "MIN", "MAX", "SPREAD", f"GAIN OVER {rows[0][0]}".upper())
    right = " ".join(head[1:5])
    runs = counted(len(compared.series[0].values), "run")
    title = f"{compared.metric} ({better} is better), {runs} of each kind in turns"
    return f"{title}\n{table(head, rows, right)}"


def _kind(compared: Comparison, series: Series) -> ComparedKind:
    return ComparedKind(series.kind, series.values, series.median, series.spread, compared.ratio(series))


# -------------------------------------------------------------------------------------- doctor


@click.command()
@options
def doctor(session: Session) -> int:
    """Check what rcl needs, and say what this machine can do."""
    checks = examiner.examine()
    marks = {True: "ok", False: "MISSING", None: ""}
    lines = []
    for check in checks:
        lines.append(f"{check.name:<10} {marks[check.ok]:<8} {check.detail}")
        if not check.ok and check.way_out:
            lines.append(f"{'':<20}{check.way_out}")
    session.data(Examined(checks), "\n".join(lines))
    if any(check.ok is False for check in checks):
        return EXIT_INPUT
    session.next("rcl analyse")
    return EXIT_OK


# ------------------------------------------------------------------------------------- explain


@click.command()
@options
@click.argument("code")
def explain(session: Session, code: str) -> None:
    """Explain a refusal by its code: rcl explain RCL086."""
    known = {entry.code: entry for entry in Code}
    found = known.get(code.upper())
    if found is None:
        near = hint(code.upper(), known)
        why = f"there is no such code{near}; docs/refusals.md lists them"
        raise RclError(Code.BAD_ARGUMENT, argument=code, why=why)
    document = Explained(found.code, found.name, found.exit_status, found.sentence, found.way_out)
    session.data(document, refusals_doc.entry(found))

