# SPDX-License-Identifier: MIT
"""The C text of a section's pieces: its context, its function, and the call that stands in its place."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rcl.model import Answer, Capture, Direction, Exit, Identity, Release, Section, Span, Tested, Wait
from rcl.rewrite import ctext, marks

EXECUTE = {
    Identity.NONE: "rcl_exec_anon",
    Identity.ERRNO: "rcl_exec_errno",
    Identity.THREAD: "rcl_exec",
}
TRY, BLOCKING, DETACHED, WAITING = "rcl_tryexec", "rcl_exec_blocking", "rcl_exec_detached", "rcl_exec_waiting"
WIDTH = 100  # of an initialiser or a call on one line
OUTS = (Direction.OUT, Direction.IN_OUT)
LOADED = (Direction.IN, Direction.IN_OUT)
OWN = (Direction.SECTION_LOCAL, Direction.KEPT)  # the client has no use for them


@dataclass(frozen=True)
class Asks:
    """The text by which a section's client asks whether it had the lock: the condition, what keeps the result in a
    variable, and what follows the condition if that is about a failure; with a mark in place of the acquisition.
    """

    tested: Tested
    condition: str
    stored: str
    failed: str


@dataclass(frozen=True)
class Piece:
    """A section on its way out: what is known of it once its text is cut.

    ``variable`` is the context's name on the client, ``pointer`` and ``parameter`` its names in the function.
    ``body_indent`` is the indentation that the body had, ``asks`` how the client asks whether it had the lock.
    ``through`` are the variables that the enclosing shipped section has by reference. ``detached``: asked to be so.
    ``where`` is the member that says where a section goes on after a pause or a wait, and begins its labels.
    """

    section: Section
    style: ctext.Style
    indent: str
    body_indent: str
    variable: str
    way: str
    pointer: str = "cs"
    parameter: str = "ctx"
    body: str = ""
    tails: dict[int, str] = field(default_factory=dict)
    through: frozenset[str] = frozenset()
    in_block: bool = False
    quiet_parameter: bool = False
    quiet_variable: bool = False
    #: a pointer of another type must be cast to
    cast: bool = False
    asks: Asks | None = None
    detached: bool = False
    where: str = "at"
    #: the client's variable for the mutex, where the program has a pointer to that from its attempt
    mutex: str = ""


def fields(section: Section) -> list[Capture]:
    """The captures that the context holds."""
    return [c for c in section.captures if c.direction is not Direction.SECTION_LOCAL]


def has_context(section: Section) -> bool:
    """Whether the section has a context: for captures, or to know where it goes on."""
    return bool(fields(section) or resumed(section))


def _tail_locals(section: Section) -> set[str]:
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


def fall_through(section: Section) -> Exit | None:
    """Exit 0, None if every way out is another one."""
    return next((way for way in section.exits if not way.releases), None)


def may_keep_way(section: Section) -> bool:
    """Whether the client may keep the number of the exit in a variable."""
    led_out = ways(section)
    tested = section.tested or section.failed or section.condition or section.guard or pauses(section)
    asked = bool(section.tested and (section.tested.otherwise or names_mutex(section.tested)))
    guarded = bool(section.failed and section.guard)
    alone = bool(led_out and (tested or led_out[0].outs or not led_out[0].jump))
    return len(led_out) > 1 or asked or guarded or alone


def names_mutex(tested: Tested) -> bool:
    """Whether the program keeps a pointer to the mutex that its attempt has given."""
    return tested.answer is Answer.POINTER and tested.stored is not None


def outs(section: Section, way: Exit) -> list[Capture]:
    """The captures that an exit hands to the client."""
    return [c for c in section.captures if c.direction in (*OUTS, Direction.KEPT) and c.name in way.outs]


# --------------------------------------------------------------------------- before the function


def place_of(section: Section) -> str:
    """The lock and the lines, as the generated comment names them."""
    file = os.fsencode(section.enter_token.file.rpartition("/")[2]).decode(errors="replace")
    first, last = section.enter.line, section.last_line
    shown = f"{section.show}, {file}:{first}" + (f"-{last}" if last > first else "")
    return shown.encode(errors="replace").decode("latin-1")


def _member(capture: Capture) -> str:
    if capture.direction is Direction.BY_REFERENCE:
        return capture.pointer
    constant = capture.declaration.startswith("const ") and not re.search(r"[*\[(]", capture.declaration)
    return capture.declaration.removeprefix("const ") if constant else capture.declaration


def context(piece: Piece) -> str:
    """The context's name and members, comments in one column."""
    lines, notes = [f"{piece.section.name} {{"], [place_of(piece.section)]
    for capture in fields(piece.section):
        member = _if_declared(capture, [f"{piece.style.unit}{_member(capture)};"])
        lines += member
        notes += ["" if line.startswith("#") else capture.direction.value for line in member]
    if resumed(piece.section):
        lines.append(f"{piece.style.unit}int {piece.where};")
        notes.append("where it goes on")
    starts = [len("struct " + lines[0]), *(len(line.expandtabs()) for line in lines[1:])]
    column = max(starts) + 2
    commented = [
        f"{line}{' ' * (column - start)}/* {note} */" if note else line
        for line, start, note in zip(lines, starts, notes, strict=True)
    ]
    return piece.style.newline.join([*commented, "}"])


