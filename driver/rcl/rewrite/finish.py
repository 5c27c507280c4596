# SPDX-License-Identifier: MIT
"""The last touches: marks that the rules leave, and declarations and wrappers that nothing uses any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from rcl import lockapi
from rcl.compdb import SOURCE_SUFFIXES
from rcl.errors import Code, RclError
from rcl.model import Place, Section, Span
from rcl.rewrite import conditionals, ctext, lexers, marks
from rcl.rewrite.edits import Edit, apply
from rcl.rewrite.failures import NotParsed
from rcl.rewrite.fileplan import FilePlan
from rcl.rewrite.pieces import results

#: with "[", "(" and ".", what binds a name closer than the * before it
POSTFIX = ("->", "++", "--")
#: the name of a lock class, which may be a function's, too; Python looks for what a pattern begins with
_CLASSES = (
    re.compile(r"(INITIALIZER(?<=_INITIALIZER)(?:_NP)? \( )\w+"),
    re.compile(rf"(rcl_(?<!\wrcl_)(?:{lockapi.INITIALISING}) \( (?:[^()]|\((?:[^()]|\([^()]*\))*\))*, )\w+(?= \))"),
)
#: a word that is not a tag
_NAMED = re.compile(r"(?<!\w)(?<!struct )(?<!union )(?<!enum )\w+")
#: what stands behind the name of a section's function, and of its context
_CALLED, _OPENED = re.compile(r" ?\("), re.compile(r" \{| +/\*")
#: a mark of a variable by reference, and what follows it; neither a comment nor the end of a line that goes on does
_REFERENCE = re.compile(rf"&?\bRCL_REF__(\w+)(?=(?:\s|\\\r?\n|{lexers.COMMENT})*(\S\S?))", re.DOTALL)
#: stars that lead somewhere, by what stands before them, and do not multiply
_LEADS = re.compile(
    rf"(?:[-+(,=?:;{{}}\[!~%^|&<>]|\b(?:return|sizeof|else|do)|\)[ \t]*\r?\n)(?:\s|{lexers.COMMENT})*\*+$", re.DOTALL
)
#: how much before a star is looked at
_BEFORE = 200
_DEFINE = re.compile(r"#\s*define\s+(\w+)")
_DEFINES = re.compile(r"[ \t]*#\s*(?:define|undef)\b")
#: such a mark before a member, and a place behind a label
_PART = re.compile(r"RCL_REF__(\w+)\s*\.(?!\.)\s*")
_HERE = re.compile(rf"\s*\b{marks.HERE};")
#: the words behind which no variable is declared
_NO_TYPES = "return|goto|case|else|do|sizeof"
#: the words that begin a statement which holds others
_HOLDING = ("if", "for", "while", "do", "switch")
#: an #if in whose branches nothing stands, and such a last branch, without its #endif
_BLANK = r"[^\r\n]*(?<!\\)\r?\n(?:[ \t]*\r?\n)*[ \t]*#[ \t]*"
_VOID = (
    re.compile(rf"[ \t]*#[ \t]*if(?:{_BLANK}el)*{_BLANK}endif\b[^\r\n]*"),
    re.compile(rf"[ \t]*#[ \t]*el[^\r\n]*(?={_BLANK}endif\b)"),
)
#: what may stand behind the last token of a line that goes with it
_LINE_END = re.compile(ctext.LINE_COMMENT + r"\r?\n")


def resolve(text: str) -> str:
    """The text without the marks that the rules leave: of ends, pointers and references."""
    text = without_ends(text)
    text = _HERE.sub(lambda place: _labelled(text, place), text) if marks.HERE in text else text
    text = _PART.sub(r"\1->", text.replace(marks.POINTER.format(""), ""))
    return _REFERENCE.sub(lambda use: _dereference(text, use), text) if marks.REFERENCE.format("") in text else text


def without_ends(text: str) -> str:
    """The text without the marks of ends, and what is blank before them."""
    *ended, rest = text.split(f"{marks.END};")
    return "".join([*(part.rstrip() for part in ended), rest])


def _labelled(text: str, place: re.Match[str]) -> str:
    """What follows a label: nothing where a statement stands there anyway, of which this can be told."""
    following = next(ctext.structure(text, place.end()), None)
    alone = following is None or following.text in ("}", ";") or ctext.declares_first(text[following.start :])
    return " ;" if alone else ""


def _dereference(text: str, use: re.Match[str]) -> str:
    """A use of a pointer's target that is neither ``&x`` nor ``x.f``, or that no rule has seen."""
    name, following = use[1], use[2]
    tight = following[0] in "[(." or following in POSTFIX
    if use[0].startswith("&") and not tight and not (use.start() and text[use.start() - 1] == "&"):
        return name
    at = use.start()
    glued = at > 0 and text[at - 1] in "/*&" and not _LEADS.search(text, max(at - _BEFORE, 0), at)
    lead = "&" if use[0].startswith("&") else ""
    return f"{lead}(*{name})" if tight or glued or lead else f"*{name}"


