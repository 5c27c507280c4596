# SPDX-License-Identifier: MIT
"""Sections in the bodies of macros: a function before the macro, and in the macro the call that executes it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rcl import compdb
from rcl.model import Direction, Section
from rcl.rewrite import client, ctext, lines, marks, render
from rcl.rewrite.edits import Edit, apply_between
from rcl.rewrite.fileplan import FilePlan
from rcl.rewrite.finish import definition
from rcl.rewrite.naming import FileFlags, free
from rcl.rewrite.pieces import Piece, has_context
from rcl.rewrite.style import Style

_CONTINUED = re.compile(r"[ \t]*\\(?=\r?\n)")
_COMMENTS = re.compile(r"(?:[ \t]*/\*.*?\*/)*")
#: what binds a field's name closer than the * before it
_TIGHT = re.compile(r"\s*(?:\[|\(|->|\.|\+\+|--)")


def planned(plan: FilePlan, flags: FileFlags) -> FilePlan:
    """The plan with the edits that move these sections, in the place of all others there."""
    own = [edit for section in plan.in_macros for edit in _edits(plan, section, flags)]
    others = (e for e in plan.pieces if not any(o.start <= e.start < o.end for o in own))
    return replace(plan, pieces=tuple(sorted({*others, *own}))) if own else plan


def _edits(plan: FilePlan, section: Section, flags: FileFlags) -> Iterable[Edit]:
    text, piece = plan.text, _piece(plan, section, flags)
    assert section.leave is not None and section.function_span is not None
    place = ctext.before_comment if section.function_span == section.in_macro else ctext.before_function
    start, newline = place(text, section.function_span.start), piece.style.newline
    yield from lines.apart(text, start)
    before = text[ctext.line_start(text, start - 1) : start]
    if before.strip() and before.endswith("\n"):
        yield Edit(start, start, -3, newline)
    yield Edit(start, start, -1, _function(plan.file, piece) + newline * 2)
    end = section.leave.end
    blanks = _CONTINUED.match(text, end)
    inside = newline in text[section.enter.start : end] and not _begins_macro(text, section)
    called = [*_context(piece), client.laid_out(piece, f"{client.execute(piece)};")]
    if flags.declarations_first and has_context(section) and not _begins_block(text, section):
        called = ["{", *(piece.style.inside + line for line in called), "}"]
    if not inside:
        yield Edit(section.enter.start, end, 0, " ".join(called))
        return
    first = text[ctext.line_start(text, section.enter.start) : section.enter.start]
    own = f"{newline}{piece.indent}".join(called).split(newline)
    own[0] = first + own[0]
    whole = newline.join(lines.going_on(text, section.enter.start, line) for line in own).removeprefix(first)
    if blanks is None:
        whole = whole.removesuffix("\\").rstrip()
    yield Edit(section.enter.start, blanks.end() if blanks else end, 0, whole)


def _begins_block(text: str, section: Section) -> bool:
    """Whether nothing stands before a section in its block."""
    assert section.in_macro is not None
    before = _CONTINUED.sub("", text[section.in_macro.start : section.enter.start])
    return before.rstrip().endswith("{")


def _begins_macro(text: str, section: Section) -> bool:
    """Whether a section begins on the line with the macro's name."""
    assert section.in_macro is not None
    return ctext.line_start(text, section.enter.start) <= section.in_macro.start


def _piece(plan: FilePlan, section: Section, flags: FileFlags) -> Piece:
    text = plan.text
    assert section.in_macro is not None
    body, handed = _body(plan, section), {capture.name for capture in section.captures}
    said = ctext.names(text[section.in_macro.start : section.in_macro.end])
    inside = {*handed, *section.unseen, *ctext.names(body)}
    taken = {*said, *handed, *section.unseen, *(["cs"] if flags.shadows else [])}
    indent = ctext.indent_at(text, section.enter.start)
    style = Style.of(text)
    return Piece(
        section=section, style=style, indent=indent, body_indent=indent,
        variable=free(taken, "cs", f"cs_{section.name.removesuffix('_cs').lower()}", f"{section.name}_context"),
        way="way", body=body,
        pointer=free(inside, "cs", "context", f"{section.name}_context"),
        parameter=free(inside, "ctx", "arg", f"{section.name}_arg"),
        quiet_parameter=flags.unused_parameter, cast=flags.casts, detached=section.unit in plan.detach,
    )  # fmt: skip


def _body(plan: FilePlan, section: Section) -> str:
    """The section's text as its function has it: lines without backslashes, and pointers for fields."""
    text, fields = plan.text, [c for c in section.captures if c.direction is Direction.BY_REFERENCE]
    pointers = [_through_pointer(text, c.name, c.value, r.place.offset) for c in fields for r in c.references]
    first, newline, rest = _CONTINUED.sub("", _edited(plan, section, pointers)).partition("\n")
    indent = ctext.indent_at(text, section.enter.start)
    if _begins_macro(text, section):
        indent = ctext.indent_at(rest, len(rest) - len(rest.lstrip()))
    if not newline:
        first = f"\n{indent}".join(_statements(first))
    return ctext.reindent(ctext.trim(indent + first.strip() + newline + rest), indent, Style.of(text).unit)


