# SPDX-License-Identifier: MIT
"""Which functions a program uses by their address: a call through a pointer may reach those of its type, and those that
are cast to it.

Two uses lead to known calls alone and do not count. A handler that pthread_cleanup_push gets is called where its pop
stands (cleanup.py), and a local variable that is set where it is declared and only called afterwards means the
function that stands there; the C library's macros have one where their pair cannot be taken apart.
"""

from __future__ import annotations

from rcl.analyse.unit.traits import taken, traits
from rcl.analyse.unit.tree import Function, Unit, callee, is_zero, operands, undecorated


def used(units: list[Unit]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The functions whose address is used, with the keys of the types that they are cast to, and by their keys the
    local variables that are only called: what they hold.

    Several functions may have a variable of the same key: what a macro declares.
    """
    bodies = [f for u in units for f in u.functions]
    named = [one for f in bodies for one in traits(f).taken]
    named += [one for u in units for value in u.initialisers.values() for one in taken(value.walk())]
    held = _declared(bodies) if any(variable for _, variable, _ in named) else {}
    handed = {key for f in bodies for key in f.parameters}.union(*map(_handed, bodies)) if held else set()
    held = {key: functions for key, functions in held.items() if key not in handed}
    found: dict[str, set[str]] = {}
    for function, variable, typed in named:
        if variable not in held:
            found.setdefault(function, set()).update({typed} - {""})
    return found, held


def _declared(bodies: list[Function]) -> dict[str, set[str]]:
    """The local variables whose declarations set them to functions."""
    held: dict[str, set[str]] = {}
    others = set()
    for node in (n for f in bodies for n in f.of_kinds("VAR_DECL")):
        for value in operands(node):
            if undecorated(value).op == "function":
                held.setdefault(node.ref, set()).add(undecorated(value).ref)
            elif not is_zero(value):
                others.add(node.ref)
    return {key: functions for key, functions in held.items() if key not in others}


def _handed(function: Function) -> set[str]:
    """The variables that are not only called."""
    called = {id(callee(call)) for call in function.calls}
    return {n.ref for n in function.of_kinds("DECL_REF_EXPR") if n.op != "function" and id(n) not in called}
