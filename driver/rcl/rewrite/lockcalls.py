# SPDX-License-Identifier: MIT
"""The edits that make a file's lock API the runtime's: its calls and names, macros, accessors and stubs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rcl import compdb, lockapi
from rcl.errors import Code, RclError
from rcl.model import (
    Accessor,
    MacroUse,
    Noted,
    Op,
    Operation,
    Parted,
    Place,
    Section,
    Span,
    StandIn,
    Stub,
    token_of,
)  # fmt: skip
from rcl.rewrite import conditionals, ctext, lines
from rcl.rewrite.conversion import Part, by_use
from rcl.rewrite.edits import Edit, apply_between
from rcl.rewrite.style import Style

DECLARATIVE = (Op.TYPE, Op.COND_TYPE, Op.INITIALISER, Op.RECURSIVE_INITIALISER, Op.COND_INITIALISER)
_BLANK = re.compile(r"[ \t]*")
_WORD = re.compile(r"\w+")
#: a call up to its first argument, which may stand in another line
_BEGUN = re.compile(r"\w+([ \t]*)\(( ?)(?=\S)")
#: a comment behind the rest of a declaration, and one behind a line's code
_COMMENTED = re.compile(r"[^;{}=\"'\n]*;([ \t]+)(?=/[*/])")
_COMMENT = re.compile(r"([^\n]*?\S[^\n]*?[ \t])/[*/]")


def of_operation(
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
    if operation.op in DECLARATIVE:
        new = declarative(operation)
        if operation.op in (Op.TYPE, Op.COND_TYPE):
            pieces.append(_in_column(text, start, end, new))
            pieces += _comment_in_column(text, pieces[-1])
        elif operation.old.startswith("{") or not operation.old:
            pieces.append(Edit(start, end, 0, new))
        else:
            tokens[start] = Edit(start, end, 0, new)
    else:
        new = lockapi.runtime_name(operation.old)
        if operation.op is Op.INIT:
            pieces += _init(text, start, end, new, _class_token(operation))
            return
        tokens[start] = Edit(start, end, 0, new)
        if not operation.macro:
            required[start] = operation.units[0]


def _in_column(text: str, start: int, end: int, new: str) -> Edit:
    """Another type for a name, which stays in the column where those of the lines around it stand, too."""
    line = ctext.line_start(text, start)
    gap = _BLANK.match(text, end)
    assert gap is not None
    column, reached = (len(part.expandtabs()) for part in (text[line : gap.end()], text[line:start] + new))
    stand_alike = any(_stands_alike(text, line, column, step) for step in (-1, 1))
    if not gap[0] or not ("\t" in gap[0] or len(gap[0]) > 1 or stand_alike):
        return Edit(start, end, 0, new)
    return Edit(start, gap.end(), 0, new + _blanks(reached, column, "\t" in gap[0]))


def _blanks(reached: int, column: int, tabs: bool) -> str:
    """The blanks from one column to another, one at least: tabs as far as they go, or spaces alone."""
    stop = column // ctext.TAB * ctext.TAB if tabs else 0
    if reached < stop:
        return "\t" * -(-(stop - reached) // ctext.TAB) + " " * (column - stop)
    return " " * (column - reached) or ("\t" if tabs else " ")


def _stands_alike(text: str, line: int, column: int, step: int) -> bool:
    """Whether words, not comments, stand in a column in the lines above, or below, one behind more than one space."""
    while (line := _next_line(text, line, step)) >= 0:
        end = text.find("\n", line)
        begins = re.match(rf".{{{column - 2}}}(.) (?!/[*/])\S", text[line : end if end >= 0 else None].expandtabs())
        if begins is None or begins[1] == " ":
            return begins is not None
    return False


def _next_line(text: str, line: int, step: int) -> int:
    """Where the line before or behind one begins, -1 if there is none."""
    if step > 0:
        return (text.find("\n", line) + 1) or -1
    return ctext.line_start(text, line - 1) if line else -1


def _comment_in_column(text: str, made: Edit) -> list[Edit]:
    """Blanks behind a declaration, whose comment stays in the column where that of a line beside it stands, too."""
    behind = _COMMENTED.match(text, made.end)
    if behind is None:
        return []
    line = ctext.line_start(text, made.start)
    column = len(text[line : behind.end(1)].expandtabs())
    beside = (at for step in (-1, 1) if (at := _next_line(text, line, step)) >= 0)
    if not any(_comment_column(text, at) == column for at in beside):
        return []
    code = text[line : made.start] + made.new + text[made.end : behind.start(1)]
    if len(code.expandtabs()) == len(text[line : behind.start(1)].expandtabs()):
        return []
    return [Edit(*behind.span(1), 0, lines.blanks_to(column, code, "\t" in behind[1]))]


def _comment_column(text: str, line: int) -> int | None:
    """Where the comment behind the code of a line stands."""
    found = _COMMENT.match(text, line)
    return len(found[1].expandtabs()) if found else None


def _class_token(operation: Operation) -> str:
    return token_of(operation.lock_class or operation.units[0])


def declarative(operation: Operation) -> str:
    if operation.op not in (Op.INITIALISER, Op.RECURSIVE_INITIALISER):
        return operation.op.value if operation.old else f" = {operation.op.value}"
    named = f"{operation.op.value}({_class_token(operation)})"
    if not operation.old or operation.old.startswith("{"):
        return named if operation.old else f" = {named}"
    return f"{lockapi.runtime_name(operation.old)}({_class_token(operation)})"


def _init(text: str, start: int, end: int, new: str, lock_class: str) -> list[Edit]:
    """The call that initialises a mutex, with its class as one more argument; or that of a macro which is handed the
    function.
    """
    called = next((t.text for t in ctext.structure(text, end)), "") == "("
    close = ctext.block_end(text, text.index("(", end) + 1 if called else end, "()")
    last = end + len(text[end:close].rstrip())
    return [Edit(start, end, 0, new), Edit(last, last, 0, f", {lock_class}")]


def of_use(text: str, operation: Operation, use: MacroUse) -> Iterable[Edit]:
    """The macro call of a converted unit, where the macro itself must stay as it is for others.

    Only the name changes if the arguments are the same: there may be other tokens to convert among them.
    """
    start, end = use.call.start, use.call.end
    if use.replacement is None:
        place = Place(use.call.file, use.call.line)
        raise RclError(Code.HALF_CONVERTED, place, lock=use.unit, call=f"macro {operation.macro}")
    name, arguments = re.match(r"(\w+)(.*)", use.replacement, re.DOTALL).groups()  # type: ignore[union-attr]
    if arguments and not arguments.startswith("("):  # a declaration
        yield Edit(start, end, 0, use.replacement)
        return
    used = _WORD.match(text, start)
    if used and ctext.spelt(text[start:end])[1:] == ctext.spelt(arguments):
        yield Edit(start, used.end(), 0, name)  # it may be a macro that comes to the one with the token
    else:
        yield Edit(start, end, 0, name + _spaced(text[start:end], arguments))


def _spaced(call: str, arguments: str) -> str:
    """What is behind a call's name, with the white space around its parentheses that a call in its place has."""
    said = _BEGUN.match(call)
    return f"{said[1]}({said[2]}{arguments[1:-1]}{said[2]})" if said and arguments else arguments


