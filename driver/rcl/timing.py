# SPDX-License-Identifier: MIT
"""Where the time goes: with RCL_TIMES=FILE in the environment each stage of a verb adds a line of JSON to the file."""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Measures what is done inside: seconds, and processor seconds of this process and the children that ended."""
    target = os.environ.get("RCL_TIMES")
    if not target:
        yield
        return
    began, cpu = monotonic(), _cpu_s()
    try:
        yield
    finally:
        line = {"stage": name, "seconds": round(monotonic() - began, 3), "cpu_s": round(_cpu_s() - cpu, 3)}
        with Path(target).open("a") as file:
            file.write(json.dumps(line) + "\n")


def _cpu_s() -> float:
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in usage)
