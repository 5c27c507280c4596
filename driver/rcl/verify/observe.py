# SPDX-License-Identifier: MIT
"""One run of a program: how it ended, what it printed, which files it left."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rcl.errors import Code, RclError
from rcl.workspace import lines_of, read_bytes, sha256

#: what of a run is compared
ASPECTS = ("status", "stdout", "stderr", "files")

Value = int | bytes | Mapping[str, str]


@dataclass(frozen=True)
class Observation:
    """A run. A killed program has the negated signal as status; ``files`` maps those that it wrote to their hashes.

    Where it ran does not count: the folder's name in what it printed is a dot.
    """

    status: int
    stdout: bytes
    stderr: bytes
    files: Mapping[str, str]


def observe(command: Sequence[str], folder: Path, environment: Mapping[str, str], timeout_s: float) -> Observation:
    """Runs a command in a folder; new files are removed afterwards, for the next run to begin alike."""
    before = times(folder)
    try:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **environment}, capture_output=True, timeout=timeout_s, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        why = f"it ran for more than {timeout_s:g} s"
        raise RclError(Code.BAD_ARGUMENT, argument=" ".join(command), why=why) from error
    except OSError as error:
        raise RclError(Code.BAD_ARGUMENT, argument=command[0], why=error.strerror or str(error)) from error
    own = os.fsencode(folder)
    stdout, stderr = (text.replace(own, b".") for text in (done.stdout, done.stderr))
    return Observation(done.returncode, stdout, stderr, _written(folder, before))


def times(folder: Path) -> dict[str, tuple[int, int]]:
    """The regular files below a folder, with time and size."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = Path(where, name)
            status = path.lstat()
            if not path.is_symlink() and path.is_file():
                found[os.path.relpath(path, folder)] = (status.st_mtime_ns, status.st_size)
    return found


def _written(folder: Path, before: Mapping[str, tuple[int, int]]) -> dict[str, str]:
    written = {}
    after = times(folder)
    for name, stamp in after.items():
        if before.get(name) != stamp:
            written[name] = sha256(read_bytes(folder / name))
            if name not in before:
                (folder / name).unlink()
    return written | {name: "removed" for name in before if name not in after}


def difference(before: Value, after: Value) -> str:
    """The first difference, in a line."""
    if isinstance(before, bytes) and isinstance(after, bytes):
        return _first_line(before, after)
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        name = min(n for n in {*before, *after} if before.get(n) != after.get(n))
        return f"{name}: {_short(before.get(name))} before, {_short(after.get(name))} after"
    return f"{before!r} before, {after!r} after"


def _short(known: str | None) -> str:
    return known[:12] if known else "not written"


def _first_line(before: bytes, after: bytes) -> str:
    old, new = (lines_of(text.decode(errors="replace")) for text in (before, after))
    for number, pair in enumerate(zip([*old, ""], [*new, ""], strict=False), 1):
        if pair[0] != pair[1]:
            return f"line {number}: {pair[0].rstrip()!r} before, {pair[1].rstrip()!r} after"
    return f"{len(old)} lines before, {len(new)} after"
