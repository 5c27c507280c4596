# SPDX-License-Identifier: MIT
"""What is to be done in one file, as edits of its original text: the first step of its rewriting."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from rcl.model import (
    Direction,
    Exit,
    Handler,
    Leading,
    Op,
    Place,
    Release,
    Section,
    Span,
    Wait,
)
from rcl.rewrite import alignment, conditionals, ctext, includes, lines, lockcalls, marks
from rcl.rewrite.conversion import Part, by_use
from rcl.rewrite.edits import Edit
from rcl.rewrite.pieces import (
    by_reference,
    client_tail,
    exit_marks,
    has_context,
    pauses,
    place_of,
    results,
    waits,
    ways,
)
from rcl.rewrite.style import Style

#: what stands for the result of a wait, behind it
WAITED = "rcl_waited"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class FilePlan:
    """The edits of one file, and the shipped sections in it, inner ones before those around them.

    ``tokens`` are what spatch renames; ``required`` maps the places of those that only a parsed function shows it to
    their unit. ``pieces`` the driver does itself: what stands in a macro's body or names a type (no expression, so out
    of reach of a rule that goes by positions, of which there can be only one), insertions, and fences. ``detach`` are
    the units whose sections need not be waited for; ``leading`` what in other files leads to its functions.
    ``in_macros`` are the sections in the bodies of macros, which spatch does not see.
    """

    file: str
    text: str
    shipped: tuple[Section, ...]
    tokens: tuple[Edit, ...]
    required: Mapping[int, str]
    pieces: tuple[Edit, ...]
    detach: frozenset[str]
    leading: tuple[Leading, ...]
    in_macros: tuple[Section, ...] = ()
    #: the lock functions that become others, by their names, and what these are called
    parted: Mapping[str, str] = field(default_factory=dict)

    def client(self, section: Section) -> str:
        """The name of a section's function in the result."""
        return self.parted.get(section.spelled, section.spelled)

    @property
    def edits(self) -> list[Edit]:
        """All edits; a piece that replaces text takes the place of the tokens in it."""
        tokens = (t for t in self.tokens if not any(p.start <= t.start < p.end for p in self.pieces))
        return [*tokens, *self.pieces]


def plan_file(text: str, part: Part) -> FilePlan:
    """The plan of a file with that text."""
    in_macros = tuple(s for s in part.sections if s.in_macro)
    own = (_with_conditions(text, s) for s in part.sections if not s.in_macro)
    sections = [_with_outs(text, _retyped(s, part.units)) for s in own]
    sections = [_without_inner(text, s, sections) for s in sections]
    shipped = tuple(sorted(sections, key=lambda s: (region(text, s)[1], -s.enter.start)))
    tokens = {e.start: e for s in shipped for e in _section_tokens(text, s)}
    required = {e.start: s.unit for s in shipped for e in _section_tokens(text, s)}
    pieces = _of_operations(text, part, shipped, tokens, required)
    references = _references(text, shipped)
    tokens = {**references, **tokens}
    pieces += [e for s in shipped for e in _bare_calls(text, s)]
    ends = {s.until.start for s in shipped if s.until}
    pieces += [e for s in shipped for e in _moved(text, s, ends)]
    pieces += [e for s in shipped for e in _types(text, s)]
    pieces += [e for s in shipped for e in _fences(text, s)] + list(_function_marks(text, shipped))
    pieces += [e for a in part.accessors for e in lockcalls.of_accessor(text, part.file, a, shipped)]
    pieces += [e for n in part.noted for e in lockcalls.of_noted(text, part.file, n, tokens.values())]
    pieces += [e for a in part.accessors for e in lockcalls.of_stand_ins(text, part.file, a, part.classes)]
    pieces += [e for stub, calls in part.stubs for e in lockcalls.of_stub(text, stub, calls)]
    pieces += [_entry(s, _waited(text, s)) for s in shipped if s.tested or s.taken]
    pieces += [e for s in shipped for e in _results(text, s)]
    pieces += [_end(s, s.leave) for s in shipped if s.tested and s.leave and not s.leave_token]
    scopes = [s for s in shipped if s.scope]
    pieces = [e for e in pieces if not any(s.enter.start < e.end and e.start < s.enter.end for s in scopes)]
    pieces += [e for s in scopes for e in _scope(s)]
    pieces += [e for s in shipped if s.handler for e in _handler(text, s, s.handler)]
    pieces += includes.called_for(text, [*tokens.values(), *pieces])
    pieces += lines.broken(text, shipped, [*tokens.values(), *pieces])
    pieces += alignment.aligned(text, [*tokens.values(), *pieces])
    pieces += lines.continued(text, [*tokens.values(), *pieces])
    made = tuple(sorted(set(pieces)))
    renamed = tuple(sorted(tokens.values()))
    parted = {n.wrapper: n.name for n in part.noted if n.parted and n.definition.file == part.file}
    return FilePlan(part.file, text, shipped, renamed, required, made, part.detach, part.leading, in_macros, parted)


