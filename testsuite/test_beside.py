# SPDX-License-Identifier: MIT
"""Work that a copy of the process does: its answer is that of the work, whatever becomes of the copy."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rcl.beside import Beside, begun, both_begun, each


def test_a_copy_gives_the_answer() -> None:
    who, text = Beside(lambda: (os.getpid(), "x" * 1_000_000)).answer()
    assert who != os.getpid()
    assert len(text) == 1_000_000


def test_a_copy_that_ends_early() -> None:
    here = os.getpid()
    assert Beside(lambda: os.getpid() if os.getpid() == here else os._exit(1)).answer() == here


def test_an_answer_that_cannot_be_told() -> None:
    """Half of it has been told by then."""
    assert len(Beside(lambda: ["x" * 1_000_000, lambda: None]).answer()) == 2


def test_an_error_is_raised_here() -> None:
    beside = Beside(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        beside.answer()


@pytest.mark.parametrize("begun", ["Beside(lambda: time.sleep(60))", "next(each(time.sleep, (60, 60), 2))"])
def test_who_is_killed_leaves_nobody(begun: str) -> None:
    """Each of the copies has an end of the pipes that the others read."""
    script = f"import time; from rcl.beside import Beside, each; kept = {begun}; time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, start_new_session=True)
    with process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not children.read_text():
            time.sleep(0.01)
        time.sleep(0.5)
        process.kill()
        assert process.communicate(timeout=20)[0] == b"", "they have its output, too"


def test_nobody_waits() -> None:
    began = time.monotonic()
    Beside(lambda: time.sleep(60)).give_up()
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("jobs", [1, 2])
def test_work_is_done_once(jobs: int) -> None:
    answer = begun(lambda: (os.getpid(), time.monotonic_ns()), jobs)
    assert answer() == answer()
    assert (answer()[0] == os.getpid()) == (jobs == 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_two_works_one_after_the_other(jobs: int) -> None:
    def who_and_when() -> tuple[int, int]:
        return os.getpid(), time.monotonic_ns()

    first, then = both_begun(who_and_when, who_and_when, jobs)
    assert first()[0] == then()[0]
    assert (first()[0] == os.getpid()) == (jobs == 1)
    assert first()[1] < then()[1]


def test_the_second_of_two_fails() -> None:
    first, then = both_begun(lambda: 1, lambda: 1 // 0, 2)
    assert first() == 1
    with pytest.raises(ZeroDivisionError):
        then()


def test_another_copy_may_ask() -> None:
    """This process has no answer then, and does the work if it asks, too."""
    first, then = both_begun(lambda: os.getpid(), lambda: os.getpid(), 2)
    asked = begun(then, 2)
    assert first() == asked() != os.getpid()
    assert then() == os.getpid()


def test_what_becomes_of_each() -> None:
    assert list(each(abs, range(-9, 0), 2)) == list(range(9, 0, -1))


def test_a_failure_of_one() -> None:
    """The others are not waited for."""
    began = time.monotonic()
    made = each(_divided, [1, 0, *range(100)], 2)
    assert next(made) == 1
    with pytest.raises(ZeroDivisionError):
        next(made)
    assert time.monotonic() - began < 20


def _divided(number: int) -> float:
    time.sleep(0.5)
    return 1 / number
