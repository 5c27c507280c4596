# SPDX-License-Identifier: MIT
"""Puts one fault after another into the rewriter, and tells which none of the tests notices.

    python -m mutants                  all of them, in a random order that is always the same
    python -m mutants --only WORD      those whose place or text holds a word
    python -m mutants --count 100      that many of them
    python -m mutants --time 480       no more begin after so many seconds; the next run goes on
    python -m mutants --programs       those that no test notices, against random programs

What is known of a fault counts while its function and the tests that come by it are the same. Ends with 0 if all that
were tried are noticed or listed in equivalent.toml, 1 if not, and 2 if a test fails without a fault.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mutants.faults import ROOT, SOURCES, Fault, faults_of
from mutants.judged import judged
from mutants.runner import JUDGED, VERDICTS, Runner
from mutants.seeded import SEEDED

FOLDER = ROOT / "build" / "mutants"
TESTS = ("test_analyse.py", "test_rewrite.py", "test_builds.py", "test_description.py")
PROGRAMS = "mutants/programs.py"
#: what does not follow from the rewriter, or takes a process of its own
SKIPPED = ("same_output", "rewritten_twice", "patch", "spatch_runs", "compiling_leaves", "a_warning_tells",
           "a_long_chain", "source_that", "libtools", "forms_of", "bad_compile", "an_edit")  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutants", description="faults in the rewriter that a test must notice")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--count", type=int, metavar="N")
    parser.add_argument("--time", type=float, default=float("inf"), metavar="SECONDS")
    parser.add_argument("--tests", type=int, metavar="N", help="try each against the N fastest tests that come by it")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--programs", action="store_true", help="also try random programs")
    options = parser.parse_args()
    faults = [f for f in all_faults() if re.search(options.only, str(f))][: options.count]
    path = FOLDER / VERDICTS
    known: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    runner = Runner(faults, known, FOLDER, options.jobs, time.monotonic() + options.time, options.tests)
    tests = [str(ROOT / "testsuite" / name) for name in (*TESTS, *[PROGRAMS] * options.programs)]
    words = " or ".join(f"test_{word}" for word in SKIPPED)
    pytest.main(["-qs", "-p", "no:cacheprovider", "-k", f"not ({words})", *tests], plugins=[runner])
    if runner.broken:
        print("fails without a fault:", *runner.broken, sep="\n", file=sys.stderr)
        return 2
    unreached = [f for f in faults if f.key not in known and not runner.tests.by(f)]
    return summary(faults, known, unreached)


def all_faults() -> list[Fault]:
    """The faults of all sources and those that are written down, in the order of their keys."""
    faults = [f for source in SOURCES for f in faults_of(source, (ROOT / source).read_bytes())]
    faults += [seeded.fault() for seeded in SEEDED]
    return sorted({f.key: f for f in faults}.values(), key=lambda f: f.key)


def summary(faults: list[Fault], known: dict[str, Any], unreached: list[Fault]) -> int:
    """Prints what noticed how many, and what nothing did."""
    verdicts = {f: known[f.key] for f in faults if f.key in known}
    by = Counter(_kind(v["by"], v["why"]) for v in verdicts.values() if v["by"])
    missed = [f for f, v in verdicts.items() if not v["by"]] + unreached
    equivalent = judged(missed)
    missed = sorted((f for f in missed if f not in equivalent), key=str)
    print(*(f"missed{' (no test comes by)' * (f in unreached)}: {f}" for f in missed), sep="\n")
    print(f"{len(verdicts) + len(unreached)} of {len(faults)} faults tried: {len(equivalent)} change nothing, "
          f"{len(missed)} missed, the others noticed by")  # fmt: skip
    print(*(f"{count:5} {kind}" for kind, count in by.most_common()), sep="\n")
    return 1 if missed else 0


def _kind(test: str, why: str) -> str:
    """What noticed a fault: a test by its function's name, or that the rewriter fell over."""
    return Path(test).name.partition("::")[2].partition("[")[0] if JUDGED.match(why) else "a crash"


if __name__ == "__main__":
    sys.exit(main())
