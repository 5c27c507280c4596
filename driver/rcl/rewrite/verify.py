# SPDX-License-Identifier: MIT
"""Checks of a rewritten file against its original: inlines every section back, and looks at every other line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rcl import branches
from rcl.model import Direction, Exit, Section, Span
from rcl.names import replaced
from rcl.rewrite import ctext, finish, in_macros, marks, render
from rcl.rewrite.edits import Edit, apply
from rcl.rewrite.fileplan import FilePlan, behind, directives, first, region
from rcl.rewrite.finish import as_inline, context, definition, drop_unused, without_definition
from rcl.rewrite.nesting import encloses, enclosing, in_tail
from rcl.rewrite.pieces import (
    OUTS,
    Piece,
    client_tail,
    exit_marks,
    fall_through,
    fields,
    has_context,
    leaving_marks,
    outs,
    own_names,
    waits,
    ways,
)  # fmt: skip
from rcl.rewrite.stages import Converted

#: the variables by reference among these are said in several ways
_TARGET = re.compile(r"\( \* (\w+) \) (?:(\. )|(?!\[|\(|->|\+\+|--))")
#: the rest of a declaration behind its name, with a value
_VALUE = re.compile(r"(?:\[[^][]*\])?\s*=(?!=)[^;]*")
#: a line that is blank, or a directive
_IDLE = re.compile(r"\s*(?:#|$)")
#: a test for an exit's number, or what follows an exit
_TEST_OR_TAIL = re.compile(r"(?:==|case) (\d+) |\b" + marks.TAIL.format(r"(\w+)", r"(\d+)") + " ")


@dataclass(frozen=True)
class Back:
    """How sections are put back: the words in each one's place with its placeholder, the last section first, by
    function; and the variables that any has by reference."""

    calls: Mapping[Span | None, Sequence[tuple[str, str]]]
    pointed: frozenset[str]


@dataclass(frozen=True)
class Checked:
    """A converted text and the ids of the sections that were moved in it; which of these are not the original's, each
    with what is wrong; what else differs. ``lost`` are those that are not executed once.
    """

    text: str
    moved: tuple[str, ...]
    wrong: dict[str, str]
    strange: str | None
    lost: tuple[str, ...]


def check(converted: Converted) -> Checked:
    """Compares a conversion with its original."""
    back = back_of(converted)
    wrong = inline_back(converted, back) | in_macros.put_back(converted.plan, converted.text)
    moved = tuple(section.id for section in (*(p.section for p in converted.pieces), *converted.plan.in_macros))
    return Checked(converted.text, moved, wrong, None if wrong else strange(converted, back), tuple(_lost(converted)))


def _lost(converted: Converted) -> Iterable[str]:
    words = Counter(ctext.spelt_of(converted.text))
    return (p.section.id for p in converted.pieces if words[p.section.name] != _mentions(p))


def _mentions(piece: Piece) -> int:
    """How often a section's name stands in the result: its function, its calls, and its context's type 3 or 4 times."""
    section = piece.section
    more = branches.number(section.condition) - 1 if section.condition else 0
    twice = more + bool(section.guard) + bool(section.busy)
    calls = 1 + twice if twice else len(section.taken) + section.attempt or 1
    return 1 + calls + (3 + piece.cast if has_context(piece.section) else 0)


def inline_back(converted: Converted, back: Back) -> dict[str, str]:
    """The ids of the sections that are not the original's when put back, each with what is wrong."""
    wrong: dict[str, str] = {}
    for span in dict.fromkeys(p.section.function_span for p in converted.pieces):
        own = _of_function(converted, span)
        complaints = {p.section.id: _complaint(own, back, p) for p in own.pieces}
        if not any(complaints.values()) and not _same_client(own, back):
            complaints = dict.fromkeys(complaints, "its function is not the original's")
        wrong.update({identity: why for identity, why in complaints.items() if why})
    return wrong


