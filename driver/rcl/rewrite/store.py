# SPDX-License-Identifier: MIT
"""The conversions of files, those that were made before among them; the others are made in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from rcl import beside, codec
from rcl.beside import Beside
from rcl.cache import Cache, key_of, program
from rcl.errors import RclError
from rcl.rewrite import spatch
from rcl.rewrite.conversion import Part
from rcl.rewrite.failures import NotParsed
from rcl.rewrite.fileplan import FilePlan, plan_file
from rcl.rewrite.naming import FileFlags
from rcl.rewrite.stages import asking, convert
from rcl.rewrite.verify import Checked, check
from rcl.workspace import Progress, read_bytes, sha256

TREE_MACROS = "rcl-macros.h"
#: how many files share their starts of spatch, at most
TOGETHER = 24


@dataclass(frozen=True)
class Asked:
    """What is to be converted."""

    text: str
    part: Part
    flags: FileFlags


class Store:
    """Converts the files of a tree, unless the same was converted before."""

    def __init__(self, root: Path, cache: Cache, jobs: int) -> None:
        self.root = root
        self.cache = cache
        self.jobs = jobs
        #: the tree's own macro file
        self.macros = macros = root / TREE_MACROS
        self._with = [program("spatch"), sha256(read_bytes(macros)) if macros.is_file() else ""]

    def convert(self, asked: Sequence[Asked], progress: Progress) -> list[Checked | Exception]:
        """The files' conversions; NotParsed, RclError or ValueError for those that have none."""
        keys: dict[int, str] = {}
        known: dict[int, Checked | Exception] = {}
        missing: dict[int, Asked] = {}
        begun: dict[int, Beside] = {}
        for number in sorted(range(len(asked)), key=lambda number: self._changed(asked[number]), reverse=True):
            keys[number] = self._key(asked[number])
            if (found := _kept(asked[number].part, self.cache.find(keys[number]))) is not None:
                known[number] = found
            elif begun or self.jobs < 2 or len(keys) == len(asked):
                missing[number] = asked[number]
            else:  # as a rule it is the only one that was edited, and is made while the others are looked for
                begun[number] = Beside(partial(_converted, [asked[number]], self.macros))
        for number, made in chain(self._made(missing), ((number, one.answer()[0]) for number, one in begun.items())):
            known[number] = _outcome(asked[number].part, made)
            if not isinstance(made, Exception):
                self.cache.keep(keys[number], made)
            progress(len(known), len(asked), asked[number].part.file)
        return [known[number] for number in range(len(asked))]

    def _changed(self, asked: Asked) -> float:
        """When a file was last changed."""
        with suppress(OSError):
            return (self.root / asked.part.file).stat().st_mtime
        return 0

    def _key(self, asked: Asked) -> str:
        text = sha256(asked.text.encode("latin-1"))
        return key_of("convert", self._with, text, codec.pack(Part, asked.part), codec.pack(FileFlags, asked.flags))

    def _made(self, asked: dict[int, Asked]) -> Iterator[tuple[int, Any]]:
        """What becomes of files, each with its number, as JSON can say it."""
        groups = _groups({number: len(one.text) for number, one in asked.items()}, self.jobs)
        work = [[asked[number] for number in group] for group in groups]
        converted, jobs = partial(_converted, macros=self.macros), min(self.jobs, len(groups))
        answers = map(converted, work) if len(groups) < 2 else beside.each(converted, work, jobs)
        for group, made in zip(groups, answers, strict=True):
            yield from zip(group, made, strict=True)


def _groups(sizes: dict[int, int], jobs: int) -> list[list[int]]:
    """The numbers of files in groups of about the same size, one a job or more."""
    count = min(len(sizes), max(jobs, -(-len(sizes) // TOGETHER)))
    groups: list[list[int]] = [[] for _ in range(count)]
    filled = [0] * count
    for number in sorted(sizes, key=lambda number: -sizes[number]):
        least = filled.index(min(filled))
        groups[least].append(number)
        filled[least] += sizes[number]
    return groups


def _converted(asked: list[Asked], macros: Path) -> list[Any]:
    """What becomes of files; spatch looks at them all in a few starts."""
    plans = [_planned(one) for one in asked]
    runs = [asking(plan) for plan in plans if isinstance(plan, FilePlan)]
    answered = zip(runs, spatch.run(runs, macros), strict=True)
    return [
        _packed(plan, one.flags, *next(answered)) if isinstance(plan, FilePlan) else plan
        for one, plan in zip(asked, plans, strict=True)
    ]


def _planned(asked: Asked) -> FilePlan | Exception:
    try:
        return plan_file(asked.text, asked.part)
    except (RclError, ValueError) as error:
        return error


def _packed(plan: FilePlan, flags: FileFlags, run: spatch.Run, answer: str | RclError) -> Any:
    """A conversion, checked, as JSON can say it; a failure that may go away is none."""
    try:
        converted = convert(plan, flags, run, answer)
    except NotParsed as error:
        return {"hidden": [section.id for section in error.sections]}
    except (RclError, ValueError) as error:
        return error
    return {"checked": codec.pack(Checked, check(converted))}


def _kept(part: Part, answer: Any) -> Checked | Exception | None:
    """What was kept of a conversion; an answer of another shape counts as none."""
    with suppress(*codec.DAMAGED):
        return _outcome(part, answer)
    return None


def _outcome(part: Part, made: Any) -> Checked | Exception:
    if isinstance(made, Exception):
        return made
    if "hidden" in made:
        hidden = codec.unpack(list[str], made["hidden"])
        return NotParsed(tuple(s for s in part.sections if s.id in hidden))
    return codec.unpack(Checked, made["checked"])
