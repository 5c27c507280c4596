# SPDX-License-Identifier: MIT
"""What sections capture, by our analysis and by the liveness of clang's own code for them.

    python -m ir.compare TREE...           trees with a compile_commands.json
    python -m ir.compare --cases           the test cases and some random programs

Ends with 1 if a section lacks a value that the code needs. What is handed over without need is counted only: both
sides may be right, as where a value is needed on a way that clang's optimiser, or a person, knows to be impossible.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from pathlib import Path

from fuzz.program import batch
from ir.code import ADDRESS, PART, READ, WRITE, Block, Function, Step, functions
from rcl import compdb
from rcl.analyse import analyse
from rcl.errors import RclError
from rcl.model import Capture, Direction, Place, Section, Span, State
from rcl.rewrite import fileplan

#: behind the flags of a file, so that its own optimisation is none
CODE = ("-S", "-emit-llvm", "-o", "-", "-O0", "-Xclang", "-disable-O0-optnone", "-g", "-gcolumn-info",
         "-fno-discard-value-names", "-w")  # fmt: skip
GIVES = frozenset({Direction.IN, Direction.IN_OUT, Direction.BY_REFERENCE})
TAKES = frozenset({Direction.OUT, Direction.IN_OUT, Direction.BY_REFERENCE})
CASES = Path(__file__).resolve().parents[1] / "cases"
PROGRAMS = 5

#: a place in the code: the block, and how many of its steps come before
Point = tuple[str, int]


@dataclass
class Compared:
    """What came of it: ``counts`` by outcome, ``lacking`` a line for each value that a section needs and lacks."""

    counts: Counter[str] = field(default_factory=Counter)
    lacking: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Region:
    """The steps of a section: where it begins, what it does, and where it is left."""

    start: Point
    inside: frozenset[Point]
    ends: tuple[Point, ...]


def region(code: Function, section: Section, lines: Lines) -> Region | None:
    """The section's part of the code; None if that cannot be told: it is not there, or left in another way.

    Where it is left with the lock held, it ends at the first step that stands elsewhere.
    """
    keeps = any(way.keeps for way in section.exits)
    tails = [release.tail for way in section.exits if way.keeps for release in way.releases]
    enter = _place(section.enter_token)
    leaves = {_place(section.leave_token)} | {_place(r.token) for way in section.exits for r in way.releases}
    starts = [at for at, step in _steps(code) if step.kind == "call" and step.place == enter]
    if len(starts) != 1:
        return None
    inside: set[Point] = set()
    ends: set[Point] = set()
    pending = [(starts[0][0], starts[0][1] + 1)]
    while pending:
        name, number = pending.pop()
        block = code.blocks[name]
        if (name, number) in inside:
            continue
        inside.add((name, number))
        if number == len(block.steps):
            if not block.after and not keeps:
                return None
            pending += [(after, 0) for after in block.after]
        elif _ends(block.steps[number], leaves) or (keeps and lines.outside(block.steps[number].place, section, tails)):
            ends.add((name, number))
        elif (name, number) == starts[0]:
            return None
        else:
            pending.append((name, number + 1))
    return Region((starts[0][0], starts[0][1] + 1), frozenset(inside - ends), tuple(ends)) if ends else None


def _ends(step: Step, leaves: Collection[tuple[int, int]]) -> bool:
    return step.kind == "call" and step.place in leaves


def _place(token: Place | None) -> tuple[int, int]:
    return (token.line, token.column) if token else (0, 0)


def _steps(code: Function) -> Iterator[tuple[Point, Step]]:
    for name, block in code.blocks.items():
        for number, step in enumerate(block.steps):
            yield (name, number), step


def live(code: Function, within: frozenset[Point] | None = None) -> dict[str, frozenset[str]]:
    """The variables whose value is needed at the beginning of each block, counting the steps within only."""
    before = dict.fromkeys(code.blocks, frozenset[str]())
    changed = True
    while changed:
        changed = False
        for name in reversed(code.blocks):
            found = live_at(code, (name, 0), before, within)
            changed |= found != before[name]
            before[name] = found
    return before


def live_at(
    code: Function, point: Point, before: dict[str, frozenset[str]], within: frozenset[Point] | None = None
) -> frozenset[str]:
    """The variables whose value is needed at a point."""
    name, first = point
    block: Block = code.blocks[name]
    found = set[str]().union(*(before.get(after, frozenset()) for after in block.after))
    for number in range(len(block.steps) - 1, first - 1, -1):
        step = block.steps[number]
        if within is not None and (name, number) not in within:
            found = set()
        elif step.kind == WRITE:
            found.discard(step.variable)
        elif step.kind in (READ, ADDRESS):
            found.add(step.variable)
    return frozenset(found)


class Lines:
    """The offsets of a source's lines."""

    def __init__(self, text: bytes) -> None:
        self.text = text.decode("latin-1")
        self._starts = [0, 0]
        for line in text.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def within(self, place: tuple[int, int], spans: Iterable[Span]) -> bool:
        """Whether a place stands in one of the spans."""
        offset = self._offset(place)
        return any(span.start <= offset < span.end for span in spans)

    def outside(self, place: tuple[int, int], section: Section, tails: Iterable[Span]) -> bool:
        """Whether a place stands in another part of the function than the section, or in one of its tails."""
        start, end = fileplan.region(self.text, section)
        offset = self._offset(place)
        return offset >= 0 and (not start <= offset < end or self.within(place, tails))

    def _offset(self, place: tuple[int, int]) -> int:
        line, column = place
        return self._starts[line] + column - 1 if 0 < line < len(self._starts) else -1


