# SPDX-License-Identifier: MIT
"""What a pull request should say of a rewriting: what was changed and why, how it was checked, what it gained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rcl import artefacts, doctor, pipeline
from rcl.model import Analysis, Section, State
from rcl.pipeline import Staged
from rcl.plan import Treatment
from rcl.report import records
from rcl.report.records import CompareRecord, VerifyRecord
from rcl.review.views import tally, views
from rcl.workspace import Workspace, lines_of, read_bytes, sha256


@dataclass(frozen=True)
class ClassRow:
    """A converted lock class. ``figures`` and ``why`` are the profile's and the plan's words."""

    name: str
    kind: str
    declared: str
    shipped: int
    leased: int
    figures: str
    why: str


@dataclass(frozen=True)
class Report:
    """Everything that the report says. ``review`` counts sections by where their review stands.

    ``leased`` counts the sections that stay in place by the code of the reason, ``partly`` those moved that keep the
    lock on some way out; ``plan`` and ``patch`` are hashes.
    """

    name: str
    classes: tuple[ClassRow, ...]
    sections: int
    partly: int
    leased: dict[str, int]
    files: tuple[str, ...]
    added: int
    removed: int
    review: dict[str, int]
    profiled: tuple[str, ...]
    verification: VerifyRecord | None
    comparison: CompareRecord | None
    tools: dict[str, str]
    plan: str
    patch: str

    @property
    def shipped(self) -> int:
        """How many sections were moved."""
        return self.sections - sum(self.leased.values())


artefacts.SCHEMAS[Report] = ("rcl-report-1", "rcl report")


def report(workspace: Workspace, known: Analysis, made: Staged) -> Report:
    """Gathers what is known of a tree's rewriting."""
    profile = pipeline.profile(workspace)
    shown = views(workspace, known, made, None, pipeline.decided(workspace, known))
    changes = [line for line in lines_of(made.patch) if line[:1] in "+-" and not line.startswith(("+++ ", "--- "))]
    return Report(
        name=workspace.root.name,
        classes=_classes(workspace, known, made.sections),
        sections=len(made.sections),
        partly=sum(section.partly for section in made.sections),
        leased=dict(Counter(s.reason.code for s in made.sections if s.reason is not None)),
        files=tuple(sorted(made.files)),
        added=sum(line[0] == "+" for line in changes),
        removed=sum(line[0] == "-" for line in changes),
        review={standing.value: number for standing, number in tally(shown).items() if number},
        profiled=profile.command if profile else (),
        verification=records.verification(workspace),
        comparison=records.comparison(workspace),
        tools={check.name: check.detail for check in doctor.tools()},
        plan=sha256(read_bytes(workspace.plan))[:12],
        patch=records.patch_hash(workspace),
    )


def _classes(workspace: Workspace, known: Analysis, sections: Sequence[Section]) -> tuple[ClassRow, ...]:
    figures = pipeline.figures_of_plan(workspace, known)
    states = Counter((section.unit, section.state) for section in sections)
    by_name = {lock.name: lock for lock in known.classes}
    rows = []
    for choice in pipeline.current_plan(workspace, known).choices:
        lock = by_name.get(choice.name)
        if not choice.convert or lock is None:
            continue
        said = str(figures[choice.name]) if choice.name in figures else "not profiled"
        counts = (states[lock.unit, State.SHIPPED], states[lock.unit, State.LEASED])
        rows.append(ClassRow(choice.name, str(Treatment.of(choice)), str(lock.declared), *counts, said, choice.reason))
    return tuple(rows)
