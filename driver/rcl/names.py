# SPDX-License-Identifier: MIT
"""The names in a piece of C that may be variables': neither those of members and tags, nor words in a text."""

from __future__ import annotations

import re
from collections.abc import Callable

_NAME = re.compile(
    r"""(?:\b(?:u8|[LuU]))?"(?:[^"\\]|\\.)*"|(?:\b[LuU])?'(?:[^'\\]|\\.)*'|/\*.*?\*/|"""
    r"(?:->|\.|\b(?:struct|union|enum)\b)\s*[A-Za-z_]\w*|(?<!\w)([A-Za-z_]\w*)", re.DOTALL | re.ASCII
)


def replaced(text: str, new: Callable[[re.Match[str]], str]) -> str:
    """The text with something else in the place of each such name."""
    return _NAME.sub(lambda found: new(found) if found[1] else found[0], text)
