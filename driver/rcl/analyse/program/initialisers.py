# SPDX-License-Identifier: MIT
"""What the list of an initialiser or compound literal gives to fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rcl.analyse.program.records import Records
from rcl.analyse.unit.fields import entry
from rcl.analyse.unit.tree import Node, Variable, strip

#: a list of zeros, for parts of structures that it may name
ZEROS = re.compile(r"\{(?:[{}0,\s]|\bNULL\b|\.\w+\s*=)*")


def owner_of(declared: str) -> str:
    """The name of a structure by the type of a variable, or of an array of such."""
    return (declared.partition("[")[0].split() or [""])[-1]


def type_of(literal: Node) -> Node:
    """The name of a compound literal's type; the literal itself if it has none."""
    return next((n for n in literal.kids if n.kind == "TYPE_REF"), literal)


def listed(value: Node) -> Iterator[tuple[str, Node]]:
    """The values in a list, and in those inside of it: for each the field that it names, or "", and the value."""
    for node in value.kids:
        fields, given = entry(node)
        given = strip(given)
        if given.kind == "INIT_LIST_EXPR":
            yield from listed(given)
        else:
            yield fields[-1] if fields else "", given


def locks_in(
    records: Records, record: str, arrays: int, value: Node, at: int | None = None
) -> Iterator[tuple[Node, Variable]]:
    """What a list gives each lock, and each pointer, of a structure, or of ``arrays`` of such, as far as that is known.

    With a place only what stands there.
    """
    fields = sorted(records.fields.get(record, ()), key=lambda field: field.offset)
    number = 0
    for node in value.kids if value.kind == "INIT_LIST_EXPR" else ():
        named, given = entry(node)
        given = strip(given)
        wanted = at is None or given.start <= at < given.end
        if arrays:
            if wanted:
                yield from locks_in(records, record, arrays - 1, given, at)
            continue
        number = next((i for i, f in enumerate(fields) if named and f.key == named[-1]), number)
        field = fields[number] if number < len(fields) else None
        if field is None or field.united or field.inner or _flat(field, given):
            return
        if wanted and (field.api or field.stars):
            yield given, field
        elif wanted:
            yield from locks_in(records, field.record, field.type.count("["), given, at)
        number += 1


def field_at(records: Records, record: str, arrays: int, value: Node, at: int) -> str:
    """The lock of a structure, or of ``arrays`` of such, that gets what begins there in a list; "" if nobody knows."""
    found = locks_in(records, record, arrays, value, at)
    return next((field.key for given, field in found if given.start == at), "")


def _flat(field: Variable, given: Node) -> bool:
    """Do the values of a structure or array stand without braces of their own?"""
    whole = field.elements or field.array or (field.record and not field.stars)
    return bool(whole) and given.kind not in ("INIT_LIST_EXPR", "STRING_LITERAL")
