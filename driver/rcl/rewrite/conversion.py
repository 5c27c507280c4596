# SPDX-License-Identifier: MIT
"""What is converted: of the whole program, and of each file alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from rcl.lockapi import INITIALISE
from rcl.model import Accessor, Analysis, Leading, Noted, Op, Operation, Section, StandIn, State, Stub, is_outside
from rcl.rewrite import ctext
from rcl.rewrite.pieces import TRY, executor, waits

#: what is made of one definition of a lock wrapper
Made = TypeVar("Made", Accessor, StandIn)


@dataclass(frozen=True)
class Part:
    """What is converted in one file: all that its plan follows from, but for its text.

    ``classes`` are those of the accessors' units; each of the ``stubs`` has the runtime's calls that it serves;
    ``units`` and ``detach`` are those of the conversion that the rest names.
    """

    file: str
    sections: tuple[Section, ...]
    operations: tuple[Operation, ...]
    accessors: tuple[Accessor, ...]
    noted: tuple[Noted, ...]
    classes: Mapping[str, tuple[str, ...]]
    stubs: tuple[tuple[Stub, Mapping[str, bool]], ...]
    units: frozenset[str]
    detach: frozenset[str]
    #: the functions that macros of other files lead to, each with their names
    leading: tuple[Leading, ...]


@dataclass(frozen=True)
class Conversion:
    """What is converted: the units, and the states that their sections have by now; ``detach`` are units, too."""

    analysis: Analysis
    units: frozenset[str]
    leased: frozenset[str] = frozenset()
    detach: frozenset[str] = frozenset()

    def shipped(self, section: Section) -> bool:
        """Whether a section is moved into a function."""
        return section.state is State.SHIPPED and section.unit in self.units and section.id not in self.leased

    def converted(self, operation: Operation) -> bool:
        """Whether mutexes that are converted pass through an operation."""
        return not self.units.isdisjoint(operation.units)

    @cached_property
    def operations(self) -> list[Operation]:
        """The operations that mutexes which are converted pass through."""
        return [o for o in self.analysis.operations if self.converted(o)]

    @cached_property
    def sections_of(self) -> Mapping[str, list[Section]]:
        """The sections that are moved, by their file."""
        found: dict[str, list[Section]] = defaultdict(list)
        for section in filter(self.shipped, self.analysis.sections):
            found[section.enter_token.file].append(section)
        return found

    @cached_property
    def _classes(self) -> Mapping[str, tuple[str, ...]]:
        return {unit.name: unit.classes for unit in self.analysis.units}

    @cached_property
    def operations_of(self) -> Mapping[str, list[Operation]]:
        """The operations, by the files that their tokens, or uses of macros with them, stand in."""
        found: dict[str, list[Operation]] = defaultdict(list)
        for operation in self.operations:
            for file in {operation.token.file, *(use.call.file for use in operation.uses)}:
                found[file].append(operation)
        return found

    @cached_property
    def accessors(self) -> list[Accessor]:
        """The accessors that shipped sections call, themselves or through others, and those that name classes."""
        accessors = [a for a in self.analysis.accessors if a.unit in self.units]
        said = [text for s in self.analysis.sections if self.shipped(s) for text in _naming(s)]
        said += [u.replacement for o in self.operations if by_use(o, self.units) for u in o.uses if u.replacement]
        called = {name for text in said for name in ctext.names(text)}
        while more := {n for a in accessors if a.name in called for n in ctext.names(a.lock)} - called:
            called |= more
        return [a for a in accessors if a.name in called]

    @cached_property
    def noted(self) -> list[Noted]:
        """What lock functions do besides, of those that shipped sections call."""
        called = {name for s in self.analysis.sections if self.shipped(s) for name in _noting(s)}
        while more := {n.call.partition("(")[0] for n in self.analysis.noted if n.call and n.name in called} - called:
            called |= more
        return [n for n in self.analysis.noted if n.name in called and n.unit in self.units]

    @property
    def made(self) -> list[Accessor | Noted]:
        """What is made of lock functions."""
        return [*self.accessors, *self.noted]

    def calling(self, function: str) -> list[Section]:
        """The shipped sections that call an accessor, themselves or through others, or what a lock function notes."""
        called = {function}
        while more := {a.name for a in self.accessors if not called.isdisjoint(ctext.names(a.lock))} - called:
            called |= more
        said = ((s, {*_noting(s), *(name for text in _naming(s) for name in ctext.names(text))})
                for s in self.analysis.sections if self.shipped(s))  # fmt: skip
        return [s for s, names in said if not called.isdisjoint(names)]

    def files(self) -> list[str]:
        """The files that will change."""
        found = {o.token.file for o in self.operations if not is_outside(o.token.file)}
        found |= {s.enter_token.file for s in self.analysis.sections if self.shipped(s)}
        found |= set[str]().union(*map(files_of, self.made))
        found |= {s.definition.file for s in self.analysis.stubs if found.intersection(s.files)}
        found |= {u.call.file for o in self.analysis.operations for u in o.uses if u.unit in self.units}
        return sorted(found)

    def part(self, file: str) -> Part:
        """What is converted in a file."""
        operations = self.operations_of.get(file, ())
        sections = [self._section_of_types(section) for section in self.sections_of.get(file, ())]
        about = {unit for operation in operations for unit in operation.units}
        about |= {use.unit for operation in operations for use in operation.uses}
        about |= {unit for s in sections for unit in (s.unit, *(c.lock_unit for c in s.captures))}
        accessors = tuple(self._accessor_of_types(a) for a in self.accessors if file in files_of(a))
        stubs = [s for s in self.analysis.stubs if s.definition.file == file]
        used = {o.token.file for o in self.operations} if stubs else set()
        served = tuple((s, self._calls(s)) for s in stubs if used.intersection(s.files))
        return Part(
            file, tuple(sections), tuple(operations), accessors,
            tuple(n for n in self.noted if file in files_of(n)),
            {a.unit: self._classes[a.unit] for a in accessors if a.stand_ins},
            served, self.units & about, self.detach & about,
            tuple(one for one in self.analysis.leading if one.file == file),
        )  # fmt: skip

    @cached_property
    def _types(self) -> Mapping[str, str]:
        """The types of the mutexes and conditions, and what becomes of them."""
        return {o.old: o.op.value for o in self.operations if o.op in (Op.TYPE, Op.COND_TYPE)}

    def _retyped(self, text: str) -> str:
        """Code that may name these types, as those will be."""
        return re.sub(r"\w+", lambda word: self._types.get(word[0], word[0]), text)

    def _section_of_types(self, section: Section) -> Section:
        """The section with those types in what leads to its lock, and in what it waits with."""
        exits = (
            replace(way, wait=replace(way.wait, request=self._retyped(way.wait.request))) if way.wait else way
            for way in section.exits
        )
        return section.but(lock=self._retyped(section.lock), exits=tuple(exits))

    def _accessor_of_types(self, accessor: Accessor) -> Accessor:
        """The accessor with those types."""
        stand_ins = tuple(map(self._with_types, accessor.stand_ins))
        return replace(self._with_types(accessor), stand_ins=stand_ins)

    def _with_types(self, made: Made) -> Made:
        """What is made of one definition of a wrapper, with those types."""
        return replace(
            made, parameters=self._retyped(made.parameters), lock=self._retyped(made.lock),
            declared=tuple(map(self._retyped, made.declared)),
        )  # fmt: skip

    def _calls(self, stub: Stub) -> Mapping[str, bool]:
        """The runtime's calls that execute the sections which a stub serves, and whether one of these keeps the lock.
        """
        found: dict[str, bool] = {}
        for section in (s for file in stub.files for s in self.sections_of.get(file, ())):
            call = executor(section, section.unit in self.detach, bool(section.taken or section.busy))
            found[call] = section.partly or found.get(call, False)
        return {call: found[call] for call in sorted(found.keys() - {TRY})}


def _naming(section: Section) -> Iterable[str]:
    """What a section says of its mutex where it is executed, and when, and where it waits."""
    by = section.enter_by, section.leave_by, *(r.by for way in section.exits for r in way.releases)
    after = (way.after for way in section.exits)
    waited = (way.wait.request for way in waits(section) if way.wait)
    return (section.lock, section.guard, section.ahead, section.able, *by, *after, *waited)


def _noting(section: Section) -> Iterable[str]:
    """The functions that a section, or its client, calls for what its lock functions do besides."""
    made = (section.noted, section.ahead, section.busy, section.able.lstrip("!"), *(way.noted for way in section.exits))
    after = (section.enter_by, section.leave_by, *(release.by for way in section.exits for release in way.releases))
    return (text.partition("(")[0] for text in (*made, *after) if text)


def files_of(made: Accessor | Noted) -> set[str]:
    """The files that a function made of a lock function is defined or declared in."""
    spans = [made.definition, made.prototype]
    stand_ins = made.stand_ins if isinstance(made, Accessor) else ()
    spans += [span for stand_in in stand_ins for span in (stand_in.definition, stand_in.prototype)]
    return {span.file for span in spans if span}


def _one_class(operation: Operation) -> bool:
    """Whether a macro that initialises mutexes does so for one class, which it can say; of several each use must name
    its own.
    """
    classes = {use.replacement.rpartition(",")[2] for use in operation.uses if use.replacement}
    return operation.op not in INITIALISE or (len(classes) <= 1 and not operation.bare)


def by_use(operation: Operation, units: frozenset[str]) -> bool:
    """Whether a macro must stay as it is, and its uses are converted instead."""
    if operation.macro is None:
        return False
    fixed = is_outside(operation.token.file)
    return fixed or not (units.issuperset(operation.units) and _one_class(operation))


def without_plain_accessors(analysis: Analysis) -> Analysis:
    """The analysis with the mutex itself in the place of each accessor that takes no argument and is static.

    Who sees a static wrapper sees what it names, unless a name of his own hides that.
    """
    static = (a for a in analysis.accessors if a.static and not (a.declared or a.hidden or a.type))
    plain = [a for a in static if a.parameters in ("", "void")]
    locks = {f"{a.name}()": a.lock for a in plain}
    for call in locks:
        while locks[call] in locks:  # a wrapper's wrapper
            locks[call] = locks[locks[call]]
    sections = (s.but(lock=locks[s.lock]) if s.lock in locks else s for s in analysis.sections)
    others = (a for a in analysis.accessors if a not in plain)
    accessors = (replace(a, lock=locks[a.lock]) if a.lock in locks else a for a in others)
    return replace(analysis, sections=tuple(sections), accessors=tuple(accessors))


def with_others_held(analysis: Analysis, units: Collection[str]) -> Analysis:
    """The analysis in which sections are blocking that end with mutexes locked which are not converted.

    The runtime does not know of those: a thread that has one must not go on with other threads' sections, which may
    wait for it.
    """
    return replace(analysis, sections=tuple(_with_others_held(s, units) for s in analysis.sections))


def _with_others_held(section: Section, units: Collection[str]) -> Section:
    strange = next((name for name in section.holds if name not in units), None)
    if strange is None or section.blocking:
        return section
    return section.but(blocking=True, blocking_reason=f"ends with {strange} locked, which is not converted")
