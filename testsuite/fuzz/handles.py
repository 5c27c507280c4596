# SPDX-License-Identifier: MIT
"""Random critical sections whose mutexes have other names, or may lack, and such that callees wait or release in."""

from __future__ import annotations

from fuzz.builds import Builds
from fuzz.layout import Block, Declared, Node
from fuzz.locks import GIVEN, MAYBE, POSIX, Lock, Pair
from fuzz.scope import Held
from fuzz.statements import Kind

#: the calls that give an object, or NULL, and those that always give one; ``{left}`` is a number that they change
GIVING = (
    "cell_get(me, {e})", "cell_find(({e}) & 15, me)", "(struct cell *)cell_checked(me, &{left})", "cell_at(me)",
    "cell_checked(me, &{left})", "cell_get(me, 1)",
)  # fmt: skip
ALWAYS = ("cell_at(me)", "cell_get(me, 1)", "cell_find(2, me)")

#: how a function names a mutex's address, and how it takes and releases what that leads to
CALLS = (
    ("pthread_mutex_lock({m});", "pthread_mutex_unlock({m});"),
    ("(void)pthread_mutex_lock({m});", "(void)pthread_mutex_unlock({m});"),
    ("BREAKING_LOCK({m});", "BREAKING_UNLOCK({m});"),
    ("if (pthread_mutex_lock({m}))\n\t\tabort();", "pthread_mutex_unlock(&*{m});"),
)


