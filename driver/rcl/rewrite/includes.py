# SPDX-License-Identifier: MIT
"""The #include that what is made of a file calls for, and its place."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rcl.rewrite import ctext
from rcl.rewrite.edits import Edit

_PTHREAD = re.compile(r"include\s*<pthread\.h>")
#: what must stand before the first header of the C library's
_ASKING = re.compile(rf"{_PTHREAD.pattern}|define\s+(?:__USE_\w+|_(?:GNU|DEFAULT|BSD|POSIX|POSIX_C|XOPEN)_SOURCE)\b")


def called_for(text: str, edits: Iterable[Edit]) -> list[Edit]:
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
    first = min((e.start for e in made), default=len(text))
    at = _include_place(text, first)
    newline = ctext.newline(text)
    lead = newline if at and not text[:at].endswith("\n") else ""
    first_include = not re.search(r"^[ \t]*#[ \t]*include\b", text[:at], re.MULTILINE)
    alone = first_include and text[at:].lstrip(" \t")[:1] not in "\r\n"
    return [Edit(at, at, -9, f"{lead}#include {header}{newline}{newline if alone else ''}")]


def _include_place(text: str, before: int) -> int:
    """Behind pthread.h's line, else behind the last #include outside #if, else where the code begins.

    An #if that includes pthread.h, or asks for what headers leave out by default, counts as one #include.
    """
    guard = _guard(text)
    at, opened, outside = None, list[bool](), 1 if guard else 0
    for token in ctext.between(text, 0, before):
        if token.kind != "directive":
            continue
        word = re.sub(r"[ \t]*#[ \t]*", "", token.text, count=1)
        asks = _ASKING.match(word) is not None
        if word.startswith("if"):
            opened.append(False)
        elif word.startswith("endif") and opened:
            asks = opened.pop() and len(opened) >= outside
        if asks and len(opened) > outside:
            opened[-1] = True
        elif asks or (word.startswith("include") and len(opened) <= outside):
            at = token.end
            if _PTHREAD.match(word):
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
