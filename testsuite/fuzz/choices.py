# SPDX-License-Identifier: MIT
"""Random decisions: each a number below a bound, of which 0 is the simplest, so that a failure shrinks to zeros."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Decisions from any source of numbers; ``taken`` records them."""

    def __init__(self, source: Callable[[int], int]) -> None:
        self._source = source
        self.taken: list[int] = []

    @classmethod
    def of_seed(cls, seed: str) -> Choices:
        """The decisions that a text stands for."""
        return cls(random.Random(seed).randrange)

    @classmethod
    def again(cls, taken: Sequence[int]) -> Choices:
        """Decisions that were taken before."""
        rest = iter(taken)
        return cls(lambda _: next(rest))

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``."""
        if bound <= 1:
            return 0
        value = self._source(bound)
        self.taken.append(value)
        return value

    def pick(self, options: Sequence[T]) -> T:
        """One of the options; the first is the simplest."""
        return options[self.below(len(options))]

    def weighted(self, options: Sequence[tuple[int, T]]) -> T:
        """One of the options, each with its weight."""
        at = self.below(sum(weight for weight, _ in options))
        for weight, option in options:
            if at < weight:
                return option
            at -= weight
        raise AssertionError("the weights add up")

    def chance(self, percent: int) -> bool:
        """True in so many cases of a hundred."""
        return self.below(100) >= 100 - percent
