# SPDX-License-Identifier: MIT
"""The rules of choosing, how profiled locks find their class, and what a person's choice does to a unit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rcl import choose
from rcl.choose import KEEP, SERVED, Ground
from rcl.errors import Code, RclError
from rcl.model import Analysis, Choice, Kind, LockPair, LockProfile, LockSite, LockType, Place
from rcl.plan import Treatment
from sample import lock_profile, make_analysis, make_profile, make_tree


@pytest.fixture
def known(tmp_path: Path) -> Analysis:
    """The sample tree's analysis."""
    return make_analysis(make_tree(tmp_path))


def choices(known: Analysis, *locks: LockProfile, **by_hand: str) -> dict[str, Choice]:
    hand = {name: Treatment.parse(text) for name, text in by_hand.items()}
    return {c.name: c for c in choose.choose(Ground(known, (make_profile(*locks),)), hand).choices}


@pytest.mark.parametrize(
    ("share", "convert", "reason"),
    [
        (0.20, False, "below 20 %"),
        (0.2001, True, "above 20 %, where RCL beat POSIX locks in its paper"),
        (0.70, True, "above 20 %"),
        (0.7001, True, "above 70 %, where RCL beat every lock in its paper"),
    ],
)
def test_the_papers_thresholds(known: Analysis, share: float, convert: bool, reason: str) -> None:
    choice = choices(known, lock_profile("stats_lock", share))["stats_lock"]
    assert (choice.convert, choice.by_hand) == (convert, False)
    assert reason in choice.reason and "15.7 % contended" in choice.reason
    assert choice.kind is (Kind.RCL if convert else Kind.ADAPTIVE)


def test_idle_time_does_not_count(known: Analysis) -> None:
    profile = make_profile(lock_profile("stats_lock", 0.15), busy=0.5)
    chosen = choose.choose(Ground(known, (profile,)), {}).choices[0]
    assert chosen.convert and chosen.reason.startswith("30.0 % of busy time")
    mostly_idle = make_profile(lock_profile("stats_lock", 0.15), busy=0.1)
    assert mostly_idle.busy_share(mostly_idle.locks[0]) == 1.0


def test_cache_misses_are_told_where_measured(known: Analysis) -> None:
    lock = lock_profile("stats_lock", 0.3, cache_misses=2.25)
    assert "2.2 cache misses a section" in choices(known, lock)["stats_lock"].facts
    assert "misses" not in choices(known, lock_profile("stats_lock", 0.3))["stats_lock"].facts


def test_a_unit_is_converted_whole(known: Analysis) -> None:
    lock = lock_profile("heap", 0.5, initialised=Place("thread.c", 13))
    chosen = choices(known, lock)
    assert chosen["conn_queue.lock@queue_init"].kind is Kind.RCL
    along = chosen["conn_queue.lock@queue_reset"]
    assert (along.convert, along.kind) == (True, Kind.ADAPTIVE)
    assert "not taken in the profiled run; converted together with conn_queue.lock@queue_init" in along.reason
    assert not chosen["stats_lock"].convert


def test_a_refused_unit_is_kept(known: Analysis) -> None:
    choice = choices(known, lock_profile("log_lock", 0.9))["log_lock"]
    assert not choice.convert and "cannot be converted: log_lock is passed to elsewhere" in choice.reason


@pytest.mark.parametrize(
    ("lock", "name"),
    [
        (lock_profile("x", 0.1, initialised=Place("thread.c", 14)), "conn_queue.lock@queue_reset"),
        (lock_profile("x", 0.1, declared=Place("thread.c", 2)), "stats_lock"),
        (lock_profile("stats_lock", 0.1), "stats_lock"),
        (lock_profile("x", 0.1, sites=(LockSite("thread.c", 8, "hit", 1, 0, 0, 0),)), "stats_lock"),
        (lock_profile("x", 0.1, declared=Place("thread.c", 3)), None),
        (lock_profile("x", 0.1, sites=(LockSite("thread.c", 18, "push", 1, 0, 0, 0),)), None),
        (lock_profile("x", 0.1, sites=(LockSite("libc.c", 8, "f", 1, 0, 0, 0),)), None),
    ],
)
def test_profiled_locks_find_their_class(known: Analysis, lock: LockProfile, name: str | None) -> None:
    found = choose.class_of(lock, known)
    assert (found.name if found else None) == name


def test_locks_of_one_class_add_up(known: Analysis) -> None:
    profile = make_profile(lock_profile("stats_lock", 0.15), lock_profile("x", 0.15, declared=Place("thread.c", 2)))
    joined = choose.join(profile, known)
    figures = joined.figures["stats_lock"]
    assert figures.busy_share == pytest.approx(0.3) and figures.acquisitions == 2000
    assert joined.unmatched == () and joined.names == {"stats_lock": "stats_lock", "x": "stats_lock"}


