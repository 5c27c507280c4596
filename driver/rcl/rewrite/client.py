# SPDX-License-Identifier: MIT
"""The C text of what stands in a section's place: the call, with what leads up to it and follows it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from rcl.branches import is_last
from rcl.model import Answer, Capture, Direction, Exit, Section, Tested
from rcl.names import replaced
from rcl.rewrite import ctext, marks
from rcl.rewrite.pieces import (
    OWN,
    Asks,
    Piece,
    ends_alike,
    executor,
    fall_through,
    fields,
    has_context,
    outs,
    pauses,
    resumed,
    tail_locals,
    ways,
)
from rcl.rewrite.render import all_there, branch, if_there

WIDTH = 100  # of an initialiser or a call on one line
#: a jump that a case may end with: what a macro makes does not show that it is one, and might be break
_JUMP = re.compile(r"(?:return|goto|continue)\b")
#: a jump, or a block that ends with one
_LEAVES = re.compile(r"\s*(?:\{(?:.*[;{}])?\s*)?(?:return|goto|break|continue)\b[^;{}]*;\s*\}?", re.DOTALL)
#: a call and nothing else
_CALL = re.compile(r"\w+\(.*\)")
#: an assignment
_ASSIGNS = re.compile(r"(?<![=!<>])=(?!=)")
#: an & between two values, right before one of them
_MASKED = re.compile(r"[\w\]]\s*&$")
#: the declaration of one variable: its type, its name, and what it begins with
_DECLARED = re.compile(r"([\w\s*]*[\s*])(\w+)(?: = (.*)|;)", re.DOTALL)


def call(piece: Piece) -> str:
    """The call with what leads up to it and follows it, without the first line's indentation."""
    if piece.asks and piece.section.able:
        leading = _if_led(piece.asks, piece.style.laid_out(_named(piece, piece.section.able)))
        piece = replace(piece, asks=replace(piece.asks, leading=leading, again=_named(piece, piece.asks.again)))
    piece, kept = _kept_outside(piece)
    needed = [(c, [f"{piece.style.declared(c.declaration)};"]) for c in declares(piece.section)]
    outer = [*kept, *all_there((c, line) for c, line in needed if not (piece.in_block and c.nested))]
    own = all_there((c, line) for c, line in needed if piece.in_block and c.nested)
    own += [f"va_list {copy};" for copy in piece.copies.values()]
    opening, filled = _context_variable(piece)
    opening = [*own, *opening]
    copied = (piece.style.call("va_copy", f"{copy}, {_value(piece, name)}") for name, copy in piece.copies.items())
    ahead = [f"{piece.style.laid_out(_named(piece, piece.section.ahead))};"] if piece.section.ahead else []
    before = [*(f"{call};" for call in copied), *filled, *piece.before]
    uses_way, dispatch = _dispatch(piece)
    if piece.section.endless and not pauses(piece.section):
        dispatch = _for_ever(piece, dispatch)
    apart = piece.in_block and not piece.branch and bool(opening or uses_way or piece.held)
    if piece.labelled and outer:
        outer = [";", *outer]
    if apart and not piece.held:
        outer, ahead = [*outer, *ahead], []  # what it declares is needed behind the block, too
    before = [*ahead, *before]
    if piece.declarations_first and before:
        declared, dispatch = _declared_apart(dispatch)
        opening = [*opening, *declared, ""]
    ended = [f"{piece.style.call('va_end', copy)};" for copy in piece.copies.values()]
    inner = [*opening, *before, *dispatch, *ended, *piece.behind]
    if apart:
        unit = piece.style.inside
        inner = ["{", *(unit + _further_in(piece, line) for line in inner), "}"]
    separator = [""] if outer and not opening else []
    text = laid_out(piece, (piece.style.newline + piece.indent).join([*outer, *separator, *inner]))
    if piece.branch:
        alone = piece.branch == "else if" and len(inner) == 1 and text.startswith("if")
        text = f" {text}" if alone else _as_branch(piece, text)
    text = re.sub(r"(?m)^[ \t]+(?=\r?$|#)", "", text)
    return text[:-1] if text.endswith(";") else f"{text} {marks.END}"


