# SPDX-License-Identifier: MIT
"""The verbs that try rcl on real programs: corpus, suite."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rcl import artefacts
from rcl import compare as comparer
from rcl.cli.common import Session, options, table
from rcl.corpus import manifest, report, stages
from rcl.corpus.manifest import CORPUS
from rcl.corpus.report import PackageReport
from rcl.corpus.stages import KINDS, Stage
from rcl.corpus.suite import NOTHING, SuiteResult, compare
from rcl.errors import EXIT_DIFFERS, EXIT_OK

CACHE = CORPUS.with_name("cache")

_FILE = click.Path(path_type=Path, dir_okay=False)
_OUTPUT = click.option("-o", "--output", type=_FILE, metavar="FILE", help="Write the results as JSON.")
_QUICK = click.option("--quick", is_flag=True, help="Run only the tests that stand for the suite.")


# -------------------------------------------------------------------------------------- corpus


@click.command(short_help="Convert real programs whole and run their own tests.")
@options
@click.argument("names", nargs=-1, metavar="[NAME|MANIFEST]...")
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

    Without a name, all those that there are manifests of. Every stage is kept in the cache, so an interrupted run goes
    on where it stopped.
    """
    wanted = [manifest.load(manifest.find(name)) for name in dict.fromkeys(names or manifest.names())]
    by_kind = comparer.kinds(kinds)

    def ready(package: PackageReport) -> None:
        if len(wanted) > 1 and not sys.stderr.isatty():  # nobody sees a progress bar
            session.say(f"{package.name}: {report.verdict(package)}")

    with session.progress("corpus") as progress:
        jobs = session.workspace.jobs
        found = stages.run_all(wanted, cache, Stage(until), quick, progress, by_kind, jobs, ready)
    if output:
        artefacts.write(output, found)
    rows = [report.row(package, found.kinds) for package in found.packages]
    session.data(found, table(report.columns(found), rows, " ".join(report.RIGHT)))
    for package in found.packages:
        for remark in report.remarks(package):
            session.say(remark)
    return found.exit_status


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
    text = f"{wanted.name}: {report.summary(after)} in {after.seconds:.0f} s{verdict}"
    session.data(after, text)
    for difference in differences:
        session.say(report.describe(difference))
    return EXIT_DIFFERS if differences else EXIT_OK
