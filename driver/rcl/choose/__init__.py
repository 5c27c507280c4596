# SPDX-License-Identifier: MIT
"""Which lock classes to convert, to which kind, and which server is to execute which.

Each class is judged by its figures (``kinds``) and each server's tenants by how often they would meet (``servers``). A
unit is converted whole, and what a person chose by hand stays.
"""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rcl.choose import servers
from rcl.choose.figures import Figures, Joined, class_of, hardest, join, percent
from rcl.choose.gain import Setting
from rcl.choose.kinds import DEFAULT, SERVER_CORES, Advice, Conditions, decide
from rcl.choose.servers import Placement, Tenant
from rcl.errors import Code, RclError
from rcl.machine import Processor, server_cores
from rcl.model import Analysis, Calibration, Choice, Kind, LockType, Profile, State, Unit
from rcl.plan import Treatment

__all__ = [
    "DEFAULT", "Chosen", "Figures", "Ground", "choose", "class_of", "detached_units", "hardest", "hint",
    "join", "small_machine", "units_of",
]  # fmt: skip

KEEP = Treatment(False)
SERVED = Treatment(True, Kind.RCL, 0)
ALONG = Treatment(True, DEFAULT)

#: what a profiled lock of no class is, if it can never be one
_NEVER = {
    LockType.RWLOCK: "a read-write lock: its readers run side by side, and no kind of librcl can do that",
    LockType.SPINLOCK: "a spinlock, which stays as it is: only mutexes are converted",
}


@dataclass(frozen=True)
class Chosen:
    """The choices, what the rules alone would have chosen, and why the profile's other locks are not among them.

    ``cores`` are the processors for the servers, the first for server 0; empty where the system should place them.
    ``shares`` are the classes' shares of busy time.
    """

    choices: tuple[Choice, ...]
    rules: Mapping[str, Treatment]
    passed_over: Mapping[str, str]
    cores: tuple[int, ...]
    shares: Mapping[str, float]


@dataclass(frozen=True)
class Ground:
    """What is chosen from: the tree, runs of its programs, and the machine that they are to run on."""

    analysis: Analysis
    profiles: tuple[Profile, ...] = ()
    calibration: Calibration | None = None
    processors: tuple[Processor, ...] = ()


def small_machine(cores: int) -> str | None:
    """The caveat of a machine on which a server core is a large part."""
    if cores >= SERVER_CORES:
        return None
    return (
        f"{cores} core{'s' if cores > 1 else ''}: a server takes one from the clients, so kind rcl can "
        "lose here what it gains on many"
    )


def hint(name: str, known: Iterable[str]) -> str:
    """What the user may have meant."""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def choose(ground: Ground, by_hand: Mapping[str, Treatment]) -> Chosen:
    """Chooses for every class. UNKNOWN_NAME, UNIT_REFUSED or BAD_ARGUMENT if ``by_hand`` cannot be."""
    known = [c.name for c in ground.analysis.classes]
    for name in by_hand:
        if name not in known:
            raise RclError(Code.UNKNOWN_NAME, name=name, hint=hint(name, known))
    runs = [join(profile, ground.analysis) for profile in ground.profiles]
    measured = hardest(runs)
    figures = {name: found for name, (found, _) in measured.items()}
    advice = {name: decide(found, _conditions(profile, ground)) for name, (found, profile) in measured.items()}
    states: dict[str, Counter[State]] = defaultdict(Counter)
    for section in ground.analysis.sections:
        states[section.unit][section.state] += 1
    choices = [
        choice
        for unit in ground.analysis.units
        for choice in _by_hand(unit, _rule(unit, figures, advice, ground, states[unit.name]), by_hand)
    ]
    placed = _placed(choices, figures, advice, runs)
    share = {name: found.busy_share for name, found in figures.items()}
    placed.sort(key=lambda choice: (-share.get(choice.name, 0.0), choice.name))
    rules = {choice.name: _ruled(choice, advice.get(choice.name)) for choice in placed}
    return Chosen(tuple(placed), rules, _passed_over(runs), _cores(placed, ground.processors), share)


