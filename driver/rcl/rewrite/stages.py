# SPDX-License-Identifier: MIT
"""One file's way: what spatch says of its marks, then cut and lift for each level of nested sections."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from rcl.errors import Code, RclError
from rcl.model import Direction, Exit, Place, Reference, Section, Span
from rcl.rewrite import client, ctext, in_macros, marks, render
from rcl.rewrite.edits import Edit, apply, chosen
from rcl.rewrite.failures import NotMoved, NotParsed
from rcl.rewrite.fileplan import FilePlan
from rcl.rewrite.finish import definition, drop_unused, resolve, without_dead_wrappers, without_marks
from rcl.rewrite.naming import FileFlags, free, new_piece
from rcl.rewrite.nesting import enclosing, levels
from rcl.rewrite.pieces import (
    OWN,
    Piece,
    exit_marks,
    leaving_marks,
    own_names,
    waits,
    ways,
)
from rcl.rewrite.spatch import Run
from rcl.rewrite.style import Style

_WORD = re.compile(r"\w")
_DOT = re.compile(r"\s*\.\s*")
#: a line that begins with a label
_LABEL = re.compile(r"[ \t]*(?!default\b)[A-Za-z_]\w*[ \t]*:(?!:)")
#: what follows a statement on its line, with code behind its comments
_CODE_BEHIND = re.compile(r"[ \t]*(?=(?:/\*[^\n]*?\*/[ \t]*)*[^\s/])")


@dataclass(frozen=True)
class Converted:
    """A file after all runs: what its sections became, and what nothing uses any more.

    ``dropped`` are static wrappers, ``spared`` those that some builds still use, ``undeclared`` the variables that only
    sections and their lock calls used.
    """

    plan: FilePlan
    text: str
    pieces: tuple[Piece, ...]
    dropped: tuple[str, ...]
    spared: tuple[str, ...]
    undeclared: tuple[tuple[Section, str], ...]


def convert(plan: FilePlan, flags: FileFlags, asked: Run, answer: str | RclError) -> Converted:
    """Rewrites one file, given what spatch answers. Raises NotParsed, NotMoved, or RclError where spatch fails."""
    shaped, plan = (in_macros.planned(one, flags) for one in (_shaped(plan, asked, answer), plan))
    text = apply(plan.text, shaped.edits)
    done: list[Piece] = []
    for level in levels(plan.shipped):
        text, cut = _lift(text, [new_piece(shaped, _without_inner(text, section, done), flags) for section in level])
        done += cut
    text = resolve(text)
    text, undeclared = _without_unused(plan, text, [piece.section for piece in done])
    text, dropped, spared = without_dead_wrappers(plan, text, flags.inline)
    return Converted(plan, without_marks(plan, text), tuple(done), dropped, spared, undeclared)


def _without_inner(text: str, section: Section, done: Iterable[Piece]) -> Section:
    """The section without the variables by reference that sections in it have for themselves, or which their lock calls
    name, as they may values, and it does not name.
    """
    inner = [piece.section for piece in done if piece.section.id in section.inner]
    theirs = {capture.name for other in inner for capture in other.captures if capture.direction in OWN}
    of_calls = {name for other in inner for name in other.of_calls} & {*section.of_calls}
    if not theirs | of_calls:
        return section
    said = ctext.names(text[slice(*_span(text, section.name))].replace(marks.REFERENCE.format(""), ""))
    gone = {Direction.BY_REFERENCE: (theirs | of_calls) - said, Direction.IN: of_calls - said}
    return section.but(captures=tuple(c for c in section.captures if c.name not in gone.get(c.direction, ())))


def _without_unused(
    plan: FilePlan, text: str, sections: Iterable[Section]
) -> tuple[str, tuple[tuple[Section, str], ...]]:
    """The text without the declarations of variables that only sections and their lock calls used, and these variables.

    A variable whose name macros make may be used anywhere.
    """
    gone = []
    for section in sections:
        around, span = enclosing(plan, section), section.function_span
        own = own_names(plan.text, section)
        spelled = ctext.names_between(plan.text, span.start, span.end) if own and span else frozenset()
        for name in (name for name in own if name in spelled):
            shorter = text
            if around:
                shorter = drop_unused(text, section, name, definition(text, around), around.name)
            shorter = drop_unused(shorter, section, name, definition(shorter, section), plan.client(section))
            if shorter != text:
                gone.append((section, name))
                text = shorter
    return text, tuple(gone)


# --------------------------------------------------------------------------- mark and shape


def asking(plan: FilePlan) -> Run:
    """What spatch is asked about a file: the tokens in functions with sections to move."""
    return Run(plan.file, plan.text, tuple(_places(plan)))


def _places(plan: FilePlan) -> Iterator[tuple[Edit, ...]]:
    """What the rule may make of each token: what becomes of it, then the mark that stays where spatch does not see it.

    The arguments of a release that leads out go, whatever stands in them. What needs no rule the driver renames.
    """
    spans = [section.function_span for section in plan.shipped if section.function_span]
    references = _references(plan)
    behind = 0
    for token in plan.tokens:
        if token.start < behind or not any(span.start <= token.start < span.end for span in spans):
            continue
        if token.start not in plan.required:
            yield from _reference(plan.text, token, references.get(token.start))
            continue
        mark = token if marks.ANY.match(token.new) else replace(token, new=marks.TOKEN.format(token.new))
        seen = marks.SEEN.format(mark.new)
        if _is(mark, marks.EXIT) and "(" in seen:
            seen = seen.replace("()", "")
        elif _is(mark, marks.EXIT):
            behind = ctext.closing(plan.text, plan.text.index("(", token.end))
        yield Edit(token.start, max(behind, token.end), 0, seen), mark


def _references(plan: FilePlan) -> dict[int, Reference]:
    """The uses of variables by reference, by their places."""
    return {r.place.offset: r for s in plan.shipped for c in s.captures for r in c.references}


def _reference(text: str, token: Edit, use: Reference | None) -> Iterator[tuple[Edit, ...]]:
    """A variable by reference where a pointer can stand as it is: ``&variable``, ``variable.part``."""
    pointer = marks.POINTER.format(token.new)
    if use is not None and use.ampersand:
        yield Edit(token.start - use.ampersand, token.end, 0, pointer), token
    elif use is not None and use.dot and (dot := _DOT.match(text, token.end)):
        yield Edit(token.start, dot.end(), 0, f"{pointer}->"), token


def _shaped(plan: FilePlan, asked: Run, answer: str | RclError) -> FilePlan:
    """The plan with what the rule has made of the tokens, exact to the byte. Raises NotParsed, or RclError."""
    if isinstance(answer, RclError):
        line = answer.place.line if answer.place else 0
        failed = [place[-1] for place in asked.places if ctext.line_number(plan.text, place[-1].start) == line]
        hidden = _hidden(plan, failed) if answer.code is Code.SPATCH_FAILED else ()
        raise NotParsed(hidden) if hidden else answer
    made = chosen(plan.text, answer, asked.places)
    if made is None:
        raise RclError(Code.SPATCH_FAILED, Place(plan.file, 1), message="it changed more than tokens")
    became = {place[-1].start: edit for edit, place in zip(made, asked.places, strict=True)}
    hidden = _hidden(plan, [e for start, e in became.items() if start in plan.required and not _is(e, marks.SEEN)])
    if hidden:
        raise NotParsed(hidden)
    named = ((start, replace(e, new=e.new.replace(marks.REFERENCE.format(""), ""))) for start, e in became.items())
    pointers = {start: edit for start, edit in named if _is(edit, marks.POINTER)}
    uses = _references(plan)
    tokens = (pointers.get(t.start) or _masked(plan.text, t, uses.get(t.start)) for t in plan.tokens)
    return replace(plan, tokens=tuple(tokens))


def _masked(text: str, token: Edit, use: Reference | None) -> Edit:
    """A variable by reference apart from an & right before it that does not take its address: ``mask&variable``, and
    from what a macro puts behind it.
    """
    masks = use is not None and not use.ampersand and (use.bound or text[token.start - 1] == "&")
    return replace(token, new=f"({token.new})") if masks else token


def _is(edit: Edit, mark: str) -> bool:
    """Whether an edit makes a mark of a kind."""
    return edit.new.startswith(mark.partition("{")[0])


def _hidden(plan: FilePlan, unseen: Collection[Edit]) -> tuple[Section, ...]:
    """The sections to move whose functions hold what spatch does not see."""
    return tuple(s for s in plan.shipped if s.function_span and _holds(s.function_span, unseen))


def _holds(span: Span, edits: Iterable[Edit]) -> bool:
    return any(span.start <= edit.start < span.end for edit in edits)


# --------------------------------------------------------------------------- cut and lift


def _lift(text: str, pieces: Iterable[Piece]) -> tuple[str, list[Piece]]:
    """Moves the sections of one level out; the text, and the pieces with what was cut."""
    cut = []
    for piece in pieces:
        with _about(piece.section):
            text, piece = _cut_tails(text, piece)
        cut.append(piece)
    for piece in cut:
        with _about(piece.section):
            text = _with_exits(text, piece)
    for index, piece in enumerate(cut):
        with _about(piece.section):
            text, cut[index] = _cut_body(text, piece)
    for piece in cut:
        with _about(piece.section):
            text = _paste(_lifted(text, piece), piece)
    return text, cut


@contextmanager
def _about(section: Section) -> Iterator[None]:
    """Says of which section it is that something else stands in the text than the analysis says."""
    try:
        yield
    except ValueError as error:
        raise NotMoved(section.id, str(error)) from None


def _lifted(text: str, piece: Piece) -> str:
    """The section's context and function before the function that it comes from, and its call in its place."""
    name = piece.section.name
    text = text.replace(f"struct {marks.CONTEXT.format(name)};", f"struct {render.context(piece)};")
    text = text.replace(f"struct {marks.FUNCTION.format(name)};", f"{render.function(piece)};")
    mark, call = f"{marks.CALL.format(name)}();", f"{piece.call};"
    if piece.branch:
        text = re.sub(rf"\s+(?={re.escape(mark)})", "", text)
    if call.startswith("#"):
        text = re.sub(rf"(?m)^[ \t]+(?={re.escape(mark)})", "", text)
    return text.replace(mark, call)


