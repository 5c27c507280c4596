# SPDX-License-Identifier: MIT
"""What is compiled of a program: the rewriter's check compiles both texts, which is not done again to run them."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from fuzz.program import Program
from rcl import build, compiler
from rcl.rewrite import compilecheck

LITTLE = compilecheck.Depth.LITTLE.value
#: what tells of an original that gives back what it does not hold
HELD = (
    str(Path(__file__).with_name("held.c")),
    *(f"-Wl,--wrap=pthread_mutex_{name}" for name in ("lock", "trylock", "timedlock", "unlock")),
)
#: what tells of a mutex that is given to pthread and to the runtime
BOTH = (
    str(Path(__file__).with_name("both.c")),
    *(f"-Wl,--wrap=pthread_mutex_{name}" for name in ("lock", "unlock")),
    *(f"-Wl,--wrap=rcl_{name}" for name in ("lock", "unlock", "exec", "exec_errno", "exec_anon")),
)


class Compiled:
    """The assembler code of a program's sources, by what they and the files beside them said, and by the build."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.program, self.folder = program, folder
        folder.mkdir()
        self._code: dict[tuple[str, ...], Path] = {}
        self._count = itertools.count()
        self._spawned = compiler.spawned

    @contextmanager
    def by_the_check(self) -> Iterator[None]:
        """Keeps what the rewriter's check makes in here."""
        with mock.patch.object(compilecheck, "spawned", self._kept):
            yield

    def original(self, root: Path, number: int, more: tuple[str, ...] = ()) -> Path:
        """One of its executables, of the texts in a tree, which ends where it gives back what it does not hold; built
        with ``more`` flags.
        """
        return self._linked(root, "original", number, more, HELD)

    def rewritten(self, root: Path, number: int, more: tuple[str, ...] = ()) -> Path:
        """The same, of other texts in the tree, as it is; it ends where what stands apart is given to two lock APIs."""
        return self._linked(root, "rewritten", number, more, BOTH if self.program.apart else ())

    def _linked(
        self, root: Path, name: str, number: int, more: tuple[str, ...], beside: Sequence[str] = ()
    ) -> Path:
        """CalledProcessError if there is none."""
        library, target = build.library(), root / f"{name}{number}{''.join(more)}"
        sources, flags = self.program.executables[number]
        link = ["-pthread", f"-L{library.library}", f"-Wl,-rpath,{library.library}", "-lrcl", "-o", str(target)]
        include = f"-I{library.include}"
        code = [str(self._code_of(root, source, (*flags, *more))) for source in sources]
        subprocess.run(["gcc", include, *code, *beside, *link], check=True, capture_output=True)
        return target

    def _code_of(self, root: Path, source: str, more: tuple[str, ...]) -> Path:
        flags = [flag for flag in (*self.program.flags, *more) if not flag.startswith("-W")]
        include = [f"-I{root}", f"-I{build.library().include}"]
        words = ["gcc", *flags, "-w", "-pthread", *include, source, "-S", "-o", os.devnull]
        if self._key(words, root) not in self._code:
            self._kept(words, str(root)).check_returncode()
        return self._code[self._key(words, root)]

    def _kept(self, words: Sequence[str], folder: str) -> subprocess.CompletedProcess[bytes]:
        """What a compiler says in a folder; its code is kept, if it is asked for the program's own."""
        if "-S" not in words or LITTLE in words:
            return self._spawned(words, folder)
        key, made = self._key(words, Path(folder)), self.folder / f"{next(self._count)}.s"
        done = self._spawned([str(made) if word == os.devnull else word for word in words], folder)
        if done.returncode == 0:
            self._code[key] = made
        return done

    def _key(self, words: Sequence[str], root: Path) -> tuple[str, ...]:
        texts = hashlib.sha256()
        for name in (*self.program.files, compilecheck.CONFIG):
            texts.update((root / name).read_bytes() if (root / name).exists() else b"")
            texts.update(b"\0")
        return (texts.hexdigest(), *(word for word in words if word.startswith("-D") or word in self.program.sources))
