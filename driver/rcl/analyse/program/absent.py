# SPDX-License-Identifier: MIT
"""Lock calls that a build defines away: ``#define pthread_mutex_lock(m)`` in the build without threads.

They are put back as calls, so that such a build, too, says what a section captures and how it is left. What it cannot
say is which mutex is meant: the argument is kept as a text that stands for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rcl.analyse.program.pointers import Locks
from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.text import definition, parts, split
from rcl.analyse.unit.tree import Expansion, Function, Macro, Node, Unit
from rcl.lockapi import Call
from rcl.model import Op, Stub

_PREFIX = "absent:"
_NOTHING = re.compile(r"|;|\(?\(void\)[^;]*\)?|do\s*\{\s*;?\s*\}\s*while\s*\(0\)")


def are_absent(locks: Locks) -> bool:
    """Are these mutexes only named by calls that a build defines away?"""
    return bool(locks) and all(lock.group.startswith(_PREFIX) for lock in locks)


def put_back(units: Iterable[Unit], sources: Sources, calls: Mapping[str, Call]) -> list[Stub]:
    """Puts the calls back into the functions of the units that define them away; the macros that do."""
    files: dict[Macro, set[str]] = {}
    for unit in units:
        stubs = {m for name in calls.keys() & unit.macros.keys() for m in unit.macros[name] if _is_stub(sources, m)}
        for function in unit.functions if stubs else ():
            for use in [e for e in unit.expansions.get(function.file, []) if function.start <= e.start < function.end]:
                macro = definition(unit, use)
                if macro is None or macro not in stubs:
                    continue
                files.setdefault(macro, set()).add(function.file)
                if _put_back(function, use, sources(function.file).text, calls):
                    unit.expansions[function.file].remove(use)
    return [_stub(sources, macro, used) for macro, used in files.items()]


def _is_stub(sources: Sources, macro: Macro) -> bool:
    _, parameters, body = parts(sources(macro.file).part(macro.start, macro.end))
    return parameters is not None and _NOTHING.fullmatch(body) is not None


def _stub(sources: Sources, macro: Macro, files: set[str]) -> Stub:
    source = sources(macro.file)
    name, parameters, body = parts(source.part(macro.start, macro.end))
    return Stub(name, tuple(parameters or ()), body, source.span(macro.start, macro.end), tuple(sorted(files)))


def _put_back(function: Function, use: Expansion, text: str, calls: Mapping[str, Call]) -> bool:
    """Puts a call in the place of what a macro call has left of it, if that is a statement."""
    given = split(text[use.start : use.end])
    if given is None or calls[use.name].op in (Op.TRYLOCK, Op.TIMEDLOCK, Op.INIT, Op.COND_INIT):
        return False
    place = (use.start, use.end, use.start, use.end)
    called = Node("DECL_REF_EXPR", use.name, *place, [], f"c:@F@{use.name}", "function", "f")
    arguments = [Node("DECL_REF_EXPR", a, *place, [], f"{_PREFIX}{a}", "variable", "p") for a in given]
    call = Node("CALL_EXPR", use.name, *place, [called, *arguments], "", "", "o")
    behind = use.end + len(text[use.end :]) - len(text[use.end :].lstrip())
    for node in function.nodes:
        for number, kid in enumerate(node.kids if node.kind.endswith("_STMT") else ()):
            empty = kid.kind == "NULL_STMT" and kid.start == behind
            if empty or (kid.start == use.start and kid.end <= use.end):
                node.kids[number] = call
                function.changed()
                return True
    return False
