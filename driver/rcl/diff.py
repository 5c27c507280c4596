# SPDX-License-Identifier: MIT
"""The part of a rewriting that belongs to one lock class, or to one section of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rcl import pipeline
from rcl.choose import hint
from rcl.errors import Code, RclError
from rcl.model import Analysis, Section, State
from rcl.rewrite.patch import unified
from rcl.workspace import Progress, Workspace, lines_of, quiet, read_bytes

CONTEXT = 3
#: where a patch begins to speak of a file
_FILE = re.compile(r"^--- .*\n\+\+\+ b/(.*?)\t?\n(?=@@ )", re.MULTILINE)


@dataclass(frozen=True)
class _Hunk:
    """Changed lines: ``old`` counts from 0 in the old text, ``new`` in the new one."""

    old: range
    new: range


def of(workspace: Workspace, known: Analysis, what: str, progress: Progress = quiet) -> str:
    """The patch of a section, a class or a source; of all that the plan converts if ``what`` is empty."""
    section = section_called(known, what)
    if section is not None:
        return of_section(workspace, known, section, progress)
    file = None if any(c.name == what for c in known.classes) else _source_called(workspace, known, what)
    if not what or file is not None:
        return _of_file(pipeline.staged(workspace, known, progress).patch, file)
    return of_class(workspace, known, what, progress)


def _source_called(workspace: Workspace, known: Analysis, what: str) -> str | None:
    """The source of the tree that a path names, from the tree's root or from here."""
    root = workspace.root.resolve()
    paths = ((folder / what).resolve() for folder in (root, Path.cwd()))
    names = (path.relative_to(root).as_posix() for path in paths if path.is_relative_to(root))
    return next((name for name in names if name in known.sources), None)


def _of_file(patch: str, file: str | None) -> str:
    """The part of a patch that is about a file, all of it for None."""
    heads = list(_FILE.finditer(patch))
    ends = [*(head.start() for head in heads[1:]), len(patch)]
    own = (patch[head.start() : end] for head, end in zip(heads, ends, strict=True) if head[1] == file)
    return "".join(own) if file else patch


def of_class(workspace: Workspace, known: Analysis, name: str, progress: Progress = quiet) -> str:
    """The patch that converts just the class's unit."""
    unit = unit_of(known, name)
    return pipeline.rewriting(workspace, known, [unit], progress=progress).patch


def unit_of(known: Analysis, name: str) -> str:
    """The unit of a class, or UNKNOWN_NAME."""
    for candidate in known.classes:
        if candidate.name == name:
            return candidate.unit
    names = [candidate.name for candidate in known.classes]
    raise RclError(Code.UNKNOWN_NAME, name=name, hint=hint(name, names))


def section_called(known: Analysis, name: str) -> Section | None:
    """The section of an id (``unit/function/ordinal``); any class of the unit may stand in front."""
    units = {candidate.name: candidate.unit for candidate in known.classes}
    parts = name.rsplit("/", 2)
    ids = {name, "/".join((units.get(parts[0], parts[0]), *parts[1:]))}
    return next((section for section in known.sections if section.id in ids), None)


def of_section(
    workspace: Workspace, known: Analysis, section: Section, progress: Progress = quiet
) -> str:
    """The pieces that belong to one section: its struct and function, and the call in its place."""
    others = {
        other.id: f"only {section.id} is shown"
        for other in known.sections
        if other.unit == section.unit and other.id != section.id and other.state is State.SHIPPED
    }
    made = pipeline.rewriting(workspace, known, [section.unit], others, progress)
    name = section.enter.file
    if name not in made.files:
        return ""
    old, new = read_bytes(workspace.source(name)), made.files[name]
    head, changes = _parsed(unified({name: old}, {name: new}))
    foreign = [_lines_of(s) for s in known.sections if s.id in others and s.enter.file == name]
    own = _Own(_lines_of(section), _mentions(_lines(new), section.name), foreign)
    hunks = [hunk for hunk in changes if own.has(hunk)]
    return head + "".join(_rendered(_lines(old), _lines(new), hunks)) if hunks else ""