def _find(text: str, mark: str, start: int = 0) -> int:
    """Where a mark stands; a mark may begin like another one."""
    at = text.find(mark, start)
    while at >= 0 and _WORD.match(text, at + len(mark)):
        at = text.find(mark, at + len(mark))
    return at


def _cut_tails(text: str, piece: Piece) -> tuple[str, Piece]:
    """Takes out what follows each release that leads out; releases whose tails read alike share one."""
    section = piece.section
    tails: dict[int, str] = {}
    indents: dict[int, str] = {}
    values: dict[str, str] = {}
    for way in ways(section):
        made = leaving_marks(section, way)
        for mark in _left(text, section, way):
            if mark in made:
                said = client.said(piece, way)
                if way.value:
                    values[mark], said = _given_back(said, ""), f"return {piece.variable}.{way.value};"
                tails.setdefault(way.number, said)
                indents.setdefault(way.number, "")
                continue
            indent = ctext.indent_at(text, _find(text, mark))
            text, tail = _cut_tail(text, mark, marks.TAIL_END.format(section.name, way.number))
            if way.value:
                values[mark], tail = _given_back(tail, indent), f"{indent}return {piece.variable}.{way.value};"
            tails.setdefault(way.number, tail)
            indents.setdefault(way.number, indent)
    start, end = _span(text, section.name)
    used = ctext.names(text[start:end]) | {c.name for c in section.captures} | piece.outside | set(section.unseen)
    used |= ctext.names(" ".join((section.noted, *(way.noted for way in section.exits))))
    return text, replace(
        piece,
        tails=tails,
        tail_indents=indents,
        values=values,
        pointer=free(used, "cs", "context", f"{section.name}_context"),
        parameter=free(used, "ctx", "arg", f"{section.name}_arg"),
        where=free({name.partition("_")[0] for name in used} | used, "at", "resume", f"{section.name}_at"),
        waited=free(used, "waited", "had_to_wait", f"{section.name}_waited"),
    )


