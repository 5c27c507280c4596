# SPDX-License-Identifier: MIT
"""Run a program's own tests, and say where two runs differ."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from fnmatch import fnmatch
from pathlib import Path

from rcl.corpus import tap
from rcl.corpus.manifest import Group, Manifest, Verdict
from rcl.errors import Code, RclError
from rcl.workspace import sha256

RERUNS = 2
#: as often is a test run without the rewriting that ends otherwise with it, to see whether it varies
BASELINE_RERUNS = 5

#: the exit status of a test that could not be run here, as Automake has it
SKIPPED = 77

GLOB = re.compile(r"[*?\[]")


class Outcome(str, Enum):
    """How a test program ended."""

    PASS = "pass"
    FAIL = "fail"
    SKIP = "skip"
    TIMEOUT = "timeout"


@dataclass(frozen=True)
class TestResult:
    """One test program's run. ``reruns`` counts the runs that were repeated because they differed.

    ``output`` is the hash of all it printed, if that is part of the verdict.
    """

    __test__ = False

    name: str
    outcome: Outcome
    passed: int
    skipped: int
    failed: tuple[str, ...]
    seconds: float
    note: str = ""
    reruns: int = 0
    output: str = ""


@dataclass(frozen=True)
class SuiteResult:
    """All test programs of one run, in the manifest's order."""

    tests: tuple[TestResult, ...]
    seconds: float

    def count(self, outcome: Outcome) -> int:
        """How many test programs ended so."""
        return sum(test.outcome is outcome for test in self.tests)

    @property
    def rerun(self) -> tuple[str, ...]:
        """The test programs that differed at first and were run again."""
        return tuple(test.name for test in self.tests if test.reruns)


@dataclass(frozen=True)
class Difference:
    """A test program that does not end as it did before the rewriting."""

    name: str
    before: TestResult | None
    after: TestResult | None


@dataclass(frozen=True)
class _Test:
    """One test program and how to run it."""

    name: str
    command: tuple[str, ...]
    timeout_s: float
    verdict: Verdict


class Running:
    """The test programs that run. They stand in sessions of their own, which a terminal's interrupt does not reach."""

    def __init__(self) -> None:
        self.given_up = False
        self.processes: set[subprocess.Popen[bytes]] = set()

    def give_up(self) -> None:
        """Ends them all, and no more begin."""
        self.given_up = True
        self.end()

    def end(self) -> None:
        for process in list(self.processes):
            _kill_session(process)

    def obey(self) -> None:
        """How a program ends that was ended so is no result."""
        if self.given_up:
            raise KeyboardInterrupt


NOTHING = SuiteResult((), 0)

#: called with all results so far and the one that has just come in
Report = Callable[[SuiteResult, TestResult], None]

#: whether a test ended as it should, so that it need not be run again
Wanted = Callable[[TestResult], bool]


