# SPDX-License-Identifier: MIT
"""The benchmark of the runtime: its order, its file, what it notices, and what its figures mean."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rcl_bench import program, tables
from rcl_bench.__main__ import main
from rcl_bench.plan import PLANS, Plan, Step, points, steps, turns
from rcl_bench.program import Program, Subject
from rcl_bench.summary import Spread, summarise

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("RCL_BUILD", ROOT / "build" / "runtime")).resolve()

#: a benchmark program whose every figure is known, and which writes down what it is asked for
FAKE = """#!/bin/sh
echo "$*" >> {log}
case "$1" in
list) echo '{{"compiler": "sh", "subjects": [{{"name": "pthread", "ours": false, "remote": false}},
	{{"name": "mcs", "ours": true, "remote": false}}, {{"name": "flat", "ours": true, "remote": false}}]}}' ;;
alone) echo '{{"verdict": "right", "subjects": {{"mcs": {{"ticks": 40, "ratio": [1, 1.04, 1.1]}}}}}}' ;;
roundtrip) echo '{{"verdict": "right", "pingpong": [100, 100, 900], "variants":
	[{{"subject": "rcl-anon", "context": "16 bytes by value", "ticks": [105, 500]}}]}}' ;;
contention) {contention} ;;
esac
"""
RIGHT = """echo '{"verdict": "right", "pingpong": [100, 110], "seconds": 1, "per_second": 5, "fairness": 1, "cpu": 1,
	"switches": 0, "foreign": 0, "section_ns": 50, "share": 0.5,
	"p50_ns": 1, "p99_ns": 2, "p999_ns": 3, "max_ns": 4}'"""
PROCESSORS = len(os.sched_getaffinity(0))
#: what a round of the following measures besides contention: one thread alone with two delays, a round trip
OTHERS = 3 if PROCESSORS > 1 else 2
SMALL = ["quick", "--threads", "1,2", "--shared", "1", "--delays", "0", "--rounds", "2", "--seconds", "0.01"]


def fake(folder: Path, contention: str = RIGHT) -> Path:
    path = folder / "fake"
    path.write_text(FAKE.format(log=folder / "log", contention=contention))
    path.chmod(0o755)
    return path


def run(path: Path, folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*SMALL, "--program", str(path), "--output", str(folder / "out"), *arguments])


def asked(folder: Path) -> list[str]:
    """What the fake program was asked to measure under contention."""
    return [line for line in (folder / "log").read_text().splitlines() if line.startswith("contention")]


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "out" / "quick.jsonl").read_text().splitlines()]


