# SPDX-License-Identifier: MIT
"""Random critical sections as real programs write them, and what such programs do in them besides."""

from __future__ import annotations

from fuzz.layout import Block, Declared, Node
from fuzz.locks import C11, POSIX, Lock
from fuzz.macroed import Macroed
from fuzz.statements import Kind
from fuzz.values import Variable

SCOPES = ("LOCKED_FOREACH", "SYNCHRONIZED")


class Idioms(Macroed):
    """Writes conditions that change variables, scopes in scopes, and releases that a condition begins with."""

    def shapes(self, lock: Lock) -> list[tuple[int, Kind]]:
        idioms: list[tuple[int, Kind]] = []
        if lock.api in (POSIX, C11):
            idioms.append((2, lambda: self.released_in_the_condition(lock)))
        if lock.api is POSIX:
            idioms.append((1, lambda: self.scope_in_a_scope(lock)))
        return [*super().shapes(lock), *idioms]

    def kinds(self) -> list[tuple[int, Kind]]:
        more: list[tuple[int, Kind]] = [(1, self.said_again), (1, self.called_by_libc)]
        return [*super().kinds(), *more, *([(1, self.ranges)] if self.depth < 4 else [])]

    def condition(self) -> str:
        plain = self.integers()
        if not plain or not self.choices.chance(12):
            return super().condition()
        name, value = self.choices.pick(plain).name, self.value(1)
        forms = (
            "{v}++ & 1", "({v} = (int)({e})) > 2", "({v} -= 3, {v} & 1)", "({e}) & 1 && {v}++ > 1",
            "({e}) % 3 == 0 || (--{v} & 1)",
        )  # fmt: skip
        return self.choices.pick(forms).format(v=name, e=value)

    def said_again(self) -> list[Node]:
        """What the compiler alone looks at."""
        if self.strict:
            return ["assert(me < THREADS);"]
        forms = (
            '_Static_assert(sizeof(struct pair) > 4, "pair");', "extern long twice(long);", "assert(me < THREADS);",
            '__asm__ volatile("" ::: "memory");', "(void)n;", "__sync_synchronize();",
        )  # fmt: skip
        text = self.choices.pick(forms)
        return [Declared(text) if text.startswith(("_Static", "extern")) else text]

    def called_by_libc(self) -> list[Node]:
        """What libc sorts or looks for, by a function of the program's, which may have a section."""
        orders = ["upwards", "by_tls", *(["by_plain"] if self.can_take("plain") and not self.sealed else [])]
        row, order, values = self.fresh("row"), self.choices.pick(orders), ", ".join(self.value(1) for _ in range(3))
        calls = (
            f"qsort({row}, 4, sizeof({row}[0]), {order});",
            f"acc[me] += bsearch({row} + 2, {row}, 2, sizeof(*{row}), {order}) != NULL;",
        )
        used = f"acc[me] += {row}[{self.choices.below(4)}];"
        return [Block("", [Declared(f"long {row}[4] = {{ {values}, n }};"), self.choices.pick(calls), used])]

    def ranges(self) -> list[Node]:
        """A switch with ranges, perhaps without a default, or with one before the other cases."""
        value, first = self.value(1), self.choices.chance(50)
        loops, self.loops = self.loops, []  # break would only leave the switch
        cases: list[Node] = []
        states: list[set[Variable] | None] = []
        for case in ("default:", "case 1 ... 2:", "case 5 ... 7:")[not first :]:
            with self.branch() as ends:
                inner = self.inner(2)
                cases += [case, Block("", inner), *(["break;"] if self.assigned is not None else [])]
            states += ends
        self.loops = loops
        self.meet(*states, *([] if first else [self.assigned]))
        return [Block(f"switch (({value}) & 7)", cases)]

    def released_in_the_condition(self, lock: Lock) -> list[Node]:
        """Released before what a branch, a loop or a value asks, which may change a variable."""
        held, enter = self.enter(lock.everywhere)
        held.pair = held.lock.plain
        body = self.statements(3)
        if self.assigned is None:
            return [*enter, *body, *self.exit(held)]
        leave = held.lock.plain.leave.rstrip(";")
        self.exit(held)
        condition, form = self.condition(), self.choices.below(3)
        if form == 0:
            return [*enter, *body, f"acc[me] += ({leave}, {condition});"]
        with self.branch() as ends:
            inner = self.inner(2)
        with self.branch() as others:
            other = self.inner(2) if form == 2 else []
        self.meet(*ends, *others)
        last: list[Node] = [Block("else", other)] if other else []
        return [*enter, *body, Block(f"if ({leave}, {condition})", inner), *last]

    def scope_in_a_scope(self, lock: Lock) -> list[Node]:
        """Two macros with a block each."""
        held = self.take(lock)
        self.held.append(held)
        options = [inner for inner in self.takable() if inner.api is POSIX]
        taken = self.take(self.choices.pick(options)) if options else held
        self.held += [taken] * bool(options)
        self.sealed += 1
        loops, continues, self.loops, self.continues = self.loops, self.continues, [], []
        with self.branch():
            body = self.inner(3)
        self.loops, self.continues = loops, continues
        self.sealed -= 1
        macros = [self.choices.pick(SCOPES) for _ in range(2)]
        for _ in range(1 + bool(options)):
            self.done_with(self.held.pop())
        if not options:
            return [Block(f"{macros[0]}({held.lock.mutex})", body)]
        inner = Block(f"{macros[1]}({taken.lock.mutex})", body)
        return [Block(f"{macros[0]}({held.lock.mutex})", [f"acc[me] += {self.choices.below(9)};", inner])]
