# SPDX-License-Identifier: MIT
"""What came of a program, and what is wrong with one that fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fuzz.oracle import KINDS, Endless, Finding, Outcome, Refused, Run, Unusable, examine
from fuzz.program import Program

#: what a program of the generator's is that does not compile, or does not run
UNUSABLE = "unusable program"
REFUSED = "refused whole"
ENDLESS = "endless program"


@dataclass(frozen=True)
class Failure:
    """What is wrong with some functions of a program. ``safe``: their sections stay in place."""

    functions: tuple[int, ...]
    kind: str
    detail: str
    safe: bool = False


@dataclass(frozen=True)
class Result:
    """What came of one program; one without functions could not be tried."""

    number: int
    functions: int
    sections: dict[str, int]
    failures: tuple[Failure, ...] = ()


def as_a_whole(number: int, program: Program, outcome: Outcome) -> Result:
    """What came of a program in which no function can be told from the others: each kind of doubt once."""
    doubts = {doubt.kind: Failure((), doubt.kind, str(doubt), True) for _, doubt in outcome.doubts}
    return Result(number, program.functions, dict(outcome.sections), tuple(doubts.values()))


def runs(number: int) -> list[Run]:
    """How a program is run: three kinds of lock that every server has and two others, under several schedules."""
    first, second = (KINDS[(number * 2 + i) % len(KINDS)] for i in range(2))
    return [
        Run("posix"), Run("inline"), Run("rcl:0"), Run("rcl:0", disturbed=True), Run("rcl:0", alone=True),
        Run(first, disturbed=True), Run(second, alone=number % 2 == 0),
    ]  # fmt: skip


def fails_with(kind: str, number: int) -> Callable[[Program], bool]:
    """Whether a program fails in that way, run as the one of the number is."""
    return lambda program: kind_of(program, runs(number)) == kind


def kind_of(program: Program, ways: list[Run]) -> str:
    """What is wrong with a program, or nothing."""
    try:
        outcome = examine(program, ways)
    except (Finding, Unusable, Refused) as error:
        return kind_of_error(error)
    return next((doubt.kind for _, doubt in outcome.doubts), "")


def kind_of_error(error: Exception) -> str:
    if isinstance(error, Finding):
        return error.kind
    if isinstance(error, Endless):
        return ENDLESS
    return UNUSABLE if isinstance(error, Unusable) else REFUSED