def _of_operations(
    text: str, part: Part, shipped: Sequence[Section], tokens: dict[int, Edit], required: dict[int, str]
) -> list[Edit]:
    """The pieces for the operations; adds those for spatch to its tokens, and those in what the client gets."""
    pieces: list[Edit] = []
    replaced = [span for s in shipped for span, _ in results(s)]
    replaced += [s.enter for s in shipped if s.tested or s.taken]
    for operation in part.operations:
        at, here = operation.token.offset, operation.token.file == part.file
        if here and operation.op in (Op.TYPE, Op.COND_TYPE) and _within(replaced, at):  # of what keeps the result
            tokens[at] = Edit(at, at + len(operation.old), 0, lockcalls.declarative(operation))
        elif here:
            lockcalls.of_operation(text, operation, part, tokens, required, pieces)
        if by_use(operation, part.units):
            uses = [u for u in operation.uses if u.call.file == part.file and u.unit in part.units]
            named = [e for u in uses if u.call.start not in tokens for e in lockcalls.of_use(text, operation, u)]
            pieces += [e for e in named if not _within(replaced, e.start)]
            tokens |= {e.start: e for e in named if _within(replaced, e.start)}
    return pieces


def _within(spans: Iterable[Span], at: int) -> bool:
    """Is an offset in one of some spans?"""
    return any(span.start <= at < span.end for span in spans)


# --------------------------------------------------------------------------- sections


def _retyped(section: Section, units: frozenset[str]) -> Section:
    """The section with the captures that point to locks declared as the locks will be."""
    captures = (
        replace(c, declaration=lockcalls.retyped(c.declaration), pointer=lockcalls.retyped(c.pointer))
        if c.lock_unit in units else c for c in section.captures
    )  # fmt: skip
    return section.but(captures=tuple(captures))


def _with_conditions(text: str, section: Section) -> Section:
    """The section with the #if lines around those captures that not all builds declare, and exits that not all have."""
    assert section.function_span is not None
    if not any(c.declared for c in section.captures) and not any(e.partly for e in section.exits):
        return section
    start = ctext.before_function(text, section.function_span.start)
    captures = (
        replace(c, around=tuple(conditionals.around(text, start, c.declared.offset))) if c.declared else c
        for c in section.captures
    )
    begin = section.enter.end
    exits = (
        replace(e, around=tuple(conditionals.around(text, begin, e.releases[0].token.offset))) if e.partly else e
        for e in section.exits
    )
    return section.but(captures=tuple(captures), exits=tuple(exits))


def _with_outs(text: str, section: Section) -> Section:
    """The section with its locals that it only assigns handed out: in its own function nothing would use them."""
    assigned = {c.name for c in section.captures if c.direction is Direction.SECTION_LOCAL and not c.outlives}
    assigned = {name for name in assigned if _only_assigned(text, section, name)}
    if not assigned:
        return section
    captures = (replace(c, direction=Direction.OUT) if c.name in assigned else c for c in section.captures)
    exits = (way if way.jump else replace(way, outs=(*way.outs, *sorted(assigned))) for way in section.exits)
    return section.but(captures=tuple(captures), exits=tuple(exits))


def _without_inner(text: str, section: Section, others: Sequence[Section]) -> Section:
    """The section, which does not drop the declarations that inner sections do: it has them as these ones' client."""
    inner = [s for s in others if s.enter.start > section.enter.start]
    captures = []
    for capture in section.captures:
        of_inner = [d for d in capture.dropped if any(s.enter.start < d.start < behind(text, s) for s in inner)]
        dropped = tuple(d for d in capture.dropped if d not in of_inner)
        captures.append(replace(capture, dropped=dropped, idle=capture.idle or bool(of_inner)) if of_inner else capture)
    return section.but(captures=tuple(captures))


