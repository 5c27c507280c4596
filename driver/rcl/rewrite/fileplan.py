# SPDX-License-Identifier: MIT
"""What is to be done in one file, as edits of its original text: the first step of its rewriting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rcl import lockapi
from rcl.errors import Code, RclError
from rcl.model import (
    Accessor,
    Direction,
    Exit,
    Handler,
    MacroUse,
    Op,
    Operation,
    Place,
    Release,
    Section,
    Span,
    Stub,
    Wait,
    token_of,
)
from rcl.rewrite import ctext, marks
from rcl.rewrite.conversion import Part, by_use
from rcl.rewrite.edits import Edit
from rcl.rewrite.render import (
    by_reference,
    client_tail,
    exit_marks,
    has_context,
    pauses,
    place_of,
    waits,
    ways,
)

DECLARATIVE = (Op.TYPE, Op.COND_TYPE, Op.INITIALISER, Op.COND_INITIALISER)
#: what stands for the result of a wait, behind it
WAITED = "rcl_waited"


@dataclass(frozen=True)
class FilePlan:
    """The edits of one file, and the shipped sections in it, inner ones before those around them.

    ``tokens`` are what spatch renames; ``required`` maps the places of those that only a parsed function shows it to
    their unit. ``pieces`` the driver does itself: what stands in a macro's body or names a type (no expression, so out
    of reach of a rule that goes by positions, of which there can be only one), insertions, and fences. ``detach`` are
    the units whose sections need not be waited for.
    """

    file: str
    text: str
    shipped: tuple[Section, ...]
    tokens: tuple[Edit, ...]
    required: Mapping[int, str]
    pieces: tuple[Edit, ...]
    detach: frozenset[str]

    @property
    def edits(self) -> list[Edit]:
        """All edits; a piece that replaces text takes the place of the tokens in it."""
        replaced = [p for p in self.pieces if p.start < p.end]
        tokens = (t for t in self.tokens if not any(p.start <= t.start < p.end for p in replaced))
        return [*tokens, *self.pieces]


def plan_file(text: str, part: Part) -> FilePlan:
    """The plan of a file with that text."""
    own = (_with_conditions(text, s) for s in part.sections)
    sections = [_with_outs(text, _retyped(s, part.units)) for s in own]
    shipped = tuple(sorted(sections, key=lambda s: (region(text, s)[1], -s.enter.start)))
    tokens = {e.start: e for s in shipped for e in _section_tokens(text, s)}
    required = {e.start: s.unit for s in shipped for e in _section_tokens(text, s)}
    pieces: list[Edit] = []
    for operation in part.operations:
        if operation.token.file == part.file:
            _operation(text, operation, part, tokens, required, pieces)
        if by_use(operation, part.units):
            uses = [u for u in operation.uses if u.call.file == part.file and u.unit in part.units]
            pieces += [e for u in uses if u.call.start not in tokens for e in _use(text, operation, u)]
    references = _references(text, shipped)
    tokens = {**references, **tokens}
    pieces += [e for s in shipped for e in _bare_calls(text, s)]
    pieces += [e for s in shipped for e in _moved(text, s)]
    pieces += [e for s in shipped for e in _fences(text, s)] + list(_function_marks(text, shipped))
    pieces += [e for a in part.accessors for e in _accessor(text, part.file, a)]
    pieces += [e for a in part.accessors for e in _stand_ins(text, part.file, a, part.classes)]
    pieces += [e for stub, calls in part.stubs for e in _stub(text, stub, calls)]
    pieces += [_entry(s) for s in shipped if s.tested]
    pieces += [_end(s, s.leave) for s in shipped if s.tested and s.leave and not s.leave_token]
    pieces += [e for s in shipped if s.scope for e in _scope(s)]
    pieces += [e for s in shipped if s.handler for e in _handler(text, s, s.handler)]
    pieces += _includes(text, [*tokens.values(), *pieces])
    made = tuple(sorted(set(pieces)))
    return FilePlan(part.file, text, shipped, tuple(sorted(tokens.values())), required, made, part.detach)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


# --------------------------------------------------------------------------- sections


def _retyped(section: Section, units: frozenset[str]) -> Section:
    """The section with the captures that point to locks declared as the locks will be."""

    def converted(declaration: str) -> str:
        names = "|".join(lockapi.TYPES)
        return re.sub(rf"\b(?:{names})\b", lambda match: lockapi.runtime_name(match[0]), declaration)

    captures = (
        replace(c, declaration=converted(c.declaration), pointer=converted(c.pointer)) if c.lock_unit in units else c
        for c in section.captures
    )
    return replace(section, captures=tuple(captures))


def _with_conditions(text: str, section: Section) -> Section:
    """The section with the #if lines around those captures that not all builds declare."""
    assert section.function_span is not None
    start = section.function_span.start
    captures = (
        replace(c, around=tuple(_conditions(text, start, c.declared.offset))) if c.declared else c
        for c in section.captures
    )
    return replace(section, captures=tuple(captures))


