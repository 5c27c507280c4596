# SPDX-License-Identifier: MIT
"""Reads what the preload recorder wrote (profiler/recording.h says how it is laid out)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

VERSION_LINE = b"rcl-recording-3\n"
ALIGN = 128
HEADER = struct.Struct("<32s16Q")
HEADER_BYTES = 2 * ALIGN
CHUNK = struct.Struct("<II")
MODULE = struct.Struct("<8x4Q32s")
CLASS = struct.Struct("<8x6Q")
THREAD = struct.Struct("<8x9Q")
BUCKETS = 96
ROW = struct.Struct(f"<8x31Q{2 * BUCKETS}Q")
#: the part of a row before its histograms
COUNTS = struct.Struct("<8x31Q")
PAIR = struct.Struct("<8x5Q")
#: the fields of a row that samples fill, in their order
_SAMPLED = ("samples", "weight", "blocked", "preempted", "counted", "cycles", "misses")


class Storage(IntEnum):
    """Where a lock lives, as the recorder found it."""

    STATIC = 0
    HEAP = 1
    STACK = 2
    THREAD_LOCAL = 3


class Type(IntEnum):
    """What a lock is; the last two are waited for and never held."""

    MUTEX = 0
    RWLOCK = 1
    SPINLOCK = 2
    CONDITION = 3
    BARRIER = 4


class Operation(IntEnum):
    """The call that acquired a lock; WAITING for what is never held."""

    LOCK = 0
    TRYLOCK = 1
    TIMEDLOCK = 2
    READING = 3
    WAITING = 4


class Relation(IntEnum):
    """What the two things of a pair have to do with each other (profiler/recording.h says it exactly)."""

    NESTED = 0
    MET = 1
    BEHIND = 2


class _Kind(IntEnum):
    FREE = 0
    MODULE = 1
    CLASS = 2
    THREAD = 3
    ROW = 4
    PAIR = 5


@dataclass(frozen=True)
class Module:
    """An executable or shared object; ``base`` turns an address of the process into one of the file."""

    path: str
    build_id: str
    base: int
    start: int
    end: int


@dataclass(frozen=True)
class Class:
    """A static lock, or all others of one initialising or first acquiring call site (return addresses, 0: none)."""

    storage: Storage
    type: Type
    lock: int
    init_site: int
    first_site: int
    locks: int


@dataclass(frozen=True)
class Thread:
    """A thread, or several that followed one another; ``life`` and ``in_sections`` in ticks.

    ``unended`` counts sections whose end was not seen.
    """

    tid: int
    start_routine: int
    threads: int
    life: int
    in_sections: int
    unended: int


@dataclass(frozen=True)
class Row:
    """What one thread did with one class at one acquiring call site; times in ticks.

    ``owner`` and ``thread`` are keys of the recording's ``classes`` and ``threads``. ``blocked``, ``preempted`` and
    ``counted`` are parts of ``weight``, the sections that the ``samples`` stand for. ``holds[i]`` counts the holds from
    ``bucket_start(i)`` ticks on, ``waits_for[i]`` the waits for a lock that was taken. The samples of what other
    threads were doing stand for ``sampled`` attempts to acquire.
    """

    owner: int
    site: int
    thread: int
    operation: Operation
    acquisitions: int
    hold: int
    longest_hold: int
    changes: int
    wait: int
    contended: int
    release: int
    longest_wait: int
    longest_queue: int
    failures: int
    waits: int
    idle: int
    sampled: int
    samples: int
    weight: int
    blocked: int
    preempted: int
    counted: int
    cycles: int
    misses: int
    holds: tuple[int, ...]
    waits_for: tuple[int, ...]


@dataclass(frozen=True)
class Pair:
    """What one thread saw of two things: keys of ``classes``; of BEHIND, a key of ``rows`` and a return address."""

    relation: Relation
    first: int
    second: int
    count: int
    other: int


def bucket_start(bucket: int) -> float:
    """The least number of ticks that a bucket of ``Row.holds`` counts: two buckets an octave."""
    exponent, half = divmod(bucket, 2)
    return 2.0**exponent * (1 + half / 2)


@dataclass(frozen=True)
class Calibration:
    """Ticks a pair of lock and unlock: bare, through the recorder, and what the recorder then sees of it."""

    bare_pair: float
    recorded_pair: float
    wait: float
    hold: float


@dataclass(frozen=True)
class Recording:
    """The recording of one process, in the file ``name``. The first of its modules is the program's executable.

    ``start_ns`` is on CLOCK_MONOTONIC; a forked process has its parent's. ``exited``: the process ended by exit;
    only then is ``processor_s`` known, the processor time that it used. ``no_counters`` is the errno for which there
    are no hardware counters, 0 if there are.
    """

    name: str
    pid: int
    start_ns: int
    exited: bool
    lost: int
    lost_pairs: int
    no_counters: int
    processor_s: float
    ticks_per_second: float
    calibration: Calibration
    modules: tuple[Module, ...]
    classes: dict[int, Class]
    threads: dict[int, Thread]
    rows: dict[int, Row]
    pairs: tuple[Pair, ...]


class BadRecording(Exception):
    """The file is not a recording that this version can read."""


class NothingRecorded(BadRecording):
    """The process ended before the recorder was ready."""


@dataclass(frozen=True)
class _Header:
    base: int
    used: int
    pid: int
    start: tuple[int, int]
    latest: tuple[int, int]
    processor: int
    exited: bool
    lost: int
    lost_pairs: int
    no_counters: int
    calibration: Calibration


def read(path: Path, end_ns: int | None = None) -> Recording:
    """Reads a recording.

    ``end_ns`` is when the process ended, on CLOCK_MONOTONIC: needed for the threads of a process that did not end by
    exit; without it they count as ended with their last recorded event.
    """
    try:
        return _parse(path.name, path.read_bytes(), end_ns)
    except OSError as error:
        raise BadRecording(f"it cannot be read ({error.strerror})") from error
    except (struct.error, UnicodeDecodeError, KeyError, ValueError) as error:
        raise BadRecording(f"it is damaged ({error})") from error


def _parse(name: str, data: bytes, end_ns: int | None) -> Recording:
    header = _header(data)
    chunks = list(_chunks(data, header.used))
    rate = _ticks_per_second(header)
    end = _end(header, rate, end_ns)
    return Recording(
        name,
        header.pid,
        header.start[1],
        header.exited,
        header.lost,
        header.lost_pairs,
        header.no_counters,
        header.processor / 1e9,
        rate,
        header.calibration,
        tuple(_module(data, at, size) for kind, at, size in chunks if kind == _Kind.MODULE),
        {header.base + at: _class(data, at) for kind, at, _ in chunks if kind == _Kind.CLASS},
        {header.base + at: _thread(data, at, end) for kind, at, _ in chunks if kind == _Kind.THREAD},
        dict(_rows(data, header, chunks)),
        tuple(_pairs(data, chunks)),
    )


def _header(data: bytes) -> _Header:
    if not any(data[: len(VERSION_LINE)]):
        raise NothingRecorded("it is empty")
    if not data.startswith(VERSION_LINE):
        if data.startswith(b"rcl-recording-"):
            raise BadRecording("another version of rcl wrote it")
        raise BadRecording("it does not begin with the version line of a recording")
    line, base, used, pid, t0, n0, t1, n1, processor, exited, lost, *costs, pairs, error = HEADER.unpack_from(data)
    if used > len(data) or used < HEADER_BYTES or line.rstrip(b"\0") != VERSION_LINE:
        raise BadRecording("it is truncated")
    calibration = Calibration(*(cost / 1000 for cost in costs))
    return _Header(base, used, pid, (t0, n0), (t1, n1), processor, bool(exited), lost, pairs, error, calibration)


def _chunks(data: bytes, used: int) -> Iterator[tuple[int, int, int]]:
    at = HEADER_BYTES
    while at < used:
        kind, size = CHUNK.unpack_from(data, at)
        if size < ALIGN or size % ALIGN or at + size > used:
            raise BadRecording(f"the chunk at byte {at} has a wrong size")
        yield _Kind(kind), at, size
        at += size


def _ticks_per_second(header: _Header) -> float:
    ticks = header.latest[0] - header.start[0]
    nanoseconds = header.latest[1] - header.start[1]
    if ticks <= 0 or nanoseconds <= 0:
        raise NothingRecorded("the process ended before the recorder was ready")
    return ticks * 1e9 / nanoseconds


def _end(header: _Header, rate: float, end_ns: int | None) -> int | None:
    """The ticks when the process ended, if known."""
    if header.exited or end_ns is None:
        return header.latest[0] if header.exited else None
    return header.start[0] + round((end_ns - header.start[1]) * rate / 1e9)


def _module(data: bytes, at: int, size: int) -> Module:
    base, start, end, id_bytes, build_id = MODULE.unpack_from(data, at)
    path = data[at + MODULE.size : at + size].split(b"\0", 1)[0]
    return Module(path.decode(errors="surrogateescape"), build_id[:id_bytes].hex(), base, start, end)


def _class(data: bytes, at: int) -> Class:
    storage, kind, *rest = CLASS.unpack_from(data, at)
    return Class(Storage(storage), Type(kind), *rest)


def _thread(data: bytes, at: int, process_end: int | None) -> Thread:
    tid, routine, start, end, last, in_sections, unended, earlier, earlier_life = THREAD.unpack_from(data, at)
    final = end or process_end or last
    life = earlier_life + max(final - start, 0)
    return Thread(tid, routine, earlier + (tid > 0), life, in_sections, unended)


def _rows(data: bytes, header: _Header, chunks: list[tuple[int, int, int]]) -> Iterator[tuple[int, Row]]:
    """The rows by their addresses, without those that count nothing yet."""
    known = {header.base + at: kind for kind, at, _ in chunks}
    for kind, at, _ in chunks:
        if kind != _Kind.ROW:
            continue
        row = _row(ROW.unpack_from(data, at))
        if not (row.acquisitions or row.failures or row.waits):
            continue
        if known.get(row.owner) != _Kind.CLASS or known.get(row.thread) != _Kind.THREAD:
            raise BadRecording(f"the row at byte {at} belongs to nothing")
        yield header.base + at, row


def _row(numbers: tuple[int, ...]) -> Row:
    owner, site, thread, operation = numbers[:4]
    acquisitions, _, hold, longest_hold, changes, wait, contended, release = numbers[7:15]
    longest_wait, longest_queue, failures, waits, idle, _, sampled, _ = numbers[15:23]
    return Row(
        owner=owner,
        site=site,
        thread=thread,
        operation=Operation(operation),
        acquisitions=acquisitions,
        hold=hold,
        longest_hold=longest_hold,
        changes=changes,
        wait=wait,
        contended=contended,
        release=release,
        longest_wait=longest_wait,
        longest_queue=longest_queue,
        failures=failures,
        waits=waits,
        idle=idle,
        sampled=sampled,
        **dict(zip(_SAMPLED, numbers[23:30], strict=True)),
        holds=numbers[31 : 31 + BUCKETS],
        waits_for=numbers[31 + BUCKETS :],
    )


def _pairs(data: bytes, chunks: list[tuple[int, int, int]]) -> Iterator[Pair]:
    for kind, at, _ in chunks:
        if kind == _Kind.PAIR:
            relation, *rest = PAIR.unpack_from(data, at)
            yield Pair(Relation(relation), *rest)


@dataclass(frozen=True)
class Counts:
    """A row's counts at some moment; times in ticks."""

    owner: int
    acquisitions: int
    contended: int
    wait: int
    hold: int


def glance(path: Path) -> dict[int, Counts]:
    """The counts of each row, by its address, while the recorded process runs. Nothing if there is none."""
    try:
        data = path.read_bytes()
        header = _header(data)
        rows = [at for kind, at, _ in _chunks(data, header.used) if kind == _Kind.ROW]
    except (OSError, struct.error, ValueError, BadRecording):
        return {}
    return {header.base + at: _counts(COUNTS.unpack_from(data, at)) for at in rows}


def _counts(numbers: tuple[int, ...]) -> Counts:
    return Counts(numbers[0], numbers[7], numbers[13], numbers[12], numbers[9])