# ------------------------------------------------------------------------------------- by the rules


def _conditions(profile: Profile, ground: Ground) -> Conditions:
    setting = Setting(profile.busy_s, profile.busy_s / profile.wall_s if profile.wall_s else 1.0)
    return Conditions(profile.machine.cores, setting, ground.calibration)


def _rule(
    unit: Unit,
    figures: Mapping[str, Figures],
    advice: Mapping[str, Advice],
    ground: Ground,
    states: Counter[State],
) -> list[Choice]:
    """What the rules say of a unit's classes, of which one takes the others along; ``states``: its sections'."""
    kinds = {name: advice[name].kind for name in unit.classes if name in advice and unit.refused is None}
    worth = sorted(name for name, kind in kinds.items() if kind is not None)
    sections = _section_counts(states)
    unseen = Advice(None, "not taken in the profiled run" if ground.profiles else "not profiled")
    choices = []
    for name in unit.classes:
        judged = advice.get(name, unseen)
        reason = judged.reason
        if unit.refused is not None:
            reason += f"; cannot be converted: {unit.refused.sentence}"
        elif worth and name not in worth:
            reason += f"; converted together with {worth[0]}"
        kind = kinds.get(name) or DEFAULT
        facts = f"{figures[name].details()}; {sections}" if name in figures else sections
        why = judged.why_kind if name in worth else ""
        choices.append(Choice(name, bool(worth), kind, 0, reason, why_kind=why, facts=facts))
    return choices


def _section_counts(states: Counter[State]) -> str:
    """How many of a unit's sections could be moved."""
    total = sum(states.values())
    return f"{states[State.SHIPPED]} of {total} section{'' if total == 1 else 's'} can be shipped"


def _ruled(choice: Choice, judged: Advice | None) -> Treatment:
    """What the rules alone would have made of a class, for the plan to tell what a person changed."""
    if not choice.by_hand:
        return Treatment.of(choice)
    return Treatment(True, judged.kind) if judged and judged.kind else KEEP


def _passed_over(runs: Iterable[Joined]) -> Mapping[str, str]:
    """Why a profiled lock is not among the choices."""
    passed = {}
    for lock in (lock for run in runs for lock in run.unmatched):
        where = lock.declared or lock.initialised
        why = _NEVER.get(lock.type, "not a lock of the analysed source")
        passed[f"{lock.name} ({where})" if where else lock.name] = f"{why}; {percent(lock.time_share)} of time"
    return passed


# ------------------------------------------------------------------------------------------ servers


def _placed(
    choices: list[Choice], figures: Mapping[str, Figures], advice: Mapping[str, Advice], runs: Sequence[Joined]
) -> list[Choice]:
    """The choices with a server for each that needs one."""
    tenants = [
        Tenant(
            choice.name,
            figures.get(choice.name),
            choice.server if choice.by_hand else None,
            advice[choice.name].alone if choice.name in advice else "",
        )
        for choice in choices
        if choice.convert and choice.kind is Kind.RCL
    ]
    cores = min((run.profile.machine.cores for run in runs), default=1)
    places = servers.place(tenants, _met(runs), servers.most_servers(cores))
    return [_at(choice, places.get(choice.name)) for choice in choices]


def _at(choice: Choice, place: Placement | None) -> Choice:
    return replace(choice, server=place.server, why_server=place.why) if place else choice


def _met(runs: Iterable[Joined]) -> Mapping[tuple[str, str], float]:
    """The share of a class's acquisitions that met another class's sections, by both names; the largest of the runs."""
    most: dict[tuple[str, str], float] = {}
    for run in runs:
        met: dict[tuple[str, str], float] = {}
        for pair in run.profile.pairs:
            if pair.first in run.names and pair.second in run.names:
                key = run.names[pair.first], run.names[pair.second]
                met[key] = min(met.get(key, 0.0) + pair.met, 1.0)
        most.update({key: max(share, most.get(key, 0.0)) for key, share in met.items()})
    return most