def _only_assigned(text: str, section: Section, name: str) -> bool:
    """Whether the section never reads a variable."""
    tokens = ctext.code_between(text, *region(text, section))
    uses = [i for i, t in enumerate(tokens) if t.text == name]
    return bool(uses) and all(
        (i == 0 or tokens[i - 1].text in (";", "{", "}", ")")) and tokens[i + 1].text == "=" for i in uses
    )


def region(text: str, section: Section) -> tuple[int, int]:
    """A shipped section's text between its first and last statement."""
    last = section.leave or section.until
    return max(section.enter.end, first(section)), last.start if last else ctext.block_end(text, section.enter.end)


def first(section: Section) -> int:
    """The start of all that a section's call replaces: its handler is registered before the call."""
    return section.handler.push.end if section.handler and section.handler.push else section.enter.start


def behind(text: str, section: Section) -> int:
    """The end of all that a section's call replaces."""
    last = section.leave or section.until
    return last.end if last else ctext.block_end(text, section.enter.end)


def _entry(section: Section, more: str = "") -> Edit:
    """The mark of a section's entry in place of all that leads there, with what goes before the section's text."""
    return Edit(section.enter.start, section.enter.end, 0, f"{marks.ENTER.format(section.name)}();{more}")


def _waited(text: str, section: Section) -> str:
    """What the section asks for before the branch in which it may have been taken, up to that one's brace."""
    if not (section.goes_on and section.tested):
        return ""
    style, newline = Style.of(text), ctext.newline(text) + ctext.indent_at(text, section.enter.start)
    head = style.head("if", marks.WAITED.format(section.name))
    return f"{newline}{head}{newline if style.brace_below else ' '}{{"


def _moved(text: str, section: Section, ends: Collection[int]) -> Iterable[Edit]:
    """The declarations that go from a section, for their variables are its client's, who uses them alone, perhaps; what
    is behind one stays.

    And the statements that its client makes. Where a section ends right behind one, the mark of that end stays, too.
    """
    gone = (span for c in section.captures for span in (c.moved, *c.dropped) if span)
    for moved in (*gone, *section.before, *section.behind):
        rest = text[moved.end :].partition("\n")[0]
        end = moved.end + len(rest) - len(rest.lstrip())
        alone = ctext.whole_line(text, moved.start, moved.end)
        here = (moved.start, moved.end) if moved.end in ends else (moved.start, end) if rest.strip() else alone
        yield Edit(*here, 0, "")


def _types(text: str, section: Section) -> Iterable[Edit]:
    """A name for the type of a variable that has none, before the function, and in place of the type.

    And the enumerations that the section names.
    """
    assert section.function_span is not None
    at = ctext.before_function(text, section.function_span.start)
    for capture in section.captures:
        if (span := capture.type_of) is not None:
            name, newline = capture.declaration.split()[0], ctext.newline(text)
            spelled = ctext.reindent(text[span.start : span.end], ctext.indent_at(text, span.start), "")
            yield Edit(at, at, -2, f"typedef {spelled} {name};{newline}{newline}")
            yield Edit(span.start, span.end, 0, name)
    for span in section.enumerations:
        said, newline = text[span.start : span.end].rstrip(), ctext.newline(text)
        yield Edit(at, at, -2, ctext.reindent(said, ctext.indent_at(text, span.start), "").lstrip() + newline * 2)
        yield Edit(*ctext.whole_line(text, span.start, span.end - len(newline)), 0, "")


def _scope(section: Section) -> Iterable[Edit]:
    """The macro and the braces of its block become the marks of the section's entry and end."""
    yield _entry(section)
    if section.leave:
        yield _end(section, section.leave)


def _end(section: Section, leave: Span) -> Edit:
    """The mark of a section's end in place of the braces there."""
    return Edit(leave.start, leave.end, 0, f"{marks.LEAVE.format(section.name)}();")


def _handler(text: str, section: Section, handler: Handler) -> Iterable[Edit]:
    """The handler is there before the call and goes behind it, without releasing the lock."""
    if handler.push:
        yield Edit(section.enter.start, handler.push.start, 0, "")
        line = ctext.newline(text) + lines.indent(text, section, section.enter.start)
        yield Edit(handler.push.end, handler.push.end, 0, f"{line}{marks.ENTER.format(section.name)}();")
    if handler.execute:
        yield Edit(handler.execute.start, handler.execute.end, 0, "0")
    if handler.release:
        yield Edit(handler.release.start, handler.release.end, 0, "")


def _token(place: Place, text: str, new: str) -> Edit:
    word = re.compile(r"\w+", re.ASCII).match(text, place.offset)
    if word is None:
        raise ValueError(f"no token at {place}:{place.column}")
    return Edit(place.offset, word.end(), 0, new)


