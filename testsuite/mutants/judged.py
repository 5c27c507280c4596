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
    listed = {(e["function"], _words(e["old"]), _words(e["new"])): e["why"] for e in entries()}
    found = {fault: (fault.function, _words(fault.old), _words(fault.new)) for fault in faults}
    return {fault: listed[key] for fault, key in found.items() if key in listed}


def entries() -> list[dict[str, str]]:
    """What the list says."""
    listed: list[dict[str, str]] = tomllib.loads(PATH.read_text())["fault"]
    return listed


def _words(text: str) -> str:
    return " ".join(text.split())