def _with_outs(text: str, section: Section) -> Section:
    """The section with its locals that it only assigns handed out: in its own function nothing would use them."""
    assigned = {c.name for c in section.captures if c.direction is Direction.SECTION_LOCAL and not c.outlives}
    assigned = {name for name in assigned if _only_assigned(text, section, name)}
    if not assigned:
        return section
    captures = (replace(c, direction=Direction.OUT) if c.name in assigned else c for c in section.captures)
    exits = (way if way.jump else replace(way, outs=(*way.outs, *sorted(assigned))) for way in section.exits)
    return replace(section, captures=tuple(captures), exits=tuple(exits))


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


def _entry(section: Section) -> Edit:
    """The mark of a section's entry in place of all that leads there."""
    return Edit(section.enter.start, section.enter.end, 0, f"{marks.ENTER.format(section.name)}();")


def _moved(text: str, section: Section) -> Iterable[Edit]:
    """The declarations that go from a section, for their variables are its client's; what is behind one stays."""
    for moved in (c.moved for c in section.captures if c.moved):
        rest = text[moved.end :].partition("\n")[0]
        end = moved.end + len(rest) - len(rest.lstrip())
        yield Edit(*((moved.start, end) if rest.strip() else ctext.whole_line(text, moved.start, moved.end)), 0, "")


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
        line = ("\r\n" if "\r\n" in text else "\n") + ctext.indent_at(text, section.enter.start)
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
    found = [] if section.scope else [_token(section.enter_token, text, marks.ENTER.format(section.name))]
    if section.leave_token and not section.scope:
        found.append(_token(section.leave_token, text, marks.LEAVE.format(section.name)))
    for way in (*ways(section), *waits(section)):
        named = zip(exit_marks(section, way), way.releases, strict=True)
        found += [_token(r.token, text, WAITED) for r in way.releases if way.wait and way.wait.value]
        found += [_token(r.token, text, name) for name, r in named if r.call.start < r.call.end]
    for way in pauses(section):
        fence = marks.TAIL_END.format(section.name, way.number)
        found += [_again(text, release, fence) for release in way.releases]
    return found


