# SPDX-License-Identifier: MIT
"""What all tests share."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

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

#: files whose tests share nothing, not even what is made once for all of them
ANYWHERE = {"builds", "rewrite"}
#: files that share something: build/runtime, and the time that threads get there; apt's locks
TOGETHER = {
    **dict.fromkeys(("adaptive", "bench", "examples", "placement", "profiler", "runtime", "sanl"), "the runtime"),
    **dict.fromkeys(("debian", "real_programs", "setup"), "packages"),
}


class Scheduling(LoadScopeScheduling):
    """Tests side by side: those of a file, or of files that share something, one after another in one process."""

    def _split_scope(self, nodeid: str) -> str:
        file = Path(nodeid.split("::")[0]).stem.removeprefix("test_")
        return nodeid if file in ANYWHERE else TOGETHER.get(file, file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Scheduling:
    return Scheduling(config, log)


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
