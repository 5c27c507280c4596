# SPDX-License-Identifier: MIT
"""Kind adaptive beyond what all kinds are validated for: what it decides, its aides and its statistics."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from inside import PROGRAMS, compiled

Runner = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """Build the programs about this kind, some with the library's own headers, and a way to run them."""
    directory = tmp_path_factory.mktemp("adaptive")
    for name in ("steer", "aides"):
        compiled(PROGRAMS / f"{name}.c", directory)

    def run_it(name: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command, merged = [str(directory / name), *arguments], os.environ | environment
        return subprocess.run(command, capture_output=True, text=True, env=merged, timeout=300, check=False)

    return run_it


@pytest.mark.parametrize(
    ("machine", "rates", "ways"),
    [
        ("16 800", "1000 800 2000", ["served 99"]),
        # no processor is spare
        ("16 1600", "1000 800 9000", ["combining 0"]),
        ("2 200", "1000 800 9000", ["combining 0"]),
        ("1 10", "1000 800 9000", ["combining 0"]),
        # a ninth processor should give a ninth more, and an eighth to be worth a start
        ("16 800", "1000 800 1150", ["combining 0"]),
        ("16 800", "1000 800 1350", ["served 99"]),
        ("64 6300", "1000 900 1100", ["combining 0"]),
        ("64 6300", "1000 900 1200", ["served 99"]),
        # threads that sleep most of the time leave one of two idle, and it would have to do more than theirs
        ("2 90", "1000 800 1900", ["combining 0"]),
        ("2 90", "1000 800 2600", ["served 99"]),
        ("16 800", "1000 1500 1400", ["quiet 5"]),
        # given back when it gains no more, or nobody knows why, and hired again
        ("16 800", "1000 800 2000 3000 800 2000 1000 800 2000", ["served 99", "combining 2", "served 99"]),
        ("16 800", "1000 800 2000 1000 4000 2000", ["served 99", "quiet 28"]),
        ("16 800", "1000 800 2000 1000 800 0 1000 800 2000", ["served 99", "combining 0", "served 96"]),
    ],
)
def test_decisions(run: Runner, machine: str, rates: str, ways: list[str]) -> None:
    assert run("steer", *machine.split(), *rates.split()).stdout.splitlines() == ways


def observed(run: Runner, scratch: Path, settings: str) -> tuple[dict[str, int], set[tuple[str, str]]]:
    """Run a program with contention: what its class's statistics count, and which turns its mutexes took and why."""
    out = scratch / "stats.json"
    done = run("aides", RCL_ADAPTIVE=settings, RCL_STATS=str(out))
    assert (done.returncode, done.stdout, done.stderr) == (0, "right\n", "")
    stats = json.loads(out.read_text())
    [counts] = stats["classes"]
    assert {turn["class"] for turn in stats["turns"]} <= {counts.pop("class")}
    return counts, {(turn["way"], turn["why"]) for turn in stats["turns"]}


@pytest.mark.parametrize("settings", ["8:1", "8:200"])
def test_aides_come_and_go(run: Runner, tmp_path: Path, settings: str) -> None:
    seen = (observed(run, tmp_path, settings) for _ in range(5))  # on a busy machine threads may never contend
    counts, turns = next((one for one in seen if one[0]["served"]), ({"served": 0, "executed": 0}, set()))
    assert 0 < counts["served"] < counts["executed"]
    assert ("served", "test") in turns
    assert {why for way, why in turns if way != "served"} & {"test", "alone"}


def test_no_aides_where_none_are_allowed(run: Runner, tmp_path: Path) -> None:
    counts, turns = observed(run, tmp_path, "0")
    assert counts["served"] == 0
    assert "served" not in {way for way, _ in turns}


@pytest.mark.parametrize("settings", ["9", "eight", "8:", "8:x", "8,2", "-1"])
def test_malformed_settings_are_told(run: Runner, settings: str) -> None:
    done = run("aides", RCL_ADAPTIVE=settings)
    assert (done.returncode, done.stdout) == (0, "right\n")
    assert done.stderr.splitlines() == [
        f'rcl: RCL_ADAPTIVE is ignored: "{settings}" is not a number of processors from 0 to 8'
    ]
