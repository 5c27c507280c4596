# SPDX-License-Identifier: MIT
"""docs/refusals.md, written from the enum of refusals."""

from __future__ import annotations

from rcl.errors import Code

_HEAD = """\
# Refusals

Everything that rcl can refuse: its code, what it says, and the way out. `rcl explain CODE` prints an entry.
This page is written by `python -m rcl.refusals_doc > docs/refusals.md`.

Exit statuses: 0 done, 1 a bug in rcl, 2 bad usage or bad input, 3 refused, 4 a comparison differs, 130 interrupted.
"""

_CHAPTERS = (
    (1, 39, "Sections that stay where they are",
     "The lock class is converted all the same; only these sections run in place, under a lease."),
    (40, 49, "Lock classes that cannot be converted",
     "Every mutex of the class stays a pthread mutex."),
    (50, 79, "Rewritings that were refused", "Nothing was written to the tree."),
    (80, 119, "Bad input", "The command, a file or the tree has to be mended; nothing was changed."),
)  # fmt: skip

def errors_doc() -> str:
    """The whole page."""
    return _HEAD + "".join(_chapter(*chapter) for chapter in _CHAPTERS)


def _chapter(first: int, last: int, title: str, meaning: str) -> str:
    codes = sorted((c for c in Code if first <= c.number <= last), key=lambda code: code.number)
    return f"\n## {title}\n\n{meaning}\n" + "".join(f"\n{entry(code)}\n" for code in codes)


def entry(code: Code) -> str:
    """One refusal, as the page and ``rcl explain`` show it; what varies is in braces."""
    title = code.name.lower().replace("_", " ")
    status = f" (exit status {code.exit_status})" if code.exit_status else ""
    return f"### {code.code} {title}{status}\n\n> {code.sentence}\n\nWay out: {code.way_out}"


if __name__ == "__main__":
    print(errors_doc(), end="")
