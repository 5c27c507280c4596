# SPDX-License-Identifier: MIT
"""Whether a program survives the rewriter: it must compile, print the same in every kind of lock, and end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import traceback
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.compiled import Compiled
from fuzz.program import QUIET, Program
from rcl import description
from rcl.analyse import analyse
from rcl.errors import Code, RclError
from rcl.model import Analysis, Kind, Section, State
from rcl.rewrite import Rewriting, compilecheck, rewrite

KINDS = tuple(kind.value for kind in Kind)
TIMEOUT_S = 30
#: processor time that an original may take: the generator's take a hundredth of it
LIMIT_S = 2
#: the build that compiles what no other one does, and what the rewriter says of a section that lacks something there
NEVER = ("-DNEVER",)
UNTOLD = "is not handed to the section"
WARNING = re.compile(r"\[-W(unused|maybe-uninitialized)")


class Finding(Exception):
    """Something that must not happen; ``kind`` groups findings of one cause, ``detail`` is for a person."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind, self.detail = kind, detail


class Unusable(Exception):
    """The generator's own fault: the program does not compile, or its output differs from run to run."""


class Endless(Unusable):
    """The program does not end by itself."""


class Refused(Exception):
    """The rewriter declined the whole program, with a code, as it may where one lock of two cannot be converted."""


@dataclass(frozen=True)
class Run:
    """A way to run a program: the kind of its locks, and what is done to its threads meanwhile."""

    kind: str
    disturbed: bool = False  # signals take threads off their processors wherever they are; adaptive mutexes turn
    alone: bool = False  # one processor for all of them

    def __str__(self) -> str:
        how = (self.disturbed * " disturbed", self.alone * " on one processor")
        return f"{self.kind}{''.join(how)}"


EVERY_RUN = tuple(Run(kind) for kind in KINDS)


@dataclass
class Outcome:
    """What became of a program's sections, by state or code; and the doubts: safe findings, by their function."""

    sections: Counter[str] = field(default_factory=Counter)
    doubts: list[tuple[str, Finding]] = field(default_factory=list)


def examine(program: Program, runs: Iterable[Run] = EVERY_RUN) -> Outcome:
    """Rewrites a program and compares what it does; Finding, Refused or Unusable."""
    with tempfile.TemporaryDirectory(prefix="rcl-fuzz-") as folder:
        return Examination(Path(folder).resolve(), program).done(runs)