def _kept_outside(piece: Piece) -> tuple[Piece, list[str]]:
    """The piece that only sets the variable with the acquisition's result in a block of its own, and its declaration in
    front of that: what follows names it, too.
    """
    asks = piece.asks
    said = _DECLARED.fullmatch(asks.stored) if asks and piece.in_block and asks.tested.read else None
    if asks is None or said is None or not ctext.declares_first(f"{asks.stored};"):
        return piece, []
    condition, declared = piece.section.condition, f"{said[1]}{said[2]};"
    there = [condition, declared, "#endif"] if condition else [declared]
    return replace(piece, asks=replace(asks, stored=f"{said[2]} = {said[3]}")), there


def declares(section: Section) -> list[Capture]:
    """The variables of the section's that the client declares with the call: not those that only the section goes on
    with.
    """
    apart = tail_locals(section)
    return [c for c in section.captures if c.outlives and c.name not in apart and c.direction is not Direction.KEPT]


def _value(piece: Piece, name: str) -> str:
    """The variable as the client's text names it: through its pointer where an outer section has it by reference."""
    return marks.REFERENCE.format(name) if name in piece.through else name


def _declared_apart(lines: list[str]) -> tuple[list[str], list[str]]:
    """The declarations at the head of some lines without their values, and the lines, which set these instead."""
    declared: list[str] = []
    for number, line in enumerate(lines):
        said = _DECLARED.fullmatch(line)
        if said is None or not ctext.declares_first(line):
            return declared, [*(value for value in lines[:number] if value), *lines[number:]]
        declared.append(f"{said[1]}{said[2]};")
        lines[number] = f"{said[2]} = {said[3]}" if said[3] else ""
    return declared, lines


def _context_variable(piece: Piece) -> tuple[list[str], list[str]]:
    """The declaration of the context, and the statements that fill it where it may not begin with values."""
    section, unit = piece.section, piece.style.step
    if not has_context(section):
        return [], []
    variable = f"struct {section.name} {piece.variable}"
    if piece.constant_values:
        return [f"{variable};"], _members(piece, f"{piece.variable}{{}};")
    members = _members(piece, "{}")
    if not members:
        return [f"{variable};"], []
    line = f"{variable} = {{ {', '.join(members)} }};"
    whole = not any(member.startswith("#") for member in members)
    if whole and _fits(piece.indent + line):
        return [line], []
    listed = (member if member.startswith("#") else f"{unit}{member}," for member in members)
    return [f"{variable} = {{", *listed, "};"], []


def _members(piece: Piece, form: str) -> list[str]:
    """What the context begins with, member by member."""
    unset = piece.section.unset
    given = (c for c in fields(piece.section) if c.direction not in (Direction.OUT, Direction.KEPT))
    lines = all_there((c, [form.format(f".{c.name} = {_given(piece, c)}")]) for c in given if c.name not in unset)
    lines += [form.format(f".{piece.waited} = 0")] * piece.section.goes_on
    return lines + [form.format(f".{piece.where} = 0")] * bool(resumed(piece.section))


def _given(piece: Piece, capture: Capture) -> str:
    """What the client gives the section for a capture."""
    address = "&" if capture.direction is Direction.BY_REFERENCE and not capture.array else ""
    value = piece.copies.get(capture.name) or _named(piece, capture.value) or _value(piece, capture.name)
    return f"{address}{value}"


def said(piece: Piece, way: Exit) -> str:
    """What the client does behind an exit, where macros say that."""
    lines = (line for statement in way.made for line in _named(piece, statement).split("\n"))
    return piece.style.newline.join(lines)


def marks_off(text: str) -> str:
    """The text as long as it will be without its marks."""
    return text.replace(marks.REFERENCE.format(""), "")


def _named(piece: Piece, text: str) -> str:
    """An expression of the client's, as its text names variables."""
    return replaced(text, lambda use: _operand(text[: use.start()], use[0], _value(piece, use[0])))


def _mutex(piece: Piece) -> str:
    """The section's mutex, as its client names it: perhaps by a call."""
    named = _named(piece, piece.section.lock)
    return piece.style.laid_out(named) if _CALL.fullmatch(named) else named


