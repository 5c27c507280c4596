# SPDX-License-Identifier: MIT
"""Work that a copy of this process does meanwhile: Python runs one thread at a time, whatever the machine has."""

from __future__ import annotations

import ctypes
import fcntl
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
U = TypeVar("U")
INTERRUPTS = (signal.SIGINT,)
#: how long a process that nobody waits for may take to end
PATIENCE_S = 2.0
#: of linux/prctl.h: the signal that a process gets when what began it ends
_PR_SET_PDEATHSIG = 1
#: the copies of this process that nobody has waited for yet
_copies: set[int] = set()
#: whether this process of a pool was interrupted
_interrupted: list[bool] = []
#: what answers may take until they are read; a process without special rights may have no more
_ROOM = 1 << 20


class Beside:
    """Some works that a copy of this process begins at once, one after the other.

    What the copy does not bring to its end is done here when it is asked for: so it fails as it would have anyway.
    Copies that are made meanwhile may ask for an answer in place of this process, but only one of all may.
    """

    def __init__(self, *works: Callable[[], object]) -> None:
        self._works = works
        self._told: dict[int, Any] = {}
        self._owner = os.getpid()
        owner = _owner()
        pipes = [_pipe() for _ in works]
        with uninterrupted():
            self._process = os.fork()
            if self._process == 0:
                self._do(pipes, owner)
            _copies.add(self._process)
        for _, writing in pipes:
            os.close(writing)
        self._answers = [os.fdopen(reading, "rb") for reading, _ in pipes]

    def _do(self, pipes: list[tuple[int, int]], owner: int) -> NoReturn:
        """The works, in the copy, which says nothing if it is interrupted."""
        try:
            _end_with(owner)
            for reading, _ in pipes:
                os.close(reading)
            with suppress(BaseException):
                signal.signal(signal.SIGINT, _once)
                signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
                for work, (_, writing) in zip(self._works, pipes, strict=True):
                    with os.fdopen(writing, "wb") as target:
                        pickle.dump(work(), target, pickle.HIGHEST_PROTOCOL)
        finally:
            os._exit(0)

    def answer(self, number: int = 0) -> Any:
        """What one of the works gives."""
        if number not in self._told:
            try:
                self._told[number] = pickle.load(self._answers[number])
            except (EOFError, pickle.UnpicklingError):
                self._told[number] = self._works[number]()
            self._answers[number].close()
            if len(self._told) == len(self._works):
                self._end()
        return self._told[number]

    def give_up(self) -> None:
        """Nobody waits for it any more."""
        os.kill(self._process, signal.SIGKILL)
        self._end()

    def _end(self) -> None:
        for answer in self._answers:
            answer.close()
        if self._owner == os.getpid():
            os.waitpid(self._process, 0)
            _copies.discard(self._process)


def _pipe() -> tuple[int, int]:
    """Where to read an answer, and where to write it."""
    ends = os.pipe()
    with suppress(OSError):
        fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, _ROOM)
    return ends


def begun(work: Callable[[], T], jobs: int) -> Callable[[], T]:
    """Begins some work beside if two processes may work at once; what gives its answer, as often as it is asked."""
    return Beside(work).answer if jobs > 1 else cache(work)


def both_begun(first: Callable[[], T], then: Callable[[], U], jobs: int) -> tuple[Callable[[], T], Callable[[], U]]:
    """Begins two works, one after the other, beside if two processes may work at once; what gives their answers."""
    if jobs < 2:
        return cache(first), cache(then)
    beside = Beside(first, then)
    return partial(beside.answer, 0), partial(beside.answer, 1)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """An interrupt waits until the end of this; for the processes that begin in here, until they say so."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def each(
    work: Callable[[T], U], given: Iterable[T], jobs: int, begin: Callable[[], None] = lambda: None
) -> Iterator[U]:
    """What the work makes of each, in so many processes, which ``begin`` at once; BrokenProcessPool if one crashes.

    Who fails or is interrupted does not wait for them. Work that takes long asks ``obey`` now and then.
    """
    pool = ProcessPoolExecutor(jobs, initializer=_ready, initargs=(begin, _owner()))
    with _left(pool), uninterrupted():
        made = pool.map(partial(_done, work), given)
    return _made(pool, made)


def _made(pool: ProcessPoolExecutor, made: Iterator[T]) -> Iterator[T]:
    with _left(pool):
        yield from made
    pool.shutdown()


def give_up() -> None:
    """Ends the processes that nobody waits for; they get a moment to remove their files."""
    pooled = multiprocessing.active_children()
    left = {*_copies, *(process.pid for process in pooled if process.pid is not None)}
    _signal(left, signal.SIGINT)
    ends = time.monotonic() + PATIENCE_S
    while left and time.monotonic() < ends:
        left -= {process for process in left if _ended(process)}
        time.sleep(0.01)
    _signal(left, signal.SIGKILL)


def _signal(processes: Iterable[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _ended(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG) != (0, 0)
    except ChildProcessError:  # a pool has waited for it
        return True


@contextmanager
def _left(pool: ProcessPoolExecutor) -> Iterator[None]:
    """Nobody waits for a pool after a failure."""
    try:
        yield
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise


def _owner() -> int:
    """This process, if what begins another one lasts as long as it does; else 0."""
    return os.getpid() if threading.current_thread() is threading.main_thread() else 0


def _end_with(owner: int) -> None:
    """Has this process end when its owner is killed, which says so to nobody: else copies wait for each other for ever.
    """
    if owner:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != owner:
            os._exit(0)


def _ready(begin: Callable[[], None], owner: int) -> None:
    """A process of a pool has nothing to say of an interrupt, for its owner has it, too."""
    _end_with(owner)
    signal.signal(signal.SIGINT, _note)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    begin()


def _once(*_: object) -> None:
    """A second interrupt must not keep a copy from removing its files."""
    signal.signal(signal.SIGINT, _note)
    raise KeyboardInterrupt


def _note(*_: object) -> None:
    """Raises nothing: what it would be raised in may be called from C, or remove files."""
    _interrupted.append(True)


def obey() -> None:
    """Where a process of a pool ends its work if it was interrupted."""
    if _interrupted:
        raise KeyboardInterrupt


def _done(work: Callable[[T], U], given: T) -> U:
    obey()
    return work(given)