def compare(code: Function, section: Section, lines: Lines, found: Compared) -> None:
    """Compares a section's captures with the code's. What names the mutex in a release stays with the client."""
    part = region(code, section, lines)
    if part is None or any(way.resumes or way.wait for way in section.exits):
        found.counts["sections not comparable"] += 1
        return
    found.counts["sections"] += 1
    before = live(code)
    releases = [release.call for way in section.exits for release in way.releases]
    releases += [release.result for way in section.exits for release in way.releases if release.result]
    releases += [span for span in (section.leave, section.leave_result) if span]
    steps = dict(_steps(code))
    inside = frozenset(at for at in part.inside if at in steps and not lines.within(steps[at].place, releases))
    needed = live_at(code, part.start, live(code, inside), inside)
    through = live_at(code, part.start, before)
    after = frozenset[str]().union(*(live_at(code, end, before) for end in part.ends))
    done: dict[str, set[str]] = {}
    for at, step in steps.items():
        if at in inside and step.variable:
            done.setdefault(step.variable, set()).add(step.kind)
    addressed = {step.variable for step in steps.values() if step.kind == ADDRESS}
    captures = {c.name: c for c in section.captures}
    names = Counter(code.names[v] for v in done if v in code.names)
    for variable, kinds in done.items():
        name = code.names.get(variable, "")
        if not name or names[name] > 1:
            found.counts["variables without a name of their own"] += bool(name)
            continue
        written = bool(kinds & {WRITE, PART})
        lacks = _lacks(captures.get(name), variable in needed, written and variable in after,
                       written and variable in after & through, variable in addressed, PART in kinds)  # fmt: skip
        found.counts["variables"] += 1
        if lacks:
            found.lacking.append(f"{section.enter_token} {section.id}: {name} {lacks}, and is {_said(captures, name)}")
    _surplus(captures.values(), {code.names.get(v, "") for v in needed | through}, found)


