# SPDX-License-Identifier: MIT
"""What macros make of what they are given: a text, ``#x``, a field's name, or what they change; also in code that no
build compiles.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import takewhile

from rcl.analyse.closure import closure
from rcl.analyse.unit.brackets import NAME, depths, only_code, without_directives
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.text import definition, parts, split
from rcl.analyse.unit.tree import Expansion, Macro, Node, callee
from rcl.model import is_outside

_CALL = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
#: where a macro makes a text of a parameter; where it makes another thing of ``*x`` than of ``x``; and where one makes
#: a field's name of it
_AS_TEXT = r"(?<!#)#\s*{}\b"
_BOUND = r"\b{0}\s*(?:\+\+|--|\[|\(|->|\.|##)|##\s*{0}\b"
_AS_FIELD = r"(?:->|\.)\s*{}\b"
#: where one makes a name of it and of something else, but for what goes away with a comma before it
_PASTED = r"\b{0}\s*##|[^,\s]\s*##\s*{0}\b"
#: where one asks for the address, the size or the type of it: an array is more than a pointer to its first element
_WHOLE = r"(?:(?<!&)&|\bsizeof\b|\b(?:__)?typeof(?:__)?\b)[\s(]*{}\b"
#: where a variable, or a part of it, is given a value, or something gets its address, as far as a text tells: what a
#: pointer leads to is no part of it
CHANGED = (
    r"\b{0}\b(?:\s*(?:\.\s*\w+|\[[^]]*\]|\)))*\s*(?:[-+*/%&|^]?=(?!=)|<<=|>>=|\+\+|--)"
    r"|(?:\+\+|--|(?<!&)&)[\s(]*{0}\b(?!\s*->)"
)
#: a declaration of a name, perhaps behind others, at the beginning of a statement, and the words that begin none
_DECLARED = (
    r"(?m)(?:^|[;{{}}]|\bfor\s*\()\s*(\w+)\b(?:(?:\s+\w+)*[\s*]+|(?:\s+\w+)*\s[\s*]*\w+[^;{{}}]*,[\s*]*){}\s*[=;,\[]"
)
_NO_TYPES = ("return", "else", "case", "goto", "do", "sizeof")
#: where a token of the lock API stays as it is, or a variable is named that a section is not handed, or for that alone
UNSEEN = "in code that no build compiles"
#: what stands before a name that is no variable's
TAG = r"\b(?:struct|union|enum|goto)\s+"
#: what asks for a field's place in a structure
_PLACING = ("offsetof", "__builtin_offsetof")
#: how many macros may hand on to each other what they write out
_DEEPEST = 8


def written_out(layout: Layout, made: Expansion, offset: int) -> bool:
    """Does a macro of the tree's write out what stands at an offset of its call, and may the program go on then?"""
    calls = (n for n in layout.function.calls if made.start <= n.start < made.end)
    if any(layout.graph.never_returns(callee(call)) for call in calls):
        return False
    return _is_used(layout, made, offset, _AS_TEXT)


def pasted(layout: Layout, made: Expansion, offset: int) -> bool:
    """Does such a macro make another name of what stands there?"""
    return _is_used(layout, made, offset, _PASTED)


def dropped(layout: Layout, made: Expansion, offset: int) -> bool:
    """Does a macro make nothing of what stands at an offset of its call, as one that says it in other builds?

    One of elsewhere does if it names nothing at all, like an assertion that is left out.
    """
    text, known = layout.source.text, layout.unit.macros.get(made.name)
    opened = text.find("(", made.start)
    if known is None:
        named = (n for n in layout.function.nodes if n.ref and made.start <= n.start < made.end)
        return opened < offset < made.end and not any(True for _ in named)
    macros = (m for m in known if (m.file, m.start) == made.defined)
    return opened < offset and any(_drops(layout, macro, _number(text, opened, offset)) for macro in macros)


def is_idle(layout: Layout, offset: int) -> bool:
    """Does this build make nothing of what stands at an offset: in an #if, or in what a macro is given?"""
    made = layout.expansion(offset)
    left_out = layout.unit.left_out(layout.function.file, offset) is not None
    return left_out or (made is not None and dropped(layout, made, offset))


def declares(code: str, name: str) -> bool:
    """Does code that no build compiles seem to declare a variable of a name?"""
    return any(said[1] not in _NO_TYPES for said in re.finditer(_DECLARED.format(name), code))