def _if_declared(capture: Capture, lines: list[str]) -> list[str]:
    """Lines about a capture, in the #if that its declaration stands in if not all builds have it."""
    return [*capture.around, *lines, *["#endif"] * len(capture.around)] if lines else []


def function(piece: Piece) -> str:
    """The section's function from its name on."""
    section, style = piece.section, piece.style
    head = f"{section.name}(void *{piece.parameter})"
    lines = [head, "{"] if style.function_brace_below else [head + " {"]
    declarations = prologue(piece)
    lines += [style.unit + line if line and not line.startswith("#") else line for line in declarations]
    if declarations and piece.body and not ctext.declares_first(piece.body):
        lines.append("")
    if piece.body:
        lines.append(marks.BODY.format(section.name) + ";")
    if end := fall_through(section):
        lines += [style.unit + line for line in written(piece, end)]
    return style.newline.join([*lines, "}", marks.END])


def prologue(piece: Piece) -> list[str]:
    """The declarations at the head of the section's function."""
    section = piece.section
    used = ctext.names(piece.body)
    kept = {name for way in resumed(section) for name in (*way.outs, *way.back)}
    lines = []
    if has_context(section):
        cast = f"(struct {section.name} *)" if piece.cast else ""
        lines.append(f"struct {section.name} *{piece.pointer} = {cast}{piece.parameter};")
    elif piece.quiet_parameter:
        lines.append(f"(void){piece.parameter};")
    for capture in section.captures:
        value = f" = {piece.pointer}->{capture.name};"
        if capture.direction is Direction.BY_REFERENCE:
            lines.append(capture.pointer + value)
        elif not capture.outlives and (capture.direction in LOADED or capture.name in kept):
            lines += _if_declared(capture, [capture.declaration + value])
        elif not capture.outlives and capture.name in used:
            lines += _if_declared(capture, [capture.declaration + ";"])
    return lines + _resumption(piece)


def _resumption(piece: Piece) -> list[str]:
    """How the section's function gets to where it goes on."""
    lines = [""] if resumed(piece.section) else []
    for way in resumed(piece.section):
        jump = f"goto {_label(piece, way)};"
        lines += _branch(piece, f"{piece.pointer}->{piece.where} == {way.number}", [jump])
    return lines


def _request(piece: Piece, wait: Wait) -> str:
    """The call by which the section asks to wait, with pointers for the variables that it has by reference."""
    text = wait.request
    for name in (c.name for c in by_reference(piece.section)):
        text = re.sub(rf"(&?)(?<![\w.])(?<!->){name}\b(\.|->|\[|\(|\+\+|--)?", _through_pointer, text)
    return text