def _of_function(converted: Converted, span: Span | None) -> Converted:
    """What belongs to one function."""
    plan, pieces = converted.plan, tuple(p for p in converted.pieces if p.section.function_span == span)
    assert span is not None
    tokens, inserted = (_within(edits, span) for edits in (plan.tokens, plan.pieces))
    shipped = tuple(s for s in plan.shipped if s.function_span == span)
    undeclared = tuple((s, name) for s, name in converted.undeclared if s.function_span == span)
    plan = replace(plan, shipped=shipped, tokens=tokens, pieces=inserted)
    return replace(converted, plan=plan, pieces=pieces, undeclared=undeclared)


def _within(edits: Sequence[Edit], span: Span) -> tuple[Edit, ...]:
    """Those of some edits, in their order, that begin in a function or right behind it."""
    first = bisect_left(edits, span.start, key=lambda edit: edit.start)
    return tuple(edits[first : bisect_right(edits, span.end, key=lambda edit: edit.start)])


def _complaint(converted: Converted, back: Back, piece: Piece) -> str:
    try:
        return _section(converted, back, piece)
    except ValueError as error:
        return str(error)


def _section(converted: Converted, back: Back, piece: Piece) -> str:
    """Compares a section's function and tails with the text that they were made of."""
    plan, section = converted.plan, piece.section
    start, end = ctext.function_body(converted.text, section.name, definition(converted.text, section))
    body = _words(converted.text[start + 1 : end - 1])
    prologue = _prologue(converted, piece, body)
    epilogue = _words("\n".join(render.epilogue(piece)))
    if prologue is None or not body.endswith(epilogue):
        return "its function does not begin and end as it should"
    if not _notes(piece, prologue):
        return "it lacks what a lock function notes"
    calls = back.calls[section.function_span]
    body = _calls_back(body[len(prologue) : len(body) - len(epilogue)], calls, back)
    waited = f"if ({piece.pointer}->{piece.waited}) {{" if section.goes_on else ""
    original = f"{section.name}() {{ {waited} {_original_text(plan, *region(plan.text, section), section)} }}"
    original = _without_undeclared(original, converted, section)
    original = original[original.index("{") + 1 : original.rindex("}")]
    if _exits_back(body, piece, back) != _alike(_words(original), back):
        return "its body is not the original's"
    made = _words(f"{piece.call};")
    if not all(_words(plan.text[span.start : span.end]) in made for span in (*section.before, *section.behind)):
        return "its client lacks a statement"
    others = (lines for one in piece.conditional for lines in (one.before, one.behind))
    if any(_words("\n".join(lines)) not in made for lines in others):
        return "its client lacks what other builds do in the place of a lock call"
    besides = (section.ahead, section.busy, section.able, *section.reports, *(way.after for way in section.exits))
    if any(_words(call.partition("(")[0]) not in made for call in besides):
        return "its client lacks what a lock function does before it has the lock, or after that"
    if piece.asks and _words(piece.asks.leading) not in made:
        return "its client does not ask what it asked for before the lock"
    if not _asks_for_exits(piece, made):
        return "its client does not ask which way it was left"
    if not _hands_over(piece, made):
        return "its client does not give or take back what it should"
    for way in ways(section):
        values = [piece.values.get(mark) for mark in exit_marks(section, way)]
        moved = {value: _moved(converted, back, piece, way, value) for value in dict.fromkeys(values)}
        for value, release in zip(values, way.releases, strict=True):
            span = client_tail(release, way)
            tail = _original(plan, span.start, span.end, enclosing(plan, section))
            tail = _made_by_macro(piece, way) if release.leaves else tail
            if moved[value] != _alike(tail, back):
                return f"what follows exit {way.number} is not the original's"
    return ""


def _made_by_macro(piece: Piece, way: Exit) -> str:
    """The words of what a macro says for the client, which may stand in a section that has variables by reference."""
    said = " ".join(way.made)
    return _words(replaced(said, lambda use: f"(*{use[0]})" if use[0] in piece.through else use[0]))


def _prologue(converted: Converted, piece: Piece, body: str) -> str | None:
    """The words by which a section's function begins: as it is made, or without variables that it has named no more
    since sections in it were moved, but whose names fields have, say, or variables of its blocks.
    """
    gone = {name for inner, name in converted.undeclared if encloses(piece.section, inner)}
    found = ""
    for line in "\n".join(render.prologue(piece)).split("\n"):
        if body.startswith(words := found + _words(line)):
            found = words
        elif not gone or (gone.isdisjoint(ctext.names(line)) and not line.startswith("#")):
            return None
    return found


