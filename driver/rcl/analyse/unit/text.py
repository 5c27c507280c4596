# SPDX-License-Identifier: MIT
"""The text of a call's arguments as the source says it, seen through the macros that make the call."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from rcl.analyse.closure import closure
from rcl.analyse.unit.brackets import depths, in_one_line, marks, only_code, without_directives
from rcl.analyse.unit.checks import outside
from rcl.analyse.unit.region import Layout, Sources
from rcl.analyse.unit.tree import (
    BEHIND,
    Expansion,
    Macro,
    Node,
    Unit,
    Way,
    arguments,
    callee,
    operands,
    strip,
    without_parentheses,
)  # fmt: skip

#: a line that begins, divides or ends a part of a text that only some builds have: ``if``, ``el`` or ``en``
CONDITIONAL = re.compile(r"^[ \t]*#[ \t]*(if|el|en)", re.MULTILINE)
#: a line that defines a macro, or undoes that
DEFINES = re.compile(r"^[ \t]*#[ \t]*(?:define|undef)\b", re.MULTILINE)
#: what the preprocessor, or the compiler, says in each place anew
OF_PLACE = frozenset({"__LINE__", "__COUNTER__", "__builtin_LINE"})
#: what asks for an address, behind it and before it
_ASKS = re.compile(r"\s*(?:[!=]=|\?|&&|\|\|)")
_ASKED = re.compile(r"(?:[!=]=|!|&&|\|\|)\s*&?\s*$")
_WORD = re.compile(r"[A-Za-z_]\w*")
_SIZE = re.compile(r"\b(?:sizeof|_Alignof|alignof|__alignof__)[\s(*]*$")
_TYPEOF = ("typeof", "__typeof__", "__typeof", "typeof_unqual")
_TYPE_OF = re.compile(r"\b(?:__)?(?:typeof(?:__|_unqual)?|_?[Aa]lignof(?:__)?)\s*(?=\()")
#: a statement up to the index of what it begins with, an array's element
_ELEMENT = re.compile(r"\s*\w+(?:\s*(?:\.|->)\s*\w+)*\s*\[[^][]*")
#: what pastes two tokens of a macro's body together, and a name there that no string is made of
_PASTED = re.compile(r"\s*##\s*")
_NAMED = re.compile(r"(?:(?<!#)(?<!#\s)|(?<=##)|(?<=##\s))\b[A-Za-z_]\w*\b")
#: what an expression may be in that is a statement, or is made to be none that is used
_BLOCK = re.compile(r"^do\s*\{(.*)\}\s*while\s*\(\s*0\s*\)$", re.DOTALL)
_CAST = re.compile(r"^\(\s*void\s*\)\s*")
_DIRECTIVE = re.compile(r"\n[ \t]*#")
_DEEPEST = 8
#: a variable, or a part of one: what & binds no closer than
_PATH = r"\w+(?:(?:->|\.)\w+|\[\w+\])*"
#: parentheses around an address or a name, and what is called with them
_POINTED = re.compile(rf"([\w)\]]\s*)?\(&({_PATH})\)->")
_NAME_ALONE = re.compile(r"([\w)\]]\s*)?\((\w+)\)(?=->|\.|\[)")


@cache
def _words(text: str) -> frozenset[str]:
    """The words in the code of a macro's body, which many ask for."""
    return frozenset(_WORD.findall(only_code(text)))


def call_arguments(layout: Layout, call: Node, covering: Expansion | None = None) -> list[str] | None:
    """The arguments of a call; None if the macros that make it cannot be followed.

    ``covering`` is the macro call to follow, if that is not the outermost around the call.
    """
    value = _locked_behind(layout, call)
    if value is not None:
        around = layout.expansion(value.start)
        return _handed_on(layout, call, around) if around else [in_one_line(layout.source.part(value.start, value.end))]
    if covering is None:
        covering = layout.expansion(call.start)
        if covering is not None and covering.name == callee(call).name:
            return split(layout.source.part(covering.start, covering.end))
        if covering is None or covering.start > call.start:
            return split(layout.source.part(call.start, call.end))
        spelled = strip(call.kids[0]).first
        written = re.compile(rf"{callee(call).name}\s*\(").match(layout.source.text, spelled)
        if covering.start < spelled < covering.end and written:
            return split(layout.source.part(spelled, covering.end))
    made = made_call(layout, covering, callee(call).name)
    return made.arguments if made else _handed_on(layout, call, covering)


