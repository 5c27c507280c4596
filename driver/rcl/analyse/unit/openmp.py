# SPDX-License-Identifier: MIT
"""What OpenMP's pragmas say, which clang is not asked: what they are about would be hidden in its tree."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import in_bodies
from rcl.compdb import OPENMP

_PRAGMA = re.compile(r"#\s*pragma\s+omp\b|\b_Pragma\b")
_THREADPRIVATE = re.compile(rb"#\s*pragma\s+omp\s+threadprivate\s*\(([^)]*)\)")


def parallel(layout: Layout) -> str:
    """OpenMP, where pragmas may have other threads run parts of a function, with variables of their own; else ""."""
    function = layout.function
    if OPENMP not in layout.unit.flags:
        return ""
    inside = (e for e in layout.unit.expansions.get(function.file, []) if function.start <= e.start < function.end)
    written = _PRAGMA.search(layout.source.text, function.start, function.end)
    made = written or any(in_bodies(layout.unit, layout.sources, e, "_Pragma") for e in inside)
    return "OpenMP" if made else ""


def is_parallel(function: bytes) -> bool:
    """Does a function's text have such a pragma?"""
    return _PRAGMA.search(function.decode("latin-1")) is not None


def of_threads(texts: Iterable[bytes]) -> frozenset[str]:
    """The names of the variables of which each thread has its own."""
    lists = (match[1].decode("latin-1") for text in texts for match in _THREADPRIVATE.finditer(text))
    return frozenset(name.strip() for names in lists for name in names.split(","))