class Handles(Builds):
    """Writes sections of mutexes that a variable leads to, or that some objects do without."""

    def shapes(self, lock: Lock) -> list[tuple[int, Kind]]:
        shapes: list[tuple[int, Kind]] = []
        if lock.api is POSIX:
            shapes.append((3, lambda: self.named_again(lock)))
        if lock.name == "box":
            shapes.append((4, lambda: self.of_another_name(lock)))
        if lock.api is MAYBE:
            shapes.append((20, lambda: self.perhaps_without(lock)))
        if lock.api is GIVEN:
            shapes.append((20, lambda: self.given(lock)))
        return [*super().shapes(lock), *shapes]

    def section_kinds(self) -> list[tuple[int, Kind]]:
        lent = bool(self.held) and self.held[-1].lock.name == "box" and not self.held[-1].guard
        return [*super().section_kinds(), *([(2, self.lent)] if lent else [])]

    def lent(self) -> list[Node]:
        """A callee waits with the lock, or releases it for a while."""
        return [self.choices.pick(("lend(b);", "await_grant(b);", "acc[me] += granted(b, me);"))]

    def named_again(self, lock: Lock) -> list[Node]:
        """Named by a variable, and by what that was made of."""
        at, held = self.fresh("at"), self.take(lock)
        mutex = held.lock.mutex
        declared: tuple[list[Node], ...] = (
            [Declared(f"pthread_mutex_t *{at} = {mutex};")],
            [Declared(f"pthread_mutex_t *const {at} = ({mutex});")],
            [Declared(f"pthread_mutex_t *{at};"), f"{at} = {mutex};"],
        )
        names = self.choices.pick(((at, mutex), (at, at), (f"({mutex})", at)))
        enter, leave = self.choices.pick(CALLS)
        return self._named(held, self.choices.pick(declared), enter.format(m=names[0]), leave.format(m=names[1]))

    def of_another_name(self, lock: Lock) -> list[Node]:
        """The mutex of a structure that has two names."""
        at, held = self.fresh("of"), self.take(lock)
        one, other = f"&{at}->lock", "&b->lock"
        names = self.choices.pick(((one, other), (other, one), (one, one)))
        calls = self.choices.pick((*CALLS, ("box_lock({b});", "box_unlock({b});"), ("take({b});", "give({b});")))
        enter, leave = (form.format(m=m, b="b" if m == other else at) for form, m in zip(calls, names, strict=True))
        return self._named(held, [Declared(f"struct box *{at} = b;")], enter, leave)

    def _named(self, held: Held, declared: list[Node], enter: str, leave: str) -> list[Node]:
        held.pair = Pair(enter, leave)
        self.held.append(held)
        with self.block():
            body = self.statements(4)
            nodes = [*declared, *self.nodes(enter), *body, *self.exit(held)]
        return [Block("", nodes)]

    def perhaps_without(self, lock: Lock) -> list[Node]:
        """Of an object that may have no mutex, which its lock function says."""
        if self.held or self.sealed:
            return self.straight(lock)
        with self.branch():
            finish = self.finish()
        held = self.take(lock)
        leave = self.choices.pick((f"pthread_mutex_unlock({lock.mutex});", held.lock.plain.leave))
        held.pair = Pair(f"pthread_mutex_lock({lock.mutex});", leave)
        self.held.append(held)
        name, form, bare = self.fresh("told"), self.choices.below(6), self.choices.chance(50)
        with self.branch() as ends, self.block():
            body = self.statements(4)
            last = self.nodes(leave) if self.assigned is not None else []
        self.held.pop()
        self.meet(*ends, *([self.assigned] if form < 2 else []))
        rest: list[Node] = [Block("", body), *last]
        if form == 0:
            had: list[Node] = [Block("if (maybe_enter(&maybes[me]))", [*body, *last])]
            return [*had, *([Block("else", [f"acc[me] += {self.choices.below(9)};"], bare=True)] if bare else [])]
        if form == 1:
            return [Block("if (!maybe_lock(&maybes[me]))", [*body, *last])]
        if form == 2:
            return [Block("if (!maybe_enter(&maybes[me]))", finish, bare=bare), *rest]
        if form == 3:
            return [Block("if (maybe_lock(&maybes[me]) < 0)", finish, bare=bare), *rest]
        if form == 4:
            test = self.choices.pick((f"{name} != 0", name, f"{name} < 0"))
            kept: list[Node] = [f"{name} = maybe_lock(&maybes[me]);", Block(f"if ({test})", finish, bare=bare)]
            return [Block("", [Declared(f"int {name};"), *kept, *rest, *([f"tls += {name};"] if last else [])])]
        got = Declared(f"struct maybe *{name} = maybe_get(&maybes[me]);")
        return [Block("", [got, Block(f"if ({name} == NULL)", finish, bare=bare), *rest])]

    def given(self, lock: Lock) -> list[Node]:
        """Of an object that a function gives with its mutex taken."""
        form = self.choices.below(7 if not (self.held or self.sealed) else 4)
        name, left = self.fresh("cell"), self.fresh("left")
        with self.branch():
            finish = self.finish() if form > 3 else []
        calls = self.choices.pick(ALWAYS if form in (0, 1) else GIVING)
        call, bare = calls.format(e=self.value(1), left=left), self.choices.chance(50)
        held = self.take(lock)
        at = self.choices.pick((name, name, name, "(&cells[me & 1])"))
        leave = self.choices.pick(("pthread_mutex_unlock(&{at}->lock);", "cell_put({at});", "cell_drop({at}, me);"))
        held.pair = Pair(f"pthread_mutex_lock(&{name}->lock);", leave.format(at=at))
        self.held.append(held)
        with self.branch() as ends, self.block():
            body = self.statements(4)
            last = self.exit(held)
        self.meet(*ends, *([self.assigned] if form in (2, 3) else []))
        now, apart = Declared(f"struct cell *{name} = {call};"), Declared(f"struct cell *{name};")
        none = self.choices.pick((f"{name} == NULL", f"!{name}", f"NULL == {name}"))
        some = self.choices.pick((f"{name} != NULL", name))
        begun: tuple[list[Node], ...] = (
            [now, *body, *last],
            [apart, f"{name} = {call};", *body, *last],
            [now, Block(f"if ({some})", [*body, *last])],
            [apart, Block(f"if (({name} = {call}) != NULL)", [*body, *last])],
            [now, Block(f"if ({none})", finish, bare=bare), *body, *last],
            [apart, Block(f"if (({name} = {call}) == NULL)", finish, bare=bare), *body, *last],
            [apart, f"{name} = {call};", Block(f"if ({none})", finish, bare=bare), *body, *last],
        )
        many = [Declared(f"int {left} = {self.choices.below(3)};")] if left in call else []
        return [Block("", [*many, *begun[form]])]