def _locked_behind(layout: Layout, call: Node) -> Node | None:
    """The value of a lock guard that the call takes for its argument, behind the declaration (lockguards.py)."""
    above = layout.graph.parent.get(id(call))
    return above.kids[1] if above is not None and above.name == BEHIND else None


def _handed_on(layout: Layout, call: Node, covering: Expansion) -> list[str] | None:
    """The arguments of a call if each is one of the macro call's that makes it, whatever macros hand it on."""
    own = split(layout.source.part(covering.start, covering.end)) or []
    found = []
    for given in map(without_parentheses, arguments(call)):
        inside = all(covering.start < node.first <= node.last <= covering.end for node in given.walk())
        text = in_one_line(layout.source.part(given.first, given.last))
        if not inside or text not in own:
            return None
        found.append(text)
    return found


@dataclass(frozen=True)
class MadeCall:
    """A call that a macro spells: that macro, what it is given, and the arguments of the call, as written."""

    macro: Macro
    given: list[str]
    arguments: list[str]


def made_call(layout: Layout, covering: Expansion, name: str) -> MadeCall | None:
    """The only call of ``name`` that a macro call makes, in whatever macros; None if there are several or none."""
    macro = definition(layout.unit, covering)
    if macro is None:
        return None
    text = layout.source.part(covering.start, covering.end)
    leading = leading_to(layout.unit, layout.sources, [macro.name, *_WORD.findall(text)], name)
    made = _made_calls(layout.unit, layout.sources, macro, text, name, leading, _DEEPEST)
    alike = all(one.arguments == made[0].arguments and one.macro == made[0].macro for one in made)
    return made[0] if made and alike else None


def condition_text(layout: Layout, statement: Node) -> str | None:
    """The condition of an if statement, or of the like of it, as the source says it.

    None if the macros that make it cannot be followed.
    """
    condition = statement.kids[0]
    covering = layout.expansion(statement.start)
    if covering is None or covering.end <= condition.end < statement.end:
        return layout.source.part(condition.start, condition.end)
    made = made_call(layout, covering, "if")
    asked = made.arguments[0] if made and len(made.arguments) == 1 else None
    if statement.kind == "IF_STMT":
        return bare(asked) if asked is not None else None
    whole, test = outside(layout.graph.parent, statement)
    tested = test is not None and test.kind == "IF_STMT" and test.kids[0] is whole and test.end <= covering.end
    text = asked if tested else layout.source.part(covering.start, covering.end)
    operator = "?" if statement.kind == "CONDITIONAL_OPERATOR" else statement.op
    return _asked_first(layout, text, operator) if text is not None else None


def opposite(condition: str, node: Node) -> str:
    """The text of the opposite of a condition, "" for none; a macro in it may come to more than one operand."""
    text = unwrapped(condition)
    inner = text.removeprefix("!").lstrip()
    if text.startswith("!") and node.op == "!" and (re.fullmatch(_PATH, inner) or balanced(inner) == inner):
        return unwrapped(inner)
    compared = re.fullmatch(rf"({_PATH} )([=!])(= {_PATH})", text) if node.op in ("==", "!=") else None
    if compared:
        return f"{compared[1]}{'!' if compared[2] == '=' else '='}{compared[3]}"
    alone = node.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR") and re.fullmatch(_PATH, text)
    return f"!{text}" if alone else f"!({text})" if text else ""