def _without_undeclared(text: str, converted: Converted, section: Section) -> str:
    """A section's function without the declarations of what only sections in it used."""
    for inner, capture in converted.undeclared:
        around = enclosing(converted.plan, inner)
        if around and around.id == section.id:
            text = drop_unused(text, inner, capture, 0, section.name)
    return text


def _moved(converted: Converted, back: Back, piece: Piece, way: Exit, value: str | None) -> str:
    """The words of what follows an exit, its sections put back; ``value`` is what the function returns there, if the
    section works that out.
    """
    said = piece.tails[way.number] if value is None else f"return {value}"
    words = _calls_back(_resolved(said, converted), back.calls[piece.section.function_span], back)
    for other in converted.pieces:
        words = _exits_back(words, other, back) if encloses(other.section, piece.section) else words
    return words


def _notes(piece: Piece, prologue: str) -> bool:
    """Whether it notes what its lock functions do: at the end of how it begins, and before it returns with the lock
    given back.
    """
    left = (way for way in piece.section.exits if way.noted)
    ends = ((way, _words("\n".join(render.written(piece, way)))) for way in left)
    noted = all(_words(f"{way.noted};") in end.partition("return ")[0] and not way.keeps for way, end in ends)
    return noted and prologue.endswith(_words(f"{piece.section.noted};") if piece.section.noted else "")


def _asks_for_exits(piece: Piece, made: str) -> bool:
    """Whether what follows an exit is there, behind a test for the number that the section returns there.

    ``made`` are the words of the client. Where nothing falls through, one of them needs no test. This goes by the text
    alone: the client is compared with what client.py makes of it, which may be wrong.
    """
    asked, untested, found = "", 0, set()
    for number, name, tail in _TEST_OR_TAIL.findall(made):
        if name not in ("", piece.section.name):
            continue
        asked = number or asked
        untested += bool(tail) and tail != asked
        found |= {tail} if tail else set()
    led_out = [way for way in ways(piece.section) if piece.tails[way.number]]
    returned = all(
        re.search(rf"\breturn (?:RCL_KEEP \| )?{way.number} ;", _words("\n".join(render.written(piece, way, mark))))
        for way in led_out for mark in _told_apart(piece, way)
    )  # fmt: skip
    all_there = found == {str(way.number) for way in led_out}
    return returned and all_there and untested <= (fall_through(piece.section) is None)


def _hands_over(piece: Piece, made: str) -> bool:
    """Whether the client, in words, names each value that the section needs, and takes back each that it hands out."""
    section = piece.section
    given = (c for c in fields(section) if c.direction not in (Direction.OUT, Direction.KEPT))
    left = (way for way in section.exits if not way.resumes and not way.wait)
    taken = (c for way in left for c in outs(section, way) if c.direction in OUTS)
    returned = all(
        _words(piece.tails[way.number]) == _words(f"return {piece.variable}.{way.value};")
        for way in section.exits if way.value
    )  # fmt: skip
    return returned and all(f". {c.name} = " in made for c in given) and all(
        f" = {piece.variable} . {c.name} ; " in made for c in taken
    )


def _same_client(converted: Converted, back: Back) -> bool:
    """Whether a function, its calls of sections put back, is the original function."""
    plan, section = converted.plan, converted.pieces[0].section
    assert section.function_span is not None
    start, end = ctext.function_body(plan.text, section.spelled, section.function_span.start)
    text = f"{section.spelled}() {_original_text(plan, start, end, None)}"
    for own, capture in converted.undeclared:
        text = drop_unused(text, own, capture)
    behind = max(definition(converted.text, p.section) for p in converted.pieces)
    now = ctext.function_body(converted.text, plan.client(section), behind)
    put_back = _calls_back(_words(converted.text[now[0] : now[1]]), back.calls[section.function_span], back)
    return put_back == _alike(_words(text[text.index("{") :]), back)


