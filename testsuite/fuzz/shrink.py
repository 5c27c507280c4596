# SPDX-License-Identifier: MIT
"""Makes a program that fails smaller: the functions that it does not need go, then hypothesis shrinks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.errors import NoSuchExample

from fuzz.choices import Choices
from fuzz.program import Program, generate

KEY = b"program"
Fails = Callable[[Program], bool]


@st.composite
def programs(draw: st.DrawFn, functions: int) -> Program:
    """Any program, as hypothesis draws it."""
    choices = Choices(lambda bound: draw(st.integers(0, bound - 1)))
    return generate(choices, [choices] * functions)


def smallest(program: Program, fails: Fails, seconds: float) -> Program:
    """The smallest program found in that time that still fails."""
    end = time.monotonic() + seconds
    database = InMemoryExampleDatabase()
    database.save(KEY, choices_to_bytes([number for part in program.choices for number in part]))
    known: dict[tuple[object, ...], bool] = {_text(program): True}

    def condition(candidate: Program) -> bool:
        text = _text(candidate)
        if text not in known:
            known[text] = time.monotonic() < end and fails(candidate)
        return known[text]

    phases = settings(database=database, phases=[Phase.reuse, Phase.generate, Phase.shrink], deadline=None,
                      suppress_health_check=list(HealthCheck))  # fmt: skip
    try:
        return find(programs(program.functions), condition, settings=phases, database_key=KEY)
    except NoSuchExample:
        return program


def _text(program: Program) -> tuple[object, ...]:
    return program.source, program.others


def culprits(program: Program, fails: Fails) -> Sequence[int]:
    """Few functions that fail alike without the others, by halves; all where no half does."""
    kept = list(range(program.functions))
    while len(kept) > 1:
        half = len(kept) // 2
        failing = (part for part in (kept[:half], kept[half:]) if fails(program.only(part)))
        found = next(failing, None)
        if found is None:
            return kept
        kept = found
    return kept