def _operand(before: str, name: str, value: str) -> str:
    """A variable behind what comes before it: apart from an & that does not take its address."""
    return f"({value})" if value != name and _MASKED.search(before) else value


def execute(piece: Piece, again: bool = False) -> str:
    """The call of rcl_exec; ``again``: behind an attempt that has failed.

    The runtime may always give the section a copy of the context. Its function touches the members only where it
    begins and at its exits, and works on locals in between, so no address of a member lives on; a variable whose
    address means something (taken anywhere, volatile, _Atomic, static, an array) is there as a pointer.
    """
    style, section, run = piece.style, piece.section, executor(piece.section, piece.detached, again)
    called = f"{style.begun(section.execute)}{run}, " if section.execute else style.begun(run)
    return f"{called}{piece.mutex or _mutex(piece)}, {section.name}, {_context_arguments(piece)}"


def _context_arguments(piece: Piece) -> str:
    """The last arguments of the call of rcl_exec, and what ends that."""
    size = piece.style.call("sizeof", piece.variable)
    given = f"&{piece.variable}, {size}" if has_context(piece.section) else "NULL, 0"
    return given + piece.style.ended


def laid_out(piece: Piece, text: str) -> str:
    """The text, but for its first line's indentation, with line breaks in calls of rcl_exec in lines too long."""
    newline = piece.style.newline
    lines = [_in_lines(piece, line) for line in (piece.indent + text).split(newline)]
    return newline.join(lines).removeprefix(piece.indent)


def _in_lines(piece: Piece, line: str) -> str:
    """A line that is too long, broken before the context in its call, before the section's function, or before both."""
    named = f", {piece.section.name},"
    at = line.find(f"{named} {_context_arguments(piece)}")
    if at < 0 or _fits(line):
        return line
    behind = at + len(named)
    further = f"{line[: len(line) - len(line.lstrip())]}{piece.style.step * 2}"
    ways = ((behind,), (at + 1,), (at + 1, behind))
    broken = (_broken(line, places, further) for places in ways)
    lines = next((lines for lines in broken if all(map(_fits, lines))), _broken(line, ways[-1], further))
    return piece.style.newline.join(lines)


def _broken(line: str, places: Sequence[int], further: str) -> list[str]:
    """The lines that one becomes if it goes on ``further`` in from each of the places on."""
    parts = [line[start:end] for start, end in pairwise((0, *places, len(line)))]
    return [parts[0], *(further + part.lstrip() for part in parts[1:])]


def _fits(line: str) -> bool:
    return len(marks_off(line.expandtabs())) <= WIDTH


def _read(
    piece: Piece, captures: Iterable[Capture], anew: Iterable[str] = (), within: Collection[str] = ()
) -> list[str]:
    """The client's copies of what the section handed out; they are ``within`` some #if lines."""
    parts = []
    for capture in captures:
        target = piece.style.declared(capture.declaration) if capture.name in anew else _value(piece, capture.name)
        quiet = [f"(void){_value(piece, capture.name)};"] * capture.partly
        parts.append((capture, [f"{target} = {piece.variable}.{capture.name};", *quiet]))
    return all_there(parts, within)


def _behind(
    piece: Piece, way: Exit, captures: Iterable[Capture], anew: Iterable[str] = (), within: Collection[str] = ()
) -> list[str]:
    """What the client does first behind an exit: it takes back what it needs, and does what comes after the release."""
    return [*_read(piece, captures, anew, within), *([f"{_named(piece, way.after)};"] if way.after else [])]


