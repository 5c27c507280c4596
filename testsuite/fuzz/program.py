# SPDX-License-Identifier: MIT
"""A whole random program: the prelude, some functions with sections, and the threads that call them.

Some programs have two sources and a header, which both include, with functions in all three. Beside some of these a
tool is built, which has one of the sources, and stubs for what the other one defines. Most macros are in a header.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fuzz import macros, notes, prelude
from fuzz.choices import Choices
from fuzz.handles import Handles
from fuzz.layout import Layout, Node
from fuzz.result import RESULTS
from fuzz.scope import PARAMETER
from fuzz.values import Variable
from rcl import description

#: a variable that a random program never reads is of no interest, and would keep its section in place
QUIET = ("-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-maybe-uninitialized")
#: how often each thread calls each function
ROUNDS = 20
#: where a function of a program with several files stands
MAIN, MORE, SHARED, MACROS, TOOL = "in.c", "more.c", "shared.h", "macros.h", "tool.c"
PLACES = ((6, MAIN), (4, MORE), (2, SHARED))


@dataclass(frozen=True)
class Program:
    """A program and the compiler's flags that it is built with.

    ``choices`` are those that made it: what is common to its functions, then each one's. ``builds`` are the flags that
    each of its builds has besides. ``source`` is its main source, ``others`` are further files. ``partly``: some of its
    locks alone are converted at first, those that this number chooses; 0 for all. ``apart``: none of its mutexes ever
    stands where another one has stood, so that each is of one lock API.
    """

    source: bytes
    flags: tuple[str, ...]
    choices: tuple[tuple[int, ...], ...] = ((),)
    builds: tuple[tuple[str, ...], ...] = ((),)
    others: tuple[tuple[str, bytes], ...] = ()
    partly: int = 0
    apart: bool = False

    @property
    def functions(self) -> int:
        return len(self.choices) - 1

    @property
    def files(self) -> dict[str, bytes]:
        """All its files."""
        return {MAIN: self.source, **dict(self.others)}

    @property
    def sources(self) -> list[str]:
        """The files that are compiled."""
        return [name for name in self.files if name.endswith(".c")]

    @property
    def executables(self) -> list[tuple[list[str], tuple[str, ...]]]:
        """What is linked: sources, and the flags that they are compiled with besides."""
        main = [name for name in self.sources if name != TOOL]
        tool = [([MORE, TOOL], self.builds[0])] if TOOL in self.files else []
        return [*((main, flags) for flags in self.builds), *tool]

    def write(self, folder: Path) -> None:
        """Writes its files into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            (folder / name).write_bytes(content)

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
    flags = [common.weighted(((8, "-O0"), (1, "-O1"), (1, "-O2"))), "-fwrapv", "-Wall"]
    flags += () if common.chance(15) else QUIET
    flags += ["-Wdeclaration-after-statement"] if strict else []
    flags += ["-Wextra"] if common.chance(10) else []
    newline = "\r\n" if common.chance(10) else "\n"
    builds: tuple[tuple[str, ...], ...] = ((), ("-DFEATURE=0",)) if common.chance(45) else ((),)
    several = common.chance(35)
    tool = several and common.chance(40)
    beside, odd = not common.chance(10), common.pick(prelude.ODD)
    odd, noting = odd + notes.helpers(common), notes.wrappers(common)
    partly = common.chance(25) * (1 + common.below(99))
    parts = [tuple(common.taken[began:])]
    texts: dict[str, list[str]] = {MAIN: [], MORE: [], SHARED: []}
    names: dict[str, list[str]] = {MAIN: [], MORE: [], SHARED: []}
    for number, choices in enumerate(each):
        began = len(choices.taken)
        place = choices.weighted(PLACES) if several else MAIN
        layout = Layout.draw(choices, line_comments=not strict)
        nodes = _function(choices, layout, f"f{number}", strict, place == SHARED)
        texts[place].append(layout.text(nodes, choices))
        names[place].append(f"f{number}")
        parts.append(tuple(choices.taken[began:]))
    written = f'#include "{MACROS}"\n' if beside else macros.MACROS
    if several:
        made = _several(texts, names, written, odd, noting)
    else:
        made = _alone(texts[MAIN], names[MAIN], written, odd, noting)
    made |= {TOOL: _tool(names, noting)} if tool else {}
    made |= {MACROS: macros.MACROS} if beside else {}
    main, *others = ((name, text.replace("\n", newline).encode()) for name, text in made.items())
    described = (description.NAME, prelude.DESCRIPTION.encode())
    return Program(main[1], tuple(flags), tuple(parts), builds, (*others, described), partly)


def _alone(texts: Sequence[str], names: Sequence[str], written: str, odd: str, noting: str) -> dict[str, str]:
    """The source of a program that has one."""
    return {MAIN: "\n".join([prelude.head(ROUNDS, written, odd), noting, *texts, prelude.tail(names)])}


def _several(
    texts: Mapping[str, Sequence[str]], names: Mapping[str, Sequence[str]], written: str, odd: str, noting: str
) -> dict[str, str]:
    """The files of a program that has several: both sources have the header's functions, and call them."""
    more = [*names[SHARED], *names[MORE]]
    called = [*names[SHARED], *names[MAIN], *(f"more_{name}" for name in more)]
    include = f'#include "{SHARED}"\n'
    return {
        MAIN: "\n".join([include, prelude.data(), noting, *texts[MAIN], prelude.tail(called, more=True)]),
        MORE: "\n".join(["#define OF_MORE", include, *texts[MORE], prelude.tail_of_more(more)]),
        SHARED: "\n".join([prelude.header(ROUNDS, written, odd, more), *texts[SHARED], "#endif\n"]),
    }


def _tool(names: Mapping[str, Sequence[str]], noting: str) -> str:
    """The source of another program, which has the header and the other source in common with the first one."""
    called = [*names[SHARED], *(f"more_{name}" for name in (*names[SHARED], *names[MORE]))]
    tail = prelude.tail(called, more=True, alone=True)
    return "\n".join([f'#include "{SHARED}"\n', prelude.data(prelude.STUBS), noting, tail])


def _function(choices: Choices, layout: Layout, name: str, strict: bool, static: bool) -> list[Node]:
    """A function with at least one section, if its choices allow."""
    result = choices.weighted(RESULTS)
    scope = Handles(choices, layout, name, strict, result)
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
    return result.definition(choices, name, body, static)


