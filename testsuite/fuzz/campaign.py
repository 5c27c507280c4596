# SPDX-License-Identifier: MIT
"""Many programs in parallel, by number: program N is the same on every machine. A run goes on where the last ended.

    python -m fuzz.campaign --time 600 -j 2       ten minutes
    python -m fuzz.campaign --count 1000          a thousand programs
    python -m fuzz.campaign --only 4711           one again, with its failure made smaller

A failure is kept in a folder of its own: the program, the smallest one found that fails in the same way, and what was
seen.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.choices import Choices
from fuzz.oracle import KINDS, Finding, Unusable, examine
from fuzz.program import Program, generate
from fuzz.shrink import smallest

FOLDER = Path(__file__).resolve().parents[2] / "build" / "fuzz"
SHRINK_S = 300.0
#: what a program of the generator's is that does not compile, or does not run
UNUSABLE = "unusable program"


@dataclass(frozen=True)
class Result:
    """What came of one program; ``kind`` is empty if nothing was found."""

    number: int
    functions: int
    sections: dict[str, int] = field(default_factory=dict)
    kind: str = ""
    detail: str = ""


def one(number: int, strict: bool = True) -> Result:
    """Examines the program of a number, in three kinds of lock that every server has and two others."""
    program = generate(Choices.of_seed(number))
    others = [KINDS[(number * 2 + i) % len(KINDS)] for i in range(2)]
    try:
        outcome = examine(program, dict.fromkeys(["posix", "inline", "rcl:0", *others]), strict)
        return Result(number, program.functions, dict(outcome.sections))
    except Finding as found:
        return Result(number, program.functions, kind=found.kind, detail=found.detail)
    except Unusable as error:
        return Result(number, program.functions, kind=UNUSABLE, detail=str(error))


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

    def add(self, result: Result) -> None:
        self.programs += 1
        self.functions += result.functions
        self.sections.update(result.sections)
        if result.kind:
            self.findings[result.kind] += 1

    def line(self) -> str:
        """Where the campaign stands, in a line."""
        sections, shipped = sum(self.sections.values()), self.sections["shipped"]
        return (f"{self.programs} programs, {self.functions} functions, {sections} sections ({shipped} shipped), "
                f"{sum(self.findings.values())} findings")  # fmt: skip


def keep(result: Result, folder: Path, shrink_s: float) -> None:
    """Writes a failure down, then looks for a smaller program that fails alike."""
    place = folder / f"{result.number}"
    place.mkdir(parents=True, exist_ok=True)
    program = generate(Choices.of_seed(result.number))
    (place / "program.c").write_bytes(program.source)
    again = f"PYTHONPATH=testsuite .venv/bin/python -m fuzz.campaign --only {result.number}"
    (place / "finding.txt").write_text(f"{result.kind}\n{result.detail}\n\nflags: {program.flags}\nagain: {again}\n")
    if shrink_s and result.kind != UNUSABLE:
        small = smallest(program, lambda p: kind_of(p) == result.kind, shrink_s)
        (place / "smallest.c").write_bytes(small.source)


def kind_of(program: Program) -> str:
    """What is found in a program, or nothing."""
    try:
        examine(program)
    except Finding as found:
        return found.kind
    except Unusable:
        pass
    return ""


def run(tally: Tally, jobs: int, ends: float, count: int, strict: bool = True) -> Iterator[Result]:
    """Examines the programs that follow, until the time or the count is over."""
    first = tally.next
    with ProcessPoolExecutor(jobs) as pool:
        running: dict[Future[Result], int] = {}
        while True:
            while len(running) < jobs and tally.next - first < count and time.monotonic() < ends:
                running[pool.submit(one, tally.next, strict)] = tally.next
                tally.next += 1
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                del running[future]
                yield future.result()


def main() -> int:
    options = _options()
    if options.only is not None:
        result = one(options.only)
        print(result.kind or "nothing found", result.detail)
        if result.kind:
            keep(result, options.folder, options.shrink)
        return bool(result.kind)
    path = options.folder / "tally.json"
    tally = Tally.read(path)
    if options.start is not None:
        tally.next = options.start
    began, found = time.monotonic(), 0
    for result in run(tally, options.jobs, began + options.time, options.count):
        tally.add(result)
        if result.kind:
            found += 1
            print(f"\nprogram {result.number}: {result.kind}\n{result.detail[:600]}", flush=True)
            keep(result, options.folder, options.shrink)
        tally.write(path)
        print(f"\r{tally.line()}", end="" if sys.stdout.isatty() else "\n", flush=True)
    tally.seconds += time.monotonic() - began
    tally.write(path)
    print(f"\n{tally.line()}; states {dict(tally.sections.most_common())}; findings {dict(tally.findings)}")
    return bool(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="fuzz", description="random programs against the rewriter")
    parser.add_argument("--time", type=float, default=float("inf"), help="seconds")
    parser.add_argument("--count", type=int, default=sys.maxsize, help="programs")
    parser.add_argument("--start", type=int, help="the first program's number, instead of the next one")
    parser.add_argument("--only", type=int, help="one program, again")
    parser.add_argument("--shrink", type=float, default=SHRINK_S, help="seconds to make a failure smaller, 0 for none")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where failures and the count are kept")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