def _lines(content: bytes) -> list[str]:
    return lines_of(content.decode(errors="surrogateescape"))


def _lines_of(section: Section) -> range:
    return range(section.enter_token.line - 1, section.last_line)


def _mentions(new: Sequence[str], name: str) -> range:
    """From the first line that names the section's function, or its struct, to the last: the call."""
    found = [at for at, line in enumerate(new) if name in line]
    return range(found[0], found[-1] + 1) if found else range(0)


@dataclass(frozen=True)
class _Own:
    """What belongs to a section: its old lines, and the new ones but those in other sections' place."""

    old: range
    new: range
    foreign: Sequence[range]

    def has(self, hunk: _Hunk) -> bool:
        """Whether a change is the section's."""
        if _touch(hunk.old, self.old):
            return True
        return _touch(hunk.new, self.new) and not any(_touch(hunk.old, f) for f in self.foreign)


def _touch(lines: range, place: range) -> bool:
    """Whether they have a line in common; no lines at all touch the place that they stand at."""
    if not lines:
        return lines.start in range(place.start, place.stop + 1)
    return max(lines.start, place.start) < min(lines.stop, place.stop)


_RANGES = re.compile(r"@@ -(\d+)(,0)?.* \+(\d+)(,0)?.* @@")


def _parsed(patch: str) -> tuple[str, list[_Hunk]]:
    """The header of one file's patch, and its runs of changed lines."""
    lines = lines_of(patch)
    first = next((at for at, line in enumerate(lines) if _RANGES.match(line)), len(lines))
    return "".join(lines[:first]), list(_runs(lines[first:]))


def _runs(lines: Sequence[str]) -> Iterator[_Hunk]:
    old = new = 0
    run: tuple[int, int] | None = None
    for line in [*lines, " "]:
        if line[0] in "-+":
            run = run or (old, new)
        elif run is not None and line[0] != "\\":
            yield _Hunk(range(run[0], old), range(run[1], new))
            run = None
        ranges = _RANGES.match(line)
        if ranges is not None:
            # where a side has no lines, its number is that of the line before
            old = int(ranges[1]) - (ranges[2] is None)
            new = int(ranges[3]) - (ranges[4] is None)
        else:
            old += line[0] in " -"
            new += line[0] in " +"


def _rendered(old: Sequence[str], new: Sequence[str], hunks: Sequence[_Hunk]) -> Iterator[str]:
    """A unified diff of just these hunks, as if nothing else had changed; near ones are joined."""
    shift = 0
    for group in _groups(hunks):
        start = max(group[0].old.start - CONTEXT, 0)
        end = min(group[-1].old.stop + CONTEXT, len(old))
        body = list(_body(old, new, group, start, end))
        added = sum(len(hunk.new) - len(hunk.old) for hunk in group)
        length = end - start
        yield (
            f"@@ -{start + bool(length)},{length} "
            f"+{start + shift + bool(length + added)},{length + added} @@\n"
        )
        yield from body
        shift += added


def _groups(hunks: Sequence[_Hunk]) -> Iterator[list[_Hunk]]:
    group: list[_Hunk] = []
    for hunk in hunks:
        if group and hunk.old.start - group[-1].old.stop > 2 * CONTEXT:
            yield group
            group = []
        group.append(hunk)
    if group:
        yield group


def _body(
    old: Sequence[str], new: Sequence[str], group: Sequence[_Hunk], start: int, end: int
) -> Iterator[str]:
    at = start
    for hunk in group:
        yield from (_marked(" ", line) for line in old[at : hunk.old.start])
        yield from (_marked("-", old[line]) for line in hunk.old)
        yield from (_marked("+", new[line]) for line in hunk.new)
        at = hunk.old.stop
    yield from (_marked(" ", line) for line in old[at:end])


def _marked(mark: str, line: str) -> str:
    return mark + line if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"