def _lacks(capture: Capture | None, needed: bool, out: bool, kept: bool, addressed: bool, part: bool) -> str:
    """What a capture lacks, by the code; nothing if it is enough."""
    direction = capture.direction if capture else Direction.SECTION_LOCAL
    outlives = bool(capture and capture.outlives)
    if direction is Direction.BY_REFERENCE:
        return ""
    if addressed and (needed or out) and not outlives and not (capture and capture.array):
        return "has its address taken" if direction is not Direction.SECTION_LOCAL else ""
    if out and direction not in TAKES and not outlives:
        return "is needed behind the section"
    if needed and not part and direction not in GIVES and not outlives:
        return "has a value that the section reads"
    if kept and not part and direction is Direction.OUT and not outlives:
        return "keeps its value on some way through the section"
    return ""


def _said(captures: dict[str, Capture], name: str) -> str:
    return captures[name].direction.value if name in captures else "no capture"


def _surplus(captures: Iterable[Capture], wanted: set[str], found: Compared) -> None:
    for capture in captures:
        if capture.direction is Direction.IN and capture.name not in wanted:
            found.counts["handed over without need"] += 1


def tree(root: Path, found: Compared) -> None:
    """Compares the sections of a tree."""
    database = root / "compile_commands.json"
    analysis = analyse(root.resolve(), database, jobs=1)
    shipped: dict[str, list[Section]] = {}
    for section in analysis.sections:
        if section.state is State.SHIPPED:
            shipped.setdefault(section.enter_token.file, []).append(section)
    seen: set[str] = set()
    for command in compdb.load(database):
        try:
            name = command.file.resolve().relative_to(root.resolve()).as_posix()
        except ValueError:
            continue
        if name in shipped and name not in seen:
            seen.add(name)
            _file(command, shipped[name], found)


def _file(command: compdb.CompileCommand, sections: list[Section], found: Compared) -> None:
    words = ["clang", *command.flags, *CODE, str(command.file)]
    done = subprocess.run(words, cwd=command.directory, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        found.counts["files that clang does not compile"] += 1
        return
    codes = {code.name: code for code in functions(done.stdout)}
    lines = Lines(command.file.read_bytes())
    for section in sections:
        if section.function in codes:
            compare(codes[section.function], section, lines, found)
        else:
            found.counts["sections without code"] += 1


def small_trees(folder: Path) -> Iterator[Path]:
    """The test cases and some random programs, as trees."""
    sources = {case.name: ((case / "in.c").read_bytes(), _flags(case)) for case in sorted(CASES.iterdir())}
    alone = (program for program in map(partial(batch, functions=16), count()) if len(program.sources) == 1)
    sources |= {f"random-{n}": (program.source, []) for n, program in enumerate(islice(alone, PROGRAMS))}
    for name, (source, flags) in sources.items():
        root = folder / name
        root.mkdir()
        (root / "in.c").write_bytes(source)
        if (described := CASES / name / "rcl.toml").exists():
            (root / "rcl.toml").write_bytes(described.read_bytes())
        command = {"directory": str(root), "file": "in.c", "arguments": ["gcc", *flags, "-c", "in.c"]}
        (root / "compile_commands.json").write_text(json.dumps([command]))
        yield root


def _flags(case: Path) -> list[str]:
    flags = case / "flags"
    return flags.read_text().split() if flags.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(prog="oracle", description="captures, by our analysis and by clang's code")
    parser.add_argument("trees", nargs="*", type=Path)
    parser.add_argument("--cases", action="store_true")
    options = parser.parse_args()
    lacking = 0
    with tempfile.TemporaryDirectory(prefix="rcl-oracle-") as folder:
        groups = [(str(root), [root]) for root in options.trees]
        if options.cases:
            groups.insert(0, ("cases and random programs", list(small_trees(Path(folder).resolve()))))
        for name, roots in groups:
            found = Compared()
            for root in roots:
                try:
                    tree(root, found)
                except RclError as error:
                    found.counts[f"trees refused ({error.code.code})"] += 1
            lacking += len(found.lacking)
            print(f"{name}: {dict(found.counts)}, {len(found.lacking)} lacking")
            print("".join(f"  {line}\n" for line in found.lacking), end="", flush=True)
    return bool(lacking)


if __name__ == "__main__":
    sys.exit(main())