def _bare_calls(text: str, section: Section) -> Iterable[Edit]:
    """What stands around the lock calls of a section goes: a cast to void, braces, an #if, the brace of a branch."""
    ended = (r for way in (*ways(section), *waits(section)) for r in way.releases)
    calls = [(r.call, r.token) for r in ended if r.call.start < r.call.end]
    replaced = section.scope or (section.handler and section.handler.push)
    if not replaced and not section.tested:
        calls.append((section.enter, section.enter_token))
    if not replaced and section.leave and section.leave_token:
        calls.append((section.leave, section.leave_token))
    calls += [(r.jump, _place_of_call(text, r.jump)) for way in pauses(section) for r in way.releases]
    for span, token in calls:
        end = ctext.statement_end(text, token.offset)
        indent = ctext.indent_at(text, token.offset) if section.condition else ""
        parts = ((span.start, token.offset, indent), (end, span.end, ""))
        yield from (Edit(a, b, 0, kept) for a, b, kept in parts if a < b)


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
            fence = marks.TAIL_END.format(section.name, way.number)
            own = client_tail(release, way)
            directive = text[ctext.line_start(text, own.end) : own.end].lstrip().startswith("#")
            lead = _newline(text) if directive else " "
            empty = release.call.start == release.call.end
            begun = 2 * release.call.start - empty  # a tail that begins with another's release ends behind that one's
            found.append(Edit(own.end, release.tail.end, -begun, f"{lead}{fence}();"))
            if empty:
                found.append(Edit(release.call.start, release.call.start, 0, f"{mark}(); "))
    if not section.leave:
        end = len(text[: region(text, section)[1]].rstrip())
        found.append(Edit(end, end, -2 * section.enter.start, f" {marks.LEAVE.format(section.name)}();"))
    return found


def _wait(text: str, section: Section, way: Exit, wait: Wait) -> Iterable[Edit]:
    """What a wait at which the section ends takes besides its mark: a statement before the one that uses its result."""
    release = way.releases[0]
    if wait.loop is not None:
        yield Edit(wait.loop, wait.loop + len("while"), 0, "if")
    elif wait.value is not None:
        before = f"{exit_marks(section, way)[0]}();{_newline(text)}{ctext.indent_at(text, release.call.start)}"
        yield Edit(release.call.start, release.call.start, 0, before)
        yield Edit(text.index("(", release.token.offset), wait.value.end, 0, "()")


def _branches(text: str, section: Section) -> list[Edit]:
    """Braces around statements that alone are a branch or a loop's body, for they become several statements."""
    released = [r for way in ways(section) for r in way.releases if r.call.start < r.call.end and not way.resumes]
    kept = [r for way in ways(section) if way.outs for r in way.releases if r.call.start == r.call.end]
    waited = [w.releases[0] for w in waits(section) if w.wait and w.wait.loop is None and w.wait.value is None]
    return [edit for r in (*released, *kept, *waited) for edit in _braces(text, section, r)]


def _braces(text: str, section: Section, release: Release) -> list[Edit]:
    """The braces around a statement, none if it has others before and behind it."""
    before = list(ctext.structure(text, section.enter.end, release.call.start))
    if not before or not (before[-1].text in ("else", "do") or _head_ends(before)):
        return []
    indent, opens = ctext.indent_at(text, before[-1].start), before[-1].end
    end, newline = release.tail.end, _newline(text)
    following = re.compile(r"\s*(?=else\b)").match(text, end) if re.search(r"\}[ \t]*else\b", text) else None
    closed = Edit(end, following.end(), -2 * opens, f"{newline}{indent}}} ") if following else None
    return [Edit(opens, opens, 0, " {"), closed or Edit(end, end, -2 * opens, f"{newline}{indent}}}")]


def _head_ends(tokens: Sequence[ctext.Token]) -> bool:
    """Whether tokens end with what stands in parentheses behind ``if`` and the like."""
    depth = 0
    for index in range(len(tokens) - 1, 0, -1):
        depth += (tokens[index].text == ")") - (tokens[index].text == "(")
        if depth == 0:
            return tokens[index].text == "(" and tokens[index - 1].text in ("if", "for", "while", "switch")
    return False


def _function_marks(text: str, shipped: Iterable[Section]) -> Iterable[Edit]:
    newline = _newline(text)
    for order, section in enumerate(shipped):
        if section.function_span is None:
            raise ValueError(f"section {section.id} has no function")
        start = ctext.before_comment(text, section.function_span.start)
        context = has_context(section)
        lines = [f"struct {marks.CONTEXT.format(section.name)};", ""] if context else [f"/* {place_of(section)} */"]
        lines.append(f"struct {marks.FUNCTION.format(section.name)};")
        before, behind = directives(text, section)
        lines = [*before, *lines, *behind, "", ""]
        yield Edit(start, start, order, newline.join(lines))
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
    return _conditions(text, section.function_span.start, section.enter.start)