def _dispatch(piece: Piece) -> tuple[bool, list[str]]:
    """The call and what follows it, and whether that declares a variable for the exit."""
    section, run = piece.section, execute(piece)
    apart = section.failed or section.guard  # the call needs a statement of its own
    end = fall_through(section)
    after = _behind(piece, end, outs(section, end)) if end else []
    led_out = [way for way in ways(section) if not ends_alike(piece, way)]
    if piece.branches and section.guard:
        return _flagged(piece)
    if section.condition:
        return _conditional(piece, run, led_out, after)
    if piece.asks:
        return _asked(piece, piece.asks, run, after)
    if piece.branches or section.busy:
        kept = bool(led_out)
        begun = f"int {piece.way} = {run};" if section.busy else f"int {piece.way};"
        text = piece.branches or _where_busy(piece, piece.way if kept else run)
        lines = [*([begun, ""] if kept else []), _with_calls(piece, text, kept)]
        return kept, [*lines, *([""] if kept and not section.busy else []), *_branches(piece, led_out, after)]
    if pauses(section):
        return _rounds(piece, run, after)
    if not led_out or (not end and len(led_out) == 1):
        uses_way, lines = _run(piece, run)
        return uses_way, [*lines, *(_last(piece, led_out[0]) if led_out else after)]
    if any(way.around for way in led_out):
        return False, [*_switch(piece, run, led_out), *after]
    if not end and not all(way.jump for way in led_out) and not any(way.locals for way in led_out):
        # unless others differ: each says what is taken back, then
        after = _behind(piece, led_out[0], outs(section, led_out[0]))
    common = len(after) * len(led_out) > 1 and all(_behind(piece, way, outs(section, way)) == after for way in led_out)
    after = after if common or end else []
    if not section.failed and not any(_way_out(piece, way, skip=common) for way in led_out):
        return False, [*_alone(piece, run), *after]
    if len(led_out) == 1 and not common and not apart and (led_out[0].jump or not after):
        return False, [*branch(piece, f"{run} == {led_out[0].number}", _way_out(piece, led_out[0])), *after]
    stays = all(not way.breaks and "break" not in ctext.names(piece.tails[way.number]) for way in led_out)
    jumps = stays and all(_JUMP.match(way.jump) for way in led_out)
    if not common and jumps and end and not apart:
        return False, [*_switch(piece, run, led_out), *after]
    checked = ["", *_failed(piece, piece.way)] if section.failed else []
    lines = [*_begun(piece, run), *checked, *(after if common else []), *([] if checked else [""])]
    return True, [*lines, *_branches(piece, led_out, [] if common else after, common)]


def _flagged(piece: Piece) -> tuple[bool, list[str]]:
    """The same behind the statement that sets the variable by which it is known whether the lock is taken."""
    uses_way, lines = _dispatch(replace(piece, branches=""))
    declared, lines = _declared_apart(lines) if piece.declarations_first else ([], lines)
    return uses_way, [*declared, piece.branches, *_given_anew(piece), *lines]


def _given_anew(piece: Piece) -> list[str]:
    """The statements that give the section what it gets only behind the one with which it begins."""
    renewed = (c for c in fields(piece.section) if c.name in piece.section.renewed)
    return [f"{piece.variable}.{c.name} = {_given(piece, c)};" for c in renewed]


def _conditional(piece: Piece, run: str, led_out: Sequence[Exit], after: list[str]) -> tuple[bool, list[str]]:
    """The call where the lock is there, and one of the section's function alone where it is not; what follows both."""
    kept, first = (f"{piece.way} = ", [f"int {piece.way};"]) if led_out else ("", [])
    keeps = bool(led_out or (piece.asks and piece.section.guard))
    repeats = piece.asks is not None and piece.asks.repeats
    called = [f"{kept}{run};"] if not repeats and (kept or not piece.asks) else []
    if piece.section.guard:
        called = [_way(piece, run).removeprefix("int " if kept else "")] if keeps else _alone(piece, run)
    if piece.asks:
        value = run if not keeps else f"({kept}{run})" if repeats else piece.way
        stored, condition, within = _answered(piece, piece.asks, run, keeps)
        called += [f"{stored};"] if stored and not within else []
        failed = _with_calls(piece, piece.asks.failed, bool(led_out))
        called.append(piece.style.head("while" if repeats else "if", condition if stored else f"{value} < 0") + failed)
    own, lines = f"{kept}{_own_call(piece)};", [*first]
    for one in piece.conditional:
        lines += [one.line, *([*piece.said, *called] if one.own else [*one.before, own, *one.behind])]
    lines += [] if is_last(piece.conditional[-1].line) else ["#else", own]
    return keeps, [*lines, piece.ending, *_branches(piece, led_out, after)]