def _left(text: str, section: Section, way: Exit) -> list[str]:
    """The marks of an exit's releases but those in tails of inner sections that read like another one: one is left."""
    left = [mark for mark in exit_marks(section, way) if _find(text, mark) >= 0]
    if not left:
        raise ValueError(f"no release of exit {way.number} is left")
    return left


def _cut_tail(text: str, mark: str, fence: str) -> tuple[str, str]:
    """The text without what stands between a release and its fence, and that, with the comment behind it."""
    at = _find(text, mark)
    end, fenced = ctext.statement_end(text, at), _find(text, fence, at)
    behind = ctext.statement_end(text, fenced)
    comment = _comment(text, behind, len(text))
    tail = text[end:fenced].rstrip() + comment.rstrip()
    indent = ctext.indent_at(text, at)
    return text[:end] + text[behind + len(comment) :], _brought_in(_text_of_lines(tail, indent), indent)


def _brought_in(text: str, indent: str) -> str:
    """A tail whose code stands nowhere left of its column; labels there, and comments, of code for one, stay as they
    are.
    """
    lines = text.split("\n")
    staying = {number for number, line in enumerate(lines, 1) if _LABEL.match(line)}
    for token in (t for t in ctext.lex(text) if t.kind in ("comment", "string")):
        alone = token.kind == "comment" and not text[ctext.line_start(text, token.start) : token.start].strip()
        first, last = ctext.line_number(text, token.start), ctext.line_number(text, token.end)
        staying.update(range(first + (not alone), last + 1))
    for number, line in enumerate(lines, 1):
        left = len(ctext.indent_at(line, 0).expandtabs()) < len(indent.expandtabs())
        if left and line.strip() and not line.startswith("#") and number not in staying:
            lines[number - 1] = indent + line
    return "\n".join(lines)


