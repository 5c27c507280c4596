# SPDX-License-Identifier: MIT
"""A plug-in of pytest's: runs the tests once, then, for each fault, those that come by it until one fails.

The process that has loaded everything and knows all answers forks a child for each fault. So a fault costs what the
tests that come by it take to work on the rewriter's own Python.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import signal
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mutants.answers import Answers
from mutants.faults import Fault
from mutants.inject import inject
from mutants.tests import Tests, failure
from mutants.texts import Texts

VERDICTS = "verdicts.json"
#: a test that takes more processor time than without a fault by this never ends
PATIENCE_S = 3.0
#: how a test fails that looked at what the rewriter made; anything else is a fault that broke the rewriter's Python
JUDGED = re.compile(
    r"(AssertionError|assert |Failed: |mutants\.answers\.Differs|rcl\.errors\.RclError|subprocess\.|does not end)"
)
SURVIVES = "survives"


@dataclass(frozen=True)
class Trial:
    """A child at work: the tests that it tries, where it writes what it finds, and room for it."""

    fault: Fault
    tests: list[str]
    said: int
    scratch: Path


class Runner:
    """Tries faults, each against ``most`` tests. ``known`` are verdicts of earlier runs by the faults' keys."""

    def __init__(
        self, faults: list[Fault], known: dict[str, Any], folder: Path, jobs: int, ends: float, most: int | None
    ) -> None:
        self.faults, self.known, self.folder = faults, known, folder
        self.jobs, self.ends, self.most = jobs, ends, most
        self.answers = Answers(folder / "answers")
        self.tests = Tests()
        self.texts = Texts(folder / "texts")
        #: the tests that noticed faults in a function, the last one first: they notice the next one, as a rule
        self.lately: dict[tuple[str, str], list[str]] = {}
        self.broken: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In the place of pytest's own loop."""
        os.cpu_count = lambda: 1  # no process of the rewriter's own: what it finds out would be lost
        self.answers.stand_in()
        self.answers.watched = True
        self.broken = self.tests.run(session.items, self.folder / "tests.pickle")
        self.answers.watched = False
        if not self.broken:
            self.answers.load()
            self.texts.learn(self.tests.items)
            gc.disable()
            gc.freeze()
            self._try_all()
        return True

    def _try_all(self) -> None:
        running: dict[int, Trial] = {}
        pending = iter(self.faults)
        while True:
            while len(running) < self.jobs and time.monotonic() < self.ends:
                fault, tests = next(((f, t) for f in pending if (t := self._untried(f))), (None, []))
                if fault is None:
                    break
                pid, trial = self._begun(fault, tests)
                running[pid] = trial
            if not running:
                return
            pid, _, used = os.wait4(-1, 0)
            if pid in running:
                self._ended(running.pop(pid), used.ru_utime + used.ru_stime)

    def _untried(self, fault: Fault) -> list[str]:
        """The tests that a fault is to be tried against, none if it is known what becomes of it."""
        names = self.tests.by(fault)
        lately = [n for n in self.lately.get((fault.file, fault.function), []) if n in names]
        names = [*lately, *(n for n in names if n not in lately)][: self.most]
        known = self.known.get(fault.key)
        if known is None:
            return names
        if known["by"] and self.tests.digests.get(known["by"]) in known["tests"]:
            return []
        return [n for n in names if known["by"] or self.tests.digests[n] not in known["tests"]]

    def _begun(self, fault: Fault, tests: list[str]) -> tuple[int, Trial]:
        read, write = os.pipe()
        scratch = Path(tempfile.mkdtemp(prefix="rcl-mutant-"))
        pid = os.fork()
        if pid == 0:
            os.close(read)
            try:
                self._child(fault, tests, write, scratch)
            finally:
                os._exit(1)
        os.close(write)
        return pid, Trial(fault, tests, read, scratch)

    def _child(self, fault: Fault, tests: list[str], write: int, scratch: Path) -> None:
        """Tries the tests; writes the number of the one that it is at, and what it finds."""
        for standard in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), standard)
        os.environ["TMPDIR"] = tempfile.tempdir = str(scratch)
        inject(fault, scratch)
        self.answers.faulty = "analyse" if "/analyse/" in fault.file else "rewrite"
        for number, name in enumerate(tests):
            os.write(write, f"{number}\n".encode())
            signal.setitimer(signal.ITIMER_PROF, PATIENCE_S + 4 * self.tests.seconds[name])
            item = self.tests.items[name]
            item.config._tmp_path_factory._basetemp = scratch  # type: ignore[attr-defined]
            quickly = name in self.texts.known
            why = self.texts.failure(name, self.answers.faulty == "analyse") if quickly else failure(item)
            if why:
                os.write(write, f"{json.dumps(why)}\n".encode())
                return
        os.write(write, f"{SURVIVES}\n".encode())

    def _ended(self, trial: Trial, seconds: float) -> None:
        """Writes down what a child has found."""
        with os.fdopen(trial.said, "rb") as pipe:
            said = pipe.read().decode().splitlines()
        shutil.rmtree(trial.scratch, ignore_errors=True)
        last = said[-1] if said else "0"
        name = trial.tests[next((int(line) for line in reversed(said) if line.isdigit()), 0)]
        fault = trial.fault
        verdict: dict[str, Any] = {"fault": str(fault), "seconds": round(seconds, 2)}
        if last == SURVIVES:
            known = self.known.get(fault.key)
            earlier = known["tests"] if known and not known["by"] else []
            verdict |= {"by": "", "why": "", "tests": sorted({*earlier, *map(self.tests.digests.get, trial.tests)})}
        else:
            why = "does not end" if last.isdigit() else json.loads(last)
            verdict |= {"by": name, "why": why, "tests": [self.tests.digests[name]]}
            lately = self.lately.setdefault((fault.file, fault.function), [])
            lately[:] = [name, *(n for n in lately if n != name)][:4]
        self.known[fault.key] = verdict
        self._write()
        print(f"{(verdict['by'] or SURVIVES).rpartition('::')[2]:44.44} {fault}", flush=True)

    def _write(self) -> None:
        path = self.folder / VERDICTS
        path.with_suffix(".new").write_text(json.dumps(self.known, indent=0))
        path.with_suffix(".new").replace(path)
