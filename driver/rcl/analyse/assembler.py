# SPDX-License-Identifier: MIT
"""Assembler that a person wrote, of which libclang tells the operands only: what it needs, and whether it jumps."""

from __future__ import annotations

import re
from collections.abc import Callable

from rcl.analyse.tree import Unit

#: a system call is the kernel's thread's, and some registers lead to what a thread has for itself
_NEEDS = {
    "syscall": re.compile(r"\b(?:syscall|sysenter|svc)\b|\bint\s+\$+(?:0x80|128)\b"),
    "thread": re.compile(r"%(?:fs|gs)\b|\btpidr"),
}
_GOTO = re.compile(r"(?:\b|__)asm(?:__)?\b[\s\\]*(?:(?:__)?(?:volatile|inline)(?:__)?\b[\s\\]*)*(?:__)?goto\b")


def texts(unit: Unit, text_of: Callable[[str], str], file: str, start: int, end: int) -> list[str]:
    """A part of a file, and the bodies of the tree's macros that may be in it."""
    found = [text_of(file)[start:end]]
    seen: set[str] = set()
    for text in found:
        words = {*re.findall(r"\w+", text)} & unit.macros.keys() - seen
        seen |= words
        found += [text_of(m.file)[m.start : m.end] for word in sorted(words) for m in unit.macros[word]]
    return found


def needs(assembler: str) -> str:
    """What assembler needs of its thread: ``syscall``, ``thread`` or ""."""
    return next((need for need, found in _NEEDS.items() if found.search(assembler)), "")


def jumps(text: str) -> bool:
    """May assembler in a text jump to a label of its function?"""
    return _GOTO.search(text) is not None