def _given_back(tail: str, indent: str) -> str:
    """What a return gives, up to its end and the comment behind that, without marks; its other lines at the margin."""
    return resolve(ctext.reindent(tail, indent, "").removeprefix("return").strip())


def _text_of_lines(text: str, indent: str) -> str:
    """Text that began behind a statement, as lines of their own, trimmed."""
    first, newline, rest = text.partition("\n")
    return ctext.trim(indent + _guards_apart(first.strip() + newline + rest, ctext.newline(text) + indent))


def _guards_apart(text: str, line: str) -> str:
    """Text that begins a line, with a line's end behind each guarded statement that it begins with."""
    end = ctext.guarded_end(text, 0)
    return text if end is None else text[:end] + line + _guards_apart(text[end:].lstrip(), line)


def _span(text: str, name: str) -> tuple[int, int]:
    """From behind a section's first statement to before its last one."""
    enter = _find(text, marks.ENTER.format(name))
    return ctext.statement_end(text, enter), _find(text, marks.LEAVE.format(name))


def _with_exits(text: str, piece: Piece) -> str:
    """The text with each release that leads out turned into what the section's function does at that exit."""
    for way in (*ways(piece.section), *waits(piece.section)):
        for mark in _left(text, piece.section, way):
            written = render.written(piece, way, mark)
            text = _apart(text, _find(text, mark), piece.style) if len(written) > 1 else text
            at = _find(text, mark)
            newline = piece.style.newline + ctext.indent_at(text, at)
            lines = (line for lines in written for line in lines.split(piece.style.newline))
            made = newline.join(lines).replace(f"{newline}#", f"{piece.style.newline}#")
            before = _line_begun(text[:at], piece.style) if made.startswith("#") else text[:at]
            text = before + made + text[ctext.statement_end(text, at) :]
    return text


