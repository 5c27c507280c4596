# SPDX-License-Identifier: MIT
"""What came out of a run of the corpus: its data, its table, and its remarks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rcl import artefacts
from rcl.corpus.command import Cost
from rcl.corpus.suite import Difference, Outcome, SuiteResult, TestResult
from rcl.errors import EXIT_OK
from rcl.model import Machine


@dataclass(frozen=True)
class Conversion:
    """What the rewriting made of a program. ``reasons`` counts the sections that stay in place, by code.

    ``costs`` says what each verb took. ``partly``: as many of the shipped sections keep the lock on some way out, and
    what follows there runs in place; None in reports of before that was counted.
    """

    classes: int
    refused_classes: int
    sections: int
    shipped: int
    leased: int
    refused: int
    reasons: dict[str, int]
    costs: dict[str, Cost] = field(default_factory=dict)
    partly: int | None = None


@dataclass(frozen=True)
class SuiteRun:
    """The converted program's suite under one kind of lock.

    ``varying``: the tests that differ and that end so without the rewriting, too, when they are run again.
    """

    kind: str
    result: SuiteResult
    differences: tuple[Difference, ...]
    varying: tuple[str, ...] = ()

    @property
    def differing(self) -> int:
        """How many tests end as they never did without the rewriting."""
        return len(self.differences) - len(self.varying)

    @property
    def verdict(self) -> str:
        """Whether the tests ended as in the baseline."""
        counts = ((self.differing, "differ"), (len(self.varying), "vary"))
        return ", ".join(f"{count} {what}" for count, what in counts if count) or "same"


@dataclass(frozen=True)
class PackageReport:
    """One program. ``stopped`` is the refusal that ended it early, with its exit status.

    ``unexpected``: the tests that fail before the rewriting though the manifest does not say so, or the reverse.
    """

    name: str
    version: str
    conversion: Conversion | None = None
    baseline: SuiteResult | None = None
    runs: tuple[SuiteRun, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    stopped: str = ""
    exit_status: int = EXIT_OK
    unexpected: tuple[str, ...] = ()


@dataclass(frozen=True)
class CorpusReport:
    """All programs of a run, the kinds of lock that their suites were run with, when and on what."""

    packages: tuple[PackageReport, ...]
    kinds: tuple[str, ...]
    date: str
    machine: Machine

    @property
    def exit_status(self) -> int:
        """The status of the whole run: the first that is not 0."""
        return next((package.exit_status for package in self.packages if package.exit_status), EXIT_OK)


artefacts.SCHEMAS[CorpusReport] = ("rcl-corpus-1", "rcl corpus NAME")

#: the columns of the table: the counts, and what the analysis and the rewriting took together
NUMBERS = ("CLASSES", "SECTIONS", "SHIPPED", "PARTLY", "LEASED", "REFUSED", "REWRITE", "CPU", "PEAK")
RIGHT = (*NUMBERS, "TIME")


def columns(report: CorpusReport) -> tuple[str, ...]:
    """The heads of the table."""
    return ("PACKAGE", "VERSION", *NUMBERS, "BASELINE", *report.kinds, "TIME")


def row(package: PackageReport, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A program's row of the table."""
    baseline = "-" if package.baseline is None else summary(package.baseline)
    ran = {run.kind: run.verdict for run in package.runs}
    seconds = f"{sum(package.seconds.values()):.0f} s"
    results = (ran.get(kind, "-") for kind in kinds)
    return (package.name, package.version, *_numbers(package.conversion), baseline, *results, seconds)


def _numbers(conversion: Conversion | None) -> tuple[str, ...]:
    if conversion is None:
        return ("-",) * len(NUMBERS)
    c = conversion
    classes = f"{c.classes - c.refused_classes} of {c.classes}" if c.refused_classes else str(c.classes)
    costs = [cost for verb, cost in c.costs.items() if verb != "build"]
    times = (f"{sum(seconds):.0f} s" for seconds in ([c.seconds for c in costs], [c.cpu_s for c in costs]))
    peak = max((cost.peak_mib for cost in costs), default=0)
    partly = "-" if c.partly is None else c.partly
    return (classes, *map(str, (c.sections, c.shipped, partly, c.leased, c.refused)), *times, f"{peak} MiB")


def verdict(package: PackageReport) -> str:
    """What came out of a program, in one line."""
    if package.stopped:
        return f"stopped at {package.stopped}"
    results = ", ".join(f"{run.kind} {run.verdict}" for run in package.runs)
    return results or f"{', '.join(package.seconds)} done"


def summary(result: SuiteResult) -> str:
    """``69 pass, 12 skip``: how many test programs ended how."""
    return ", ".join(f"{n} {outcome.value}" for outcome in Outcome if (n := result.count(outcome)))


def remarks(package: PackageReport) -> Iterator[str]:
    """Why a program went no further, what keeps sections in place, and each difference."""
    if package.stopped:
        yield f"{package.name}: stopped at {package.stopped}"
    if package.unexpected:
        yield f"{package.name}: before the rewriting, not as its manifest says: {', '.join(package.unexpected)}"
    if package.conversion and package.conversion.reasons:
        reasons = ", ".join(f"{code} {count}" for code, count in package.conversion.reasons.items())
        yield f"{package.name}: sections that stay in place: {reasons}"
    for run in package.runs:
        for difference in run.differences:
            also = ", as without the rewriting when run again" if difference.name in run.varying else ""
            yield f"{package.name}: {run.kind}: {describe(difference)}{also}"
        differing = {difference.name for difference in run.differences}
        if flaky := [name for name in run.result.rerun if name not in differing]:
            yield f"{package.name}: {run.kind}: the same only when run again: {', '.join(flaky)}"


def describe(difference: Difference) -> str:
    """A difference in one sentence."""
    return f"{difference.name}: {_ending(difference.before)} before, {_ending(difference.after)} after"


def _ending(test: TestResult | None) -> str:
    if test is None:
        return "not run"
    details = ", ".join(filter(None, (test.note, *test.failed[:3])))
    return f"{test.outcome.value} ({details})" if details else test.outcome.value
