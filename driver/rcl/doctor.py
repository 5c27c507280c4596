# SPDX-License-Identifier: MIT
"""Looks for what rcl needs, and for what the machine can do."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rcl import build
from rcl.choose import small_machine
from rcl.errors import RclError

SPATCH_NEEDED = (1, 1, 1)

_AT_HWCAP2 = 26
_HWCAP2_FSGSBASE = 1 << 1


@dataclass(frozen=True)
class Check:
    """One line: ``ok`` is None for a fact that is neither good nor bad; ``way_out`` if it is not ok."""

    name: str
    ok: bool | None
    detail: str
    way_out: str = ""


def examine() -> tuple[Check, ...]:
    """All checks, the needed tools first."""
    return (*tools(), _librcl(), _recorder(), _walker(), _cores(), _counters(), _thread_identity())


def tools() -> tuple[Check, ...]:
    """The tools that a rewriting is made with."""
    return (_spatch(), _libclang(), _compiler())


def _first_line(*command: str) -> str:
    if shutil.which(command[0]) is None:
        return ""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return (result.stdout or result.stderr).split("\n", 1)[0]


def _spatch() -> Check:
    way_out = "apt-get install coccinelle"
    line = _first_line("spatch", "--version")
    match = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", line)
    if match is None:
        return Check("spatch", False, "not found", way_out)
    version = tuple(int(part or 0) for part in match.groups())
    needed = ".".join(map(str, SPATCH_NEEDED))
    return Check("spatch", version >= SPATCH_NEEDED, f"{match[0]} (needs {needed})", way_out)


def _libclang() -> Check:
    def version() -> str:
        from clang import cindex

        get = cindex.conf.lib.clang_getClangVersion
        get.restype = cindex._CXString
        return str(cindex._CXString.from_result(get(), None, ()))

    return _tried("libclang", version, "pip install libclang, in rcl's own environment")


def _tried(name: str, find: Callable[[], str], way_out: str) -> Check:
    try:
        return Check(name, True, find())
    except RclError as error:
        return Check(name, False, error.sentence, error.way_out)
    except Exception as error:
        return Check(name, False, str(error).split("\n", 1)[0], way_out)


def _compiler() -> Check:
    line = _first_line("cc", "--version")
    return Check("cc", bool(line), line or "not found", "apt-get install gcc libc6-dev")


def _librcl() -> Check:
    return _tried("librcl", lambda: str(build.library().library), build.INSTALL)


def _recorder() -> Check:
    def find() -> str:
        from rcl.profile import recorder

        return str(recorder.recorder_library())

    return _tried("recorder", find, build.INSTALL)


def _walker() -> Check:
    def find() -> str:
        from rcl.analyse.unit import walk

        return str(walk.library())

    return _tried("walker", find, build.INSTALL)


def _cores() -> Check:
    cores = len(os.sched_getaffinity(0))
    nodes = len(list(Path("/sys/devices/system/node").glob("node[0-9]*"))) or 1
    note = small_machine(cores)
    return Check("cores", None, f"{cores}, NUMA nodes {nodes}", note or "")


def _counters() -> Check:
    if Path("/sys/bus/event_source/devices/cpu").exists():
        return Check("PMU", None, "there; cache misses can be measured")
    way_out = "profile on a machine, or in a virtual one, that has performance counters"
    return Check("PMU", None, "none; cache misses read 'not measured'", way_out)


def _thread_identity() -> Check:
    name = "FSGSBASE"
    if platform.machine() != "x86_64":
        return Check(name, None, f"not needed on {platform.machine()}")
    auxiliary = ctypes.CDLL(None).getauxval
    auxiliary.restype = ctypes.c_ulong
    if auxiliary(_AT_HWCAP2) & _HWCAP2_FSGSBASE:
        return Check(name, None, "available; sections can run under their client's identity")
    return Check(name, None, "not available", "needs Linux 5.9 and a CPU that has it")
