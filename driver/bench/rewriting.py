# SPDX-License-Identifier: MIT
"""How long rcl takes to analyse and rewrite every lock of a program: cold, again, and after an edit of one file, where
rcl rewrite is enough.

usage: rewriting.py [-o FILE] [TREE|KLOC]...

A number is the size of a generated program (program.py) in thousands of lines; a tree, with its compile_commands.json,
is copied first. Prints a table; FILE gets the same as JSON. Processor time counts: a busy machine changes it less.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import program
from rich.console import Console

import rcl
from rcl import compdb
from rcl.corpus.command import logged

VERBS = (("analyse",), ("choose", "--all", "posix"), ("rewrite",))
AFTER_AN_EDIT = (("rewrite",),)
COLUMNS = ("program", "run", "verb", "stage", "seconds", "processor s", "peak MiB")


@dataclass(frozen=True)
class Row:
    """What a verb took, or one of its stages; the peak is that of the verb and its children together."""

    program: str
    run: str
    verb: str
    stage: str
    seconds: float
    cpu_s: float
    peak_mib: int | None


def main() -> int:
    """Measures each program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    parser.add_argument("programs", nargs="*", type=_size_or_tree, default=[10.0, 100.0], metavar="TREE|KLOC")
    arguments = parser.parse_args()
    rows: list[Row] = []
    # as an installation has it: without, each start takes twice as long where Python is told to write no bytecode
    compileall.compile_dir(Path(rcl.__file__).parent, quiet=1)
    print(_line(COLUMNS))
    for tree in arguments.programs:
        with tempfile.TemporaryDirectory(prefix="rcl-bench-") as folder:
            root = Path(folder).resolve() / "tree"
            for row in measure(_made(tree, root), root):
                rows.append(row)
                peak = "" if row.peak_mib is None else str(row.peak_mib)
                cells = (row.program, row.run, row.verb, row.stage, f"{row.seconds:.1f}", f"{row.cpu_s:.1f}", peak)
                print(_line(cells), flush=True)
    if arguments.output:
        arguments.output.parent.mkdir(parents=True, exist_ok=True)
        document = {"schema": "rcl-bench-rewrite-1", "rows": [asdict(row) for row in rows]}
        arguments.output.write_text(json.dumps(document, indent=1) + "\n")
    return 0


def _line(cells: tuple[str, ...]) -> str:
    widths = (22, 8, 9, 13, 8, 13, 10)
    return "".join(c.ljust(w) if i < 4 else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths, strict=True)))


def _size_or_tree(said: str) -> float | Path:
    """A program to measure, as the command line names it."""
    with suppress(ValueError):
        return float(said)
    if not (Path(said) / compdb.NAME).is_file():
        raise argparse.ArgumentTypeError(f"{said} is neither a number of kloc nor a tree with a {compdb.NAME}")
    return Path(said).resolve()


def _made(tree: float | Path, root: Path) -> str:
    """Puts a program into the folder; what to call it."""
    if isinstance(tree, float):
        lines = program.write(root, tree)
        return f"generated, {lines / 1000:.1f} kloc"
    shutil.copytree(tree, root, symlinks=True, ignore=shutil.ignore_patterns(".rcl", ".git"))
    database = root / compdb.NAME
    database.write_text(database.read_text().replace(str(tree), str(root)))
    return tree.name


def measure(name: str, root: Path) -> Iterator[Row]:
    """The rows of one program, as they are measured."""
    yield from _run(name, "cold", root, VERBS)
    yield from _run(name, "again", root, VERBS)
    built = sorted({command.file for command in compdb.load(root)})
    edited = next((path for path in built if "pthread_mutex_lock" in path.read_text("latin-1")), built[0])
    edited.write_text("\n" + edited.read_text("latin-1"), "latin-1")  # all of it, its mutexes too, stands elsewhere
    yield from _run(name, "edited", root, AFTER_AN_EDIT)


def _run(name: str, run: str, root: Path, verbs: Sequence[tuple[str, ...]]) -> Iterator[Row]:
    seconds, cpu_s, peak = 0.0, 0.0, 0
    for verb in verbs:
        times, log = root.parent / "times", root.parent / "log"
        times.write_text("")
        environment = {**os.environ, "RCL_TIMES": str(times)}
        with Console(stderr=True).status(f"{name}: {run}: rcl {' '.join(verb)}"):
            cost = logged([sys.executable, "-P", "-m", "rcl", *verb, "--quiet"], root, log, environment)
        if cost.status:
            raise SystemExit(f"rcl {verb[0]} ended with status {cost.status}:\n{log.read_text(errors='replace')}")
        yield Row(name, run, verb[0], "", cost.seconds, cost.cpu_s, cost.peak_mib)
        for line in times.read_text().splitlines():
            stage = json.loads(line)
            yield Row(name, run, verb[0], stage["stage"], stage["seconds"], stage["cpu_s"], None)
        seconds, cpu_s, peak = seconds + cost.seconds, cpu_s + cost.cpu_s, max(peak, cost.peak_mib)
    if len(verbs) > 1:
        yield Row(name, run, "all", "", seconds, cpu_s, peak)


if __name__ == "__main__":
    sys.exit(main())