class Suite:
    """The test programs of a built tree; ``logs`` gets the output of each."""

    def __init__(
        self, manifest: Manifest, tree: Path, logs: Path, env: Mapping[str, str], quick: bool = False,
        running: Running | None = None,
    ) -> None:  # fmt: skip
        self._tree = tree
        self._logs = logs
        self._env = {**os.environ, "LC_ALL": "C", **env}
        self._running = running or Running()
        quick = quick and bool(manifest.quick)
        self._groups = [
            (group, [test for test in _tests(group, tree) if not quick or test.name in manifest.quick])
            for group in manifest.suite
        ]
        logs.mkdir(parents=True, exist_ok=True)
        found = {test.name for _, tests in self._groups for test in tests}
        if missing := [name for name in manifest.quick if name not in found]:
            raise RclError(
                Code.BAD_ARGUMENT, argument=manifest.name, why=f"there is no test {', '.join(missing)}"
            )

    def __len__(self) -> int:
        return sum(len(tests) for _, tests in self._groups)

    def run(self, report: Report, known: SuiteResult = NOTHING) -> SuiteResult:
        """Run every test program that is not ``known``; ``report`` gets what is known so far as each ends."""
        started = time.monotonic()
        results = {test.name: test for test in known.tests}
        so_far = known
        for group, tests in self._groups:
            todo = [test for test in tests if test.name not in results]
            for result in self._run_all(todo, group.jobs):
                results[result.name] = result
                seconds = round(known.seconds + time.monotonic() - started, 1)
                so_far = SuiteResult(tuple(results.values()), seconds)
                report(so_far, result)
        return replace(so_far, tests=tuple(results[test.name] for _, tests in self._groups for test in tests))

    def settle(self, result: SuiteResult, wanted: Wanted, report: Report, most: int = RERUNS) -> SuiteResult:
        """Run each test program that is not as wanted again, alone, until it is or has had its ``most`` reruns."""
        tests = {test.name: test for _, tests in self._groups for test in tests}
        results = {test.name: test for test in result.tests}
        for name in [test.name for test in result.tests if test.name in tests and not wanted(test)]:
            for reruns in range(results[name].reruns + 1, most + 1):
                again = replace(self._run_one(tests[name]), reruns=reruns)
                results[name] = again
                report(replace(result, tests=tuple(results.values())), again)
                if wanted(again):
                    break
        return replace(result, tests=tuple(results.values()))

    def _run_all(self, tests: list[_Test], jobs: int) -> Iterator[TestResult]:
        """Run test programs side by side; if the caller gives up, those that run are killed."""
        with ThreadPoolExecutor(jobs) as pool:
            try:
                yield from pool.map(self._run_one, tests)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self._running.end()
                raise

    def _run_one(self, test: _Test) -> TestResult:
        log = self._logs / (test.name.replace("/", "_") + ".log")
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="rcl-") as scratch:
            status = self._run_alone(test, log, self._env | {"TMPDIR": scratch})
        seconds = round(time.monotonic() - started, 2)
        return judge(test.name, log.read_bytes(), status, seconds, test.verdict)

    def _run_alone(self, test: _Test, log: Path, env: Mapping[str, str]) -> int | None:
        """Run a test program in a session of its own and end whatever it leaves; None if its time ran out."""
        with log.open("wb") as out:
            process = subprocess.Popen(
                test.command, cwd=self._tree, env=env, stdin=subprocess.DEVNULL, stdout=out,
                stderr=subprocess.STDOUT, start_new_session=True,
            )
        self._running.processes.add(process)
        try:
            self._running.obey()
            return process.wait(test.timeout_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _kill_session(process)
            process.wait()
            self._running.processes.discard(process)
            self._running.obey()


def _tests(group: Group, tree: Path) -> list[_Test]:
    """The tests of a group: files that match its patterns in alphabetical order, and names as they stand."""
    names = [name for pattern in group.tests or (group.name,) for name in _names(pattern, tree)]
    return [
        _Test(name, tuple(shlex.split(group.command.format(test=name))), group.timeout_s, group.verdict)
        for name in dict.fromkeys(names)
        if not any(fnmatch(name, pattern) for pattern in group.exclude)
    ]


def _names(pattern: str, tree: Path) -> list[str]:
    if not GLOB.search(pattern):
        return [pattern]
    return sorted(path.relative_to(tree).as_posix() for path in tree.glob(pattern))


def _kill_session(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def judge(
    name: str, output: bytes, status: int | None, seconds: float, verdict: Verdict = Verdict.TAP
) -> TestResult:
    """What a test's output and exit status (None: its time ran out) amount to."""
    if verdict is Verdict.TAP:
        return _judge_tap(name, tap.parse(output.decode(errors="replace")), status, seconds)
    outcome = {None: Outcome.TIMEOUT, 0: Outcome.PASS, SKIPPED: Outcome.SKIP}.get(status, Outcome.FAIL)
    note = f"status {status}" if outcome is Outcome.FAIL else ""
    printed = sha256(output) if verdict is Verdict.OUTPUT else ""
    return TestResult(name, outcome, int(outcome is Outcome.PASS), 0, (), seconds, note, output=printed)


def _judge_tap(name: str, said: tap.Tap, status: int | None, seconds: float) -> TestResult:
    outcome, note = Outcome.PASS, ""
    if status is None:
        outcome, note = Outcome.TIMEOUT, f"killed after test {said.ran}"
    elif said.failed:
        outcome = Outcome.FAIL
    elif status:
        outcome, note = Outcome.FAIL, f"status {status}"
    elif said.bailed_out:
        outcome, note = Outcome.FAIL, "bailed out"
    elif said.planned == 0 or (said.skipped and not said.passed):
        outcome = Outcome.SKIP
    elif said.planned != said.ran:
        outcome, note = Outcome.FAIL, f"planned {said.planned}, ran {said.ran}"
    return TestResult(name, outcome, said.passed, said.skipped, said.failed, seconds, note)


def as_before(before: SuiteResult) -> Wanted:
    """Wants each test to end as it did before; one that was not run then may end as it likes."""
    old = {test.name: test for test in before.tests}
    return lambda test: test.name not in old or _alike(old[test.name], test)


def as_known(manifest: Manifest) -> Wanted:
    """Wants those tests to fail, and no others, that the manifest knows to fail before a rewriting."""
    known = {name for group in manifest.suite for name in group.known}
    failing = (Outcome.FAIL, Outcome.TIMEOUT)
    return lambda test: (test.outcome in failing) == (test.name in known)


def _alike(before: TestResult, after: TestResult) -> bool:
    return (before.outcome, before.failed, before.output) == (after.outcome, after.failed, after.output)


def compare(before: SuiteResult, after: SuiteResult) -> tuple[Difference, ...]:
    """The tests that end otherwise than before, with other failing tests or other output, or were not run."""
    old = {test.name: test for test in before.tests}
    new = {test.name: test for test in after.tests}
    differences = []
    for name in [*old, *(name for name in new if name not in old)]:
        was, now = old.get(name), new.get(name)
        if was is None or now is None or not _alike(was, now):
            differences.append(Difference(name, was, now))
    return tuple(differences)
