# SPDX-License-Identifier: MIT
"""Commands on a real program's way: output to a log, time, and how much memory they take."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from rcl.errors import Code, RclError
from rcl.model import Place

#: seconds between two looks at the memory of a command
INTERVAL_S = 0.2


@dataclass(frozen=True)
class Cost:
    """What a command took: time, processor time, and memory of it and its children, shared pages counted once."""

    status: int
    seconds: float
    cpu_s: float
    peak_mib: int


def logged(command: list[str], cwd: Path, log: Path, env: dict[str, str] | None = None) -> Cost:
    """Run a command, its output going to the end of ``log``."""
    started = monotonic()
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
    ended = threading.Event()
    peak = [0.0]
    watch = threading.Thread(target=_watch, args=(process.pid, ended, peak), daemon=True)
    watch.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    finally:
        process.kill()
        ended.set()
        watch.join()
    seconds, cpu_s = monotonic() - started, usage.ru_utime + usage.ru_stime
    return Cost(process.returncode, round(seconds, 1), round(cpu_s, 1), round(peak[0] / 1024))


def run_logged(
    command: list[str], cwd: Path, log: Path, env: dict[str, str] | None = None, shown: str | None = None
) -> Cost:
    """Run a command as ``logged`` does; COMMAND_FAILED, with the place in the log, if it fails."""
    cost = logged(command, cwd, log, env)
    if cost.status:
        place = Place(os.path.relpath(log), log.read_bytes().count(b"\n"))
        raise RclError(Code.COMMAND_FAILED, place, command=shown or " ".join(command), status=cost.status)
    return cost


def _watch(root: int, ended: threading.Event, peak: list[float]) -> None:
    while not ended.wait(INTERVAL_S):
        peak[0] = max(peak[0], sum(map(_memory_kib, _family(root))))


def _family(root: int) -> list[int]:
    """A process and all that descend from it."""
    family = [root]
    for process in family:
        with suppress(OSError):  # it has ended
            for thread in Path(f"/proc/{process}/task").iterdir():
                family += map(int, _text(thread / "children").split())
    return family


def _memory_kib(process: int) -> int:
    found = re.search(r"^Pss:\s+(\d+)", _text(Path(f"/proc/{process}/smaps_rollup")), re.MULTILINE)
    return int(found[1]) if found else 0


def _text(path: Path) -> str:
    """A file of /proc, empty if its process has ended."""
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
