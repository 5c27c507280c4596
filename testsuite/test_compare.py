# SPDX-License-Identifier: MIT
"""Comparing kinds of locks: the order of the runs, what they report, and what the figures say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rcl import compare
from rcl.compare import Comparison, Series
from rcl.errors import Code, RclError
from rcl.model import SanlSettings

LOAD = """
import json, os, sys
kind = os.environ["RCL_LOCKS"]
open(sys.argv[1], "a").write(kind + "\\n")
print("chatter")
print(json.dumps({"schema": "rcl-load-1", "ops_per_s": 300 if kind == "*=rcl:0" else 100, "p99_s": 2, "ok": True}))
"""


def refusal(*arguments: object, **keywords: object) -> RclError:
    with pytest.raises(RclError) as caught:
        compare.compare(*arguments, **keywords)  # type: ignore[arg-type]
    return caught.value


def load(tmp_path: Path) -> list[str]:
    return [sys.executable, "-c", LOAD, str(tmp_path / "order")]


def test_kinds_take_turns(tmp_path: Path) -> None:
    compared = compare.compare(load(tmp_path), ["posix", "rcl"], 3)
    order = (tmp_path / "order").read_text().split()
    assert order == ["*=posix", "*=rcl:0", "*=rcl:0", "*=posix", "*=posix", "*=rcl:0"]
    assert compared.metric == "ops_per_s" and compared.higher_is_better
    posix, rcl = compared.series
    assert (posix.values, rcl.values) == ((100, 100, 100), (300, 300, 300))
    assert compared.ratio(rcl) == 3 and rcl.apart(posix)


def test_the_plan_is_compared_with_one_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RCL_LOCKS", "*=mcs")
    command = ["sh", "-c", f'echo "$RCL_LOCKS:$RCL_CORES" >> {tmp_path}/told']
    compare.compare(command, compare.kinds("posix,plan"), 1, cores=(7, 6))
    assert (tmp_path / "told").read_text().split() == ["*=posix:", ":7,6"]
    compare.compare(command, ["plan"], 1)
    assert (tmp_path / "told").read_text().split()[-1] == ":"


def test_settings_of_sanl_are_told(tmp_path: Path) -> None:
    command = ["sh", "-c", f'echo "$RCL_SANL" >> {tmp_path}/told']
    compare.compare(command, ["sanl", "plan"], 1, sanl=SanlSettings(local=30, term=64))
    assert (tmp_path / "told").read_text().split() == 2 * ["local=30,free=80,term=64,wait=20"]


def test_another_metric_and_one_that_is_not_there(tmp_path: Path) -> None:
    compared = compare.compare(load(tmp_path), ["posix"], 1, "p99_s")
    assert compared.series[0].values == (2,) and not compared.higher_is_better
    error = refusal(load(tmp_path), ["posix"], 1, "ok")
    assert error.code is Code.BAD_ARGUMENT and "it reports ops_per_s, p99_s, wall_s" in str(error)


@pytest.mark.parametrize("output", ["", "chatter", "[1]", '{"ops_per_s": 3}', '{"schema": "rcl-load-1"'])
def test_wall_time_where_nothing_is_reported(output: str) -> None:
    compared = compare.compare(["printf", "%s", output], ["posix", "rcl"], 1)
    assert compared.metric == "wall_s" and not compared.higher_is_better
    assert all(series.median > 0 for series in compared.series)


def test_failures_end_it() -> None:
    failed = refusal(["sh", "-c", "exit 7"], ["rcl:1"], 1)
    assert failed.code is Code.COMMAND_FAILED and "RCL_LOCKS='*=rcl:1') ended with status 7" in str(failed)
    assert refusal(["/nonexistent"], ["posix"], 1).code is Code.BAD_ARGUMENT


@pytest.mark.parametrize("text", ["", "posix,", "keep", "posix,posix", "fast"])
def test_bad_kinds(text: str) -> None:
    with pytest.raises(RclError) as caught:
        compare.kinds(text)
    assert caught.value.code is Code.BAD_ARGUMENT


def test_figures() -> None:
    slow, fast = Series("posix", (4.0, 2.0, 3.0)), Series("rcl", (1.0, 2.5, 1.5))
    assert (slow.median, slow.spread) == (3.0, pytest.approx(2 / 3))
    assert not slow.apart(fast) and slow.apart(Series("x", (1.0, 1.9)))
    assert Comparison((), "wall_s", (slow, fast)).ratio(fast) == 2.0
    assert Comparison((), "ops_per_s", (slow, fast)).ratio(fast) == 0.5
    nothing = Comparison((), "ops_per_s", (Series("posix", (0.0,)), fast))
    assert nothing.ratio(fast) is None and nothing.gain(fast) == "-"
