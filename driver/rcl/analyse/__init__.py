# SPDX-License-Identifier: MIT
"""Everything that libclang knows of a tree and the rewriting needs: lock classes, sections, captures, identity."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rcl import compdb, description
from rcl.analyse import reader
from rcl.analyse.assemble import Assembly
from rcl.analyse.program import Program
from rcl.analyse.region import Sources
from rcl.analyse.tree import Unit
from rcl.model import Analysis

Progress = Callable[[int, int, str], None]

#: frames for code that is nested as deep as a generated chain of ``else if``
DEPTH = 10_000


def analyse(
    root: Path, compile_commands: Path, *, jobs: int = 0, progress: Progress | None = None
) -> Analysis:
    """Analyse the program in ``root``, as the compilation database says it is built.

    ``jobs`` processes parse at once (0: one a processor); ``progress`` is told how many files are done, out of how
    many, and the last one's name. Raises RclError.
    """
    sys.setrecursionlimit(max(DEPTH, sys.getrecursionlimit()))
    root = root.resolve()
    commands = compdb.load(compile_commands)
    units = list(_units(root, commands, jobs or os.cpu_count() or 1, progress))
    return Assembly(Program(units, Sources(root), description.read(root))).analysis()


def _units(
    root: Path, commands: tuple[compdb.CompileCommand, ...], jobs: int, progress: Progress | None
) -> list[Unit]:
    units: list[Unit] = []
    compdb.builtin_headers()

    def note(unit: Unit) -> None:
        units.append(unit)
        if progress is not None:
            progress(len(units), len(commands), unit.file)

    if jobs == 1 or len(commands) == 1:
        for command in commands:
            note(reader.read(command, root))
        return units
    with ProcessPoolExecutor(jobs) as pool:
        for unit in pool.map(reader.read, commands, [root] * len(commands)):
            note(unit)
    return units