def _run(piece: Piece, run: str) -> tuple[bool, list[str]]:
    """What executes the section where nothing depends on its exit but whether it could be executed."""
    section = piece.section
    if section.failed and section.guard:
        return True, [_way(piece, run), *_failed(piece, piece.way)]
    return False, _failed(piece, run) or _alone(piece, run)


def _begun(piece: Piece, run: str) -> list[str]:
    """The declaration of the variable for the exit, which branches set if more is done where there is no lock."""
    if not any(piece.section.reports):
        return [_way(piece, run)]
    return [f"int {piece.way};", "", *_in_branches(piece, f"{piece.way} = {run}", f"{piece.way} = {_kept(piece)}")]


def _in_branches(piece: Piece, run: str, own: str) -> list[str]:
    """The call where the lock is there, and the client's own one where it is not, around which it makes the calls that
    report that.
    """
    test, (begin, end) = piece.style.head("if", _named(piece, piece.section.guard)), piece.section.reports
    lines = [f"{piece.style.laid_out(_named(piece, line))};" if line else "" for line in (begin, end)]
    others = [line for line in (lines[0], f"{own};", lines[1]) if line]
    return _chained(piece, piece.style.braced(test, [f"{run};"]), None, others)


def _way(piece: Piece, run: str) -> str:
    """The declaration of the variable for the exit."""
    if not piece.section.guard:
        return f"int {piece.way} = {run};"
    return _either(piece, run, f"int {piece.way} = ", ";")


def _either(piece: Piece, run: str, before: str, behind: str, room: int = 0) -> str:
    """A text with the call between two parts, or the client's own one where what guards the section does not hold.

    The line needs ``room`` for more.
    """
    guard, own = _named(piece, piece.section.guard), _kept(piece)
    line = f"{before}{guard} ? {run} : {own}{behind}"
    if _fits(piece.indent + line + " " * room):
        return line
    further = f"{piece.style.newline}{piece.indent}{piece.style.step * 2}"
    return f"{before}{guard}{further}? {run}{further}: {own}{behind}"


def _further_in(piece: Piece, text: str) -> str:
    """A text where it stands one step further in: so does what goes on in another line."""
    first, newline, rest = text.partition("\n")
    return first + newline + ctext.reindent(rest, piece.indent, piece.indent + piece.style.step)


def _as_branch(piece: Piece, text: str) -> str:
    """The block that another statement or a loop has in place of a statement, from the end of its head on."""
    style = piece.style
    outside = piece.indent.removesuffix(style.step) if piece.branch == ")" else piece.indent
    brace = style.newline + outside + style.brace_indent
    inside = outside + style.brace_indent + style.inside
    body = ctext.reindent(f"{piece.indent}{text}", piece.indent, inside)
    return f"{brace if style.brace_below else ' '}{{{style.newline}{body}{brace}}}"


def _alone(piece: Piece, run: str) -> list[str]:
    """The statement that executes the section, where nobody asks for its result."""
    if not piece.section.guard:
        return [f"{run};"]
    if any(piece.section.reports):
        return _in_branches(piece, run, _own_call(piece))
    test, unit = piece.style.head("if", _named(piece, piece.section.guard)), piece.style.step
    if piece.style.bare_jump:
        return [test, f"{unit}{run};", "else", f"{unit}{_own_call(piece)};"]
    return _chained(piece, piece.style.braced(test, [f"{run};"]), None, [f"{_own_call(piece)};"])


def _own_call(piece: Piece) -> str:
    """The client's own call of the section's function, where it needs no lock."""
    return piece.style.call(piece.section.name, f"&{piece.variable}" if has_context(piece.section) else "NULL")


def _kept(piece: Piece) -> str:
    """The client's own call, and what it says of the way out: nothing of a lock that it has not."""
    return _own_call(piece) + " & ~RCL_KEEP" * any(way.keeps for way in piece.section.exits)


def _failed(piece: Piece, result: str) -> list[str]:
    """What the client does if a project's own function could not execute the section."""
    failed = piece.section.failed
    return branch(piece, f"{result} < 0", [f"{failed};"]) if failed else []