def _conditions(text: str, start: int, end: int) -> list[str]:
    """The #if lines behind ``start`` that ``end`` stands in."""
    found: list[str] = []
    for token in ctext.between(text, start, end):
        line = re.sub(r"^[ \t]*#[ \t]*", "#", token.text) if token.kind == "directive" else ""
        if line.startswith("#if"):
            found.append(line)
        elif line.startswith("#el"):
            opposite = {"#ifdef": "#ifndef", "#ifndef": "#ifdef"}.get(found[-1].split()[0])
            found[-1] = found[-1].replace(found[-1].split()[0], opposite) if opposite and "#else" in line else ""
        elif line.startswith("#endif"):
            found.pop()
    return found if all(found) else []


def _calls_itself(text: str, section: Section, start: int) -> bool:
    """Whether the section calls the function that it comes from, which nothing declares before it."""
    called = section.function in ctext.names_between(text, *region(text, section))
    return called and not re.search(rf"^\w[^\n;{{}}()]*\b{section.function}\s*\(", text[:start], re.MULTILINE)


def _references(text: str, shipped: Iterable[Section]) -> dict[int, Edit]:
    """The uses of captures by reference, each by the innermost section around it."""
    inside: dict[int, Section] = {}
    for section in shipped:  # inner sections come first
        for capture in section.captures:
            for reference in capture.references:
                if _runs_in(text, section, reference.place.offset):
                    inside.setdefault(reference.place.offset, section)
    found = {}
    for section in shipped:
        for capture in by_reference(section):
            for reference in capture.references:
                start = reference.place.offset
                if inside.get(start) is section:
                    new = marks.REFERENCE.format(capture.name)
                    found[start] = Edit(start, start + len(capture.name), 0, new)
    return found


def _runs_in(text: str, section: Section, offset: int) -> bool:
    """Whether the section's own function executes the token: it stands in the region and in no tail."""
    start, end = region(text, section)
    tails = [release.tail for way in ways(section) for release in way.releases]
    tails += [way.wait.value or way.releases[0].call for way in waits(section) if way.wait]
    return start <= offset < end and not any(t.start <= offset < t.end for t in tails)


# --------------------------------------------------------------------------- the lock API


def _operation(
    text: str,
    operation: Operation,
    part: Part,
    tokens: dict[int, Edit],
    required: dict[int, str],
    pieces: list[Edit],
) -> None:
    """Adds the edits for one operation, to the tokens of spatch or to the driver's pieces."""
    start = operation.token.offset
    if not operation.macro and not part.units.issuperset(operation.units):
        raise RclError(Code.HALF_CONVERTED, operation.token, lock=operation.units[0], call=operation.old)
    if by_use(operation, part.units) or start in tokens:
        return
    end = start + len(operation.old)
    if operation.macro:
        pieces += _in_macro(text, operation, start, end)
    elif operation.op in DECLARATIVE:
        edit = Edit(start, end, 0, _declarative(operation))
        if operation.op in (Op.TYPE, Op.COND_TYPE) or not operation.old:
            pieces.append(edit)
        else:
            tokens[start] = edit
    else:
        new = lockapi.runtime_name(operation.old)
        if operation.op is Op.INIT:
            pieces += _init(text, start, end, new, _class_token(operation))
            return
        tokens[start] = Edit(start, end, 0, new)
        required[start] = operation.units[0]


def _class_token(operation: Operation) -> str:
    return token_of(operation.lock_class or operation.units[0])


def _declarative(operation: Operation) -> str:
    if operation.op is not Op.INITIALISER:
        return operation.op.value if operation.old else f" = {operation.op.value}"
    named = f"({_class_token(operation)})"
    return lockapi.runtime_name(operation.old) + named if operation.old else f" = {operation.op.value}{named}"