def definition(text: str, section: Section) -> int:
    """Where a section's function begins, which stands before the function that it comes from."""
    kinds = ("static int", *(["static inline int"] if section.in_macro else []))
    start = max(_begun(text, kind, section.name, _CALLED) for kind in kinds)
    if start < 0:
        raise ValueError(f"no function {section.name}")
    return start


def context(text: str, section: Section) -> int:
    """Where a section's context begins, -1 if it has none."""
    return _begun(text, "struct", section.name, _OPENED)


def _begun(text: str, type_name: str, name: str, follows: re.Pattern[str]) -> int:
    """Where a line begins that declares a name with a type, -1 if none does."""
    at = text.find(name)
    while at >= 0:
        end = at
        while end > 0 and text[end - 1].isspace():
            end -= 1
        start = end - len(type_name)
        begins = end < at and text.startswith(type_name, start) and ctext.line_start(text, start) == start
        if begins and follows.match(text, at + len(name)):
            return start
        at = text.find(name, at + 1)
    return -1


def drop_unused(text: str, section: Section, name: str, behind: int = 0, function: str = "") -> str:
    """Removes the declaration of a variable of a section's if nothing else in its block names it any more.

    It stands in the section's ``function``, or in that of the section around it. Where branches of ``#if`` each declare
    it, perhaps one of them further in, all of these go. Where all that names it stands in another branch than the
    section, it is declared for that alone.
    """
    start, end = ctext.function_body(text, function or section.spelled, behind)
    written, tokens = ctext.read(text, start, end)
    directives = any(name in ctext.names(t.text) for t in written if t.kind == "directive")
    blocks = (_own_uses(text, start, tokens, name, block) for block in _blocks(tokens, section.name))
    uses = next(filter(None, blocks), [])
    everywhere = _uses(tokens, name, range(len(tokens)))
    if _branches_declare(text, start, tokens, everywhere):
        uses = everywhere
    elif not uses or not _declared_at(text, tokens, uses[0]):
        return text
    elif len(uses) > 1:
        calls = [token.start for token in tokens if token.text == section.name]
        others = [tokens[use].start for use in uses[1:]]
        exclude = all(conditionals.apart(text, start, call, use) for call in calls for use in others)
        return apply(text, _in_branch(text, start, tokens, uses)) if exclude and not directives else text
    if directives:
        return text
    return _without_void(text, [edit for use in uses for edit in _declarator(text, tokens, use)])


def _without_void(text: str, edits: list[Edit]) -> str:
    """The text without what edits remove, and without an ``#if``, or a last branch, in which nothing else stood."""
    for edit in sorted(set(edits), reverse=True):
        text = apply(text, [edit])
        before = ctext.line_start(text, len(text[: edit.start].rstrip()))
        if void := next(filter(None, (void.match(text, before) for void in _VOID)), None):
            text = apply(text, [_cut(*ctext.whole_line(text, void.start(), void.end()))])
    return text


