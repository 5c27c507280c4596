# SPDX-License-Identifier: MIT
# ruff: noqa: E501
"""Faults put into a copy of the rewriter one at a time, each of which the cases or the random programs must catch.

    python -m fuzz.mutants               all of them
    python -m fuzz.mutants --only WORD   those whose name holds a word
    python -m fuzz.mutants --time 480    no more begin after so many seconds; the next run goes on

The copy must pass without a fault first: what fails then is no catch. Ends with 0 if all were caught, 1 if not, and 2 if
there is nothing to compare with.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fuzz.verdict import UNUSABLE
from rcl.workspace import sha256

ROOT = Path(__file__).resolve().parents[2]
ANALYSE, REWRITE, RULES = "driver/rcl/analyse/", "driver/rcl/rewrite/", "semantic-patches/"
COPIED = ("driver", "semantic-patches", "testsuite", "runtime")
VERDICTS = ROOT / "build" / "mutants.json"
TESTS = ("testsuite/test_analyse.py", "testsuite/test_rewrite.py")
#: and functions of each
PROGRAMS = 4
FUNCTIONS = 8
TIMEOUT_S = 1800
#: how a test fails that looked at what the rewriter made; anything else is a fault that broke the rewriter's Python
JUDGED = re.compile(r"(AssertionError|assert |Failed: |rcl\.errors\.RclError|subprocess\.(CalledProcess|TimeoutExp))")
BROKE = re.compile(r"\w+(Error|Exception) in ")
FAILED = re.compile(r"^program (\d+, functions .*?): (.*)$", re.MULTILINE)
CAUGHT = ("cases: ", "programs: ")


@dataclass(frozen=True)
class Mutant:
    """A fault: ``old``, which stands in the file once (testsuite/test_fuzz.py sees to that), becomes ``new``."""

    name: str
    file: str
    old: str
    new: str


CAPTURES = ANALYSE + "captures.py"
MUTANTS = (
    Mutant("address-taken by value", CAPTURES, "if ref in self.known.addressed:\n            return", "if False:\n            return"),
    Mutant("static by value", CAPTURES, "if variable.static:\n", "if False:\n"),
    Mutant("volatile by value", CAPTURES, "if variable.volatile:\n", "if False:\n"),
    Mutant("array by value", CAPTURES, "if variable.elements:\n            return", "if False:\n            return"),
    Mutant("in-out is out", CAPTURES, "if ref in self.needed and may_have_value:\n                both", "if False:\n                both"),
    Mutant("out is in-out", CAPTURES, "if ref in self.needed and may_have_value:\n                both", "if True:\n                both"),
    Mutant("kept without a value from outside", CAPTURES, "if ref in self.needed and may_have_value:\n                return", "if False:\n                return"),
    Mutant("writes stay inside", CAPTURES, "        if ref in self.after:\n", "        if False:\n"),
    Mutant("changed by nobody", CAPTURES, 'written = bool(self.here.get(ref, set()) & {"w", "pw", "x"})', "written = False"),
    Mutant("partial writes are none", CAPTURES, 'written = bool(self.here.get(ref, set()) & {"w", "pw", "x"})',
           'written = bool(self.here.get(ref, set()) & {"w", "x"})'),
    Mutant("lives of what a tail declares", CAPTURES, "        self._require_short_lives()\n", ""),
    Mutant("shadows", CAPTURES, "        self._names_differ(captures, uses)\n", ""),
    Mutant("a namesake of what outlives", CAPTURES, "        self._alone(variable)\n", ""),
    Mutant("nothing handed back to a pause", CAPTURES, 'kinds = {"w", "pw", "x"}', "kinds = set[str]()"),
    Mutant("a part read is not read", ANALYSE + "liveness.py", 'READS = frozenset({"r", "e", "a", "x"})',
           'READS = frozenset({"r", "e", "a"})'),
    Mutant("loops are straight", ANALYSE + "liveness.py", "        if changed:\n", "        if False:\n"),
    Mutant("partial writes kill", ANALYSE + "liveness.py", 'if event.kind in ("w", "d"):', 'if event.kind in ("w", "d", "pw"):'),
    Mutant("exits read alike", ANALYSE + "exits.py", "groups.setdefault((way.keeps, _tail(source, way)), [])",
           'groups.setdefault((way.keeps, ""), [])'),
    Mutant("kept locks are released", ANALYSE + "exits.py", "(way.keeps, _tail", "(False, _tail"),
    Mutant("thread-local variables are global", ANALYSE + "identity.py", "need = replace(need, identity=Identity.THREAD,",
           "need = replace(need, identity=Identity.NONE,"),
    Mutant("errno is global", ANALYSE + "identity.py", "return Need(Identity.ERRNO, why, waits=waits)",
           "return Need(Identity.NONE, why, waits=waits)"),
    Mutant("exits one too high", REWRITE + "render.py", "else 0 if ends_alike(piece, way) else way.number};",
           "else 0 if ends_alike(piece, way) else way.number + 1};"),
    Mutant("exits hand out nothing", REWRITE + "render.py",
           "if c.direction in (*OUTS, Direction.KEPT) and c.name in way.outs]",
           "if c.direction in (*OUTS, Direction.KEPT) and c.name in way.outs and not way.number]"),
    Mutant("nothing kept over a pause", REWRITE + "render.py",
           "for c in piece.section.captures if c.outlives and c.name in again]",
           "for c in piece.section.captures if not c.name]"),
    Mutant("nothing given back", REWRITE + "render.py", "given = (c for c in fields(piece.section) if c.name in way.back)",
           "given = (c for c in fields(piece.section) if not c.name)"),
    Mutant("outs are not read", REWRITE + "render.py",
           "needed = [c for c in outs(section, way) if way.taken is None or c.name in way.taken]",
           "needed = [c for c in outs(section, way) if way.taken is None and c.name in (way.taken or ())]"),
    Mutant("the first context's name again", REWRITE + "stages.py", "taken = around | {p.variable", "taken = set() | {p.variable"),
    Mutant("the lock is kept no more", REWRITE + "render.py", 'f"RCL_KEEP | {way.number}" if way.number', 'f"{way.number}" if way.number'),
    Mutant("members by value", RULES + "shape.cocci", "+ pointer->part", "+ pointer.part"),
    Mutant("addresses of pointers", RULES + "shape.cocci", "- &variable\n+ pointer", "- &variable\n+ &pointer"),
    Mutant("the call lost", RULES + "lift.cocci", "- mark@p();\n+ execute;", "- mark@p();"),
    Mutant("the body twice", REWRITE + "stages.py", "text = text[:at] + piece.body +", "text = text[:at] + piece.body + piece.body +"),
    Mutant("tails shared wrongly", REWRITE + "stages.py", "tails.setdefault(way.number, tail)", "tails.setdefault(way.number, next(iter(tails.values()), tail))"),
)  # fmt: skip


class Broken(Exception):
    """The checks could not judge: a test that does not load, an exception that is no refusal, no end."""


def complaint(folder: Path, known: Collection[str]) -> str:
    """What fails first in a copy, a case or a random program; nothing if all is well or known."""
    return failing_case(folder) or next((p for p in failing_programs(folder) if p not in known), "")


def failing_case(folder: Path) -> str:
    tests = ["-m", "pytest", "-qx", "--tb=no", "-p", "no:cacheprovider", *TESTS]
    done = finished(tests, folder)
    return failed_case(done.stdout, done.stderr) if done.returncode else ""


def failing_programs(folder: Path) -> list[str]:
    """What fails of the random programs, also in a safe way: a check of the rewriter's own catches faults, too."""
    programs = ["-m", "fuzz.campaign", "--start", "0", "--count", str(PROGRAMS), "--functions", str(FUNCTIONS),
                "--shrink", "0", "--folder", str(folder / "found")]  # fmt: skip
    done = finished(programs, folder)
    return failed_programs(done.stdout, done.stderr) if done.returncode else []


