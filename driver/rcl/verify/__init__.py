# SPDX-License-Identifier: MIT
"""Does the rewritten program do what the original does? Both are built in copies of the tree, run, and compared.

What the original's own runs disagree about (a time in its output, say) cannot be compared, and is said to vary. With
the thread sanitizer both are built once more; a report that the original does not have counts as a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rcl.model import Analysis, State
from rcl.pipeline import Staged
from rcl.verify import copies, sanitizer
from rcl.verify.observe import ASPECTS, Observation, difference, observe
from rcl.verify.sanitizer import Sanitized
from rcl.verify.trial import Trial
from rcl.workspace import Progress, Workspace, quiet

#: the kinds that the header says, instead of one for all classes
AS_PLANNED = "as planned"


@dataclass(frozen=True)
class Finding:
    """One aspect of the runs with one kind of lock: ``same``, ``varies`` (in the original, too) or ``differs``."""

    aspect: str
    verdict: str
    detail: str = ""


@dataclass(frozen=True)
class KindResult:
    """What came of all runs with one kind of lock."""

    kind: str
    findings: tuple[Finding, ...]

    @property
    def differs(self) -> bool:
        """Does the rewritten program do anything else?"""
        return any(finding.verdict == "differs" for finding in self.findings)


@dataclass(frozen=True)
class Verification:
    """What was tried, and what came of it. ``sanitized`` is None where it was not asked for."""

    command: tuple[str, ...]
    runs: int
    shipped: int
    results: tuple[KindResult, ...]
    sanitized: Sanitized | None

    @property
    def differs(self) -> bool:
        """Is anything otherwise than before?"""
        return any(result.differs for result in self.results) or bool(self.sanitized and self.sanitized.new)


def verify(
    workspace: Workspace,
    known: Analysis,
    made: Staged,
    trial: Trial,
    thread_sanitizer: bool,
    progress: Progress = quiet,
) -> Verification:
    """Builds both programs, runs both, compares. COMMAND_FAILED if one cannot be built."""
    steps = 2 + trial.runs * (1 + len(trial.kinds)) + 2 * thread_sanitizer
    done = 0

    def step(what: str) -> None:
        nonlocal done
        progress(done, steps, what)
        done += 1

    step("building the original")
    before = copies.original(workspace, known, made)
    copies.build_changed(workspace, before, made, trial.build, copies.ANY)
    step("building the rewritten one")
    after = copies.rewritten(workspace, known, made)
    copies.build_changed(workspace, after, made, trial.build, copies.CONVERTED)

    def runs(tree: Workspace, kind: str) -> list[Observation]:
        found = []
        for turn in range(trial.runs):
            step(f"{kind}, run {turn + 1} of {trial.runs}")
            found.append(observe(trial.command, tree.root, _locks(kind), trial.timeout_s))
        return found

    reference = runs(before, "original")
    results = tuple(KindResult(kind, _findings(reference, runs(after, kind))) for kind in trial.kinds)
    sanitized = None
    if thread_sanitizer:
        step("thread sanitizer")
        sanitized = sanitizer.compare(before, after, made.sections, trial)
    progress(steps, steps, "done")
    shipped = sum(section.state is State.SHIPPED for section in made.sections)
    return Verification(trial.command, trial.runs, shipped, results, sanitized)


def _locks(kind: str) -> dict[str, str]:
    return {} if kind in (AS_PLANNED, "original") else {"RCL_LOCKS": f"*={kind}"}


def _findings(before: Sequence[Observation], after: Sequence[Observation]) -> tuple[Finding, ...]:
    return tuple(_finding(aspect, before, after) for aspect in ASPECTS)


def _finding(aspect: str, before: Sequence[Observation], after: Sequence[Observation]) -> Finding:
    """How the original ends is always compared, with any of its runs; all else where they agree."""
    known = [getattr(run, aspect) for run in before]
    strange = [getattr(run, aspect) for run in after if getattr(run, aspect) not in known]
    if not strange:
        return Finding(aspect, "same")
    if aspect != "status" and any(value != known[0] for value in known):
        return Finding(aspect, "varies", "the original's own runs differ")
    return Finding(aspect, "differs", difference(known[0], strange[0]))
