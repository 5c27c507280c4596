# SPDX-License-Identifier: MIT
"""A real program from its source package to its converted tests, in stages that are not repeated without need.

    fetch ──► build ──► baseline ──► convert ──► the suite under each kind of lock, compared with the baseline

Everything lies in ``cache/corpus/NAME/``: the trees ``pristine-VERSION``, ``original`` and ``converted``, a log for
each, the output of each test below ``logs/``, and the results as JSON. An interrupted run goes on where it stopped.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from rcl import artefacts
from rcl.build import library
from rcl.corpus import source
from rcl.corpus.manifest import Manifest
from rcl.corpus.suite import NOTHING, Difference, Outcome, Suite, SuiteResult, TestResult, compare
from rcl.errors import EXIT_DIFFERS, EXIT_OK, Code, RclError
from rcl.model import State
from rcl.workspace import Progress, Workspace, quiet, read_bytes, sha256, write_atomically

#: the kinds of lock that the converted program's suite is run with
KINDS = ("posix", "inline", "rcl:0")

#: the verbs that convert every mutex class of a tree
CONVERT = (("choose", "--all", "rcl:0"), ("rewrite", "--apply"))

TOOLS = ("apt-get", "apt-cache", "dpkg-source", "git", "bear")


class VerbFailed(Exception):
    """A verb of rcl's own ended with a status other than 0 on a real program."""

    def __init__(self, verb: str, exit_status: int, log: Path) -> None:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        errors = [line for line in lines if line.startswith(("error ", "internal error"))]
        super().__init__(f"{verb} ended with status {exit_status}: {(errors or lines or ['no output'])[-1]}")
        self.exit_status = exit_status


class Stage(str, Enum):
    """How far to go."""

    FETCH = "fetch"
    BUILD = "build"
    BASELINE = "baseline"
    CONVERT = "convert"
    COMPARE = "compare"


@dataclass(frozen=True)
class SuiteRecord:
    """suite-*.json below the cache: the results so far, and the hash of the program that they are about."""

    program: str
    result: SuiteResult


@dataclass(frozen=True)
class Conversion:
    """What the rewriting made of a program. ``reasons`` counts the sections that stay in place, by code."""

    classes: int
    refused_classes: int
    sections: int
    shipped: int
    leased: int
    refused: int
    reasons: dict[str, int]


