# SPDX-License-Identifier: MIT
"""Which kind a class gets by its figures: the paper's rules, a calibrated machine's, and sections no lock helps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rcl.choose.figures import Figures
from rcl.choose.gain import Setting, expected
from rcl.choose.kinds import Conditions, decide
from rcl.model import Band, Calibration, CalibrationPoint, Kind, Machine

#: a lock that all threads want: 1 us a section of 1.6 us thread time, of which 100 ns are its own
HOT = Figures(
    busy_share=0.63, acquisitions=1_000_000, contended=500_000, owner_changes=600_000, section_s=1.0, hold_s=0.1,
    hold_p50_ns=90, hold_p99_ns=400, load=0.1, shipped=1.0, blocked=0.0,
)  # fmt: skip
SETTING = Setting(1.6, 8.0)
BIG = Conditions(48, SETTING)


def point(share: float, cycle_ns: float, threads: int = 8, lines: int = 1, **gains: float) -> CalibrationPoint:
    """A point whose gains are certain to a tenth."""
    bands = {kind.replace("_", "-"): Band(gain * 0.9, gain, gain * 1.1) for kind, gain in gains.items()}
    return CalibrationPoint(threads, lines, share, cycle_ns, bands)


def calibrated(*points: CalibrationPoint) -> Conditions:
    machine = Machine("some cpu", 8, 1, "6.1")
    return replace(BIG, calibration=Calibration(machine, 3, 0.0, points, None, None))


# --------------------------------------------------------------------------------- the paper's rules


def test_a_server_where_cores_are_spare() -> None:
    advice = decide(HOT, BIG)
    assert advice.kind is Kind.RCL and "above 20 %" in advice.reason and advice.gain is None
    assert "rcl calibrate" in advice.why_kind


@pytest.mark.parametrize(("cores", "kind"), [(1, Kind.ADAPTIVE), (4, Kind.ADAPTIVE), (5, Kind.RCL)])
def test_few_cores_combine(cores: int, kind: Kind) -> None:
    advice = decide(HOT, replace(BIG, cores=cores))
    assert advice.kind is kind
    assert (f"{cores} cores leave none to a server" in advice.why_kind) == (kind is Kind.ADAPTIVE)


def test_where_nobody_waits_there_is_nothing_to_combine() -> None:
    moved = replace(HOT, contended=9_000)
    assert decide(moved, BIG).kind is Kind.RCL, "its data comes from other threads: a server keeps them"
    advice = decide(moved, replace(BIG, cores=2))
    assert advice.kind is None and "nobody waiting to combine with" in advice.reason


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"busy_share": 0.2}, "below 20 %"),
        ({"blocked": 0.5}, "50.0 % of its sections sleep"),
        ({"hold_s": 100.0}, "its sections last 100 us"),
        ({"owner_changes": 90_000, "contended": 9_000}, "handed over too seldom: 9.0 % come from another thread"),
        ({"owner_changes": 90_000, "hold_s": 0.95}, "handed over too seldom"),
        ({"shipped": 0.4}, "only 40.0 % of its acquisitions can be shipped"),
    ],
)  # fmt: skip
def test_what_no_lock_helps_stays(change: dict[str, float], why: str) -> None:
    advice = decide(replace(HOT, **change), BIG)
    assert advice.kind is None and why in advice.reason


def test_a_full_server_is_none() -> None:
    advice = decide(replace(HOT, load=2.4), BIG)
    assert advice.kind is Kind.ADAPTIVE and "2.4 of its sections run at a time" in advice.why_kind


def test_a_server_would_serialise_the_mutexes_of_one_class() -> None:
    advice = decide(replace(HOT, overlap=0.3), BIG)
    assert advice.kind is Kind.ADAPTIVE and "30.0 % of its sections meet others of its mutexes" in advice.why_kind
    assert decide(replace(HOT, overlap=0.1), BIG).kind is Kind.RCL


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"blocked": 0.02}, "2.0 % of its sections sleep"),
        ({"hold_p99_ns": 2e5}, "some of its sections are long (p99 200 us)"),
    ],
)
def test_bad_tenants_want_to_be_alone(change: dict[str, float], why: str) -> None:
    advice = decide(replace(HOT, **change), BIG)
    assert (advice.kind, advice.alone) == (Kind.RCL, why) and decide(HOT, BIG).alone == ""


# ------------------------------------------------------------------------------- a calibrated machine


def test_the_kind_that_gains_most_is_chosen() -> None:
    advice = decide(HOT, calibrated(point(0.63, 1600, rcl=1.2, cc_synch=1.5, mcs=1.3)))
    assert advice.kind is Kind.CC_SYNCH and advice.gain is not None
    assert advice.gain.middle == pytest.approx(1.5)
    assert "cc-synch gains 1.50 times (1.35 to 1.65)" in advice.reason
    assert advice.why_kind == "others: mcs 1.30, rcl 1.20"


def test_an_uncertain_gain_is_none() -> None:
    advice = decide(HOT, calibrated(point(0.63, 1600, rcl=1.05, cc_synch=0.9)))
    assert advice.kind is None
    assert "no kind is sure to gain; rcl most likely, 1.05 times (0.95 to 1.16)" in advice.reason


def test_a_smaller_gain_that_is_sure_is_better() -> None:
    gains = {"rcl": Band(0.9, 1.5, 2.0), "mcs": Band(1.1, 1.2, 1.3)}
    advice = decide(HOT, calibrated(CalibrationPoint(8, 1, 0.63, 1600, gains)))
    assert advice.kind is Kind.MCS and advice.why_kind == "others: rcl 1.50"


def test_the_papers_threshold_does_not_bind_a_calibrated_machine() -> None:
    low = replace(HOT, busy_share=0.15)
    assert decide(low, BIG).kind is None
    assert decide(low, calibrated(point(0.15, 1600, rcl=1.3))).kind is Kind.RCL


def test_leases_and_full_servers_leave_some_kinds() -> None:
    conditions = calibrated(point(0.63, 1600, rcl=1.9, cc_synch=1.8, mcs_tp=1.3))
    leased = decide(replace(HOT, shipped=0.1), conditions)
    assert leased.kind is Kind.MCS_TP and "a lease gains nothing" in leased.why_kind
    full = decide(replace(HOT, load=1.0), conditions)
    assert full.kind is Kind.CC_SYNCH and "a server runs one" in full.why_kind


def test_gains_lie_between_the_nearest_points() -> None:
    calibration = calibrated(point(0.43, 1600, rcl=1.0), point(0.83, 1600, rcl=2.0)).calibration
    assert calibration is not None
    # half of what the second point saves: 400 of 1600 ns
    assert expected(calibration, HOT, SETTING)[Kind.RCL].middle == pytest.approx(1600 / 1200)
    assert expected(calibration, replace(HOT, busy_share=0.1), SETTING)[Kind.RCL].middle == pytest.approx(1.0)
    assert expected(calibration, replace(HOT, busy_share=1.0), SETTING)[Kind.RCL].middle == pytest.approx(2.0)


def test_no_more_can_be_saved_than_is_not_the_sections_own() -> None:
    calibration = calibrated(point(0.63, 16000, rcl=2.0)).calibration
    assert calibration is not None
    long = replace(HOT, hold_s=0.8)
    assert expected(calibration, long, SETTING)[Kind.RCL].high == pytest.approx(1600 / 1400)


def test_a_loss_is_expected_as_well() -> None:
    calibration = calibrated(point(0.63, 1600, rcl=0.5)).calibration
    assert calibration is not None
    assert expected(calibration, HOT, SETTING)[Kind.RCL].middle == pytest.approx(0.5)


def test_the_points_most_alike_count() -> None:
    calibration = calibrated(
        point(0.63, 1600, rcl=1.1), point(0.63, 1600, lines=5, rcl=1.2), point(0.63, 1600, threads=32, rcl=1.3)
    ).calibration
    assert calibration is not None

    def gain(figures: Figures, threads: float) -> float:
        return expected(calibration, figures, Setting(1.6, threads))[Kind.RCL].middle

    assert gain(HOT, 8) == pytest.approx(1.1) and gain(replace(HOT, cache_misses=4.0), 8) == pytest.approx(1.2)
    assert gain(HOT, 30) == pytest.approx(1.3) and gain(replace(HOT, cache_misses=4.0), 30) == pytest.approx(1.3)