def declares_first(code: str, name: str, offset: int) -> bool:
    """Does such code declare a variable where it names that first, at an offset?"""
    end = code.find("\n", offset)
    return declares(code[: end if end >= 0 else len(code)], name)


@dataclass(frozen=True)
class Idle:
    """A part of a function of which a build makes nothing, or not of all, and where it names the function's variables
    so, by their names; ``hidden`` are the places of macros that name one by themselves.
    """

    start: int
    end: int
    code: str
    places: Mapping[str, Sequence[int]]
    hidden: Mapping[str, Sequence[int]]

    def named(self, name: str) -> list[int]:
        """Where it names a variable, or calls a macro that does."""
        return sorted([*self.places.get(name, ()), *self.hidden.get(name, ())])

    def changes(self, layout: Layout, name: str) -> bool:
        """May it change a variable in other builds, as far as its text tells?"""
        changed, code = re.compile(CHANGED.format(name)), without_directives(self.code)
        said = bool(changed.search(code)) and name in self.places
        said = said or any(changed_unseen(layout, self.start, at) for at in self.places.get(name, ()))
        words = [NAME.match(self.code, at - self.start) for at in self.hidden.get(name, ())]
        bodies = (body for word in words if word for body in _bodies(layout, word[0]))
        return said or any(changed.search(body) for body in bodies)


def all_idle(layout: Layout) -> Iterator[Idle]:
    """What stands in an #if that is left out, and the calls of macros that make nothing of what they are given, or that
    name the function's variables by themselves in other builds.
    """
    function, file = layout.function, layout.function.file
    names = {variable.name for variable in function.locals.values()}
    told = {node.first for node in function.of_kinds("DECL_REF_EXPR")}
    table = layout.unit.expansions.get(file, [])
    first, last = (bisect_left(table, at, key=lambda e: e.start) for at in (function.start, function.end))
    left_out = [part for part in layout.unit.skipped.get(file, ()) if function.start < part[0] < function.end]
    for start, end in (*left_out, *((made.start, made.end) for made in table[first:last])):
        code = only_code(layout.source.text[start:end])
        places, hidden = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
        for word in NAME.finditer(code):
            at = start + word.start()
            if word[0] in names and at not in told and is_idle(layout, at):
                places[word[0]].append(at)
            for name in names & _hidden(layout, word[0], at):
                hidden[name].append(at)
        if places or hidden:
            yield Idle(start, end, code, places, hidden)


def _hidden(layout: Layout, name: str, at: int) -> Set[str]:
    """What a macro that is called at an offset names by itself there, in other builds alone."""
    if name not in layout.unit.macros or not (itself := _names_itself(layout, name)):
        return frozenset()
    made = layout.expansion(at)
    if made is None or made.start != at:
        return itself if is_idle(layout, at) else frozenset()
    nodes = layout.function.of_kinds("DECL_REF_EXPR", "VAR_DECL")
    return itself - {node.name for node in nodes if made.start <= node.start < made.end}


def _bodies(layout: Layout, name: str) -> list[str]:
    """The bodies of a macro, and of those that it names, in all builds, with blanks in the place of parameters."""
    names = closure([name], lambda named: (w for body in _own_words(layout, named) for w in NAME.findall(body)))
    return [body for named in sorted(names) for body in _own_words(layout, named)]


def _own_words(layout: Layout, name: str) -> Iterator[str]:
    """What the definitions of a macro say besides their parameters, in all builds that their files are for."""
    for file in {macro.file: None for macro in layout.unit.macros.get(name, ())}:
        for text in layout.sources(file).definitions.get(name, ()):
            _, parameters, body = parts(text)
            own = "|".join(map(re.escape, parameters or ())) or "$"
            yield re.sub(rf"\b(?:{own})\b", " ", only_code(body))


def _names_itself(layout: Layout, name: str) -> frozenset[str]:
    """What a macro names without being given it, unless it declares that, in all builds."""
    known = layout.unit.by_themselves
    if name not in known:
        bodies = [re.sub(rf"{TAG}\w+", " ", body) for body in _bodies(layout, name)]
        words = ((word, body) for body in bodies for word in NAME.findall(body))
        known[name] = frozenset(word for word, body in words if not declares(body, word))
    return known[name]


