# SPDX-License-Identifier: MIT
"""The variables that a section names only in code which no build of it compiles: a build that does must have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from rcl.analyse.section.found import Found
from rcl.analyse.unit.brackets import NAME, only_code, without_directives
from rcl.analyse.unit.text import conditions_at
from rcl.analyse.unit.tree import Variable
from rcl.analyse.unit.written import UNSEEN, declares
from rcl.analyse.whole import Program
from rcl.model import Capture, Direction, Place


def warnings(program: Program, group: Sequence[Found], captures: dict[str, Capture]) -> tuple[str, ...]:
    """What a build that compiles more of a section misses there."""
    home, names = group[0].home, {capture.name for capture in captures.values()}
    if home is None:
        return ()
    own = {capture.name for capture in captures.values() if capture.direction is Direction.SECTION_LOCAL}
    refs = [ref for ref in group[0].unseen_names if all(ref in one.unseen_names for one in group)]
    named = {home.locals[ref].name: group[0].unseen_names[ref] for ref in refs if ref not in captures}
    found = {**dict(_declared_unseen(program, group, own)), **{n: at for n, at in named.items() if n not in own}}
    return tuple(f"{place}: {name} is not handed to the section, {UNSEEN}"
                 for name, place in found.items() if name not in names - own)  # fmt: skip


def _declared_unseen(program: Program, group: Sequence[Found], own: Set[str]) -> Iterator[tuple[str, Place]]:
    """The variables of a function that only what no build compiles declares, before a section that names them so; and
    those of the section's ``own`` that another branch of an #if declares otherwise there.
    """
    home, region = group[0].home, group[0].region
    if home is None or region is None:
        return
    source, first = program.sources(home.file), home.start
    parts = [(start, end) for start, end in _left_out(program, group) if first < start and end <= region.end]
    before = [part for part in parts if part[0] < region.start]
    if not before:
        return
    code = only_code(source.text[first : region.end])
    declaring = {start: code[start - first : end - first] for start, end in before}
    for variable in home.locals.values():
        if variable.name in own and conditions_at(code, 0, variable.where - first):
            yield from ((variable.name, source.place(at)) for at in _declared_otherwise(variable, declaring))
    known = {variable.name for variable in home.locals.values()}
    for start, end in (part for part in parts if region.contains(part[0])):
        words = without_directives(code[start - first : end - first])  # whose words are no variables
        for word in NAME.finditer(words):
            name = word[0]
            if name not in known and declares("\n".join(declaring.values()), name) and not declares(words, name):
                yield name, source.place(start + word.start())


def _declared_otherwise(variable: Variable, declaring: Mapping[int, str]) -> Iterator[int]:
    """Where such code names a variable first, which it declares with another type, or with a value."""
    said = re.findall(r"\w+|\S", f"{variable.type} {variable.name}")
    alike = re.compile(r"\s*".join([r"\b", *map(re.escape, said), "[;,]"]))
    for start, code in declaring.items():
        if declares(code, variable.name) and not alike.search(code):
            yield next(start + word.start() for word in NAME.finditer(code) if word[0] == variable.name)


def _left_out(program: Program, group: Sequence[Found]) -> list[tuple[int, int]]:
    """The parts of a function's file that none of its builds compiles."""
    units = [program.layout(found.home).unit for found in group if found.home]
    parts, *others = [unit.skipped.get(group[0].enter_token.file, []) for unit in units]
    for other in others:
        both = ((max(a, c), min(b, d)) for a, b in parts for c, d in other)
        parts = [(start, end) for start, end in both if start < end]
    return parts