def of_accessor(text: str, file: str, accessor: Accessor, shipped: Iterable[Section]) -> list[Edit]:
    if accessor.macro:
        definition = f"{accessor.name}({accessor.parameters}) {accessor.lock}"
        return [_defined_behind(text, accessor.definition, definition)] if accessor.definition.file == file else []
    static = accessor.static or accessor.prototype is None
    own = text[accessor.definition.start : accessor.definition.end] if accessor.definition.file == file else ""
    inline = static and ("inline" in own.partition("(")[0].split() or _unused_somewhere(text, accessor, shipped))
    style = Style.of(text)

    def head(beside: Span) -> str:
        returned = _returned(text, accessor, beside, inline, accessor.type or f"{Op.TYPE.value} *")
        return style.call(style.declared(f"{returned}{accessor.name}"), accessor.parameters)

    found: list[Edit] = []
    if accessor.definition.file == file:
        own_head = _defining(accessor, head(accessor.definition))
        found += _function_before(text, accessor.definition, own_head, _returning(accessor))
    if accessor.prototype and accessor.prototype.file == file:
        found.append(_prototype_beside(text, accessor.prototype, head(accessor.prototype)))
    return found


def _returned(text: str, made: Accessor | Noted, beside: Span, inline: bool, type_: str) -> str:
    """What stands before a function's name: that it is static, or what shows it to other libraries, as the declaration
    has it that it stands ``beside``, and its type.
    """
    if made.static or made.prototype is None:
        return f"static {'inline ' if inline else ''}{type_}"
    word, around = made.exported.removesuffix("()"), made.exported.endswith("()")
    declared = text[ctext.line_start(text, beside.start) : beside.end].partition(made.wrapper)[0]
    if not word or word not in declared:
        return type_
    return f"{word}({type_.rstrip()}) " if around else f"{word} {type_}"