def _exits_back(words: str, piece: Piece, back: Back) -> str:
    """Words of a section's function with the placeholder of each exit in its place."""
    ends = []
    for way in (*ways(piece.section), *waits(piece.section)):
        for mark in _told_apart(piece, way):
            end = _words("\n".join(render.written(piece, way, mark)))
            ends.append((_alike(end, back) if mark else end, way.number))
    for end, number in sorted(ends, key=lambda pair: -len(pair[0])):  # one may be a part of another one
        for labelled in (end.replace(f"{marks.HERE} ;", ";"), end.replace(f"{marks.HERE} ; ", "")):
            words = words.replace(labelled, f"@exit {number} ; ")
    return words


def _told_apart(piece: Piece, way: Exit) -> list[str]:
    """The marks of those of an exit's releases at which the section does not do the same; one that is none, if all do.
    """
    return [mark for mark in exit_marks(piece.section, way) if mark in piece.values] or [""]


# --------------------------------------------------------------------------- the original, with placeholders


def _original(plan: FilePlan, start: int, end: int, within: Section | None) -> str:
    return _words(_original_text(plan, start, end, within))


def _original_text(plan: FilePlan, start: int, end: int, within: Section | None) -> str:
    """A piece of the original, renamed, with placeholders for its sections and for the exits of the one around it."""
    own = [e for e in (*plan.tokens, *plan.pieces) if start <= e.start <= e.end <= end]
    edits = [e for e in own if e.new != ";" and not marks.ANY.search(e.new)]
    edits += _references(plan, own)
    for section in (s for s in plan.shipped if within is None or s.id != within.id):
        last = behind(plan.text, section)
        last = end if start < end < last and not plan.text[end:last].strip() else last
        edits.append(Edit(first(section), last, 0, f" @{section.name} ; "))
    for way in (*ways(within), *waits(within)) if within else ():
        edits += [Edit(r.call.start, r.tail.end, 0, f" @exit {way.number} ; ") for r in way.releases]
    inside = [e.seen_from(start) for e in edits if start <= e.start <= e.end <= end]
    behind_all = end == len(plan.text)  # nothing follows to which what is inserted there could belong
    return apply(plan.text[start:end], _outermost(inside, end - start + behind_all))


def _references(plan: FilePlan, own: Iterable[Edit]) -> Iterable[Edit]:
    """Those of the uses of variables by reference, as they must read in the sections that have them so."""
    marked = {e.start for e in own if e.new.startswith(marks.REFERENCE.format(""))}
    if not marked:
        return
    for capture in (c for s in plan.shipped for c in s.captures if c.direction is Direction.BY_REFERENCE):
        for reference in (r for r in capture.references if r.place.offset in marked):
            start, end = reference.place.offset, reference.place.offset + len(capture.name)
            if reference.ampersand:
                yield Edit(start - reference.ampersand, end, 0, capture.name)
            elif reference.dot:
                yield Edit(start, plan.text.index(".", end) + 1, 0, f"{capture.name}->")
            else:
                yield Edit(start, end, 0, f"(*{capture.name})")


def _outermost(edits: Iterable[Edit], end: int) -> list[Edit]:
    """The edits of a piece of text of that length without those inside of others, and without half a pair of braces.

    What is inserted at its end belongs behind it, but for a brace that closes one inserted before.
    """
    kept: list[Edit] = []
    opened: list[bool] = []
    done = 0
    for edit in sorted(set(edits), key=lambda e: (e.start, e.start < e.end, e.order, -e.end)):
        shown = edit.start >= done
        inserted = edit.new.strip()
        if inserted == "}":
            shown = opened.pop() if opened else False
        elif edit.start == end:
            continue
        elif inserted == "{":
            opened.append(shown)
        if shown:
            kept.append(edit)
            done = max(done, edit.end)
    return kept


# --------------------------------------------------------------------------- the result, put back


def _words(text: str) -> str:
    """The tokens of a text, each followed by a space."""
    return " ".join([*ctext.spelt(text), ""])


