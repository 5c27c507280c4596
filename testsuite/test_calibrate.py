# SPDX-License-Identifier: MIT
"""rcl calibrate: what it asks the benchmark for, what it makes of the answers, and that choose goes by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rcl import artefacts, calibrate, calibrate_sanl
from rcl.cli import rcl
from rcl.errors import Code, RclError
from rcl.model import Band, Calibration, CalibrationPoint, SanlSettings
from rcl.workspace import quiet
from rcl_bench.plan import Plan
from rcl_bench.program import Program

#: throughput falls with the delay, for kind rcl less than for the others; a section takes 100 ns, a tick is one
BENCH = """#!/bin/sh
echo "$*" >> {log}
case "$1" in
list) echo '{{"compiler": "sh", "subjects": [{{"name": "pthread", "ours": false, "remote": false}},
	{{"name": "spin", "ours": true, "remote": false}}, {{"name": "cc-synch", "ours": true, "remote": false}},
	{{"name": "rcl-anon", "ours": true, "remote": true}}]}}' ;;
contention) awk -v "words=$*" 'BEGIN {{
	split(words, word, " ")
	for (i in word) {{ key = substr(word[i], 1, 2); value[key] = substr(word[i], 3) }}
	share = 100 / (100 + value["-d"])
	gain = value["-s"] == "rcl-anon" ? 0.8 + share : 1
	printf "{{\\"verdict\\": \\"right\\", \\"pingpong\\": [100, 100], \\"seconds\\": 1,"
	printf "\\"per_second\\": %f,", 1e6 * gain
	printf "\\"fairness\\": 1, \\"cpu\\": 1, \\"switches\\": 0, \\"foreign\\": {foreign}, \\"section_ns\\": 100,"
	printf "\\"share\\": %f, \\"p50_ns\\": 1, \\"p99_ns\\": 2, \\"p999_ns\\": 3, \\"max_ns\\": 4}}", share
}}' ;;
esac
"""


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The log of a benchmark whose every figure is known."""
    return fake(tmp_path, monkeypatch)


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, foreign: float = 0.0) -> Path:
    program = folder / "bench"
    program.write_text(BENCH.format(log=folder / "log", foreign=foreign))
    program.chmod(0o755)
    monkeypatch.setenv("RCL_BENCH", str(program))
    return folder / "log"


def test_measures_every_kind_beside_pthread(asked: Path) -> None:
    found = calibrate.calibrate(0.0, cores=8)
    calls = [line.split() for line in asked.read_text().splitlines() if line.startswith("contention")]
    seen = {(call[1], call[2]) for call in calls}
    assert {subject for subject, _ in seen} == {"-spthread", "-sspin", "-scc-synch", "-srcl-anon"}
    assert {threads for _, threads in seen} == {"-t7", "-t32"} and ("-sspin", "-t32") not in seen
    assert found.rounds == 3 and len(calls) % 3 == 0
    point = min(found.points, key=lambda point: (point.threads, point.lines, -point.share))
    assert point.threads == 7 and set(point.gains) == {"spin", "cc-synch", "rcl"}
    assert (point.share, point.cycle_ns) == (pytest.approx(100 / 450, rel=1e-5), pytest.approx(450, rel=1e-5))


def test_thresholds_lie_where_the_gain_begins(asked: Path) -> None:
    # 0.8 + share is 1 at a share of 20 %
    found = calibrate.calibrate(0.0, cores=2)
    assert found.beats_posix is not None and found.beats_posix.middle == pytest.approx(0.2, abs=0.002)
    assert found.beats_every_kind == found.beats_posix


def point(share: float, rcl: Band, **others: Band) -> CalibrationPoint:
    return CalibrationPoint(8, 1, share, 1000.0, {"rcl": rcl, **others})


def test_thresholds_have_bounds() -> None:
    points = [
        point(0.1, Band(0.6, 0.8, 1.0), mcs=Band(1.0, 1.0, 1.0)),
        point(0.3, Band(0.9, 1.2, 1.5), mcs=Band(1.6, 1.6, 1.6)),
        point(0.9, Band(1.5, 2.0, 2.5), mcs=Band(1.8, 1.8, 1.8)),
    ]
    over_posix, over_all = calibrate.thresholds(points)
    assert over_posix == Band(0.1, pytest.approx(0.2), pytest.approx(0.4))  # type: ignore[arg-type]
    assert over_all is not None and 0.3 < over_all.middle < 0.9 and over_all.high == 1.0
    assert calibrate.thresholds(points[:1]) == (None, None) == calibrate.thresholds([])