@pytest.fixture(scope="session")
def real() -> Path:
    """Build the benchmark program."""
    command = ["make", "-s", "-C", str(ROOT / "runtime"), f"BUILD={BUILD}", "WERROR=-Werror", "bench"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return BUILD / "bench"


# --------------------------------------------------------------------------------------- order


def test_subjects_take_turns_at_every_point() -> None:
    plan = Plan(rounds=4, threads=(1, 2), delays=(0, 9), shared=(1,))
    asked_for = [step for step in steps(plan, ["a", "b", "c"], 2) if step.row == "contention"]
    assert len(asked_for) == len(set(asked_for)) == 4 * 2 * 2 * 3
    for begin in range(0, len(asked_for), 3):
        together = asked_for[begin : begin + 3]
        assert len({(step.round, step.point) for step in together}) == 1
        assert {step.subject for step in together} == {"a", "b", "c"}
    assert [step.round for step in asked_for] == sorted(step.round for step in asked_for)


def test_no_round_begins_as_the_one_before() -> None:
    orders = [turns(["a", "b", "c", "d"], turn, 4) for turn in range(4)]
    assert orders == [["a", "b", "c", "d"], ["b", "a", "d", "c"], ["c", "d", "a", "b"], ["d", "c", "b", "a"]]


def test_one_processor_has_no_round_trip() -> None:
    assert {step.row for step in steps(Plan(), ["a"], 1)} == {"alone", "contention"}
    assert {step.row for step in steps(Plan(), ["a"], 2)} == {"alone", "roundtrip", "contention"}


# -------------------------------------------------------------------------------- runs and file


def test_run_writes_its_schema(tmp_path: Path) -> None:
    done = run(fake(tmp_path), tmp_path)
    assert done.exit_code == 0, done.output
    first, *measured = rows(tmp_path)
    assert first["schema"] == "rcl-runtime-bench-rows-3"
    assert first["plan"]["threads"] == [1, 2] and first["machine"]["processors"] == PROCESSORS
    assert len(measured) == len(asked(tmp_path)) + 2 * OTHERS
    summary = json.loads((tmp_path / "out" / "quick.json").read_text())
    assert summary["schema"] == "rcl-runtime-bench-3"
    assert {"machine", "compiler", "load", "plan", "failures", "goals"} <= set(summary)
    assert len(summary["alone"]) == 2 and len(summary["roundtrip"]) == OTHERS - 2
    assert {row["subject"] for row in summary["contention"]} == {"pthread", "mcs", "flat"}
    assert all(row["rounds"] == 2 and row["ratio"]["median"] == 1 for row in summary["contention"])


def test_interrupted_run_goes_on_without_repeating(tmp_path: Path) -> None:
    path = fake(tmp_path, f"{RIGHT}; sleep 0.02")
    assert "run it again" in run(path, tmp_path, "--budget", "0.1").output
    assert 0 < len(rows(tmp_path)) - 1 < 12 + 2 * OTHERS
    assert "run it again" not in run(path, tmp_path).output
    assert len(asked(tmp_path)) == len(rows(tmp_path)) - 1 - 2 * OTHERS == 12
    run(path, tmp_path)
    assert len(asked(tmp_path)) == 12
    run(path, tmp_path, "--fresh")
    assert len(asked(tmp_path)) == 24 and (tmp_path / "out" / "quick.old.jsonl").exists()


def test_more_rounds_go_on_too(tmp_path: Path) -> None:
    path = fake(tmp_path)
    run(path, tmp_path)
    run(path, tmp_path, "--rounds", "3")
    assert len(asked(tmp_path)) == 18


def test_line_cut_short_is_measured_again(tmp_path: Path) -> None:
    path = fake(tmp_path)
    run(path, tmp_path)
    file = tmp_path / "out" / "quick.jsonl"
    file.write_bytes(file.read_bytes()[:-10])
    run(path, tmp_path)
    assert len(asked(tmp_path)) == 13
    assert len(rows(tmp_path)) == 1 + 12 + 2 * OTHERS


def test_another_program_starts_anew(tmp_path: Path) -> None:
    run(fake(tmp_path), tmp_path)
    done = run(fake(tmp_path, f"{RIGHT} # changed"), tmp_path)
    assert "are now in" in done.output and len(asked(tmp_path)) == 24


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--subjects", "mcs,nothing"], "there is no subject 'nothing'"),
        (["--threads", "1,x"], "not a comma-separated list of whole numbers"),
        (["--program", "/nonexistent/bench"], "build it by make"),
    ],
)
def test_bad_usage_is_one_sentence(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = run(fake(tmp_path), tmp_path, *arguments)
    assert done.exit_code != 0 and message in done.output and "Traceback" not in done.output


def test_foreign_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "out" / "quick.jsonl"
    file.parent.mkdir()
    file.write_text("not JSON\n")
    done = run(fake(tmp_path), tmp_path)
    assert done.exit_code == 1 and "not a benchmark's file" in done.output
    assert file.read_text() == "not JSON\n"


# --------------------------------------------------------------------------- what it must notice


@pytest.mark.parametrize(
    ("contention", "verdict"),
    [
        (RIGHT.replace("right", "wrong"), "wrong"),
        ("kill -SEGV $$", "crashed: contention mcs, 2 threads, delay 0, 1 shared line, round 1: SIGSEGV"),
        ("echo bad >&2; exit 2", "round 1: bad"),
        ("exec sleep 60", "hung"),
    ],
)
def test_failures_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, contention: str, verdict: str) -> None:
    monkeypatch.setattr(program, "PATIENCE", 3.0)
    path = fake(tmp_path, f'case "$*" in *mcs*) {contention} ;; *) {RIGHT} ;; esac')
    done = run(path, tmp_path, "--rounds", "1", "--threads", "2")
    assert done.exit_code == 1 and verdict in done.output
    summary = json.loads((tmp_path / "out" / "quick.json").read_text())
    assert {row["subject"] for row in summary["contention"]} == {"pthread", "flat"}
    assert {failure["step"]["subject"] for failure in summary["failures"]} == {"mcs"}