def test_mutexes_of_one_class_that_are_used_at_a_time(known: Analysis) -> None:
    for mutexes, met, wanted, overlap in ((8, 0.457, 0.0, 0.3), (8, 0.457, 0.2, 0.1), (8, 0.1, 0.0, 0.0), (1, 1, 0, 0)):
        lock = replace(lock_profile("stats_lock", 0.4), mutexes=mutexes)
        profile = replace(make_profile(lock), pairs=(LockPair("stats_lock", "stats_lock", 0, 0, met, wanted),))
        assert choose.join(profile, known).figures["stats_lock"].overlap == pytest.approx(overlap)


def test_of_several_programs_the_one_counts_that_suffers_most(known: Analysis) -> None:
    calm = make_profile(lock_profile("stats_lock", 0.1), lock_profile("foreign", 0.1))
    busy = make_profile(lock_profile("x", 0.4, declared=Place("thread.c", 2)))
    for profiles in ((calm, busy), (busy, calm)):
        chosen = choose.choose(Ground(known, profiles), {})
        assert chosen.choices[0].convert and chosen.choices[0].reason.startswith("40.0 % of busy time")
        assert list(chosen.passed_over) == ["foreign"]


def test_locks_that_cannot_be_chosen_are_passed_over_with_a_reason(known: Analysis) -> None:
    profile = make_profile(
        lock_profile("foreign", 0.5, declared=Place("b.c", 1)),
        replace(lock_profile("stats_lock", 0.3), type=LockType.RWLOCK),
        replace(lock_profile("spin", 0.1), type=LockType.SPINLOCK),
    )
    chosen = choose.choose(Ground(known, (profile,)), {})
    assert list(chosen.passed_over) == ["foreign (b.c:1)", "stats_lock", "spin"]
    foreign, readers, spin = chosen.passed_over.values()
    assert foreign == "not a lock of the analysed source; 50.0 % of time"
    assert "a read-write lock" in readers and "only mutexes are converted" in spin
    assert not any(choice.convert for choice in chosen.choices), "not a mutex of the same name either"


def test_a_choice_by_hand_wins(known: Analysis) -> None:
    chosen = choices(known, lock_profile("stats_lock", 0.9), stats_lock="keep")["stats_lock"]
    assert (chosen.convert, chosen.by_hand) == (False, True)
    assert chosen.reason.startswith("by hand; 90.0 % of busy time")


def test_a_choice_by_hand_takes_its_unit_along(known: Analysis) -> None:
    chosen = choose.choose(Ground(known), {"conn_queue.lock@queue_init": SERVED})
    found = {c.name: c for c in chosen.choices}["conn_queue.lock@queue_reset"]
    assert (found.convert, found.kind, found.by_hand) == (True, Kind.ADAPTIVE, False)
    assert chosen.rules["conn_queue.lock@queue_init"] == KEEP
    assert chosen.rules["conn_queue.lock@queue_reset"] == Treatment.of(found), "else it would count as chosen by hand"


def refusal(known: Analysis, **by_hand: str) -> RclError:
    with pytest.raises(RclError) as caught:
        choose.choose(Ground(known), {n.replace("__", "@"): Treatment.parse(t) for n, t in by_hand.items()})
    return caught.value


def test_refusals(known: Analysis) -> None:
    unknown = refusal(known, stat_lock="rcl")
    assert unknown.code is Code.UNKNOWN_NAME and "did you mean stats_lock?" in str(unknown)
    refused = refusal(known, log_lock="rcl")
    assert refused.code is Code.UNIT_REFUSED and refused.exit_status == 3 and "log.c:2: " in str(refused)
    assert refused.way_out == "rcl choose --lock log_lock=keep"
    names = {"conn_queue.lock__queue_init": "rcl", "conn_queue.lock__queue_reset": "keep"}
    assert refusal(known, **names).code is Code.BAD_ARGUMENT


def test_units_of_a_plan(known: Analysis) -> None:
    chosen = choose.choose(Ground(known), {"conn_queue.lock@queue_init": SERVED}).choices
    assert choose.units_of(chosen, known) == ("conn_queue.lock",)
    half = [replace(c, convert=False) if c.name.endswith("reset") else c for c in chosen]
    with pytest.raises(RclError, match=r"but not conn_queue\.lock@queue_reset"):
        choose.units_of(half, known)
    with pytest.raises(RclError, match="no lock class called gone"):
        choose.units_of([replace(chosen[0], name="gone")], known)
    with pytest.raises(RclError, match="log_lock cannot be converted"):
        choose.units_of([replace(c, convert=True) for c in chosen if c.name == "log_lock"], known)


def test_a_unit_is_detached_whole(known: Analysis) -> None:
    chosen = choose.choose(Ground(known), {"conn_queue.lock@queue_init": SERVED}).choices
    assert choose.detached_units(chosen, known) == ()
    all_ = [replace(c, detach=True) for c in chosen]
    assert choose.detached_units(all_, known) == ("conn_queue.lock",)
    half = [replace(c, detach=not c.name.endswith("reset")) for c in chosen]
    with pytest.raises(RclError, match=r"is detached, but not conn_queue\.lock@queue_reset"):
        choose.detached_units(half, known)


def test_a_small_machine_is_warned_about() -> None:
    assert "2 cores: a server" in str(choose.small_machine(2))
    assert choose.small_machine(48) is None