def finished(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{folder}/driver:{folder}/testsuite", "COLUMNS": "1000"}
    command = [sys.executable, *arguments]
    try:
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
    except subprocess.TimeoutExpired:
        raise Broken(f"no end in {TIMEOUT_S} s") from None


def failed_case(stdout: str, stderr: str) -> str:
    """The test that failed, of pytest's output; Broken if none has judged."""
    failed = re.search(r"^FAILED (.*?) - (.*)$", stdout, re.MULTILINE)
    if not failed:
        raise Broken(last_line(stdout + stderr))
    if not JUDGED.match(failed[2]):
        raise Broken(f"{failed[1]}: {failed[2]}")
    return f"cases: {failed[1]}"


def failed_programs(stdout: str, stderr: str) -> list[str]:
    """The programs that failed, of a campaign's output; Broken if one says nothing of the rewriting."""
    failed = FAILED.findall(stdout)
    if not failed:
        raise Broken(last_line(stdout + stderr))
    for where, kind in failed:
        if kind == UNUSABLE or BROKE.match(kind):
            raise Broken(f"program {where}: {kind}")
    return [f"programs: {where}: {kind}" for where, kind in failed]


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no output"])[-1]


def copied(folder: Path) -> None:
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "build").symlink_to(ROOT / "build")


