# SPDX-License-Identifier: MIT
"""What a unit says of each of its files but for the functions, apart from the rest: of a header many say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from rcl.analyse.unit.tree import Expansion, Macro, Prototype, Unit, Variable

T = TypeVar("T")
#: for each list of a unit's that goes through all files: those that its members are of, and how many next to each other
Order = list[list[tuple[str, int]]]


@dataclass(frozen=True)
class Declared:
    """What a unit says of one file, each in the unit's order."""

    prototypes: list[Prototype]
    variables: list[Variable]
    typedefs: list[Variable]
    macros: list[Macro]
    expansions: list[Expansion]
    skipped: list[tuple[int, int]]


#: what goes through all files
_Member = Prototype | Variable | Macro


def apart(unit: Unit) -> tuple[dict[str, Declared], Order]:
    """What the unit says of its files, and how it is put together again."""
    macros = [macro for known in unit.macros.values() for macro in known]
    lists: list[Sequence[_Member]] = [unit.prototypes, [*unit.variables.values()], unit.typedefs, macros]
    order = [[(file, len([*run])) for file, run in groupby(members, _file)] for members in lists]
    files = dict.fromkeys([*unit.expansions, *unit.skipped, *(file for runs in order for file, _ in runs)])
    said = {f: Declared([], [], [], [], unit.expansions.get(f, []), unit.skipped.get(f, [])) for f in files}
    for prototype in unit.prototypes:
        said[prototype.file].prototypes.append(prototype)
    for variable in unit.variables.values():
        said[variable.file].variables.append(variable)
    for typedef in unit.typedefs:
        said[typedef.file].typedefs.append(typedef)
    for macro in macros:
        said[macro.file].macros.append(macro)
    return said, order


def _file(member: _Member) -> str:
    return member.file


def put_together(unit: Unit, files: Mapping[str, Declared], order: Order) -> None:
    """Gives a unit what it says of its files, which other units may have, too."""
    prototypes, variables, typedefs, macros = order
    unit.prototypes = _listed(files, prototypes, lambda said: said.prototypes)
    unit.variables = {v.key: v for v in _listed(files, variables, lambda said: said.variables)}
    unit.typedefs = _listed(files, typedefs, lambda said: said.typedefs)
    for macro in _listed(files, macros, lambda said: said.macros):
        if macro.name in unit.macros:
            unit.macros[macro.name].append(macro)
        else:  # a list that begins with its only member is smaller than one that gets it
            unit.macros[macro.name] = [macro]
    unit.expansions = {file: [*said.expansions] for file, said in files.items() if said.expansions}
    unit.skipped = {file: said.skipped for file, said in files.items() if said.skipped}


def _listed(
    files: Mapping[str, Declared], runs: Sequence[tuple[str, int]], of_file: Callable[[Declared], list[T]]
) -> list[T]:
    """The members of a list in their order, from those of each file."""
    found: list[T] = []
    begins = dict.fromkeys(files, 0)
    for file, count in runs:
        begin = begins[file]
        found += of_file(files[file])[begin : begin + count]
        begins[file] = begin + count
    return found