def _asked_first(layout: Layout, text: str, operator: str) -> str | None:
    """What stands before an operator in an expression, or in that which a macro call makes, if that is all; None if it
    is not.
    """
    for _ in range(_DEEPEST):
        found = [i for i, depth in depths(text, 0) if depth == 0 and text.startswith(operator, i)]
        if found:
            return bare(text[: found[0 if operator == "?" else -1]].strip())
        word = _WORD.match(text)
        macros = layout.unit.macros.get(word[0], []) if word else []
        body = replaced(layout.unit, layout.sources, macros[0], text) if len(macros) == 1 else None
        if body is None:
            return None
        text = _expression(body)
    return None


def _expression(text: str) -> str:
    """The expression that a text is a statement of, without what stands around it and changes nothing."""
    inner = ""
    while inner != text:
        inner, text = text, unwrapped(_CAST.sub("", _BLOCK.sub(r"\1", text.strip().removesuffix(";").strip())))
    return text


def definition(unit: Unit, expansion: Expansion) -> Macro | None:
    """The definition that a macro call uses, None if it is not the only one."""
    known = [] if expansion.others else unit.macros.get(expansion.name, [])
    return next((m for m in known if (m.file, m.start) == expansion.defined), None)


def parts(text: str) -> tuple[str, list[str] | None, str]:
    """The name, the parameters (None for a macro without) and the body of a macro's definition."""
    text = re.sub(r"\\\r?\n", " ", text)
    name, parameters, end = head(text)
    return name, parameters, text[end:].strip()


def head(text: str) -> tuple[str, list[str] | None, int]:
    """The name and the parameters (None for a macro without) of a macro's definition, and where they end."""
    name = re.match(r"\w+", text)[0]  # type: ignore[index]
    if not text.startswith("(", len(name)):
        return name, None, len(name)
    code = only_code(text)  # there may be comments between the parameters
    end = code.index(")")
    return name, [p.strip(" \t\r\n\\") for p in code[len(name) + 1 : end].split(",")], end + 1


def in_bodies(
    unit: Unit, sources: Sources, expansion: Expansion, name: str
) -> list[tuple[Macro, int]]:
    """Where the bodies of the macro, or of those that it uses or is handed, spell a name."""
    used = (expansion.defined, *expansion.others)
    wanted = [m for m in unit.macros.get(expansion.name, []) if (m.file, m.start) in used]
    wanted += [macro for word in expansion.handed for macro in unit.macros.get(word, ())]
    seen: set[Macro] = set()
    found: list[tuple[Macro, int]] = []
    while wanted:
        macro = wanted.pop()
        if macro in seen:
            continue
        seen.add(macro)
        start = macro.start + len(macro.name)
        body = sources(macro.file).text[start : macro.end]
        words = _words(body)
        if name in words:
            code = only_code(body)
            found += [(macro, start + m.start()) for m in re.finditer(rf"\b{name}\b", code) if not _asked_for(code, m)]
        for other in sorted(words & unit.macros.keys()):
            wanted += unit.macros[other]
    return found


def _asked_for(code: str, name: re.Match[str]) -> bool:
    """Does code only ask whether there is a function of a name, as there may be none by a weak symbol?"""
    called = code[name.end() :].lstrip()[:1] == "("
    return _ASKS.match(code, name.end()) is not None or (_ASKED.search(code[: name.start()]) is not None and not called)


def spelled_by(unit: Unit, sources: Sources, text: str) -> set[str]:
    """The names that a text spells, with those that the macros among them may come to."""

    def inside(word: str) -> set[str]:
        return set[str]().union(*(named_in(sources, macro) for macro in unit.macros.get(word, [])))

    return closure(_WORD.findall(only_code(text)), inside)


def named_in(sources: Sources, macro: Macro) -> set[str]:
    """The names in a macro's body, but for its parameters."""
    _, parameters, body = parts(sources(macro.file).part(macro.start, macro.end))
    return {*_WORD.findall(only_code(body))}.difference(parameters or ())


def typed(layout: Layout, offset: int) -> bool:
    """Does a macro ask for the type of what it is given there? libclang does not tell of that."""
    made = layout.expansion(offset)
    return made is not None and any(in_bodies(layout.unit, layout.sources, made, word) for word in _TYPEOF)