@contextmanager
def tree_with(mutant: Mutant | None) -> Iterator[Path]:
    """A copy of the tree, with a fault in it."""
    with tempfile.TemporaryDirectory(prefix="rcl-mutant-") as name:
        folder = Path(name).resolve()
        copied(folder)
        if mutant:
            path = folder / mutant.file
            path.write_text(path.read_text().replace(mutant.old, mutant.new))
        yield folder


def verdict(mutant: Mutant, known: Collection[str]) -> str:
    """What catches a fault: ``cases: ...``, ``programs: ...`` or nothing; or why that cannot be told."""
    with tree_with(mutant) as folder:
        try:
            return complaint(folder, known)
        except Broken as error:
            return f"breaks: {error}"


class Verdicts:
    """The verdicts of one state of the tree, kept from run to run, and what its programs fail in without a fault."""

    def __init__(self, path: Path) -> None:
        self._path = path
        files = sorted(f for name in COPIED for f in (ROOT / name).rglob("*") if f.suffix != ".pyc" and f.is_file())
        self._tree = sha256("".join(f"{f}{sha256(f.read_bytes())}" for f in files).encode())
        kept = json.loads(path.read_text()) if path.exists() else {}
        same = kept.get("tree") == self._tree
        self._known: dict[str, str] = kept["verdicts"] if same else {}
        self._baseline: list[str] | None = kept["baseline"] if same else None

    def __contains__(self, mutant: Mutant) -> bool:
        return mutant.name in self._known

    def prepare(self) -> str:
        """Looks at the tree without a fault: the case that fails there, if one does."""
        if self._baseline is None:
            with tree_with(None) as folder:
                case = failing_case(folder)
                if case:
                    return case
                self._baseline = failing_programs(folder)
            self._write()
        return ""

    def of(self, mutant: Mutant) -> str:
        """Known, or found now."""
        if mutant.name not in self._known:
            self._known[mutant.name] = verdict(mutant, self._baseline or ())
            self._write()
        return self._known[mutant.name]

    def _write(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"tree": self._tree, "baseline": self._baseline, "verdicts": self._known}
        self._path.write_text(json.dumps(kept, indent=1))


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutants", description="faults in the rewriter that must be caught")
    parser.add_argument("--only", default="")
    parser.add_argument("--time", type=float, default=float("inf"), help="seconds")
    options = parser.parse_args()
    ends = time.monotonic() + options.time
    verdicts = Verdicts(VERDICTS)
    without = verdicts.prepare()
    if without:
        print(f"fails without a fault: {without}", file=sys.stderr)
        return 2
    chosen = [m for m in MUTANTS if options.only in m.name]
    found: dict[str, str] = {}
    for mutant in chosen:
        if mutant in verdicts or time.monotonic() < ends:
            found[mutant.name] = verdicts.of(mutant)
            print(f"{mutant.name:36} {found[mutant.name] or 'SURVIVES'}", flush=True)
    missed = [name for name, by in found.items() if not by.startswith(CAUGHT)]
    print(f"{len(found) - len(missed)} of {len(found)} caught, {len(chosen) - len(found)} not tried")
    print("".join(f"not caught: {name}: {found[name] or 'SURVIVES'}\n" for name in missed), end="")
    return 1 if missed or len(found) < len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
