# SPDX-License-Identifier: MIT
"""Makes any C program that fails smaller, with cvise.

    python -m fuzz.reduce KIND NUMBER FLAG...     in a folder with in.c: status 0 if that fails in this way

What cvise tries soon means nothing any more in C; where a failure is one of what a program does, the sanitizers must
have nothing to say of it.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from fuzz.program import Program
from fuzz.verdict import fails_with

#: of a failure that the program has to be run for
BEHAVES = ("prints", "hangs", "ends with")
SANITIZERS = ("address,undefined", "thread")
LIMIT_S = 20
TESTSUITE = Path(__file__).resolve().parents[1]


def reduced(program: Program, kind: str, number: int, seconds: float) -> bytes:
    """The smallest program that cvise finds in that time; the program itself without cvise."""
    with tempfile.TemporaryDirectory(prefix="rcl-cvise-") as name:
        source, test = Path(name, "in.c"), Path(name, "test.sh")
        source.write_bytes(program.source)
        words = [sys.executable, "-m", "fuzz.reduce", kind, str(number), *program.flags]
        test.write_text(f"#!/bin/sh\nPYTHONPATH={shlex.quote(str(TESTSUITE))} exec {shlex.join(words)}\n")
        test.chmod(0o755)
        with suppress(FileNotFoundError):
            _run(["cvise", "--n", "1", "--tidy", str(test), str(source)], name, seconds)
        return source.read_bytes()


def _run(words: list[str], folder: str, seconds: float) -> None:
    """Runs a command for so long, with all that it starts."""
    with subprocess.Popen(
        words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def sound(program: Program) -> bool:
    """Whether the sanitizers find nothing wrong with what a program does."""
    with tempfile.TemporaryDirectory(prefix="rcl-sound-") as name:
        source, target = Path(name, "in.c"), Path(name, "program")
        source.write_bytes(program.source)
        return all(_clean(program, source, target, sanitizer) for sanitizer in SANITIZERS)


def _clean(program: Program, source: Path, target: Path, sanitizer: str) -> bool:
    check = [f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all", "-Werror=return-type"]
    words = ["gcc", *program.flags, "-g", *check, "-pthread", str(source), "-o", str(target)]
    if subprocess.run(words, check=False, capture_output=True).returncode:
        return False
    environment = {**os.environ, "TSAN_OPTIONS": "halt_on_error=1", "ASAN_OPTIONS": "detect_stack_use_after_return=1"}
    with suppress(subprocess.TimeoutExpired):
        done = subprocess.run([target], env=environment, check=False, capture_output=True, timeout=LIMIT_S)
        return done.returncode == 0
    return False


def main() -> int:
    kind, number, *flags = sys.argv[1:]
    program = Program(Path("in.c").read_bytes(), tuple(flags))
    fails = fails_with(kind, int(number))
    return 0 if fails(program) and (not kind.startswith(BEHAVES) or sound(program)) else 1


if __name__ == "__main__":
    sys.exit(main())
