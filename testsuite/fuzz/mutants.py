# SPDX-License-Identifier: MIT
# ruff: noqa: E501
"""Faults put into a copy of the rewriter one at a time, each of which the cases or the random programs must catch.

    python -m fuzz.mutants            all of them; --only WORD for those whose name holds a word
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANALYSE, REWRITE, RULES = "driver/rcl/analyse/", "driver/rcl/rewrite/", "semantic-patches/"
PROGRAMS = 8


@dataclass(frozen=True)
class Mutant:
    """A fault: ``old``, which stands in the file once, becomes ``new``."""

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
    Mutant("in-out is out", CAPTURES, "if ref in self.needed and may_have_value:", "if False:"),
    Mutant("out is in-out", CAPTURES, "if ref in self.needed and may_have_value:", "if True:"),
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
    Mutant("exits read alike", ANALYSE + "sections.py", 're.sub(r"\\s+", " ", text).strip(), own)', '"", own)'),
    Mutant("kept locks are released", ANALYSE + "sections.py", "key = (way.keeps, ", "key = (False, "),
    Mutant("thread-local variables are global", ANALYSE + "identity.py", "need = replace(need, identity=Identity.THREAD,",
           "need = replace(need, identity=Identity.NONE,"),
    Mutant("errno is global", ANALYSE + "identity.py", "return Need(Identity.ERRNO, why, waits=waits)",
           "return Need(Identity.NONE, why, waits=waits)"),
    Mutant("exits one too high", REWRITE + "render.py", "else 0 if ends_alike(piece, way) else way.number};",
           "else 0 if ends_alike(piece, way) else way.number + 1};"),
    Mutant("exits hand out nothing", REWRITE + "render.py",
           "    return [c for c in section.captures if c.direction in OUTS and c.name in way.outs]",
           "    return [c for c in section.captures if c.direction in OUTS and c.name in way.outs and not way.number]"),
    Mutant("nothing kept over a pause", REWRITE + "render.py",
           'kept = [f"{c.name} = {piece.pointer}->{c.name};" for c in outs(piece.section, way) if c.outlives]',
           "kept: list[str] = []"),
    Mutant("nothing given back", REWRITE + "render.py", "given = (c for c in fields(piece.section) if c.name in way.back)",
           "given = (c for c in fields(piece.section) if not c.name)"),
    Mutant("outs are not read", REWRITE + "render.py",
           "needed = [c for c in outs(section, way) if way.taken is None or c.name in way.taken]",
           "needed = [c for c in outs(section, way) if way.taken is None and c.name in (way.taken or ())]"),
    Mutant("the first context's name again", REWRITE + "stages.py", "taken = around | {p.variable", "taken = set() | {p.variable"),
    Mutant("the lock is kept no more", REWRITE + "render.py", 'f"RCL_KEEP | {way.number}" if way.number', 'f"{way.number}" if way.number'),
    Mutant("members by value", RULES + "shape.cocci", "+ pointer->part", "+ pointer.part"),
    Mutant("addresses of pointers", RULES + "shape.cocci", "- &variable\n+ pointer", "- &variable\n+ &pointer"),
    Mutant("the call lost", RULES + "lift.cocci", "- mark();\n+ execute;", "- mark();"),
    Mutant("the body twice", REWRITE + "stages.py", "text = text[:at] + piece.body +", "text = text[:at] + piece.body + piece.body +"),
    Mutant("tails shared wrongly", REWRITE + "stages.py", "tails.setdefault(way.number, tail)", "tails.setdefault(way.number, next(iter(tails.values()), tail))"),
)  # fmt: skip


def caught_by(mutant: Mutant, folder: Path) -> str:
    """What catches a fault: the cases, the random programs, or nothing."""
    for name in ("driver", "semantic-patches", "testsuite", "runtime"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "build").symlink_to(ROOT / "build")
    path = folder / mutant.file
    text = path.read_text()
    if text.count(mutant.old) != 1:
        return f"stale: {text.count(mutant.old)} places in {mutant.file}"
    path.write_text(text.replace(mutant.old, mutant.new))
    environment = {**os.environ, "PYTHONPATH": f"{folder}/driver:{folder}/testsuite", "RCL_FUZZ": "0"}
    tests = ["testsuite/test_analyse.py", "testsuite/test_rewrite.py"]
    cases = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", *tests]
    found = [sys.executable, "-m", "fuzz.campaign", "--start", "0", "--count", str(PROGRAMS), "--shrink", "0",
             "--folder", str(folder / "found")]  # fmt: skip
    for name, command in (("cases", cases), ("programs", found)):
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 1:
            failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR", "program"))]
            return f"{name}: {failed[0].split(' - ')[0] if failed else ''}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutants", description="faults in the rewriter that must be caught")
    parser.add_argument("--only", default="")
    survivors = []
    chosen = [m for m in MUTANTS if parser.parse_args().only in m.name]
    for mutant in chosen:
        with tempfile.TemporaryDirectory(prefix="rcl-mutant-") as folder:
            by = caught_by(mutant, Path(folder).resolve())
        print(f"{mutant.name:32} {by or 'SURVIVES'}", flush=True)
        survivors += [] if by and not by.startswith("stale") else [mutant.name]
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} caught")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
