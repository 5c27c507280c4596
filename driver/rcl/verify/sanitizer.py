# SPDX-License-Identifier: MIT
"""What the thread sanitizer says of a program before and after its rewriting, with the locks taken in place."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rcl.errors import RclError
from rcl.model import Section
from rcl.verify import copies
from rcl.verify.observe import observe
from rcl.verify.trial import Trial
from rcl.workspace import Workspace

FLAGS = ("-fsanitize=thread", "-g")

#: SUMMARY: ThreadSanitizer: data race thread.c:12:3 in hit
_SUMMARY = re.compile(r"^SUMMARY: ThreadSanitizer: ([^/\n]+?) (/[^\n]+?|\S+?)(?::\d+)* in (\w+)", re.MULTILINE)
#: Location is global 'hits' of size 8 at ...
_GLOBAL = re.compile(r"^  Location is global '(\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Sanitized:
    """Reports by what, variable, function and file; ``new`` are those that the original does not have.

    ``skipped`` says why nothing was tried, if so.
    """

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    skipped: str = ""

    @property
    def new(self) -> tuple[str, ...]:
        """The reports that came with the rewriting."""
        return tuple(report for report in self.after if report not in self.before)


def compare(before: Workspace, after: Workspace, sections: Iterable[Section], trial: Trial) -> Sanitized:
    """Builds and runs both copies anew. A section's function counts as the one that it was in."""
    homes = {section.name: section.function for section in sections}
    again = f"{{ {trial.clean}; }} >&2 && {trial.build}"
    try:
        copies.build(before, again, FLAGS)
    except RclError as error:
        return Sanitized(skipped=f"the original cannot be built with {FLAGS[0]}: {error.sentence}")
    copies.build(after, again, FLAGS)
    return Sanitized(_reports(before, homes, trial), _reports(after, homes, trial))


def _reports(tree: Workspace, homes: Mapping[str, str], trial: Trial) -> tuple[str, ...]:
    """The distinct reports of one run."""
    with tempfile.TemporaryDirectory(prefix="rcl-") as folder:
        options = f"exitcode=0 log_path={folder}/log {os.environ.get('TSAN_OPTIONS', '')}"
        observe(trial.command, tree.root, {"TSAN_OPTIONS": options, "RCL_LOCKS": "*=inline"}, trial.timeout_s)
        logs = [log.read_text(errors="replace") for log in Path(folder).iterdir()]
    found = {_report(text, homes) for log in logs for text in log.split("==================")}
    return tuple(sorted(found - {""}))


def _report(text: str, homes: Mapping[str, str]) -> str:
    """``data race of hits in hit, thread.c``; nothing if it is no report."""
    summary = _SUMMARY.search(text)
    if summary is None:
        return ""
    what, file, function = summary.groups()
    place = _GLOBAL.search(text)
    return f"{what}{f' of {place[1]}' if place else ''} in {homes.get(function, function)}, {Path(file).name}"
