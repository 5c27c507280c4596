# SPDX-License-Identifier: MIT
"""A section on its way out of its function, and what the text that is made of it depends on."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rcl.model import Answer, Capture, Direction, Exit, Identity, Release, Section, Span, Tested
from rcl.rewrite import marks
from rcl.rewrite.style import Style

EXECUTE = {
    Identity.NONE: "rcl_exec_anon",
    Identity.ERRNO: "rcl_exec_errno",
    Identity.THREAD: "rcl_exec",
}
TRY, BLOCKING, DETACHED, WAITING = "rcl_tryexec", "rcl_exec_blocking", "rcl_exec_detached", "rcl_exec_waiting"
OUTS = (Direction.OUT, Direction.IN_OUT)
LOADED = (Direction.IN, Direction.IN_OUT)
#: a statement that keeps what a call gives, or asks for that; it may be the first one of a branch
_KEEPS = re.compile(r"(?:(?:if\s*\([^;{}]*\)\s*\{\s*)?if\s*\(+\s*|if\s*\([^;{}]*\)\s*\{\s*)?(\w+)\s*=(?!=)")
OWN = (Direction.SECTION_LOCAL, Direction.KEPT)  # the client has no use for them


@dataclass(frozen=True)
class Asks:
    """The text by which a section's client asks whether it had the lock: the condition, what keeps the result in a
    variable, and what follows the condition if that is about a failure; with a mark in place of the acquisition.
    ``repeats``: it asks until it had; ``leading``: what it asks for first. ``remarks`` are comments before the test.
    ``again``: the acquisition, a lock function that only gives a number where it takes no mutex, which is kept.
    """

    tested: Tested
    condition: str
    stored: str
    failed: str
    repeats: bool
    leading: str
    remarks: str
    again: str = ""


@dataclass(frozen=True)
class Conditional:
    """A branch of the #if that a section's lock calls stand in: its line, whether it is theirs, and the lines of what
    stands in their place, before the section and behind it.
    """

    line: str
    own: bool
    before: Sequence[str]
    behind: Sequence[str]


@dataclass(frozen=True)
class Piece:
    """A section on its way out: what is known of it once its text is cut.

    ``variable`` is the context's name on the client, ``pointer`` and ``parameter`` its names in the function.
    ``body_indent`` is the indentation that the body had, ``asks`` how the client asks whether it had the lock.
    ``through`` are the variables that the enclosing shipped section has by reference. ``detached``: asked to be so.
    ``where`` is the member that says where a section goes on after a pause or a wait, and begins its labels; ``waited``
    the one that says that it was taken in the branch that goes on.
    """

    section: Section
    style: Style
    indent: str
    body_indent: str
    variable: str
    way: str
    pointer: str = "cs"
    parameter: str = "ctx"
    body: str = ""
    #: what stands in its place, with marks of its tails
    call: str = ""
    tails: dict[int, str] = field(default_factory=dict)
    #: the indentation that each of these had
    tail_indents: dict[int, str] = field(default_factory=dict)
    #: what the section works out for its function to return, up to the statement's end, by the marks of the releases
    values: dict[str, str] = field(default_factory=dict)
    through: frozenset[str] = frozenset()
    #: other code follows it in its block
    followed: bool = False
    #: what its function names before it
    known: frozenset[str] = frozenset()
    #: its call stands in a block of its own if it declares variables
    in_block: bool = False
    #: it may be all that another statement or a loop holds, in some build
    held: bool = False
    #: ``)``, ``else`` or ``else if`` where it is that in all builds, behind that
    branch: str = ""
    #: as FileFlags says
    declarations_first: bool = False
    constant_values: bool = False
    defaults: bool = False
    #: a label stands before it
    labelled: bool = False
    #: the statements of the section that its client makes before the call, and behind it
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    #: the names of the client's copies of lists of arguments
    copies: Mapping[str, str] = field(default_factory=dict)
    quiet_parameter: bool = False
    quiet_variable: bool = False
    #: a pointer of another type must be cast to
    cast: bool = False
    asks: Asks | None = None
    #: the statement with branches in which the lock is taken, with a mark in place of each acquisition
    branches: str = ""
    #: the comments beside its lock calls in an #if, the branches of that, and the line that ends it
    said: Sequence[str] = ()
    conditional: Sequence[Conditional] = ()
    ending: str = "#endif"
    detached: bool = False
    where: str = "at"
    waited: str = "waited"
    #: the client's variable for the mutex, where the program has a pointer to that from its attempt
    mutex: str = ""
    #: the names outside of functions that no variable may have
    outside: frozenset[str] = frozenset()
    #: the captures that only macros name in it
    by_macros: frozenset[str] = frozenset()


def fields(section: Section) -> list[Capture]:
    """The captures that the context holds: not what only the client uses, though the section declares it."""
    held = (c for c in section.captures if c.direction is not Direction.SECTION_LOCAL)
    return [c for c in held if c.moved is None or c.references]


def has_context(section: Section) -> bool:
    """Whether the section has a context: for captures, or to know where it goes on, or how it was taken."""
    return bool(fields(section) or resumed(section) or section.goes_on)


def tail_locals(section: Section) -> set[str]:
    """The variables that the text behind a release declares."""
    return {name for way in ways(section) for name in way.locals}


def ways(section: Section) -> list[Exit]:
    """The exits by a release that leads out, which all exits but number 0 and the waits are."""
    return [way for way in section.exits if way.releases and not way.wait]


def waits(section: Section) -> list[Exit]:
    """The exits by which the client waits for a condition, without seeing them."""
    return [way for way in section.exits if way.wait]


def pauses(section: Section) -> list[Exit]:
    """The exits behind which the section goes on when the client has done something."""
    return [way for way in ways(section) if way.resumes]


def resumed(section: Section) -> list[Exit]:
    """The exits behind which the section goes on, and not from its beginning."""
    return [way for way in section.exits if way.resumes]


def client_tail(release: Release, way: Exit) -> Span:
    """What follows a release on the client's side: without a jump that leads to where the section ends or goes on."""
    tail, jump = release.tail, release.jump
    return Span(tail.file, tail.start, jump.start, tail.line, jump.line) if way.resumes or not way.jump else tail


