# SPDX-License-Identifier: MIT
"""Which kind of lock a class should have, and why.

The RCL paper's rules come first (sections 2.2 and 4.1). The figure that decides is the share of thread time spent
acquiring, holding and releasing a lock: above 20 % a remote core beat a POSIX lock, above 70 % it beat every lock that
the paper measured. The paper's threads were never idle; so the share is that of busy time (Profile.busy_share).
A calibrated machine (rcl calibrate) has figures of its own instead: a kind is chosen if even the worse quartile
of its measurements promises a gain, and the one that promises most.

Before that come the sections that no other lock helps: what nobody waits for, what sleeps, what is long beside the
cost of handing a lock over, and what must stay in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rcl.choose.figures import Figures, duration, percent
from rcl.choose.gain import Setting, expected
from rcl.model import Band, Calibration, Kind

BEATS_POSIX = 0.20
BEATS_EVERY_LOCK = 0.70
#: with fewer cores than this, one of them as a server costs more than it gains (the paper's figure 10)
SERVER_CORES = 5

#: a lock helps where it changes hands: so many sections after another thread's, or so many that had to wait, while
#: waiting is more than so much of the time in sections
_SOME_MOVE, _SOME_WAIT, _LITTLE = 0.10, 0.01, 0.10
#: a section's length beside which the cost of handing a lock over, some microseconds at worst, is little
_LONG_NS = 100e3
#: sections that sleep: of so many no lock makes much, and so few already hold up a server's other locks
_MANY_SLEEP, _SOME_SLEEP = 0.5, 0.01
#: sections of a class that run at a time, on average, from which on one server cannot run them all
_FULL = 0.8
#: the share of a server's sections that may meet one of another lock, which they then have to wait for
FALSE_SERIALISATION = 0.10

#: the kind of a class for which no rule has another: it has not lost to POSIX locks in our measurements
DEFAULT = Kind.ADAPTIVE

#: kinds under which every section runs in its own thread, so that one which cannot be shipped loses nothing
IN_PLACE = frozenset({Kind.POSIX, Kind.SPIN, Kind.TICKET, Kind.MCS, Kind.MCS_TP})


@dataclass(frozen=True)
class Conditions:
    """Where a program is to run: the cores, and what is known of the machine."""

    cores: int
    setting: Setting
    calibration: Calibration | None = None


@dataclass(frozen=True)
class Advice:
    """The kind for a class; None: it stays as it is. ``alone``: why no other should share its server, or nothing."""

    kind: Kind | None
    reason: str
    why_kind: str = ""
    gain: Band | None = None
    alone: str = ""


def decide(figures: Figures, conditions: Conditions) -> Advice:
    """The best kind for a class by its figures."""
    if conditions.calibration is None:
        return _by_the_paper(figures, conditions)
    return _by_measurement(figures, conditions, conditions.calibration)


def _hopeless(figures: Figures) -> str:
    """Why no other lock would help; nothing if one may."""
    waits, moves = figures.contended_share, figures.moved_share
    if figures.blocked is not None and figures.blocked >= _MANY_SLEEP:
        return f"{percent(figures.blocked)} of its sections sleep, which no lock shortens"
    if figures.hold_ns >= _LONG_NS:
        return f"its sections last {duration(figures.hold_ns)}: beside that, handing the lock over costs nothing"
    if moves < _SOME_MOVE and (waits < _SOME_WAIT or figures.idle_share < _LITTLE):
        return f"it is handed over too seldom: {percent(moves)} come from another thread"
    return ""


def _in_place(figures: Figures) -> str:
    """Why its sections must run in their own threads; nothing if they need not."""
    if figures.shipped is not None and figures.shipped < 0.5:
        return f"only {percent(figures.shipped)} of its acquisitions can be shipped, and a lease gains nothing"
    return ""


def _full(figures: Figures) -> str:
    """Why one server could not run its sections; nothing if it can."""
    if figures.load >= _FULL:
        return f"{figures.load:.1f} of its sections run at a time, and a server runs one"
    if figures.overlap > FALSE_SERIALISATION:
        return f"{percent(figures.overlap)} of its sections meet others of its mutexes, which a server would serialise"
    return ""


def _alone(figures: Figures) -> str:
    if figures.blocked is not None and figures.blocked >= _SOME_SLEEP:
        return f"{percent(figures.blocked)} of its sections sleep"
    if figures.hold_p99_ns >= _LONG_NS:
        return f"some of its sections are long (p99 {duration(figures.hold_p99_ns)})"
    return ""


# ------------------------------------------------------------------------------- the paper's rules


def _by_the_paper(figures: Figures, conditions: Conditions) -> Advice:
    if figures.busy_share <= BEATS_POSIX:
        return Advice(None, f"{figures}: below 20 %, where POSIX locks did as well")
    helpless = _hopeless(figures) or _in_place(figures)
    if helpless:
        return Advice(None, f"{figures}, but {helpless}")
    beaten = "above 20 %, where RCL beat POSIX locks in its paper"
    if figures.busy_share > BEATS_EVERY_LOCK:
        beaten = "above 70 %, where RCL beat every lock in its paper"
    why_not = _full(figures)
    if conditions.cores < SERVER_CORES:
        why_not = f"{conditions.cores} cores leave none to a server"
    if why_not and figures.contended_share < _SOME_WAIT:
        return Advice(None, f"{figures}, but {why_not}, and there is nobody waiting to combine with")
    if why_not:
        return Advice(DEFAULT, f"{figures}: {beaten}", f"{why_not}; adaptive needs no core of its own")
    return Advice(Kind.RCL, f"{figures}: {beaten}", "by the paper; rcl calibrate measures it", alone=_alone(figures))


# ---------------------------------------------------------------------------- a calibrated machine


def _by_measurement(figures: Figures, conditions: Conditions, calibration: Calibration) -> Advice:
    helpless = _hopeless(figures)
    if helpless:
        return Advice(None, f"{figures}, but {helpless}")
    able, why_not = _able(figures)
    gains = {kind: gain for kind, gain in expected(calibration, figures, conditions.setting).items() if kind in able}
    sure = [kind for kind, gain in gains.items() if gain.low > 1.0]
    best = max(sure or gains, key=lambda kind: gains[kind].middle, default=None)
    if best is None:
        return Advice(None, f"{figures}: the calibration has no such case")
    gain = gains[best]
    beside = _beside(gains, best, why_not)
    if not sure:
        return Advice(None, f"{figures}: no kind is sure to gain; {best.value} most likely, {shown(gain)}")
    reason = f"{figures}: by rcl calibrate {best.value} gains {shown(gain)}"
    return Advice(best, reason, beside, gain, _alone(figures) if best is Kind.RCL else "")


def _able(figures: Figures) -> tuple[frozenset[Kind], str]:
    """The kinds that can be thought of, and why not all of them."""
    why = _in_place(figures)
    if why:
        return IN_PLACE, why
    why = _full(figures)
    return frozenset(Kind) - ({Kind.RCL} if why else set()), why


def _beside(gains: Mapping[Kind, Band], best: Kind, why_not: str) -> str:
    """What the other kinds promise, the best first."""
    others = sorted((kind for kind in gains if kind is not best), key=lambda kind: -gains[kind].middle)
    parts = [f"{kind.value} {gains[kind].middle:.2f}" for kind in others[:3]]
    text = f"others: {', '.join(parts)}" if parts else ""
    return f"{why_not}; {text}" if why_not and text else why_not or text


def shown(gain: Band) -> str:
    """``1.31 times (1.20 to 1.38)``."""
    return f"{gain.middle:.2f} times ({gain.low:.2f} to {gain.high:.2f})"
