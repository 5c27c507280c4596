# SPDX-License-Identifier: MIT
"""How a file is laid out: what generated code imitates."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from rcl.rewrite import ctext

#: a word before a parenthesis is a call's but for these, names that are all capitals, and one that is defined there
_WORDS = frozenset({
    "if", "for", "while", "switch", "return", "sizeof", "do", "else",
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
})  # fmt: skip
# These patterns ask what stands before them behind their first character, which Python looks for.
_BEGINS = r"(?<!\w\w)(?<!define \w)"
_CALLED = re.compile(rf"([a-z_]{_BEGINS}\w*+|[A-Z]{_BEGINS}[A-Z\d_]*[a-z]\w*+)( ?)\((?!\*)( ?[^\s)])?")
_IF, _STRUCT = r"if(?<!\wif)", r"struct(?<!\wstruct)"
#: the beginning of the first line of a body, and what that of a block in one has more than the block's head
_FIRST = re.compile(r"^(?:\S.*)?\{[ \t]*\r?\n([ \t]+)\S", re.MULTILINE)
_NESTED = re.compile(r"^([ \t]+)(?:\S.*)?\{[ \t]*\r?\n\1([ \t]+)[^\s/]", re.MULTILINE)
#: a brace in a line of its own: one with which what its block holds stands in one column, and others
_IN_LINE, _OUT_OF_LINE = r"\n([ \t]+)\{[ \t]*\r?\n\1[^\s/{}]", r"\n([ \t]*)\{[ \t]*\r?\n\1[ \t]+[^\s/{}]"
#: the brace of a function's body that stands further in than its head
_BODY = re.compile(r"\n\w[^\n;]*\)[ \t]*\r?\n([ \t]+)\{")
#: what a function's definition begins with
_TYPE, _HEAD = r"\n\w[\w *]*", r"\w+ ?\([^;{}]*\)\s*\{"
#: what is certainly a type
_POINTED = r"\b(?:struct \w+|void|char|int|long|float|double|\w+_t)"


@dataclass(frozen=True)
class Style:
    """The habits of a file."""

    newline: str
    unit: str  # how far in a body stands
    step: str  # how much further in a block of it does
    function_brace_below: bool
    brace_below: bool
    brace_further_in: bool  # half a step, as GNU's, or one, as Whitesmiths'
    brace_in_line: bool  # with what the block holds, as Whitesmiths'
    body_further_in: bool  # so are a function's braces
    struct_brace_below: bool
    bare_jump: bool
    case_indented: bool
    stars: str  # what takes the place of those of pointers: char *name, char* name, char * name
    space_behind_word: bool  # if (...)
    space_behind_name: bool  # call (...)
    space_in_test: bool  # if( ... )
    space_in_call: bool  # call( ... )
    type_above_name: bool  # of a function

    @classmethod
    @lru_cache(maxsize=32)  # more than the files that are planned together, before any of them is converted
    def of(cls, text: str) -> Style:
        """The habits of a file."""
        indents = _FIRST.findall(text) or re.findall(r"\{[ \t]*\r?\n([ \t]+)\S", text)
        unit = "\t" if sum(not i.strip("\t") for i in indents) * 2 >= len(indents) else _spaces(text)
        in_line = _more(text, _IN_LINE, _OUT_OF_LINE)
        body = _BODY.search(text) if in_line else None
        unit = body[1] if body else unit
        jump = r"(?:return|goto|break|continue)\b"
        bare = len(re.findall(rf"{_IF} ?\([^\n{{]*\)\s*\n\s*{jump}", text))
        braced = len(re.findall(rf"{_IF} ?\([^\n{{]*\)\s*\{{\s*\n\s*{jump}[^;]*;\s*\}}", text))
        cases = re.findall(r"\n([ \t]*)switch[^\n{]*(?:\n([ \t]*))?\{[ \t]*\r?\n([ \t]*)case\b", text)
        asked = re.findall(rf"{_IF}( ?)\(( ?)", text)
        called = [(space, given) for name, space, given in _CALLED.findall(text) if name not in _WORDS]
        given = [given.startswith(" ") for _, given in called if given]
        below = re.findall(r"\n([ \t]+)(?:if|for|while|switch)\b[^\n;]*\)[ \t]*\r?\n([ \t]+)\{", text)
        return cls(
            newline=ctext.newline(text),
            unit=unit,
            step=unit if in_line else _step(text) or unit,
            function_brace_below=body is not None or _more(text, r"\)\s*\n\{", r"\n\w[^\n;]*\)[ \t]*\{"),
            brace_below=_more(text, r"\)[ \t]*\r?\n[ \t]+\{", r"\n[ \t]+\w[^\n;]*\)[ \t]*\{"),
            brace_further_in=sum(head != brace for head, brace in below) * 2 > len(below),
            brace_in_line=in_line,
            body_further_in=body is not None,
            struct_brace_below=_more(text, rf"{_STRUCT} \w+[ \t]*\r?\n[ \t]*\{{", rf"{_STRUCT} \w+[ \t]*\{{"),
            bare_jump=bare > braced,
            case_indented=sum((below or word) != case for word, below, case in cases) * 2 > len(cases),
            stars=_stars(text),
            space_behind_word=sum(space == " " for space, _ in asked) * 2 >= len(asked),
            space_behind_name=sum(space == " " for space, _ in called) * 2 > len(called),
            space_in_test=sum(space == " " for _, space in asked) * 2 > len(asked),
            space_in_call=sum(given) * 2 > len(given),
            type_above_name=_more(text, rf"{_TYPE}\r?\n{_HEAD}", rf"{_TYPE}[ *]{_HEAD}"),
        )

    def in_body(self, text: str, brace: int) -> Style:
        """The habits of a function's body: it may be further in than the bodies of others in its file."""
        first = re.compile(r"\{[ \t]*\r?\n(?:[ \t]*\r?\n)*([ \t]+)[^\s#/]").match(text, brace)
        if first is None or ctext.indent_at(text, brace):
            return self
        return replace(self, unit=first[1], step=first[1] if self.step == self.unit else self.step)

    def at(self, text: str, indent: str) -> Style:
        """The habits where a line begins with such white space: in a file with tabs some lines may have spaces."""
        return replace(self, step=_spaces(text)) if self.step == "\t" and indent.startswith(" ") else self

    def declared(self, text: str) -> str:
        """A declaration, with the stars of pointers where the file has them."""
        return re.sub(r" (\*+)(?=\w)", self.stars, text)

    def head(self, word: str, condition: str) -> str:
        """The head of an ``if`` or the like."""
        inside = " " if self.space_in_test else ""
        return f"{word}{' ' if self.space_behind_word else ''}({inside}{condition}{inside})"

    def call(self, name: str, arguments: str) -> str:
        """A call, or the head of a function."""
        return f"{self.begun(name)}{arguments}{self.ended}" if arguments else f"{self.begun(name).rstrip()})"

    def begun(self, name: str) -> str:
        """A call up to its arguments."""
        return f"{name}{' ' if self.space_behind_name else ''}({' ' if self.space_in_call else ''}"

    @property
    def ended(self) -> str:
        """What is behind the arguments of a call."""
        return " )" if self.space_in_call else ")"

    def laid_out(self, call: str) -> str:
        """A call with white space around its parentheses as the file has it, whatever it was written with."""
        name, opened, arguments = call.partition("(")
        called = opened and arguments.endswith(")")
        return self.call(name.rstrip(), arguments.removesuffix(")").strip()) if called else call

    def braced(self, head: str, lines: list[str], further_in: bool = True) -> list[str]:
        """A statement with a block, whose lines stand one step further in unless they are cases that do not."""
        inside = self.inside if further_in else ""
        if not self.brace_below:
            return [f"{head} {{", *(inside + line for line in lines), "}"]
        brace = self.brace_indent
        return [head, f"{brace}{{", *(brace + inside + line for line in lines), f"{brace}}}"]

    @property
    def brace_indent(self) -> str:
        """How much further in than the head of its block a brace stands in a line of its own."""
        return self.step if self.brace_below and self.brace_further_in else ""

    @property
    def inside(self) -> str:
        """How much further in than the brace of a block, or the head that this follows, what it holds stands."""
        return "" if self.brace_below and self.brace_in_line else self.step

    @property
    def body_begins(self) -> str:
        """What stands behind the head of a function, up to the brace."""
        if not self.function_brace_below:
            return " {"
        return self.newline + self.body_ends.replace("}", "{")

    @property
    def body_ends(self) -> str:
        """The last line of a function."""
        return f"{self.unit if self.function_brace_below and self.body_further_in else ''}}}"

    @property
    def struct_ends(self) -> str:
        """The last line of a structure."""
        return f"{self.unit if self.struct_brace_below and self.body_further_in else ''}}}"


def _stars(text: str) -> str:
    """Where the stars of pointers stand; those apart from type and name are told from products by the type."""
    if _more(text, rf"{_POINTED} \*+ \w", rf"{_POINTED}(?:\*+ | \*+)\w"):
        return r" \1 "
    return r"\1 " if _more(text, r"\w\*+ \w", r"\w \*+\w") else r" \1"


def _more(text: str, pattern: str, other: str) -> bool:
    return len(re.findall(pattern, text)) > len(re.findall(other, text))


def _step(text: str) -> str:
    """How much further in a block is than the line in a body that begins it, mostly; "" if nothing says so."""
    steps = Counter(more for _, more in _NESTED.findall(text))
    return steps.most_common(1)[0][0] if steps else ""


def _spaces(text: str) -> str:
    """How much further in than a line with a brace at its end the next one is, mostly; comments may stand elsewhere."""
    found = re.findall(r"^( *)(?:\S.*)?\{[ \t]*\r?\n(?=( +)[^\s/])", text, re.MULTILINE)
    widths = Counter(len(inner) - len(outer) for outer, inner in found if len(inner) > len(outer))
    return " " * (widths.most_common(1)[0][0] if widths else 4)