def exit_marks(section: Section, way: Exit) -> list[str]:
    """The marks of an exit's releases."""
    return [marks.EXIT.format(section.name, way.number, nth) for nth, _ in enumerate(way.releases, 1)]


def leaving_marks(section: Section, way: Exit) -> set[str]:
    """Those of an exit's marks that stand in what a macro leaves by: no fence ends what follows them."""
    return {mark for mark, r in zip(exit_marks(section, way), way.releases, strict=True) if r.leaves}


def fall_through(section: Section) -> Exit | None:
    """Exit 0, None if every way out is another one."""
    return next((way for way in section.exits if not way.releases), None)


def may_keep_way(section: Section) -> bool:
    """Whether the client may keep the number of the exit in a variable."""
    return bool(ways(section) or section.tested or section.failed)


def names_mutex(tested: Tested) -> bool:
    """Whether the program keeps a pointer to the mutex that its attempt has given."""
    return tested.answer is Answer.POINTER and tested.stored is not None


def outs(section: Section, way: Exit) -> list[Capture]:
    """The captures that an exit hands to the client."""
    return [c for c in section.captures if c.direction in (*OUTS, Direction.KEPT) and c.name in way.outs]


def place_of(section: Section) -> str:
    """The lock and the lines, as the generated comment names them."""
    file = os.fsencode(section.enter_token.file.rpartition("/")[2]).decode(errors="replace")
    first, last = section.enter.line, section.last_line
    shown = f"{section.show}, {file}:{first}" + (f"-{last}" if last > first else "")
    return shown.encode(errors="replace").decode("latin-1")


def by_reference(section: Section) -> list[Capture]:
    """The captures of which the section has a pointer; arrays are one anyway."""
    return [c for c in section.captures if c.direction is Direction.BY_REFERENCE and not c.array]


def own_names(text: str, section: Section) -> list[str]:
    """The variables that the client may have no use for: the section's, what its lock calls name, and in which
    statements that go with these keep what they give.
    """
    calls = (section.enter, section.leave, *(release.call for way in ways(section) for release in way.releases))
    kept = (_KEEPS.match(text, call.start, call.end) for call in calls if call)
    own = (c.name for c in section.captures if c.direction in OWN)
    return list(dict.fromkeys([*own, *(match[1] for match in kept if match), *section.of_calls]))


def executor(section: Section, detached: bool, again: bool = False) -> str:
    """The function of the runtime that executes a section; ``again``: behind an attempt that has failed."""
    if ((section.attempt and not section.able) or section.busy) and not again:
        return TRY
    if section.blocking:
        return BLOCKING
    if waits(section):
        return WAITING
    return DETACHED if detached and can_detach(section) else EXECUTE[section.identity]


def results(section: Section) -> list[tuple[Span, str]]:
    """The lock calls whose results are used; and the names of macros that do more, each with what takes its place."""
    ended = ((release.result, release.by) for way in ways(section) for release in way.releases)
    own = (section.enter_result, section.enter_by), (section.leave_result, section.leave_by)
    return [(span, by) for span, by in (*own, *ended) if span]


def can_detach(section: Section) -> bool:
    """Whether nobody looks at what a section leaves behind, and it needs nothing of its client but values."""
    by_value = all(c.direction in (Direction.IN, Direction.SECTION_LOCAL) for c in section.captures)
    no_result = len(section.exits) == 1 and not section.exits[0].keeps
    asks = section.tested or section.taken or section.busy
    plain = section.identity is Identity.NONE and not (section.blocking or asks)
    plain = plain and not section.execute
    return by_value and no_result and plain


def ends_alike(piece: Piece, way: Exit) -> bool:
    """Whether an exit by a release does nothing on the client's side but what falling through does."""
    end = fall_through(piece.section)
    if end is None or end.keeps or not way.releases or way.resumes or way.wait:
        return False
    alike = way.after == end.after and outs(piece.section, way) == outs(piece.section, end)
    return alike and not piece.tails[way.number]
