# SPDX-License-Identifier: MIT
"""Acquisitions that belong to one section: those that take its lock again in the middle of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rcl.analyse.function.extents import Refused
from rcl.analyse.function.flow import FREE, RELEASED, Held, Locks, Operation
from rcl.analyse.program.owners import Owners
from rcl.analyse.section.shape import Pause
from rcl.analyse.unit import scope
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.tree import canonical, given_by
from rcl.errors import Code


class Relocks:
    """The acquisitions of a function by section; ``first`` maps each to its section's first."""

    def __init__(self, layout: Layout, locks: Locks, owners: Owners, show: Callable[[Operation], str]) -> None:
        self.layout = layout
        self.locks = locks
        self.owners = owners
        self.show = show
        self.first = self._firsts()

    def _firsts(self) -> dict[int, int]:
        """For each acquisition the first of those that the function releases, or hands on, in the same places."""
        first = {
            site.number: site.number for site in self.locks.sites
            if not self._returns_it(site) and not (site.described and site.described.shared)
        }  # fmt: skip
        for held in self._given_back():
            takers = sorted(n for n in held if n in first)
            for number in takers:
                low, high = sorted((first[takers[0]], first[number]))
                first = {n: low if home == high else home for n, home in first.items()}
        return first

    def _given_back(self) -> Iterator[Held]:
        """The acquisitions in force at each release, or call that may release a mutex."""
        for operation in self.locks.operations:
            if operation.effect == "release":
                yield operation.before.get(operation.key, frozenset())
            for held in operation.before.values():
                if self.locks.matching(held, operation.frees):
                    yield held

    def _returns_it(self, site: Operation) -> bool:
        """Does it take a lock again that the function has released for its caller? That is the caller's section."""
        if site.number not in self.locks.at_exit.get(site.key, ()) or FREE in site.before.get(site.key, ()):
            return False
        return any(
            o.effect == "release" and o.key == site.key and FREE in o.before.get(o.key, ())
            for o in self.locks.operations
        )

    def taken_again(self, site: Operation) -> bool:
        """Is the lock taken again in the middle of the section?"""
        return bool(self.others(site)) or self.held_before(site)

    def held_before(self, site: Operation) -> bool:
        """Is the lock the function's before, other than a recursive mutex that it has anyway and takes once more?

        One that checks for errors refuses that, and the code goes on all the same: it would not if it were moved.
        """
        before, lock = site.before.get(site.key, frozenset()), None if site.described else site.lock
        recursive = lock is not None and self.owners.matter(lock) and not self.owners.fail(lock)
        return any(n >= 0 for n in before) and not (recursive and all(n >= 0 for n in before))

    def nested(self, site: Operation, locks: Locks) -> list[Operation]:
        """Where the function may take the lock once more while it holds it: not all its releases are the section's.

        ``locks``: with the acquisitions joined that are the section's.
        """
        return [
            o for o in locks.operations
            if o.effect in ("acquire", "try") and site.number in o.before.get(o.key, ())
        ]  # fmt: skip

    def others(self, site: Operation) -> list[Operation]:
        """The acquisitions that take the lock again in the middle of the section."""
        first = self.first.get(site.number)
        return [o for o in self.locks.sites if o is not site and self.first.get(o.number) == first]

    def pauses(self, site: Operation) -> list[Pause]:
        """The places where the section gives the lock back for a while; refused if they have another form."""
        refused = self._entered_again(site)
        if site.effect != "acquire" or self.held_before(site) or self.first.get(site.number) != site.number:
            raise refused
        pauses, closing = [], {pair.pop[0] for pair in self.layout.function.cleanups}
        for again in self.others(site):
            alike = not (again.loses or given_by(again.call) or given_by(site.call))
            alike = alike and again.call.start not in closing  # the handler's block ends with its call
            alike = alike and _condition(again) == _condition(site)
            after = self.layout.whole_statement(again.call, again.around) if alike else None
            before = [
                Pause(r, s, after) for r in self.locks.operations
                if after and not r.loses and self._gives_back(r, site)
                and (s := self.layout.whole_statement(r.call, r.around))
                and s.block is after.block and s.index < after.index
            ]  # fmt: skip
            released = again.before.get(site.key) == frozenset({RELEASED})
            released = released and not (after and scope.follows(after.block, after.index))
            if again.effect != "acquire" or not released or not before:
                raise refused
            pauses.append(max(before, key=lambda p: p.statement.index))
        return pauses

    def _gives_back(self, operation: Operation, site: Operation) -> bool:
        """Does it release the lock where it is the section's? In a pause there may be sections of the same lock."""
        held = operation.before.get(site.key, frozenset())
        return (
            operation.effect == "release" and operation.key == site.key
            and any(self.first.get(number) == site.number for number in held)
        )  # fmt: skip

    def _entered_again(self, site: Operation) -> Refused:
        """Why a section has other acquisitions than its first: after a release, beside it, or of who knows what."""
        source = self.layout.source
        lock, others = self.show(site), self.others(site)
        at = source.place(min((o.call.start for o in others), default=site.call.start))
        before = [o.before.get(site.key, frozenset()) for o in others]
        if any(RELEASED in held and FREE not in held for held in before):
            return Refused(Code.RELOCKS.reason(at, lock=lock))
        if not others:
            return Refused(Code.SOMETIMES_HELD.reason(at, lock=lock))
        lines = sorted(source.line(o.call.start) for o in (site, *others))
        listed = ", ".join(str(line) for line in lines[:-1])
        return Refused(Code.SEVERAL_ENTRIES.reason(at, lock=lock, lines=f"{listed} and {lines[-1]}"))


def _condition(site: Operation) -> str:
    """What an acquisition is made under alone, "" if it always is."""
    return canonical(site.guard.condition) if site.guard else ""