def test_a_gain_that_is_lost_again_is_no_threshold() -> None:
    high, low = Band(1.5, 1.5, 1.5), Band(0.5, 0.5, 0.5)
    assert calibrate.thresholds([point(0.1, high), point(0.5, low)]) == (None, None)
    found, _ = calibrate.thresholds([point(0.1, high), point(0.5, low), point(0.9, high)])
    assert found is not None and found.middle == pytest.approx(0.7)


#: kind sanl's remote mode beats the local one from 20 % of time in sections on, best with terms of 64 and a wait of 5
SANL_BENCH = """#!/bin/sh
echo "$RCL_SANL $*" >> {log}
case "$1" in
list) echo '{{"compiler": "sh", "subjects": [{{"name": "sanl", "ours": true, "remote": false}}]}}' ;;
contention) echo "$RCL_SANL,$*" | tr ' =' ',,' | awk -F, '{{
	for (i = 1; i <= NF; i++) {{ if ($i ~ /^-d/) delay = substr($i, 3); value[$i] = $(i + 1) }}
	share = 100 / (100 + delay)
	gain = value["local"] > 0 ? 1 : 0.8 + share + (value["term"] == 64) / 1000 - value["wait"] / 100000
	if (value["free"] == 0) gain += share - 0.3
	printf "{{\\"verdict\\": \\"right\\", \\"per_second\\": %f, \\"share\\": %f}}", 1e6 * gain, share
}}' ;;
esac
"""


@pytest.mark.parametrize(("nodes", "free"), [(1, 80), (2, 40)])
def test_settings_of_sanl(tmp_path: Path, nodes: int, free: int) -> None:
    program = tmp_path / "bench"
    program.write_text(SANL_BENCH.format(log=tmp_path / "log"))
    program.chmod(0o755)
    plan = Plan(threads=(4,), delays=(50, 150, 300, 900), shared=(1,))
    found = calibrate_sanl.sanl_settings(Program.at(program), plan, nodes, quiet)
    # shares of 67, 40, 25 and 10 %
    assert found == SanlSettings(local=25, free=free, term=64, wait=5)
    assert f"{found} " not in (tmp_path / "log").read_text(), "each is measured by itself"
    assert "local=101,free=101,term=64,wait=5 contention -ssanl -t4 -d900 -l1" in (tmp_path / "log").read_text()


def test_sanl_is_never_remote_where_that_loses(tmp_path: Path) -> None:
    program = tmp_path / "bench"
    program.write_text(SANL_BENCH.format(log=tmp_path / "log").replace("0.8 + share", "0.1 + share"))
    program.chmod(0o755)
    found = calibrate_sanl.sanl_settings(Program.at(program), Plan(threads=(4,), delays=(50,), shared=(1,)), 1, quiet)
    assert found is not None and found.local == 101


def test_the_verb_writes_what_choose_reads(asked: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(rcl, ["calibrate", "-C", str(tmp_path), "--seconds", "0"])
    assert result.exit_code == 0 and "kind rcl beats posix from 20% of time in sections on" in result.output
    assert "calibrate on an idle machine" not in result.output
    kept = artefacts.read(tmp_path / ".rcl" / "machine.json", Calibration)
    assert kept.beats_posix is not None
    listed = CliRunner().invoke(rcl, ["calibrate", "-C", str(tmp_path), "--seconds", "0", "--json"]).stdout
    assert json.loads(listed)["points"][0]["gains"]["rcl"].keys() == {"low", "middle", "high"}


def test_a_busy_machine_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, foreign=1.5)
    result = CliRunner().invoke(rcl, ["calibrate", "-C", str(tmp_path), "--seconds", "0"])
    assert "others used 1.5 processors meanwhile; calibrate on an idle machine" in result.output


def test_without_a_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RCL_BENCH", str(tmp_path / "none"))
    with pytest.raises(RclError) as caught:
        calibrate.calibrate(0.0)
    assert caught.value.code is Code.TOOL_MISSING
    broken = tmp_path / "none"
    broken.write_text("#!/bin/sh\necho sorry >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(RclError, match="sorry"):
        calibrate.calibrate(0.0)
