# SPDX-License-Identifier: MIT
"""The machine: what a figure was measured on, and which processors its servers should have."""

from __future__ import annotations

import os
import platform
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rcl.model import Machine

_SYSTEM = Path("/sys/devices/system")


@dataclass(frozen=True)
class Processor:
    """A processor that programs may use. ``core`` tells the physical cores apart: hyperthreads share one."""

    number: int
    core: tuple[int, int]
    node: int


def machine() -> Machine:
    """The machine that this runs on."""
    nodes = len(list((_SYSTEM / "node").glob("node[0-9]*")))
    return Machine(_cpu(), os.cpu_count() or 1, max(nodes, 1), platform.release())


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def processors(system: Path = _SYSTEM, allowed: Iterable[int] | None = None) -> tuple[Processor, ...]:
    """The processors that this process may use, as the kernel describes them."""
    numbers = sorted(os.sched_getaffinity(0) if allowed is None else allowed)
    return tuple(_processor(system / "cpu" / f"cpu{number}", number) for number in numbers)


def _processor(folder: Path, number: int) -> Processor:
    topology = folder / "topology"
    core = _number(topology / "core_id", number)
    nodes = [int(node.name[4:]) for node in folder.glob("node[0-9]*")]
    return Processor(number, (_number(topology / "physical_package_id", 0), core), min(nodes, default=0))


def _number(path: Path, otherwise: int) -> int:
    """Some virtual machines do not say."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return otherwise


def server_cores(count: int, known: Iterable[Processor]) -> tuple[int, ...]:
    """A processor for each server: a physical core each, all in one NUMA node, the largest; not where processor 0 is.

    Requests then cross no more nodes than they must, no server shares its core's units with another, and the core
    that most interrupts go to is left alone. Fewer than asked for, or none, where that leaves clients without a core.
    """
    everything = list(known)
    sizes = Counter(processor.node for processor in everything)
    node = max(sizes, key=lambda node: (sizes[node], node), default=0)
    first = {processor.core for processor in everything if processor.number == 0}
    free: dict[tuple[int, int], int] = {}
    for processor in everything:
        if processor.node == node and processor.core not in first:
            free.setdefault(processor.core, processor.number)
    usable = sorted(free.values(), reverse=True)[: len({processor.core for processor in everything}) - 1]
    return tuple(usable[:count])
