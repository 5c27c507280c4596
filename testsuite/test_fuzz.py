# SPDX-License-Identifier: MIT
"""Random programs against the rewriter: always the same few, and new ones for 45 s (make fuzz runs more)."""

from __future__ import annotations

import os
import random
import time

import pytest

from fuzz import campaign, crash, mutants
from fuzz.oracle import Finding, Run, Unusable, examine
from fuzz.program import Program, batch
from fuzz.shrink import culprits

FIXED = 4
RANDOM_S = 45.0
FUNCTIONS = 8


def wrong(first: int, seconds: float, count: int) -> dict[str, str]:
    """What is wrong with some programs, by their numbers: python -m fuzz.campaign --functions 8 --only NUMBER.

    A section that stays in place because its check failed is none of it, nor is a program of the generator's that does
    not compile: make fuzz tells of those.
    """
    tally = campaign.Tally(next=first)
    results = campaign.run(tally, os.cpu_count() or 1, time.monotonic() + seconds, count, FUNCTIONS)
    failures = [(r.number, f) for r in results for f in r.failures if not f.safe and f.kind != campaign.UNUSABLE]
    return {f"program {number}, functions {f.functions}: {f.kind}": f.detail for number, f in failures}


def test_fixed_programs() -> None:
    assert not wrong(0, float("inf"), FIXED)


def test_random_programs() -> None:
    first = int(os.environ.get("RCL_FUZZ", random.SystemRandom().randrange(10**9)))
    print(f"RCL_FUZZ={first}")
    assert not wrong(first, RANDOM_S, 10**6)


def test_every_fault_has_its_place() -> None:
    """What make mutants changes is still there, in one place."""
    places = {m.name: (mutants.ROOT / m.file).read_text().count(m.old) for m in mutants.MUTANTS}
    assert {name: count for name, count in places.items() if count != 1} == {}


def test_what_counts_as_caught() -> None:
    """A judgement does; a test that does not load or a crash of the rewriter does not."""
    assert mutants.failed_case("FAILED a.py::b[c d] - assert 1 == 2\n", "") == "cases: a.py::b[c d]"
    assert mutants.failed_programs("\nprogram 3, functions (1,): a\n", "") == ["programs: 3, functions (1,): a"]
    for stdout in ("ERROR a.py - ImportError: x", "FAILED a.py::b - KeyError: 'x'", ""):
        with pytest.raises(mutants.Broken):
            mutants.failed_case(stdout, "")
    for stdout in ("program 3, functions (): unusable program", "program 3, functions (): KeyError in convert", ""):
        with pytest.raises(mutants.Broken):
            mutants.failed_programs(stdout, "")


def test_a_program_is_made_of_its_number() -> None:
    one, more = batch(7, 3), batch(7, 5)
    assert one == batch(7, 3) == one.only(range(3)) == more.only(range(3))
    assert b"f1(" not in one.only([1]).source


def test_the_function_that_fails_is_found() -> None:
    whole = batch(7, 6)
    guilty = whole.only([4]).choices[1]
    assert culprits(whole, lambda p: guilty in p.choices) == [4]
    assert culprits(whole, lambda p: p.functions == 6) == list(range(6))


PROGRAM = b"""#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
int main(void)
{
	int x = 1;
	pthread_mutex_lock(&lock);
	n += x;
	x = n + 1;
	pthread_mutex_unlock(&lock);
	printf("%d\\n", x);
	return 0;
}
"""


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("x = cs.x;", ";", "prints something else"),
        ("return 0;", "for (;;);", "hangs under posix"),
        ("n += x;", "n += *(volatile int *)0;", "ends with status -11 under posix"),
    ],
)
def test_a_wrong_rewriting_is_found(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, finding: str
) -> None:
    """By what the program does, if nothing else stops it."""
    from fuzz import oracle

    rewrite = oracle.rewrite

    def changed(*arguments: object, **options: object) -> object:
        made = rewrite(*arguments, **options)  # type: ignore[arg-type]
        text = made.files["in.c"].decode().replace(old, new, 1)
        return type(made)({"in.c": text.encode()}, made.patch, made.sections)

    monkeypatch.setattr(oracle, "rewrite", changed)
    monkeypatch.setattr(oracle, "TIMEOUT_S", 5)
    with pytest.raises(Finding) as found:
        examine(Program(PROGRAM, ()), [Run("posix")])
    assert found.value.kind == finding


def test_killed_while_it_applies_and_reverts() -> None:
    seed = random.SystemRandom().randrange(10**9)
    print(f"seed {seed}")
    outcomes = crash.campaign(12, seed)
    assert sum(outcomes.values()) == 12


def test_the_generators_own_mistakes_are_told_apart() -> None:
    with pytest.raises(Unusable):
        examine(Program(b"int main(void) { return x; }", ()))
