# SPDX-License-Identifier: MIT
"""The models of the runtime's protocols: each is right wherever one looks, and each error seeded in it is found."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

MODELS = Path(__file__).resolve().parent / "model"
LARGE = os.environ.get("RCL_MODEL_LARGE", "") not in ("", "0")
TIMEOUT = 7200 if LARGE else 300
COMPRESSED = ["-DCOLLAPSE"] if LARGE else []

#: What is searched through of each model, a set of definitions a search.
SMALL = {
    "request": ["-DCALLS=1", "-DWAYS=::way=EXEC", "-DBLOCKING"],
    "park": [""],
    "listing": ["", "-DCLIENTS=1 -DCALLS=3"],
    "crowd": ["", "-DCLIENTS=2 -DCALLS=2", "-DAIDE", "-DAIDE -DCLIENTS=2 -DCALLS=2"],
    "moves": ["-DCLIENTS=2 -DCALLS=2"],
    "sanl": ["", "-DCLIENTS=2 -DLESSEES=1 -DLOOKS=2"],
    "records": ["", "-DCLIENTS=2 -DCALLS=3"],
    "cond": ["", "-DWAITERS=4"],
}
#: The same with RCL_MODEL_LARGE=1: some minutes and up to 6 GB each.
LARGER = {
    "request": ["-DWAYS=::way=LEASE", "-DCALLS=1 -DDEPOSALS=2"],
    "park": ["-DDEPOSALS=1", "-DCALLS=2 -DDEPOSALS=1"],
    "listing": ["-DPER_WORD=1", "-DCALLS=2"],
    "crowd": ["-DCLIENTS=2 -DCALLS=2 -DNAPS=2", "-DNAPS=0 -DCALLS=2", "-DAIDE -DNAPS=0 -DCALLS=2"],
    "moves": [""],
    "sanl": ["-DCLIENTS=3 -DLESSEES=1"],
    "records": ["-DCALLS=2"],
    "cond": [],
}
#: Seeded errors that show only with further definitions, or sooner.
SPECIAL = {
    "BUG_AIDE_TELLS_EARLY": "-DAIDE",
    "BUG_AIDE_UNCLAIMED": "-DAIDE",
    "BUG_LESSEE_SUCCEEDS": "-DCLIENTS=2 -DLESSEES=1",
    "BUG_MEEK": "-DCLIENTS=2 -DLESSEES=1",
    "BUG_NO_KICK_AFTER_CLAIM": "-DBLOCKING",
    "BUG_NO_KICK_BY_DEPOSED": "-DWAYS=::way=EXEC",
    "BUG_PARKED_ANONYMOUS": "-DBLOCKING",
    "BUG_STATE_FIRST": "-DCALLS=2",
    "BUG_WATCHERS_WAKE_FIRST": "-DDEPOSALS=1",
    "BUG_WITHDRAW_CLAIMED": "-DCLIENTS=2 -DLESSEES=1",
}

pytestmark = pytest.mark.skipif(shutil.which("spin") is None, reason="spin is not installed")


def run(command: list[str], directory: Path) -> str:
    """Run a command in a directory, expect success, and return what it prints."""
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def search(model: str, definitions: str, scratch: Path, *options: str, optimise: str = "-O2") -> str:
    """Have spin search through all states of a model, and return its report."""
    directory = scratch / "-".join(re.findall(r"\w+", model + definitions))
    directory.mkdir()
    run(["spin", "-a", *definitions.split(), str(MODELS / f"{model}.pml")], directory)
    run(["cc", optimise, "-w", "-DSAFETY", *COMPRESSED, "-DMEMLIM=8000", "-o", "pan", "pan.c"], directory)
    return run(["./pan", "-m100000", "-n", *options], directory)


def completed(report: str) -> bool:
    """Whether the search left nothing out: exact, not too deep, not out of memory."""
    cut_short = re.search(r"not completed|too small|MEMLIM|out of memory", report)
    return "Full statespace search" in report and not cut_short


def seeded(model: str) -> list[str]:
    """Name the errors that can be switched on in a model."""
    return sorted(set(re.findall(r"def\w* *\(?(BUG_\w+)", (MODELS / f"{model}.pml").read_text())))


def find(model: str, scratch: Path, bug: str) -> str:
    """Search through a model with a seeded error until the first error."""
    definitions = f"-D{bug} {SPECIAL.get(bug, '')}"
    return search(model, definitions, scratch, "-w20", optimise="-O0")


@pytest.mark.parametrize("model", SMALL)
def test_models_hold(model: str, tmp_path: Path) -> None:
    configurations = SMALL[model] + (LARGER[model] if LARGE else [])
    with ThreadPoolExecutor(1 if LARGE else 2) as pool:
        reports = list(pool.map(partial(search, model, scratch=tmp_path), configurations))
    for report in reports:
        assert "errors: 0" in report, report
        assert completed(report), report


@pytest.mark.parametrize("model", SMALL)
def test_seeded_errors_are_found(model: str, tmp_path: Path) -> None:
    bugs = seeded(model)
    with ThreadPoolExecutor(2) as pool:
        reports = dict(zip(bugs, pool.map(partial(find, model, tmp_path), bugs), strict=True))
    assert bugs
    assert [bug for bug, report in reports.items() if "errors: 1" not in report] == []


def test_published_algorithm_executes_twice(tmp_path: Path) -> None:
    definitions = "-DBUG_NO_RECHECK -DCALLS=1 -DWAYS=::way=EXEC"
    report = search("request", definitions, tmp_path, "-E", "-w20", optimise="-O0")
    assert re.search(r"^pan:1: assertion violated +!\(ran\[slot\]\)", report, re.MULTILINE), report


def test_incomplete_searches_do_not_count(tmp_path: Path) -> None:
    report = search("request", "-DCALLS=1 -DWAYS=::way=EXEC", tmp_path, "-m50", "-w20", optimise="-O0")
    assert "errors: 0" in report
    assert not completed(report)
