# SPDX-License-Identifier: MIT
"""Programs in which a mutex's address takes several ways to its lock calls: through variables, memory and functions.

Each adds a few numbers under a mutex or two, from several threads; one lock call names its mutex, others get it through
one to four ways, by any type that holds an address. Wherever rcl does not see that it is the same mutex, the one call
would lock another mutex than the other one: ``both.c`` ends the program then.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from string import Template
from textwrap import indent

from fuzz.choices import Choices
from fuzz.oracle import Finding, Refused, Unusable, examine
from fuzz.program import Program
from fuzz.routes import ROUTES, Route
from fuzz.verdict import REFUSED, Failure, Result, as_a_whole, kind_of_error, runs

#: what holds an address; most often as what says nothing of it
TYPES = ((9, "void *"), (7, "uintptr_t "), (1, "pthread_mutex_t *"), (1, "long "), (1, "char *"))
#: how a mutex is declared, what sets it up, and its address
MUTEXES = (
    (2, ("static pthread_mutex_t m$n = PTHREAD_MUTEX_INITIALIZER;", "", "&m$n")),
    (1, ("static struct o$n { pthread_mutex_t lock; long n; } o$n = { PTHREAD_MUTEX_INITIALIZER, 0 };", "",
         "&o$n.lock")),
    (1, ("static pthread_mutex_t *m$n;", "m$n = malloc(sizeof *m$n);\npthread_mutex_init(m$n, NULL);", "m$n")),
    (1, ("static pthread_mutex_t m$n[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };", "", "&m$n[1]")),
    (1, ("static struct o$n { long n; pthread_mutex_t lock; } *o$n;",
         "o$n = malloc(sizeof *o$n);\npthread_mutex_init(&o$n->lock, NULL);", "&o$n->lock")),
)  # fmt: skip
#: how a mutex is taken whose address is ``$e``: what is declared for that, and the section
NAMED = ("", "pthread_mutex_lock($e);\nsums[$i] += 3;\npthread_mutex_unlock($e);")
TAKEN = (
    (4, ("", "{\n\tpthread_mutex_t *m = (pthread_mutex_t *)($e);\n\n\tpthread_mutex_lock(m);\n\tsums[$i]++;\n"
             "\tpthread_mutex_unlock(m);\n}")),
    (3, ("static void enter$n(void *m)\n{\n\tpthread_mutex_lock(m);\n\tsums[$i]++;\n\tpthread_mutex_unlock(m);\n}",
         "enter$n((void *)($e));")),
    (3, ("", "pthread_mutex_lock((pthread_mutex_t *)($e));\nsums[$i]++;\n"
             "pthread_mutex_unlock((pthread_mutex_t *)($e));")),
)  # fmt: skip
WHOLE = Template("""\
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long sums[2];

$declared

static void set_up(void)
{
$set
}

static void add(void)
{
$sections
}

static void *work(void *arg)
{
	for (int i = 0; i < 200; i++)
		add();
	return arg;
}

int main(void)
{
	pthread_t threads[3];

	set_up();
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld %ld\\n", sums[0], sums[1]);
	return 0;
}
""")


@dataclass
class Maker:
    """A program while it is made."""

    choices: Choices
    number: int = 0
    declared: list[str] = field(default_factory=list)
    set: list[str] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)
    #: what is declared for several uses of a route
    shared: defaultdict[Route, list[dict[str, str]]] = field(default_factory=lambda: defaultdict(list))

    def type(self) -> str:
        return self.choices.weighted(TYPES)

    def mutex(self, index: int) -> None:
        """A mutex with its lock calls."""
        declared, sets, address = self.choices.weighted(MUTEXES)
        names = self._numbered()
        self._say(self.declared, declared, names)
        self._say(self.set, sets, names)
        address = Template(address).substitute(names)
        self._taken(NAMED, address, index)
        for _ in range(1 + self.choices.chance(30)):
            led = address
            for _ in range(self.choices.weighted(((3, 1), (3, 2), (1, 3), (1, 4)))):
                led = self.led(self.choices.pick(ROUTES), led)
            self._taken(self.choices.weighted(TAKEN), led, index)

    def led(self, route: Route, address: str) -> str:
        """An expression that gives an address by a route."""
        names = {**self._numbered(), "T": self.type(), "U": self.type()}
        if route.shared:
            names |= self._helper(route)
        names |= {"e": address, "c": f"({names['T']})({address})", "u": f"({names['U']})({address})"}
        self._say(self.declared, route.declared, names)
        self._say(self.set, self.choices.pick(route.sets), names)
        return Template(self.choices.pick(route.gives)).substitute(names)

    def _helper(self, route: Route) -> dict[str, str]:
        """What a route shares with others: its number, ``k``, and types."""
        known = self.shared[route]
        if not known or self.choices.chance(50):
            names = {"k": self._numbered()["n"], "T": self.type(), "U": self.type()}
            self._say(self.declared, self.choices.pick(route.shared), names)
            known.append(names)
        return self.choices.pick(known)

    def _taken(self, how: tuple[str, str], address: str, index: int) -> None:
        names = {**self._numbered(), "e": address, "i": str(index)}
        self._say(self.declared, how[0], names)
        self._say(self.sections, how[1], names)

    def _numbered(self) -> dict[str, str]:
        self.number += 1
        return {"n": str(self.number)}

    def _say(self, there: list[str], text: str, names: dict[str, str]) -> None:
        if text:
            there.append(Template(text).substitute(names))


def program(number: int) -> Program:
    """The program of a number; of some only one lock class is converted at first."""
    choices = Choices.of_seed(f"ways/{number}")
    maker = Maker(choices)
    for index in range(1 + choices.chance(33)):
        maker.mutex(index)
    set_up, sections = (indent("\n".join(text), "\t") for text in (maker.set, maker.sections))
    text = WHOLE.substitute(declared="\n".join(maker.declared), set=set_up, sections=sections)
    flags = (choices.weighted(((3, "-O0"), (1, "-O2"))), "-w")
    return Program(text.encode(), flags, ((), ()), partly=choices.below(4), apart=True)


@dataclass(frozen=True)
class Ways:
    """Such programs, for a campaign."""

    name = "ways"
    options = "--ways"

    def examined(self, number: int) -> Result:
        """Examines the program of a number; where rcl cannot follow a way it refuses the mutex, as it should."""
        made = program(number)
        try:
            outcome = examine(made, runs(number)[:3])
        except Refused:
            return Result(number, made.functions, {REFUSED: 1})
        except (Finding, Unusable) as error:
            return Result(number, made.functions, {}, (Failure((), kind_of_error(error), str(error)),))
        return as_a_whole(number, made, outcome)

    def failing(self, number: int, failure: Failure) -> Program:
        return program(number)

    def smallest(self, number: int, program: Program, kind: str, seconds: float) -> Program:
        """The program itself, which is short."""
        return program