def back_of(converted: Converted) -> Back:
    """How the sections of a file are put back."""
    captures = (capture for piece in converted.pieces for capture in piece.section.captures)
    pointed = frozenset(c.name for c in captures if c.direction is Direction.BY_REFERENCE)
    calls: dict[Span | None, list[tuple[str, str]]] = defaultdict(list)
    back = Back(calls, pointed)
    for piece in sorted(converted.pieces, key=lambda p: -p.section.enter.end):
        own = calls[piece.section.function_span]
        text = finish.without_ends(f"{piece.call};")
        for number, tail in piece.tails.items():
            left = _without_their_own(tail, piece, converted)
            text = text.replace(marks.TAIL.format(piece.section.name, number) + ";", left)
        words = _alike(_resolved(text, converted), back)
        for call, placeholder in own:
            words = words.replace(call, placeholder)
        found = (words, _without_declarations(words, piece, converted))
        own += [(call, f"@{piece.section.name} ; ") for call in dict.fromkeys(found)]
    return back


def _without_their_own(tail: str, piece: Piece, converted: Converted) -> str:
    """What follows a release, without the variables that only sections in it used."""
    head = f"{piece.section.spelled}() {{\n"
    text = f"{head}{tail}\n}}"
    for section, name in converted.undeclared:
        if in_tail(piece.section, section):
            text = drop_unused(text, section, name)
    return text[len(head) : -2]


def _without_declarations(words: str, piece: Piece, converted: Converted) -> str:
    """A section's call without the declarations of what nothing but other sections uses: they have gone again."""
    function = piece.section.function_span
    gone = {name for section, name in converted.undeclared if section.function_span == function}
    for capture in piece.section.captures:
        if capture.outlives and capture.name in gone:
            words = words.replace(_words(f"{piece.style.declared(capture.declaration)};"), "")
    return words


def _calls_back(words: str, calls: Iterable[tuple[str, str]], back: Back) -> str:
    """Words with every call of a section, and what belongs to it, replaced by the section's placeholder."""
    words = _alike(words, back)
    for call, placeholder in calls:
        words = words.replace(call, placeholder, 1)
    return words


def _resolved(text: str, converted: Converted) -> str:
    """The words of a cut piece, its marks of an enclosing section's exits turned into what became of them."""
    for piece in converted.pieces if "RCL_EXIT__" in text else ():
        for way in ways(piece.section):
            fence = marks.TAIL_END.format(piece.section.name, way.number)
            mark, made = "|".join(exit_marks(piece.section, way)), leaving_marks(piece.section, way)
            while (match := re.search(rf"\b(?:{mark})\b", text)) is not None:
                last = match.start() if match[0] in made else text.index(fence, match.end())
                end = ctext.statement_end(text, last)
                text = text[: match.start()] + "\n".join(render.written(piece, way, match[0])) + text[end:]
    return _words(finish.resolve(text))


def _alike(words: str, back: Back) -> str:
    """Words in which equal ways to say the same read the same: ``(*x).f`` and ``x->f``, ``(*x)`` and ``*x``."""

    def said(use: re.Match[str]) -> str:
        if use[1] not in back.pointed:
            return use[0]
        return f"{use[1]} -> " if use[2] else f"* {use[1]} "

    words, before = words.replace("@ ", "@"), ""
    while before != words:  # ((*x)) is *x, too
        before, words = words, _TARGET.sub(said, words)
    return words


# --------------------------------------------------------------------------- the rest of the file


def strange(converted: Converted, back: Back) -> str | None:
    """What else differs from the original: a line lost outside of what the plan touches, a token from nowhere."""
    return _lost_line(converted) or _strange_token(converted, back)


def _lost_line(converted: Converted) -> str | None:
    touched = _touched(converted)
    new = converted.text.split("\n")
    at = 0
    for number, line in enumerate(converted.plan.text.split("\n"), 1):
        if number not in touched:
            try:
                at = new.index(line, at) + 1
            except ValueError:
                return f"line {number} is lost: {line.strip()}"
    return None


