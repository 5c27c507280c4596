# SPDX-License-Identifier: MIT
"""The machine that figures are measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from rcl.model import Machine


def machine() -> Machine:
    """The machine that this runs on."""
    nodes = len(list(Path("/sys/devices/system/node").glob("node[0-9]*")))
    return Machine(_cpu(), os.cpu_count() or 1, max(nodes, 1), platform.release())


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
