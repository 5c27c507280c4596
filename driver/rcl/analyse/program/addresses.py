# SPDX-License-Identifier: MIT
"""Which functions a program uses by their address: a call through a pointer may reach those of its type.

Two uses lead to known calls alone and do not count. A handler that pthread_cleanup_push gets is called where its pop
stands (cleanup.py), and a local variable that is set where it is declared and only called afterwards means the
function that stands there; the C library's macros have one where their pair cannot be taken apart.
"""

from __future__ import annotations

from rcl.analyse.unit.cleanup import PUSH
from rcl.analyse.unit.tree import Function, Node, Unit, arguments, callee, is_zero, operands, undecorated

#: the kinds of nodes that name functions, and of those around them that matter
_KINDS = ("CALL_EXPR", "VAR_DECL", "DECL_REF_EXPR", "FUNCTION_DECL")


def used(units: list[Unit]) -> tuple[set[str], dict[str, set[str]]]:
    """The functions whose address is used, and by their keys the local variables that are only called: what they hold.

    Several functions may have a variable of the same key: what a macro declares.
    """
    bodies = [f for u in units for f in u.functions]
    held = _declared(bodies)
    handed = {key for f in bodies for key in f.parameters}.union(*map(_handed, bodies)) if held else set()
    held = {key: functions for key, functions in held.items() if key not in handed}
    taken = {key for f in bodies for key in _taken(list(f.of_kinds(*_KINDS)), held)}
    listed = [list(value.walk()) for u in units for value in u.initialisers.values()]
    return taken.union(*(_taken(nodes, held) for nodes in listed)), held


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


def _taken(nodes: list[Node], held: dict[str, set[str]]) -> set[str]:
    """The functions whose address leads further than to a known call."""
    known = set()
    for node in nodes:
        if node.kind == "CALL_EXPR":
            known.add(id(callee(node)))
            known |= {id(undecorated(given)) for given in arguments(node)[:1] if callee(node).name == PUSH}
        elif node.kind == "VAR_DECL" and node.ref in held:
            known |= {id(undecorated(value)) for value in operands(node)}
    return {node.ref for node in nodes if node.op == "function" and id(node) not in known}
