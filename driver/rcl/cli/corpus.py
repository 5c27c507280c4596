# SPDX-License-Identifier: MIT
"""The verbs that try rcl on real programs: corpus, suite."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rcl import artefacts
from rcl import compare as comparer
from rcl.cli.common import Session, options, table
from rcl.corpus import manifest, stages
from rcl.corpus.manifest import CORPUS
from rcl.corpus.stages import KINDS, Conversion, CorpusReport, PackageReport, Stage
from rcl.corpus.suite import NOTHING, SuiteResult, compare
from rcl.errors import EXIT_DIFFERS, EXIT_OK

CACHE = CORPUS.with_name("cache")

_FILE = click.Path(path_type=Path, dir_okay=False)
_OUTPUT = click.option("-o", "--output", type=_FILE, metavar="FILE", help="Write the results as JSON.")
_QUICK = click.option("--quick", is_flag=True, help="Run only the tests that stand for the suite.")


# -------------------------------------------------------------------------------------- corpus


@click.command(short_help="Convert real programs whole and run their own tests.")
@options
@click.argument("names", nargs=-1, required=True, metavar="NAME|MANIFEST...")
@click.option(
    "--until",
    type=click.Choice([stage.value for stage in Stage]),
    default=Stage.COMPARE.value,
    show_default=True,
    help="The last stage to take.",
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    default=CACHE,
    metavar="DIR",
    help="Where sources, trees and results are kept.  [default: cache/ of rcl's own tree]",
)
@click.option(
    "--kinds",
    default=",".join(KINDS),
    show_default=True,
    metavar="KIND,...",
    help="The kinds of lock to run the tests with.",
)
@_QUICK
@_OUTPUT
def corpus(
    session: Session, names: tuple[str, ...], until: str, cache: Path, kinds: str, quick: bool, output: Path | None
) -> int:
    """Fetch real programs, convert every lock class of them, and run their own tests with each kind of lock.

    Every stage is kept in the cache, so an interrupted run goes on where it stopped.
    """
    wanted = [manifest.load(manifest.find(name)) for name in dict.fromkeys(names)]
    by_kind = comparer.kinds(kinds)
    with session.progress("corpus") as progress:
        report = stages.run_all(wanted, cache, Stage(until), quick, progress, by_kind, session.workspace.jobs)
    if output:
        artefacts.write(output, report)
    session.data("corpus", artefacts.to_json(report), _table(report, by_kind))
    for package in report.packages:
        for remark in stages.remarks(package):
            session.say(remark)
    return report.exit_status


_NUMBERS = ("CLASSES", "SECTIONS", "SHIPPED", "LEASED", "REFUSED")


def _table(report: CorpusReport, kinds: Sequence[str]) -> str:
    head = ("PACKAGE", "VERSION", *_NUMBERS, "REWRITE", "PEAK", "BASELINE", *kinds, "TIME")
    rows = [_row(package, kinds) for package in report.packages]
    return table(head, rows, " ".join((*_NUMBERS, "REWRITE", "PEAK", "TIME")))


def _row(package: PackageReport, kinds: Sequence[str]) -> tuple[str, ...]:
    baseline = "-" if package.baseline is None else stages.summary(package.baseline)
    ran = {run.kind: f"{len(run.differences)} differ" if run.differences else "same" for run in package.runs}
    results = (ran.get(kind, "-") for kind in kinds)
    seconds = f"{sum(package.seconds.values()):.0f} s"
    return (package.name, package.version, *_converted(package.conversion), baseline, *results, seconds)


def _converted(conversion: Conversion | None) -> tuple[str, ...]:
    """The numbers, and what the analysis and the rewriting took together."""
    if conversion is None:
        return ("-",) * (len(_NUMBERS) + 2)
    c = conversion
    classes = f"{c.classes - c.refused_classes} of {c.classes}" if c.refused_classes else str(c.classes)
    costs = [cost for verb, cost in c.costs.items() if verb != "build"]
    seconds, peak = sum(cost.seconds for cost in costs), max((cost.peak_mib for cost in costs), default=0)
    return (classes, *map(str, (c.sections, c.shipped, c.leased, c.refused)), f"{seconds:.0f} s", f"{peak} MiB")


# --------------------------------------------------------------------------------------- suite


@click.command(short_help="Run a real program's own tests in its built tree.")
@options
@click.argument("name", metavar="NAME|MANIFEST")
@click.option("--before", type=_FILE, metavar="FILE", help="Compare with the results of an earlier run.")
@_QUICK
@_OUTPUT
def suite(session: Session, name: str, before: Path | None, quick: bool, output: Path | None) -> int:
    """Run a real program's own tests in its built tree; exit 4 if they end otherwise than before.

    A test that differs is run again, alone, before it counts. RCL_LOCKS decides the kind of each lock.
    """
    wanted = manifest.load(manifest.find(name))
    known = artefacts.read(before, SuiteResult) if before else NOTHING
    with session.progress(wanted.name) as progress:
        after = stages.run_suite(wanted, session.workspace.root, known, quick, progress)
    if output:
        artefacts.write(output, after)
    differences = compare(known, after) if before else ()
    verdict = f"; {len(differences) or 'none'} differ from {before}" if before else ""
    text = f"{wanted.name}: {stages.summary(after)} in {after.seconds:.0f} s{verdict}"
    session.data("suite", artefacts.to_json(after), text)
    for difference in differences:
        session.say(stages.describe(difference))
    return EXIT_DIFFERS if differences else EXIT_OK


VERBS = (corpus, suite)
