# SPDX-License-Identifier: MIT
"""The C text of what comes before the function: a section's context, and its function."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import groupby

from rcl.model import Capture, Direction, Exit, Section, Wait
from rcl.names import replaced
from rcl.rewrite import ctext, marks
from rcl.rewrite.pieces import (
    LOADED,
    Piece,
    by_reference,
    ends_alike,
    fall_through,
    fields,
    has_context,
    outs,
    place_of,
    resumed,
    tail_locals,
)

COLUMN = 60  # where the comments of a context stand at most; that of a longer line follows it
#: a variable by reference, an & before it that takes its address, and what binds it closer than a * before it
_REFERENCE = re.compile(r"((?<![\w\]])&)?\bRCL_REF__(\w+)(\.|->|\[|\(|\+\+|--)?")


def _member(capture: Capture, set_later: bool) -> str:
    """A member of a context; the client gives it a value where that begins, or ``set_later``."""
    if capture.direction is Direction.BY_REFERENCE:
        return capture.pointer
    if not re.search(r"[*\[(]", capture.declaration):
        return re.sub(r"\bconst ", "", capture.declaration)
    if not set_later and capture.direction is not Direction.KEPT:  # which gets a value time and again
        return capture.declaration
    return re.sub(rf"(\*\s*)const\s+(?={capture.name}\b)", r"\1", capture.declaration)


def context(piece: Piece) -> str:
    """The context's name and members, comments in one column."""
    end = piece.style.struct_ends
    lines, notes = [piece.section.name, end.replace("}", "{")], [place_of(piece.section), ""]
    if not piece.style.struct_brace_below:
        lines, notes = [f"{piece.section.name} {{"], notes[:1]
    declared = {c: piece.style.declared(_member(c, piece.constant_values)) for c in fields(piece.section)}
    members = {capture: f"{piece.style.unit}{line};" for capture, line in declared.items()}
    said = {line: capture.direction.value for capture, line in members.items()}
    made = all_there((capture, [line]) for capture, line in members.items())
    lines += made
    notes += [said.get(line, "") for line in made]
    if piece.section.goes_on:
        lines.append(f"{piece.style.unit}int {piece.waited};")
        notes.append("the lock was not free")
    if resumed(piece.section):
        lines.append(f"{piece.style.unit}int {piece.where};")
        notes.append("where it goes on")
    starts = [len("struct " + lines[0]), *(len(line.expandtabs()) for line in lines[1:])]
    column = max((start for start in starts if start <= COLUMN), default=0) + 2
    commented = [
        f"{line}{' ' * max(column - start, 2)}/* {note} */" if note else line
        for line, start, note in zip(lines, starts, notes, strict=True)
    ]
    return piece.style.newline.join([*commented, end])


def if_there(thing: Capture | Exit, lines: list[str]) -> list[str]:
    """Lines about a capture or an exit, in the #if that this stands in if not all builds have it."""
    return [*thing.around, *lines, *["#endif"] * len(thing.around)]


def all_there(parts: Iterable[tuple[Capture, list[str]]], within: Collection[str] = ()) -> list[str]:
    """Lines about captures, those in one #if that stand next to each other and in the same; they are ``within`` some.
    """
    found: list[str] = []
    told = ((tuple(line for line in capture.around if line not in within), lines) for capture, lines in parts)
    for around, same in groupby(told, key=lambda part: part[0]):
        found += [*around, *(line for _, lines in same for line in lines), *["#endif"] * len(around)]
    return found


def function(piece: Piece) -> str:
    """The section's function."""
    section, style = piece.section, piece.style
    named = style.call(section.name, style.declared(f"void *{piece.parameter}"))
    named = f"static int{style.newline if style.type_above_name else ' '}{named}"
    lines = [named + style.body_begins]
    declarations = prologue(piece)
    lines += _further_in(piece, declarations)
    if declarations and not section.noted and not ctext.declares_first(piece.body):
        lines.append("")
    if piece.body:
        lines.append(marks.BODY.format(section.name) + ";")
    lines += _further_in(piece, epilogue(piece))
    return style.newline.join([*lines, style.body_ends, marks.END])


def _further_in(piece: Piece, lines: Iterable[str]) -> list[str]:
    """Lines one step further in, but for empty ones and preprocessor lines."""
    return [piece.style.unit + line if line and not line.startswith("#") else line for line in lines]


def prologue(piece: Piece) -> list[str]:
    """The declarations at the head of the section's function."""
    section = piece.section
    used = ctext.names(piece.body) | piece.by_macros
    used = used.union(*((c.name for c in outs(section, way)) for way in section.exits))
    kept = {name for way in resumed(section) for name in (*way.outs, *way.back)}
    held = fields(section)
    given = {way.value for way in section.exits}
    lines: list[str] = []
    if has_context(section):
        cast = f"(struct {section.name} *)" if piece.cast else ""
        pointer = piece.style.declared(f"struct {section.name} *{piece.pointer}")
        lines.append(f"{pointer} = {cast}{piece.parameter};")
    elif piece.quiet_parameter:
        lines.append(f"(void){piece.parameter};")
    declared = []
    for capture in (c for c in section.captures if c.name not in given):
        value = f" = {piece.pointer}->{capture.name};"
        if capture.direction is Direction.BY_REFERENCE:
            declared += [(capture, piece.style.declared(capture.pointer) + value)] if capture in held else []
        elif not capture.outlives and (capture.direction in LOADED or capture.name in kept):
            declared.append((capture, piece.style.declared(capture.declaration) + value))
        elif not capture.outlives and capture.name in used:
            declared.append((capture, piece.style.declared(capture.declaration) + ";"))
    lines += all_there((capture, [line]) for capture, line in declared)
    lines += section.declares
    noted = _noted(piece, section.noted)
    return [*lines, *_resumption(piece), *([""] if lines and noted else []), *noted]