@dataclass(frozen=True)
class SuiteRun:
    """The converted program's suite under one kind of lock."""

    kind: str
    result: SuiteResult
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class PackageReport:
    """One program. ``stopped`` is the refusal that ended it early, with its exit status."""

    name: str
    version: str
    conversion: Conversion | None = None
    baseline: SuiteResult | None = None
    runs: tuple[SuiteRun, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    stopped: str = ""
    exit_status: int = EXIT_OK


@dataclass(frozen=True)
class CorpusReport:
    """All programs of a run."""

    packages: tuple[PackageReport, ...]

    @property
    def exit_status(self) -> int:
        """The status of the whole run: the first that is not 0."""
        return next((package.exit_status for package in self.packages if package.exit_status), EXIT_OK)


artefacts.SCHEMAS[SuiteRecord] = ("rcl-suite-record-1", "rcl corpus NAME")
artefacts.SCHEMAS[SuiteResult] = ("rcl-suite-1", "rcl suite -o FILE NAME")
artefacts.SCHEMAS[CorpusReport] = ("rcl-corpus-1", "rcl corpus NAME")


def run(
    manifest: Manifest,
    cache: Path,
    until: Stage = Stage.COMPARE,
    quick: bool = False,
    progress: Progress = quiet,
) -> PackageReport:
    """Take a program through the stages, up to and including ``until``. A refusal ends it and is reported."""
    for tool in TOOLS:
        if shutil.which(tool) is None:
            raise RclError(Code.TOOL_MISSING, tool=tool, install="install the packages that .ci/packages.txt names")
    work = _Work(manifest, cache.absolute(), quick, progress)
    stages = (
        (Stage.FETCH, work.fetch),
        (Stage.BUILD, work.build),
        (Stage.BASELINE, work.baseline),
        (Stage.CONVERT, work.convert),
        (Stage.COMPARE, work.compare),
    )
    for stage, step in stages:
        try:
            with work.timed(stage.value):
                step()
        except (RclError, VerbFailed) as error:
            return work.report(f"{stage.value}: {error}", error.exit_status)
        if stage is until:
            break
    return work.report()


def run_suite(
    manifest: Manifest,
    tree: Path,
    before: SuiteResult = NOTHING,
    quick: bool = False,
    progress: Progress = quiet,
) -> SuiteResult:
    """The suite in a tree built by hand; tests that differ from ``before`` are run again."""
    suite = Suite(manifest, tree, tree / ".rcl" / "logs", {}, quick)

    def report(so_far: SuiteResult, test: TestResult) -> None:
        progress(len(so_far.tests), len(suite), f"{test.name}: {test.outcome.value}")

    after = suite.run(report)
    return suite.settle(before, after, report) if before.tests else after


class _Work:
    """One program on its way; each stage leaves what the next needs."""

    def __init__(self, manifest: Manifest, cache: Path, quick: bool, progress: Progress) -> None:
        self._manifest = manifest
        self._cache = cache
        self._home = cache / "corpus" / manifest.name
        self._quick = quick
        self._progress = progress
        self._seconds: dict[str, float] = {}
        self._baseline = NOTHING
        self._conversion: Conversion | None = None
        self._runs: list[SuiteRun] = []

    def fetch(self) -> None:
        self._pristine = source.fetch(self._manifest, self._cache, self._progress)

    def build(self) -> None:
        self._original = self._home / "original"
        stamp = self._home / "original.built"
        if not stamp.is_file() or read_bytes(stamp).decode() != self._built_from():
            stamp.unlink(missing_ok=True)
            self._build_tree(self._original)
            write_atomically(stamp, self._built_from().encode())

    def baseline(self) -> None:
        self._baseline = self._suite(self._original, "baseline", {}, self._built_from())

    def convert(self) -> None:
        tree = self._home / "converted"
        self._build_tree(tree)
        log = self._home / "converted.log"
        rcl = Path(sys.executable).with_name("rcl")
        for verb in (*CONVERT, ("build", "--", "sh", "-c", self._manifest.build.make)):
            shown = " ".join(("rcl", *verb))
            self._progress(0, 0, f"{self._manifest.name}: {shown}")
            if status := source.logged([str(rcl), *verb], tree, log, self._make_env()):
                raise VerbFailed(shown, status, log)
        self._converted = Workspace.at(tree)
        self._conversion = tally(self._converted)

    def compare(self) -> None:
        made_of = (self._converted.patch, self._converted.header, library().library / "librcl.so")
        program = sha256(self._built_from().encode() + b"".join(map(read_bytes, made_of)))
        for kind in KINDS:
            label = "converted-" + kind.replace(":", "-")
            result = self._suite(self._converted.root, label, {"RCL_LOCKS": f"*={kind}"}, program)
            self._runs.append(SuiteRun(kind, result, compare(self._baseline, result)))

    def report(self, stopped: str = "", exit_status: int = EXIT_OK) -> PackageReport:
        """What has come out so far."""
        differs = any(run.differences for run in self._runs)
        return PackageReport(
            self._manifest.name,
            self._manifest.version,
            self._conversion,
            self._baseline if self._baseline.tests else None,
            tuple(self._runs),
            self._seconds,
            stopped,
            exit_status or (EXIT_DIFFERS if differs else EXIT_OK),
        )

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Note how long a stage took this time."""
        started = time.monotonic()
        try:
            yield
        finally:
            self._seconds[stage] = round(time.monotonic() - started, 1)

    def _built_from(self) -> str:
        return sha256(repr((self._manifest.version, self._manifest.build)).encode())

    def _make_env(self) -> dict[str, str]:
        return os.environ | {"MAKEFLAGS": f"-j{os.cpu_count() or 1}", "LC_ALL": "C"}

    def _build_tree(self, tree: Path) -> None:
        """Copy the pristine tree and build it, with its compilation database."""
        log = self._home / f"{tree.name}.log"
        log.unlink(missing_ok=True)
        source.copy_tree(self._pristine, tree)
        build = self._manifest.build
        for command, prefix in ((build.configure, ()), (build.make, ("bear", "--"))):
            self._progress(0, 0, f"{self._manifest.name}: {command}")
            source.run_logged([*prefix, "sh", "-c", command], tree, log, self._make_env(), command)

    def _suite(self, tree: Path, label: str, env: dict[str, str], program: str) -> SuiteResult:
        name = f"quick-{label}" if self._quick else label
        suite = Suite(self._manifest, tree, self._home / "logs" / name, env, self._quick)
        path = self._home / f"suite-{name}.json"
        known = _known(path, program)

        def report(so_far: SuiteResult, test: TestResult) -> None:
            artefacts.write(path, SuiteRecord(program, so_far))
            self._progress(len(so_far.tests), len(suite), f"{label}: {test.name}: {test.outcome.value}")

        result = suite.run(report, known)
        return suite.settle(self._baseline, result, report) if self._baseline.tests else result


def _known(path: Path, program: str) -> SuiteResult:
    """The results so far, if they are about this program and can be read."""
    try:
        record = artefacts.read(path, SuiteRecord)
    except RclError:
        return NOTHING
    return record.result if record.program == program else NOTHING


def tally(tree: Workspace) -> Conversion:
    """Count a converted tree's classes and sections, as analysed and then, where rewritten, as it turned out."""
    analysis = artefacts.read(tree.sections, artefacts.CachedAnalysis).analysis
    rewriting = artefacts.read(tree.rewriting, artefacts.StagedRewriting)
    rewritten = {section.id: section for section in rewriting.sections}
    sections = [rewritten.get(section.id, section) for section in analysis.sections]
    states = Counter(section.state for section in sections)
    reasons = Counter(section.reason.code for section in sections if section.reason)
    refused = sum(len(unit.classes) for unit in analysis.units if unit.refused)
    return Conversion(
        len(analysis.classes),
        refused,
        len(sections),
        states[State.SHIPPED],
        states[State.LEASED],
        states[State.REFUSED],
        dict(sorted(reasons.items())),
    )


def summary(result: SuiteResult) -> str:
    """``69 pass, 12 skip``: how many test programs ended how."""
    return ", ".join(f"{n} {outcome.value}" for outcome in Outcome if (n := result.count(outcome)))


def remarks(package: PackageReport) -> Iterator[str]:
    """Why a program went no further, what keeps sections in place, and each difference."""
    if package.stopped:
        yield f"{package.name}: stopped at {package.stopped}"
    if package.conversion and package.conversion.reasons:
        reasons = ", ".join(f"{code} {count}" for code, count in package.conversion.reasons.items())
        yield f"{package.name}: sections that stay in place: {reasons}"
    for run in package.runs:
        for difference in run.differences:
            yield f"{package.name}: {run.kind}: {describe(difference)}"
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