class Examination:
    """One program in a tree of its own, below a folder."""

    def __init__(self, folder: Path, program: Program) -> None:
        root = folder / "tree"
        self.root, self.program = root, program
        self.compiled = Compiled(program, folder / "code")
        self.database = root / "compile_commands.json"
        self.never = any(b"NEVER" in text for text in program.files.values())
        program.write(root)
        parts = dict.fromkeys((name, flags) for names, flags in program.executables for name in names)
        builds = ((name, [*program.flags, *flags]) for name, flags in parts)
        entries = [
            {"directory": str(root), "file": name, "arguments": ["gcc", *flags, "-pthread", "-c", name]}
            for name, flags in builds
        ]
        self.database.write_text(json.dumps(entries))

    def done(self, runs: Iterable[Run]) -> Outcome:
        partly = self.program.partly
        try:
            analysis, made = self._rewritten(partly)
        except (Finding, Refused):
            self._originals()
            raise
        expected, unseen = self._originals(), self._original(0, NEVER) if self.never else b""
        outcome = Outcome(Counter(_states(made.sections)), list(self._doubts(made)))
        self._write(analysis, made)
        warned = analysis.warnings
        if partly % 2:
            analysis, made = self._later(analysis)
            warned += analysis.warnings
            outcome.sections.update(_states(made.sections))
            outcome.doubts += self._doubts(made)
            self._write(analysis, made)
        runs = list(runs)
        for number, prints in enumerate(expected):
            rewritten = self.compiled.rewritten(self.root, number)
            for run in runs if number == 0 else runs[number::2]:
                self._compare(rewritten, run, prints, number)
        if self.never and not any(UNTOLD in warning for warning in warned):
            self._compare(self._unseen(), EVERY_RUN[0], unseen, 0, NEVER)
        return outcome

    def _unseen(self) -> Path:
        """The rewritten program in the build that nobody has told the rewriter of, which has said no word of that."""
        try:
            return self.compiled.rewritten(self.root, 0, NEVER)
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode("utf-8", "replace") if error.stderr else str(error)
            raise Finding("does not compile as no build does", said) from None

    def _originals(self) -> list[bytes]:
        """What the original prints in each build, which the rewriter should not know of; Endless or Unusable."""
        return [self._original(number) for number in range(len(self.program.executables))]

    def _original(self, number: int, more: tuple[str, ...] = ()) -> bytes:
        try:
            return _run(self.compiled.original(self.root, number, more), limited=True)
        except subprocess.TimeoutExpired as error:
            raise Endless(str(error)) from None
        except subprocess.CalledProcessError as error:
            if error.returncode == -signal.SIGXCPU:
                raise Endless(str(error)) from None
            raise Unusable(error.stderr.decode("utf-8", "replace") or str(error)) from None

    def _write(self, analysis: Analysis, made: Rewriting) -> None:
        """Puts what was rewritten into the tree."""
        for name, content in made.files.items():
            (self.root / name).write_bytes(content)
        header = self.root / compilecheck.CONFIG
        before = header.read_text() if header.exists() else None
        header.write_text(compilecheck.config_header(analysis, [u.name for u in analysis.units], before))

    def _later(self, before: Analysis) -> tuple[Analysis, Rewriting]:
        """The rest of the locks converted, too, of the tree as it is then: none of them has become one that cannot be.
        """
        analysis, made = self._rewritten()
        known = {unit.name for unit in before.units if unit.refused}
        for unit in analysis.units:
            if unit.refused and unit.name not in known:
                raise Finding(f"{unit.refused.code} of a rewritten tree", f"{unit.name}: {unit.refused.sentence}")
        return analysis, made

    def _rewritten(self, partly: int = 0) -> tuple[Analysis, Rewriting]:
        try:
            analysis = analyse(self.root, self.database, jobs=1)
            units = [unit.name for unit in analysis.units if not unit.refused]
            if partly:
                units = self._some(units, partly) or units
            with self.compiled.by_the_check():
                return analysis, rewrite(self.root, analysis, units, commands=self.database, jobs=1)
        except RclError as error:
            if error.code is Code.HALF_CONVERTED:
                raise Refused(f"{error.place}: {error}") from None
            raise Finding(error.code.name, str(error)) from None
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            raise Finding(f"{type(error).__name__} in {place.name}", traceback.format_exc()) from None

    def _some(self, units: Sequence[str], partly: int) -> list[str]:
        """Those that a number chooses, and those whose sections the program's own functions execute.

        ``odd`` goes with ``odd.lock``: some programs take it for the member of a structure in which it does not stand.
        """
        described = {facts.mutex for facts in description.read(self.root).locks}
        chance = {name: zlib.crc32(f"{partly} {name.partition('.')[0]}".encode()) for name in units}
        return [name for name in units if name in described or chance[name] % 2]

    def _doubts(self, made: Rewriting) -> Iterator[tuple[str, Finding]]:
        """The sections that stay in place because spatch did not parse them, or their rewriting failed a check."""
        doubtful = (Code.NOT_RECONSTRUCTIBLE.code, Code.NOT_PARSED.code)
        for section in made.sections:
            if section.reason and section.reason.code in doubtful:
                why = section.reason.sentence
                if not set(QUIET) & set(self.program.flags) and WARNING.search(why):
                    continue  # the section stays in place for the sake of a clean build
                cause = re.sub(r"\W+", " ", re.sub(r"'.*?'|\bf\d+\w*", "", why))
                yield section.function, Finding(f"{section.reason.code} {cause}", f"{section.enter_token}: {why}")

    def _compare(self, program: Path, run: Run, expected: bytes, number: int, more: tuple[str, ...] = ()) -> None:
        try:
            got = _run(program, run)
        except subprocess.TimeoutExpired:
            raise Finding(f"hangs under {run.kind}", str(run)) from None
        except subprocess.CalledProcessError as error:
            raise Finding(f"ends with status {error.returncode} under {run.kind}", str(run)) from None
        if got != expected:
            self._blame(run, expected, got, number, more)

    def _blame(self, run: Run, expected: bytes, got: bytes, number: int, more: tuple[str, ...]) -> None:
        """Tells a wrong rewriting from a program whose output is not always the same."""
        again = {_run(self.root / f"original{number}{''.join(more)}") for _ in range(5)}
        if again != {expected}:
            raise Unusable("the original's output differs from run to run")
        lines = zip(expected.splitlines(), got.splitlines(), strict=False)
        differing = [f"{old.decode()} | {new.decode()}" for old, new in lines if old != new]
        which = " ".join(" ".join(part) for part in (*self.program.executables[number], more))
        raise Finding("prints something else", f"under {run} {which}\n" + "\n".join(differing[:10]))


def _states(sections: Sequence[Section]) -> list[str]:
    return [s.reason.code if s.state is not State.SHIPPED and s.reason else s.state.value for s in sections]


def _run(program: Path, run: Run = EVERY_RUN[0], limited: bool = False) -> bytes:
    disturbed = {"DISTURB": "1", "RCL_ADAPTIVE": "8:1"} if run.disturbed else {}
    environment = {**os.environ, "RCL_LOCKS": f"*={run.kind}", **disturbed}
    words = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if run.alone else []
    words += ["prlimit", f"--cpu={LIMIT_S}:{LIMIT_S + 1}", "--core=0"] if limited else []
    done = subprocess.run([*words, program], env=environment, capture_output=True, check=True, timeout=TIMEOUT_S)
    return done.stdout
