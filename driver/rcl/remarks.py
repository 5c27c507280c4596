# SPDX-License-Identifier: MIT
"""What stays as it is in a tree, for tools that show remarks beside the source: SARIF 2.1.0, GitHub's annotations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from rcl import __version__
from rcl.errors import Code
from rcl.model import Analysis, Place, Reason, State

_PLACED = re.compile(r"(?P<file>.+?):(?P<line>\d+): (?P<text>.+)", re.DOTALL)

#: code that no build compiles is not seen, and what only the size of a mutex is told stays as it is
UNSEEN = "unseen"


@dataclass(frozen=True)
class Remark:
    """A remark about a place: ``level`` is note or warning, ``code`` one of Code's or UNSEEN."""

    level: str
    code: str
    place: Place
    text: str


def remarks(known: Analysis) -> list[Remark]:
    """The sections that stay in place, the lock classes that cannot be converted, what was not seen."""
    found = [_of(section.reason, "note") for section in known.sections if section.state is State.LEASED]
    found += [_of(unit.refused, "warning") for unit in known.units]
    return [*filter(None, found), *_unseen(known.warnings)]


def _of(reason: Reason | None, level: str) -> Remark | None:
    if reason is None:
        return None
    return Remark(level, reason.code, reason.place, f"{reason.sentence}. {reason.way_out}")


def _unseen(warnings: Iterable[str]) -> Iterator[Remark]:
    for warning in warnings:
        match = _PLACED.fullmatch(warning)
        if match is not None:
            yield Remark("warning", UNSEEN, Place(match["file"], int(match["line"])), match["text"])


def by_file(warnings: Iterable[str]) -> list[str]:
    """The warnings for a person to read: of each file the first, and how many more there are."""
    found: dict[str, list[str]] = {}
    for warning in warnings:
        match = _PLACED.fullmatch(warning)
        found.setdefault(match["file"] if match else warning, []).append(warning)
    return [one if not others else f"{one}, and {len(others)} more in this file" for one, *others in found.values()]


def sarif(found: Iterable[Remark]) -> dict[str, Any]:
    """One run, with the rules that its results speak of."""
    results = list(found)
    used = {result.code for result in results}
    rules = [_rule(code) for code in Code if code.code in used]
    if UNSEEN in used:
        rules.append({"id": UNSEEN, "shortDescription": {"text": "What stays as it is, or was not seen"}})
    driver = {"name": "rcl", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [_result(r) for r in results]}
    return {"version": "2.1.0", "runs": [run]}


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.code,
        "name": "".join(word.capitalize() for word in code.name.split("_")),
        "shortDescription": {"text": code.sentence},
        "help": {"text": code.way_out},
    }


def _result(found: Remark) -> dict[str, Any]:
    place = {
        "artifactLocation": {"uri": quote(found.place.file), "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": found.place.line},
    }
    return {
        "ruleId": found.code,
        "level": found.level,
        "message": {"text": found.text},
        "locations": [{"physicalLocation": place}],
    }


def github(found: Iterable[Remark]) -> str:
    """Workflow commands, one a line."""
    return "".join(map(_command, found))


def _command(found: Remark) -> str:
    word = {"note": "notice", "warning": "warning"}[found.level]
    file = _escaped(found.place.file, ",:")
    return f"::{word} file={file},line={found.place.line},title={found.code}::{_escaped(found.text)}\n"


def _escaped(text: str, also: str = "") -> str:
    """As workflow commands want their values and properties."""
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + also else c for c in text)