def _is_used(layout: Layout, made: Expansion, offset: int, use: str) -> bool:
    """Does a macro use so what stands at an offset of its call, or one that is called in what it is given?"""
    return any(_uses(layout, one, use) for one in _given_unseen(layout, made.start, offset))


def using(layout: Layout, call: Node) -> Statement | None:
    """The statement of a block that uses a lock call's result, unless a macro writes the call out."""
    found = layout.using_statement(call)
    made = layout.expansion(call.start) if found and found.given else None
    return None if made and found and found.given and written_out(layout, made, found.given[0]) else found


def unsuited_unseen(layout: Layout, begin: int, offset: int) -> bool:
    """Does a macro write out what stands at an offset in what a build leaves out, from another one on, or does it make
    another thing of ``*x`` than of ``x`` there? By the names of macros that are known.
    """
    return any(
        _uses(layout, one, _BOUND) or (_uses(layout, one, _AS_TEXT) and not _ends(layout, one.macro))
        for one in _given_unseen(layout, begin, offset)
    )


def whole_unseen(layout: Layout, begin: int, offset: int) -> bool:
    """Does such a macro ask for the address, the size or the type of what stands there?"""
    return any(_uses(layout, one, _WHOLE) for one in _given_unseen(layout, begin, offset))


def field_unseen(layout: Layout, begin: int, offset: int) -> bool:
    """Does such a macro make a field's name of what stands there, or does it stand in offsetof for one?"""
    text = layout.source.text
    placing = (call for call in _CALL.finditer(text, begin, offset) if call[1] in _PLACING)
    asked = any(_is_open(text, c.end() - 1, offset) and _number(text, c.end() - 1, offset) == 1 for c in placing)
    index = text[begin:offset].rstrip().endswith("[")
    return (asked and not index) or any(_uses(layout, one, _AS_FIELD) for one in _given_unseen(layout, begin, offset))


def changed_unseen(layout: Layout, begin: int, offset: int) -> bool:
    """Does such a macro change what stands there, in any build?"""
    return any(_uses(layout, one, CHANGED) for one in _given_unseen(layout, begin, offset))


def makes_name(layout: Layout, text: str, word: str) -> bool:
    """Does a macro that is called in an expression make a text of a word, a field's name, or another name?"""
    for call in _CALL.finditer(text):
        given = split(text[call.start() :]) or ()
        numbers = [n for n, argument in enumerate(given) if re.search(rf"\b{word}\b", argument)]
        made = [_Given(macro, given, n) for macro in _defined(layout, call[1]) for n in numbers]
        if any(_uses(layout, one, use) for one in made for use in (_AS_TEXT, _AS_FIELD, _PASTED)):
            return True
    return False


@dataclass(frozen=True)
class _Defined:
    """How a macro is defined in this build, or, where that has none of the name, in others; and how in all."""

    said: Sequence[str]
    anywhere: Sequence[str]


@dataclass(frozen=True)
class _Given:
    """What a macro is given, and the number of one of these arguments."""

    macro: _Defined
    given: Sequence[str]
    number: int


def _defined(layout: Layout, name: str) -> list[_Defined]:
    """The macros of a name."""
    if (macros := layout.unit.macros.get(name)) is not None:
        return [_Defined([_text_of(layout, macro)], _all_texts(layout, macro)) for macro in macros]
    files = (file for file in sorted(layout.unit.files) if not is_outside(file))
    texts = [text for file in files for text in layout.sources(file).definitions.get(name, ())]
    return [_Defined(texts, texts)] if texts else []


def _text_of(layout: Layout, macro: Macro) -> str:
    return layout.sources(macro.file).part(macro.start, macro.end)


def _all_texts(layout: Layout, macro: Macro) -> Sequence[str]:
    return layout.sources(macro.file).definitions.get(macro.name, [_text_of(layout, macro)])


def _given_unseen(layout: Layout, begin: int, offset: int) -> Iterator[_Given]:
    """The macros that are given what stands at an offset, as far as their names are known."""
    text = layout.source.text
    for call in _CALL.finditer(text, begin, offset):
        if _is_open(text, call.end() - 1, offset):
            number, given = _number(text, call.end() - 1, offset), split(text[call.start() :]) or ()
            yield from (_Given(macro, given, number) for macro in _defined(layout, call[1]))


