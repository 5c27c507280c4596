# SPDX-License-Identifier: MIT
"""What libclang has no question for, and what is read off the words of a declaration instead."""

from __future__ import annotations

import re

_CLEANUP = re.compile(r"__attribute__\(\(cleanup\((\w+)\)\)\)")
_SYMBOL = re.compile(r"""(?:\balias|\b(?:__)?asm(?:__)?) ?\("(\w+)"\)""")


def cleanup_function(declaration: str) -> str:
    """The name of the function that is called where a variable's scope ends, "" if there is none."""
    found = _CLEANUP.search(declaration.partition(" = ")[0])
    return found[1] if found else ""


def symbol(declaration: str) -> str:
    """The name of the symbol that a variable is another name of, or ""."""
    found = _SYMBOL.search(declaration)
    return found[1] if found else ""
