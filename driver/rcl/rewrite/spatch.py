# SPDX-License-Identifier: MIT
"""Runs the semantic patch, on several files at once: starting spatch takes as long as working on a small file."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rcl.beside import obey
from rcl.errors import Code, RclError
from rcl.model import Place
from rcl.rewrite.edits import Edit, apply
from rcl.rewrite.shown import Extent, View, alone, hints, shown
from rcl.workspace import scratch_folder

RULE = "section.cocci"
PACKAGE = Path(__file__).resolve().parent.parent
TIMEOUT_S = 120
#: how much of a text spatch is shown: it takes a second for 50 000 characters
SHOWN_AT_MOST = 250_000
#: OCaml's heap for young objects, in words: with the 256k that it has by itself, spatch takes a tenth longer
HEAP = "s=1M"
#: where spatch says that it has failed in a source
_PLACE = re.compile(r"\bsources/\d+\.c: (\d+): (.*?)(?:\"\) in |$)", re.MULTILINE)
#: a mark that the rule leaves only where spatch does not see it
_MARK = re.compile(r"\bRCL_(?:ENTER|LEAVE|EXIT|TAIL_END|TOKEN)__")
_MEMBER = re.compile(r"\s*\.\s*\w+")
OPTIONS = (
    "--no-saved-typedefs",  # types inferred in one rule or file must not drop functions of the next
    "--no-loops",  # no rule follows a path around a loop, and loops explode the search
    "--no-includes",  # libclang knows the types; headers only cost time
    "--max-width",  # a call that a rule touches is not to be broken into other lines
    "100000",
    "-D",
    "patch",
)


def rules() -> Path:
    """The folder of the semantic patch, in a clone or in an installed package."""
    installed = PACKAGE / "semantic-patches"
    return installed if installed.is_dir() else PACKAGE.parent.parent / "semantic-patches"


@dataclass(frozen=True)
class Run:
    """A text with places that the rule is about; ``file`` is what it is called in messages.

    ``places`` says what may become of each: the last is the mark that the rule finds there, and leaves where it does
    not match. spatch does not get to see functions without any.
    """

    file: str
    text: str
    places: Sequence[Sequence[Edit]]


def run(runs: Sequence[Run], macros: Path | None = None) -> list[str | RclError]:
    """The texts after the rule, or why there is none; ``macros`` is the tree's own macro file.

    Where spatch does not see marks, or changes what has none, it is shown nothing else of the text; nor where that
    would take long.
    """
    own = macros.read_bytes() if macros and macros.is_file() else b""
    made = _applied(runs, own)
    again = [number for number, one in enumerate(runs) if _unseen(made[number]) or _strayed(one, made[number])]
    for number, answer in zip(again, _applied([runs[number] for number in again], own, alone), strict=True):
        made[number] = made[number] if isinstance(answer, RclError) else answer
    return made


def _unseen(made: str | RclError) -> bool:
    """Has spatch failed, or left marks as they were?"""
    return isinstance(made, RclError) or _MARK.search(made) is not None


def _strayed(one: Run, made: str | RclError) -> bool:
    """Has spatch changed a line without a mark? The quote of ``#pragma once /* can't */`` comes back elsewhere."""
    lines = set(_marked(one)[0].split("\n"))
    return isinstance(made, str) and any("RCL_" not in line and line not in lines for line in made.split("\n"))


def _quickly_shown(text: str, places: Sequence[Extent]) -> View:
    """A text as spatch gets to see it, if that is not too much."""
    view = shown(text, places)
    return view if len(view.text) <= SHOWN_AT_MOST else alone(text, places)


def _applied(
    runs: Sequence[Run], own: bytes, view: Callable[[str, Sequence[Extent]], View] = _quickly_shown
) -> list[str | RclError]:
    """What the rule makes of texts, given how spatch gets to see them."""
    starts: dict[bytes, list[int]] = {}
    made: dict[int, str | RclError] = {}
    views: dict[int, tuple[Run, View]] = {}
    for number, one in enumerate(runs):
        if one.places:
            views[number] = (one, seen := view(*_marked(one)))
            starts.setdefault(hints(seen.text) + own, []).append(number)
        else:
            made[number] = one.text
    for start, numbers in starts.items():
        made.update(zip(numbers, _start(start, [views[number] for number in numbers]), strict=True))
    return [made[number] for number in range(len(runs))]


