# SPDX-License-Identifier: MIT
"""The benchmark program: one process a measurement, which prints one JSON object."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rcl_bench.plan import Plan, Step

#: seconds that a process may take beyond those it measures, before it counts as hung
PATIENCE = 30.0

BASELINE = "pthread"
#: without any mutex, on purpose wrong
UNGUARDED = "none"


class BenchError(Exception):
    """What cannot be measured, in one sentence."""


@dataclass(frozen=True)
class Subject:
    """A mutex under test. ``ours``: a kind of librcl; ``remote``: a server executes its sections."""

    name: str
    ours: bool
    remote: bool


@dataclass(frozen=True)
class Machine:
    """Where it is measured."""

    host: str
    system: str
    processor: str
    processors: int


@dataclass(frozen=True)
class Program:
    """The benchmark program, as it describes itself."""

    path: Path
    sha256: str
    compiler: str
    subjects: tuple[Subject, ...]

    @classmethod
    def at(cls, path: Path) -> Program:
        """The program at a path, or BenchError."""
        try:
            content = path.read_bytes()
            listed = _run([os.fspath(path), "list"], PATIENCE)
        except OSError as error:
            raise BenchError(f"{path}: {error.strerror}; build it by make -C runtime bench") from error
        if "subjects" not in listed:
            raise BenchError(f"{path}: {listed.get('why', 'it lists no subjects')}")
        subjects = tuple(Subject(**subject) for subject in listed["subjects"])
        return cls(path, hashlib.sha256(content).hexdigest(), listed["compiler"], subjects)

    def measure(self, step: Step, plan: Plan, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
        """The result of one step, with more in the environment; ``verdict`` is right, wrong, stuck, hung or crashed."""
        patience = PATIENCE + plan.warmup + plan.seconds
        command = [os.fspath(self.path), *step.arguments(plan)]
        if step.row != "alone":
            return _run(command, patience, environment)
        return _merge([_run(command, patience, environment) for _ in range(plan.alone_processes)])


def _run(command: list[str], patience: float, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    merged = {**os.environ, **(environment or {})}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False, env=merged)
    except subprocess.TimeoutExpired:
        return {"verdict": "hung", "why": f"no end after {patience:.0f} s"}
    if done.returncode < 0:
        return {"verdict": "crashed", "why": signal.Signals(-done.returncode).name}
    if done.returncode > 0:
        return {"verdict": "crashed", "why": done.stderr.strip()}
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def _merge(results: list[dict[str, Any]]) -> dict[str, Any]:
    """The processes of one step as one result, or the first that failed: addresses differ from process to process."""
    failed = next((result for result in results if result["verdict"] != "right"), None)
    if failed is not None:
        return failed
    names = results[0]["subjects"]
    subjects = {name: [result["subjects"][name] for result in results] for name in names}
    return {"verdict": "right", "subjects": subjects}


def machine() -> Machine:
    """This machine."""
    uname = platform.uname()
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    processor = found.group(1) if found else uname.machine
    system = f"{uname.system} {uname.release} {uname.machine}"
    return Machine(uname.node, system, processor, len(os.sched_getaffinity(0)))
