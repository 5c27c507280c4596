# SPDX-License-Identifier: MIT
"""The file of a run: JSON lines, first what is measured and where, then one line a measurement as it comes.

A run that is cut short goes on where it stopped. One of another program, plan or machine is moved aside first.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rcl_bench.plan import Plan, Step
from rcl_bench.program import BenchError, Machine, Program

SCHEMA = "rcl-runtime-bench-rows-3"


@dataclass
class Store:
    """The measurements so far; ``header`` is the file's first line."""

    path: Path
    header: Mapping[str, Any]
    results: dict[Step, dict[str, Any]] = field(default_factory=dict)
    moved_to: Path | None = None

    def append(self, step: Step, result: dict[str, Any]) -> None:
        """Keeps a measurement."""
        self.results[step] = result
        with self.path.open("a") as file:
            file.write(json.dumps({"step": asdict(step), "result": result}) + "\n")


def header(plan: Plan, program: Program, where: Machine) -> dict[str, Any]:
    """What is measured and where, and the load at the start."""
    measured = {"plan": asdict(plan), "program": program.sha256, "compiler": program.compiler}
    start = {"started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "load": os.getloadavg()}
    first = {"schema": SCHEMA, **measured, "machine": asdict(where), **start}
    normalised: dict[str, Any] = json.loads(json.dumps(first))
    return normalised


def resume(path: Path, wanted: dict[str, Any], fresh: bool) -> Store:
    """Opens the file of a run, to go on with it if it is the same run and none of it is asked for anew."""
    kept = None if fresh else _read(path)
    if kept is not None and _same(kept.header, wanted):
        return kept
    moved_to = path.with_suffix(".old.jsonl") if path.exists() else None
    if moved_to:
        path.replace(moved_to)
    _write(path, [wanted])
    return Store(path, wanted, moved_to=moved_to)


def _same(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    """Whether two runs can be one. The number of rounds may grow."""

    def identity(of: Mapping[str, Any]) -> tuple[Any, ...]:
        plan = {**of["plan"], "rounds": 0}
        return (of["schema"], plan, of["program"], of["machine"])

    return identity(left) == identity(right)


def _read(path: Path) -> Store | None:
    """The file's content; None if there is none. A last line cut short is taken off, for others to follow."""
    try:
        lines = path.read_text().splitlines(keepends=True)
    except FileNotFoundError:
        return None
    whole = [line for line in lines if line.endswith("\n")]
    try:
        entries = [json.loads(line) for line in whole]
        if not entries or entries[0]["schema"] != SCHEMA:
            return None
        results = {Step(**entry["step"]): entry["result"] for entry in entries[1:]}
    except (ValueError, KeyError, TypeError) as error:
        raise BenchError(f"{path}: not a benchmark's file ({error}); move it away or use --fresh") from error
    if len(whole) < len(lines):
        _write(path, entries)
    return Store(path, entries[0], results)


def _write(path: Path, entries: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    temporary.replace(path)