def asks(layout: Layout, code: str, start: int, index: int) -> bool:
    """May code that stands at ``start`` ask, at an index of it, for a type or size without libclang telling of that?

    In typeof, or a macro with that, or in the bound of an array, which what an assignment begins with is none.
    """
    before = code[:index]
    statement = without_directives(re.split(r"[;{}]", before)[-1])
    bound = statement.count("[") > statement.count("]") and _ELEMENT.fullmatch(statement) is None
    named = _SIZE.search(before) is not None or any(first <= index < end for first, end in types_of(code))
    return bound or named or typed(layout, start + index)


def types_of(code: str) -> Iterator[tuple[int, int]]:
    """Where code asks for the type, or the alignment, of what stands in parentheses."""
    for of in _TYPE_OF.finditer(code):
        yield of.end(), of.end() + len(balanced(code[of.end() :]))


def ways_to(unit: Unit, sources: Sources, expansion: Expansion, name: str) -> list[Way]:
    """How the body of a macro leads to each place where a name is spelled, in the order of the text."""
    macro = definition(unit, expansion)
    if macro is None:
        return []
    if (macro, name) not in unit.ways:
        leading = leading_to(unit, sources, [macro.name], name)
        unit.ways[macro, name] = _ways_to(unit, sources, macro, name, leading, _DEEPEST)
    return unit.ways[macro, name]


def leading_to(unit: Unit, sources: Sources, words: Iterable[str], name: str) -> set[str]:
    """The macros that may come to spell a name, by what their bodies say or paste together, of all that words lead to.

    Most of those that a large macro uses do not: they need not be followed, each on every way to it.
    """
    macros = frozenset(words).intersection(unit.macros)
    if (macros, name) not in unit.leading:
        unit.leading[macros, name] = _led_from(unit, sources, macros, name)
    return unit.leading[macros, name]


def _led_from(unit: Unit, sources: Sources, words: Iterable[str], name: str) -> set[str]:
    users: dict[str, set[str]] = defaultdict(set)

    def inside(word: str) -> set[str]:
        found: set[str] = set()
        for macro in unit.macros.get(word, ()):
            body = sources(macro.file).part(macro.start, macro.end)
            found |= {*_words(body), *([name] if "##" in body and "##" in only_code(body) else [])}
        for one in found:
            users[one].add(word)
        return found

    closure(words, inside)
    return closure(users[name], lambda word: users[word])


def _ways_to(unit: Unit, sources: Sources, macro: Macro, name: str, leading: set[str], depth: int) -> list[Way]:
    found: list[Way] = []
    start = macro.start + len(macro.name)
    for word in _WORD.finditer(only_code(sources(macro.file).text[start : macro.end])):
        here = (macro, start + word.start())
        if word[0] == name:
            found.append((here,))
        for inner in unit.macros.get(word[0], [])[-1:] if depth and word[0] in leading else ():
            found += [(here, *way) for way in _ways_to(unit, sources, inner, name, leading, depth - 1)]
    return found


def innermost(unit: Unit, sources: Sources, way: Way, names: Iterable[str]) -> tuple[Macro, int]:
    """The last macro on a way that leads to some other names, too, and where its body goes on."""
    wanted = set(names)
    for macro, offset in reversed(way):
        expansion = Expansion(0, 0, macro.name, (macro.file, macro.start))
        if all(in_bodies(unit, sources, expansion, name) for name in wanted):
            return macro, offset
    return way[0]


