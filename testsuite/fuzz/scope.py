# SPDX-License-Identifier: MIT
"""What a random function knows while it is being written: its variables, which have a value, which locks it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from fuzz.choices import Choices
from fuzz.layout import TRAILING, Block, Layout, Node
from fuzz.locks import LOCKS, Lock, Pair
from fuzz.result import Result
from fuzz.values import CLEANED, OF_A_LENGTH, TYPES, Type, Variable, number

#: also the names that the rewriter gives what it adds
NAMES = ("a", "c", "x", "y", "left", "item", "old", "cs", "way", "ctx", "at", "arg", "key", "length", "context", "size",
         "spare", "twin", "result_", "time", "read", "exit", "index", "free")
#: what the file has by some of these names
GLOBALS = {"spare": "spare", "twin": "twin({k})", "size": "size", "key": "(long)sizeof(key)"}
PARAMETER = number("int", "(int)({e})")
#: between the lines of a lock call that each build has in another way
APART = "\f"


@dataclass
class Held:
    """A lock that the function holds, and how it took it."""

    lock: Lock
    pair: Pair
    index: Variable | None = None
    #: what becomes of a variable releases it, whatever leaves its block
    guard: bool = False


@dataclass
class Target:
    """Where a jump may lead: how many locks are held there, and which variables had a value at each jump."""

    held: int
    name: str = ""
    states: list[set[Variable]] = field(default_factory=list)


class Scope:
    """The state of a function under way. ``assigned`` is None where nothing gets to."""

    def __init__(self, choices: Choices, layout: Layout, name: str, strict: bool, result: Result) -> None:
        self.choices, self.layout, self.name, self.strict = choices, layout, name, strict
        self.result = result
        self.scopes: list[dict[str, Variable]] = [{}]
        self.assigned: set[Variable] | None = set()
        self.held: list[Held] = []
        self.sealed = 0  # in code that no jump may leave
        self.loops: list[Target] = []
        self.continues: list[Target] = []
        self.labels: list[Target] = []
        self.passed = 0  # labels behind what is written now: a jump may pass it
        self.count = 0
        self.left = 10 + choices.below(50)  # statements
        for parameter in ("me", "n"):
            self.add(Variable(parameter, PARAMETER, frozen=1), assigned=True)

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self.count += 1
        return f"{stem}{self.count}"

    # ------------------------------------------------------------------ variables

    def visible(self) -> list[Variable]:
        """The variables in scope, without those that others hide."""
        seen: dict[str, Variable] = {}
        for scope in self.scopes:
            seen.update(scope)
        return list(seen.values())

    def readable(self) -> list[Variable]:
        """The visible variables that have a value."""
        known = self.assigned or set()
        return [v for v in self.visible() if v in known and not v.hidden]

    def add(self, variable: Variable, assigned: bool) -> None:
        self.scopes[-1][variable.name] = variable
        if assigned and self.assigned is not None:
            self.assigned.add(variable)

    def pick_name(self, value: str) -> str:
        """A name that is new in this block, perhaps one that hides an outer variable which the initialiser lacks."""
        frozen = {v.name for v in self.visible() if v.frozen} | set(re.findall(r"\w+", value))
        outer = {n for s in self.scopes[:-1] for n in s}
        free = [n for n in NAMES if n not in frozen and n not in self.scopes[-1]]
        free = [n for n in free if n not in outer or self.choices.chance(30)]
        return self.choices.pick(free) if free else self.fresh("v")

    def pick_other(self, *texts: str) -> str:
        """A name that none of these texts has, perhaps one that hides something."""
        return self.choices.pick([n for n in NAMES if not any(re.search(rf"\b{n}\b", text) for text in texts)])

    @contextmanager
    def block(self) -> Iterator[list[Node]]:
        """The body of a block with variables of its own."""
        self.scopes.append({})
        yield []
        self.scopes.pop()

    @contextmanager
    def branch(self) -> Iterator[list[set[Variable] | None]]:
        """Runs one of several ways: restores the state before it, and adds the state behind it to the list."""
        before = None if self.assigned is None else set(self.assigned)
        ends: list[set[Variable] | None] = []
        yield ends
        ends.append(self.assigned)
        self.assigned = before

    def meet(self, *states: set[Variable] | None) -> None:
        """Goes on where these states meet."""
        alive = [s for s in states if s is not None]
        self.assigned = set.intersection(*alive) if alive else None

    # ------------------------------------------------------------------ expressions

    def atom(self) -> str:
        """Something that is a number."""
        choices = self.choices
        readable = self.readable()
        kind = choices.below(12)
        if kind < 7 and readable:
            variable = choices.pick(readable)
            return variable.filled(variable.type.read)
        if kind == 8 and self.held:
            data = choices.pick(self.held).lock.data
            return choices.pick((f"{data}.slot[me]", f"SLOT({data})", f"pair_of(&{data}, me).a"))
        if kind == 9:
            return choices.pick(("tls", "tls", "errno"))
        if kind == 10 and self.can_take("plain") and not self.sealed:
            return f"{choices.pick(('leaf', 'count_plain', 'send'))}(me, {choices.below(9)})"
        if kind == 11:
            hidden = {v.name for v in self.visible()}
            known = [text for name, text in GLOBALS.items() if name not in hidden]
            return choices.pick(known).format(k=choices.below(9)) if known else "7"
        return str(choices.below(10))

    def value(self, depth: int = 2) -> str:
        """A long expression of what has a value here, the same whatever other threads do."""
        choices = self.choices
        if depth == 0 or choices.chance(35):
            return self.atom()
        forms = (
            "{x} + {y}", "{x} - {y}", "({x}) * 3 + ({y})", "({x}) ^ ({y})", "(({x}) & 15)", "MAX({x}, {y})",
            "twice({x})", "(({x}) > ({y}) ? ({x}) : 7)", "-({x})", "!({x})", "({{ long {n} = {x}; {n} + 1; }})",
            "(long)sizeof(struct pair)", "((long){x} + 'x')", '(text("}}{{") & 7)', "(twice({x}), {y})",
            "called[({x}) & 1]({y})", "total((int[]){{ 1, (int)({x}), (int)({y}) }}, 3)", "make_pair({x}, {y}).b",
            "(&(struct pair){{ .b = {x} }})->b", "SCALED({x})", "LATER({x}, {y})", "MY_FIXED + {x}",
            "_Generic(({x}), long: 1, int: 2, default: 3) + {y}", "(long)sizeof({x})", "(({x}) ?: {y})",
            "({{ __typeof__({x}) u_ = {x}; (long)u_; }})", "__builtin_choose_expr(sizeof(int) == 4, {x}, {y})",
            "NAMED({x})", "(text(__func__) & 7)", "err(me, {x})", "recv(me, {x})",
            '(text("one " /* and */ "two") & 7)', "(long)offsetof(struct pair, b)",
        )  # fmt: skip
        form, x, y = choices.pick(forms), self.atom(), self.value(depth - 1)
        return form.format(x=x, y=y, n=self.pick_other(x, y) if "{n}" in form else "")

    def condition(self) -> str:
        """A condition that is true now and then."""
        choices = self.choices
        form = choices.pick(("({x}) & 1", "({x}) % 3 == 0", "{x} > {y}", "unlikely(({x}) & 1)", "!(({x}) & 2)",
                             "n == {k}", "{x} != {y} && ({x}) % 2", "me == {k}"))  # fmt: skip
        return form.format(x=self.value(1), y=self.atom(), k=choices.below(3))

    # ------------------------------------------------------------------ locks

    def can_take(self, name: str) -> bool:
        """Whether the ranks allow to take a lock now."""
        order = [lock.name for lock in LOCKS]
        return all(order.index(h.lock.name) < order.index(name) for h in self.held)

    def takable(self) -> list[Lock]:
        """The locks that may be taken now."""
        return [lock for lock in LOCKS if self.can_take(lock.name)]

    def take(self, lock: Lock) -> Held:
        """Chooses how to take a lock; the variable that says which one keeps its value."""
        index = None
        if lock.indexed:
            ints = [v for v in self.readable() if v.type is PARAMETER]
            index = self.choices.pick(ints)
            index.frozen += 1
            lock = lock.at(index.name)
        return Held(lock, self.choices.pick(lock.ways()), index)

    def done_with(self, held: Held) -> None:
        """The lock is released for good."""
        if held.index:
            held.index.frozen -= 1

    # ------------------------------------------------------------------ pieces of text

    def nodes(self, text: str) -> list[Node]:
        """A lock call as statements."""
        if APART in text:
            return [node for line in text.split(APART) for node in ([line] if line[0] == "#" else self.nodes(line))]
        head, newline, rest = text.partition("\n")
        if newline:
            return [Block(head, [rest.strip()], bare=not self.choices.chance(30))]
        return [self.said(text)]

    def said(self, text: str) -> str:
        """A statement, perhaps with a comment behind it."""
        if self.choices.chance(4):
            remark = self.choices.pick(TRAILING)
            if self.layout.line_comments or not remark.startswith("//"):
                return f"{text} {remark}"
        return text

    def types(self) -> list[tuple[int, Type]]:
        """The types that a variable may have here: nothing that a jump must not pass."""
        plain = self.strict or self.passed
        return [
            (t.weight, t) for t in TYPES
            if not plain or (t.start and not t.declare.startswith(CLEANED) and OF_A_LENGTH not in t.declare)
        ]  # fmt: skip