def of_noted(text: str, file: str, noted: Noted, tokens: Iterable[Edit]) -> Iterable[Edit]:
    """The function of what a lock function does besides, and its call there; ``tokens`` are what is renamed."""
    if noted.parted is not None:
        yield from _of_parted(text, file, noted, noted.parted, tokens)
        return
    style, newline = Style.of(text), ctext.newline(text)
    static = noted.static or noted.prototype is None
    own = text[noted.definition.start : noted.definition.end] if noted.definition.file == file else ""
    inline = static and ("inline" in own.partition("(")[0].split() or not file.endswith(compdb.SOURCE_SUFFIXES))
    named = style.call(noted.name, style.declared(retyped(noted.parameters)))
    if own:
        body, indent = noted.body, ctext.indent_at(text, noted.body.start)
        comment = re.compile(ctext.LINE_COMMENT + r"(?=\r?\n)").match(text, body.end)
        end = comment.end() if comment else body.end
        inside = (t for t in tokens if body.start <= t.start < body.end)
        does = apply_between(text, body.start, end, inside).rstrip()
        said = ctext.reindent(indent + does, indent, style.unit)
        said = f"{style.unit}{noted.call}" if noted.call else said
        above = newline if style.type_above_name else " "
        declared = [*(style.unit + line for line in noted.declared), *([""] if noted.declared else [])]
        returned = _returned(text, noted, noted.definition, inline, "int " if noted.gives else "void ").rstrip()
        if noted.gives:
            quiet = (f"{style.unit}(void){name};" for name in noted.quiet)
            said = newline.join([said, *quiet, style.unit + noted.gives])
        lines_made = [f"{returned}{above}{named}{style.body_begins}", *declared, said, style.body_ends, "", ""]
        start = ctext.before_function(text, noted.definition.start)
        yield Edit(start, start, -1, newline.join(lines_made))
        yield from lines.apart(text, start)
        if not noted.call:
            made = style.call(noted.name, noted.given)
            alone = not text[ctext.line_start(text, body.start) : body.start].strip()
            between = f"{newline}{indent}{style.unit}" if alone else " "
            failing = f"{style.head('if', f'{noted.refuses}{made}')}{between}{noted.fails}"
            yield Edit(body.start, end, 0, failing if noted.gives else f"{made};")
        for span in noted.moved:
            yield Edit(*ctext.whole_line(text, span.start, span.end), 0, "")
    if noted.prototype and noted.prototype.file == file:
        returned = _returned(text, noted, noted.prototype, inline, "int " if noted.gives else "void ")
        yield _prototype_beside(text, noted.prototype, f"{returned}{named}")