def _is_open(text: str, opened: int, offset: int) -> bool:
    """Does a parenthesis close behind an offset?"""
    return all(depth > 0 for _, depth in takewhile(lambda at: at[0] < offset, depths(text, opened)))


def _ends(layout: Layout, macro: _Defined) -> bool:
    """Does a macro call what never returns, as an assertion does that fails?"""
    ending = {key.rpartition("@")[2] for key in layout.graph.noreturn}
    return not any(ending.isdisjoint(_CALL.findall(text)) for text in macro.said)


def _number(text: str, opened: int, offset: int) -> int:
    """The number of the argument that stands at an offset, in a call whose parenthesis opens at another one."""
    before = takewhile(lambda at: at[0] < offset, depths(text, opened))
    return sum(depth == 1 and text[i] == "," for i, depth in before)


def names_field(layout: Layout, made: Expansion, offset: int) -> bool:
    """Does a definition of a macro, perhaps of another build, make a field's name of the argument at an offset?"""
    return _is_defined_with(layout, made, offset, _AS_FIELD)


def binds_closer(layout: Layout, made: Expansion, offset: int) -> bool:
    """Does one make another thing of ``*x`` than of ``x``, if that is the argument at an offset?"""
    return _is_defined_with(layout, made, offset, _BOUND)


def asks_for_whole(layout: Layout, made: Expansion, offset: int) -> bool:
    """Does one ask for the address, the size or the type of that argument?"""
    return _is_defined_with(layout, made, offset, _WHOLE)


def _is_defined_with(layout: Layout, made: Expansion, offset: int, use: str) -> bool:
    """Is there a definition of a macro, perhaps of another build, with such a use of the argument at an offset?"""
    macro, text = definition(layout.unit, made), layout.source.text
    opened = text.find("(", made.start)
    if macro is None or not only_code(text[opened:offset]).rstrip().endswith(("(", ",")):
        return False
    number = _number(text, opened, offset)
    for other in layout.sources(macro.file).definitions.get(macro.name, ()):
        _, parameters, body = parts(other)
        name = re.escape(parameters[number]) if parameters and number < len(parameters) else "$"
        if re.search(use.format(name), only_code(body)):
            return True
    return False


def _uses(layout: Layout, one: _Given, use: str, deepest: int = _DEEPEST) -> bool:
    """Does a macro use the argument of that number so, or hand it on to one that does, which it may be given, too? What
    it changes it may in any build.
    """
    said = one.macro.anywhere if use == CHANGED else one.macro.said
    return deepest > 0 and any(_said_uses(layout, one, text, use, deepest) for text in said)


def _said_uses(layout: Layout, one: _Given, text: str, use: str, deepest: int) -> bool:
    """Does a macro that is defined so?"""
    _, parameters, body = parts(text)
    if not parameters:
        return False
    name = _parameter(parameters, one.number)
    if re.search(use.format(name), body):
        return True
    named = dict(zip(parameters, one.given, strict=False))
    for call in _CALL.finditer(body):
        for further in _defined(layout, named.get(call[1], call[1])):
            handed_on = split(body[call.start() :]) or ()
            given = [named.get(argument, argument) for argument in handed_on]
            numbers = [n for n, argument in enumerate(handed_on) if re.search(rf"\b{name}\b", argument)]
            if any(_uses(layout, _Given(further, given, n), use, deepest - 1) for n in numbers):
                return True
    return False


def _drops(layout: Layout, macro: Macro, number: int, deepest: int = _DEEPEST) -> bool:
    """Is the argument of that number named in no part of a macro but by what goes to macros that drop it?"""
    _, parameters, body = parts(layout.sources(macro.file).part(macro.start, macro.end))
    if not parameters or not deepest:
        return False
    name = rf"\b{_parameter(parameters, number)}\b"
    named = len(re.findall(name, body))
    for call in _CALL.finditer(body):
        given = split(body[call.start() :]) or []
        if further := layout.unit.macros.get(call[1], ()):
            handed_on = [n for n, argument in enumerate(given) if re.search(name, argument)]
            if all(_drops(layout, macro, n, deepest - 1) for macro in further for n in handed_on):
                named -= sum(len(re.findall(name, given[n])) for n in handed_on)
    return named == 0


def _parameter(parameters: list[str], number: int) -> str:
    """What a macro calls the argument of that number."""
    return parameters[min(number, len(parameters) - 1)].removesuffix("...").strip() or "__VA_ARGS__"