def _statements(line: str) -> Iterable[str]:
    """The statements of a line, each with the comments behind it."""
    depth, begun = 0, 0
    for token in ctext.code(line):
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if depth == 0 and token.text == ";":
            commented = _COMMENTS.match(line, token.end)
            end = commented.end() if commented else token.end
            yield line[begun:end].strip()
            begun = end
    yield line[begun:].strip()


def _edited(plan: FilePlan, section: Section, edits: Iterable[Edit] = ()) -> str:
    """The section's text with its own edits, and some others."""
    assert section.leave is not None
    start, end = section.enter.end, section.leave.start
    own = (e for e in (*plan.tokens, *plan.pieces) if start <= e.start < e.end <= end and e.new.strip())
    return apply_between(plan.text, start, end, (replace(e, order=0) for e in (*own, *edits)))


def _through_pointer(text: str, name: str, path: str, start: int) -> Edit:
    """The field's pointer where the way to the field stands."""
    end = _end_of(text, path, start)
    tight = _TIGHT.match(text, end) or re.search(r"(?<!\*)/\s*$", text[:start])  # which would begin a comment
    return Edit(start, end, 0, f"(*{name})" if tight else f"*{name}")


def _end_of(text: str, path: str, start: int) -> int:
    """Where a path ends that may be spelled with blanks in it."""
    pattern = r"(?:\s|\\\r?\n)*".join(map(re.escape, re.findall(r"\w+|->|[.()]", path)))
    spelled = re.compile(pattern).match(text, start)
    if spelled is None:
        raise ValueError(f"{path} is not spelled in the macro")
    return spelled.end()


def _function(file: str, piece: Piece) -> str:
    """The context and the function, which other files that see the macro, or other builds, need not use."""
    made = render.function(piece).replace(f"{marks.BODY.format(piece.section.name)};", piece.body)
    made = made.removesuffix(piece.style.newline + marks.END)
    if not file.endswith(compdb.SOURCE_SUFFIXES) or any(way.partly for way in piece.section.exits):
        made = made.replace("static int", "static inline int", 1)
    context = [f"struct {render.context(piece)};", ""] if has_context(piece.section) else []
    return piece.style.newline.join([*context, made])


def _context(piece: Piece) -> list[str]:
    """The declaration of the context: a member may be called like a parameter, so none is named."""
    if not has_context(piece.section):
        return []
    given = ", ".join(
        f"&{c.value}" if c.direction is Direction.BY_REFERENCE else c.value for c in piece.section.captures
    )
    return [f"struct {piece.section.name} {piece.variable} = {{ {given} }};"]


def put_back(plan: FilePlan, text: str) -> dict[str, str]:
    """The ids of these sections that are not the original's when put back, each with what is wrong."""
    found = {section.id: _complaint(plan, text, section) for section in plan.in_macros}
    return {identity: why for identity, why in found.items() if why}


def _complaint(plan: FilePlan, text: str, section: Section) -> str:
    start, end = ctext.function_body(text, section.name, definition(text, section))
    given = [c.name for c in section.captures]
    body = text[start + 1 : end - 1]
    for name in given:  # each begins with what it is given
        body, read = re.subn(rf"^[^;]*\b{name} = \w+->{name};", "", body, count=1, flags=re.MULTILINE)
        if read != 1:
            return f"its function does not read {name}"
    body = re.sub(rf"^\s*struct {section.name}\s*\*\s*\w+ = .*;", "", body, count=1, flags=re.MULTILINE)
    words, wanted = _words(re.sub(r"return 0;\s*$|^\s*\(void\)\w+;", "", body)), _words(_edited(plan, section))
    for capture in (c for c in section.captures if c.direction is Direction.BY_REFERENCE):
        path = _words(capture.value)
        words = words.replace(f"* {capture.name} ", path)
        words, wanted = (part.replace(f"( {path}) ", path) for part in (words, wanted))
    if words != wanted:
        return "its body is not the original's"
    call = re.compile(rf"\brcl_exec\w* ?\((?:[^;]|\\\r?\n)*?{section.name},")
    return "" if len(call.findall(executing(text, section)[0])) == 1 else "its macro does not execute it once"


def _words(text: str) -> str:
    """The tokens of a part of a macro's body, each followed by a space."""
    return "".join(f"{word} " for word in ctext.spelt(_CONTINUED.sub("", text)))


def executing(text: str, section: Section) -> tuple[str, int]:
    """The definition of a macro that executes a section, and where it stands."""
    blank = r"(?:[ \t]|\\\r?\n)"
    for found in re.finditer(rf"^[ \t]*#{blank}*define{blank}+{section.spelled}\b", text, re.MULTILINE):
        said = text[found.start() : ctext.directive_end(text, found.start())]
        if re.search(rf"\b{section.name}\b", said):
            return said, found.start()
    raise ValueError(f"no macro {section.spelled}")


def defined_at(text: str, section: Section, line: int) -> bool:
    """Whether a line belongs to the macro that holds a section."""
    said, start = executing(text, section)
    first = ctext.line_number(text, start)
    return first <= line <= first + said.count("\n")
