# SPDX-License-Identifier: MIT
"""What libclang says otherwise in the source's own words: the bounds of arrays, ``[LEN + 1]`` where it says ``[17]``,
and types that are macros, ``STATUS`` where it says ``unsigned int``.
"""

from __future__ import annotations

import re

from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import OF_PLACE, parts
from rcl.analyse.unit.tree import Variable
from rcl.analyse.unit.wording import with_bodies

_BOUND = re.compile(r"[\s)]*\[([^][]*)\]")
_WORD = re.compile(r"\b[A-Za-z_]\w*")
#: what may give a word of a bound another meaning than before the function
_GIVES_MEANING = re.compile(
    r"^[ \t]*#[ \t]*(?:define|undef|include|pragma)|\b_Pragma\b|\btypedef\b"
    r"|\b(?:enum|struct|union)\b\s*(?:__attribute__\s*\(\(.*?\)\)\s*)?\w*\s*\{",
    re.MULTILINE | re.DOTALL,
)
#: what stands before a variable's name, if that is one word for its type, and perhaps other variables of it; and its
#: type as libclang says it
_TYPE = re.compile(r"\b([A-Za-z_]\w*)[\s*]+$")
_TYPE_OF_SEVERAL = re.compile(r"[;{}]\s*(?:(?:const|static|volatile)\s+)*([A-Za-z_]\w*)[\s*]+\w[^;{}()]*,[\s*]*$")
_SAID = re.compile(r"((?:const |volatile )*)([\w ]+?)(?= \*|\**\(| \w+(?:$|\[))")
#: the longest that is looked at
_LONGEST = 200
#: what may stand in a type that a macro names, and be no part of it
_NO_TYPE = frozenset({
    "static", "extern", "register", "auto", "inline", "const", "volatile", "restrict", "_Atomic", "_Thread_local",
})  # fmt: skip


def bounds(text: str, at: int) -> list[str]:
    """What stands in the brackets behind the name of an array, which ends there."""
    found = []
    while bound := _BOUND.match(text, at):
        found.append(" ".join(bound[1].split()))
        at = bound.end()
    return found


def with_bounds(layout: Layout, variable: Variable, declaration: str) -> str:
    """A declaration of a variable of the function, or of a pointer to it, with those bounds as the source writes them
    that mean the same before the function.
    """
    function, text = layout.function, layout.source.text
    numbers = re.search(rf"\b{variable.name}\)*((?:\[\d+\])+)", declaration)
    if numbers is None or _GIVES_MEANING.search(text, function.start, function.end):
        return declaration
    known = numbers[1][1:-1].split("][")
    written = bounds(text, variable.where + len(variable.name))[-len(known) :]
    if len(written) < len(known):
        return declaration
    own = OF_PLACE.union(v.name for v in function.locals.values())
    both = zip(known, written, strict=True)
    said = "".join(f"[{bound if bound and _means_the_same(layout, bound, own) else number}]" for number, bound in both)
    return declaration[: numbers.start(1)] + said + declaration[numbers.end(1) :]


def with_type(layout: Layout, variable: Variable, declaration: str) -> str:
    """A declaration of a variable of the function, or of a pointer to it, with a macro for its type, if the source
    writes one that means the same before the function: another build may have another type for it.
    """
    function, text = layout.function, layout.source.text
    before, said = text[max(variable.where - _LONGEST, 0) : variable.where], _SAID.match(declaration)
    word = _TYPE.search(before) or _TYPE_OF_SEVERAL.search(before)
    known = layout.unit.macros.get(word[1], []) if word is not None else []
    if word is None or said is None or len(known) != 1 or _GIVES_MEANING.search(text, function.start, function.end):
        return declaration
    name, parameters, body = parts(layout.sources(known[0].file).part(known[0].start, known[0].end))
    words = body.split()
    plain = parameters is None and all(w.isidentifier() for w in words) and _NO_TYPE.isdisjoint(words)
    own = {v.name for v in function.locals.values()}
    if not plain or name in own or _without_int(words) != _without_int(said[2].split()):
        return declaration
    return said[1] + name + declaration[said.end() :]


def _without_int(words: list[str]) -> list[str]:
    """The words of a type without the int that may be left out."""
    return sorted(word for word in words if word != "int")


def _means_the_same(layout: Layout, bound: str, own: frozenset[str]) -> bool:
    """Does a bound say before the function what it says in it: is nothing in it the function's own?"""
    said = with_bodies(layout.unit, lambda file: layout.sources(file).text, bound)
    words = {word for text in said for word in _WORD.findall(text)}
    once = all(len(layout.unit.macros.get(word, ())) <= 1 for word in words)
    return once and words.isdisjoint(own) and "/*" not in bound and "//" not in bound
