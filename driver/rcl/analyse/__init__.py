# SPDX-License-Identifier: MIT
"""Everything that libclang knows of a tree and the rewriting needs: lock classes, sections, captures, identity."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import chain
from pathlib import Path

from rcl import beside, compdb, description
from rcl.analyse.assemble import Assembly
from rcl.analyse.unit import store
from rcl.analyse.unit.tree import Unit
from rcl.analyse.whole import Program
from rcl.cache import NO_CACHE, Cache
from rcl.collector import no_collector
from rcl.errors import Code, RclError
from rcl.model import Analysis
from rcl.timing import stage
from rcl.workspace import Progress, quiet

#: what a file says, as it is kept, and the hashes of the files that it was read from
Parsed = tuple[store.Packed, dict[str, str]]
#: frames for code that is nested as deep as a generated chain of ``else if``
DEPTH = 10_000


def analyse(
    root: Path, compile_commands: Path, *, jobs: int = 0, progress: Progress | None = None, cache: Cache = NO_CACHE
) -> Analysis:
    """Analyse the program in ``root``, as the compilation database says it is built.

    ``jobs`` processes work at once (0: one a processor); ``progress`` is told how many files are done, out of how
    many, and the last one's name. What is in the ``cache`` is not parsed again. Raises RclError.
    """
    sys.setrecursionlimit(max(DEPTH, sys.getrecursionlimit()))
    root = root.resolve()
    commands = compdb.load(compile_commands)
    with no_collector():
        stored = store.Store(cache, root)
        jobs = jobs or os.cpu_count() or 1
        units = _units(stored, commands, jobs, progress or quiet)
        with stage("analyse"), store.not_too_deep(root):
            others = compdb.not_c(compile_commands)
            program = Program(units, stored.sources, description.read(root), stored, jobs, others)
            return Assembly(program).analysis()


@stage("parse")
def _units(
    stored: store.Store, commands: tuple[compdb.CompileCommand, ...], jobs: int, progress: Progress
) -> list[Unit]:
    """The units of all commands, in their order. Those that are known are read while others are parsed."""
    compdb.builtin_headers()
    known = {command: kept for command in commands if (kept := stored.look(command)) is not None}
    parsed = _parsed(stored, [command for command in commands if command not in known], jobs)
    found = {command: unit for command, kept in known.items() if (unit := stored.read(kept)) is not None}
    broken = known.keys() - found.keys()
    damaged = _parsed(stored, [command for command in commands if command in broken], jobs)
    for number, (command, (packed, read)) in enumerate(chain(parsed, damaged), len(found) + 1):
        found[command] = stored.keep(command, packed, read)
        progress(number, len(commands), found[command].file)
    return stored.together([found[command] for command in dict.fromkeys(commands)])


def _parsed(
    stored: store.Store, commands: list[compdb.CompileCommand], jobs: int
) -> Iterator[tuple[compdb.CompileCommand, Parsed]]:
    """Each command, and what its file says; read in other processes, for libclang may crash, which begin at once.

    They are the sooner there the less this one has read.
    """
    if not commands:
        return iter(())
    read, begin = partial(store.read, root=stored.root), partial(store.begin, stored.asking)
    return _results(commands, beside.each(read, commands, min(jobs, len(commands)), begin))


def _results(
    commands: list[compdb.CompileCommand], results: Iterator[Parsed]
) -> Iterator[tuple[compdb.CompileCommand, Parsed]]:
    done = 0
    try:
        for made in results:
            yield commands[done], made
            done += 1
    except BrokenProcessPool:
        why = "libclang crashed while it was read, or a file after it"
        raise RclError(Code.UNREADABLE, path=commands[done].file, why=why) from None
