# SPDX-License-Identifier: MIT
"""The rewriting as a patch that ``git apply`` takes."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rcl.errors import Code, RclError
from rcl.workspace import scratch

#: with git's own headers, git apply skips a patch silently where the tree's root is a folder inside a repository
_HEADER = re.compile(rb"^(?:diff --git |index ).*\n", re.MULTILINE)


def unified(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> str:
    """The changes of all files; bytes that are not UTF-8 are surrogate escapes."""
    with tempfile.TemporaryDirectory(prefix="rcl-", dir=scratch()) as folder:
        for side, files in (("a", old), ("b", new)):
            for name, content in files.items():
                target = Path(folder, side, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
        command = ["git", "-c", "core.autocrlf=false", "-c", "core.quotepath=false", "diff", "--no-index"]
        options = ["--no-color", "--no-ext-diff", "--no-renames", "--no-prefix", "--patience", "--", "a", "b"]
        try:
            done = subprocess.run([*command, *options], cwd=folder, capture_output=True, check=False)
        except FileNotFoundError:
            raise RclError(Code.TOOL_MISSING, tool="git", install="apt-get install git") from None
    if done.returncode > 1:
        raise RuntimeError(f"git diff: {done.stderr.decode('utf-8', 'replace').strip()}")
    return _HEADER.sub(b"", done.stdout).decode("utf-8", "surrogateescape")
