# SPDX-License-Identifier: MIT
"""Everything that libclang knows of a tree and the rewriting needs: lock classes, sections, captures, identity."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from rcl import beside, compdb, compiler, description
from rcl.analyse.assemble import Assembly
from rcl.analyse.unit import store
from rcl.analyse.unit.tree import Unit
from rcl.analyse.whole import Others, Program
from rcl.cache import NO_CACHE, Cache, Kept, keep_around
from rcl.collector import no_collector
from rcl.errors import Code, RclError
from rcl.model import Analysis, is_outside
from rcl.timing import stage
from rcl.workspace import Progress, quiet

#: frames for code that is nested as deep as a generated chain of ``else if``
DEPTH = 10_000
#: what is wrong with the files of some commands
Errors = dict[compdb.CompileCommand, RclError]


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
        units, left_out, unread = _units(stored, commands, jobs, progress or quiet)
        _require_own(root, units, commands)
        with stage("analyse"), store.not_too_deep(root):
            others = Others(compdb.not_c(compile_commands), left_out, unread)
            program = Program(units, stored.sources, description.read(root), stored, jobs, others)
            made = Assembly(program).analysis()
            keep_around(cache, root, made.sources, stored.around)
            return made


def _require_own(root: Path, units: Sequence[Unit], commands: Sequence[compdb.CompileCommand]) -> None:
    """Refuses a compilation database of another tree, that of which this one is a copy, say: nothing would be seen."""
    if all(is_outside(file) for unit in units for file in unit.files):
        why = f"it names no source in {root}; the first that it names is {commands[0].file}"
        raise RclError(Code.BAD_COMPILE_COMMANDS, why=why)


@stage("parse")
def _units(
    stored: store.Store, commands: tuple[compdb.CompileCommand, ...], jobs: int, progress: Progress
) -> tuple[list[Unit], Errors, Errors]:
    """The units of all commands, in their order, those that say the same once; and the commands that do not compile
    their file, which nothing needs that was built, and those whose compiler alone takes theirs. The units that are
    known are read while others are parsed.
    """
    compdb.builtin_headers()
    same = _same(stored, commands)
    known = {c: kept for c in commands if c not in same and (kept := stored.look(c)) is not None}
    parsed = _parsed(stored, [c for c in commands if c not in known and c not in same], jobs, known)
    found = {command: unit for command, kept in known.items() if (unit := stored.read(kept)) is not None}
    broken = known.keys() - found.keys()
    damaged = _parsed(stored, [command for command in commands if command in broken], jobs)
    left_out: Errors = {}
    unread: Errors = {}
    not_made = cache(partial(compdb.not_made, commands))
    for number, (command, (made, read)) in enumerate(chain(parsed, damaged), len(found) + len(same) + 1):
        if isinstance(made, RclError):
            if command in not_made():
                left_out[command] = made
            elif made.code is Code.SOURCE_DOES_NOT_COMPILE and compiler.takes(command, stored.root):
                unread[command] = made
            else:
                raise made
        elif isinstance(made, compdb.CompileCommand):
            same[command] = made
            stored.keep_same(command, made, read)
        else:
            found[command] = stored.keep(command, made, read)
        progress(number, len(commands), os.path.relpath(command.file, stored.root))
    for command, other in same.items():
        found[other].shared |= command.shared
    if not found and (errors := [*left_out.values(), *unread.values()]):
        raise errors[0]
    return stored.together([found[command] for command in commands if command in found]), left_out, unread


def _same(
    stored: store.Store, commands: Sequence[compdb.CompileCommand]
) -> dict[compdb.CompileCommand, compdb.CompileCommand]:
    """The commands by which files are known to say the same as by others."""
    builds = compdb.builds_of(commands)
    by_flags = {where: {c.flags: c for c in several} for where, several in builds.items() if len(several) > 1}
    known = {c: flags for where in by_flags for c in builds[where] if (flags := stored.same(c)) is not None}
    others = {c: by_flags[c.file, c.directory].get(flags) for c, flags in known.items()}
    return {c: other for c, other in others.items() if other is not None and other not in known}


def _parsed(
    stored: store.Store,
    commands: list[compdb.CompileCommand],
    jobs: int,
    known: Mapping[compdb.CompileCommand, Kept] = MappingProxyType({}),
) -> Iterator[tuple[compdb.CompileCommand, store.Parsed]]:
    """Each command, and what its file says; read in other processes, for libclang may crash, which begin at once.

    They are the sooner there the less this one has read.
    """
    if not commands:
        return iter(())
    others = compdb.builds_of(known)
    work = [
        store.Builds(tuple(builds), tuple((c, dict(known[c].read)) for c in others.get(where, ())))
        for where, builds in compdb.builds_of(commands).items()
    ]
    read, begin = partial(store.read_all, root=stored.root), partial(store.begin, stored.asking)
    return _results(work, beside.each(read, work, min(jobs, len(work)), begin))


def _results(
    work: list[store.Builds], results: Iterator[list[store.Parsed]]
) -> Iterator[tuple[compdb.CompileCommand, store.Parsed]]:
    done = 0
    try:
        for made in results:
            yield from zip(work[done].commands, made, strict=True)
            done += 1
    except BrokenProcessPool:
        why = "libclang crashed while it was read, or a file after it"
        raise RclError(Code.UNREADABLE, path=work[done].commands[0].file, why=why) from None
