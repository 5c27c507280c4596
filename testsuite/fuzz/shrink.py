# SPDX-License-Identifier: MIT
"""Makes a program that fails smaller: the functions that it does not need go, then hypothesis shrinks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.errors import NoSuchExample

from fuzz.choices import Choices
from fuzz.program import Program, generate

KEY = b"program"
Fails = Callable[[Program], bool]


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Any program, as hypothesis draws it."""
    return generate(Choices(lambda bound: draw(st.integers(0, bound - 1))))


def smallest(program: Program, fails: Fails, seconds: float) -> Program:
    """The smallest program found in that time that still fails."""
    end = time.monotonic() + seconds
    program = _fewer_functions(program, fails)
    database = InMemoryExampleDatabase()
    database.save(KEY, choices_to_bytes([number for part in program.choices for number in part]))
    known: dict[bytes, bool] = {program.source: True}

    def condition(candidate: Program) -> bool:
        if candidate.source not in known:
            known[candidate.source] = time.monotonic() < end and fails(candidate)
        return known[candidate.source]

    phases = settings(database=database, phases=[Phase.reuse, Phase.generate, Phase.shrink], deadline=None,
                      suppress_health_check=list(HealthCheck))  # fmt: skip
    try:
        return find(programs(), condition, settings=phases, database_key=KEY)
    except NoSuchExample:
        return program


def _fewer_functions(program: Program, fails: Fails) -> Program:
    for kept in ([k] for k in range(program.functions)):
        if program.functions > 1 and fails(alone := program.only(kept)):
            return alone
    return program


def fewer_lines(program: Program, fails: Fails, seconds: float) -> Program:
    """The program without the lines that it fails without: the last step, for no choice makes such a program."""
    end = time.monotonic() + seconds
    lines = program.source.splitlines(keepends=True)
    chunk = max(len(lines) // 4, 1)
    while chunk:
        at, before = 0, len(lines)
        while at < len(lines) and time.monotonic() < end:
            fewer = lines[:at] + lines[at + chunk :]
            if fails(replace(program, source=b"".join(fewer))):
                lines = fewer
            else:
                at += chunk
        chunk = chunk // 2 if len(lines) == before or chunk > 1 else chunk
    return replace(program, source=b"".join(lines))
