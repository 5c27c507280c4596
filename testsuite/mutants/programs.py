# SPDX-License-Identifier: MIT
"""Random programs as tests: what the rewriter makes of each is kept; where it makes something else, that must work."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from fuzz.oracle import Examination, Finding
from fuzz.program import batch
from fuzz.verdict import runs

COUNT = 6
FUNCTIONS = 8
#: what became of each program without a fault
MADE: dict[int, Mapping[str, bytes]] = {}


@pytest.mark.parametrize("number", range(COUNT))
def test_program(number: int) -> None:
    program = batch(number, FUNCTIONS)
    with tempfile.TemporaryDirectory() as folder:
        examination = Examination(Path(folder).resolve(), program)
        _, made = examination._rewritten()
        if made.files == MADE.setdefault(number, made.files):
            return
        doubts = [str(doubt) for _, doubt in examination._doubts(made)]
        assert not doubts
    try:
        with tempfile.TemporaryDirectory() as folder:
            Examination(Path(folder).resolve(), program).done(runs(number)[:3])
    except Finding as finding:
        pytest.fail(finding.kind)