def _in_branch(text: str, start: int, tokens: list[ctext.Token], uses: list[int]) -> list[Edit]:
    """The edits that put a declaration, of one name in lines of its own, in the ``#if`` that all other uses stand in.

    There are none if they have no such ``#if``, or another one behind a macro that the function defines.
    """
    declared, *others = (conditionals.around(text, start, tokens[use].start) for use in uses)
    shared = [lines[0] for lines in takewhile(lambda lines: len(set(lines)) == 1, zip(*others, strict=False))]
    first, last, commas = _declaration(text, tokens, uses[0])
    begin, end = ctext.line_start(text, tokens[first].start), text.find("\n", tokens[last].end) + 1
    alone = not text[begin : tokens[first].start].strip() and not text[tokens[last].end : end].strip()
    defines = any(_DEFINES.match(t.text) for t in ctext.lex(text, start, tokens[-1].end) if t.kind == "directive")
    inner = shared[len(declared) :]
    if commas or defines or not alone or shared[: len(declared)] != declared or not inner:
        return []
    newline = ctext.newline(text)
    opening, closing = (newline.join([*lines, ""]) for lines in (inner, ["#endif"] * len(inner)))
    return [Edit(begin, begin, 0, opening), Edit(end, end, 0, closing)]


def _branches_declare(text: str, start: int, tokens: list[ctext.Token], uses: list[int]) -> bool:
    """Whether a variable has several uses, all of them declarations in branches of ``#if``."""
    declared = len(uses) > 1 and all(_declared_at(text, tokens, use) for use in uses)
    return declared and all(conditionals.around(text, start, tokens[use].start) for use in uses)


def _blocks(tokens: list[ctext.Token], name: str) -> Iterator[range]:
    """The blocks around what a function names so, from the inside out, and last the whole function."""
    opened: list[int] = []
    around: list[int] = []
    for index, token in enumerate(tokens):
        if token.text == "{":
            opened.append(index)
        elif token.text == "}" and opened:
            start = opened.pop()
            if start in around:
                yield range(start, index + 1)
        elif token.text == name:
            around = list(opened)
    yield range(len(tokens))


def _uses(tokens: list[ctext.Token], name: str, block: range) -> list[int]:
    """Where a block names a variable; a field, a tag or a label of that name is something else."""
    others = (".", "->", "struct", "union", "enum", "goto")
    uses = (i for i in block if tokens[i].text == name and tokens[i - 1].text not in others)
    return [i for i in uses if not (tokens[i + 1].text == ":" and tokens[i - 1].text in (";", "{", "}", ":"))]


def _own_uses(text: str, start: int, tokens: list[ctext.Token], name: str, block: range) -> list[int]:
    """The same without those that mean another variable, which a block or loop in that block declares for itself."""
    uses = _uses(tokens, name, block)
    scopes = [_scope(text, start, tokens, use, block) for use in uses]
    return [use for use in uses if not any(use in scope for scope in scopes)]


def _scope(text: str, start: int, tokens: list[ctext.Token], index: int, block: range) -> range:
    """Where in a block a name means what a token declares, in an inner block or the head of a loop: nowhere if it does
    not, or stands in an ``#if`` of its own.
    """
    opened, head = ctext.opening(tokens, index), ctext.opening(tokens, index, "()")
    loop = head > max(opened, block.start) and tokens[head - 1].text == "for"
    if loop and _declared_in_head(text, tokens, head, index):
        opened = _closed(tokens, head) + 1
    elif opened == block.start or not _declared_at(text, tokens, index):
        return range(0)
    closed = _closed(tokens, opened)
    places = (conditionals.around(text, start, tokens[i].start) for i in (opened, closed))
    alike = all(place == conditionals.around(text, start, tokens[index].start) for place in places)
    return range(index, closed + 1) if alike and tokens[opened].text not in _HOLDING else range(0)


def _declared_in_head(text: str, tokens: list[ctext.Token], head: int, index: int) -> bool:
    """Whether a token is a name that a loop's head declares."""
    own = [t.text for t in tokens[head + 1 : index]]
    last = max((i for i, word in enumerate(own) if word == ","), default=-1)
    plain = bool(own) and not {"=", "(", "["} & set(own[last + 1 :]) and not {"(", ";"} & set(own)
    return plain and ctext.declares_first(text[tokens[head + 1].start :])


def _closed(tokens: list[ctext.Token], index: int) -> int:
    """What closes the bracket that a token is, or ends the statement that it begins; the last token if nothing does."""
    depth = 0
    for last in range(index, len(tokens)):
        depth += (tokens[last].text in ("(", "{")) - (tokens[last].text in (")", "}"))
        if depth == 0 and tokens[last].text in (")", "}", ";"):
            bracketed = tokens[index].text in ("(", "{")
            if bracketed or tokens[last].text == ";":
                return last
    return len(tokens) - 1


