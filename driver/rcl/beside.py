# SPDX-License-Identifier: MIT
"""Work that a copy of this process does meanwhile: Python runs one thread at a time, whatever the machine has."""

from __future__ import annotations

import fcntl
import os
import pickle
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")
#: what answers may take until they are read; a process without special rights may have no more
_ROOM = 1 << 20


class Beside:
    """Some work that a copy of this process begins at once, one piece after the other.

    What the copy does not bring to its end is done here when it is asked for: so it fails as it would have anyway.
    """

    def __init__(self, *work: Callable[[], object]) -> None:
        self._work = work
        self._told: list[Any] = []
        reading, writing = os.pipe()
        with suppress(OSError):
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _ROOM)
        self._process = os.fork()
        if self._process == 0:
            os.close(reading)
            with suppress(BaseException), os.fdopen(writing, "wb") as target:
                for piece in work:
                    pickle.dump(piece(), target, pickle.HIGHEST_PROTOCOL)
                    target.flush()
            os._exit(0)
        os.close(writing)
        self._answers = os.fdopen(reading, "rb")

    def answer(self, number: int = 0) -> Any:
        """What a piece of the work gives."""
        while len(self._told) <= number:
            self._told.append(self._next())
            if len(self._told) == len(self._work):
                self._answers.close()
                os.waitpid(self._process, 0)
        return self._told[number]

    def _next(self) -> object:
        try:
            return pickle.load(self._answers)
        except (EOFError, pickle.UnpicklingError):
            return self._work[len(self._told)]()

    def give_up(self) -> None:
        """Nobody waits for it any more."""
        self._answers.close()
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


def begun(work: Callable[[], T], jobs: int) -> Callable[[], T]:
    """Begins some work beside if two processes may work at once; what gives its answer, as often as it is asked."""
    return Beside(work).answer if jobs > 1 else cache(work)


def begun_in_turn(
    work: Callable[[], T], more: Callable[[], U], jobs: int
) -> tuple[Callable[[], T], Callable[[], U]]:
    """The same for work in two pieces."""
    if jobs < 2:
        return cache(work), cache(more)
    both = Beside(work, more)
    return both.answer, partial(both.answer, 1)
