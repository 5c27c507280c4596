# SPDX-License-Identifier: MIT
"""Places in source files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Place:
    """A token in a source file. ``column`` and ``offset`` are 0 where only the line is known."""

    file: str
    line: int
    column: int = 0
    offset: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def order(self) -> tuple[str, int, int, int]:
        """What thousands of places are sorted by as they would be themselves: tuples are compared without a call."""
        return self.file, self.line, self.column, self.offset


@dataclass(frozen=True, order=True)
class Span:
    """The bytes ``start`` to ``end`` (exclusive) of a file, and the lines that they stand on."""

    file: str
    start: int
    end: int
    line: int
    end_line: int


def is_outside(file: str) -> bool:
    """Is it a file outside of the tree? Those of the tree are known by relative names."""
    return file.startswith("/")
