# SPDX-License-Identifier: MIT
"""How the sections of a file stand in each other."""

from __future__ import annotations

from collections.abc import Iterable

from rcl.model import Section, Span
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
    return stands_in(other, client_tails(section))


def client_tails(section: Section) -> list[Span]:
    """What follows the releases of a section, on its client's side."""
    return [client_tail(release, way) for way in ways(section) for release in way.releases]


def stands_in(section: Section, spans: Iterable[Span]) -> bool:
    """Whether a section begins in one of some spans."""
    return any(span.start <= section.enter.start < span.end for span in spans)


def encloses(section: Section, other: Section) -> bool:
    """Whether the section's function calls the other section."""
    return other.id in section.inner


def enclosing(plan: FilePlan, section: Section) -> Section | None:
    """The innermost shipped section around a section."""
    return next((s for s in plan.shipped if encloses(s, section)), None)
