# SPDX-License-Identifier: MIT
"""What all tests share."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

import sample
from rcl.cache import Cache
from rcl.model import Analysis
from rcl.workspace import Progress
from tool import Tool

# No time limit on a generated example, for the machine may be busy.
settings.register_profile("rcl", deadline=None)
settings.load_profile("rcl")

# A shell that runs the tests in the background has them, and their children, ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def rcl(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tool:
    """The verbs in the sample tree, with stand-ins for libclang and Coccinelle."""
    tool = Tool(sample.make_tree(tmp_path / "a tree"), capsys)

    def analyse(root: Path, compile_commands: Path, *, jobs: int, progress: Progress, cache: Cache) -> Analysis:
        assert compile_commands.is_file() and jobs >= 1
        tool.analyses += 1
        progress(1, 1, "[log].c")
        return sample.make_analysis(root)

    monkeypatch.setattr("rcl.analyse.analyse", analyse, raising=False)
    monkeypatch.setattr("rcl.rewrite.rewrite", sample.rewrite)
    return tool
