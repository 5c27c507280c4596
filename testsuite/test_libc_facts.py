# SPDX-License-Identifier: MIT
"""The table of libc's functions is what the library's machine code says."""

from __future__ import annotations

import pytest

from rcl import libc_facts
from rcl.analyse.program import libc


@pytest.fixture(scope="module")
def made() -> str:
    """The table made again, where the library that it was made of is there."""
    known = libc_facts.TABLE.read_text().split(":")[0].split()[-1]
    if libc_facts.version() != known:
        pytest.skip(f"the table was made of libc6-dev {known}")
    return libc_facts.table()


def test_the_table_is_what_the_library_says(made: str) -> None:
    why = "run: python -m rcl.libc_facts > driver/rcl/analyse/program/libc.tsv"
    assert made.splitlines() == libc_facts.TABLE.read_text().splitlines(), why


def test_what_machine_code_tells(made: str) -> None:
    """What is known of functions otherwise, to test the derivation itself."""
    facts = {line.split("\t")[0]: line.split("\t")[1:] for line in made.splitlines()[1:]}
    plain = {name: (need, waits) for name, (need, waits, source) in facts.items() if "judged" not in source}
    expected = {
        "memcpy": ("none", "-"),  # by way of an indirect function
        "strcmp": ("none", "-"),  # with a table of jumps
        "getpid": ("none", "-"),
        "malloc": ("errno", "-"),
        "pow": ("errno", "-"),
        "close": ("errno", "-"),
        "read": ("errno", "waits"),
        "nanosleep": ("errno", "waits"),
        "isalpha": ("locale", "-"),
        "strtol": ("locale", "-"),
        "pthread_self": ("thread", "-"),
        "tss_get": ("thread", "-"),
        "qsort": ("thread", "waits"),  # the comparison is the program's
        "thrd_join": ("thread", "waits"),
        "gethostbyname": ("thread", "waits"),
        "gettid": ("own-thread", "-"),
        "sched_setaffinity": ("own-thread", "-"),
        "unshare": ("own-thread", "-"),
    }
    assert {name: plain.get(name) for name in expected} == expected


def test_every_function_has_one_need() -> None:
    needs = (libc.NONE, libc.ERRNO, libc.LOCALE, libc.THREAD, libc.OWN_THREAD)
    assert sum(map(len, needs)) == len(frozenset().union(*needs))
    assert libc.KEEPS | libc.KEPT_ARGUMENTS.keys() <= libc.KNOWN
    assert libc.KEEPS.isdisjoint(libc.KEPT_ARGUMENTS)
