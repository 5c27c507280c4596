# SPDX-License-Identifier: MIT
"""How the sections of a file stand in each other."""

from __future__ import annotations

from collections.abc import Iterable

from rcl.model import Section
from rcl.rewrite.fileplan import FilePlan
from rcl.rewrite.pieces import client_tail, ways


def levels(shipped: Iterable[Section]) -> list[list[Section]]:
    """The sections by nesting: those without shipped sections inside come first."""
    sections = list(shipped)

    def level(section: Section) -> int:
        within = (s for s in beside(section, sections) if s.id in section.inner or in_tail(section, s))
        return 1 + max(map(level, within), default=-1)

    levels: list[list[Section]] = []
    for section in sections:
        at = level(section)
        levels += [[] for _ in range(at + 1 - len(levels))]
        levels[at].append(section)
    return levels


def beside(section: Section, sections: Iterable[Section]) -> list[Section]:
    """The sections of its function, itself included."""
    return [s for s in sections if s.function_span == section.function_span]


def in_tail(section: Section, other: Section) -> bool:
    """Whether another section stands in what follows a release of the section: in the client's part of it."""
    tails = (client_tail(release, way) for way in ways(section) for release in way.releases)
    return any(tail.start <= other.enter.start < tail.end for tail in tails)


def encloses(section: Section, other: Section) -> bool:
    """Whether the section's function calls the other section."""
    return other.id in section.inner


def enclosing(plan: FilePlan, section: Section) -> Section | None:
    """The innermost shipped section around a section."""
    return next((s for s in plan.shipped if encloses(s, section)), None)
