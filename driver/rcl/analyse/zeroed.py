# SPDX-License-Identifier: MIT
"""Mutexes that are only zeroed: the values that variables get in that place, and those that cannot do without one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rcl.analyse.program.initialisers import ZEROS
from rcl.analyse.program.operations import DECLARES_MORE
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.text import balanced, written_out
from rcl.analyse.unit.tree import Variable
from rcl.analyse.whole import Program
from rcl.errors import Code
from rcl.model import Op, Operation, Reason

#: a word behind a variable's name, and perhaps the parenthesis behind that
_ATTRIBUTE = re.compile(r"\s*\w+(\s*\()?")
_VALUE = re.compile(r"\s*=\s*")


def missing(program: Program, variable: Variable) -> Operation | None:
    """The value that a mutex is to get which is only zeroed, perhaps in the place of one that says so; None if that is
    a macro's, or is none, or if the mutex is no variable of its own.
    """
    if variable.kind not in ("global", "local") or variable.stars or variable.array:
        return None
    source, old = program.sources(variable.file), ""
    end = _declarator_end(program, variable)
    if end is None:
        return None
    at = _declared_until(source.text, end)
    if value := _VALUE.match(only_code(source.text), at):
        at = value.end()
        old = balanced(source.text[at:])
        if not ZEROS.fullmatch(only_code(old)):
            return None
    lock_class = next(
        (c.name for c in program.names.classes
         if c.initialised is None and c.declared.file == variable.file
         and c.declared.offset == variable.where), None,
    )  # fmt: skip
    op = Op.RECURSIVE_INITIALISER if program.owners.is_recursive(variable.key) else Op.INITIALISER
    return Operation(op, source.place(at), old, program.unit_names({variable.key}), lock_class)


def _declarator_end(program: Program, variable: Variable) -> int | None:
    """Where the name of a variable ends, or the macro call that makes it; None if that makes more."""
    file, where, sources = variable.file, variable.where, program.sources
    calls = ((unit, unit.expansion_at(file, where)) for unit in program.units if file in unit.files)
    unit, made = next((one for one in calls if one[1]), (None, None))
    if unit is None or made is None:
        return where + len(variable.name)
    types = {name for at, offset, name in variable.type_refs if at == file and made.start <= offset < made.end}
    given = sources(file).part(made.start, made.end)
    texts = [written_out(unit, sources, made, given, name) for name in types]
    zeroed = [v for v in program.names.zeroed if (v.file, v.where) == (file, where)]
    declares = len(zeroed) == 1 and all(text is not None and not DECLARES_MORE.search(text) for text in texts)
    return made.end if declares and sources(file).text[made.end :].lstrip()[:1] in tuple(";,=") else None


def _declared_until(text: str, at: int) -> int:
    """Where a variable's declarator ends: behind its name, which ends at a place, and its attributes."""
    code, end = only_code(text[at:]), 0
    while word := _ATTRIBUTE.match(code, end):
        end = word.end() + (len(balanced(code[word.end() - 1 :])) - 1 if word[1] else 0)
    return at + end if re.match(r"\s*[,;=]", code[end:]) else at


def not_initialised(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units with a recursive mutex that may be memory of zeros, which the runtime takes for a plain one."""
    recursive = [v for v in program.names.mutexes if program.owners.is_recursive(v.key)]
    if not recursive:
        return
    zeroed = {v.key for v in program.names.zeroed if missing(program, v) is None}
    held = dict(_static(program))
    for mutex in recursive:
        at = mutex if mutex.key in zeroed else held.get(mutex.key)
        if at is not None:
            place = program.sources(at.file).place(at.where)
            for name in program.unit_names({mutex.key}):
                yield name, Code.NOT_INITIALISED.reason(place, lock=name)


def _static(program: Program) -> Iterator[tuple[str, Variable]]:
    """The mutexes in structures that are variables of static storage, each with that."""
    for variable in program.pointers.variables.values():
        lasting = variable.kind == "global" or (variable.kind == "local" and variable.static)
        if lasting and not variable.stars and not variable.api:
            yield from ((key, variable) for _, key in program.pointers.records.locks(variable.record))
