# SPDX-License-Identifier: MIT
"""The faults that a person has found to change nothing that matters, each with the reason: equivalent.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from mutants.faults import Fault

PATH = Path(__file__).with_name("equivalent.toml")


def judged(faults: Iterable[Fault]) -> dict[Fault, str]:
    """The faults of these that are listed, with the reason of each."""
    listed = {_key(**entry): entry["why"] for entry in entries()}
    return {f: why for f in faults if (why := listed.get(_key(f.function, f.old, f.new))) is not None}


def outdated(faults: Iterable[Fault]) -> list[dict[str, str]]:
    """What is listed and none of these any more."""
    made = {_key(fault.function, fault.old, fault.new) for fault in faults}
    return [entry for entry in entries() if _key(**entry) not in made]


def entries() -> list[dict[str, str]]:
    """What the list says."""
    listed: list[dict[str, str]] = tomllib.loads(PATH.read_text())["fault"]
    return listed


def _key(function: str, old: str, new: str, why: str = "") -> tuple[str, str, str]:
    """What tells a fault from others, wherever its function stands."""
    return function, _words(old), _words(new)


def _words(text: str) -> str:
    return " ".join(text.split())
