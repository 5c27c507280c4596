# SPDX-License-Identifier: MIT
"""Which #if lines a place in a file stands behind."""

from __future__ import annotations

import re

from rcl.rewrite import ctext


def around(text: str, start: int, end: int) -> list[str]:
    """The #if lines behind ``start`` that ``end`` stands in; none if that cannot be said with such lines alone."""
    found = opened(text, start, end)
    return found if all(found) else []


def opened(text: str, start: int, end: int) -> list[str]:
    """The #if lines behind ``start`` that ``end`` stands in, "" for one whose branch cannot be said so."""
    found: list[str] = []
    for token in ctext.between(text, start, end):
        line = re.sub(r"^[ \t]*#[ \t]*", "#", token.text) if token.kind == "directive" else ""
        if line.startswith("#if"):
            found.append(line)
        elif line.startswith("#el") and found:
            found[-1] = _opposite(found[-1]) if line.startswith("#else") else ""
        elif line.startswith("#endif") and found:
            found.pop()
    return found


def _opposite(line: str) -> str:
    """The #if line for the branch behind ``#else``, "" if there is none so short."""
    word, _, rest = line.partition(" ")
    opposite = {"#ifdef": "#ifndef", "#ifndef": "#ifdef"}.get(word)
    return f"{opposite} {rest}" if opposite else ""