def _section_tokens(text: str, section: Section) -> list[Edit]:
    token, result = section.enter_token, section.enter_result
    given = result is not None and not result.start <= token.offset < result.end  # to a macro, whose name that is
    found = [] if section.scope or given else [_token(token, text, marks.ENTER.format(section.name))]
    if section.leave_token and not section.scope:
        found.append(_token(section.leave_token, text, marks.LEAVE.format(section.name)))
    for way in (*ways(section), *waits(section)):
        named = zip(exit_marks(section, way), way.releases, strict=True)
        found += [_token(r.token, text, WAITED) for r in way.releases if way.wait and way.wait.value]
        found += [_token(r.token, text, name) for name, r in named if r.call.start < r.call.end]
    for way in pauses(section):
        fence = marks.TAIL_END.format(section.name, way.number)
        found += [_again(text, release, fence) for release in way.releases]
    ways_out = [r for way in (*ways(section), *waits(section)) for r in way.releases]
    calls = [section.enter, section.leave, *(span for r in ways_out for span in (r.call, r.jump))]
    return [_as_call(text, token, {span.end for span in calls if span}) for token in found]


def _as_call(text: str, token: Edit, ends: Collection[int]) -> Edit:
    """The mark of a lock call, as a call where that is a macro's name alone. ``ends`` are those of calls' statements:
    what stands behind a name that is one may look like its arguments.
    """
    alone = "();" if token.end in ends else ctext.parentheses(text, token.start)
    return replace(token, new=token.new + (alone if marks.ANY.fullmatch(token.new) else ""))


def _results(text: str, section: Section) -> Iterable[Edit]:
    """The calls whose results are used become 0, and the marks of the section's entry and end come before them.

    In the place of a macro that does more there is one that does that, and the mark of the end comes behind it.
    """
    if section.enter_result:
        start = section.enter.start
        yield Edit(start, start, 0, f"{marks.ENTER.format(section.name)}();{_line_at(text, start)}")
    if section.leave_result and section.leave:
        mark, at = marks.LEAVE.format(section.name), section.leave.start
        if section.leave_result.start < at:
            yield Edit(at, section.leave.end, _ends(section.enter.start), f"{_line_at(text, at)}{mark}();")
        else:
            yield _before(text, at, mark)
    yield from (Edit(span.start, span.end, 0, by or "0") for span, by in results(section))


def _before(text: str, start: int, mark: str) -> Edit:
    """The mark of an end before what stays of a statement."""
    return Edit(start, start, 0, f"{mark}();{lines.own_line(text, start)}")


def _line_at(text: str, offset: int) -> str:
    """A new line, indented as that of an offset."""
    return ctext.newline(text) + ctext.indent_at(text, offset)


def _bare_calls(text: str, section: Section) -> Iterable[Edit]:
    """What stands around the lock calls of a section goes: a cast to void, braces, an #if, the brace of a branch; a
    macro's that is none without gets a semicolon.
    """
    ended = (r for way in (*ways(section), *waits(section)) for r in way.releases)
    calls = [(r.call, r.token) for r in ended if r.call.start < r.call.end]
    replaced = section.scope or (section.handler and section.handler.push)
    if not replaced and not (section.tested or section.taken or section.enter_result):
        calls.append((section.enter, section.enter_token))
    if not replaced and section.leave and section.leave_token and not section.leave_result:
        calls.append((section.leave, section.leave_token))
    calls += [(r.jump, _place_of_call(text, r.jump)) for way in pauses(section) for r in way.releases]
    for span, token in calls:
        named = _token(token, text, "").end
        end = named if named == span.end else ctext.statement_end(text, token.offset)
        code = conditionals.first(text, span, token.offset) if section.condition else 0
        indent = ctext.indent_at(text, code) if section.condition else ""
        said = conditionals.said_before(text, span, token.offset) if code and span is not section.enter else ""
        said = f"{said}{_line_at(text, code)}" if said else ""
        early = code and span not in (section.enter, section.leave)
        below = conditionals.said_behind(text, span, token.offset) if early else ""
        below = f"{_line_at(text, code)}{below}" if below else ""
        parts = ((span.start, token.offset, indent + said), (end, span.end, below))
        yield from (Edit(a, b, 0, kept) for a, b, kept in parts if a < b)
        if text[end - 1] == ")":
            first = span is section.leave or end in {edit.start for edit in _branches(text, section)}
            yield Edit(end, end, _ends(end) if first else -1, ";")  # other sections may end there, or braces


