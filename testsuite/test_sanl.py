# SPDX-License-Identifier: MIT
"""Kind sanl beyond what all kinds are validated for: its modes and its settings."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from inside import PROGRAMS, compiled


@pytest.fixture(scope="session")
def modes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that looks at a mutex's mode."""
    return compiled(PROGRAMS / "modes.c", tmp_path_factory.mktemp("modes"))


def run(program: Path, settings: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"RCL_SANL": settings} | more
    return subprocess.run([str(program)], capture_output=True, text=True, env=environment, timeout=300, check=False)


def test_modes_follow_contention(modes: Path) -> None:
    done = run(modes, "local=10")
    assert (done.stdout, done.stderr) == (3 * "remote local " + "right\n", "")


def test_without_a_threshold_it_is_always_remote(modes: Path) -> None:
    done = run(modes, "local=0,term=2")
    assert (done.stdout, done.stderr) == (3 * "remote remote " + "right\n", "")


def test_statistics_tell_modes_and_servers(modes: Path, tmp_path: Path) -> None:
    out = tmp_path / "stats.json"
    assert run(modes, "local=10", RCL_STATS=str(out)).returncode == 0
    stats = json.loads(out.read_text())
    [counts] = stats["classes"]
    assert counts["nominations"] == counts["downgrades"] > 0
    assert counts["renominations"] <= counts["nominations"]
    assert counts["combined"] == 0
    assert [(turn["way"], turn["why"]) for turn in stats["turns"]] == 3 * [
        ("remote", "contention"),
        ("local", "contention"),
    ]
    assert all((turn["contention"] >= 0.1) == (turn["way"] == "remote") for turn in stats["turns"])


@pytest.mark.parametrize("settings", ["local", "local=", "local=102", "term=0", "far=3", "local=10;term=3", "wait=-1"])
def test_malformed_settings_are_told(modes: Path, settings: str) -> None:
    done = run(modes, f"local=10,{settings}")
    assert done.stdout.endswith("right\n")
    assert done.stderr.startswith("rcl: RCL_SANL is ignored from some place on: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_request_is_claimed_once(tmp_path: Path) -> None:
    """A server that leaves, and the next one, may both have seen a request: one of them gets it."""
    done = run(compiled(PROGRAMS / "claims.c", tmp_path), "local=0")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