def _cores(choices: Iterable[Choice], processors: tuple[Processor, ...]) -> tuple[int, ...]:
    """The servers' processors, where there are enough of them."""
    count = max((c.server + 1 for c in choices if c.convert and c.kind is Kind.RCL), default=0)
    return server_cores(count, processors) if len(processors) >= SERVER_CORES else ()


# ------------------------------------------------------------------------------------------ by hand


def _by_hand(unit: Unit, ruled: list[Choice], by_hand: Mapping[str, Treatment]) -> list[Choice]:
    """The unit's choices after a person's; one class chosen by hand takes the whole unit along."""
    wanted = {name: by_hand[name] for name in unit.classes if name in by_hand}
    if not wanted:
        return ruled
    converted = sorted(name for name, treatment in wanted.items() if treatment.convert)
    kept = sorted(set(wanted) - set(converted))
    if converted and kept:
        why = f"{converted[0]} and {kept[0]} can only be converted, or kept, together"
        raise RclError(Code.BAD_ARGUMENT, argument=f"--lock {kept[0]}=keep", why=why)
    if converted and unit.refused is not None:
        why = unit.refused.sentence
        raise RclError(Code.UNIT_REFUSED, unit.refused.place, lock=converted[0], why=why)
    return [_merged(choice, wanted, converted, kept) for choice in ruled]


def _merged(
    ruled: Choice, wanted: Mapping[str, Treatment], converted: list[str], kept: list[str]
) -> Choice:
    if ruled.name in wanted:
        choice = _treated(ruled, wanted[ruled.name], f"by hand; {ruled.reason}")
        return replace(choice, by_hand=True)
    if kept:
        return _treated(ruled, KEEP, f"{ruled.reason}; kept together with {kept[0]}")
    if ruled.convert:
        return ruled
    return _treated(ruled, ALONG, f"{ruled.reason}; converted together with {converted[0]}")


def _treated(choice: Choice, treatment: Treatment, reason: str) -> Choice:
    changed = replace(choice, convert=treatment.convert, kind=treatment.kind, server=treatment.server)
    return replace(changed, reason=reason, why_kind="")


def units_of(choices: Iterable[Choice], analysis: Analysis) -> tuple[str, ...]:
    """The units that the choices convert. Refuses choices that are not whole, or not of this tree."""
    by_name = {choice.name: choice for choice in choices}
    known = {c.name for c in analysis.classes}
    for name in by_name:
        if name not in known:
            raise RclError(Code.UNKNOWN_NAME, name=name, hint=hint(name, known))
    units = []
    for unit in analysis.units:
        convert = [n for n in unit.classes if n in by_name and by_name[n].convert]
        _require_whole(unit, convert, "converted")
        if convert and unit.refused is not None:
            why = unit.refused.sentence
            raise RclError(Code.UNIT_REFUSED, unit.refused.place, lock=convert[0], why=why)
        if convert:
            units.append(unit.name)
    return tuple(units)


def detached_units(choices: Iterable[Choice], analysis: Analysis) -> tuple[str, ...]:
    """The converted units whose sections may be detached. Refuses choices that are not whole."""
    wanted = {choice.name for choice in choices if choice.convert and choice.detach}
    units = [unit for unit in analysis.units if not wanted.isdisjoint(unit.classes)]
    for unit in units:
        _require_whole(unit, [n for n in unit.classes if n in wanted], "detached")
    return tuple(unit.name for unit in units)


def _require_whole(unit: Unit, chosen: list[str], what: str) -> None:
    """What is said of one class of a unit must be said of all: which of them a section takes is not known."""
    left = [name for name in unit.classes if name not in chosen]
    if chosen and left:
        why = f"{chosen[0]} is {what}, but not {left[0]}, which must be {what} with it"
        raise RclError(Code.BAD_ARTEFACT, artefact="plan.toml", why=why, verb="rcl choose")