def _through_pointer(use: re.Match[str]) -> str:
    """A use of a variable, by its pointer: its address, a member of it, what it leads to, or itself."""
    name, following = use[0].removeprefix("&").removesuffix(use[2] or ""), use[2]
    if following == ".":
        return f"{use[1]}{name}->"
    if following:
        return f"{use[1]}(*{name}){following}"
    return name if use[1] else f"*{name}"


def by_reference(section: Section) -> list[Capture]:
    """The captures of which the section has a pointer; arrays are one anyway."""
    return [c for c in section.captures if c.direction is Direction.BY_REFERENCE and not c.array]


def _label(piece: Piece, way: Exit) -> str:
    return f"{piece.where}_{way.number}"


def written(piece: Piece, way: Exit) -> list[str]:
    """The end of the section's function at an exit: what it hands out, and the exit's number."""
    lines = [f"{piece.pointer}->{c.name} = {c.name};" for c in outs(piece.section, way)]
    lines += [f"(void){name};" for name in _idle(piece.section, way) if piece.quiet_variable]
    number = f"RCL_KEEP | {way.number}" if way.number else "RCL_KEEP"
    end = f"return {number if way.keeps else 0 if ends_alike(piece, way) else way.number};"
    if way.wait:
        end = f"return {_request(piece, way.wait)};"
    if not way.resumes:
        return [*lines, end]
    again = {c.name for c in outs(piece.section, way)} | set(way.back)
    kept = [f"{c.name} = {piece.pointer}->{c.name};" for c in piece.section.captures if c.outlives and c.name in again]
    note = f"{piece.pointer}->{piece.where} = {way.number};"
    return [*lines, note, end, f"{_label(piece, way)}:", *(kept or [f"{marks.HERE};"])]


def _idle(section: Section, way: Exit) -> list[str]:
    """What the section only declares, for the client, where it is about: the compiler would complain."""
    declared = way.locals if way.releases else {c.name for c in section.captures} - _tail_locals(section)
    handed = outs(section, way)
    return [c.name for c in section.captures if c.idle and c.name in declared and c not in handed]


# --------------------------------------------------------------------------- in the section's place


def call(piece: Piece) -> str:
    """The call with what leads up to it and follows it, without the first line's indentation."""
    section = piece.section
    outer = [f"{c.declaration};" for c in section.captures if c.outlives and _client_needs(section, c)]
    opening = _context_variable(piece)
    uses_way, dispatch = _dispatch(piece)
    inner = [*opening, *dispatch]
    if piece.in_block and (opening or uses_way):
        unit = piece.style.unit
        inner = ["{", *(unit + line if line else line for line in inner), "}"]
    separator = [""] if outer and not opening else []
    text = (piece.style.newline + piece.indent).join([*outer, *separator, *inner])
    text = re.sub(r"(?m)^[ \t]+(?=\r?$|#)", "", text)
    return text[:-1] if text.endswith(";") else f"{text} {marks.END}"


def _client_needs(section: Section, capture: Capture) -> bool:
    """Whether the client must declare a variable of the section's: not if only the section goes on with it."""
    if capture.name in _tail_locals(section) or capture.direction is Direction.KEPT:
        return False
    taken = any(capture in _taken(section, way) or capture.name in way.back for way in section.exits)
    return taken or capture.direction is not Direction.OUT


def _value(piece: Piece, name: str) -> str:
    """The variable as the client's text names it: through its pointer where an outer section has it by reference."""
    return marks.REFERENCE.format(name) if name in piece.through else name


def _context_variable(piece: Piece) -> list[str]:
    section, unit = piece.section, piece.style.unit
    if not has_context(section):
        return []
    members = []
    for capture in fields(section):
        if capture.direction in (Direction.OUT, Direction.KEPT):
            continue
        address = "&" if capture.direction is Direction.BY_REFERENCE and not capture.array else ""
        members += _if_declared(capture, [f".{capture.name} = {address}{_value(piece, capture.name)}"])
    if resumed(section):
        members.append(f".{piece.where} = 0")
    head = f"struct {section.name} {piece.variable}"
    if not members:
        return [f"{head};"]
    line = f"{head} = {{ {', '.join(members)} }};"
    whole = not any(member.startswith("#") for member in members)
    if whole and len(marks_off(piece.indent.expandtabs() + line)) <= WIDTH:
        return [line]
    listed = (member if member.startswith("#") else f"{unit}{member}," for member in members)
    return [f"{head} = {{", *listed, "};"]


