# SPDX-License-Identifier: MIT
"""Trees whose sources are built in several ways, or to several programs, as a test has them converted and run."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from rcl import build, compdb
from rcl.analyse import analyse
from rcl.model import Analysis, Kind, State
from rcl.rewrite import Rewriting, compilecheck, rewrite

#: what each program is built of: files, each with its flags
Programs = tuple[tuple[tuple[str, str], ...], ...]


def libraries(*packages: str) -> list[str]:
    """The flags to compile with packages of pkg-config, and to link with them wherever the flags stand."""
    asked = ["pkg-config", "--cflags", "--libs", *packages]
    return ["-Wl,--no-as-needed", *subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()]


class Tree:
    """A tree, each of whose programs is linked of files compiled with flags of their own."""

    def __init__(self, root: Path, sources: dict[str, str], programs: Programs, compiler: str = "gcc") -> None:
        self.root, self.programs = root, programs
        for name, text in sources.items():
            (root / name).write_text(text)
        entries = []
        for file, flags in dict.fromkeys(part for parts in programs for part in parts):
            arguments = [compiler, "-O2", "-Wall", "-Wextra", *flags.split(), "-c", file]
            entries.append({"directory": str(root), "file": file, "arguments": arguments})
        (root / compdb.NAME).write_text(json.dumps(entries))

    def converted(self, wanted: Callable[[str], bool] = bool) -> tuple[Analysis, Rewriting]:
        """Every class converted that can be and whose unit is wanted, and the result written to the tree."""
        database = self.root / compdb.NAME
        analysis = analyse(self.root, database, jobs=1)
        units = [u.name for u in analysis.units if not u.refused and wanted(u.name)]
        made = rewrite(self.root, analysis, units, commands=database)
        for name, content in made.files.items():
            (self.root / name).write_bytes(content)
        config = self.root / compilecheck.CONFIG
        before = config.read_text() if config.exists() else None
        config.write_text(compilecheck.config_header(analysis, units, before))
        return analysis, made

    def output(self, locks: str = "") -> list[str]:
        """What the programs print."""
        library = build.library()
        said = []
        for number, parts in enumerate(self.programs):
            objects = []
            for file, flags in parts:
                objects.append(str(self.root / f"{number}-{file}.o"))
                command = ["gcc", "-O2", "-Wall", "-Werror", *flags.split(), f"-I{library.include}", f"-I{self.root}"]
                subprocess.run([*command, "-c", str(self.root / file), "-o", objects[-1]], check=True)
            program = str(self.root / f"program-{number}")
            link = [f"-L{library.library}", f"-Wl,-rpath,{library.library}", "-lrcl", "-pthread"]
            subprocess.run(["gcc", *objects, "-o", program, *link], check=True)
            env = {"RCL_LOCKS": locks} if locks else None
            done = subprocess.run([program], env=env, capture_output=True, text=True, check=True, timeout=20)
            said.append(done.stdout)
        return said

    def check(self, wanted: Callable[[str], bool] = bool) -> tuple[Analysis, Rewriting]:
        """Convert the tree, or some of its units; its programs must print the same as before."""
        before = self.output()
        analysis, made = self.converted(wanted)
        for kind in (Kind.POSIX, Kind.INLINE, Kind.RCL):
            assert self.output(f"*={kind.value}") == before, kind
        return analysis, made


def states(made: Rewriting) -> dict[str, str]:
    """What became of each function's section: its context's name, or the code of its reason."""
    shipped = {s.function: s.name for s in made.sections if s.state is State.SHIPPED}
    return {**{s.function: s.reason.code for s in made.sections if s.reason}, **shipped}


class Inputs:
    """The files of a folder beside the tests, by their names."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(__file__).parent / folder

    def __getitem__(self, name: str) -> str:
        return (self._folder / name).read_text()

    def named(self, *names: str) -> dict[str, str]:
        """Some of them, as a tree has them that gives them the same names."""
        return {name: self[name] for name in names}