def _branches(piece: Piece, led_out: Sequence[Exit], after: list[str], common: bool = False) -> list[str]:
    """What follows each way out, and then the others; what comes ``after`` is for these alone.

    The last needs no test where there is no other, so that the compiler knows it, too.
    """
    outs_of = [(way, out) for way in led_out if (out := _way_out(piece, way, skip=common))]
    if after and not all(way.jump for way, _ in outs_of):
        chain: list[str] = []
        for way, out in outs_of:
            chain = _chained(piece, chain, f"{piece.way} == {way.number}", out)
        return _chained(piece, chain, None, after)
    certain = not fall_through(piece.section) and len(outs_of) == len(led_out)
    jumps = all(way.jump for way in led_out)
    lines: list[str] = []
    for number, (way, out) in enumerate(outs_of, 1):
        last = certain and number == len(outs_of)
        if last and (jumps or not lines):
            lines += _last(piece, way)
        elif certain and not jumps:
            lines = _chained(piece, lines, None if last else f"{piece.way} == {way.number}", out)
        else:
            lines += branch(piece, f"{piece.way} == {way.number}", out)
    return [*lines, *after]


def _chained(piece: Piece, lines: list[str], condition: str | None, out: list[str]) -> list[str]:
    """One more branch of a chain; always in braces, for the text of one may be an ``if`` without ``else``."""
    words = [*(["else"] if lines else []), *([piece.style.head("if", condition)] if condition else [])]
    chained = piece.style.braced(" ".join(words), out)
    if lines and not piece.style.brace_below:
        return [*lines[:-1], f"}} {chained[0]}", *chained[1:]]
    return [*lines, *chained]


def _asked(piece: Piece, asks: Asks, run: str, after: list[str]) -> tuple[bool, list[str]]:
    """The dispatch of a section whose client asks whether it had the lock."""
    tested = asks.tested
    others = [way for way in ways(piece.section) if not ends_alike(piece, way)]
    led_out = [way for way in others if _way_out(piece, way)]
    failed = _with_calls(piece, asks.failed, bool(led_out))
    failed += f"{piece.style.newline}{piece.indent}}}" if piece.section.goes_on else ""
    if tested.branch and len(led_out) == 1 and not (tested.otherwise or tested.stored or after):
        return False, branch(piece, _if_led(asks, f"{run} == {led_out[0].number}"), _way_out(piece, led_out[0]))
    kept = bool(led_out or piece.mutex or piece.section.guard or (piece.section.able and asks.stored))
    kept = kept or bool(tested.otherwise and (after or tested.read or tested.leading))
    mutex = piece.style.declared(f"rcl_mutex_t *{piece.mutex}")
    first = [f"{mutex} = {_mutex(piece)};"] if piece.mutex else []
    either = f"{run} : -1" if _had_if(piece, tested) else f"-1 : {run}"
    begun = f"int {piece.way} = {asks.leading} ? {either};" if asks.leading else _way(piece, run)
    first.append(f"int {piece.way};" if asks.repeats else begun)
    lines = [*first, ""] if kept else []
    value = (f"({piece.way} = {run})" if asks.repeats else piece.way) if kept else run
    stored, condition, within = _answered(piece, asks, run, kept)
    if not tested.branch:
        at = len(first) if ctext.declares_first(f"{stored};") else len(lines)  # among the declarations
        lines[at:at] = [] if within else [f"{stored};{asks.remarks}"]
        failing = f"{value} < 0" if kept else _if_led(asks, f"{value} < 0")
        head = piece.style.head("while" if asks.repeats else "if", condition if stored else failing)
        lines += [head + failed, *([""] if asks.repeats and kept else [])]
        return kept, [*lines, *_branches(piece, others, after)]
    alone = kept or not after
    if tested.read if alone else not within:
        lines.append(f"{stored};{asks.remarks}")
    lines += _otherwise(piece, f"{value} < 0", failed) if tested.otherwise else []
    for way in led_out:
        last = way is led_out[-1] and _all_leave(piece, asks)
        lines += _last(piece, way) if last else branch(piece, f"{piece.way} == {way.number}", _way_out(piece, way))
    if after:
        had = f"{value} == 0" if kept else _if_led(asks, f"{value} == 0")
        lines += branch(piece, had if kept or not stored else condition, after)
    bare = branch(piece, _within(asks.leading), [f"{run};"]) if asks.leading else [f"{run};"]
    return kept, lines or bare


