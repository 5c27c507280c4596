# SPDX-License-Identifier: MIT
"""What calling a function does to locks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from rcl import codec
from rcl.analyse.program.pointers import Locks as Mutexes
from rcl.analyse.program.questions import digest
from rcl.analyse.unit.tree import Function, Node, placeless, substitute
from rcl.model import Answer
from rcl.names import beside


@dataclass(frozen=True)
class Asked:
    """A condition, and whether it must hold or must not.

    ``text`` says that it is so, in the words of the function that asks, where the lock function asks that it calls.
    ``reports``: where it is not so, that does something, calls an error's function, say, before it returns.
    """

    condition: Node
    holds: bool = True
    text: str = ""
    reports: bool = False


@dataclass(frozen=True)
class More:
    """Statements by which a lock function does more: the numbers of the first and the last one in their block.

    ``when``: "ahead" of the acquisition, where it is "held", where it was "busy" and before it waits, to know whether
    to take it, "first", or "after" the release. Where it was busy they stand in the branch of the function's statement
    ``tried``.
    ``needs`` are the numbers of the parameters that they depend on; ``gives``: what the lock call does if nothing is
    wrong, if they depend on that, too. A number below 0 is that of none: then they are those of the lock function that
    it calls.
    """

    when: str
    first: int
    last: int
    needs: tuple[int, ...]
    tried: int = -1
    gives: int | None = None

    def call(self, function: str, said: Mapping[int, str]) -> str:
        """The call of the function that they become, of a lock function that is given these texts."""
        given = [said[number].strip() for number in self.needs]
        return f"{self.name(function)}({', '.join([*given, *([] if self.gives is None else [str(self.gives)])])})"

    def name(self, function: str) -> str:
        """The name of the function that they become."""
        return beside(function, self.when)

    def statements(self, function: Function) -> list[Node]:
        """The statements themselves."""
        block = function.body.kids[self.tried].kids[1] if self.tried >= 0 else function.body
        return block.kids[self.first : self.last + 1] if self.first >= 0 else []


@dataclass(frozen=True)
class Wrapper:
    """A function that only takes, tries or releases a mutex which its parameters or globals name.

    ``answer`` is what a try wrapper returns, None if that says nothing; ``tries``: it never waits; ``asked``: it does
    that only if this is so; ``numbers``: what says that it failed is no error's number of its call; ``more``: what it
    does besides; ``able``: it tries only whether it can take the mutex, for which it waits then. ``tells``: what it
    returns says also whether what it asks is so, so it is such an attempt for those who ask for that; ``signed``: that,
    or what an attempt returns, is a number below 0 if not. ``gives``: it returns the object whose mutex it takes as the
    last thing, by this variable of its own, which names it.
    """

    effect: str
    lock: Node
    parameters: tuple[str, ...]
    function: Function
    answer: Answer | None = None
    tries: bool = False
    asked: tuple[Asked, ...] = ()
    numbers: bool = False
    more: tuple[More, ...] = ()
    able: bool = False
    tells: Answer | None = None
    signed: bool = False
    gives: str = ""

    @property
    def telling(self) -> Wrapper | None:
        """The same as an attempt for those who ask for its result, None if that does not say whether it has the mutex.
        """
        if self.tells is None:
            return None
        numbers = self.tells is Answer.STATUS
        return replace(self, effect="try", answer=self.tells, numbers=numbers, able=True, tells=None)

    def does(self, when: str) -> More | None:
        """What it does more at some time."""
        return next((more for more in self.more if more.when == when), None)

    @property
    def needed(self) -> str:
        """The name of the function beside it that says whether what it asks is so."""
        return beside(self.function.name, "needed")

    @property
    def first(self) -> str:
        """The name of the function that gives the object without taking its mutex, and which it calls."""
        return beside(self.function.name, "first")

    @property
    def reports(self) -> bool:
        """Does it do something where what it asks is not so?"""
        return any(asked.reports for asked in self.asked)

    @property
    def statements(self) -> list[Node]:
        """All statements by which it does more."""
        return [statement for more in self.more for statement in more.statements(self.function)]


@dataclass(frozen=True)
class Summary:
    """What calling a function does to locks besides taking and releasing in pairs.

    ``lends``: its caller's, which it releases and takes again before it returns; ``only``: what a wrapper says is all;
    ``openly``: it is certain that it gives back a caller's, by itself or by a function that it calls by its name.
    """

    wrapper: Wrapper | None = None
    leaves: Mutexes = frozenset()
    frees: Mutexes = frozenset()
    lends: Mutexes = frozenset()
    only: bool = False
    openly: bool = False

    @property
    def imbalance(self) -> tuple[Mutexes, Mutexes, Mutexes]:
        """What calling it does to locks, but for what a wrapper says."""
        return self.leaves, self.frees, self.lends

    @cached_property
    def locks(self) -> Mutexes:
        """The mutexes that it does that to."""
        return self.leaves | self.frees | self.lends

    @cached_property
    def packed(self) -> list[Any]:
        """As JSON can say it, but for the wrapper's function."""
        wrapper, locks = self.wrapper, (self.leaves, self.frees, self.lends)
        said = wrapper and [
            wrapper.effect, codec.pack(Node, wrapper.lock), list(wrapper.parameters),
            wrapper.answer and wrapper.answer.value, wrapper.tries,
            codec.pack(tuple[Asked, ...], wrapper.asked), wrapper.numbers, codec.pack(tuple[More, ...], wrapper.more),
            wrapper.able, wrapper.tells and wrapper.tells.value, wrapper.signed, wrapper.gives,
        ]  # fmt: skip
        return [said, self.only, self.openly, *(codec.pack(Mutexes, one) for one in locks)]

    @cached_property
    def said(self) -> str:
        """What it says to those that call the function, or its hash: many functions call it, and ask again.

        Where the wrapper stands, and its parameters with it, is not told; what those are is, where it asks for
        something or does more.
        """
        wrapper = self.wrapper
        if wrapper is None:
            return digest(self.packed)
        keys = [*wrapper.parameters, *([wrapper.gives] if wrapper.gives else [])]
        names = {key: Node("", "", 0, 0, 0, 0, [], f"#{number}") for number, key in enumerate(keys)}
        asked = tuple(replace(a, condition=substitute(placeless(a.condition), names)) for a in wrapper.asked)
        lock, numbers = substitute(wrapper.lock, names), tuple(names[key].ref for key in wrapper.parameters)
        told = replace(wrapper, lock=lock, asked=asked, parameters=numbers, gives=wrapper.gives and "#")
        needed = wrapper.more or wrapper.gives or asked
        given = [wrapper.function.locals[key] for key in wrapper.parameters] if needed else []
        declared = [[variable.declaration, variable.pointer, variable.type] for variable in given]
        return digest([replace(self, wrapper=told).packed, wrapper.function.key, wrapper.function.file, declared])

    @classmethod
    def unpacked(cls, packed: list[Any], function: Function) -> Summary:
        """The summary of a function of which JSON says that."""
        said, only, openly, *locks = packed
        leaves, frees, lends = (codec.unpack(Mutexes, one) for one in locks)
        if said is None:
            return cls(None, leaves, frees, lends, openly=bool(openly))
        effect, lock, parameters, answer, tries, asked, numbers, more, able, tells, signed, gives = said
        wrapper = Wrapper(
            effect, codec.unpack(Node, lock), tuple(parameters), function, answer and Answer(answer), tries,
            codec.unpack(tuple[Asked, ...], asked), numbers, codec.unpack(tuple[More, ...], more), able,
            tells and Answer(tells), signed, gives,
        )  # fmt: skip
        return cls(wrapper, leaves, frees, lends, bool(only), bool(openly))


class AllSummaries(Protocol):
    """What is known of all functions."""

    def of(self, key: str) -> Summary:
        """The summary of a function."""

    def made(self, call: Node) -> list[Summary]:
        """The summaries of the functions that a call may reach."""
