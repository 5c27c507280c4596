# SPDX-License-Identifier: MIT
"""The #include that what is made of a file calls for, and its place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from rcl import lockapi
from rcl.rewrite import ctext, lexers
from rcl.rewrite.edits import Edit

#: what names a class
_NAMING = re.compile(rf"_MUTEX_INITIALIZER\(|\brcl_(?:{lockapi.INITIALISING})\b")
#: what defines a macro, or ends it, and the macro's name
_DEFINED = re.compile(r"(define|undef)\s+(\w+)")
_PTHREAD = re.compile(r"include\s*<pthread\.h>")
#: what must stand before the first header of the C library's
_ASKING = re.compile(rf"{_PTHREAD.pattern}|define\s+(?:__USE_\w+|_(?:GNU|DEFAULT|BSD|POSIX|POSIX_C|XOPEN)_SOURCE)\b")


def called_for(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """The #include that the edits call for: the generated header where a class is named, else the runtime's."""
    made = list(edits)
    if any(_NAMING.search(e.new) for e in made):
        header = '"rcl_config.h"'
    elif any(re.search(r"\brcl_|\bRCL_(?:ENTER|COND)", e.new) for e in made):
        header = "<rcl.h>"
    else:
        return []
    if re.search(rf"^[ \t]*#[ \t]*include[ \t]*{re.escape(header)}", text, re.MULTILINE):
        return []
    starts = [e.start for e in made]
    at = _include_place(text, min(starts), max(starts))
    newline = ctext.newline(text)
    lead = newline if at > _line_start(text, 0) and not text[:at].endswith("\n") else ""
    first_include = not any(word.startswith("include") for _, word in _directives(text, at))
    alone = first_include and text[at:].lstrip(" \t")[:1] not in "\r\n"
    return [Edit(at, at, -9, f"{lead}#include {header}{newline}{newline if alone else ''}")]


def _include_place(text: str, before: int, last: int) -> int:
    """Behind pthread.h's line, else behind the last #include outside #if and declarations, else where the code begins,
    with the comments that are about its first lines.

    An #if that includes pthread.h, or asks for what headers leave out by default, counts as one #include; one that
    all the edits stand in, of which ``before`` is the first and ``last`` the last, does not count.
    """
    guard = _guard(text, before)
    around = _around(text, before, last) | ({_first_code(text)} if guard else set())
    at, opened, asking, final = None, list[int](), set[int](), False
    directives = list(_directives(text, before))
    lists = _for_macros(directives)
    for token, word in directives:
        asks = _ASKING.match(word) is not None
        if word.startswith("if"):
            opened.append(_line_start(text, token.start))
        elif word.startswith("endif") and opened:
            asks = opened.pop() in asking
        outside = around.issuperset(opened)
        if word.startswith("el") and outside:
            at, final = token.end, False
        elif asks and not outside:
            asking.add(opened[-1])
        elif final:
            continue
        elif asks or (word.startswith("include") and outside and not (token in lists or _in_declaration(text, token))):
            at, final = token.end, _PTHREAD.match(word) is not None
    at = guard if at is None else at
    return text.find("\n", at) + 1 or len(text) if at is not None else _above_comments(text, _first_code(text))


def _around(text: str, first: int, last: int) -> set[int]:
    """Where the #ifs begin that are around all between two offsets, which stands in one branch of each.

    Not those in a function, or in a structure's declaration: no #include belongs there.
    """
    opened, around = list[int](), set[int]()
    for token, word in _directives(text, last):
        if word.startswith("if"):
            opened.append(_line_start(text, token.start))
        elif word.startswith("el") and opened and token.start >= first:
            around.discard(opened[-1])
        elif word.startswith("endif") and opened:
            around.discard(opened.pop())
        if token.start < first:
            around = {*opened}
    return {at for at in around if not _in_braces(text, at)}


def _for_macros(directives: Sequence[tuple[ctext.Token, str]]) -> set[ctext.Token]:
    """The directives right before an #undef of what was defined before them: they include lists for these macros."""
    found, defined = set[ctext.Token](), set[str]()
    for (token, word), (_, following) in pairwise(directives):
        said, ended = _DEFINED.match(word), _DEFINED.match(following)
        if said and said[1] == "define":
            defined.add(said[2])
        if ended and ended[1] == "undef" and ended[2] in defined:
            found.add(token)
    return found


def _in_declaration(text: str, directive: ctext.Token) -> bool:
    """Does a directive stand in what is not complete before it? What is included there is a list."""
    if _in_braces(text, directive.start):
        return True
    seen = ctext.structure_of(text)
    before = bisect_left(seen, directive.start, key=lambda token: token.start) - 1
    return before >= 0 and seen[before].text not in (";", "}", "{")


def _in_braces(text: str, offset: int) -> bool:
    """Does an offset stand in braces, but for those of extern "C"?"""
    blocks = _blocks(text)
    last = bisect_left(blocks, (offset,)) - 1
    return last >= 0 and offset < blocks[last][1]


@lru_cache(maxsize=4)
def _blocks(text: str) -> list[tuple[int, int]]:
    """From the outermost opening braces to what closes them, but for those of extern "C"."""
    blocks, depth, start, before = list[tuple[int, int]](), 0, 0, ""
    for token in ctext.structure_of(text):
        if token.text == "{" and not before.endswith('"'):
            start = start if depth else token.start
            depth += 1
        elif token.text == "}" and depth:
            depth -= 1
            if not depth:
                blocks.append((start, token.end))
        before = token.text
    return [*blocks, (start, len(text))] if depth else blocks


def _directives(text: str, before: int) -> Iterator[tuple[ctext.Token, str]]:
    """The directives before an offset, each with what stands behind its #."""
    for token in ctext.between(text, 0, before):
        if token.kind == "directive":
            yield token, re.sub(r"[ \t]*#[ \t]*", "", token.text, count=1)


def _guard(text: str, before: int) -> int | None:
    """The end of an include guard's #define, None for a file without a guard around what stands at an offset."""
    start = _first_code(text)
    match = re.match(r"\s*#[ \t]*(?:ifndef|if !defined)[ \t(]+(\w+)\)?[^\n]*\n\s*#[ \t]*define[ \t]+\1\b[^\n]*",
                     text[start:])  # fmt: skip
    return start + match.end() if match and start in _around(text, before, before) else None


def _first_code(text: str) -> int:
    first = next((t for t in ctext.between(text) if t.kind != "comment"), None)
    return _line_start(text, first.start if first else 0)


def _above_comments(text: str, line: int) -> int:
    """Where the comments begin that stand right above a line, unless nothing comes before them: they are the file's."""
    comments = [t for t in ctext.between(text, 0, line) if t.kind == "comment"]
    start = line
    while comments and text[comments[-1].end : start] in ("\n", "\r\n"):
        start = _line_start(text, comments.pop().start)
    return start if comments else line


def _line_start(text: str, offset: int) -> int:
    """Where the line of the offset begins, behind what says of the text that it is UTF-8."""
    return ctext.line_start(text, offset) or (len(lexers.MARK) if text.startswith(lexers.MARK) else 0)
