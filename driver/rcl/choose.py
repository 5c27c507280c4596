# SPDX-License-Identifier: MIT
"""Which lock classes to convert, by the RCL paper's rules (sections 2.2 and 4.1).

The figure that decides is the share of thread time spent acquiring, holding and releasing a lock: above 20 % a
remote core beats a POSIX lock, above 70 % it beat every lock that the paper measured. The paper's threads were
never idle; so the share is that of busy time (Profile.busy_share). Cache misses are shown beside it where they
were measured. A unit is converted whole, and what a person chose by hand stays.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rcl.errors import Code, RclError
from rcl.model import Analysis, Choice, Kind, LockClass, LockProfile, Op, Place, Profile, Unit
from rcl.plan import Treatment

BEATS_POSIX = 0.20
BEATS_EVERY_LOCK = 0.70

KEEP = Treatment(False)
SERVED = Treatment(True, Kind.RCL, 0)
ALONG = Treatment(True, Kind.POSIX)


@dataclass(frozen=True)
class Figures:
    """What the profile says of one class; ``cache_misses`` per section, None where not measured."""

    busy_share: float
    acquisitions: int
    contended: int
    cache_misses: float | None

    @property
    def contended_share(self) -> float:
        """The share of acquisitions that had to wait."""
        return self.contended / self.acquisitions if self.acquisitions else 0.0

    def __str__(self) -> str:
        text = f"{self.busy_share:.1%} of busy time, {self.contended_share:.1%} contended"
        return text.replace("%", " %")


@dataclass(frozen=True)
class Chosen:
    """The choices, what the rules alone would have chosen, and the profile's locks of no known class."""

    choices: tuple[Choice, ...]
    rules: Mapping[str, Treatment]
    unmatched: tuple[LockProfile, ...]


def small_machine(cores: int) -> str | None:
    """The caveat of a machine on which a server core is a large part."""
    if cores > 4:
        return None
    return (
        f"{cores} core{'s' if cores > 1 else ''}: a server takes one from the clients, so kind rcl can "
        "lose here what it gains on many"
    )


def hint(name: str, known: Iterable[str]) -> str:
    """What the user may have meant."""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


# ------------------------------------------------------------------ joining profile and analysis


def join(
    profile: Profile, analysis: Analysis
) -> tuple[dict[str, Figures], tuple[LockProfile, ...]]:
    """The figures of each class that the profile speaks of, and the locks that belong to none."""
    found: dict[str, list[LockProfile]] = {}
    unmatched = []
    for lock in profile.locks:
        known = class_of(lock, analysis)
        if known is None:
            unmatched.append(lock)
        else:
            found.setdefault(known.name, []).append(lock)
    return {name: _sum(profile, locks) for name, locks in found.items()}, tuple(unmatched)


def class_of(lock: LockProfile, analysis: Analysis) -> LockClass | None:
    """The class of a profiled lock: by initialisation, by declaration, by name, else by who takes it."""
    for matches in (
        [c for c in analysis.classes if _same_line(c.initialised, lock.initialised)],
        [c for c in analysis.classes if _same_line(c.declared, lock.declared)],
        [c for c in analysis.classes if c.name == lock.name],
    ):
        if len(matches) == 1:
            return matches[0]
    return _class_by_sites(lock, analysis)


def _same_line(a: Place | None, b: Place | None) -> bool:
    return a is not None and b is not None and (a.file, a.line) == (b.file, b.line)


def _class_by_sites(lock: LockProfile, analysis: Analysis) -> LockClass | None:
    """The only class of the only unit whose acquisitions stand on the lines where the lock was taken."""
    lines = {(site.file, site.line) for site in lock.sites}
    takes = {Op.LOCK, Op.TRYLOCK, Op.TIMEDLOCK}
    units = {
        operation.units
        for operation in analysis.operations
        if operation.op in takes and (operation.token.file, operation.token.line) in lines
    }
    names = {unit for group in units if len(group) == 1 for unit in group}
    if len(names) != 1:
        return None
    members = [c for c in analysis.classes if c.unit in names]
    return members[0] if len(members) == 1 else None


def _sum(profile: Profile, locks: list[LockProfile]) -> Figures:
    misses = [lock.cache_misses for lock in locks if lock.cache_misses is not None]
    return Figures(
        min(sum(profile.busy_share(lock) for lock in locks), 1.0),
        sum(lock.acquisitions for lock in locks),
        sum(lock.contended for lock in locks),
        sum(misses) / len(misses) if misses else None,
    )


# ------------------------------------------------------------------------------------ choosing


def choose(
    analysis: Analysis, profile: Profile | None, by_hand: Mapping[str, Treatment]
) -> Chosen:
    """Chooses for every class. UNKNOWN_NAME, UNIT_REFUSED or BAD_ARGUMENT if ``by_hand`` cannot be."""
    known = [c.name for c in analysis.classes]
    for name in by_hand:
        if name not in known:
            raise RclError(Code.UNKNOWN_NAME, name=name, hint=hint(name, known))
    figures, unmatched = join(profile, analysis) if profile else ({}, ())
    choices: list[Choice] = []
    rules: dict[str, Treatment] = {}
    for unit in analysis.units:
        ruled = _rule(unit, figures, profile is not None)
        rules.update({choice.name: Treatment.of(choice) for choice in ruled})
        choices.extend(_by_hand(unit, ruled, by_hand))
    share = {name: figure.busy_share for name, figure in figures.items()}
    choices.sort(key=lambda choice: (-share.get(choice.name, 0.0), choice.name))
    return Chosen(tuple(choices), rules, unmatched)


def _rule(unit: Unit, figures: Mapping[str, Figures], profiled: bool) -> list[Choice]:
    """What the paper's rules say of a unit's classes."""
    worth = {
        name
        for name in unit.classes
        if name in figures and figures[name].busy_share > BEATS_POSIX and unit.refused is None
    }
    choices = []
    for name in unit.classes:
        reason = _reason(figures.get(name), profiled)
        if unit.refused is not None:
            reason += f"; cannot be converted: {unit.refused.sentence}"
        elif worth and name not in worth:
            reason += f"; converted together with {min(worth)}"
        treatment = SERVED if name in worth else ALONG if worth else KEEP
        choices.append(_choice(name, treatment, reason))
    return choices


def _reason(figures: Figures | None, profiled: bool) -> str:
    if figures is None:
        return "not taken in the profiled run" if profiled else "not profiled"
    text = str(figures)
    if figures.cache_misses is not None:
        text += f", {figures.cache_misses:.1f} cache misses a section"
    if figures.busy_share > BEATS_EVERY_LOCK:
        return f"{text}: above 70 %, where RCL beat every lock in its paper"
    if figures.busy_share > BEATS_POSIX:
        return f"{text}: above 20 %, where RCL beat POSIX locks in its paper"
    return f"{text}: below 20 %, where POSIX locks did as well"


def _choice(name: str, treatment: Treatment, reason: str, by_hand: bool = False) -> Choice:
    return Choice(name, treatment.convert, treatment.kind, treatment.server, reason, by_hand)


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
        return _choice(ruled.name, wanted[ruled.name], f"by hand; {ruled.reason}", by_hand=True)
    if kept:
        return _choice(ruled.name, KEEP, f"{ruled.reason}; kept together with {kept[0]}")
    if ruled.convert:
        return ruled
    return _choice(ruled.name, ALONG, f"{ruled.reason}; converted together with {converted[0]}")


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