def test_lost_updates_are_noticed(tmp_path: Path, real: Path) -> None:
    arguments = ["--subjects", "none", "--threads", "4", "--shared", "5", "--seconds", "0.2"]
    for attempt in range(10):  # where threads hardly run at the same time, none may be lost
        done = run(real, tmp_path / str(attempt), *arguments)
        if done.exit_code:
            break
    assert done.exit_code == 1 and "wrong: contention none, 4 threads" in done.output


def test_real_run(tmp_path: Path, real: Path) -> None:
    done = run(real, tmp_path, "--rounds", "1", "--threads", "2", "--own", "0,2", "--pinned")
    assert done.exit_code == 0, done.output
    summary = json.loads((tmp_path / "out" / "quick.json").read_text())
    kinds = {row["subject"] for row in summary["contention"]}
    assert {"pthread", "posix", "inline", "spin", "mcs", "rcl-anon", "rcl-errno", "rcl-thread", "rcl-detached"} <= kinds
    for row in summary["contention"]:
        assert 0 < row["p50_ns"] <= row["p99_ns"] <= row["p999_ns"] <= row["max_ns"]
        assert 0 <= row["fairness"] <= 1 and row["cpu"] > 0
    assert any(row["per_second"]["median"] > 0 for row in summary["contention"])
    assert {row["subject"] for row in summary["alone"]} == {k for k in kinds if not k.startswith("rcl-")} | {"none"}
    assert all(0.1 < row["ratio"]["median"] < 100 for row in summary["alone"] if row["subject"] != "none")


@pytest.mark.skipif(PROCESSORS < 2, reason="a round trip needs two processors")
def test_round_trips_beside_strangers_do_not_cost_a_slice_each(real: Path) -> None:
    """18 000 of them beside a busy process on each processor take part of a second; a slice each, half a minute."""
    busy = [
        subprocess.Popen(["taskset", "-c", str(cpu), "sh", "-c", "while :; do :; done"])
        for cpu in sorted(os.sched_getaffinity(0))[:2]
    ]
    try:
        done = subprocess.run([real, "roundtrip", "-r1"], capture_output=True, text=True, timeout=10, check=True)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert json.loads(done.stdout)["verdict"] == "right"


# ------------------------------------------------------------------------------ what figures mean


def result(per_second: float, ping: float = 100, p50: float = 10, verdict: str = "right") -> dict[str, Any]:
    """One result of the microbenchmark."""
    names = (
        "seconds", "fairness", "cpu", "switches", "foreign", "section_ns", "share", "p99_ns", "p999_ns", "max_ns",
    )  # fmt: skip
    figures = {"per_second": per_second, "p50_ns": p50, "pingpong": [ping, ping], "verdict": verdict}
    return {**dict.fromkeys(names, 1.0), **figures}


def test_ratios_are_within_a_round_and_a_mode() -> None:
    found = {
        Step(0, "contention", "pthread", 2, 0, 1): result(10),
        Step(0, "contention", "mcs", 2, 0, 1): result(20),
        Step(1, "contention", "pthread", 2, 0, 1): result(1000),
        Step(1, "contention", "mcs", 2, 0, 1): result(3000),
        Step(2, "contention", "pthread", 2, 0, 1): result(10, ping=100),
        Step(2, "contention", "mcs", 2, 0, 1): result(900, ping=500),
    }
    mcs = next(row for row in summarise(found, []).contention if row.subject == "mcs")
    assert mcs.ratio == Spread(2.25, 2.5, 2.75) and mcs.rounds == 3 and not mcs.far
    assert mcs.per_second.median == 900


