# SPDX-License-Identifier: MIT
"""A whole random program: the prelude, some functions with sections, and the threads that call them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from fuzz import prelude
from fuzz.choices import Choices
from fuzz.layout import Layout, Node
from fuzz.result import RESULTS
from fuzz.scope import PARAMETER
from fuzz.sections import Sections
from fuzz.values import Variable

#: a variable that a random program never reads is of no interest, and would keep its section in place
QUIET = ("-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-maybe-uninitialized")
#: how often each thread calls each function
ROUNDS = 20


@dataclass(frozen=True)
class Program:
    """A program and the compiler's flags that it is built with.

    ``choices`` are those that made it: what is common to its functions, then each one's. ``builds`` are the flags that
    each of its builds has besides.
    """

    source: bytes
    flags: tuple[str, ...]
    choices: tuple[tuple[int, ...], ...] = ((),)
    builds: tuple[tuple[str, ...], ...] = ((),)

    @property
    def functions(self) -> int:
        return len(self.choices) - 1

    def only(self, kept: Collection[int]) -> Program:
        """The program of some of its functions."""
        common, *each = (Choices.again(part) for part in self.choices)
        return generate(common, [choices for number, choices in enumerate(each) if number in kept])


def batch(number: int, functions: int) -> Program:
    """The program of a number: a function is the same however many there are."""
    each = [Choices.of_seed(f"{number}/{function}") for function in range(functions)]
    return generate(Choices.of_seed(str(number)), each)


def generate(common: Choices, each: Sequence[Choices]) -> Program:
    """The program that the choices make: what is common to its functions, and each function's own."""
    began = len(common.taken)
    strict = common.chance(10)
    flags = [common.weighted(((4, "-O0"), (1, "-O1"), (1, "-O2"))), "-fwrapv", "-Wall"]
    flags += () if common.chance(15) else QUIET
    flags += ["-Wdeclaration-after-statement"] if strict else []
    flags += ["-Wextra"] if common.chance(10) else []
    newline = "\r\n" if common.chance(10) else "\n"
    builds: tuple[tuple[str, ...], ...] = ((), ("-DFEATURE=0",)) if common.chance(20) else ((),)
    parts = [tuple(common.taken[began:])]
    texts = []
    for number, choices in enumerate(each):
        began = len(choices.taken)
        layout = replace(Layout.draw(choices, line_comments=not strict), newline=newline)
        texts.append(layout.text(_function(choices, layout, f"f{number}", strict), choices))
        parts.append(tuple(choices.taken[began:]))
    names = [f"f{number}" for number in range(len(each))]
    edges = [part.replace("\n", newline) for part in (prelude.head(ROUNDS), prelude.tail(names))]
    source = edges[0] + newline.join([*texts, edges[1]])
    return Program(source.encode("utf-8"), tuple(flags), tuple(parts), builds)


def _function(choices: Choices, layout: Layout, name: str, strict: bool) -> list[Node]:
    """A function with at least one section, if its choices allow."""
    result = choices.weighted(RESULTS)
    scope = Sections(choices, layout, name, strict, result)
    body: list[Node] = []
    if choices.chance(30):
        parameter = Variable("k", PARAMETER)
        scope.add(parameter, assigned=True)
        body.append("int k = n * 3 + me;")
    for _ in range(1 + choices.below(6)):
        body += scope.declaration()
    if choices.chance(30):
        body += scope.statements(2)
    for _ in range(1 + choices.below(3)):
        if scope.assigned is not None and not scope.held:
            body += scope.section()
            if scope.assigned is not None:
                body += scope.statements(2)
    if scope.assigned is not None:
        body += scope.finish()
        if body[-1] == "return;" and choices.chance(60):
            body.pop()
    return result.definition(choices, name, body)