def _line_begun(text: str, style: Style) -> str:
    """A text with the beginning of a line for a directive behind it, which may have no code before it."""
    bare = text.rstrip(" \t")
    return bare if bare.endswith("\n") else bare + style.newline


def _apart(text: str, at: int, style: Style) -> str:
    """The text with a statement that stands behind a brace in its line on a line of its own, and so what closes that.
    """
    line = ctext.line_start(text, at)
    tokens = ctext.code(text, line, at)
    brace = ctext.opening(tokens, len(tokens)) if tokens else 0
    if not tokens or tokens[brace].text != "{":
        return text
    outer = style.newline + ctext.indent_at(text, at)
    inner, opened, end = outer + style.inside, tokens[brace].end, ctext.block_end(text, at)
    said = text[opened:at].strip()
    begun = text[:opened] + inner + (said + inner if said else "")
    return begun + (text[at:] if "\n" in text[at:end] else text[at:end].rstrip() + outer + text[end:])


def _cut_body(text: str, piece: Piece) -> tuple[str, Piece]:
    """Takes the body out and leaves the mark of the call; comments behind the two lock calls go above it.

    One behind the end of a section that keeps its lock there belongs to the body's last statement.
    """
    name, newline = piece.section.name, piece.style.newline
    enter = _find(text, marks.ENTER.format(name))
    start, end = _span(text, name)
    after = ctext.statement_end(text, end)
    before_it, behind = _comment(text, start, end), _comment(text, after, len(text))
    last, above = (behind, "") if piece.section.leave is None else ("", behind)
    body = _text_of_lines(text[start + len(before_it) : end].rstrip() + last, piece.body_indent)
    body = ctext.reindent(body, piece.body_indent, piece.style.unit)
    body = body.replace(marks.WAITED.format(name), f"{piece.pointer}->{piece.waited}")
    comments = [comment.strip() for comment in (before_it, above) if comment.strip()]
    said = "".join(comment + newline + piece.indent for comment in comments)
    before = text[:enter]
    if text[ctext.line_start(text, enter) : enter].strip():
        before = before.rstrip(" \t") + newline
    before = before[: ctext.line_start(before, len(before))] + piece.indent
    rest = _rest_of_line(text, after + len(behind), piece)
    return before + said + marks.CALL.format(name) + "();" + rest, replace(piece, body=body, call=client.call(piece))


def _comment(text: str, start: int, end: int) -> str:
    """The comment that ends the line, with the white space around it."""
    match = re.compile(ctext.LINE_COMMENT + r"(?=\r?\n)").match(text, start, end)
    return match[0] if match else ""


def _rest_of_line(text: str, at: int, piece: Piece) -> str:
    """What follows the last release, on a line of its own if code is in it."""
    rest = _CODE_BEHIND.match(text, at)
    line = piece.style.newline + piece.indent
    return line + _guards_apart(text[rest.end() :], line) if rest else text[at:]


def _paste(text: str, piece: Piece) -> str:
    """Puts the cut bytes where the rules have made room for them."""
    name = piece.section.name
    if piece.body:
        at = _find(text, marks.BODY.format(name))
        text = text[:at] + piece.body + text[text.index(";", at) + 1 :]
    for number, tail in piece.tails.items():
        mark = marks.TAIL.format(name, number)
        while (at := _find(text, mark)) >= 0:
            indent = ctext.indent_at(text, at)
            made = ctext.reindent(tail, piece.tail_indents[number], indent)
            start = at if made.startswith(indent) else at - len(indent)
            text = text[:start] + made.removeprefix(indent) + text[at + len(mark) + 1 :]
    return text
