# SPDX-License-Identifier: MIT
"""The verb verify: the rewritten program beside the original."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import click

from rcl import compare, pipeline
from rcl.artefacts import SCHEMAS
from rcl.cli.choosing import analysed
from rcl.cli.common import COMMAND, Session, options, own_stdout, table
from rcl.cli.settings import Setting
from rcl.errors import EXIT_DIFFERS, EXIT_OK
from rcl.numbers import counted
from rcl.report import records
from rcl.verify import AS_PLANNED, KindResult, Verification
from rcl.verify import verify as tried
from rcl.verify.observe import ASPECTS
from rcl.verify.sanitizer import Sanitized
from rcl.verify.trial import Trial


@dataclass(frozen=True)
class Verified:
    """``rcl verify``: what was tried, what came of it, and whether anything differs."""

    command: tuple[str, ...]
    runs: int
    shipped: int
    results: tuple[KindResult, ...]
    sanitized: Sanitized | None
    differs: bool


SCHEMAS[Verified] = ("rcl-verify-1", "rcl verify")


@click.command(context_settings=COMMAND)
@options
@click.option("--build", cls=Setting, default="make", show_default=True, metavar="COMMAND", help="Builds the tree.")
@click.option("--clean", cls=Setting, default="make clean", show_default=True, metavar="COMMAND",
              help="Removes what was built, before the builds with the thread sanitizer.")
@click.option("--kinds", cls=Setting, default="posix,inline", show_default=True, metavar="KIND,...",
              help="The kinds to run besides those that the header says.")
@click.option("--runs", cls=Setting, default=3, show_default=True, type=click.IntRange(2), metavar="N",
              help="Runs of each.")
@click.option("--timeout", cls=Setting, default=600.0, show_default=True, metavar="SECONDS",
              help="When a run is given up.")
@click.option("--tsan/--no-tsan", cls=Setting, default=True, show_default=True,
              help="Build and run with the thread sanitizer, too.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
def verify(
    session: Session,
    build: str,
    clean: str,
    kinds: str,
    runs: int,
    timeout: float,
    tsan: bool,
    command: tuple[str, ...],
) -> int:
    """Build and run the original and the rewritten program, and compare what they do.

    Both are built in copies below .rcl/verify/; the tree itself stays as it is. Exit status, output and
    written files are compared, in every kind of lock; then the reports of the thread sanitizer. Exits with
    4 if anything differs.
    """  # fmt: skip
    known = analysed(session)
    with session.progress("rewrite") as progress:
        made = pipeline.staged(session.workspace, known, progress)
    trial = Trial(command, build, clean, (AS_PLANNED, *compare.kinds(kinds)), runs, timeout)
    with session.progress("verify") as progress, own_stdout(True):
        found = tried(session.workspace, known, made, trial, tsan, progress)
    records.keep_verification(session.workspace, found)
    session.data(Verified(**vars(found), differs=found.differs), "\n".join(_lines(found)))
    session.next("rcl build -- make" if session.workspace.applied.exists() else "rcl rewrite --apply", "rcl compare")
    return EXIT_DIFFERS if found.differs else EXIT_OK


def _lines(found: Verification) -> Iterator[str]:
    rows = [(r.kind, *(finding.verdict for finding in r.findings)) for r in found.results]
    shipped = counted(found.shipped, "section")
    yield f"{shipped} moved: each reads as before when put back, and compiles in every build of its file"
    yield f"the original and the rewritten program, {counted(found.runs, 'run')} each: {' '.join(found.command)}"
    yield table(("KIND", *(aspect.upper() for aspect in ASPECTS)), rows)
    for result in found.results:
        for finding in result.findings:
            if finding.detail:
                yield f"  {result.kind}, {finding.aspect}: {finding.detail}"
    if found.sanitized is not None:
        yield from _sanitized(found)


def _sanitized(found: Verification) -> Iterator[str]:
    said = found.sanitized
    assert said is not None
    if said.skipped:
        yield f"thread sanitizer: not tried: {said.skipped}"
        return
    reports = counted(len(said.before), "report")
    yield f"thread sanitizer: {reports} before, {len(said.after)} after, {len(said.new)} new"
    for report in said.new:
        yield f"  new: {report}"
