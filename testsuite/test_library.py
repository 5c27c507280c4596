# SPDX-License-Identifier: MIT
"""import rcl: the example of docs/library.md as it stands there, and the rest of the methods."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rcl as package
import sample
from rcl.errors import Code, RclError
from rcl.model import Verdict
from rcl.review.views import Standing
from test_way import COMPILE, PROGRAM, TOTAL, tree  # noqa: F401
from tool import Tool

PAGE = Path(__file__).parents[1] / "docs" / "library.md"


def test_the_example_does_what_it_says(tree: Path) -> None:  # noqa: F811
    [example] = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (tree / "Makefile").write_text(f"program: program.c\n\t{' '.join(COMPILE)}\n")
    (tree / "program").unlink()
    done = subprocess.run([sys.executable, "-u", "-c", example], cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said[:2] == ["1 lock classes, 1 sections", "1 can run elsewhere"]
    assert said[-1] == "RCL091 rcl rewrite --revert"
    assert (tree / "program.c").read_text() == PROGRAM
    assert subprocess.run([tree / "program"], capture_output=True, text=True, check=True).stdout == TOTAL


def test_every_method_is_documented() -> None:
    methods = {name for name, _ in inspect.getmembers(package.Tree, inspect.isfunction) if not name.startswith("_")}
    assert methods <= set(re.findall(r"`(\w+)\(", PAGE.read_text()))


def test_the_way_without_the_command_line(rcl: Tool, capsys: pytest.CaptureFixture[str]) -> None:
    rcl.profile(0.6)
    found = package.Tree(rcl.root)
    assert found.choose().shares["stats_lock"] == pytest.approx(0.6)
    assert [choice.name for choice in found.choose(everything="spin").choices if choice.convert] == [
        lock.name for lock in sample.CLASSES[:3]
    ]
    [view] = [view for view in found.review() if view.section.id == "stats_lock/hit/1"]
    found.decide([view], Verdict.REJECTED, "too hot")
    assert {view.section.id: view.standing for view in found.review()}["stats_lock/hit/1"] is Standing.REJECTED
    found.decide([view], Verdict.ACCEPTED)
    assert "hit_cs" in found.diff() and "hit_cs" in found.diff("stats_lock") and found.diff("stats_lock/hit/1")
    found.apply()
    assert found.revert("stats_lock") == ("conn_queue.lock",)
    assert found.report().sections == 1
    assert [series.kind for series in found.compare("true", kinds=("posix",), runs=1).series] == ["posix"]
    found.revert()
    assert (rcl.root / "thread.c").read_text() == sample.THREAD_C
    with pytest.raises(RclError) as caught:
        found.revert()
    assert caught.value.code is Code.NOT_APPLIED
    out, err = capsys.readouterr()
    assert out == err == ""