def _touched(converted: Converted) -> set[int]:
    plan = converted.plan
    lines: set[int] = set()
    for name in converted.dropped:
        if name in ctext.defined(plan.text):
            body, end = ctext.function_body(plan.text, name)
            start = ctext.before_comment(plan.text, ctext.function_head(plan.text, name, body))
            lines.update(range(ctext.line_number(plan.text, start), ctext.line_number(plan.text, end) + 2))
        for number, line in enumerate(plan.text.split("\n"), 1):
            lines |= {number} if name in line and name in ctext.names(line) else set()
    for name in converted.spared:
        lines.update(ctext.line_number(plan.text, head) for head in finish.static_heads(plan.text, name))
    for edit in (*plan.tokens, *plan.pieces):
        lines.update(range(ctext.line_number(plan.text, edit.start), ctext.line_number(plan.text, edit.end) + 1))
    local: defaultdict[Span | None, set[str]] = defaultdict(set)
    for section in plan.shipped:
        last = ctext.line_number(plan.text, behind(plan.text, section))
        lines.update(range(section.enter.line, last + 1))
        local[section.function_span].update(own_names(plan.text, section))
    for span, names in local.items():
        lines |= _declaring(plan.text, span, names)
    for section in (piece.section for piece in converted.pieces if piece.branch):  # a brace may stand behind that
        before = ctext.code_between(plan.text, _start(section), section.enter.start)
        lines.add(ctext.line_number(plan.text, before[-1].start))
    return lines


def _declaring(text: str, span: Span | None, local: Collection[str]) -> set[int]:
    """The lines of declarations that may go because only a function's sections used them, those of their types, of the
    ``#if`` that they alone stand in, a blank one behind, and the line before the last of several, where the declaration
    then ends."""
    assert span is not None
    written = text.split("\n")
    lines: set[int] = set()
    before, head = None, None
    for token in ctext.code_between(text, span.start, span.end):
        head = (head or token) if token.text == "*" or token.kind == "word" else None
        if head and token.text in local:
            value = _VALUE.match(text, token.end)
            end = value.end() if value else token.start
            first, last = ctext.line_number(text, head.start), ctext.line_number(text, end)
            lines.update(range(_beyond(written, first - 2, -1) + 2, _beyond(written, last, 1) + 2))
            if before and before.text == ",":
                lines.add(ctext.line_number(text, before.start))
        if token.text != "*":
            before = token
    return lines


def _beyond(lines: Sequence[str], at: int, by: int) -> int:
    """The place of the next line, by steps, that is neither blank nor a directive."""
    while 0 <= at < len(lines) and _IDLE.match(lines[at]):
        at += by
    return at


def _start(section: Section) -> int:
    """Where a section's function begins in the original."""
    assert section.function_span is not None
    return section.function_span.start


def _made_of(converted: Converted, section: Section) -> Edit:
    """The edit by which goes what stands before a function for its section: the context, the function and their #if."""
    text = converted.text
    function, begun = definition(text, section), context(text, section)
    start, end = begun if begun >= 0 else function, ctext.function_body(text, section.name, function)[1]
    opening, closing = (r"\s*".join(map(re.escape, lines)) for lines in directives(converted.plan.text, section))
    if opening and (match := re.search(opening + r"\s*(?:/\*[^/]*\*/\s*)?$", text[:start])):
        closed = re.compile(rf"\s*{closing}").match(text, end)
        start, end = match.start(), closed.end() if closed else end
    return Edit(start, end, 0, "")


def _strange_token(converted: Converted, back: Back) -> str | None:
    """Where the whole file, its sections put back, differs from the original."""
    plan = converted.plan
    text = apply(converted.text, (_made_of(converted, piece.section) for piece in converted.pieces))
    original = _original_text(plan, 0, len(plan.text), None)
    for section, name in sorted(converted.undeclared, key=lambda gone: _start(gone[0]), reverse=True):
        behind = len(_original_text(plan, 0, _start(section), None))
        original = drop_unused(original, section, name, behind, plan.client(section))
    for name in converted.dropped:
        original = without_definition(original, name)
    for name in converted.spared:
        original = as_inline(original, name)
    now = _calls_back(_words(text), chain.from_iterable(back.calls.values()), back).split()
    then = _alike(_words(original), back).split()
    if now == then:
        return None
    at = next((i for i, (a, b) in enumerate(zip(now, then, strict=False)) if a != b), min(len(now), len(then)))
    return f"{' '.join(now[at : at + 6])} stands where {' '.join(then[at : at + 6])} should"