def marks_off(text: str) -> str:
    """The text as long as it will be without its marks."""
    return text.replace(marks.REFERENCE.format(""), "")


def _named(piece: Piece, text: str) -> str:
    """An expression of the client's, as its text names variables."""
    if not piece.through:
        return text
    return "".join(_value(piece, part) if part.isidentifier() else part for part in re.split(r"\b", text))


def executor(section: Section, detached: bool) -> str:
    """The function of the runtime that executes a section."""
    if section.attempt:
        return TRY
    if section.blocking:
        return BLOCKING
    if waits(section):
        return WAITING
    return DETACHED if detached and can_detach(section) else EXECUTE[section.identity]


def can_detach(section: Section) -> bool:
    """Whether nobody looks at what a section leaves behind, and it needs nothing of its client but values."""
    by_value = all(c.direction in (Direction.IN, Direction.SECTION_LOCAL) for c in section.captures)
    no_result = len(section.exits) == 1 and not section.exits[0].keeps
    plain = section.identity is Identity.NONE and not section.blocking and not section.tested
    plain = plain and not section.execute
    return by_value and no_result and plain


def execute(piece: Piece) -> str:
    """The call of rcl_exec.

    The runtime may always give the section a copy of the context. Its function touches the members only where it
    begins and at its exits, and works on locals in between, so no address of a member lives on; a variable whose
    address means something (taken anywhere, volatile, _Atomic, static, an array) is there as a pointer.
    """
    context_argument = f"&{piece.variable}, sizeof({piece.variable})" if has_context(piece.section) else "NULL, 0"
    run, section = executor(piece.section, piece.detached), piece.section
    called = f"{section.execute}({run}, " if section.execute else f"{run}("
    head = f"{called}{piece.mutex or _named(piece, section.lock)}, {section.name},"
    if len(f"{piece.indent.expandtabs()}{head} {context_argument});") <= WIDTH:
        return f"{head} {context_argument})"
    return f"{head}{piece.style.newline}{piece.indent}{piece.style.unit * 2}{context_argument})"


def _read(piece: Piece, captures: Iterable[Capture], declared: Iterable[str] = ()) -> list[str]:
    """The client's copies of what the section handed out."""
    lines = []
    for capture in captures:
        target = capture.declaration if capture.name in declared else _value(piece, capture.name)
        lines.append(f"{target} = {piece.variable}.{capture.name};")
        lines += [f"(void){_value(piece, capture.name)};"] if capture.partly else []
    return lines


def _dispatch(piece: Piece) -> tuple[bool, list[str]]:
    """The call and what follows it, and whether that declares a variable for the exit."""
    section, run = piece.section, execute(piece)
    apart = section.failed or section.guard  # the call needs a statement of its own
    end = fall_through(section)
    after = _read(piece, outs(section, end)) if end else []
    led_out = [way for way in ways(section) if not ends_alike(piece, way)]
    if piece.asks:
        return _asked(piece, piece.asks, run, after)
    if pauses(section):
        return _rounds(piece, run, after)
    if section.condition:
        return _conditional(piece, run, led_out, after)
    if not led_out or (not end and len(led_out) == 1):
        uses_way, lines = _run(piece, run)
        return uses_way, [*lines, *(_last(piece, led_out[0]) if led_out else after)]
    if not end and not all(way.jump for way in led_out) and not any(way.locals for way in led_out):
        after = _read(piece, outs(section, led_out[0]))  # unless others differ: each says what is taken back, then
    common = len(after) * len(led_out) > 1 and all(_read(piece, outs(section, way)) == after for way in led_out)
    after = after if common or end else []
    if len(led_out) == 1 and not common and not apart and (led_out[0].jump or not after):
        return False, [*_branch(piece, f"{run} == {led_out[0].number}", _way_out(piece, led_out[0])), *after]
    jumps = all(way.jump and "break" not in ctext.names(piece.tails[way.number]) for way in led_out)
    if not common and jumps and end and not apart:
        return False, [*_switch(piece, run, led_out), *after]
    if not section.failed and not any(_way_out(piece, way, skip=common) for way in led_out):
        return False, [*_alone(piece, run), *after]
    checked = ["", *_failed(piece, piece.way)] if section.failed else []
    lines = [_way(piece, run), *checked, *(after if common else []), *([] if checked else [""])]
    return True, [*lines, *_branches(piece, led_out, [] if common else after, common)]


