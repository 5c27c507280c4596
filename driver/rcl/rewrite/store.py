# SPDX-License-Identifier: MIT
"""The conversions of files, those that were made before among them; the others are made in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from rcl import codec
from rcl.cache import Cache, key_of, program
from rcl.errors import RclError
from rcl.rewrite import spatch
from rcl.rewrite.fileplan import FilePlan
from rcl.rewrite.spatch import NotParsed
from rcl.rewrite.stages import FileFlags, asking, convert
from rcl.rewrite.verify import Checked, check
from rcl.workspace import Progress, read_bytes, sha256

#: what is to be converted
Asked = tuple[FilePlan, FileFlags]
#: how many files share their starts of spatch, at most
TOGETHER = 24


class Store:
    """Converts files, unless the same was converted before. ``macros`` is the tree's own macro file."""

    def __init__(self, cache: Cache, macros: Path, jobs: int) -> None:
        self.cache = cache
        self.macros = macros
        self.jobs = jobs
        self._with = [program("spatch"), sha256(read_bytes(macros)) if macros.is_file() else ""]

    def convert(self, asked: Sequence[Asked], progress: Progress) -> list[Checked | Exception]:
        """The files' conversions; NotParsed, RclError or ValueError for those that have none."""
        keys = [self._key(*one) for one in asked]
        known = {number: found for number, key in enumerate(keys) if (found := self.cache.find(key)) is not None}
        missing = {number: one for number, one in enumerate(asked) if number not in known}
        for number, made in self._made(missing):
            known[number] = made
            if not isinstance(made, Exception):
                self.cache.keep(keys[number], made)
            progress(len(known), len(asked), asked[number][0].file)
        return [_outcome(plan, known[number]) for number, (plan, _) in enumerate(asked)]

    def _key(self, plan: FilePlan, flags: FileFlags) -> str:
        return key_of("convert", self._with, codec.pack(FilePlan, plan), codec.pack(FileFlags, flags))

    def _made(self, asked: dict[int, Asked]) -> Iterator[tuple[int, Any]]:
        """What becomes of files, each with its number, as JSON can say it."""
        groups = _groups({number: len(plan.text) for number, (plan, _) in asked.items()}, self.jobs)
        work = [[asked[number] for number in group] for group in groups]
        each = partial(_converted, macros=self.macros)
        if len(groups) < 2:
            for group, made in zip(groups, map(each, work), strict=True):
                yield from zip(group, made, strict=True)
            return
        with ProcessPoolExecutor(min(self.jobs, len(groups))) as pool:
            for group, made in zip(groups, pool.map(each, work), strict=True):
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
    runs = [asking(plan) for plan, _ in asked]
    answers = spatch.run(runs, macros)
    return [_packed(*one, run, answer) for one, run, answer in zip(asked, runs, answers, strict=True)]


def _packed(plan: FilePlan, flags: FileFlags, run: spatch.Run, answer: str | RclError) -> Any:
    """A conversion, checked, as JSON can say it; a failure that may go away is none."""
    try:
        converted = convert(plan, flags, run, answer)
    except NotParsed as error:
        return {"hidden": [section.id for section in error.sections]}
    except (RclError, ValueError) as error:
        return error
    return {"checked": codec.pack(Checked, check(converted))}


def _outcome(plan: FilePlan, made: Any) -> Checked | Exception:
    if isinstance(made, Exception):
        return made
    if "hidden" in made:
        return NotParsed(tuple(s for s in plan.shipped if s.id in made["hidden"]))
    return codec.unpack(Checked, made["checked"])
