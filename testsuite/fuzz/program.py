# SPDX-License-Identifier: MIT
"""A whole random program: the prelude, some functions with sections, and the threads that call them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fuzz import prelude
from fuzz.choices import Choices
from fuzz.layout import Block, Layout, Node
from fuzz.scope import PARAMETER
from fuzz.sections import Sections
from fuzz.values import Variable

#: functions of a program
MOST = 8
#: a variable that a random program never reads is of no interest, and would keep its section in place
QUIET = ("-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-maybe-uninitialized")


@dataclass(frozen=True)
class Program:
    """A program and the compiler's flags that it is built with.

    ``choices`` are those that made it: what is common to its functions, then each one's.
    """

    source: bytes
    flags: tuple[str, ...]
    choices: tuple[tuple[int, ...], ...]

    @property
    def functions(self) -> int:
        return len(self.choices) - 1

    def only(self, kept: Sequence[int]) -> Program:
        """The program of some of its functions."""
        common = self.choices[0]
        taken = [len(kept) - 1, *common[1:], *(number for k in kept for number in self.choices[k + 1])]
        rest = iter(taken)
        return generate(Choices(lambda _: next(rest)))


def generate(choices: Choices) -> Program:
    """The program that the choices make."""
    count = 1 + choices.below(MOST)
    strict = choices.chance(10)
    flags = ["-Wall"] if choices.chance(15) else ["-Wall", *QUIET]
    flags += ["-Wdeclaration-after-statement"] if strict else []
    flags += ["-Wextra"] if choices.chance(10) else []
    layout = Layout.draw(choices, line_comments=not strict)
    names, texts, parts = [], [], [len(choices.taken)]
    for number in range(count):
        names.append(f"f{number}")
        texts.append(layout.text(_function(choices, layout, names[-1], strict)))
        parts.append(len(choices.taken))
    head, tail = prelude.head(20), prelude.tail(names)
    edges = [part.replace("\n", layout.newline) for part in (head, tail)]
    source = edges[0] + layout.newline.join([*texts, edges[1]])
    taken = tuple(tuple(choices.taken[a:b]) for a, b in pairwise([0, *parts]))
    return Program(source.encode("utf-8"), tuple(flags), taken)


def _function(choices: Choices, layout: Layout, name: str, strict: bool) -> list[Node]:
    """A function with at least one section, if its choices allow."""
    scope = Sections(choices, layout, name, strict)
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
    head = f"long {name}(int me, int n, struct box *b)"
    if choices.chance(70):
        return [Block(f"static {head}", body), ""]
    return [f"{head};", "", Block(head, body), ""]
