# SPDX-License-Identifier: MIT
"""Random critical sections whose lock calls are tested or tried, perhaps in some builds only."""

from __future__ import annotations

from collections.abc import Sequence

from fuzz.idioms import Idioms
from fuzz.layout import Block, Declared, Node
from fuzz.locks import C11, HIDDEN, POSIX, QUIET, Lock, Pair
from fuzz.scope import APART, Held
from fuzz.statements import Kind
from fuzz.values import BUILT, Variable

#: conditions that nothing changes in a function
LASTING = ("n & 1", "me == 1", "n % 3 != 0", "b->fixed > 7", "(n ^ me) & 2", "me != 0 && n > 2")
#: the APIs whose lock calls say whether they failed
TELLING = (POSIX, HIDDEN, C11)


class Builds(Idioms):
    """Writes attempts in loops, two in a condition, and what each build makes of a lock call or a declaration."""

    def shapes(self, lock: Lock) -> list[tuple[int, Kind]]:
        shapes: list[tuple[int, Kind]] = [
            (2, lambda: self.by_either_function(lock)),
            (1, lambda: self.with_a_builds_own(lock)),
        ]
        if lock.api is not QUIET:
            shapes.append((3, lambda: self.tried_until(lock)))
        if lock.api in TELLING:
            shapes += [(3, lambda: self.left_where_it_fails(lock)), (2, lambda: self.two_in_a_condition(lock))]
        if lock.private:
            shapes += [(3, lambda: self.sometimes(lock)), (3, lambda: self.tried_in_a_build(lock))]
            shapes.append((6, lambda: self.locked_otherwise(lock)))
        return [*super().shapes(lock), *shapes]

    def take(self, lock: Lock) -> Held:
        held = super().take(lock)
        if not self.choices.chance(8):
            return held
        plain = held.lock.plain
        ways = [way for way in held.lock.ways() if not way.stubbed]
        one, other = self.choices.pick(ways), plain if held.pair.stubbed else held.pair
        enter = self.apart(one.enter, other.enter) if self.choices.chance(60) else other.enter
        leave = self.apart(one.leave, other.leave) if self.choices.chance(60) else other.leave
        held.pair = Pair(enter, leave)
        return held

    def apart(self, one: str, other: str) -> str:
        """What one build makes of a lock call, and what another one does."""
        return APART.join(self.in_builds([one], [other]))

    def locked_otherwise(self, lock: Lock) -> list[Node]:
        """What has no lock does something else in its place, wherever the section ends."""
        held, form = super().take(lock), self.choices.below(4)
        enter, leave = (
            APART.join(self.in_builds([call], [other], form))
            for call, other in ((held.pair.enter, "acc[me] += 3;"), (held.pair.leave, "acc[me] ^= 5;"))
        )
        held.pair = Pair(enter, leave)
        self.held.append(held)
        taken, label = self.nodes(enter), self.fresh("over")
        self.sealed += 1
        body = self.statements(3)
        condition = self.condition()
        self.sealed -= 1
        early: list[Node] = [*self.nodes(leave), f"goto {label};"]
        left: list[Node] = [Block(f"if ({condition})", early), "acc[me]++;"] if self.choices.chance(60) else []
        named: list[Node] = [f"{label}:", ";"] if left else []
        return [*taken, *body, *left, *self.exit(held), *named]

    def in_builds(self, one: Sequence[str], other: Sequence[str], form: int | None = None) -> list[str]:
        """Lines of which each build has some, in one of four forms."""
        form = self.choices.below(4) if form is None else form
        if form == 1:
            return ["#if !FEATURE", *one, "#else", *other, "#endif"]
        if form == 2:
            return ["#if FEATURE == 2", "not_compiled(me);", "#elif FEATURE", *one, "#else", *other, "#endif"]
        if form == 3:
            return ["#if defined(FEATURE) && FEATURE /* one */", *one, "#else /* two */", *other, "#endif /* # */"]
        return ["#if FEATURE", *one, "#else", *other, "#endif"]

    def for_builds(self, one: Sequence[Node], other: Sequence[Node]) -> list[Node]:
        """Statements of which each build has some."""
        parts = {"one": one, "other": other}
        return [node for line in self.in_builds(["one"], ["other"]) for node in parts.get(line, [line])]

    def declaration(self) -> list[Node]:
        if not self.choices.chance(8):
            return super().declaration()
        (first, second), value = self.choices.pick(BUILT), self.value(1)
        variable = Variable(self.pick_name(value), first)
        self.add(variable, assigned=True)
        one, other = (Declared(f"{variable.filled(t.declare)} = {variable.filled(t.start, value)};")
                      for t in (first, second))  # fmt: skip
        words = [t.declare.removesuffix(" {v}") for t in (first, second)]
        if all(word.replace(" ", "").isalpha() for word in words) and self.choices.chance(40):
            given = Declared(f"{variable.name} = {variable.filled(first.start, value)};")
            return [*self.for_builds(words[:1], words[1:]), given]
        return self.for_builds([one], [other])

    # ------------------------------------------------------------------ attempts

    def attempts(self, lock: Lock) -> list[Node]:
        """Tries until it has the lock."""
        tried, error, again = lock.attempt, self.fresh("error"), self.fresh("again")
        test = self.choices.pick(("{t} != 0", "{t}", "0 != {t}", "!IS_HAD({t})")).format(t=tried)
        had = self.choices.pick(("!{t}", "{t} == 0", "IS_HAD({t})")).format(t=tried)
        end, turn, declared = Block(f"if ({had})", ["break;"], bare=True), "sched_yield();", Declared(f"int {error};")
        forms: tuple[list[Node], ...] = (
            [Block(f"while ({test})", [turn], bare=True)],
            [Block("for (;;)", [end, turn])],
            [Block("do", [turn], tail=f" while ({test});", bare=False)],
            [Block("while (1)", [end, "busy++;", turn])],
            [Block("", [declared, Block("do", [f"{error} = {tried};"], tail=f" while ({error} != 0);")])],
            [Block("", [declared, Block(f"while (({error} = {tried}) != 0)", [turn], bare=True)])],
            [Block(f"for (int {error} = 0; {test}; {error}++)", [turn, f"busy += {error};"])],
            [f"{again}:", Block(f"if ({test})", [turn, f"goto {again};"])],
            [Block(f"while ({test})", [Block("if (broken)", ["abort();"], bare=True), turn])],
            [Block(f"if ({test})", [Block("do", [turn], tail=f" while ({test});")])],
            [Block(f"if ({test})", [Block(f"while ({test})", ["busy++;", turn])])],
            [Block("do", [Block(f"if ({had})", ["break;"], bare=True), turn], tail=" while (!broken);")],
            [Block(f"for (; {test}; {turn.rstrip(';')})", ["busy++;"], bare=True)],
        )
        return self.choices.pick(forms)

    def tried_until(self, lock: Lock) -> list[Node]:
        """Tried until it succeeds, perhaps in one build only."""
        held, enter = self.enter(lock.everywhere)
        form = self.choices.below(4)
        attempts = self.attempts(held.lock)
        if form == 1:
            attempts = self.for_builds(attempts, enter)
        if form == 2:
            attempts = self.for_builds(enter, attempts)
        if form == 3:
            attempts = self.for_builds(attempts, self.attempts(held.lock))
        body = self.statements(4)
        return [*attempts, *body, *self.exit(held)]

    def tried_in_a_build(self, lock: Lock) -> list[Node]:
        """The branch of an attempt that cannot fail in one build, and a block in another one."""
        held = Held(lock, Pair("", lock.plain.leave))
        test = self.choices.pick(("{t} == 0", "!{t}", "IS_HAD({t})")).format(t=lock.attempt)
        first = f"({self.condition()}) && " if self.choices.chance(25) else ""
        self.held.append(held)
        with self.branch() as ends, self.block():
            body = self.statements(4)
            leave = self.nodes(held.pair.leave)
        self.held.pop()
        self.meet(*ends, self.assigned)
        opened = self.in_builds([f"if ({first}{test}) {{"], [lock.plain.enter, "{"])
        return [*opened, *body, *leave, "}"]

    def left_where_it_fails(self, lock: Lock) -> list[Node]:
        """A call whose failure leaves, which it never does, perhaps in one build only."""
        if self.held:
            return self.straight(lock)
        with self.branch():
            finish = self.finish()
        held = self._plainly(lock)
        calls = [held.lock.call(held.lock.api.lock), *([held.lock.attempt] if lock.private else [])]
        tests = [self.choices.pick(("{c} != 0", "{c}", "0 != {c}", "!IS_HAD({c})")).format(c=self.choices.pick(calls))
                 for _ in range(2)]  # fmt: skip
        failed = [Block(f"if ({test})", finish, bare=True) for test in tests]
        error, form = self.fresh("error"), self.choices.below(6)
        others: list[Node] = [held.pair.enter] if self.choices.chance(60) else self.attempts(held.lock)
        with self.block():
            body = self.statements(4)
        rest = [Block("", body), *self.exit(held)] if form < 5 else [*body, *self.exit(held)]
        if form == 0:
            return [failed[0], *rest]
        if form == 1:
            return [*self.for_builds([failed[0]], others), *rest]
        if form == 2:
            return [*self.for_builds(others, [failed[0]]), *rest]
        if form == 3:
            return [*self.for_builds([failed[0]], [failed[1]]), *rest]
        if form == 4:
            return [*self.in_builds([f"if ({tests[0]})"], [f"if ({tests[1]})"]), Block("", finish), *rest]
        set_ = self.in_builds([f"{error} = {calls[0]};"], [f"{error} = {calls[-1]};"])
        return [Block("", [Declared(f"int {error};"), *set_, Block(f"if ({error} != 0)", finish, bare=True), *rest])]

    def two_in_a_condition(self, lock: Lock) -> list[Node]:
        """Two locks, both of which a condition takes."""
        first = self._plainly(lock)
        options = [other for other in self.takable() if other.api in TELLING]
        if not options:
            return [*self.nodes(first.pair.enter), *self.statements(3), *self.exit(first)]
        second = self._plainly(self.choices.pick(options))
        one, other = (held.lock.attempt if held.lock.private and self.choices.chance(60) else
                      held.lock.call(held.lock.api.lock) for held in (first, second))  # fmt: skip
        form = self.choices.below(4)
        with self.branch() as ends, self.block():
            body = self.statements(4)
            leave = self.releases([first, second]) if self.assigned is not None else []
        self.held = self.held[:-2]
        self.done_with(first)
        self.done_with(second)
        inside: list[Node] = [Block("", body), *leave]
        if form == 0:
            self.meet(*ends, self.assigned)
            return [Block(f"if ({one} == 0 && {other} == 0)", inside)]
        self.meet(*ends)
        if form == 1:
            return [Block(f"if ({one} != 0 || {other} != 0)", ["abort();"], bare=True), *inside]
        if form == 2:
            had = Block(f"if ({second.lock.attempt} == 0)", ["break;"], bare=self.choices.chance(60))
            return [Block("for (;;)", [first.pair.enter, had, first.pair.leave, "sched_yield();"]), *inside]
        back = f"({first.pair.leave.rstrip(';')}, 1)"
        test = f"{first.lock.attempt} != 0 || ({second.lock.attempt} != 0 && {back})"
        return [Block(f"while ({test})", ["sched_yield();"], bare=True), *inside]

    # ------------------------------------------------------------------ conditions

    def by_either_function(self, lock: Lock) -> list[Node]:
        """Taken by one of two functions."""
        held = self.take(lock.everywhere)
        plain = held.lock.plain.enter
        enters = [self.nodes(self.choices.pick(held.lock.ways()).enter), self.nodes(plain)]
        condition = self.choices.pick(LASTING)
        self.held.append(held)
        nodes: list[Node] = [Block(f"if ({condition})", enters[0], bare=True), Block("else", enters[1], bare=True)]
        if self.choices.chance(30):
            nodes = self.for_builds(nodes, enters[1])
        body = self.statements(4)
        return [*nodes, *body, *self.exit(held)]

    def sometimes(self, lock: Lock) -> list[Node]:
        """Taken under a condition that lasts, perhaps in one build only; each thread has its own lock."""
        held, enter = self.enter(lock)
        test = self.choices.pick(LASTING)
        self.sealed += 1
        body = self.statements(3)
        self.sealed -= 1
        leave = self.exit(held)
        ends = [[Block(f"if ({test})", part, bare=not isinstance(part[0], Block))] for part in (enter, leave)]
        if self.choices.chance(40):
            form = self.choices.below(2)
            wholes: tuple[list[Node], list[Node]] = (enter, leave)
            before, behind = (
                ["#if FEATURE", *whole, "#else", *end, "#endif"] if form else ["#if FEATURE", *end, "#endif"]
                for whole, end in zip(wholes, ends, strict=True)
            )
            return [*before, *body, *behind]
        return [*ends[0], *body, *ends[1]]

    def with_a_builds_own(self, lock: Lock) -> list[Node]:
        """Around a variable that one build has."""
        name, value = self.fresh("only"), self.value(1)
        held, enter = self.enter(lock)
        declared = self.choices.pick(("long {v} = {e};", "int {v} = (int)({e});", "long {v};"))
        first: list[Node] = ["#if FEATURE", Declared(declared.format(v=name, e=value)), "#endif"]
        step = self.choices.pick(("{v} += {e};", "{v}++;", "bump({v}, {e});") if "=" in declared else ("{v} = {e};",))
        changed: list[Node] = ["#if FEATURE", step.format(v=name, e=self.value(1)), "#endif"]
        with self.block():
            body = self.statements(3)
        last: list[Node] = ["#if FEATURE", f"tls += {name};", "#endif"] if self.assigned is not None else []
        return [Block("", [*first, *enter, *changed, *body, *self.exit(held), *last])]
