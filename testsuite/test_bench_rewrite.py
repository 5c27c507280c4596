# SPDX-License-Identifier: MIT
"""The benchmark of the rewriting: the program that it makes, and the table that it prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from rcl.analyse import analyse
from rcl.compdb import NAME
from rcl.model import State

BENCH = Path(__file__).parents[1] / "driver" / "bench"


def write(root: Path, kloc: str) -> int:
    script = "import pathlib, program, sys; print(program.write(pathlib.Path(sys.argv[1]), float(sys.argv[2])))"
    done = subprocess.run(
        [sys.executable, "-c", script, str(root), kloc], cwd=BENCH, check=True, capture_output=True, text=True
    )
    return int(done.stdout)


def test_the_program_is_the_same_each_time_and_as_large_as_asked(tmp_path: Path) -> None:
    lines = write(tmp_path / "a", "2")
    assert write(tmp_path / "b", "2") == lines and 1000 < lines < 3000
    for path in (tmp_path / "a").glob("*.[ch]"):
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
    subprocess.run(
        ["gcc", "-Wall", "-Werror", "-pthread", *(tmp_path / "a").glob("*.c"), "-o", tmp_path / "p"], check=True
    )
    found = analyse(tmp_path / "a", tmp_path / "a" / NAME, jobs=1)
    assert len(found.sections) > 8 * lines / 1000
    assert {section.state for section in found.sections} == {State.SHIPPED}


def test_it_measures_every_stage_of_every_run(tmp_path: Path) -> None:
    output = tmp_path / "out" / "rows.json"
    command = [sys.executable, str(BENCH / "rewriting.py"), "-o", str(output), "0.3"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    rows = json.loads(output.read_text())["rows"]
    assert len(done.stdout.splitlines()) == len(rows) + 1
    stages = {(row["run"], row["verb"], row["stage"]) for row in rows}
    for run, verb in (("cold", "analyse"), ("edited", "rewrite")):
        assert {(run, verb, "parse"), (run, verb, "analyse")} <= stages
        assert {(run, "rewrite", "convert"), (run, "rewrite", "compile")} <= stages
    assert ("again", "analyse", "parse") not in stages, "nothing has changed"
    # a verb that finds everything in the cache can be too short to be measured
    cold = [row for row in rows if row["run"] == "cold" and row["verb"] in ("analyse", "rewrite") and not row["stage"]]
    assert cold and all(row["cpu_s"] > 0 and row["peak_mib"] > 0 for row in cold)


def test_what_is_no_program_is_told() -> None:
    done = subprocess.run([sys.executable, "rewriting.py", "nowhere"], cwd=BENCH, capture_output=True, text=True)
    assert done.returncode == 2 and "nowhere is neither a number of kloc nor a tree" in done.stderr
