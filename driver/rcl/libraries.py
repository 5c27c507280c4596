# SPDX-License-Identifier: MIT
"""Finds the C libraries that the driver itself uses."""

from __future__ import annotations

import os
from pathlib import Path

from rcl.errors import Code, RclError


def find(part: str, name: str, variable: str) -> Path:
    """A library: what the variable names, the one of a part of this source tree, or the installed one.

    TOOL_MISSING if it is not there.
    """
    named = os.environ.get(variable)
    built = Path(__file__).parents[2] / "build" / part / name
    installed = (Path(prefix) / "lib" / name for prefix in ("/usr/local", "/usr"))
    candidates = [Path(named)] if named else [built, *installed]
    found = next((path for path in candidates if path.is_file()), None)
    if found is None:
        raise RclError(Code.TOOL_MISSING, tool=str(candidates[0]), install="build it with: make setup")
    return found.resolve()