def _conditional(piece: Piece, run: str, led_out: Sequence[Exit], after: list[str]) -> tuple[bool, list[str]]:
    """The call where the lock is there, and one of the section's function alone where it is not; what follows both."""
    section = piece.section
    kept, declared = (f"{piece.way} = ", [f"int {piece.way};"]) if led_out else ("", [])
    lines = [*declared, section.condition, f"{kept}{run};", "#else", f"{kept}{_own_call(piece)};", "#endif"]
    return bool(led_out), [*lines, *_branches(piece, led_out, after)]


def _run(piece: Piece, run: str) -> tuple[bool, list[str]]:
    """What executes the section where nothing depends on its exit but whether it could be executed."""
    section = piece.section
    if section.failed and section.guard:
        return True, [_way(piece, run), *_failed(piece, piece.way)]
    return False, _failed(piece, run) or _alone(piece, run)


def _way(piece: Piece, run: str) -> str:
    """The declaration of the variable for the exit."""
    if not piece.section.guard:
        return f"int {piece.way} = {run};"
    guard, own = _named(piece, piece.section.guard), _own_call(piece)
    line = f"int {piece.way} = {guard} ? {run} : {own};"
    if len(piece.indent.expandtabs()) + len(line) <= WIDTH:
        return line
    further = f"{piece.style.newline}{piece.indent}{piece.style.unit * 2}"
    return f"int {piece.way} = {guard}{further}? {run}{further}: {own};"


def _alone(piece: Piece, run: str) -> list[str]:
    """The statement that executes the section, where nobody asks for its result."""
    if not piece.section.guard:
        return [f"{run};"]
    head, unit = f"if ({_named(piece, piece.section.guard)})", piece.style.unit
    if piece.style.bare_jump:
        return [head, f"{unit}{run};", "else", f"{unit}{_own_call(piece)};"]
    return _chained(piece, [*_opened(piece, head), f"{unit}{run};", "}"], "else", [f"{_own_call(piece)};"])


def _own_call(piece: Piece) -> str:
    """The client's own call of the section's function, where it needs no lock."""
    return f"{piece.section.name}({f'&{piece.variable}' if has_context(piece.section) else 'NULL'})"


def _failed(piece: Piece, result: str) -> list[str]:
    """What the client does if a project's own function could not execute the section."""
    failed = piece.section.failed
    return _branch(piece, f"{result} < 0", [f"{failed};"]) if failed else []


def ends_alike(piece: Piece, way: Exit) -> bool:
    """Whether an exit by a release does nothing on the client's side but what falling through does."""
    end = fall_through(piece.section)
    if end is None or end.keeps or not way.releases or way.jump or way.keeps or way.resumes or way.wait:
        return False
    return not piece.tails[way.number] and outs(piece.section, way) == outs(piece.section, end)