def _declared_at(text: str, tokens: list[ctext.Token], index: int) -> bool:
    """Whether a token is the name of a variable in its declaration: not of its type, of a value, or of a member."""
    first, _, commas = _declaration(text, tokens, index)
    own = [t.text for t in tokens[max([first, *(c + 1 for c in commas if c < index)]) : index]]
    if not ctext.declares_first(text[tokens[first].start :]) or first == index or "=" in own:
        return False
    block = ctext.opening(tokens, first)
    tagged = {"struct", "union"} & {t.text for t in tokens[max(block - 2, 0) : block]}
    return not tagged and all(own.count(opening) == own.count(closing) for opening, closing in ("()", "[]"))


def _declarator(text: str, tokens: list[ctext.Token], index: int) -> list[Edit]:
    """The edits by which one declared name goes, with its line if it has one, and all if it is the only one.

    There are none if its initialiser may do something.
    """
    first, last, commas = _declaration(text, tokens, index)
    before = [c for c in commas if c < index]
    after = [c for c in commas if c > index]
    stop = after[0] if after else last
    if any(t.text in ("(", "++", "--") for t in tokens[index:stop]):
        return []
    if after and not before:
        star = next((i for i in range(first + 1, index + 1) if tokens[i].text == "*"), index)
        return [_cut(tokens[star].start, tokens[stop + 1].start)]
    if not before:
        return [_cut(*ctext.whole_line(text, tokens[first].start, tokens[last].end))]
    comma, own = tokens[before[-1]], tokens[before[-1] + 1].start
    line = _LINE_END.match(text, tokens[stop].end)
    if line is None or text[ctext.line_start(text, own) : own].strip():
        return [_cut(comma.start, tokens[stop].start)]
    ended = [] if after else [Edit(comma.start, comma.end, 0, ";")]
    return [*ended, _cut(ctext.line_start(text, own), line.end())]


def _cut(start: int, end: int) -> Edit:
    return Edit(start, end, 0, "")


def _declaration(text: str, tokens: list[ctext.Token], index: int) -> tuple[int, int, list[int]]:
    """The first and last token of the declaration around a token, behind macros in lines of their own, and its commas.
    """
    first = last = index
    while (before := tokens[first - 1].text) not in (";", "{", "}") or (before, tokens[first].text) == ("}", ","):
        first = ctext.opening(tokens, first - 1) if before == "}" else first - 1
    while first + 1 < index and _is_line(text, tokens[first], tokens[first + 1]):
        first += 1
    depth = 0
    commas = []
    for last in range(first, len(tokens)):
        depth += (tokens[last].text in "([{") - (tokens[last].text in ")]}")
        if depth == 0 and tokens[last].text == ",":
            commas.append(last)
        if depth == 0 and tokens[last].text == ";":
            break
    return first, last, commas


def _is_line(text: str, token: ctext.Token, following: ctext.Token) -> bool:
    """Whether a name is all of a line and what follows declares something, so that it is a macro and no type."""
    alone = token.kind == "word" and "\n" in text[token.end : following.start]
    return alone and not ctext.declares_first(token.text) and ctext.declares_first(text[following.start :])


def without_dead_wrappers(plan: FilePlan, text: str, inline: bool) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The text without the static functions that only led to lock calls of sections, or checked them, and their names.

    The compiler would complain of them: those that the sections called, and what only those called. So it would of the
    static variables that only these, or the sections' lock calls, named. One that only some builds use any more, or
    that another file declares, becomes ``inline``, if the language has that; the names of these, too.
    """
    called = {plan.text[e.start : e.end] for e in plan.tokens if marks.ANY.search(e.new)}
    used = [span for section in plan.shipped for span, _ in results(section)]
    used += [span for section in plan.shipped for span in _stated(section)]
    called = called.union(*(ctext.names(plan.text[span.start : span.end]) for span in used))
    called = _with_macros(plan.text, called)
    called |= {one.function for one in plan.leading if one.macro in called}
    own = ctext.defined(text).keys() if called else set()
    elsewhere, called = called - own, called & own
    dropped: list[str] = []
    named = set[str]()
    while dead := sorted(name for name in called if _is_dead(plan, text, name)):
        for name in dead:
            said = ctext.names(text[slice(*ctext.function_body(text, name))])
            named |= said
            called |= _with_macros(text, said) & own
            text = _without_function(text, name)
        called -= set(dead)
        dropped += dead
    named |= elsewhere if plan.file.endswith(SOURCE_SUFFIXES) else set()
    for name in sorted(named):
        if _mentions(text, name) == 1 and (line := _variable_line(text, name)):
            text = _without(text, line)
            dropped.append(name)
    rest = sorted(called | elsewhere) if inline else []
    spared = [name for name in rest if _is_spared(plan, text, name) and _is_left(plan, text, name)]
    for name in spared:
        text = as_inline(text, name)
    return text, tuple(dropped), tuple(spared)


def _stated(section: Section) -> Iterator[Span]:
    """The statements of a section's lock calls, with what checks these."""
    yield section.enter
    yield from (release.call for way in section.exits for release in way.releases)
    if section.leave is not None:
        yield section.leave