def _place_of_call(text: str, span: Span) -> Place:
    """The token of a lock call in its statement."""
    names = [t for t in ctext.code_between(text, span.start, span.end) if re.match(r"\w", t.text) and t.text != "void"]
    return Place(span.file, span.line, 0, names[0].start)


def _again(text: str, release: Release, new: str) -> Edit:
    """The token of the acquisition behind which a section goes on: there its tail ends."""
    return _token(_place_of_call(text, release.jump), text, new)


def _fences(text: str, section: Section) -> list[Edit]:
    """Statements behind each tail, later tails first, and for a missing last release one at the block's end.

    Where several end at one place, what has begun last ends first: the orders say where each has begun.
    """
    found = [e for way in waits(section) if way.wait for e in _wait(text, section, way, way.wait)]
    found += _branches(text, section)
    for way in ways(section):
        for mark, release in zip(exit_marks(section, way), way.releases, strict=True):
            if way.resumes:
                continue
            if release.leaves:
                found += _left_by_check(text, mark, release) if release.by else ()
                continue
            fence = marks.TAIL_END.format(section.name, way.number)
            own = client_tail(release, way)
            empty = release.call.start == release.call.end
            order = _ends(release.call.start, section if empty else None)
            at, left, ended = release.call.start, f"{mark}(); ", f"{ctext.newline(text)}{fence}();"
            if release.result and release.result.start < at:
                left = f"{_line_at(text, at)}{left}"
            if empty and own.end > at:  # of several that leave there the inner one leaves first
                found.append(Edit(at, at, len(section.inner), left))
            elif empty:
                ended = f"{left}{ended}"
            found.append(Edit(own.end, release.tail.end, order, ended))
    if not section.leave:
        end = len(text[: region(text, section)[1]].rstrip())
        found.append(Edit(end, end, _ends(section.enter.start), f" {marks.LEAVE.format(section.name)}();"))
    return found


def _left_by_check(text: str, mark: str, release: Release) -> Iterable[Edit]:
    """The use of a macro that leaves where a check fails as one of that which does so by the mark that it is given."""
    at = release.call.start
    yield from (Edit(span.start, span.end, 0, "") for span in release.dropped)
    given = ctext.code_between(text, release.token.offset, at)
    kept = [t for t in given[2:] if not any(span.start <= t.start < span.end for span in release.dropped)]
    yield Edit(at, at, 0, f"{mark}();")
    if text[at] == ")":
        yield Edit(at, at, -1, f"{', ' if kept else ''}{{ ")
        yield Edit(at, at + 1, 0, " })")
    else:
        yield Edit(at - 1, at, 0, "({ ")
        yield Edit(at, at, 1, " }, ")


def _ends(begun: int, left: Section | None = None) -> int:
    """The order of an end at one place, by where has begun what ends: a tail that begins with another's release ends
    behind that one's, and where both begin before one statement (``left``), the inner section's behind the outer one's.
    """
    most = 64  # sections in one section
    return -begun * most * 2 + (most - min(len(left.inner), most - 1) if left else 0)


def _wait(text: str, section: Section, way: Exit, wait: Wait) -> Iterable[Edit]:
    """What a wait at which the section ends takes besides its mark: a statement before the one that uses its result."""
    release = way.releases[0]
    if wait.loop is not None:
        yield Edit(wait.loop, wait.loop + len("while"), 0, "if")
    elif wait.value is not None:
        yield _before(text, release.call.start, exit_marks(section, way)[0])
        yield Edit(text.index("(", release.token.offset), wait.value.end, 0, "()")


def _branches(text: str, section: Section) -> list[Edit]:
    """Braces around statements that alone are a branch or a loop's body, for they become several statements."""
    left = [r for w in ways(section) for r in w.releases if w.outs or w.value or w.noted or _is_call(r)]
    waited = [w.releases[0] for w in waits(section) if w.wait and w.wait.loop is None and w.wait.value is None]
    return [edit for r in (*left, *waited) if r.branch is not None for edit in _braces(text, section, r, r.branch)]


def _is_call(release: Release) -> bool:
    """Whether a release is a call, behind which its tail is cut out: what a macro makes of both becomes the exit."""
    return release.call.start < release.call.end and not release.leaves


