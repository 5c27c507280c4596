# SPDX-License-Identifier: MIT
"""Programs of csmith's, with sections inserted at random: C that nobody would write, and that behaves the same always.

One thread runs what csmith has written, others take the same locks meanwhile. csmith's programs end by printing
checksums of their variables; those few that do not end are passed over.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fuzz.choices import Choices
from fuzz.insert import Inserter
from fuzz.oracle import Endless, Finding, Refused, Unusable, examine
from fuzz.program import Program
from fuzz.reduce import BEHAVES, reduced, sound
from fuzz.verdict import REFUSED, UNUSABLE, Failure, Result, as_a_whole, kind_of_error, runs

INCLUDE = "/usr/include/csmith"
#: small programs: what is long takes spatch long, and makes nothing new
OPTIONS = ("--max-funcs", "5", "--max-block-depth", "3", "--max-block-size", "4", "--max-expr-complexity", "4",
           "--max-array-dim", "2", "--max-array-len-per-dim", "4", "--max-struct-fields", "4", "--concise")  # fmt: skip
#: and more of them for some
VARIED = ("--no-volatiles", "--inline-function", "--no-jumps", "--no-unions", "--strict-const-arrays",
          "--no-packed-struct")  # fmt: skip
FLAGS = ("-fwrapv", "-fno-strict-aliasing", "-w", f"-isystem{INCLUDE}")
INCLUDED = '#include "csmith.h"\n'
MAIN = "int main (int argc, char* argv[])"

HEAD = """\
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
#define MUST_LOCK(m) do { if (pthread_mutex_lock(m)) abort(); } while (0)
#define MUST_UNLOCK(m) do { if (pthread_mutex_unlock(m)) abort(); } while (0)

struct guarded { int unused; pthread_mutex_t lock; };

static void enter(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void leave(pthread_mutex_t *m) { pthread_mutex_unlock(m); }

"""

TAIL = """
static int ended;
static long taken[%d];

static void *bystander(void *arg)
{
	while (!__atomic_load_n(&ended, __ATOMIC_SEQ_CST)) {
%s		sched_yield();
	}
	return arg;
}

int main(void)
{
	static char *argv[] = { "program", "1" };
	pthread_t bystanders[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&bystanders[i], NULL, bystander, NULL);
	tested(2, argv);
	__atomic_store_n(&ended, 1, __ATOMIC_SEQ_CST);
	for (int i = 0; i < 2; i++)
		pthread_join(bystanders[i], NULL);
	return 0;
}
"""
TAKEN = """\
		pthread_mutex_lock({m});
		taken[{n}]++;
		pthread_mutex_unlock({m});
"""


def program(number: int) -> Program:
    """The program of a number."""
    choices = Choices.of_seed(f"csmith/{number}")
    varied = [option for option in VARIED if choices.chance(20)]
    flags: tuple[str, ...] = (choices.weighted(((4, "-O0"), (1, "-O1"), (1, "-O2"))), *FLAGS)
    flags += ("-DUSE_MATH_MACROS",) if choices.chance(50) else ()
    text = _written(["--seed", str(number), *OPTIONS, *varied])
    inserter = Inserter(choices, text, flags, "func_")
    made = inserter.done().replace(MAIN, "static int tested(int argc, char *argv[])")
    head = INCLUDED + HEAD + "".join(f"{line}\n" for line in inserter.declared)
    taken = "".join(TAKEN.format(m=mutex, n=number) for number, mutex in enumerate(inserter.mutexes))
    tail = TAIL % (len(inserter.mutexes) or 1, taken)
    return Program((made.replace(INCLUDED, head, 1) + tail).encode(), flags, ((),) * (len(inserter.functions) + 1))


@dataclass(frozen=True)
class Csmith:
    """csmith's programs, for a campaign."""

    name = "csmith"
    options = "--csmith"

    def examined(self, number: int) -> Result:
        """Examines the program of a number; a failure is all of it."""
        made = program(number)
        try:
            outcome = examine(made, runs(number))
        except Endless:
            return Result(number, 0, {})
        except (Finding, Unusable, Refused) as error:
            kind = kind_of_error(error)
            kind = UNUSABLE if kind.startswith(BEHAVES) and not sound(made) else kind
            return Result(number, made.functions, {}, (Failure((), kind, str(error), kind == REFUSED),))
        return as_a_whole(number, made, outcome)

    def failing(self, number: int, failure: Failure) -> Program:
        return program(number)

    def smallest(self, number: int, program: Program, kind: str, seconds: float) -> Program:
        """What cvise makes of the program in that time."""
        return replace(program, source=reduced(program, kind, number, seconds))


def _written(options: Sequence[str]) -> str:
    """What csmith writes; it leaves a file about the platform where it runs."""
    with tempfile.TemporaryDirectory(prefix="rcl-csmith-") as folder:
        subprocess.run(["csmith", *options, "-o", "in.c"], cwd=folder, check=True, capture_output=True)
        return Path(folder, "in.c").read_text(encoding="ascii")
