# SPDX-License-Identifier: MIT
"""What follows from a function's code alone, and is asked of all functions of a program in each run: it is worked out
where a file is parsed, and kept with the function.
"""

from __future__ import annotations

from collections.abc import Iterable

from rcl.analyse.unit import frames
from rcl.analyse.unit.cleanup import PUSH
from rcl.analyse.unit.loops import loops, memory
from rcl.analyse.unit.tree import Function, Node, Traits, arguments, callee, of_thread, operands, undecorated

#: the kinds of nodes that name functions, and of those around them that matter
_NAMING = ("CALL_EXPR", "VAR_DECL", "CSTYLE_CAST_EXPR", "DECL_REF_EXPR")


def traits(function: Function) -> Traits:
    """The traits of a function, as it is now."""
    if function.traits is None:
        waiting = any(loop.awaited(memory) is not None for loop in loops(function))
        frame = frames.asked(function) is not None
        function.traits = Traits(_thread_locals(function), frame, waiting, _taken(function))
    return function.traits


def _thread_locals(function: Function) -> tuple[str, ...]:
    nodes = [*function.of_kinds("DECL_REF_EXPR", "VAR_DECL"), *function.calls]
    undone = function.undone
    return tuple(sorted({name for name, _ in of_thread(function, [n for n in nodes if id(n) not in undone])}))


def _taken(function: Function) -> tuple[tuple[str, str, str], ...]:
    return tuple(sorted(set(taken(function.of_kinds(*_NAMING)))))


def taken(nodes: Iterable[Node]) -> list[tuple[str, str, str]]:
    """The functions that some nodes name, but for those that are called, or handed to pthread_cleanup_push: each with
    the variable that is declared with it, and the key of the type that it is cast to, or "".
    """
    known: set[int] = set()
    declared: dict[int, str] = {}
    cast: dict[int, str] = {}
    named = []
    for node in nodes:
        if node.op == "function":
            named.append(node)
        elif node.kind == "CALL_EXPR":
            known.add(id(callee(node)))
            known |= {id(undecorated(given)) for given in arguments(node)[:1] if callee(node).name == PUSH}
        elif node.kind == "VAR_DECL":
            declared |= {id(undecorated(value)): node.ref for value in operands(node)}
        elif node.kind == "CSTYLE_CAST_EXPR" and node.kids and node.kids[0].kind == "TYPE_REF":
            cast |= {id(undecorated(value)): node.kids[0].ref for value in operands(node)}
    own = (node for node in named if id(node) not in known)
    return [(node.ref, declared.get(id(node), ""), cast.get(id(node), "")) for node in own]
