# SPDX-License-Identifier: MIT
"""Whether all uses of a macro that holds a section are known: what they hand over becomes one function's parameters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from rcl.analyse.section.found import Found
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.region import Source
from rcl.analyse.unit.tree import Unit
from rcl.analyse.whole import Program

#: the line of a directive that defines a macro, or asks whether one is defined
_DEFINES = re.compile(r"[ \t]*#[ \t]*(?:define[ \t]+|(?:undef|ifn?def|(?:el)?if)\b.*)")


def are_all(program: Program, group: list[Found]) -> bool:
    """Is there a section for each place that names the macro, in each build of it?"""
    builds: dict[tuple[str, int], set[int]] = defaultdict(set)
    for found in group:
        if found.use is not None:
            builds[found.use.file, found.use.offset].add(id(found.home))
    macro, units = group[0].macro, list(_defining(program, group[0]))
    if any(len(unit.macros[macro]) > 1 for unit in units):
        return False
    sources = [program.sources(file) for file in {file for unit in units for file in unit.files}]
    sources += program.other_sources
    named = {place for source in sources for place in _named(source, macro)}
    return named == builds.keys() and all(program.builds_of(*place) == len(homes) for place, homes in builds.items())


def _defining(program: Program, found: Found) -> Iterator[Unit]:
    """The units that know the macro."""
    span = found.in_macro
    for unit in program.units:
        macros = unit.macros.get(found.macro, ())
        if span is not None and any((m.file, m.start) == (span.file, span.start) for m in macros):
            yield unit


def _named(source: Source, macro: str) -> Iterator[tuple[str, int]]:
    """Where a file names the macro, but for its definitions, and where those are asked for."""
    code = only_code(source.text) if macro in source.text else ""
    for word in re.finditer(rf"\b{macro}\b", code):
        if not _DEFINES.fullmatch(code, code.rfind("\n", 0, word.start()) + 1, word.start()):
            yield source.file, word.start()