def _branches(piece: Piece, led_out: Sequence[Exit], after: list[str], common: bool = False) -> list[str]:
    """What follows each way out, and then the others; what comes ``after`` is for these alone.

    The last needs no test where there is no other, so that the compiler knows it, too.
    """
    outs_of = [(way, out) for way in led_out if (out := _way_out(piece, way, skip=common))]
    if after and not all(way.jump for way, _ in outs_of):
        chain: list[str] = []
        for way, out in outs_of:
            chain = _chained(piece, chain, f"{'else ' if chain else ''}if ({piece.way} == {way.number})", out)
        return _chained(piece, chain, "else", after)
    certain = not fall_through(piece.section) and len(outs_of) == len(led_out)
    jumps = all(way.jump for way in led_out)
    lines: list[str] = []
    for number, (way, out) in enumerate(outs_of, 1):
        last = certain and number == len(outs_of)
        if last and (jumps or not lines):
            lines += _last(piece, way)
        elif certain and not jumps:
            head = "else" if last else f"{'else ' if lines else ''}if ({piece.way} == {way.number})"
            lines = _chained(piece, lines, head, out)
        else:
            lines += _branch(piece, f"{piece.way} == {way.number}", out)
    return [*lines, *after]


def _chained(piece: Piece, lines: list[str], head: str, out: list[str]) -> list[str]:
    """One more branch of a chain; always in braces, for the text of one may be an ``if`` without ``else``."""
    branch = [*_opened(piece, head), *(piece.style.unit + line for line in out), "}"]
    if lines and not piece.style.brace_below:
        return [*lines[:-1], f"}} {branch[0]}", *branch[1:]]
    return [*lines, *branch]


def _asked(piece: Piece, asks: Asks, run: str, after: list[str]) -> tuple[bool, list[str]]:
    """The dispatch of a section whose client asks whether it had the lock."""
    tested = asks.tested
    others = [way for way in ways(piece.section) if not ends_alike(piece, way)]
    led_out = [way for way in others if _way_out(piece, way)]
    kept = bool(led_out or piece.mutex or (tested.otherwise and (after or tested.read)))
    declared = [f"rcl_mutex_t *{piece.mutex} = {_named(piece, piece.section.lock)};"] if piece.mutex else []
    declared += [f"int {piece.way} = {run};"] if kept else []
    lines = [*declared, ""] if kept else []
    value = piece.way if kept else run
    result = _result(piece, tested, run, kept)
    stored, condition = (_with_result(text, tested, result) for text in (asks.stored, asks.condition))
    within = tested.stored is None or tested.condition.start <= tested.stored.start
    if not tested.branch:
        at = len(declared) if ctext.declares_first(f"{stored};") else len(lines)  # among the declarations
        lines[at:at] = [] if within else [f"{stored};"]
        lines.append(f"if ({condition if stored else f'{value} < 0'}){asks.failed}")
        return kept, [*lines, *_branches(piece, others, after)]
    alone = kept or not after
    if stored and (tested.read if alone else not within):
        lines.append(f"{stored};")
    lines += [f"if ({value} < 0){asks.failed}"] if tested.otherwise else []
    for way in led_out:
        lines += _branch(piece, f"{piece.way} == {way.number}", _way_out(piece, way))
    if after:
        lines += _branch(piece, f"{value} == 0" if kept or not stored else condition, after)
    return kept, lines or [f"{run};"]


def _with_result(text: str, tested: Tested, result: str) -> str:
    """A text that asks for the acquisition's result, with what has become of that."""
    whole = tested.answer is Answer.STATUS or re.search(rf"=\s*{marks.RESULT}$", text)
    return text.replace(marks.RESULT, result if whole else f"({result})")


def _result(piece: Piece, tested: Tested, run: str, kept: bool) -> str:
    """What the acquisition has given, from what the call gives, which is ``kept`` in a variable."""
    if tested.answer is Answer.TRUTH:
        return f"{piece.way if kept else run} >= 0"
    if tested.answer is Answer.POINTER:
        return f"{piece.way} < 0 ? NULL : {piece.mutex}" if piece.mutex else f"{run} >= 0"
    if tested.compared:
        return f"({piece.way} < 0)" if kept else run
    return f"{piece.way} < 0 ? -{piece.way} : 0" if kept else f"-{run}"