def epilogue(piece: Piece) -> list[str]:
    """The end of the section's function: what compilers want to see, too, where control never gets."""
    if end := fall_through(piece.section):
        return written(piece, end)
    return ["return 0;"] if piece.section.unended else []


def _noted(piece: Piece, call: str) -> list[str]:
    """The call of what a lock function does besides, if there is one."""
    return [f"{piece.style.laid_out(call)};"] if call else []


def _resumption(piece: Piece) -> list[str]:
    """How the section's function gets to where it goes on."""
    lines = [""] if resumed(piece.section) else []
    for way in resumed(piece.section):
        jump = f"goto {_label(piece, way)};"
        lines += branch(piece, f"{piece.pointer}->{piece.where} == {way.number}", [jump])
    return lines


def _request(piece: Piece, wait: Wait) -> str:
    """The call by which the section asks to wait, with pointers for the variables that it has by reference."""
    names = {c.name for c in by_reference(piece.section)}
    request = piece.style.laid_out(wait.request)
    text = replaced(request, lambda use: marks.REFERENCE.format(use[0]) if use[0] in names else use[0])
    return _REFERENCE.sub(_through_pointer, text)


def _through_pointer(use: re.Match[str]) -> str:
    """A use of a variable, by its pointer: its address, a member of it, what it leads to, or itself."""
    name, following = use[2], use[3]
    if following == ".":
        return f"{use[1] or ''}{name}->"
    if following:
        return f"{use[1] or ''}(*{name}){following}"
    return name if use[1] else f"*{name}"


def _label(piece: Piece, way: Exit) -> str:
    return f"{piece.where}_{way.number}"


def written(piece: Piece, way: Exit, mark: str = "") -> list[str]:
    """The end of the section's function at an exit: what it hands out, and the exit's number.

    ``mark`` is the release's: at each, what the function returns may be another value.
    """
    handed = ((c, [f"{piece.pointer}->{c.name} = {c.name};"]) for c in outs(piece.section, way))
    idle = ((c, [f"(void){c.name};"]) for c in _idle(piece.section, way) if piece.quiet_variable)
    lines = [*all_there(handed, way.around), *all_there(idle, way.around)]
    lines += [f"{piece.pointer}->{way.value} = {piece.values[mark]}"] if mark in piece.values else []
    lines += _noted(piece, way.noted)
    number = f"RCL_KEEP | {way.number}" if way.number else "RCL_KEEP"
    end = f"return {number if way.keeps else 0 if ends_alike(piece, way) else way.number};"
    if way.wait:
        end = f"return {_request(piece, way.wait)};"
    if not way.resumes:
        return [*lines, end]
    again = {c.name for c in outs(piece.section, way)} | set(way.back)
    back = (c for c in piece.section.captures if c.outlives and c.name in again)
    kept = all_there((c, [f"{c.name} = {piece.pointer}->{c.name};"]) for c in back)
    label = f"{_label(piece, way)}:" + " ;" * bool(kept and kept[0].startswith("#"))
    note = f"{piece.pointer}->{piece.where} = {way.number};"
    return [*lines, note, end, label, *(kept or [f"{marks.HERE};"])]


def _idle(section: Section, way: Exit) -> list[Capture]:
    """What the section only declares, for the client or another build, where it is about: the compiler would complain.
    """
    own = {c.name for c in section.captures if not (way.releases and c.outlives)} - tail_locals(section)
    ends = way is (fall_through(section) or section.exits[0])
    declared, handed = own.union(way.locals) if ends else way.locals, outs(section, way)
    idle = (c for c in section.captures if c.idle)
    return [c for c in idle if c.name in declared and c not in handed]


def branch(piece: Piece, condition: str, lines: list[str]) -> list[str]:
    unit = piece.style.step
    tail, several = _tail_of(piece, lines[0])
    alone = len(lines) == 1 and "\n" not in ctext.trim(tail) and not several
    if alone and ctext.is_statement(tail) and piece.style.bare_jump:
        return [piece.style.head("if", condition), unit + lines[0]]
    return piece.style.braced(piece.style.head("if", condition), lines)


def _tail_of(piece: Piece, line: str) -> tuple[str, bool]:
    """The tail that a line stands for, or the line itself, and whether that may be several statements."""
    number = line.rstrip(";").rpartition("__")[2]
    if not number.isdigit():
        return line, False
    return piece.tails[int(number)], any(way.several for way in piece.section.exits if way.number == int(number))
