# SPDX-License-Identifier: MIT
"""A real program from its source package to its converted tests, in stages that are not repeated without need.

    fetch ──► build ──► baseline ──► convert ──► the suite under each kind of lock, compared with the baseline

Several programs go side by side; only the suites run one after another, as a busy machine makes tests time out.
Everything lies in ``cache/corpus/NAME/``: the trees ``pristine-VERSION``, ``original`` and ``converted``, a log for
each, the output of each test below ``logs/``, and the results as JSON. An interrupted run goes on where it stopped.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from pathlib import Path
from typing import TypeVar

from rcl import artefacts
from rcl.build import library
from rcl.corpus import source
from rcl.corpus.built import fingerprint, machine_code
from rcl.corpus.command import Cost, logged, run_logged
from rcl.corpus.manifest import Manifest
from rcl.corpus.report import Conversion, CorpusReport, PackageReport, SuiteRun
from rcl.corpus.suite import (
    BASELINE_RERUNS,
    NOTHING,
    Difference,
    Running,
    Suite,
    SuiteResult,
    TestResult,
    as_before,
    as_known,
    compare,
)
from rcl.errors import EXIT_DIFFERS, EXIT_OK, Code, RclError
from rcl.machine import machine
from rcl.model import State
from rcl.rewrite.spatch import rules
from rcl.workspace import Progress, Workspace, quiet, read_bytes, sha256

#: the kinds of lock that the converted program's suite is run with unless others are asked for
KINDS = ("posix", "inline", "rcl:0")

#: the verbs that convert every mutex class of a tree; what configuring it has changed may stay
CONVERT = (("choose", "--all", "rcl:0"), ("rewrite", "--apply", "--allow-dirty"))

#: one suite at a time, and one apt
_alone = threading.Lock()

T = TypeVar("T")

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
class BuildRecord:
    """original.json below the cache: the hash of what the tree was built from, and the machine code that came of it."""

    made_of: str
    code: tuple[str, ...]


@dataclass(frozen=True)
class SuiteRecord:
    """suite-*.json below the cache: the results so far, and the hash of the program and tests that they are about."""

    made_of: str
    result: SuiteResult


@dataclass(frozen=True)
class ConversionRecord:
    """conversion.json below the cache: a finished conversion, the hash of the program and of what converted it, and
    the machine code that came of it."""

    made_of: str
    conversion: Conversion
    code: tuple[str, ...]


artefacts.SCHEMAS[BuildRecord] = ("rcl-corpus-build-1", "rcl corpus NAME")
artefacts.SCHEMAS[SuiteRecord] = ("rcl-suite-record-2", "rcl corpus NAME")
artefacts.SCHEMAS[ConversionRecord] = ("rcl-conversion-3", "rcl corpus NAME")
artefacts.SCHEMAS[SuiteResult] = ("rcl-suite-1", "rcl suite -o FILE NAME")


def run_all(
    manifests: Sequence[Manifest],
    cache: Path,
    until: Stage = Stage.COMPARE,
    quick: bool = False,
    progress: Progress = quiet,
    kinds: Sequence[str] = KINDS,
    jobs: int = 1,
    ready: Callable[[PackageReport], None] = lambda _: None,
) -> CorpusReport:
    """Take programs through the stages, ``jobs`` at a time; the report is in the order of ``manifests``.

    ``ready`` gets each program's own report as soon as there is one.
    """
    for tool in TOOLS:
        if shutil.which(tool) is None:
            raise RclError(Code.TOOL_MISSING, tool=tool, install="install the packages that .ci/packages.txt names")
    ended: list[str] = []
    running = Running()

    def say(done: int, total: int, what: str) -> None:
        running.obey()
        progress(*((len(ended), len(manifests)) if len(manifests) > 1 else (done, total)), what)

    def one(manifest: Manifest) -> PackageReport:
        report = run(manifest, cache, until, quick, say, kinds, running)
        ended.append(manifest.name)
        ready(report)
        return report

    with ThreadPoolExecutor(jobs) as pool:
        try:
            packages = tuple(pool.map(one, manifests))
        except BaseException:
            running.give_up()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return CorpusReport(packages, tuple(kinds), date.today().isoformat(), machine())


def run(
    manifest: Manifest,
    cache: Path,
    until: Stage = Stage.COMPARE,
    quick: bool = False,
    progress: Progress = quiet,
    kinds: Sequence[str] = KINDS,
    running: Running | None = None,
) -> PackageReport:
    """Take a program through the stages, up to and including ``until``. A refusal ends it and is reported."""
    work = _Work(manifest, cache.absolute(), quick, progress, kinds, running)
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
    """The suite in a tree built by hand; tests that differ from ``before``, or else the manifest, are run again."""
    suite = Suite(manifest, tree, tree / ".rcl" / "logs", {}, quick)

    def report(so_far: SuiteResult, test: TestResult) -> None:
        progress(len(so_far.tests), len(suite), f"{test.name}: {test.outcome.value}")

    after = suite.run(report)
    return suite.settle(after, as_before(before) if before.tests else as_known(manifest), report)


class _Work:
    """One program on its way; each stage leaves what the next needs."""

    def __init__(
        self, manifest: Manifest, cache: Path, quick: bool, progress: Progress, kinds: Sequence[str],
        running: Running | None,
    ) -> None:  # fmt: skip
        self._manifest = manifest
        self._cache = cache
        self._home = cache / "corpus" / manifest.name
        self._quick = quick
        self._progress = progress
        self._kinds = kinds
        self._running = running
        self._seconds: dict[str, float] = {}
        self._baseline = NOTHING
        self._conversion: Conversion | None = None
        self._runs: list[SuiteRun] = []

    def fetch(self) -> None:
        with _alone:
            self._pristine = source.fetch(self._manifest, self._cache, self._progress)

    def build(self) -> None:
        self._original = self._home / "original"
        path = self._home / "original.json"
        known = _read(path, BuildRecord)
        if known is None or known.made_of != self._built_from():
            path.unlink(missing_ok=True)
            self._build_tree(self._original)
            known = BuildRecord(self._built_from(), machine_code(self._original))
            artefacts.write(path, known)
        self._original_code = known.code

    def baseline(self) -> None:
        program = fingerprint(self._original, self._original_code)
        self._baseline = self._suite(self._original, "baseline", {}, program)

    def convert(self) -> None:
        tree = self._home / "converted"
        path = self._home / "conversion.json"
        made_of = sha256((self._built_from() + converter()).encode())
        known = _read(path, ConversionRecord)
        if known is None or known.made_of != made_of:
            path.unlink(missing_ok=True)
            self._build_tree(tree)
            costs = {verb[0]: self._verb(verb, tree) for verb in self._verbs()}
            conversion = replace(tally(Workspace.at(tree)), costs=costs)
            known = ConversionRecord(made_of, conversion, machine_code(tree))
            artefacts.write(path, known)
        self._converted, self._converted_code = tree, known.code
        self._conversion = known.conversion

    def _verbs(self) -> tuple[tuple[str, ...], ...]:
        return (*CONVERT, ("build", "--", "sh", "-c", self._manifest.build.make))

    def _verb(self, verb: Sequence[str], tree: Path) -> Cost:
        log = self._home / "converted.log"
        shown = " ".join(("rcl", *verb))
        self._progress(0, 0, f"{self._manifest.name}: {shown}")
        cost = logged([sys.executable, "-P", "-m", "rcl", *verb], tree, log, self._make_env())
        if cost.status:
            raise VerbFailed(shown, cost.status, log)
        return cost

    def compare(self) -> None:
        runtime = library().library / "librcl.so"
        program = fingerprint(self._converted, self._converted_code, [runtime])
        for kind in self._kinds:
            label = "converted-" + kind.replace(":", "-")
            result = self._suite(self._converted, label, {"RCL_LOCKS": f"*={kind}"}, program)
            differences = compare(self._baseline, result)
            varying = self._varying(differences) if differences else ()
            self._runs.append(SuiteRun(kind, result, differences, varying))

    def _varying(self, differences: Sequence[Difference]) -> tuple[str, ...]:
        """The tests that end so without the rewriting, too, in one of some runs."""
        after = as_before(SuiteResult(tuple(d.after for d in differences if d.after), 0))
        before = SuiteResult(tuple(replace(d.before, reruns=0) for d in differences if d.before and d.after), 0)
        suite = Suite(self._manifest, self._original, self._home / "logs" / "again", {}, self._quick, self._running)

        def report(_: SuiteResult, test: TestResult) -> None:
            self._progress(0, 0, f"without the rewriting: {test.name}: {test.outcome.value}")

        with _alone:
            settled = suite.settle(before, after, report, BASELINE_RERUNS)
        return tuple(test.name for test in settled.tests if after(test))

    def report(self, stopped: str = "", exit_status: int = EXIT_OK) -> PackageReport:
        """What has come out so far."""
        differs = any(run.differing for run in self._runs)
        return PackageReport(
            self._manifest.name,
            self._manifest.version,
            self._conversion,
            self._baseline if self._baseline.tests else None,
            tuple(self._runs),
            self._seconds,
            stopped,
            exit_status or (EXIT_DIFFERS if differs else EXIT_OK),
            tuple(test.name for test in self._baseline.tests if not as_known(self._manifest)(test)),
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
        own = self._manifest.made_of if self._manifest.own_files else ""
        return sha256(repr((self._manifest.version, self._manifest.build, own)).encode())

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
            run_logged([*prefix, "sh", "-c", command], tree, log, self._make_env(), command)

    def _suite(self, tree: Path, label: str, env: dict[str, str], program: str) -> SuiteResult:
        name = f"quick-{label}" if self._quick else label
        suite = Suite(self._manifest, tree, self._home / "logs" / name, env, self._quick, self._running)
        path = self._home / f"suite-{name}.json"
        made_of = sha256((program + self._built_from() + self._manifest.made_of).encode())
        known = _known(path, made_of)

        def report(so_far: SuiteResult, test: TestResult) -> None:
            artefacts.write(path, SuiteRecord(made_of, so_far))
            self._progress(len(so_far.tests), len(suite), f"{label}: {test.name}: {test.outcome.value}")

        with _alone:
            result = suite.run(report, known)
            wanted = as_before(self._baseline) if self._baseline.tests else as_known(self._manifest)
            return suite.settle(result, wanted, report)


def _known(path: Path, made_of: str) -> SuiteResult:
    """The results so far, if they are about this program and can be read."""
    record = _read(path, SuiteRecord)
    return record.result if record and record.made_of == made_of else NOTHING


def _read(path: Path, kind: type[T]) -> T | None:
    """A record of an earlier run, if there is one that can be read."""
    try:
        return artefacts.read(path, kind)
    except RclError:
        return None


def converter() -> str:
    """The hash of all that a conversion depends on besides the program: the driver, its rules, the runtime's header."""
    here = Path(__file__).parent
    driver = [file for file in here.parent.rglob("*.py") if file.parent != here]
    files = [*driver, *rules().iterdir(), library().include / "rcl.h"]
    return sha256("".join(sha256(read_bytes(file)) for file in sorted(files)).encode())


def tally(tree: Workspace) -> Conversion:
    """Count a converted tree's classes and sections, as analysed and then, where rewritten, as it turned out."""
    analysis = artefacts.read(tree.sections, artefacts.CachedAnalysis).analysis
    rewriting = artefacts.read(tree.rewriting, artefacts.StagedRewriting)
    rewritten = {section.id: section for section in rewriting.otherwise}
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
        partly=sum(section.partly for section in sections),
    )
