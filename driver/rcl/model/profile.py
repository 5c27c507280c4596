# SPDX-License-Identifier: MIT
"""profile.json: what the locks of a program cost in a run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rcl.model.source import Place


class LockStorage(str, Enum):
    """Where the mutexes of a class live."""

    STATIC = "static"
    ARRAY = "array"
    HEAP = "heap"
    STACK = "stack"
    THREAD_LOCAL = "thread-local"


class LockType(str, Enum):
    """What a lock is; conditions and barriers are waited for and never held."""

    MUTEX = "mutex"
    RWLOCK = "rwlock"
    SPINLOCK = "spinlock"
    CONDITION = "condition"
    BARRIER = "barrier"


@dataclass(frozen=True)
class Delay:
    """Waits at a site for a lock that was last acquired at another one, or by another thread at the same."""

    file: str
    line: int
    function: str
    waits: int
    wait_s: float


@dataclass(frozen=True)
class LockSite:
    """One call that acquires a lock, as the recorder saw it. ``operation``: lock, trylock, timedlock, reading.

    ``blocked`` is the share of its sections that slept, None if none was sampled.
    """

    file: str
    line: int
    function: str
    acquisitions: int
    contended: int
    wait_s: float
    hold_s: float
    operation: str = "lock"
    owner_changes: int = 0
    wait_p99_ns: float = 0.0
    hold_p50_ns: float = 0.0
    hold_p99_ns: float = 0.0
    blocked: float | None = None
    delayed_by: tuple[Delay, ...] = ()


@dataclass(frozen=True)
class LockProfile:
    """What the locks of one class cost in one run.

    ``time_share`` is the RCL paper's metric (section 2.2): time to acquire, hold and release over thread time.
    ``cache_misses`` and ``cycles`` are per section, or None where the machine could not measure it. ``wait_p50_ns`` and
    so on are of the acquisitions that found the lock taken, ``longest_queue`` is the most threads that waited for one
    lock. ``blocked`` and ``preempted`` are the shares of sections that slept or lost the processor, of ``samples`` that
    were looked at. ``holds`` and ``waits`` count by duration: the item 2 i from 2^i ns on, 2 i + 1 from 1.5 * 2^i on.
    """

    name: str
    storage: LockStorage
    declared: Place | None
    initialised: Place | None
    mutexes: int
    acquisitions: int
    contended: int
    trylock_failures: int
    condition_waits: int
    wait_s: float
    hold_s: float
    release_s: float
    time_share: float
    wait_share: float
    hold_p50_ns: float
    hold_p99_ns: float
    hold_max_ns: float
    cache_misses: float | None
    sites: tuple[LockSite, ...]
    type: LockType = LockType.MUTEX
    owner_changes: int = 0
    longest_queue: int = 0
    wait_p50_ns: float = 0.0
    wait_p99_ns: float = 0.0
    wait_max_ns: float = 0.0
    samples: int = 0
    blocked: float | None = None
    preempted: float | None = None
    cycles: float | None = None
    holds: tuple[int, ...] = ()
    waits: tuple[int, ...] = ()


@dataclass(frozen=True)
class WaitPoint:
    """What threads waited for by intent: a condition or a barrier."""

    name: str
    type: LockType
    declared: Place | None
    waits: int
    wait_s: float
    wait_p50_ns: float
    wait_p99_ns: float
    wait_max_ns: float


@dataclass(frozen=True)
class LockPair:
    """Two lock classes, or one twice: what one server for both would serialise.

    ``nested``: how often ``second`` was acquired with ``first`` held; ``crossed``: and ``first`` was released before.
    ``met``: the share of acquisitions of ``first`` that found another thread in a section of ``second``, or waiting to
    enter one (``wanted``); both by samples.
    """

    first: str
    second: str
    nested: int
    crossed: int
    met: float
    wanted: float


@dataclass(frozen=True)
class ThreadGroup:
    """The threads of one start routine; the first thread of a process has none. ``section_s`` counts nesting once."""

    start_routine: str
    threads: int
    life_s: float
    section_s: float


@dataclass(frozen=True)
class LockMoment:
    """What a lock class cost in an interval."""

    name: str
    acquisitions: int
    contended: int
    wait_s: float
    hold_s: float


@dataclass(frozen=True)
class Moment:
    """An interval of the run, and the locks acquired in it; ``start_s`` from its beginning."""

    start_s: float
    end_s: float
    locks: tuple[LockMoment, ...]


@dataclass(frozen=True)
class ScalingPoint:
    """A run with a number of threads: the share of thread time in sections, in all and by the locks that cost most."""

    threads: int
    wall_s: float
    section_share: float
    locks: dict[str, float]


@dataclass(frozen=True)
class Machine:
    """What a figure was measured on."""

    cpu: str
    cores: int
    numa_nodes: int
    kernel: str


@dataclass(frozen=True)
class Profile:
    """profile.json: one profiled run. ``sources`` maps each source file that a site names to its SHA-256.

    ``busy_s`` is the thread time that was not idle: on a processor, or waiting for a mutex. ``recorder_share`` is the
    recorder's own part of processor time, ``recorder_pair_ns`` what it adds to an acquisition with its release.
    ``not_counted`` says why the hardware's counters were not read, empty if they were. ``section_s`` is thread time in
    sections, nested ones counted once. ``scaling`` holds the runs with other numbers of threads.
    """

    command: tuple[str, ...]
    exit_status: int
    wall_s: float
    thread_s: float
    busy_s: float
    threads: int
    measured: bool
    machine: Machine
    recorder_share: float
    recorder_pair_ns: float
    locks: tuple[LockProfile, ...]
    sources: dict[str, str]
    warnings: tuple[str, ...] = ()
    section_s: float = 0.0
    not_counted: str = ""
    waits: tuple[WaitPoint, ...] = ()
    pairs: tuple[LockPair, ...] = ()
    groups: tuple[ThreadGroup, ...] = ()
    timeline: tuple[Moment, ...] = ()
    scaling: tuple[ScalingPoint, ...] = ()

    def busy_share(self, lock: LockProfile) -> float:
        """The share of busy thread time in a lock's sections: the paper's metric for a program that never idles.

        At most 1: a section that sleeps is longer than its thread was busy.
        """
        return min(lock.time_share * self.thread_s / self.busy_s, 1.0) if self.busy_s else 0.0
