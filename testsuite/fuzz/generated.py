# SPDX-License-Identifier: MIT
"""Programs of our own generator, by number.

A program has many functions, each with sections of its own, so that one analysis, one rewriting and one build serve
all of them. Where it fails, the function that it fails without is looked for and left out, and the others go on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fuzz.oracle import Finding, Refused, Unusable, examine
from fuzz.program import Program, batch
from fuzz.shrink import culprits, smallest
from fuzz.verdict import REFUSED, Failure, Result, fails_with, kind_of_error, runs

#: functions of a program
FUNCTIONS = 32


@dataclass(frozen=True)
class Generated:
    """Programs of so many functions each."""

    functions: int = FUNCTIONS
    name = ""

    @property
    def options(self) -> str:
        """Those of the campaign that ask for these programs."""
        return f"--functions {self.functions}"

    def examined(self, number: int) -> Result:
        """Examines the program of a number: again without the functions that fail, until the rest does not."""
        whole = batch(number, self.functions)
        failures: list[Failure] = []
        left = list(range(self.functions))
        while left:
            program = whole.only(left) if failures else whole
            try:
                outcome = examine(program, runs(number))
            except (Finding, Unusable, Refused) as error:
                kind = kind_of_error(error)
                wrong = culprits(program, fails_with(kind, number))
                failures.append(Failure(tuple(left[k] for k in wrong), kind, str(error), kind == REFUSED))
                left = [k for at, k in enumerate(left) if at not in wrong]
                continue
            failures += [Failure(tuple(left[k] for k in _number(f)), d.kind, str(d), True) for f, d in outcome.doubts]
            return Result(number, self.functions, dict(outcome.sections), tuple(failures))
        return Result(number, self.functions, {}, tuple(failures))

    def failing(self, number: int, failure: Failure) -> Program:
        """The functions that fail."""
        return batch(number, self.functions).only(failure.functions or range(self.functions))

    def smallest(self, number: int, program: Program, kind: str, seconds: float) -> Program:
        """The smallest program found in that time that fails in the same way."""
        return smallest(program, fails_with(kind, number), seconds)


def _number(function: str) -> Sequence[int]:
    """The number of a random function; nothing for one of the prelude's."""
    return [int(number) for number in re.findall(r"^f(\d+)", function)]