def _in_macro(text: str, operation: Operation, start: int, end: int) -> list[Edit]:
    if operation.op in DECLARATIVE:
        return [Edit(start, end, 0, _declarative(operation))]
    new = lockapi.runtime_name(operation.old)
    if operation.op is Op.INIT:
        return _init(text, start, end, new, _class_token(operation))
    return [Edit(start, end, 0, new)]


def _init(text: str, start: int, end: int, new: str, lock_class: str) -> list[Edit]:
    """The call that initialises a mutex, with its class as one more argument."""
    close = ctext.closing(text, text.index("(", end)) - 1
    last = end + len(text[end:close].rstrip())
    return [Edit(start, end, 0, new), Edit(last, last, 0, f", {lock_class}")]


def _use(text: str, operation: Operation, use: MacroUse) -> Iterable[Edit]:
    """The macro call of a converted unit, where the macro itself must stay as it is for others.

    Only the name changes if the arguments are the same: there may be other tokens to convert among them.
    """
    start, end = use.call.start, use.call.end
    if use.replacement is None:
        place = Place(use.call.file, use.call.line)
        raise RclError(Code.HALF_CONVERTED, place, lock=use.unit, call=f"macro {operation.macro}")
    name, arguments = re.match(r"(\w+)(.*)", use.replacement, re.DOTALL).groups()  # type: ignore[union-attr]
    if ctext.spelt(text[start:end])[1:] == ctext.spelt(arguments):
        end = start + len(operation.macro or "")
        yield Edit(start, end, 0, name)
    else:
        yield Edit(start, end, 0, use.replacement)


# --------------------------------------------------------------------------- accessors and includes


def _accessor(text: str, file: str, accessor: Accessor) -> list[Edit]:
    newline = _newline(text)
    if accessor.macro:
        definition = f"{accessor.name}({accessor.parameters}) {accessor.lock}"
        return [_defined_behind(text, accessor.definition, definition)] if accessor.definition.file == file else []
    static = accessor.static or accessor.prototype is None
    own = text[accessor.definition.start : accessor.definition.end] if accessor.definition.file == file else ""
    inline = static and "inline" in own.partition("(")[0].split()
    words = [*(["static"] if static else []), *(["inline"] if inline else []), Op.TYPE.value]
    head = f"{' '.join(words)} *{accessor.name}({accessor.parameters})"
    found = []
    if accessor.definition.file == file:
        body = [*accessor.declared, *([""] if accessor.declared else []), f"return {accessor.lock};"]
        found.append(_function_before(text, accessor.definition, head, body))
    if accessor.prototype and accessor.prototype.file == file:
        start = ctext.line_start(text, accessor.prototype.start)
        found.append(Edit(start, start, -1, f"{head};{newline}"))
    return found


def _function_before(text: str, definition: Span, head: str, body: list[str]) -> Edit:
    """One more function before another one and its comment."""
    style, newline = ctext.Style.of(text), _newline(text)
    start = ctext.before_comment(text, definition.start)
    opening = newline + "{" if style.function_brace_below else " {"
    lines = [head + opening, *(style.unit + line if line else "" for line in body), "}", "", ""]
    return Edit(start, start, -1, newline.join(lines))


def _stand_ins(
    text: str, file: str, accessor: Accessor, classes: Mapping[str, tuple[str, ...]]
) -> Iterable[Edit]:
    """The accessors of programs that put functions which do nothing in the wrapper's place: a mutex nobody shares."""
    for stand_in in accessor.stand_ins:
        if stand_in.definition.file != file:
            continue
        head = f"{Op.TYPE.value} *{accessor.name}({stand_in.parameters})"
        mutex = f"static {Op.TYPE.value} unshared = {Op.INITIALISER.value}({token_of(classes[accessor.unit][0])});"
        yield _function_before(text, stand_in.definition, head, [mutex, "", "return &unshared;"])
        if stand_in.prototype:
            start = ctext.line_start(text, stand_in.prototype.start)
            yield Edit(start, start, -1, f"{head};{_newline(text)}")