def _otherwise(piece: Piece, condition: str, failed: str) -> list[str]:
    """What is done without the lock: in braces if it is another if statement, in the same line."""
    head = piece.style.head("if", condition)
    if not re.match(r" *if\b", failed):
        return [head + failed]
    return piece.style.braced(head, [_further_in(piece, failed.strip())])


def _all_leave(piece: Piece, asks: Asks) -> bool:
    """Does nobody get behind an if statement whose other branch tells what is done without the lock?"""
    leaves = asks.tested.otherwise is not None and _LEAVES.fullmatch(asks.failed) is not None
    return leaves and not fall_through(piece.section) and all(way.jump for way in ways(piece.section))


def _within(condition: str) -> str:
    """A condition without parentheses around the whole, unless it assigns something, which compilers ask them for."""
    whole = condition.startswith("(") and ctext.closing(condition, 0) == len(condition)
    return condition if not whole or _ASSIGNS.search(condition) else condition[1:-1].strip()


def _had_if(piece: Piece, tested: Tested) -> bool:
    """Does the condition hold where the lock is had? Else the section is its else, or behind it."""
    failing = tested.otherwise is not None and tested.otherwise.start < piece.section.enter.end
    return tested.branch and not failing


def _if_led(asks: Asks, condition: str) -> str:
    """A condition about the acquisition behind what is asked for first."""
    return f"{asks.leading} {'&&' if asks.tested.branch else '||'} {condition}" if asks.leading else condition


def _where_busy(piece: Piece, tried: str) -> str:
    """What the client does where the lock was not free: what its lock function does then, and the call that waits."""
    lines = [f"{piece.style.laid_out(_named(piece, piece.section.busy))};", f"{marks.RUN};"]
    braced = piece.style.braced(piece.style.head("if", f"{tried} < 0"), lines)
    return (piece.style.newline + piece.indent).join(braced)


def _with_calls(piece: Piece, text: str, kept: bool) -> str:
    """A text that takes the lock in branches, with the call of the section in each, behind what it is given anew."""
    while (at := text.find(marks.RUN)) >= 0:
        indent = ctext.indent_at(text, at) if "\n" in text[:at] else piece.indent + piece.style.step
        run = execute(piece, again=True)
        lines = _given_anew(piece)
        lines += [f"{piece.variable}.{piece.waited} = 1;"] * piece.section.goes_on
        lines.append(f"{piece.way} = {run}" if kept else run)
        text = text[:at] + (piece.style.newline + indent).join(lines) + text[at + len(marks.RUN) :]
    return text


def _answered(piece: Piece, asks: Asks, run: str, kept: bool) -> tuple[str, str, bool]:
    """What keeps the acquisition's result, "" if nothing does, the condition, and whether the one is in the other."""
    tested, result = asks.tested, _result(piece, asks.tested, run, kept)
    stored, condition = (_with_result(text, tested, result) for text in (asks.stored, asks.condition))
    return stored, condition, tested.stored is None or tested.condition.start <= tested.stored.start


def _with_result(text: str, tested: Tested, result: str) -> str:
    """A text that asks for the acquisition's result, with what has become of that."""
    whole = tested.answer is Answer.STATUS or re.search(rf"=\s*{marks.RESULT}$", text)
    return text.replace(marks.RESULT, result if whole else f"({result})")


def _result(piece: Piece, tested: Tested, run: str, kept: bool) -> str:
    """What the acquisition has given, from what the call gives, which is ``kept`` in a variable."""
    if piece.asks and piece.asks.again:
        return f"{piece.way} < 0 ? {piece.asks.again} : 0"
    if tested.answer is Answer.TRUTH:
        return f"{piece.way if kept else run} >= 0"
    if tested.answer is Answer.POINTER:
        return f"{piece.way} < 0 ? NULL : {piece.mutex}" if piece.mutex else f"{run} >= 0"
    if tested.compared:
        return f"({piece.way} < 0)" if kept else run
    return f"{piece.way} < 0 ? -{piece.way} : 0" if kept else f"-{run}"


