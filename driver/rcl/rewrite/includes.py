# SPDX-License-Identifier: MIT
"""The #include that what is made of a file calls for, and its place."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rcl.rewrite import ctext
from rcl.rewrite.edits import Edit


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