def test_row_without_a_comparable_round_says_so() -> None:
    found = {
        Step(0, "contention", "pthread", 2, 0, 1): result(10, ping=100),
        Step(0, "contention", "mcs", 2, 0, 1): result(20, ping=500),
    }
    summary = summarise(found, [])
    row = next(row for row in summary.contention if row.subject == "mcs")
    assert row.ratio is None and row.far
    assert any(line.split()[:2] == ["mcs", "~"] for part in tables.report(summary, False) for line in part.splitlines())


def test_rows_to_be_doubted_are_marked() -> None:
    found = {
        Step(0, "contention", "pthread", 2, 0, 1): result(10),
        Step(0, "contention", "mcs", 2, 0, 1): result(20, verdict="stuck"),
        Step(0, "contention", "spin", 2, 0, 1): {**result(20), "pingpong": [100, 200]},
    }
    summary = summarise(found, [])
    assert {row.subject: (row.stuck, row.unsteady) for row in summary.contention} == {
        "pthread": (0, 0),
        "mcs": (1, 0),
        "spin": (0, 1),
    }
    lines = "".join(tables.report(summary, False)).splitlines()
    assert {line.split()[0] for line in lines if line.endswith("!")} == {"mcs", "spin"}


def test_adaptive_is_compared_with_pthread_mutex_at_every_point() -> None:
    found = {
        Step(0, "contention", subject, 2, 100, 1, before=before): result(10 * ratio)
        for before in (0, 10000)
        for subject, ratio in (("pthread", 1), ("adaptive", 0.8 if before else 1.2))
    }
    goal = summarise(found, [Subject("adaptive", True, False)]).goals[-1]
    assert (goal.reached, goal.figures) == (
        False, "2 threads, delay 100, just changed from 10000, 1 shared line 1.25",
    )  # fmt: skip


def test_points_of_a_full_run() -> None:
    full = list(points(PLANS["full"][0]))
    assert len(full) == len(set(full)) == 6 * (3 * 2 + 2 + 1)
    assert {point.threads for point in full} == {1, 2, 4, 8, 16, 64}
    assert {(p.before, p.delay, p.neighbours) for p in full if p.before or p.neighbours} == {
        (100, 10000, 0), (10000, 100, 0), (0, 100, 2),
    }  # fmt: skip


def test_goals(tmp_path: Path) -> None:
    ours = [Subject("flat", True, False), Subject("mcs", True, False)]
    found = {
        Step(0, "contention", "flat", 2, 0, 1): result(10, p50=2e6),
        Step(0, "contention", "mcs", 2, 0, 1): result(10, p50=9e6),
    }
    goals = summarise(found, ours).goals
    assert [goal.reached for goal in goals] == [None, False, None]
    assert goals[1].figures == "flat 2.000"
    run(fake(tmp_path), tmp_path)
    goals = json.loads((tmp_path / "out" / "quick.json").read_text())["goals"]
    by_text = {goal["text"]: (goal["reached"], goal["figures"]) for goal in goals}
    assert by_text["one thread alone, delay 0: at most 1.03 of pthread_mutex"] == (False, "mcs 1.040")
    if PROCESSORS > 1:
        text = "a server's round trip, argument included: at most 1.1 of the ping-pong"
        assert by_text[text] == (True, "most: rcl-anon 1.05")


@pytest.mark.parametrize("details", [[], ["--details"]])
def test_tables(tmp_path: Path, details: list[str]) -> None:
    output = run(fake(tmp_path), tmp_path, *details).output
    section = ", 2 threads\n" if details else ": throughput with 1, 2 threads"
    assert f"delay 0, 1 shared line{section}" in output and "not reached  one thread alone" in output


def test_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run(fake(tmp_path), tmp_path)
    pictures = sorted(path.name for path in (tmp_path / "out").glob("*.png"))
    assert pictures == ["quick-p50.png", "quick-p99.png", "quick-ratio.png", "quick-throughput.png"]


def test_program_lists_its_subjects_once(real: Path) -> None:
    names = [subject.name for subject in Program.at(real).subjects]
    assert names[:2] == ["pthread", "none"] and len(names) == len(set(names))
