# SPDX-License-Identifier: MIT
"""The Test Anything Protocol, read out of whatever else a test program prints."""

from __future__ import annotations

import re
from dataclasses import dataclass

LINE = re.compile(r"(not )?ok\b(?:[ \t]+(\d+))?(?:[ \t]+(.*))?")
PLAN = re.compile(r"1\.\.(\d+)(?:[ \t]*#[ \t]*(.*))?")
DIRECTIVE = re.compile(r"#[ \t]*(SKIP|TODO)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Tap:
    """What a test program said: how many tests passed and were skipped, which failed, and what it had planned."""

    passed: int
    skipped: int
    failed: tuple[str, ...]
    planned: int | None
    bailed_out: bool

    @property
    def ran(self) -> int:
        """How many tests reported."""
        return self.passed + self.skipped + len(self.failed)


def parse(output: str) -> Tap:
    """Count the tests in an output. A failing test that is marked TODO passes; a line that is not TAP is noise."""
    passed = skipped = 0
    failed: list[str] = []
    planned: int | None = None
    for line in output.splitlines():
        if plan := PLAN.fullmatch(line.rstrip()):
            planned = int(plan[1])
        elif test := LINE.fullmatch(line.rstrip()):
            directive = DIRECTIVE.search(test[3] or "")
            if directive and directive[1].upper() == "SKIP":
                skipped += 1
            elif test[1] and not directive:
                number = test[2] or str(passed + skipped + len(failed) + 1)
                failed.append(f"{number} {(test[3] or '').removeprefix('- ')}".strip())
            else:
                passed += 1
    bailed_out = bool(re.search(r"^Bail out!", output, re.MULTILINE))
    return Tap(passed, skipped, tuple(failed), planned, bailed_out)
