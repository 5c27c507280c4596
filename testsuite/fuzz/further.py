# SPDX-License-Identifier: MIT
"""Random critical sections, further shapes: of macros, of the compiler's own attributes, in switches and loops."""

from __future__ import annotations

from fuzz.layout import Block, Declared, Node
from fuzz.locks import C11, POSIX, Lock, Pair
from fuzz.scope import PARAMETER, Held, Target
from fuzz.sections import COUNTER, Sections
from fuzz.statements import Kind
from fuzz.values import Variable


class Further(Sections):
    """Writes what sections look like where more than a function's statements is involved."""

    def shapes(self, lock: Lock) -> list[tuple[int, Kind]]:
        further: list[tuple[int, Kind]] = [
            (1, lambda: self.every_case(lock)),
            (1, lambda: self.given_in_a_case(lock)),
            (2, lambda: self.out_of_loops(lock)),
        ]
        if lock.api in (POSIX, C11):
            further += [
                (3, lambda: self.in_the_condition(lock)),
                (2, lambda: self.with_the_value(lock)),
            ]
        if lock.api is POSIX:
            further += [
                (1, lambda: self.in_a_macro(lock)),
                (2, lambda: self.left_by_a_macro(lock)),
                (2, lambda: self.lock_guard(lock)),
                (1, lambda: self.lock_guard_of_a_loop(lock)),
            ]
        if lock.name == "plain":
            further.append((2, lambda: self.scope_guard(lock)))
        if self.result.variadic:
            further.append((8, lambda: self.of_arguments(lock)))
        return [*super().shapes(lock), *further]

    def every_case(self, lock: Lock) -> list[Node]:
        """Taken in every case of a switch, and released behind it."""
        value, held = self.value(1), self.take(lock)
        body: list[Node] = []
        states: list[set[Variable] | None] = []
        self.sealed += 1
        for case in ("case 0:", "case 2:", "default:"):
            self.held.append(held)
            with self.branch() as ends:
                body += [case, Block("", [*self.nodes(held.pair.enter), *self.inner(2)]), "break;"]
            self.held.pop()
            states += ends
        self.sealed -= 1
        self.meet(*states)
        self.held.append(held)
        return [Block(f"switch (({value}) & 3)", body), *self.statements(2), *self.exit(held)]

    def given_in_a_case(self, lock: Lock) -> list[Node]:
        """Released in every case of a switch, of which one goes on into the next."""
        held, enter = self.enter(lock)
        body = self.statements(2)
        if self.assigned is None:
            return [*enter, *body, *self.exit(held)]
        value = self.value(1)
        states: list[set[Variable] | None] = []
        self.sealed += 1
        parts = []
        for _ in range(3):
            with self.branch() as ends:
                parts.append(self.inner(2))
            states += ends
        self.sealed -= 1
        self.meet(*states, self.assigned)
        cases: list[Node] = ["case 0:", Block("", parts[0]), "/* falls through */", "case 1:", Block("", parts[1])]
        cases += [*self.nodes(held.pair.leave), "break;", "default:", Block("", parts[2])]
        cases += [*self.exit(held), "break;"]
        return [*enter, *body, Block(f"switch (({value}) & 3)", cases)]

    def out_of_loops(self, lock: Lock) -> list[Node]:
        """In the inner one of two loops, both of which a jump out of the section ends."""
        label, rounds = Target(len(self.held), self.fresh("found")), 1 + self.choices.below(3)
        outer, inner = (Variable(self.fresh("i"), PARAMETER, frozen=1) for _ in range(2))
        loops, continues, self.loops, self.continues = self.loops, self.continues, [], []
        self.passed += 1
        with self.branch() as ends, self.block():
            self.add(outer, assigned=True)
            self.add(inner, assigned=True)
            held, enter = self.enter(lock)
            body = self.statements(3)
            if self.assigned is not None:
                label.states.append(set(self.assigned))
                found = [*self.nodes(held.pair.leave), f"goto {label.name};"]
                body += [Block(f"if ({self.condition()})", found), *self.statements(2)]
            body += self.exit(held)
        self.passed -= 1
        self.loops, self.continues = loops, continues
        self.meet(*ends, *label.states, self.assigned)
        within = Block(f"for ({inner.name} = 0; {inner.name} < {rounds}; {inner.name}++)", [*enter, *body])
        around = Block(f"for ({outer.name} = 0; {outer.name} < 2; {outer.name}++)", [within])
        named: list[Node] = [f"{label.name}:"] if label.states else []
        declared = Declared(f"int {outer.name}, {inner.name};")
        return [Block("", [declared, around]), *named, *(["acc[me]++;"] if named else [])]

    def in_the_condition(self, lock: Lock) -> list[Node]:
        """Taken or released by what a loop or branch asks before its condition."""
        held = self._plainly(lock)
        enter, leave = held.pair.enter.rstrip(";"), held.pair.leave.rstrip(";")
        counter, rounds = Variable(self.fresh("turn"), COUNTER, frozen=1), 1 + self.choices.below(3)
        self.add(counter, assigned=True)
        condition = self.condition()
        bodies: list[list[Node]] = []
        states: list[set[Variable] | None] = []
        self.sealed += 1
        for _ in range(2):
            with self.branch() as ends:
                bodies.append(self.inner(3))
            states += ends
        self.held.pop()
        with self.branch():
            apart = self.inner(2) if self.choices.chance(50) else []
        self.sealed -= 1
        self.held.append(held)
        again, form = f"{counter.name}++ < {rounds}", self.choices.below(5)
        shapes: tuple[list[Node], ...] = (
            [Block(f"while ({enter}, {again})", [Block("", bodies[0]), f"{leave};", *apart])],
            [Block(f"for ({enter}; {again};)", bodies[0])],
            [Block("do", [f"{enter};", *bodies[0]], tail=f" while ({leave}, {again});")],
            [Block(f"if ({enter}, {condition})", [Block("", bodies[0]), f"{leave};", *apart]),
             Block("else", [Block("", bodies[1]), f"{leave};"])],
            [f"acc[me] += ({enter}, {held.lock.data}.slot[me]);", Block("", bodies[0])],
        )  # fmt: skip
        self.meet(*states, self.assigned)
        released = self.exit(held)
        nodes = [*shapes[form], *(released if form in (0, 1, 4) else [])]
        self.scopes[-1].pop(counter.name)
        return [Block("", [Declared(f"int {counter.name} = 0;"), *nodes])]

    def with_the_value(self, lock: Lock) -> list[Node]:
        """Taken or released in the expression that a declaration or return gets its value of."""
        if self.result.type != "long " or self.held or self.sealed:
            return self.straight(lock)
        held, name = self._plainly(lock), self.fresh("got")
        enter, leave, slot = held.pair.enter.rstrip(";"), held.pair.leave.rstrip(";"), f"{held.lock.data}.slot[me]"
        with self.block():
            body = self.statements(3)
            ends: list[Node] = []
            if self.assigned is not None:
                returned = f"return {leave}, {slot} + {name};", f"return {leave} + {name} + ({self.value()});"
                left = self.choices.pick(returned)
                ends = [Block(f"if ({self.condition()})", [left], bare=True), *self.statements(2)]
        return [Block("", [Declared(f"long {name} = ({enter}, {slot} += 3);"), *body, *ends, *self.exit(held)])]

    def _plainly(self, lock: Lock) -> Held:
        """A lock that is held, and taken and released by the calls of its API's alone."""
        held = self.take(lock)
        held.pair = held.lock.plain
        self.held.append(held)
        return held

    def in_a_macro(self, lock: Lock) -> list[Node]:
        """All of it is a macro's."""
        held = self.take(lock)
        self.held.append(held)
        value = self.value()
        self.held.pop()
        self.done_with(held)
        mutex, data = held.lock.mutex, held.lock.data
        forms = f"COUNTED({mutex}, {data}, {value});", f"tls += LOCKED_VALUE({mutex}, ({data}.slot[me] += {value}));"
        return [self.choices.pick(forms)]

    def scope_guard(self, lock: Lock) -> list[Node]:
        """Released by what becomes of a variable where its block ends, which keeps all of its function in place."""
        held = self.take(lock)
        mutex, guard = held.lock.mutex, self.fresh("guard")
        self.held.append(held)
        self.sealed += 1
        with self.branch() as ends:
            body = self.inner(3)
        self.sealed -= 1
        self.held.pop()
        self.done_with(held)
        self.meet(*ends)
        declared = f"__attribute__((cleanup(given_back))) pthread_mutex_t *{guard} = {mutex};"
        forms: tuple[list[Node], ...] = (
            [Declared(declared), f"pthread_mutex_lock({mutex});"],
            [Declared(f"AUTO_LOCK({guard}, {mutex});")],
        )
        return [Block("", [*self.choices.pick(forms), *body])]

    def under_a_guard(self, lock: Lock) -> Held:
        """Takes a lock by a variable that releases it."""
        held = self.take(lock)
        held.pair, held.guard = Pair("", ""), True
        self.held.append(held)
        return held

    def lock_guard(self, lock: Lock) -> list[Node]:
        """Released by what becomes of a variable where its block ends, however that is left."""
        held = self.under_a_guard(lock)
        mutex, guard = held.lock.mutex, self.fresh("guard")
        body = self.inner(4)
        self.held.pop()
        self.done_with(held)
        declared = f"pthread_mutex_t *{guard} __attribute__((cleanup(give_it_back), unused))"
        locked: tuple[list[Node], ...] = (
            [Declared(f"{declared} = {mutex};"), f"pthread_mutex_lock({guard});"],
            [Declared(f"LOCKING_GUARD({guard}, {mutex});")],
        )
        if not self.strict and self.choices.chance(30):
            return [Block("", [*self.choices.pick(locked), *body])]
        forms = (
            f"GUARD({guard}, {mutex});", f"{declared} = taken({mutex});",
            f"{declared} = (pthread_mutex_lock({mutex}), {mutex});",
            f"struct taking {guard} __attribute__((cleanup(end_taking), unused)) = taking({mutex});",
        )  # fmt: skip
        before = [] if self.strict or self.choices.chance(70) else [f"acc[me] += {self.choices.below(9)};"]
        return [Block("", [*before, Declared(self.choices.pick(forms)), *body])]

    def lock_guard_of_a_loop(self, lock: Lock) -> list[Node]:
        """Such a variable in a macro with a block."""
        held = self.under_a_guard(lock)
        loops, continues, self.loops, self.continues = self.loops, self.continues, [], []
        with self.branch():
            body = self.inner(4)
            if self.assigned is not None and self.choices.chance(30):
                body = [Block("", body)]  # what it declares may hide what the condition names
                leaving = self.choices.pick(("continue;", "break;"))
                body += [Block(f"if ({self.condition()})", [leaving], bare=True), Block("", self.inner(2))]
        self.loops, self.continues = loops, continues
        self.held.pop()
        self.done_with(held)
        macro = self.choices.pick(("WITH_GUARD", "WITH_TAKING"))
        return [Block(f"{macro}({held.lock.mutex})", body, bare=True)]

    def left_by_a_macro(self, lock: Lock) -> list[Node]:
        """Macros release it and leave: whatever a build makes of other lock calls."""
        if self.held or self.sealed or self.result.type != "long " or lock.private:
            return self.straight(lock)
        label = Target(0, self.fresh("left"))
        with self.block():
            held, enter = self.enter(lock.everywhere)
            body = self.statements(3)
            for _ in range(1 + self.choices.below(3)):
                if self.assigned is not None:
                    body += [self._given_and_left(held, label), *self.statements(3)]
            section = Block("", [*enter, *body, *self.exit(held)])
        if not label.states:
            return [section]
        self.meet(self.assigned, *label.states)
        return [section, f"{label.name}:", "acc[me]++;"]

    def _given_and_left(self, held: Held, label: Target) -> Node:
        """A macro's use that releases a lock and leaves its function, or for a label."""
        mutex, slot, value, condition = held.lock.mutex, f"{held.lock.data}.slot[me]", self.value(), self.condition()
        changed = self.choices.pick([slot, "acc[me]", *(variable.name for variable in self.integers())])
        leaving: tuple[Node, ...] = (
            Block(f"if ({condition})", [f"GIVE_AND_RETURN({mutex}, {value});"]),
            f"GIVE_IF({condition}, {mutex}, {value})",
            f"GIVE_NOTED({condition}, {mutex}, {slot}, {changed}, {value});",
            f"GIVE_ODD({condition}, {mutex}, {slot}, {value});",
            f"GIVE_TRIED({mutex}, {value});",
        )
        jumping: tuple[Node, ...] = (
            Block(f"if ({condition})", [f"GIVE_AND_LEAVE({mutex}, {label.name});"]),
            f"GIVE_SET({condition}, {mutex}, {changed}, {value}, {label.name});",
        )
        if self.choices.chance(70):
            return self.choices.pick(leaving)
        label.states.append(set(self.assigned or ()))
        return self.choices.pick(jumping)

    def of_arguments(self, lock: Lock) -> list[Node]:
        """With arguments that the function's head does not name."""
        name, form = self.fresh("list"), self.choices.below(3)
        held = self.take(lock)
        self.held.append(held)
        enter, slot = self.nodes(held.pair.enter), f"{held.lock.data}.slot[me]"
        self.sealed += 1
        begin, end = [f"va_start({name}, b);"], [f"va_end({name});"]
        with self.block():
            read: list[Node] = [f"{slot} += va_arg({name}, long);", *self.statements(2)]
        read.append(f"{slot} ^= va_arg({name}, long);")
        self.sealed -= 1
        inside = [*begin, *read, *end] if form == 0 else [*read, *end] if form == 1 else read
        leave = self.exit(held)
        before, behind = ([] if form == 0 else begin), (end if form == 2 else [])
        return [Block("", [Declared(f"va_list {name};"), *before, *enter, *inside, *leave, *behind])]
