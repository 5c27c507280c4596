# SPDX-License-Identifier: MIT
"""What was worked out of parts of a program before, each with what was asked of the whole meanwhile (questions.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from rcl import codec
from rcl.analyse.program.questions import Ledger, packed
from rcl.beside import Beside
from rcl.cache import NO_CACHE, Cache, key_of

T = TypeVar("T")
#: something that was worked out, as JSON can say it, behind its notes
Entry = list[Any]
#: for fewer parts no copy of the process is started
_FEW = 8


@dataclass(frozen=True)
class Memory:
    """The parts of a tree: each follows from its key, the ``ground``, and the answers to its notes.

    ``hashes``: by a unit's identity the hash of all that it was read from. ``jobs`` processes work at once.
    """

    cache: Cache
    ledger: Ledger
    hashes: Mapping[int, str]
    ground: object
    jobs: int = 1

    def part(self, kind: str, *units: object, about: object = None) -> Part:
        """What is known of some units, and of nothing else."""
        hashes = [self.hashes.get(id(unit), "") for unit in units]
        cache = self.cache if all(hashes) else NO_CACHE
        key = key_of("analysis", kind, hashes, about, self.ground) if cache.folder else ""
        found = cache.find(key)
        return Part(cache, key, self.ledger, found if isinstance(found, dict) else {})

    def ahead(self, work: Callable[[str], T], names: Sequence[str]) -> dict[str, T]:
        """What is made of names of which nothing is known, as far as this process does it. Copies of it do the rest
        meanwhile, and keep what they make.
        """
        copies = min(self.jobs, len(names) // _FEW)
        if self.cache.folder is None or copies < 2:
            return {}
        started = [Beside(partial(_kept, work, names[number::copies])) for number in range(1, copies)]
        try:
            done = {name: work(name) for name in names[::copies]}
        except BaseException:
            for beside in started:
                beside.give_up()
            raise
        for beside in started:
            beside.answer()
        return done


@dataclass
class Part:
    """What is known of one part, by names; ``used`` is what this run has found to be so."""

    cache: Cache
    key: str
    ledger: Ledger
    known: Mapping[str, Any]
    used: dict[str, list[Entry]] = field(default_factory=dict)

    def again(self, name: str, make: Callable[[], T], pack: Callable[[T], Any], unpack: Callable[[Any], T]) -> T:
        """What was made of that name before, if it would be made so now; else it is made."""
        if self.cache.folder is None:
            return make()
        used = self.used.setdefault(name, [])
        for entry in [*used, *self._entries(name)]:
            try:
                notes, made = entry
                if self.ledger.hold(notes):
                    found = unpack(made)
                    used += [] if entry in used else [entry]
                    return found
            except codec.DAMAGED:
                continue
        with self.ledger.noting() as asked:
            fresh = make()
        used.append([packed(asked), pack(fresh)])
        return fresh

    def _entries(self, name: str) -> list[Entry]:
        known = self.known.get(name)
        return known if isinstance(known, list) else []

    def keep(self) -> None:
        """Remembers what was used, and no more."""
        if self.used != self.known:
            self.cache.keep(self.key, self.used)


def _kept(work: Callable[[str], object], names: Sequence[str]) -> None:
    """Does some of the work, which keeps what it makes."""
    for name in names:
        work(name)