def _of_parted(text: str, file: str, noted: Noted, parted: Parted, tokens: Iterable[Edit]) -> Iterable[Edit]:
    """The lock function without its lock call, by another name, and behind it the one that calls it, and locks.

    What is said of it above goes with its name, if that is sure to stay.
    """
    style, newline, definition = Style.of(text), ctext.newline(text), noted.definition
    if definition.file == file:
        begun_at = definition.start if noted.static else ctext.before_function(text, definition.start)
        if begun_at < definition.start:
            yield Edit(begun_at, definition.start, 0, "")
        yield Edit(parted.name.start, parted.name.end, 0, noted.name)
        begun = _WORD.match(text, definition.start)
        if begun and not noted.static and noted.prototype is None:
            yield Edit(begun.start(), begun.end(), 0, f"static {begun[0]}")
        yield Edit(*ctext.with_blanks(text, noted.body.start, noted.body.end), 0, "")
        opened = ctext.function_body(text, noted.wrapper, definition.start)[0] + 1
        called = f"{style.declared(parted.declaration)} = {style.call(noted.name, noted.given)};"
        lines_made = [called, "", *_taking(text, parted, style, tokens), f"return {parted.variable};"]
        made = [text[begun_at:opened], *(style.unit + line if line else "" for line in lines_made)]
        yield Edit(definition.end, definition.end, 0, newline * 2 + newline.join([*made, style.body_ends]))
    if noted.prototype and noted.prototype.file == file:
        inline = noted.static and not file.endswith(compdb.SOURCE_SUFFIXES)
        type_ = parted.declaration.removesuffix(parted.variable)
        returned = _returned(text, noted, noted.prototype, inline, type_)
        yield _prototype_beside(text, noted.prototype, returned + style.call(noted.name, retyped(noted.parameters)))


def _taking(text: str, parted: Parted, style: Style, tokens: Iterable[Edit]) -> list[str]:
    """The lines that take the mutex of the object, if there is one."""
    start, end = parted.call.start, parted.call.end
    said = apply_between(text, start, end, (t for t in tokens if start <= t.start < end))
    first, newline, rest = said.partition("\n")
    made = (first + newline + ctext.reindent(rest, ctext.indent_at(text, start), "")).replace("\r", "").split("\n")
    if not parted.perhaps:
        return made
    head = style.head("if", f"{parted.variable} != NULL")
    if said.startswith("{"):
        below = style.brace_below or not text[ctext.line_start(text, start) : start].strip()
        return [head, *(style.brace_indent + line for line in made)] if below else [f"{head} {made[0]}", *made[1:]]
    return style.braced(head, made) if len(made) > 1 or said.startswith("if") else [head, f"{style.step}{said}"]


def retyped(declared: str) -> str:
    """Declarations of what may lead to mutexes, as those will be."""
    return re.sub(rf"\b(?:{'|'.join(lockapi.TYPES)})\b", lambda word: lockapi.runtime_name(word[0]), declared)


def _prototype_beside(text: str, prototype: Span, head: str) -> Edit:
    """One more prototype, in the line behind another one's, which may have a comment above; before it where more stands
    in that line.
    """
    behind = re.compile(r"\s*;[ \t]*(?:\r?\n|\Z)").match(text, prototype.end)
    at = behind.end() if behind else ctext.line_start(text, prototype.start)
    newline = ctext.newline(text)
    lead = "" if text[:at].endswith("\n") else newline
    return Edit(at, at, -1, f"{lead}{head};{newline}")