def _is_dead(plan: FilePlan, text: str, name: str) -> bool:
    """Whether a name is that of a static function which nothing uses but itself, prototypes and unused macros."""
    led = any(one.function == name and (not one.macro or _mentions(text, one.macro)) for one in plan.leading)
    return not led and _is_idle(text, name)


def _is_idle(text: str, name: str) -> bool:
    """The same as far as the function's own file tells."""
    found = ctext.defined(text).get(name)
    head = _with_macros(text, set(text[found.head : found.body].split() if found else []))
    if found is None or "static" not in head or "inline" in head:
        return False
    if text.count(name) == 1:
        return True
    within = _mentions(text[found.body : found.end], name)
    naming = ((macro, said) for macro, said in macros_of(text) if name in said)
    within += sum(_mentions(said, name) for macro, said in naming if _is_unused(text, macro))
    return _mentions(text, name) == 1 + within + len(_prototypes(text, name)) + _hidden(text, name)


def _hidden(text: str, name: str) -> int:
    """How often functions that declare a variable with a function's name mean that, as far as it is not called."""
    declared = re.compile(rf"\b(?!(?:{_NO_TYPES})\b)\w+(?:\s+|\s*\*+\s*){name}\s*[=;,)\[]")
    others = (text[found.head : found.end] for other, found in ctext.defined(text).items() if other != name)
    hiding = [said for said in others if declared.search(said)]
    return sum(_mentions(said, name) - len(re.findall(rf"\b{name}\s*\(", said)) for said in hiding)


def _is_spared(plan: FilePlan, text: str, name: str) -> bool:
    """Whether nothing may use a static function, but it has to stay: for other builds, or for its prototype elsewhere.
    """
    macros = [one.macro for one in plan.leading if one.function == name]
    declared = "" in macros and not any(_mentions(text, macro) for macro in macros if macro)
    return (declared and _is_idle(text, name)) or _is_conditional(plan, text, name)


def _is_conditional(plan: FilePlan, text: str, name: str) -> bool:
    """Whether all that names a static function stands in other branches of #ifs: some build may not use it."""
    heads = static_heads(text, name)
    plain = conditionals.without_others(text, heads[0]) if heads else text
    return _is_dead(plan, plain, name) and not _is_dead(plan, text, name)


def _is_left(plan: FilePlan, text: str, name: str) -> bool:
    """Whether a static function was used in all builds before, or in a branch of an #if where nothing uses it now."""
    return not _is_spared(plan, plan.text, name) or bool(_branches(plan.text, name) - _branches(text, name))


def _branches(text: str, name: str) -> set[tuple[str, ...]]:
    """What the #if lines around each place ask for that names a function, but in its definitions."""
    places = [token.start for token in ctext.between(text) if token.text == name]
    defined = {next((at for at in places if at > head), None) for head in static_heads(text, name)}
    return {conditionals.asked(text, place) for place in places if place not in defined}


def as_inline(text: str, name: str) -> str:
    """The text with a static function inline, of which the compiler does not complain where nothing uses it."""
    for head in reversed(static_heads(text, name)):
        text = f"{text[:head]} inline{text[head:]}"
    return text