def call_alone(unit: Unit, sources: Sources, text: str, name: str) -> list[str] | None:
    """The arguments of the call of ``name`` that a statement is, or comes to by macros; None if there is more to it.

    A macro may make a block of it that holds more: what that does is to be seen from the code alone.
    """
    for _ in range(_DEEPEST):
        text = unwrapped(_CAST.sub("", text.strip().removesuffix(";").strip()))
        word, given = re.match(r"\w+\s*(?=\()", text), split(text)
        if word is None or given is None or balanced(text[word.end() :]) != text[word.end() :]:
            return None
        if word[0].rstrip() == name:
            return given
        macros = unit.macros.get(word[0].rstrip(), [])
        body = replaced(unit, sources, macros[0], text) if len(macros) == 1 else None
        if body is None:
            return None
        if _is_block(body.strip()):
            leading = leading_to(unit, sources, [*_WORD.findall(text)], name)
            made = [one.arguments for one in _made_calls(unit, sources, macros[0], text, name, leading, _DEEPEST)]
            return made[0] if made and all(one == made[0] for one in made) else None
        text = body
    return None


def more_than_call(unit: Unit, sources: Sources, expansion: Expansion, text: str, name: str) -> bool:
    """Does a macro call say more than the call of ``name``, as far as its macros can be followed?"""
    macro = definition(unit, expansion)
    for _ in range(_DEEPEST):
        body = replaced(unit, sources, macro, text) if macro else None
        if body is None:
            return False
        text = _expression(in_one_line(body))
        called = _WORD.match(text)
        given = text[called.end() :].lstrip() if called else ""
        if called is None or not given.startswith("(") or balanced(given) != given:
            return True
        if called[0] == name:
            return False
        known = unit.macros.get(called[0], [])
        macro = known[0] if len(known) == 1 else None
    return True


def _is_block(code: str) -> bool:
    """Is it one block, or a loop with a block that is run once?"""
    code = re.sub(r"^do\s*(?=\{)", "", re.sub(r"\}\s*while\s*\(\s*0\s*\)$", "}", code))
    return code.startswith("{") and balanced(code) == code


def unwrapped(text: str) -> str:
    """The text without parentheses around the whole of it."""
    while text.startswith("(") and balanced(text) == text:
        text = text[1:-1].strip()
    return text


def _made_calls(
    unit: Unit, sources: Sources, macro: Macro, text: str, name: str, leading: set[str], depth: int
) -> list[MadeCall]:
    """The calls of ``name`` that a macro call makes, as far as their arguments can be told."""
    body = replaced(unit, sources, macro, text)
    if body is None or depth == 0:
        return []
    code = only_code(body)
    if "##" in sources(macro.file).part(macro.start, macro.end):
        leading = leading | leading_to(unit, sources, _WORD.findall(code), name)  # it may have made another one's name
    spelled = (split(body[match.start() :]) for match in re.finditer(rf"\b{name}\s*\(", code))
    found = [MadeCall(macro, split(text) or [], a) for a in spelled if a is not None and not any("#" in b for b in a)]
    for word in () if found else _WORD.finditer(code):
        for inner in unit.macros.get(word[0], [])[-1:]:
            handed = (w for one in split(body[word.start() :]) or () for w in _WORD.findall(one))
            if word[0] in leading or any(w in leading or w == name for w in handed):
                found += _made_calls(unit, sources, inner, body[word.start() :], name, leading, depth - 1)
    return found


def replaced(unit: Unit, sources: Sources, macro: Macro, text: str) -> str | None:
    """A macro's body with the arguments of a call in place of the parameters; None if that cannot be told.

    Tokens that it pastes together are one. What it makes strings of is left as it stands: no argument of a call that is
    looked for is one.
    """
    definition = sources(macro.file).part(macro.start, macro.end).replace("\\\n", " ")
    _, names, end = head(definition)
    body = definition[end:]
    if names is None:
        return body + text[len(macro.name) :]
    given = split(text)
    values = None if given is None else values_of([n for n in names if n], given)
    if values is None or "__VA_OPT__" in body:
        return None
    code = only_code(body)
    pasted = (values[name] for name in values if re.search(rf"##\s*{name}\b|\b{name}\s*##", code))
    if any(word in unit.macros for value in pasted for word in _WORD.findall(value)):
        return None  # pasted as it is, but not where another macro hands it on

    def given_for(name: re.Match[str]) -> str:
        return values.get(name[0], name[0]) if code.startswith(name[0], name.start()) else name[0]

    return _PASTED.sub("", _NAMED.sub(given_for, body))


