# SPDX-License-Identifier: MIT
"""Many programs in parallel, by number: program N is the same on every machine. A run goes on where the last ended.

    python -m fuzz.campaign --time 600 -j 2       ten minutes
    python -m fuzz.campaign --count 1000          a thousand programs
    python -m fuzz.campaign --only 4711           one again, with its failure made smaller
    python -m fuzz.campaign --csmith ...          csmith's programs instead of our own
    python -m fuzz.campaign --ways ...            programs whose mutexes go several ways

A failure is kept in a folder of its own: the program, or the functions of it that fail, the smallest one found that
fails in the same way, and what was seen.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from fuzz.csmith import Csmith
from fuzz.generated import FUNCTIONS, Generated
from fuzz.program import Program
from fuzz.verdict import UNUSABLE, Failure, Result
from fuzz.ways import Ways

FOLDER = Path(__file__).resolve().parents[2] / "build" / "fuzz"
SHRINK_S = 300.0
INTERRUPTED = 130


class Programs(Protocol):
    """Where programs come from: what becomes of each, and how one that fails is made smaller."""

    @property
    def name(self) -> str:
        """The folder of its own that their failures are kept in."""

    @property
    def options(self) -> str:
        """Those of the campaign that ask for these programs."""

    def examined(self, number: int) -> Result: ...
    def failing(self, number: int, failure: Failure) -> Program: ...
    def smallest(self, number: int, program: Program, kind: str, seconds: float) -> Program: ...


@dataclass
class Tally:
    """What a campaign has seen so far; kept in a file, so that the next run goes on."""

    next: int = 0
    programs: int = 0
    functions: int = 0
    seconds: float = 0.0
    sections: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)

    @classmethod
    def read(cls, path: Path) -> Tally:
        if not path.exists():
            return cls()
        kept = json.loads(path.read_text())
        return cls(**{**kept, "sections": Counter(kept["sections"]), "findings": Counter(kept["findings"])})

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".new").write_text(json.dumps(self.__dict__, indent=1))
        path.with_suffix(".new").replace(path)

    def add(self, result: Result) -> list[Failure]:
        """Counts a result; its failures of kinds that were not seen before."""
        self.programs += result.functions > 0
        self.functions += result.functions
        self.sections.update(result.sections)
        new = {f.kind: f for f in result.failures if f.kind not in self.findings}
        self.findings.update(f.kind for f in result.failures)
        return list(new.values())

    def line(self) -> str:
        """Where the campaign stands, in a line."""
        sections, shipped = sum(self.sections.values()), self.sections["shipped"]
        return (f"{self.programs} programs, {self.functions} functions, {sections} sections ({shipped} shipped), "
                f"{sum(self.findings.values())} findings")  # fmt: skip


def keep(programs: Programs, number: int, failure: Failure, folder: Path, shrink_s: float) -> None:
    """Writes a failure down, then looks for a smaller program that fails alike."""
    place = folder / f"{number}-{failure.functions[0] if failure.functions else 'all'}"
    program = programs.failing(number, failure)
    program.write(place)
    again = f"PYTHONPATH=testsuite .venv/bin/python -m fuzz.campaign {programs.options} --only {number}"
    flags = f"flags: {program.flags}, builds: {program.builds}"
    said = [failure.detail, flags, f"functions: {failure.functions}", f"again: {again}"]
    (place / "finding.txt").write_text("\n".join(said))
    if shrink_s and failure.kind != UNUSABLE:
        programs.smallest(number, program, failure.kind, shrink_s).write(place / "smallest")


def run(tally: Tally, jobs: int, ends: float, count: int, programs: Programs) -> Generator[Result, None, None]:
    """Examines the programs that follow, until the time or the count is over; who interrupts it does not wait for them.

    Each process is the first of a group, with all that it starts: an interrupt at the terminal does not reach those.
    """
    first, running = tally.next, dict[Future[Result], int]()
    pool = ProcessPoolExecutor(jobs, initializer=os.setpgrp)
    try:
        while True:
            while len(running) < jobs and tally.next - first < count and time.monotonic() < ends:
                running[pool.submit(programs.examined, tally.next)] = tally.next
                tally.next += 1
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                del running[future]
                yield future.result()
    finally:
        tally.next = min(running.values(), default=tally.next)
        for process in multiprocessing.active_children() if running else ():
            with suppress(ProcessLookupError):
                os.killpg(process.pid or 0, signal.SIGKILL)
        pool.shutdown()


def main() -> int:
    options = _options()
    programs: Programs = Csmith() if options.csmith else Ways() if options.ways else Generated(options.functions)
    folder = options.folder / programs.name
    path = folder / "tally.json"
    tally = Tally() if options.only is not None else Tally.read(path)
    if options.only is not None:
        tally.next, options.count = options.only, 1
    if options.start is not None:
        tally.next = options.start
    began, found = time.monotonic(), 0
    results = run(tally, options.jobs, began + options.time, options.count, programs)
    try:
        for result in results:
            new = tally.add(result)
            found += len(result.failures)
            tally.seconds += time.monotonic() - began
            began = time.monotonic()
            if options.only is None:
                tally.write(path)
            for failure in new:
                where = f"program {result.number}, functions {failure.functions}{' (safe)' * failure.safe}"
                print(f"\n{where}: {failure.kind}\n{failure.detail[:600]}", flush=True)
                keep(programs, result.number, failure, folder, options.shrink)
            print(f"\r{tally.line()}", end="" if sys.stdout.isatty() else "\n", flush=True)
    except KeyboardInterrupt:
        results.close()
        if options.only is None:
            tally.write(path)
        print(f"\n{tally.line()}; interrupted: the same command goes on", file=sys.stderr)
        return INTERRUPTED
    states, findings = dict(tally.sections.most_common()), dict(tally.findings.most_common())
    print(f"\n{tally.line()}; {tally.seconds:.0f} s; states {states}; findings {findings}")
    return bool(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="fuzz", description="random programs against the rewriter")
    parser.add_argument("--time", type=float, default=float("inf"), help="seconds")
    parser.add_argument("--count", type=int, default=sys.maxsize, help="programs")
    parser.add_argument("--functions", type=int, default=FUNCTIONS, help="functions of a program")
    parser.add_argument("--csmith", action="store_true", help="programs of csmith's, with sections inserted")
    parser.add_argument("--ways", action="store_true", help="programs whose mutexes go several ways")
    parser.add_argument("--start", type=int, help="the first program's number, instead of the next one")
    parser.add_argument("--only", type=int, help="one program, again")
    parser.add_argument("--shrink", type=float, default=SHRINK_S, help="seconds to make a failure smaller, 0 for none")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where failures and the count are kept")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
