# SPDX-License-Identifier: MIT
"""Walking through the brackets of C text, past its literals and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rcl.names import OPENS

#: what a text includes
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[ \t]*[<\"]([^>\"\n]+)", re.MULTILINE)
#: a name that is not a field's
NAME = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")
#: what is no code; a lone quote, in what no build compiles, begins no literal
_PASSED = re.compile(rf"""/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:\\.|[^"\\\n])*"|'{OPENS}(?:\\.|[^'\\\n])*'""", re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\\\n]|\\\r?\n|\\)*", re.MULTILINE)
_MARKS = re.compile(rf"{_PASSED.pattern}|([][(){{}},;])", re.DOTALL)
_BETWEEN = re.compile(rf"""("|'{OPENS})(?:\\.|(?!\1).)*\1?|(?:/\*.*?(?:\*/|$)|//[^\n]*|\\\r?\n|\s)+""", re.DOTALL)


def depths(text: str, start: int) -> Iterator[tuple[int, int]]:
    """The offsets of a text's characters in no literal nor comment, and in how many brackets one is behind each."""
    depth, i = 0, start
    while i < len(text):
        if text[i] in "\"'/" and (passed := _PASSED.match(text, i)):
            i = passed.end()
            continue
        depth += (text[i] in "([{") - (text[i] in ")]}")
        yield i, depth
        i += 1


def marks(text: str, start: int) -> Iterator[tuple[int, int]]:
    """The offsets of brackets, commas and semicolons in no literal nor comment, and in how many brackets one is behind
    each.
    """
    depth = 0
    for found in _MARKS.finditer(text, start):
        if mark := found[1]:
            depth += (mark in "([{") - (mark in ")]}")
            yield found.start(), depth


def only_code(text: str) -> str:
    """A text, as long as it is, with blanks in the place of its literals and comments."""
    return _PASSED.sub(lambda match: " " * len(match[0]), text)


def without_directives(code: str) -> str:
    """Code, as long as it is, with blanks in the place of its directives."""
    return _DIRECTIVE.sub(lambda match: " " * len(match[0]), code)


def in_one_line(text: str) -> str:
    """The code with one blank in the place of comments and white space between its tokens."""
    if text.isidentifier():
        return text
    return _BETWEEN.sub(lambda match: match[0] if match[1] else " ", text).strip()


def semicolons(text: str, start: int) -> list[int]:
    """The semicolons between the parentheses of the for statement at an offset."""
    found: list[int] = []
    for i, depth in marks(text, start):
        if depth == 1 and text[i] == ";":
            found.append(i)
        if depth == 0 and text[i] == ")":
            break
    return found
