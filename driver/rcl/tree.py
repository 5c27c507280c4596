# SPDX-License-Identifier: MIT
"""The verbs for programs: a source tree whose methods do what the command line does, and print nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from rcl import apply, build, compare, diff, pipeline
from rcl.artefacts import Applied
from rcl.build import Built
from rcl.choose import Chosen
from rcl.compare import Comparison
from rcl.model import Analysis, Decision, Profile, Verdict
from rcl.pipeline import Staged
from rcl.plan import Treatment
from rcl.profile import recorder
from rcl.report import Report, records, report
from rcl.review import decisions
from rcl.review.views import View, views
from rcl.verify import AS_PLANNED, Verification, verify
from rcl.verify.trial import Trial
from rcl.workspace import Workspace


class Tree:
    """A source tree with its compile_commands.json. What a verb refuses is an RclError with its code.

    An apply or revert that was interrupted is finished first, as by the command line.
    """

    def __init__(self, root: Path | str = ".", build_dir: Path | None = None, jobs: int | None = None) -> None:
        self.workspace = Workspace.at(Path(root), build_dir, jobs)
        apply.recover(self.workspace)

    def analyse(self, fresh: bool = False) -> Analysis:
        """Its lock classes and critical sections."""
        return pipeline.analysis(self.workspace, fresh=fresh)

    def profile(self, *command: str) -> Profile:
        """What its locks cost in a run."""
        self.workspace.prepare()
        return recorder.run(command, output=self.workspace.profile, root=self.workspace.root)

    def choose(self, by_hand: Mapping[str, str] | None = None, everything: str = "") -> Chosen:
        """Chooses classes by the profile, if there is one; by name (``{"stats_lock": "rcl:0"}``); or ``everything``."""
        known = self.analyse()
        hand, _ = pipeline.chosen_before(self.workspace, known)
        hand |= pipeline.every_class(known, Treatment.parse(everything)) if everything else {}
        hand |= {name: Treatment.parse(text) for name, text in (by_hand or {}).items()}
        path = self.workspace.profile
        measured = {path: pipeline.read_profile(self.workspace, path, stale_ok=False)} if path.exists() else {}
        return pipeline.choose_classes(
            self.workspace, known, hand, measured, pipeline.calibration(self.workspace)
        )

    def rewrite(self) -> Staged:
        """The rewriting that the plan asks for; the source stays as it is."""
        return pipeline.staged(self.workspace, self.analyse())

    def apply(self, allow_dirty: bool = False) -> Applied:
        """Puts it into the tree."""
        return pipeline.apply_rewriting(self.workspace, self.rewrite(), allow_dirty)

    def revert(self, *locks: str) -> tuple[str, ...]:
        """Takes it out again, or only these classes; returns the units that stay converted."""
        if not locks:
            apply.revert(self.workspace)
            return ()
        known = self.analyse()
        return pipeline.revert_units(self.workspace, known, {diff.unit_of(known, name) for name in locks})

    def review(self) -> list[View]:
        """Every section of the rewriting: its text before and after, and where its review stands."""
        known = self.analyse()
        found = pipeline.decided(self.workspace, known)
        return views(self.workspace, known, self.rewrite(), pipeline.profile(self.workspace), found)

    def decide(self, concerned: Collection[View], verdict: Verdict, note: str = "") -> None:
        """Writes a verdict about sections into rcl-review.toml."""
        known = {decision.section: decision for decision in decisions.read(self.workspace.decisions)}
        made: dict[str, Decision] = {view.section.id: view.decision_for(verdict, note) for view in concerned}
        decisions.write(self.workspace.decisions, (known | made).values())

    def diff(self, what: str = "") -> str:
        """The rewriting as a unified diff: all of it, one class's, one section's, or one source's."""
        return diff.of(self.workspace, self.analyse(), what)

    def build(self, *command: str) -> Built:
        """Runs the tree's own build with librcl."""
        return build.build(self.workspace, command, self.workspace.root)

    def verify(
        self,
        *command: str,
        build: str = "make",
        clean: str = "make clean",
        kinds: Collection[str] = ("posix", "inline"),
        runs: int = 3,
        timeout_s: float = 600.0,
        thread_sanitizer: bool = True,
    ) -> Verification:
        """Builds and runs the original and the rewritten program in copies, and compares what they do."""
        trial = Trial(command, build, clean, (AS_PLANNED, *kinds), runs, timeout_s)
        found = verify(self.workspace, self.analyse(), self.rewrite(), trial, thread_sanitizer)
        records.keep_verification(self.workspace, found)
        return found

    def compare(self, *command: str, kinds: Collection[str] = ("posix", "rcl"), runs: int = 5) -> Comparison:
        """Runs a converted program with each kind of lock."""
        found = compare.compare(command, tuple(kinds), runs)
        records.keep_comparison(self.workspace, found)
        return found

    def report(self) -> Report:
        """What is known of the rewriting, for a pull request."""
        return report(self.workspace, self.analyse(), self.rewrite())
