# SPDX-License-Identifier: MIT
"""The tests that faults are tried against: which lines of the rewriter each comes by, and what it is made of."""

from __future__ import annotations

import inspect
import pickle
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from mutants.faults import ROOT, SOURCES, Fault
from rcl.cache import own_code
from rcl.workspace import sha256

#: the tests that build and run programs
SLOW = ("test_builds", "test_program")
#: how many tests are chosen for what those before them do not come by, and how many lines around a fault count
DIVERSE, NEAR = 12, 30
#: the sources by the names that frames know them by
NAMES = {str(ROOT / source): source for source in SOURCES}


@dataclass
class Tests:
    """The tests by their names, with the lines that they come by in each source, and the time that they take."""

    items: dict[str, pytest.Item] = field(default_factory=dict)
    lines: dict[str, dict[str, set[int]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)

    def run(self, items: list[pytest.Item], kept: Path) -> list[str]:
        """Runs all that have changed since they were ``kept``, without a fault; what fails."""
        seen: dict[str, Any] = pickle.loads(kept.read_bytes()) if kept.exists() else {}
        broken = []
        try:
            for item in items:
                name = item.nodeid
                self.items[name], self.digests[name] = item, digest(item)
                key = f"{own_code()} {self.digests[name]} {' '.join(SOURCES)}"
                if key not in seen:
                    begun = time.process_time()
                    with _Traced() as traced:
                        failed = failure(item)
                    if failed:
                        broken.append(f"{name}: {failed}")
                        continue
                    seen[key] = traced.lines, time.process_time() - begun
                self.lines[name], self.seconds[name] = seen[key]
        finally:
            kept.write_bytes(pickle.dumps(seen))
        return broken

    def by(self, fault: Fault) -> list[str]:
        """The tests that come by a fault: first those that come by what few others do around it, each by a part."""
        span = range(fault.line, fault.line + fault.old.count("\n") + 1)
        if fault.file.endswith(".cocci"):
            found = [name for name in self.lines if "test_case[" in name]
        elif fault.function:
            found = [name for name, files in self.lines.items() if any(n in files.get(fault.file, ()) for n in span)]
        else:
            found = [name for name, files in self.lines.items() if fault.file in files]
        near = {name: self._near(name, fault) for name in found}
        often = Counter(line for lines in near.values() for line in lines)
        worth = {line: 1 / count / (1 + abs(line - fault.line) / 10) for line, count in often.items()}
        slow = sorted(name for name in found if any(slow in name for slow in SLOW))
        left = {name for name in found if name not in slow}
        first: list[str] = []
        while left and len(first) < DIVERSE:
            best = max(left, key=lambda name: sum(worth[n] for n in near[name]) / (0.05 + self.seconds[name]))
            first.append(best)
            left.remove(best)
            worth.update((line, worth[line] / 4) for line in near[best])
        return [*first, *sorted(left, key=lambda name: self.seconds[name]), *slow]

    def _near(self, name: str, fault: Fault) -> list[int]:
        """The lines around a fault that a test comes by."""
        return [n for n in self.lines[name].get(fault.file, ()) if abs(n - fault.line) <= NEAR]


def failure(item: pytest.Item) -> str:
    """How a test fails; nothing if it does not."""
    item._initrequest()  # type: ignore[attr-defined]
    for report in runtestprotocol(item, log=False, nextitem=None):
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            return (crash.message if crash else str(report.longrepr))[:300]
    return ""


def digest(item: pytest.Item) -> str:
    """What a test follows from: its function, and its case or input."""
    given = getattr(item, "callspec", None)
    params = given.params if given else {}
    files: list[Path] = []
    if isinstance(params.get("case"), Path):
        files = sorted(params["case"].iterdir())
    elif item.name.startswith("test_inputs"):
        files = [ROOT / "testsuite" / "analyse" / f"{params['name']}.c"]
    function = inspect.getsource(getattr(item, "function"))  # noqa: B009
    return sha256(f"{item.nodeid}\n{function}".encode() + b"".join(f.read_bytes() for f in files))[:16]


class _Traced:
    """Notes the lines of the sources that are come by."""

    def __init__(self) -> None:
        self.lines: dict[str, set[int]] = {}

    def __enter__(self) -> _Traced:
        sys.settrace(self._call)
        threading.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        name = NAMES.get(frame.f_code.co_filename)
        if name is None:
            return None
        lines = self.lines.setdefault(name, set())

        def line(frame: FrameType, event: str, argument: object) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line(frame, event, argument)
