# SPDX-License-Identifier: MIT
"""Work that a copy of this process does meanwhile: Python runs one thread at a time, whatever the machine has."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Generic, TypeVar

T = TypeVar("T")


class Beside(Generic[T]):
    """Some work that a copy of this process begins at once.

    What the copy does not bring to its end is done here when it is asked for: so it fails as it would have anyway.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        reading, writing = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(reading)
            with suppress(BaseException), os.fdopen(writing, "wb") as target:
                pickle.dump(work(), target, pickle.HIGHEST_PROTOCOL)
            os._exit(0)
        os.close(writing)
        self._answer = os.fdopen(reading, "rb")

    def answer(self) -> T:
        """What the work gives; once."""
        with self._answer:
            said = self._answer.read()
        os.waitpid(self._process, 0)
        try:
            found: T = pickle.loads(said)
        except (EOFError, pickle.UnpicklingError):
            return self._work()
        return found

    def give_up(self) -> None:
        """Nobody waits for it any more."""
        self._answer.close()
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


def begun(work: Callable[[], T], jobs: int) -> Callable[[], T]:
    """Begins some work beside if two processes may work at once; what gives its answer, as often as it is asked."""
    return cache(Beside(work).answer if jobs > 1 else work)
