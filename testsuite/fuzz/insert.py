# SPDX-License-Identifier: MIT
"""Critical sections put into a C program at random: statements of a block between a lock call and a release.

A section begins and ends in one block; jumps that leave it release its lock first, and a section that a jump would
get into is not made. Each has a lock of its own, so one thread of such code, beside others that take one lock at a
time, never deadlocks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import clang.cindex as ci
from clang.cindex import CursorKind as K

from fuzz.choices import Choices

#: how a lock is written where it is taken, and what declares it
FORMS = (
    ("&{name}", "static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;"),
    ("&{name}.lock", "static struct guarded {name} = {{ 0, PTHREAD_MUTEX_INITIALIZER }};"),
    ("&{name}->lock", "static struct guarded {name}_object = {{ 0, PTHREAD_MUTEX_INITIALIZER }};\n"
                      "static struct guarded *const {name} = &{name}_object;"),
    ("&{name}[1]", "static pthread_mutex_t {name}[2] = {{ PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER }};"),
)  # fmt: skip
CALLS = (
    ("pthread_mutex_lock({m});", "pthread_mutex_unlock({m});"),
    ("LOCK({m});", "UNLOCK({m});"),
    ("if (pthread_mutex_lock({m}) != 0) abort();", "pthread_mutex_unlock({m});"),
    ("MUST_LOCK({m});", "MUST_UNLOCK({m});"),
    ("enter({m});", "leave({m});"),
)
LOOPS = (K.FOR_STMT, K.WHILE_STMT, K.DO_STMT)
#: what consists of statements; those in an expression are a macro's
STATEMENTS = (*LOOPS, K.COMPOUND_STMT, K.IF_STMT, K.LABEL_STMT)


@dataclass(frozen=True)
class Locked:
    """A section: the statements from ``start`` to ``end`` of the text, its lock, and where it is not held."""

    start: int
    end: int
    mutex: str
    calls: tuple[str, str]
    gap: tuple[int, ...] = ()

    def holds(self, place: int) -> bool:
        return self.start <= place < self.end

    def text(self, call: int) -> str:
        return self.calls[call].format(m=self.mutex)


@dataclass
class Body:
    """What a function's body consists of: its blocks' statements, and its jumps with the place that each leads to."""

    name: str
    blocks: list[list[tuple[int, int]]] = field(default_factory=list)
    jumps: list[Jump] = field(default_factory=list)


@dataclass(frozen=True)
class Jump:
    """From where to where control jumps, -1 out of the function; ``end`` is that of the statement."""

    start: int
    end: int
    target: int
    bare: bool


def bodies(text: str, flags: Sequence[str]) -> list[Body]:
    """The functions that the text defines."""
    unit = ci.Index.create().parse("in.c", args=list(flags), unsaved_files=[("in.c", text)])
    own = (c for c in unit.cursor.get_children() if c.location.file and c.location.file.name == "in.c")
    return [_Reader(text, cursor).body for cursor in own if cursor.kind is K.FUNCTION_DECL and cursor.is_definition()]


class _Reader:
    """Reads a function; offsets are those of an ASCII text."""

    def __init__(self, text: str, function: ci.Cursor) -> None:
        self.text = text
        self.body = Body(function.spelling)
        self.labels: dict[str, int] = {}
        self.gotos: list[tuple[ci.Cursor, bool]] = []
        block = next(c for c in function.get_children() if c.kind is K.COMPOUND_STMT)
        self.read(block, function, (-1, -1))
        for goto, bare in self.gotos:
            label = next(goto.get_children()).spelling
            self.jump(goto, self.labels[label], bare)

    def read(self, node: ci.Cursor, parent: ci.Cursor, loop: tuple[int, int]) -> None:
        """``loop``: where break and continue lead to."""
        kids = list(node.get_children())
        bare = parent.kind is not K.COMPOUND_STMT
        if node.kind in LOOPS:
            end = self.end(node) - 1  # a section may end with the loop
            loop = (end, kids[-1].extent.start.offset if node.kind is not K.DO_STMT else node.extent.start.offset)
        match node.kind:
            case K.COMPOUND_STMT:
                self.body.blocks.append([self.statement(kid) for kid in kids])
            case K.LABEL_STMT:
                self.labels[node.spelling] = node.extent.start.offset
            case K.RETURN_STMT:
                self.jump(node, -1, bare)
            case K.BREAK_STMT | K.CONTINUE_STMT:
                self.jump(node, loop[node.kind is K.CONTINUE_STMT], bare)
            case K.GOTO_STMT:
                self.gotos.append((node, bare))
        for kid in kids if node.kind in STATEMENTS else ():
            self.read(kid, node, loop)

    def statement(self, node: ci.Cursor) -> tuple[int, int]:
        """Where a statement stands; a labelled one without its label, so that a lock is taken however it is got to."""
        inner = node
        while inner.kind is K.LABEL_STMT:
            inner = next(inner.get_children())
        return inner.extent.start.offset, self.end(node)

    def end(self, statement: ci.Cursor) -> int:
        """Behind a statement and its semicolon."""
        at = int(statement.extent.end.offset)
        semicolon = re.compile(r"\s*;").match(self.text, at)
        return semicolon.end() if semicolon and self.text[at - 1] not in ";}" else at

    def jump(self, node: ci.Cursor, target: int, bare: bool) -> None:
        self.body.jumps.append(Jump(node.extent.start.offset, self.end(node), target, bare))


class Inserter:
    """Puts sections into the functions of a text whose names begin with a prefix."""

    def __init__(self, choices: Choices, text: str, flags: Sequence[str], prefix: str) -> None:
        self.choices, self.text = choices, text
        self.declared: list[str] = []
        self.mutexes: list[str] = []
        self.functions = [body for body in bodies(text, flags) if body.name.startswith(prefix)]
        #: where, which of several at one place, and what is inserted
        self._edits: list[tuple[int, int, str]] = []

    def done(self) -> str:
        """The text with sections."""
        for body in self.functions:
            self._function(body)
        text = self.text
        for at, _, new in sorted(self._edits, reverse=True):
            text = text[:at] + new + text[at:]
        return text

    def _function(self, body: Body) -> None:
        chosen: list[Locked] = []
        for number in range(1 + self.choices.below(4)):
            section = self._section(body, f"{body.name}_lock_{number}", chosen)
            if section is not None:
                chosen.append(section)
                self._write(section)
        for jump in body.jumps:
            self._leave(jump, chosen)

    def _section(self, body: Body, name: str, others: Sequence[Locked]) -> Locked | None:
        """A section at random; None if that one cannot be made."""
        block = self.choices.pick(body.blocks)
        if not block:
            return None
        first = self.choices.below(len(block))
        last = first + self.choices.below(len(block) - first)
        start, end = block[first][0], block[last][1]
        middle = block[self.choices.below(last - first - 1) + first + 1] if last - first > 1 else ()
        gap = middle if self.choices.chance(15) else ()
        if not _closed(body, start, end) or (gap and not _closed(body, *gap, left=False)):
            return None
        if {at for o in others for at in (o.start, o.end, *o.gap)} & {start, end, *gap}:
            return None
        form, declaration = self.choices.pick(FORMS)
        self.declared.append(declaration.format(name=name))
        self.mutexes.append(form.format(name=name))
        return Locked(start, end, self.mutexes[-1], self.choices.pick(CALLS), gap)

    def _write(self, section: Locked) -> None:
        takes, releases = section.text(0), section.text(1)
        self._edits += [(section.start, 1, f"{takes}\n    "), (section.end, 1, f"\n    {releases}")]
        if section.gap:
            start, end = section.gap
            self._edits += [(start, 1, f"{releases}\n    "), (end, 1, f"\n    {takes}")]

    def _leave(self, jump: Jump, sections: Sequence[Locked]) -> None:
        """A jump releases what it leaves, behind an acquisition in front of it."""
        left = [s for s in sections if s.holds(jump.start) and not s.holds(jump.target)]
        if not left:
            return
        calls = " ".join(section.text(1) for section in reversed(left))
        self._edits.append((jump.start, 2, f"{{ {calls} " if jump.bare else f"{calls}\n    "))
        self._edits += [(jump.end, 0, " }")] if jump.bare else []


def _closed(body: Body, start: int, end: int, left: bool = True) -> bool:
    """Whether no jump gets into a piece of text, nor out of it if it may not be ``left``."""
    for jump in body.jumps:
        inside, leads_inside = start <= jump.start < end, start < jump.target < end
        if (leads_inside and not inside) or (inside and not leads_inside and not left):
            return False
    return True