def _braces(text: str, section: Section, release: Release, branch: int) -> list[Edit]:
    """The braces around a branch, behind its head, which a macro may write: ``UNLESS(found) break;``."""
    before = list(ctext.structure(text, section.enter.end, branch))
    opens, end = before[-1].end, release.tail.end
    head = ctext.opening(before, len(before) - 1, "()") if before[-1].text == ")" else -1
    opened, brace = lines.braces(text, before[head].start, opens, branch)
    following = re.compile(r"\s*(?=else\b)").match(text, end) if re.search(r"\}[ \t]*else\b", text) else None
    closed = Edit(end, following.end(), _ends(opens), f"{brace} ") if following else None
    return [opened, closed or Edit(end, end, _ends(opens), brace)]


def _function_marks(text: str, shipped: Iterable[Section]) -> Iterable[Edit]:
    newline = ctext.newline(text)
    starts: set[int] = set()
    for order, section in enumerate(shipped):
        if section.function_span is None:
            raise ValueError(f"section {section.id} has no function")
        start = ctext.before_function(text, section.function_span.start)
        context = has_context(section)
        made = [f"struct {marks.CONTEXT.format(section.name)};", ""] if context else [f"/* {place_of(section)} */"]
        made.append(f"struct {marks.FUNCTION.format(section.name)};")
        before, behind = directives(text, section)
        yield Edit(start, start, order, newline.join([*before, *made, *behind, "", ""]))
        if start not in starts and text[:start].endswith((f";{newline}", f"}}{newline}", f"#endif{newline}")):
            yield Edit(start, start, -3, newline)
        starts.add(start)
        yield from lines.apart(text, start)
        if _calls_itself(text, section, start):
            body, _ = ctext.function_body(text, section.spelled, section.function_span.start)
            head = text[section.function_span.start : body].strip()
            yield Edit(start, start, -1, f"{head};{newline}{newline}")


def directives(text: str, section: Section) -> tuple[list[str], list[str]]:
    """The lines before and behind what is made of a section: its #if lines, and the macros of its function."""
    around = conditions(text, section)
    undone = ["#undef " + re.sub(r"#[ \t]*define[ \t]+(\w+).*", r"\1", m, flags=re.DOTALL) for m in section.macros]
    blank = [""] if undone else []
    return [*around, *section.macros, *blank], [*blank, *undone, *["#endif"] * len(around)]


def conditions(text: str, section: Section) -> list[str]:
    """The #if lines of its function that a section stands in: in other builds nothing would use what is made of it."""
    assert section.function_span is not None
    return conditionals.around(text, section.function_span.start, section.enter.start)


def _calls_itself(text: str, section: Section, start: int) -> bool:
    """Whether the section calls the function that it comes from, which nothing declares before it."""
    tokens = ctext.code_between(text, *region(text, section))
    members = {token.start for before, token in pairwise(tokens) if before.text in (".", "->")}
    own = (t for t in tokens if t.text == section.function and t.start not in members)
    called = any(_runs_in(text, section, token.start) for token in own)
    return called and not re.search(rf"^\w[^\n;{{}}()]*\b{section.function}\s*\(", text[:start], re.MULTILINE)


def _references(text: str, shipped: Iterable[Section]) -> dict[int, Edit]:
    """The uses of captures by reference, each by the innermost section around it, and of those with another name."""
    sections = list(shipped)  # inner sections come first
    inside: dict[int, Section] = {}
    for start in {r.place.offset for s in sections for c in s.captures for r in c.references}:
        around = (s for s in sections if s.function_span and s.function_span.start <= start < s.function_span.end)
        innermost = next((s for s in around if _runs_in(text, s, start)), None)
        inside |= {start: innermost} if innermost else {}
    found = {}
    for section in sections:
        for capture in by_reference(section):
            for reference in capture.references:
                start = reference.place.offset
                if inside.get(start) is section:
                    new = marks.REFERENCE.format(capture.name)
                    found[start] = Edit(start, start + len(capture.name), 0, new)
        for capture in (c for c in section.captures if c.value):
            for reference in capture.references:
                start = reference.place.offset
                if start in inside and (word := _WORD.match(text, start)):
                    found[start] = Edit(start, word.end(), 0, capture.name)
    return found


def _runs_in(text: str, section: Section, offset: int) -> bool:
    """Whether the section's own function executes the token: it stands in the region and in no tail."""
    start, end = region(text, section)
    tails = [release.tail for way in ways(section) if not way.value for release in way.releases]
    tails += [way.wait.value or way.releases[0].call for way in waits(section) if way.wait]
    return start <= offset < end and not any(t.start <= offset < t.end for t in tails)