def _function_before(text: str, definition: Span, head: str, body: list[str]) -> Iterable[Edit]:
    """One more function before another one and its comment."""
    style, newline = Style.of(text), ctext.newline(text)
    start = ctext.before_function(text, definition.start)
    indented = (style.unit + line if line else "" for line in body)
    made = [head + style.body_begins, *indented, style.body_ends, "", ""]
    yield Edit(start, start, -1, newline.join(made))
    yield from lines.apart(text, start)


def _unused_somewhere(text: str, accessor: Accessor, shipped: Iterable[Section]) -> bool:
    """Whether nothing may use an accessor in some file or build: in a header, or if all that does stands in an #if."""
    if not accessor.definition.file.endswith(compdb.SOURCE_SUFFIXES):
        return True
    calling = [s for s in shipped if accessor.name in ctext.names(f"{s.lock} {s.guard}")]
    return bool(calling) and all(conditionals.around(text, 0, s.enter.start) for s in calling)


def of_stand_ins(text: str, file: str, accessor: Accessor, classes: Mapping[str, tuple[str, ...]]) -> Iterable[Edit]:
    """The accessors of a wrapper's other definitions; of one that does nothing that of a mutex which nobody shares."""
    for stand_in in accessor.stand_ins:
        if stand_in.definition.file != file:
            continue
        style, own = Style.of(text), accessor.static or not (accessor.prototype or stand_in.prototype)
        named = style.declared(f"{'static ' if own else ''}{Op.TYPE.value} *{accessor.name}")
        head = style.call(named, stand_in.parameters)
        mutex = f"static {Op.TYPE.value} unshared = {Op.INITIALISER.value}({token_of(classes[accessor.unit][0])});"
        body = _returning(stand_in) if stand_in.lock else [mutex, "", "return &unshared;"]
        yield from _function_before(text, stand_in.definition, _defining(stand_in, head), body)
        if stand_in.prototype:
            yield _prototype_beside(text, stand_in.prototype, head)


def _defining(made: Accessor | StandIn, head: str) -> str:
    """The head of the definition of a function that returns a wrapper's mutex."""
    return f"__attribute__((weak)) {head}" if made.weak else head


def _returning(made: Accessor | StandIn) -> list[str]:
    """What a function does that returns a wrapper's mutex."""
    return [*made.declared, *([""] if made.declared else []), f"return {made.lock};"]


def _defined_behind(text: str, macro: Span, definition: str) -> Edit:
    """One more macro, in the line behind another one's, with the same spaces before it, and its backslashes in the same
    columns.
    """
    start, end = ctext.line_start(text, macro.start), ctext.directive_end(text, macro.end)
    new = lines.continued_as(text[start : macro.end], text[start : macro.start] + definition)
    return Edit(end, end, 0, ctext.newline(text) + new)


def of_stub(text: str, stub: Stub, calls: Mapping[str, bool]) -> Iterable[Edit]:
    """What defines the runtime's call away where the lock API's is: there a section is just called.

    Where one of those may keep the lock, there is none to keep: an assignment, as a statement may be nothing but it.
    """
    name, parameters = lockapi.runtime_name(stub.name), list(stub.parameters)
    if lockapi.TOKENS[stub.name] is Op.INIT:
        yield _defined_behind(text, stub.definition, f"{name}({', '.join([*parameters, 'lock_class'])}) {stub.body}")
        end = ctext.line_start(text, stub.definition.start)
        hashed = re.sub(r"define\s*$", "undef ", text[end : stub.definition.start])
        yield Edit(end, end, 0, f"{hashed}{name}{text[end - 1 : end]}")
        return
    yield _defined_behind(text, stub.definition, f"{name}({', '.join(parameters)}) {stub.body}".rstrip())
    if lockapi.TOKENS[stub.name] is Op.LOCK:
        for call, keeps in calls.items():
            made = "((int){ (section)(context) } &= ~RCL_KEEP)" if keeps else "(section)(context)"
            yield _defined_behind(text, stub.definition, f"{call}(mutex, section, context, size) {made}")
