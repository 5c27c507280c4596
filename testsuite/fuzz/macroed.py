# SPDX-License-Identifier: MIT
"""Random critical sections in whose text macros of a header have a part."""

from __future__ import annotations

from fuzz.further import Further
from fuzz.layout import Block, Declared, Node
from fuzz.locks import POSIX, Lock, Pair
from fuzz.scope import Held
from fuzz.statements import Kind

#: macros that open and close a block, and whether that is a loop's
BRACES = (("LOCK_OPEN({m})", "UNLOCK_CLOSE({m})", False), ("LOCK_DO({m});", "UNLOCK_WHILE({m});", True))
#: what takes and gives a lock where there are threads
THREADED = (
    ("THREADED_LOCK({m});", "THREADED_UNLOCK({m});"),
    ("take_threaded({m});", "give_threaded({m});"),
    ("LOCK_IF_THREADED({m});", "UNLOCK_IF_THREADED({m});"),
    ("CHOSEN_LOCK({m});", "CHOSEN_UNLOCK({m});"),
    ("(void)(threaded && pthread_mutex_lock({m}));", "(void)(threaded && pthread_mutex_unlock({m}));"),
    ("(void)(threaded ? pthread_mutex_lock({m}) : 0);", "if (threaded) pthread_mutex_unlock({m});"),
    ("(void)(!threaded || pthread_mutex_lock({m}));", "(void)(!threaded ? 0 : pthread_mutex_unlock({m}));"),
    ("(void)(threaded == 0 ? 0 : pthread_mutex_lock({m}));", "(void)(threaded == 0 || pthread_mutex_unlock({m}));"),
)
#: macros that hold a section, each given a field and what to add to it, by the lock
TALLIES = {"box": "TALLY(b, {field}, {by});", "global": "TALLY_ALL({field}, {by});"}


class Macroed(Further):
    """Writes sections that macros begin, end or leave, have a variable for, or get as an argument."""

    def shapes(self, lock: Lock) -> list[tuple[int, Kind]]:
        macroed: list[tuple[int, Kind]] = []
        if lock.api is POSIX:
            macroed = [
                (2, lambda: self.saved(lock)),
                (1, lambda: self.with_a_name(lock)),
                (1, lambda: self.in_braces_of_macros(lock)),
                (1, lambda: self.as_an_argument(lock)),
                (1, lambda: self.when_threaded(lock)),
            ]
        if lock.name in TALLIES:
            macroed.append((8, lambda: self.tallied(lock)))
        return [*super().shapes(lock), *macroed]

    def kinds(self) -> list[tuple[int, Kind]]:
        return [*super().kinds(), *([(1, self.leave_if)] if not self.sealed else [])]

    def saved(self, lock: Lock) -> list[Node]:
        """Something is kept in a variable of the function's while it is held."""
        name, held = self.fresh("saved"), self.take(lock)
        given = f"({held.lock.mutex}, {name});"
        held.pair = Pair(f"LOCK_SAVED{given}", f"UNLOCK_SAVED{given}")
        self.held.append(held)
        enter, body = self.nodes(held.pair.enter), self.statements(4)
        nodes = [*enter, *body, *self.exit(held)]
        declared = Declared(f"long {name};")
        return [Block("", [declared, *nodes])] if self.strict else [declared, *nodes]

    def with_a_name(self, lock: Lock) -> list[Node]:
        """What takes it declares what the release names."""
        name, held = self.fresh("taken"), self._entered_elsewhere(lock)
        held.pair = Pair("", f"UNLOCK_AS({name});")
        with self.block():
            body = self.statements(4)
        return [Block("", [Declared(f"LOCK_AS({name}, {held.lock.mutex});"), *body, *self.exit(held)])]

    def in_braces_of_macros(self, lock: Lock) -> list[Node]:
        """What takes it opens a block, which what releases it closes."""
        opened, closed, loop = self.choices.pick(BRACES)
        held = self._entered_elsewhere(lock)
        loops, continues = self.loops, self.continues
        self.loops, self.continues = ([], []) if loop else (loops, continues)
        with self.block():
            body = self.statements(4)
        self.loops, self.continues = loops, continues
        self.exit(held)
        return [opened.format(m=held.lock.mutex), *body, closed.format(m=held.lock.mutex)]

    def _entered_elsewhere(self, lock: Lock) -> Held:
        """A lock that is held, and that only a way out releases here."""
        held = self.take(lock)
        held.pair = Pair("", held.lock.plain.leave)
        self.held.append(held)
        return held

    def as_an_argument(self, lock: Lock) -> list[Node]:
        """What is done with it is an argument of a macro's."""
        held = self.take(lock)
        self.held.append(held)
        texts = [f"{held.lock.data}.sum += {self.value()};", *map(str, self.slot())]
        plain = self.integers()
        if plain:
            variable = self.choices.pick(plain)
            texts.append(variable.filled(variable.type.whole, self.value()))
        self.held.pop()
        self.done_with(held)
        return [f"WITH_LOCK({held.lock.mutex}, {' '.join(texts)});"]

    def tallied(self, lock: Lock) -> list[Node]:
        """A macro holds it, to which a parameter says which field it is about."""
        held = self.take(lock)
        self.done_with(held)
        by = self.choices.pick(("1", "2", "me", "(3)"))
        return [TALLIES[lock.name].format(field=self.choices.pick(("ups", "downs")), by=by)]

    def when_threaded(self, lock: Lock) -> list[Node]:
        """Taken under a condition of the macro's."""
        held = self.take(lock)
        self.held.append(held)
        self.sealed += 1
        body = self.statements(3)
        self.sealed -= 1
        self.exit(held)
        enter, leave = self.choices.pick(THREADED)
        return [enter.format(m=held.lock.mutex), *body, leave.format(m=held.lock.mutex)]

    def leave_if(self) -> list[Node]:
        """A macro jumps, to where as many locks are held."""
        labels = [label for label in self.labels if label.held == len(self.held)]
        condition = self.condition()
        if labels:
            label = self.choices.pick(labels)
            label.states.append(set(self.assigned or ()))
            return [f"LEAVE_IF({condition}, {label.name});"]
        if self.loops and self.loops[-1].held == len(self.held):
            return [Block("", [f"BREAK_IF({condition});"])]
        return self.assign()