def _rounds(piece: Piece, run: str, after: list[str]) -> tuple[bool, list[str]]:
    """The loop around a section that gives the lock back for a while, and what follows it."""
    section, unit = piece.section, piece.style.unit
    paused, rest = pauses(section), [way for way in ways(section) if not way.resumes]
    alone = len(paused) == 1 and not rest and not section.failed
    if alone and not fall_through(section):
        lines = [f"{run};", *_round(piece, paused[0])]
        return False, [*_opened(piece, "for (;;)"), *(unit + line for line in lines), "}"]
    tested = run if alone else f"({piece.way} = {run})"
    lines = [] if alone else [f"int {piece.way};", ""]
    if len(paused) == 1:
        lines += _opened(piece, f"while ({tested} == {paused[0].number})")
        lines += [unit + line for line in _round(piece, paused[0])]
    else:
        numbers = " || ".join(f"{piece.way} == {way.number}" for way in paused[1:])
        lines += _opened(piece, f"while ({tested} == {paused[0].number} || {numbers})")
        for way in paused:
            lines += [unit + line for line in _opened(piece, f"if ({piece.way} == {way.number})")]
            lines += [*(unit * 2 + line for line in _round(piece, way)), unit + "}"]
    lines += ["}", *_failed(piece, piece.way)]
    return not alone, [*lines, *_branches(piece, rest, after)]


def _round(piece: Piece, way: Exit) -> list[str]:
    """What the client does while the section has given the lock back."""
    given = (c for c in fields(piece.section) if c.name in way.back)
    return [*_way_out(piece, way), *(f"{piece.variable}.{c.name} = {_value(piece, c.name)};" for c in given)]


def _taken(section: Section, way: Exit) -> list[Capture]:
    """The captures that the client takes back at an exit, those that its tail declares first."""
    declared = _tail_locals(section)
    needed = [c for c in outs(section, way) if c.direction not in OWN and (way.taken is None or c.name in way.taken)]
    known = [c for c in needed if c.name in way.locals or not (c.outlives and c.name in declared)]
    return sorted(known, key=lambda c: c.name not in way.locals)


def _way_out(piece: Piece, way: Exit, skip: bool = False) -> list[str]:
    taken = _taken(piece.section, way)
    local = [c for c in piece.section.captures if c.name in way.locals and c not in taken]
    lines = [*(f"{c.declaration};" for c in local), *_read(piece, [] if skip else taken, way.locals)]
    if piece.tails[way.number]:
        lines.append(marks.TAIL.format(piece.section.name, way.number) + ";")
    return lines


def _last(piece: Piece, way: Exit) -> list[str]:
    """The way out behind all others, in braces if it declares variables where no declaration may follow a statement."""
    lines = _way_out(piece, way)
    if not (piece.in_block and way.locals):
        return lines
    return ["{", *(piece.style.unit + line for line in lines), "}"]


def _branch(piece: Piece, condition: str, lines: list[str]) -> list[str]:
    unit = piece.style.unit
    if not lines:
        tested = condition.rpartition(" == ")[0]
        return [] if tested == piece.way else [f"{tested};"]
    alone = len(lines) == 1 and "\n" not in ctext.trim(_tail_of(piece, lines[0]))
    if alone and ctext.is_statement(_tail_of(piece, lines[0])) and piece.style.bare_jump:
        return [f"if ({condition})", unit + lines[0]]
    return [*_opened(piece, f"if ({condition})"), *(unit + line for line in lines), "}"]


def _opened(piece: Piece, head: str) -> list[str]:
    return [head, "{"] if piece.style.brace_below else [f"{head} {{"]


def _tail_of(piece: Piece, line: str) -> str:
    number = line.rstrip(";").rpartition("__")[2]
    return piece.tails[int(number)] if number.isdigit() else line


def _switch(piece: Piece, run: str, led_out: list[Exit]) -> list[str]:
    unit = piece.style.unit
    case = unit if piece.style.case_indented else ""
    lines = _opened(piece, f"switch ({run})")
    for way in led_out:
        out = _way_out(piece, way)
        braces = bool(way.locals) or ctext.declares_first(piece.tails[way.number])
        lines.append(f"{case}case {way.number}:" + (" {" if braces else ""))
        lines += [case + unit + line for line in out]
        lines += [case + "}"] if braces else []
    return [*lines, "}"]
