# SPDX-License-Identifier: MIT
"""The names in a piece of C that may be variables': neither those of members and tags, nor words in a text.

And the name of what is made beside a function or a macro.
"""

from __future__ import annotations

import re
from collections.abc import Callable

#: behind a quote: that it begins a character, and does not stand between the digits of a number, 1'000
OPENS = r"(?:(?<![0-9A-Fa-f]')|(?<=u8')|(?<=case'))"
_NAME = re.compile(
    rf"""(?:\b(?:u8|[LuU]))?"(?:[^"\\]|\\.)*"|(?:\b[LuU])?'{OPENS}(?:[^'\\]|\\.)*'|/\*.*?\*/|"""
    r"\b(?:__builtin_)?offsetof\s*\([^()]*?,\s*[A-Za-z_]\w*|"
    r"(?:->|\.|\b(?:struct|union|enum)\b)\s*[A-Za-z_]\w*|(?<!\w)([A-Za-z_]\w*)", re.DOTALL | re.ASCII
)

#: what is made in sections' functions and their clients may be called so
MADE = frozenset(("cs", "context", "ctx", "arg", "way", "way_out", "at", "resume", "waited", "had_to_wait", "mutex"))


def replaced(text: str, new: Callable[[re.Match[str]], str]) -> str:
    """The text with something else in the place of each such name."""
    return _NAME.sub(lambda found: new(found) if found[1] else found[0], text)


def beside(name: str, word: str) -> str:
    """The name of what is made beside a function or macro of that name."""
    return f"{name}{word.title()}" if re.search(r"[a-z][A-Z]", name) else f"{name}_{word}"
