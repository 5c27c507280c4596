# SPDX-License-Identifier: MIT
"""Programs that see the inside of librcl: built with its own headers, and linked with it."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "runtime"
BUILD = Path(os.environ.get("RCL_BUILD", ROOT / "build" / "runtime")).resolve()
PROGRAMS = ROOT / "testsuite" / "runtime" / "programs"
FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread", "-O1"]


@cache
def library() -> Path:
    """The library, brought up to date."""
    subprocess.run(["make", "-s", "-C", str(RUNTIME), f"BUILD={BUILD}", "WERROR=-Werror"], check=True)
    return BUILD / "librcl.a"


def compiled(source: Path, directory: Path, *flags: str) -> Path:
    """The program that is made of a source, in a directory."""
    program = directory / source.stem
    include = [f"-I{RUNTIME}", f"-I{RUNTIME / 'include'}"]
    subprocess.run(["cc", *FLAGS, *flags, *include, str(source), str(library()), "-o", str(program)], check=True)
    return program
