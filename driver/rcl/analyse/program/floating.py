# SPDX-License-Identifier: MIT
"""Arithmetic with floating-point numbers: each thread has its own way to round, and notes what was inexact or wrong.

That matters in programs that set the one for a thread, or ask for the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from rcl.analyse.unit.tree import Function, Node

#: what sets how a thread computes, or asks for what came up
_ASKING = frozenset({
    "fesetround", "fesetenv", "feupdateenv", "feholdexcept", "fesetmode", "feenableexcept", "fedisableexcept",
    "feclearexcept", "feraiseexcept", "fetestexcept", "fegetexceptflag", "fesetexceptflag", "fetestexceptflag",
    "fesetexcept", "_mm_setcsr", "_mm_getcsr", "__builtin_ia32_ldmxcsr", "__builtin_ia32_stmxcsr",
})  # fmt: skip


def matters(named: AbstractSet[str], functions: Iterable[Function]) -> bool:
    """Does a program, whose functions name these, set how a thread computes, or ask for what came up?"""
    return not _ASKING.isdisjoint(named) or any(n.name == "mode" for f in functions for n in f.of_kinds("ASM_STMT"))


def computes(function: Function, inside: Callable[[int], bool] = lambda _: True) -> Node | None:
    """The first floating-point number of a function, or of a part of it; None if there is none."""
    numbers = (n for n in function.nodes if n.type == "d" or n.kind == "FLOATING_LITERAL")
    return next((n for n in numbers if inside(n.start)), None)