def _defined_behind(text: str, macro: Span, definition: str) -> Edit:
    """One more macro, in the line behind another one's, with the same spaces before it."""
    newline = "\r\n" if "\r\n" in text else "\n"
    end = ctext.directive_end(text, macro.end)
    return Edit(end, end, 0, f"{newline}{text[ctext.line_start(text, macro.start) : macro.start]}{definition}")


def _stub(text: str, stub: Stub, calls: Iterable[str]) -> Iterable[Edit]:
    """What defines the runtime's call away where the lock API's is: there a section is just called."""
    name, parameters = lockapi.runtime_name(stub.name), list(stub.parameters)
    if lockapi.TOKENS[stub.name] is Op.INIT:
        yield _defined_behind(text, stub.definition, f"{name}({', '.join([*parameters, 'lock_class'])}) {stub.body}")
        end = ctext.line_start(text, stub.definition.start)
        hashed = re.sub(r"define\s*$", "undef ", text[end : stub.definition.start])
        yield Edit(end, end, 0, f"{hashed}{name}{text[end - 1 : end]}")
        return
    yield _defined_behind(text, stub.definition, f"{name}({', '.join(parameters)}) {stub.body}".rstrip())
    if lockapi.TOKENS[stub.name] is Op.LOCK:
        for call in calls:
            yield _defined_behind(text, stub.definition, f"{call}(mutex, section, context, size) (section)(context)")


def _includes(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """The #include that the edits call for: the generated header where a class is named, else the runtime's."""
    made = list(edits)
    if any(re.search(r"_MUTEX_INITIALIZER\(|\brcl_(?:mutex|mtx)_init\b", e.new) for e in made):
        header = '"rcl_config.h"'
    elif any(re.search(r"\brcl_|\bRCL_(?:ENTER|COND)", e.new) for e in made):
        header = "<rcl.h>"
    else:
        return []
    if re.search(rf"^[ \t]*#[ \t]*include[ \t]*{re.escape(header)}", text, re.MULTILINE):
        return []
    first = min((e.start for e in made if e.new), default=len(text))
    at = _include_place(text, first)
    newline = _newline(text)
    lead = newline if at and not text[:at].endswith("\n") else ""
    first_include = not re.search(r"^[ \t]*#[ \t]*include\b", text[:at], re.MULTILINE)
    alone = first_include and text[at:].lstrip(" \t")[:1] not in "\r\n"
    return [Edit(at, at, -9, f"{lead}#include {header}{newline}{newline if alone else ''}")]


def _include_place(text: str, before: int) -> int:
    """Behind pthread.h's line, else behind the last #include outside #if, else where the code begins."""
    depth, at, guard = 0, None, _guard(text)
    for token in ctext.between(text, 0, before):
        if token.kind != "directive":
            continue
        word = re.sub(r"[ \t]*#[ \t]*", "", token.text, count=1)
        if word.startswith("if"):
            depth += 1
        elif word.startswith("endif"):
            depth -= 1
        elif word.startswith("include") and depth <= (1 if guard else 0):
            at = token.end
            if re.match(r"include\s*<pthread\.h>", word):
                break
    at = guard if at is None else at
    return text.find("\n", at) + 1 or len(text) if at is not None else _first_code(text)


def _guard(text: str) -> int | None:
    """The end of an include guard's #define, None for a file without a guard."""
    match = re.match(r"\s*#[ \t]*(?:ifndef|if !defined)[ \t(]+(\w+)\)?[^\n]*\n\s*#[ \t]*define[ \t]+\1\b[^\n]*",
                     text[_first_code(text) :])  # fmt: skip
    return _first_code(text) + match.end() if match else None


def _first_code(text: str) -> int:
    first = next((t for t in ctext.between(text) if t.kind != "comment"), None)
    return ctext.line_start(text, first.start) if first else 0