def static_heads(text: str, name: str) -> list[int]:
    """Where ``static`` ends in each definition of a function that has it in front, and is not inline."""
    head = rf"^static\b(?!\s+inline\b)(?=[^;{{}}()]*\b{name}\s*\([^;{{}}]*\)\s*\{{)"
    return [match.end() for match in re.finditer(head, text, re.MULTILINE)]


@lru_cache(maxsize=2)
def macros_of(text: str) -> list[tuple[str, str]]:
    """The names of a text's macros, and what their definitions say."""
    said = ctext.directives(text) if "define" in text else []
    return [(found[1], macro) for macro in said if (found := _DEFINE.match(macro))]


def _with_macros(text: str, names: set[str]) -> set[str]:
    """Some names, and what the macros among them say, with what those among that say."""
    found, more = names, names
    while more:
        said = set[str]().union(*(ctext.names(body) for macro, body in macros_of(text) if macro in more))
        found, more = found | said, said - found
    return found


def _is_unused(text: str, macro: str, *apart: str) -> bool:
    """Whether nothing names a macro but its definitions, and other macros that nothing uses; some are left out."""
    naming = [(name, said) for name, said in macros_of(text) if macro in said and name not in apart]
    idle = (said for name, said in naming if name == macro or _is_unused(text, name, macro, *apart))
    return _mentions(text, macro) == sum(_mentions(said, macro) for said in idle)


def _mentions(text: str, name: str) -> int:
    """How often a text names a function; a struct may be called alike."""
    said, count = _said(text), 0
    at = said.find(name)
    while at >= 0:
        word = _NAMED.match(said, at)
        count += word is not None and word[0] == name
        at = said.find(name, at + len(name))
    return count


@lru_cache(maxsize=8)
def _said(text: str) -> str:
    """The words of a text, but for texts in quotes and the names of lock classes."""
    said = " ".join([word for word in ctext.spelt_of(text) if word[0] != '"'])
    for name_of_class in _CLASSES:
        said = name_of_class.sub(r"\1", said)
    return said


def _prototypes(text: str, name: str) -> list[tuple[int, int]]:
    """The lines of a static function's prototypes."""
    pattern = rf"^static[^;{{}}()\n]*\b{name}\s*\([^;{{}}]*\);[ \t]*\r?\n"
    return [m.span() for m in re.finditer(pattern, text, re.MULTILINE)]


def _variable_line(text: str, name: str) -> tuple[int, int] | None:
    """The line that is the declaration of a static variable of the file, without a comment that may be about it."""
    declared = rf"^static\b[^;{{}}(),\n]*\b{name}(?:[ \t]*\[\w*\])*(?:[ \t]*=[^;{{}},\n]*)?;[ \t]*\r?\n"
    found = re.search(declared, text, re.MULTILINE)
    return found.span() if found and ctext.before_comment(text, found.start()) == found.start() else None


def without_definition(text: str, name: str) -> str:
    """The text without a static function, its comment and its prototypes, or without a static variable."""
    if name in ctext.defined(text):
        return _without_function(text, name)
    line = _variable_line(text, name)
    return _without(text, line) if line else text


def _without(text: str, line: tuple[int, int]) -> str:
    return text[: line[0]] + text[line[1] :]


def _without_function(text: str, name: str) -> str:
    body, end = ctext.function_body(text, name)
    start = ctext.before_comment(text, ctext.function_head(text, name, body))
    blank = re.compile(r"[ \t]*\r?\n(?:[ \t]*\r?\n)?").match(text, end)
    if ctext.goes_on(text, start):
        text = text[:start].rstrip() + text[end:]
    else:
        text = text[:start] + text[blank.end() if blank else end :]
    for first, last in reversed(_prototypes(text, name)):
        text = text[:first] + text[last:]
    return text


def without_marks(plan: FilePlan, text: str) -> str:
    """The text, which has no mark left. Raises NotParsed for the functions of sections that have one, or RclError."""
    left = marks.ANY.findall(text)
    own = [s for s in plan.shipped if any(f"__{s.name}__" in f"{mark}__" for mark in left)]
    if own:
        raise NotParsed(tuple(s for s in plan.shipped if s.function_span in {o.function_span for o in own}))
    if left:
        place = Place(plan.file, 1)
        raise RclError(Code.SPATCH_FAILED, place, message=f"{left[0]} is left")
    return text