def _marked(one: Run) -> tuple[str, list[Extent]]:
    """The text with the marks, and what of it the rule must see of each."""
    text = apply(one.text, (place[-1] for place in one.places))
    places, more = [], 0
    for place in one.places:
        mark = place[-1]
        start = min(edit.start for edit in place) + more
        more += len(mark.new) - (mark.end - mark.start)
        member = _MEMBER.match(text, mark.end + more)
        places.append((start, member.end() if member else max(edit.end for edit in place) + more))
    return text, places


def _start(hints: bytes, runs: list[tuple[Run, View]]) -> list[str | RclError]:
    """What one start of spatch makes of texts. Where it complains, each gets one of its own."""
    try:
        return list(_made(hints, runs))
    except RclError as error:
        if error.code is not Code.SPATCH_FAILED:
            raise
        return [error] if len(runs) == 1 else [made for one in runs for made in _start(hints, [one])]


def _made(hints: bytes, runs: list[tuple[Run, View]]) -> list[str]:
    with scratch_folder() as folder:
        sources = folder / "sources"
        sources.mkdir()
        for number, (_, view) in enumerate(runs):
            (sources / _source(number)).write_bytes(view.text.encode("latin-1"))
        (folder / "hints.h").write_bytes(hints)
        _spawn_rule([one for one, _ in runs], folder)
        made = [(sources / _source(number)).read_bytes().decode("latin-1") for number in range(len(runs))]
    return [view.undone(text) for (_, view), text in zip(runs, made, strict=True)]


def _source(number: int) -> str:
    """What a file is called while spatch works on it: spatch hands names to a shell."""
    return f"{number}.c"


def _spawn_rule(runs: list[Run], folder: Path) -> None:
    """Runs the rule on all sources of a folder. SPATCH_FAILED if there is anything to complain of."""
    file = runs[0].file
    try:
        done = _spawn(_command(), str(folder), TIMEOUT_S * len(runs))
    except FileNotFoundError:
        install = "apt-get install coccinelle"
        raise RclError(Code.TOOL_MISSING, tool="spatch", install=install) from None
    except subprocess.TimeoutExpired:
        raise _failed(file, f"no result after {TIMEOUT_S} s") from None
    stderr = done.stderr.decode("latin-1")
    complaint = _complaint(stderr)
    if done.returncode != 0 or complaint:
        raise _failed(file, complaint or f"status {done.returncode}", _line(stderr))


def _spawn(command: list[str], folder: str, timeout: float) -> subprocess.CompletedProcess[bytes]:
    environment = {"OCAMLRUNPARAM": HEAP, **os.environ}
    obey()
    done = subprocess.run(command, capture_output=True, cwd=folder, env=environment, timeout=timeout, check=False)
    obey()  # the same interrupt has ended it
    return done


def _command() -> list[str]:
    return [
        "spatch",
        *OPTIONS,
        "--timeout",
        str(TIMEOUT_S),
        "--macro-file-builtins",  # attributes and the like, which would hide whole functions
        str(rules() / "rcl-macros.h"),
        "--macro-file",
        "hints.h",
        "--sp-file",
        str(rules() / RULE),
        "--in-place",
        "--no-show-diff",
        "--temp-files",
        ".",
        "--dir",  # with files as arguments, spatch would take them for one program
        "sources",
    ]


def _complaint(stderr: str) -> str:
    """What spatch says of an abort, which it survives with status 0: rather where it stood than that it did."""
    known = ("already tagged", "inconsistent paths", "too small list", "exn ", "EXN", "Fatal", "error:", "Timeout")
    told = next((line.strip() for line in stderr.splitlines() if any(k in line for k in known)), "")
    place = _PLACE.search(stderr)
    return place[2] if told and place else told


def _line(stderr: str) -> int:
    """The line of the source that spatch failed at, 1 if it does not say."""
    place = _PLACE.search(stderr)
    return int(place[1]) if place else 1


def _failed(file: str, message: str, line: int = 1) -> RclError:
    return RclError(Code.SPATCH_FAILED, Place(file, line), message=message)