def written_out(unit: Unit, sources: Sources, expansion: Expansion, text: str, name: str) -> str | None:
    """A macro call's text with what the macros come to in their places, until that spells a name.

    None if it does so more than once, or if that cannot be told.
    """
    macro, start, end = definition(unit, expansion), 0, len(text)
    for _ in range(_DEEPEST):
        body = replaced(unit, sources, macro, text[start:end]) if macro else None
        if body is None or "#" in body:
            return None
        text = in_one_line(text[:start] + body.strip() + text[end:])
        words = [*_WORD.finditer(only_code(text))]
        if any(word[0] == name for word in words):
            return text if sum(word[0] == name for word in words) == 1 else None
        further = [word for word in words if word[0] in leading_to(unit, sources, [word[0]], name)]
        if len(further) != 1:
            return None
        start, end = further[0].span()
        known = unit.macros[further[0][0]]
        macro = known[0] if len(known) == 1 else None
        opened = re.compile(r"\s*(?=\()").match(text, end)
        if macro and opened and parts(sources(macro.file).part(macro.start, macro.end))[1] is not None:
            end = opened.end() + len(balanced(text[opened.end() :]))
    return None


def values_of(names: list[str], given: list[str], least: int = 1) -> dict[str, str] | None:
    """What a macro's parameters stand for in a call; None if it is given too few or too many.

    Of those that the last one stands for, if it is ``...``, there are ``least`` at least.
    """
    if names and names[-1].endswith("..."):
        fixed = len(names) - 1
        names = [*names[:-1], names[-1].removesuffix("...").strip() or "__VA_ARGS__"]
        given = [*given[:fixed], ", ".join(given[fixed:])] if len(given) >= fixed + least else []
    return dict(zip(names, given, strict=True)) if len(names) == len(given) else None


def split(text: str) -> list[str] | None:
    """The arguments of the call that a text starts with; None if there are preprocessor lines between them."""
    start = text.find("(")
    if start < 0 or not _WORD.fullmatch(text[:start].strip()):
        return None
    spans = argument_spans(text, start)
    if spans is None or (spans and _DIRECTIVE.search(text, start, spans[-1][1])):
        return None
    return [in_one_line(text[at:end]) for at, end in spans]


def argument_spans(text: str, opened: int) -> list[tuple[int, int]] | None:
    """Where the arguments stand of a call whose parenthesis opens at an offset, without blanks around them; None if it
    does not close.
    """
    found, at = list[tuple[int, int]](), opened + 1
    for i, depth in marks(text, opened):
        if depth == 0 or (depth == 1 and text[i] == ","):
            said = text[at:i]
            found.append((i - len(said.lstrip()), i - len(said) + len(said.rstrip())))
            at = i + 1
        if depth == 0:
            return [] if len(found) == 1 and not said.strip() else found
    return None


@cache
def parameters_of(function: str) -> Sequence[str]:
    """The types of what a function gets, by its type as clang spells it."""
    return split(f"f{function[function.find('(') :]}") or []


@cache
def parameter_of(function: str, number: int) -> str:
    """The type that one says of an argument; ``...`` for what it says nothing of."""
    return next(iter(parameters_of(function)[number:]), "...")


def balanced(text: str) -> str:
    """The parentheses that a text begins with, and what is in them."""
    return next((text[: i + 1] for i, depth in depths(text, 0) if depth == 0), text)


def as_written(declaration: str, source: str, where: int) -> str:
    """A declaration in the words of the source, which declares the name at an offset: ``unsigned`` where that does not
    say ``int``, and ``size_t const`` where that says ``const`` last.
    """
    before = source[max(source.rfind(c, 0, where) for c in ";{}") + 1 : where]
    if before.count("(") > before.count(")"):  # a parameter
        before = before[max(map(before.rfind, "(,")) + 1 :]
    if re.search(r"\bunsigned\b", before) and not re.search(r"\bint\b", before):
        declaration = re.sub(r"\bunsigned int\b", "unsigned", declaration)
    named = re.match(r"const (.+?) (?=[*(]|\w+(?:\[.*)?$)", declaration)
    if named and re.search(rf"\b{re.escape(named[1])}\s+const\b", before):
        declaration = f"{named[1]} const {declaration[named.end() :]}"
    return declaration


