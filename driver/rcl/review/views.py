# SPDX-License-Identifier: MIT
"""What a person has to see of a section to decide about it: its text, what that becomes, and what was decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

from rcl.choose import class_of
from rcl.model import Analysis, Decision, LockProfile, LockSite, Profile, Section, State, Verdict
from rcl.pipeline import Staged
from rcl.review.decisions import Matched, original_hash, short_hash
from rcl.rewrite import ctext, in_macros
from rcl.rewrite.ctext import Definition
from rcl.rewrite.pieces import place_of
from rcl.workspace import Workspace, lines_of, read_bytes


@dataclass(frozen=True)
class Excerpt:
    """Lines of a text, without their ends; ``first`` is the number of the first one."""

    first: int
    lines: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.lines)


NOTHING = Excerpt(0, ())


class Standing(str, Enum):
    """Where the review of a section stands."""

    UNDECIDED = "undecided"
    CHANGED = "changed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    IN_PLACE = "in place"


#: what somebody has to look at
OPEN = (Standing.UNDECIDED, Standing.CHANGED)


@dataclass(frozen=True)
class View:
    """A section of a rewriting. ``moved`` is its context and function, ``caller`` what stands in its place.

    ``locks`` and ``sites`` are what the profile says of the section's locks, and of its own acquisition.
    """

    section: Section
    original: Excerpt
    moved: Excerpt
    caller: Excerpt
    original_hash: str
    rewritten_hash: str
    standing: Standing
    decision: Decision | None = None
    locks: tuple[LockProfile, ...] = ()
    sites: tuple[LockSite, ...] = ()

    def decision_for(self, verdict: Verdict, note: str) -> Decision:
        """What is written down when a person says so."""
        rewritten = self.rewritten_hash if verdict is Verdict.ACCEPTED else ""
        return Decision(self.section.id, verdict, self.original_hash, rewritten, note)


def views(workspace: Workspace, known: Analysis, made: Staged, profile: Profile | None, found: Matched) -> list[View]:
    """The sections of a rewriting in the order of the source."""
    texts = _Texts(workspace, made.files)
    figures = _Figures(profile, known)
    ordered = sorted(made.sections, key=lambda s: s.enter_token)
    return [_view(texts, figures, section, found.get(section.id)) for section in ordered]


class _Texts:
    """The old and the new text of each file, a character a byte."""

    def __init__(self, workspace: Workspace, new: Mapping[str, bytes]) -> None:
        self._workspace, self._new = workspace, new
        self._old: dict[str, str] = {}
        self._functions: dict[str, list[Definition]] = {}

    def old(self, file: str) -> str:
        """The text before the rewriting."""
        if file not in self._old:
            self._old[file] = read_bytes(self._workspace.source(file)).decode("latin-1")
        return self._old[file]

    def new(self, file: str) -> str:
        """The text after it."""
        return self._new[file].decode("latin-1") if file in self._new else self.old(file)

    def functions(self, file: str) -> list[Definition]:
        """The new text's functions."""
        if file not in self._functions:
            self._functions[file] = list(ctext.definitions(self.new(file)))
        return self._functions[file]


class _Figures:
    """The profile's locks by unit."""

    def __init__(self, profile: Profile | None, known: Analysis) -> None:
        self._of: dict[str, list[LockProfile]] = {}
        for lock in profile.locks if profile else ():
            if (found := class_of(lock, known)) is not None:
                self._of.setdefault(found.unit, []).append(lock)

    def locks(self, section: Section) -> tuple[LockProfile, ...]:
        """What the section's locks cost."""
        return tuple(self._of.get(section.unit, ()))

    def sites(self, section: Section) -> tuple[LockSite, ...]:
        """What its own acquisitions cost."""
        file, lines = section.enter_token.file, range(section.enter_token.line, section.last_line + 1)
        return tuple(s for lock in self.locks(section) for s in lock.sites if s.file == file and s.line in lines)


