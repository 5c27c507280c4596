# SPDX-License-Identifier: MIT
"""Random critical sections: how they are entered, how they end, and what they do with the lock in between."""

from __future__ import annotations

from dataclasses import replace

from fuzz.layout import Block, Declared, Node
from fuzz.locks import POSIX, QUIET, Lock, Pair
from fuzz.prelude import GRANTED
from fuzz.scope import Held, Target
from fuzz.statements import Kind, Statements
from fuzz.values import Variable, number

#: no lock may be chosen by it, for it changes in the middle of a section
COUNTER = number("int", "(int)({e})")


class Sections(Statements):
    """Writes sections; ``gaps`` of them are released for a while."""

    gaps = 0

    def section_kinds(self) -> list[tuple[int, Kind]]:
        kinds: list[tuple[int, Kind]] = []
        if self.takable() and len(self.held) < 3:
            kinds.append((2 if self.held else 6, self.section))
        if self.held:
            kinds += [(2, self.gap), (1, self.wait)]
        return kinds

    def section(self) -> list[Node]:
        """A section of some shape."""
        lock = self.choices.pick(self.takable())
        self.depth += 1
        nodes = self.choices.weighted(self.shapes(lock))()
        self.depth -= 1
        return nodes

    def shapes(self, lock: Lock) -> list[tuple[int, Kind]]:
        """What a section of a lock may look like."""
        shapes: list[tuple[int, Kind]] = [
            (12, lambda: self.straight(lock)),
            (3, lambda: self.common_label(lock)),
            (3, lambda: self.every_branch(lock)),
            (2, lambda: self.taken_in_branches(lock)),
            (2, lambda: self.forever(lock)),
            (2, lambda: self.overlapping(lock)),
            (1, lambda: self.guarded(lock)),
            (1, lambda: self.flagged(lock)),
            (1, lambda: self.last_use(lock)),
            (1, lambda: self.from_the_top(lock)),
            (1, lambda: self.expression(lock)),
        ]
        if lock.name == "box":
            shapes.append((6, lambda: self.given_sometimes(lock)))
        if lock.api is POSIX:
            shapes += [
                (1, lambda: self.synchronized(lock)),
                (1, lambda: self.cleanup(lock)),
                (1, lambda: self.retried(lock)),
                (1, lambda: self.either_way(lock)),
            ]
        if lock.private:
            shapes += [
                (6, lambda: self.tried(lock)),
                (3, lambda: self.in_some_builds(lock)),
            ]
        if lock.private and lock.api is not QUIET:
            shapes += [(3, lambda: self.tried_or_left(lock)), (3, lambda: self.tried_first(lock))]
        if lock.recursive:
            shapes.append((6, lambda: self.twice_taken(lock)))
        if lock.checking:
            shapes.append((6, lambda: self.taken_in_vain(lock)))
        return shapes

    # ------------------------------------------------------------------ in and out

    def enter(self, lock: Lock) -> tuple[Held, list[Node]]:
        """Takes a lock."""
        held = self.take(lock)
        self.held.append(held)
        return held, self.nodes(held.pair.enter)

    def exit(self, held: Held) -> list[Node]:
        """Releases it for good, if anything gets here."""
        nodes = self.nodes(held.pair.leave) if self.assigned is not None else []
        assert self.held[-1] is held
        self.held.pop()
        self.done_with(held)
        return nodes

    def releases(self, released: list[Held]) -> list[Node]:
        order = list(reversed(released))
        if len(order) > 1 and self.choices.chance(20):
            order.reverse()
        return [node for held in order for node in self.nodes(held.pair.leave)]

    # ------------------------------------------------------------------ shapes

    def straight(self, lock: Lock) -> list[Node]:
        held, enter = self.enter(lock)
        body = self.statements(5)
        return [*enter, *body, *self.exit(held)]

    def common_label(self, lock: Lock) -> list[Node]:
        """``goto out`` inside, the release behind ``out:``."""
        held, enter = self.enter(lock)
        label = Target(len(self.held), self.fresh("out"))
        body = self.before(label, 5)
        named: list[Node] = [f"{label.name}:"] if label.states else []
        return [*enter, *body, *named, *self.exit(held)]

    def every_branch(self, lock: Lock) -> list[Node]:
        """Released in both branches."""
        held, enter = self.enter(lock)
        body = self.statements(2)
        condition = self.condition() if self.assigned is not None else "n"
        nodes: list[Node] = []
        states: list[set[Variable] | None] = []
        for head in (f"if ({condition})", "else"):
            with self.branch() as ends, self.block():
                inner = self.statements(2)
                leave = self.nodes(held.pair.leave)
                self.held.pop()
                after = self.statements(2) if self.choices.chance(30) else []
                self.held.append(held)
                nodes.append(Block(head, [*inner, *leave, *after]))
            states += ends
        self.held.pop()
        self.done_with(held)
        self.meet(*states)
        return [*enter, *body, *nodes]

    def taken_in_branches(self, lock: Lock) -> list[Node]:
        """Taken at the end of both branches."""
        held = self.take(lock)
        condition = self.condition()
        nodes: list[Node] = []
        states: list[set[Variable] | None] = []
        for head in (f"if ({condition})", "else"):
            with self.branch() as ends, self.block():
                inner = self.statements(2)
                enter = self.nodes(held.pair.enter) if self.assigned is not None else []
                nodes.append(Block(head, [*inner, *enter]))
            states += ends
        self.meet(*states)
        self.held.append(held)
        body = self.statements(4) if self.assigned is not None else []
        return [*nodes, *body, *self.exit(held)]

    def forever(self, lock: Lock) -> list[Node]:
        """A loop that is left with the lock released."""
        counter = Variable(self.fresh("turn"), COUNTER, frozen=1)
        self.add(counter, assigned=True)
        held, enter = self.enter(lock)
        target = Target(len(self.held) - 1)
        inside = Target(len(self.held))
        self.loops.append(target)
        self.continues.append(inside)
        with self.branch(), self.block():
            body = self.statements(3)
        self.loops.pop()
        self.continues.pop()
        leaving = [*self.nodes(held.pair.leave), "break;"]
        self.held.pop()
        self.done_with(held)
        ending = Block(f"if ({counter.name}++ == {self.choices.below(3)})", leaving)
        block = Block("for (;;)", [ending, *body])
        if self.strict:
            self.scopes[-1].pop(counter.name)
            return [Block("", [Declared(f"int {counter.name} = 0;"), *enter, block])]
        return [Declared(f"int {counter.name} = 0;"), *enter, block]

    def overlapping(self, lock: Lock) -> list[Node]:
        """Hand over hand: the outer lock is released before the inner one."""
        first, enter = self.enter(lock)
        options = self.takable()
        if not options:
            return [*enter, *self.statements(3), *self.exit(first)]
        body = self.statements(2)
        if self.assigned is None:
            return [*enter, *body, *self.exit(first)]
        second, inner_enter = self.enter(self.choices.pick(options))
        inner = self.statements(2)
        leave = self.nodes(first.pair.leave) if self.assigned is not None else []
        self.held.remove(first)
        self.done_with(first)
        self.left += 1
        after = self.statements(2)
        return [*enter, *body, *inner_enter, *inner, *leave, *after, *self.exit(second)]

    def guarded(self, lock: Lock) -> list[Node]:
        """Locked only when there are threads."""
        held, enter = self.enter(lock)
        self.sealed += 1
        body = self.statements(3)
        self.sealed -= 1
        test = self.choices.pick(("threaded", "threaded != 0", "threaded > 0 && n >= 0"))
        leave = self.exit(held)
        bare = not isinstance(enter[0], Block)
        return [Block(f"if ({test})", enter, bare=bare), *body, Block(f"if ({test})", leave, bare=bare)]

    def in_some_builds(self, lock: Lock) -> list[Node]:
        """Locked only in builds with a feature."""
        held, enter = self.enter(lock)
        self.sealed += 1
        body = self.statements(3)
        self.sealed -= 1
        return ["#if FEATURE", *enter, "#endif", *body, "#if FEATURE", *self.exit(held), "#endif"]

    def flagged(self, lock: Lock) -> list[Node]:
        """A variable says whether the lock is held."""
        flag = self.fresh("held")
        held, enter = self.enter(lock)
        self.sealed += 1
        body = self.statements(2)
        condition = self.condition()
        self.sealed -= 1
        early = [*self.nodes(held.pair.leave), f"{flag} = 0;"]
        leave = self.exit(held)
        nodes: list[Node] = [*enter, f"{flag} = 1;", *body, Block(f"if ({condition})", early)]
        nodes.append(Block(f"if ({flag})", leave, bare=True))
        declared = Declared(f"int {flag} = 0;")
        return [Block("", [declared, *nodes])] if self.strict else [declared, *nodes]

    def last_use(self, lock: Lock) -> list[Node]:
        """With a variable that is read last before it, and that nothing uses behind it."""
        plain = self.integers()
        if not plain:
            return self.straight(lock)
        variable = self.choices.pick(plain)
        nodes = self.copied(variable)
        held, enter = self.enter(lock)
        body = [variable.filled(variable.type.whole, self.value()), *self.statements(4)]
        variable.hidden = True
        variable.frozen += 1
        return [*nodes, *enter, *body, *self.exit(held)]

    def from_the_top(self, lock: Lock) -> list[Node]:
        """Jumps back to before the acquisition, or to behind it."""
        counter, label = Variable(self.fresh("turn"), COUNTER, frozen=1), self.fresh("again")
        self.add(counter, assigned=True)
        inside = self.choices.chance(40)
        held, enter = self.enter(lock)
        enter = [*enter, f"{label}:", *self.shared()] if inside else [f"{label}:", *enter]
        body = self.statements(3)
        if self.assigned is not None:
            leave = [] if inside else self.nodes(held.pair.leave)
            back: list[Node] = [*leave, f"goto {label};"]
            body += [Block(f"if ({counter.name}++ < {self.choices.below(3)})", back, bare=True), *self.statements(2)]
        nodes = [*enter, *body, *self.exit(held)]
        declared = Declared(f"int {counter.name} = 0;")
        if not self.strict:
            return [declared, *nodes]
        self.scopes[-1].pop(counter.name)
        return [Block("", [declared, *nodes])]

    def expression(self, lock: Lock) -> list[Node]:
        """A section in an expression."""
        held, enter = self.enter(lock)
        slot, name = f"{held.lock.data}.slot[me]", self.fresh("was")
        body = [f"{slot} += {self.value()};", f"{name} = {slot};", *self.exit(held), f"{name};"]
        return [Block("acc[me] += (", [Declared(f"long {name};"), *enter, *body], tail=");")]

    def given_sometimes(self, lock: Lock) -> list[Node]:
        """A callee gives it back on some ways, and says so."""
        held, enter = self.enter(lock)
        body = self.statements(3)
        if self.assigned is None:
            return [*enter, *body, *self.exit(held)]
        call, form = f"give_if(b, {self.value()})", self.choices.below(3)
        if form == 0:
            self.held.pop()
            with self.branch():
                gone = self.jump()
            self.held.append(held)
            return [*enter, *body, Block(f"if ({call})", gone, bare=True), *self.statements(3), *self.exit(held)]
        given = self.fresh("given")
        self.sealed += form == 2
        with self.branch() as ends, self.block():
            kept = [*self.statements(3), *(self.nodes(held.pair.leave) if self.assigned is not None else [])]
        self.sealed -= form == 2
        self.held.pop()
        self.done_with(held)
        self.meet(*ends, self.assigned)
        if form == 1:
            return [*enter, *body, Block(f"if (!{call})", kept)]
        declared = Declared(f"int {given};")
        nodes = [*enter, *body, f"{given} = {call};", Block(f"if (!{given})", kept)]
        return [Block("", [declared, *nodes])] if self.strict else [declared, *nodes]

    def synchronized(self, lock: Lock) -> list[Node]:
        """A macro with a block."""
        held = self.take(lock)
        self.held.append(held)
        self.sealed += 1
        loops, continues, self.loops, self.continues = self.loops, self.continues, [], []
        with self.branch():
            body = self.inner(3)
            if self.assigned is not None and self.choices.chance(30):
                body = [Block("", body)]  # what it declares may hide what the condition names
                body += [Block(f"if ({self.condition()})", ["continue;"], bare=True), Block("", self.inner(2))]
        self.loops, self.continues = loops, continues
        self.sealed -= 1
        self.held.pop()
        self.done_with(held)
        macro = self.choices.pick(("LOCKED_FOREACH", "SYNCHRONIZED"))
        return [Block(f"{macro}({held.lock.mutex})", body, bare=True)]

    def cleanup(self, lock: Lock) -> list[Node]:
        """Released by a clean-up handler."""
        held, enter = self.enter(lock.everywhere)
        self.sealed += 1
        with self.branch():
            body = self.inner(2)
        self.sealed -= 1
        self.held.pop()
        self.done_with(held)
        push = f"pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, {held.lock.mutex});"
        return [*enter, push, Block("", body), "pthread_cleanup_pop(1);"]

    def retried(self, lock: Lock) -> list[Node]:
        """Tried until it succeeds."""
        held, _ = self.enter(lock.everywhere)
        loop = Block(f"while (pthread_mutex_trylock({held.lock.mutex}) != 0)", ["sched_yield();"], bare=True)
        body = self.statements(3)
        return [loop, *body, *self.exit(held)]

    def either_way(self, lock: Lock) -> list[Node]:
        """Tried, and waited for if it is busy: the same in both branches."""
        held = self.take(lock)
        self.held.append(held)
        value = self.value()
        self.held.pop()
        self.done_with(held)
        mutex, data = held.lock.mutex, held.lock.data
        change = f"{data}.sum += {value};"
        leave = f"pthread_mutex_unlock({mutex});"
        return [
            Block(f"if (pthread_mutex_trylock({mutex}) == 0)", [change, leave]),
            Block("else", [f"pthread_mutex_lock({mutex});", change, leave]),
        ]

    def tried(self, lock: Lock) -> list[Node]:
        """The section is the branch of a trylock that cannot fail, or its else; it may not be asked for at all."""
        held, form = Held(lock, Pair("", lock.plain.leave)), self.choices.below(5)
        first = f"({self.condition()}) && " if self.choices.chance(25) else ""
        test = self.choices.pick(("{t} == 0", "!{t}", "0 == {t}", "IS_HAD({t})")).format(t=lock.attempt)
        self.held.append(held)
        with self.branch() as ends, self.block():
            body = self.statements(4)
            leave = self.nodes(held.pair.leave)
        self.held.pop()
        other = f"acc[me] += {self.value()};"
        self.meet(*ends, self.assigned)
        if form == 0:
            failed = Block(f"if ({lock.attempt})", [other], bare=self.choices.chance(50))
            return self._as_branch([failed, Block("else", [*body, *leave])])
        if form == 1:
            had, then = self.fresh("had"), Block("else", [other], bare=True)
            return [Block("", [Declared(f"int {had} = {test};"), Block(f"if ({had})", [*body, *leave]), then])]
        nodes = [Block(f"if ({first}{test})", [*body, *leave])]
        return self._as_branch([*nodes, Block("else", [other], bare=True)] if form > 2 else nodes)

    def _as_branch(self, chain: list[Block]) -> list[Node]:
        """An if statement with its else, sometimes as that of an ``else if``, or all that another one holds."""
        form = self.choices.below(4)
        if form > 1:
            return [*chain]
        if form == 1:
            return [Block(f"if ({self.condition()})", [*chain], bare=len(chain) == 1)]
        before = Block(f"if ({self.condition()})", [f"acc[me] += {self.value()};"], bare=self.choices.chance(50))
        return [before, replace(chain[0], head=f"else {chain[0].head}"), *chain[1:]]

    def tried_or_left(self, lock: Lock) -> list[Node]:
        """A trylock whose failure leaves; it does fail where this thread has the lock already."""
        form = self.choices.below(3)
        with self.branch():
            finish = self.finish()
        held, attempt = Held(lock, lock.plain), lock.attempt
        if form == 2:
            busy = Block(f"if ({attempt} != EBUSY)", ["abort();"], bare=True)
            return [held.pair.enter, busy, held.pair.leave]
        if self.held:
            return self.straight(lock)
        test = self.choices.pick((f"{attempt} != 0", attempt, f"{attempt} == EBUSY"))
        first = f"({self.condition()}) || " if self.choices.chance(25) else ""
        self.held.append(held)
        body = self.statements(4)
        return [Block(f"if ({first}{test})", finish), *body, *self.exit(held)]

    def tried_first(self, lock: Lock) -> list[Node]:
        """Waited for where it cannot be had at once, which it always can."""
        held, attempt = Held(lock, lock.plain), lock.attempt
        test = self.choices.pick((f"{attempt} != 0", attempt, f"{attempt} == EBUSY"))
        with self.branch() as ends, self.block():
            before = self.statements(2)
            enter = self.nodes(held.pair.enter) if self.assigned is not None else []
            self.held.append(held)
            after = self.statements(2) if self.assigned is not None and self.choices.chance(50) else []
            self.held.pop()
        self.meet(*ends, self.assigned)
        self.held.append(held)
        body = self.statements(4)
        return [Block(f"if ({test})", [*before, *enter, *after]), *body, *self.exit(held)]

    def twice_taken(self, lock: Lock) -> list[Node]:
        """A recursive lock, taken twice."""
        held, enter = self.enter(lock)
        body = self.statements(2)
        enter2, leave2 = self.nodes(held.pair.enter), self.nodes(held.pair.leave)
        if self.assigned is None:
            return [*enter, *body, *self.exit(held)]
        self.sealed += 1
        inner = self.statements(2)
        self.sealed -= 1
        return [*enter, *body, *enter2, *inner, *leave2, *self.exit(held)]

    def taken_in_vain(self, lock: Lock) -> list[Node]:
        """An error-checking lock, taken once more, or given back without being had."""
        again = f"pthread_mutex_lock({lock.mutex})"
        refused: tuple[Node, ...] = (
            Block(f"if ({again} != EDEADLK)", ["abort();"], bare=True), f"acc[me] += {again} == EDEADLK;",
            f"tls += {lock.attempt};", f"acc[me] += {again};",
        )  # fmt: skip
        early = f"acc[me] += pthread_mutex_unlock({lock.mutex}) == EPERM;"
        held, enter = self.enter(lock)
        body = self.statements(3)
        if self.assigned is not None:
            body += [self.choices.pick(refused), *self.statements(2)]
        return [*([early] if self.choices.chance(40) else []), *enter, *body, *self.exit(held)]

    # ------------------------------------------------------------------ in the middle

    def gap(self) -> list[Node]:
        """Released for a while, and taken again."""
        held = self.held.pop()
        leave, enter = self.nodes(held.pair.leave), self.nodes(held.pair.enter)
        if not held.pair.enter:
            self.held.append(held)
            return self.shared()
        jumps = self.loops, self.continues, self.labels
        self._without_jumps_to(len(self.held) + 1)
        self.gaps += 1
        between = self.statements(2)
        between += self.declare() if self.assigned is not None and self.choices.chance(40) else []
        self.gaps -= 1
        self.loops, self.continues, self.labels = jumps
        self.held.append(held)
        return [*leave, *between, *(enter if self.assigned is not None else [])]

    def _without_jumps_to(self, held: int) -> None:
        """No jump may lead to where so many locks are held, or more: another one may be held in the place of one."""
        self.loops = self.loops if self.loops and self.loops[-1].held < held else []
        self.continues = self.continues if self.continues and self.continues[-1].held < held else []
        self.labels = [label for label in self.labels if label.held < held]

    def wait(self) -> list[Node]:
        """Waits for what the helper grants."""
        mutex, data = self.held[-1].lock.mutex, self.held[-1].lock.data
        if data not in GRANTED:
            return self.shared()
        error, never = self.fresh("error"), f"pthread_cond_timedwait(&{data}.cond, {mutex}, &never)"
        wait, ticket = f"pthread_cond_wait(&{data}.cond, {mutex})", self.fresh("ticket")
        missing, granted = f"{data}.given < {ticket}", f"{data}.given >= {ticket}"
        loops: list[list[Node]] = [
            [Block(f"while ({missing})", [f"{wait};"], bare=True)],
            [Block(f"for (; {missing};)", [f"{wait};"], bare=True)],
            [Block("for (;;)", [Block(f"if ({granted})", ["break;"], bare=True), f"{wait};"])],
            [Block(f"while ({missing})", [Block(f"if ({wait} != 0)", ["abort();"], bare=True)])],
            [Block(f"while ({missing})", [f"{never};"], bare=True)],
            [Block("", [Declared(f"int {error} = 0;"),
                        Block(f"while ({missing} && {error} != ETIMEDOUT)", [f"{error} = {never};"], bare=True),
                        f"acc[me] += {error};"])],
            [Block(f"while ({missing})", [Block(f"switch ({wait})", ["case 0:", "break;", "default:", "abort();"])])],
            [Block(f"for (; {missing}; {wait})", ["busy++;"], bare=True)],
            [Block(f"if ({missing})", [Block("do", [f"{wait};"], tail=f" while ({missing});")])],
        ]
        nodes: list[Node] = [f"{ticket} = ++{data}.want;", *self.choices.pick(loops)]
        with self.block():
            before = self.declare() if self.choices.chance(40) else []
            behind = self.assign() if before else []
        return [Block("", [Declared(f"long {ticket};"), *before, *nodes, *behind])]