def bare(text: str) -> str:
    """An expression as a person would write it: no parentheses around the whole of it or around a name.

    A macro that puts its parameter in parentheses leaves ``(&a)->m`` and ``(p)->m``.
    """
    text = _POINTED.sub(lambda match: match[0] if match[1] else f"{match[2]}.", text)
    text = _NAME_ALONE.sub(lambda match: match[0] if match[1] else match[2], text)
    text = re.sub(rf"(^|[(,]\s*)&\s*\(({_PATH})\)(?=$|[,)])", r"\1&\2", text)
    while text.startswith("(") and text[1:].lstrip()[:1] != "{" and (inner := split("f" + text)) and len(inner) == 1:
        if f"({inner[0]})" != re.sub(r"\s+", " ", text).replace("( ", "(").replace(" )", ")"):
            break
        text = inner[0]
    return text


def shown(node: Node) -> str:
    """An expression for a person: put together from names, casts left out, what is in brackets cut short."""
    text = bare(bare(_composed(node)).removeprefix("&"))
    return re.sub(r"\[.{13,}\]", "[...]", text) or "a mutex"


def _composed(node: Node) -> str:
    kids = [_composed(k) for k in operands(node)]
    match node.kind:
        case "DECL_REF_EXPR" | "INTEGER_LITERAL":
            return node.name
        case "PAREN_EXPR":
            return f"({kids[0]})"
        case "MEMBER_REF_EXPR" if kids and node.op == "->" and bare(kids[0]).startswith("&"):
            return f"{bare(kids[0])[1:]}.{node.name}"
        case "MEMBER_REF_EXPR":
            return f"{kids[0]}{node.op}{node.name}" if kids else node.name
        case "ARRAY_SUBSCRIPT_EXPR":
            return f"{kids[0]}[{kids[1]}]"
        case "UNARY_OPERATOR" if node.op.startswith("p"):
            return f"{kids[0]}{node.op[1:]}"
        case "UNARY_OPERATOR":
            return f"{node.op}{kids[0]}"
        case "BINARY_OPERATOR":
            return f"{kids[0]} {node.op} {kids[1]}"
        case "CALL_EXPR":
            return f"{kids[0]}({', '.join(kids[1:])})"
        case "CSTYLE_CAST_EXPR":
            return kids[-1]
    return "..."


def same_condition(text: str, start: int, end: int) -> bool:
    """Does each #if that begins between two offsets end there, and none else?"""
    found = CONDITIONAL.findall(text, start, end)
    return found.count("if") == found.count("en")


def conditions_at(text: str, start: int, at: int) -> list[str]:
    """The #if lines behind an offset that another one stands behind, "" for a branch that is not the first."""
    opened: list[str] = []
    for match in CONDITIONAL.finditer(text, start, at) if "#" in text[start:at] else ():
        if match[1] == "if":
            opened.append(text[match.start() : text.find("\n", match.end())].strip())
        elif opened:
            opened.pop()
            opened += [""] if match[1] == "el" else []
    return opened


def conditional_parts(text: str) -> Iterator[str]:
    """What stands between each #if and its #endif, the inner ones with the outer one."""
    return (text[start:end] for start, end in conditional_spans(text))


def conditional_spans(text: str, cut: bool = False) -> Iterator[tuple[int, int]]:
    """Where that stands; ``cut``: also where the text holds only the one of both."""
    opened: list[int] = []
    for match in CONDITIONAL.finditer(text):
        if match[1] == "if":
            opened.append(match.start())
        elif match[1] == "en" and (opened or cut):
            start = opened.pop() if opened else 0
            if not opened:
                yield start, match.start()
    if cut and opened:
        yield opened[0], len(text)