def _view(texts: _Texts, figures: _Figures, section: Section, decision: Decision | None) -> View:
    file = section.enter_token.file
    old = texts.old(file)
    first = min(section.enter_token.line, section.enter.line)
    original = _excerpt(old, first, section.last_line)
    moved, caller = (_moved(texts, section), _caller(texts, section)) if _ships(section) else (NOTHING, NOTHING)
    before = original_hash(old, section)
    after = _rewritten_hash(section, moved, caller) if moved else ""
    standing = _standing(section, decision, before, after)
    return View(
        section, original, moved, caller, before, after, standing, decision,
        figures.locks(section), figures.sites(section),
    )  # fmt: skip


def _ships(section: Section) -> bool:
    return section.state is State.SHIPPED


def _standing(section: Section, decision: Decision | None, before: str, after: str) -> Standing:
    if decision is None:
        return Standing.UNDECIDED if _ships(section) else Standing.IN_PLACE
    same = decision.original == before
    if decision.verdict is Verdict.REJECTED:
        return Standing.REJECTED if same else Standing.CHANGED
    if not _ships(section):
        return Standing.IN_PLACE
    return Standing.ACCEPTED if same and decision.rewritten == after else Standing.CHANGED


def _excerpt(text: str, first: int, last: int) -> Excerpt:
    """Lines by number, the last included, as a person reads them."""
    lines = lines_of(text)[first - 1 : last]
    return Excerpt(first, tuple(line.rstrip("\r\n").encode("latin-1").decode(errors="replace") for line in lines))


def _moved(texts: _Texts, section: Section) -> Excerpt:
    """The section's context and function."""
    new = texts.new(section.enter_token.file)
    found = next((f for f in texts.functions(section.enter_token.file) if f.name == section.name), None)
    if found is None:
        return NOTHING
    context = new.rfind(f"struct {section.name} {{", 0, found.body)
    start = context if context >= 0 else found.head
    return _excerpt(new, ctext.line_number(new, start), ctext.line_number(new, found.end - 1))


def _caller(texts: _Texts, section: Section) -> Excerpt:
    """What stands in the section's place in its function."""
    old, new = texts.old(section.enter_token.file), texts.new(section.enter_token.file)
    if section.in_macro is not None:
        said, start = in_macros.executing(new, section)
        first = ctext.line_number(new, start)
        return _excerpt(new, first, first + said.count("\n"))
    span = section.function_span
    # its own function, or that of the section around it
    homes = sorted(texts.functions(section.enter_token.file), key=lambda home: home.name != section.function)
    calls = (home for home in homes if section.name in new[home.body : home.end] and _calls(new, home, section))
    found = next(calls, None)
    if span is None or found is None:
        return NOTHING
    start = span.line
    was = [line.strip() for line in lines_of(old)[start - 1 : span.end_line]]
    head, end = ctext.line_number(new, found.head), ctext.line_number(new, found.end - 1)
    now = [line.strip() for line in lines_of(new)[head - 1 : end]]
    first = min(section.enter_token.line, section.enter.line)
    low, high = _image(was, now, first - start, section.last_line + 1 - start)
    return _excerpt(new, head + low, head + high - 1)


def _calls(text: str, home: Definition, section: Section) -> bool:
    return home.name != section.name and section.name in ctext.names(text[home.body : home.end])


def _image(was: Sequence[str], now: Sequence[str], first: int, end: int) -> tuple[int, int]:
    """Which of the new lines stand in the place of the old lines from ``first`` up to ``end``."""
    low, high = 0, len(now)
    for block in SequenceMatcher(None, was, now, autojunk=False).get_matching_blocks():
        if block.a < first and block.size:
            low = block.b + min(block.size, first - block.a)
        if block.a + block.size > end and block.size:
            return low, max(low, block.b + max(0, end - block.a))
    return low, high


def _rewritten_hash(section: Section, moved: Excerpt, caller: Excerpt) -> str:
    """The hash of what a section becomes; where in its file it stands does not count."""
    text = "\n".join((*moved.lines, "", *caller.lines))
    return short_hash(text.replace(place_of(section), section.show))


def tally(shown: Iterable[View]) -> dict[Standing, int]:
    """How many sections stand where."""
    found = dict.fromkeys(Standing, 0)
    for view in shown:
        found[view.standing] += 1
    return found
