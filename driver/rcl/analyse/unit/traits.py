# SPDX-License-Identifier: MIT
"""What follows from a function's code alone, and is asked of all functions of a program in each run: it is worked out
where a file is parsed, and kept with the function.
"""

from __future__ import annotations

from rcl.analyse.unit import frames
from rcl.analyse.unit.loops import loops
from rcl.analyse.unit.tree import Function, Traits, of_thread


def traits(function: Function) -> Traits:
    """The traits of a function, as it is now."""
    if function.traits is None:
        waiting = any(loop.deciding is not None for loop in loops(function))
        function.traits = Traits(_thread_locals(function), frames.asked(function) is not None, waiting)
    return function.traits


def _thread_locals(function: Function) -> tuple[str, ...]:
    nodes = [*function.of_kinds("DECL_REF_EXPR", "VAR_DECL"), *function.calls]
    only_named = {id(n) for n in function.only_named}
    return tuple(sorted({name for name, _ in of_thread(function, [n for n in nodes if id(n) not in only_named])}))
