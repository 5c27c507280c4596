# SPDX-License-Identifier: MIT
"""What calling a function does to locks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rcl import codec
from rcl.analyse.program.pointers import Locks as Mutexes
from rcl.analyse.unit.tree import Function, Node
from rcl.model import Answer


@dataclass(frozen=True)
class Asked:
    """A condition, and whether it must hold or must not."""

    condition: Node
    holds: bool = True


@dataclass(frozen=True)
class Wrapper:
    """A function that only takes, tries or releases a mutex which its parameters or globals name.

    ``answer`` is what a try wrapper returns, None if that says nothing; ``tries``: it never waits; ``asked``: it does
    that only if this is so; ``numbers``: what says that it failed is no error's number of its call.
    """

    effect: str
    lock: Node
    parameters: tuple[str, ...]
    function: Function
    answer: Answer | None = None
    tries: bool = False
    asked: tuple[Asked, ...] = ()
    numbers: bool = False


@dataclass(frozen=True)
class Summary:
    """What calling a function does to locks besides taking and releasing in pairs.

    ``lends``: its caller's, which it releases and takes again before it returns.
    """

    wrapper: Wrapper | None = None
    leaves: Mutexes = frozenset()
    frees: Mutexes = frozenset()
    lends: Mutexes = frozenset()

    @cached_property
    def packed(self) -> list[Any]:
        """As JSON can say it, but for the wrapper's function."""
        wrapper, locks = self.wrapper, (self.leaves, self.frees, self.lends)
        said = wrapper and [
            wrapper.effect, codec.pack(Node, wrapper.lock), list(wrapper.parameters),
            wrapper.answer and wrapper.answer.value, wrapper.tries,
            codec.pack(tuple[Asked, ...], wrapper.asked), wrapper.numbers,
        ]  # fmt: skip
        return [said, *(codec.pack(Mutexes, one) for one in locks)]

    @classmethod
    def unpacked(cls, packed: list[Any], function: Function) -> Summary:
        """The summary of a function of which JSON says that."""
        said, *locks = packed
        leaves, frees, lends = (codec.unpack(Mutexes, one) for one in locks)
        if said is None:
            return cls(None, leaves, frees, lends)
        effect, lock, parameters, answer, tries, asked, numbers = said
        wrapper = Wrapper(
            effect, codec.unpack(Node, lock), tuple(parameters), function, answer and Answer(answer), tries,
            codec.unpack(tuple[Asked, ...], asked), numbers,
        )  # fmt: skip
        return cls(wrapper, leaves, frees, lends)