def _rounds(piece: Piece, run: str, after: list[str]) -> tuple[bool, list[str]]:
    """The loop around a section that gives the lock back for a while, and what follows it."""
    section = piece.section
    paused, rest = pauses(section), [way for way in ways(section) if not way.resumes]
    nothing_else = not rest and not section.failed
    one, rounds = len(paused) == 1, [_round(piece, way) for way in paused]
    asked = [piece.style.head("if", f"{piece.way} == {way.number}") for way in paused]
    made = rounds[0] if one else list(chain.from_iterable(map(piece.style.braced, asked, rounds)))
    if nothing_else and not fall_through(section):
        return False, _for_ever(piece, [*(_alone(piece, run) if one else _begun(piece, run)), *made])
    alone = one and nothing_else and not section.guard
    tested = run if alone else f"({piece.way} = {run})"
    tested = _either(piece, run, f"({piece.way} = ", ")", len("while ( == 1) {")) if section.guard else tested
    lines = [] if alone else [f"int {piece.way};", ""]
    again = f"{tested} != 0"
    if one or not nothing_else:
        others = (f"{piece.way} == {way.number}" for way in paused[1:])
        again = " || ".join([f"{tested} == {paused[0].number}", *others])
    lines += [*piece.style.braced(piece.style.head("while", again), made), *_failed(piece, piece.way)]
    return not alone, [*lines, *_branches(piece, rest, after)]


def _for_ever(piece: Piece, lines: Sequence[str]) -> list[str]:
    """A loop without an end: nobody comes out of it."""
    return piece.style.braced(piece.style.head("for", ";;"), [_further_in(piece, line) for line in lines])


def _round(piece: Piece, way: Exit) -> list[str]:
    """What the client does while the section has given the lock back."""
    by_value = (c for c in fields(piece.section) if c.direction is not Direction.BY_REFERENCE)
    given = ((c, [f"{piece.variable}.{c.name} = {_value(piece, c.name)};"]) for c in by_value if c.name in way.back)
    return [*_way_out(piece, way), *all_there(given)]


def _taken(section: Section, way: Exit) -> list[Capture]:
    """The captures that the client takes back at an exit, those that its tail declares first."""
    anew = tail_locals(section)
    needed = [c for c in outs(section, way) if c.direction not in OWN and (way.taken is None or c.name in way.taken)]
    known = [c for c in needed if c.name in way.locals or not (c.outlives and c.name in anew)]
    return sorted(known, key=lambda c: c.name not in way.locals)


def _way_out(piece: Piece, way: Exit, skip: bool = False, within: Collection[str] = ()) -> list[str]:
    taken = _taken(piece.section, way)
    local = [c for c in piece.section.captures if c.name in way.locals and c not in taken]
    lines = all_there(((c, [f"{piece.style.declared(c.declaration)};"]) for c in local), within)
    lines += [] if skip else _behind(piece, way, taken, way.locals, within)
    lines += piece.behind if way.jump and not way.resumes else ()
    if piece.tails[way.number]:
        lines.append(marks.TAIL.format(piece.section.name, way.number) + ";")
    return lines


def _last(piece: Piece, way: Exit) -> list[str]:
    """The way out behind all others, in braces if it declares what must not be about behind it.

    So it is where no declaration may follow a statement, too, or another variable has that name.
    """
    lines = _way_out(piece, way)
    strict = piece.in_block or piece.declarations_first or not piece.known.isdisjoint(way.locals)
    if not ((way.locals and (strict or piece.followed)) or (way.declares and piece.followed)):
        return lines
    return ["{", *(piece.style.inside + line for line in lines), "}"]


def _switch(piece: Piece, run: str, led_out: list[Exit]) -> list[str]:
    unit = piece.style.step
    cases: list[str] = []
    for way in led_out:
        out = _way_out(piece, way, within=way.around)
        braces = bool(way.locals) or way.declares or ctext.declares_first(piece.tails[way.number])
        case = f"case {way.number}:" + (" {" if braces else "")
        cases += if_there(way, [case, *(unit + line for line in out), *(["}"] if braces else [])])
    if piece.defaults:
        cases += ["default:", f"{unit}break;"]
    return piece.style.braced(piece.style.head("switch", run), cases, piece.style.case_indented)
