# SPDX-License-Identifier: MIT
"""What libclang has no question for, and what is read off the words of a declaration, or of code, instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rcl.analyse.unit.tree import Unit

#: as clang writes an attribute, in either way to say one
_CLEANUP = re.compile(r"(?:__attribute__\(\(|\[\[gnu::)cleanup\((\w+)\)")
_SYMBOL = re.compile(r"""(?:\b(?:alias|weakref)|\b(?:__)?asm(?:__)?) ?\("(\w+)"\)""")
#: the version that callers get who ask for none, of a name that a function has besides its own: by assembler, as clang
#: writes that, or by an attribute, which clang does not know
_VERSION = re.compile(r"\.symver(?:\s|\\t)+(\w+)\s*,\s*(\w+)@@")
_VERSION_OF_ITS_OWN = re.compile(r"\bsymver(?:__)?\s*\(\s*\"(\w+)@@")
#: where the stack is that a thread runs on; a system call is the kernel's thread's, so are the registers that say how
#: to compute; what is called may be any function, and some registers lead to what a thread has for itself
_NEEDS = {
    "frame": re.compile(r"\b(?:mov|lea)[lq]?\s+[-+\w]*\(?%+[er]?[sb]p\b\)?\s*,|\bmov\s+%+\w+\s*,\s*sp\b"),
    "syscall": re.compile(r"\b(?:syscall|sysenter|svc)\b|\bint\s+\$+(?:0x80|128)\b"),
    "mode": re.compile(r"\b(?:v?(?:ld|st)mxcsr|f(?:n?st|ld)(?:cw|env)|fn?clex|frstor|fn?save|(?:rd|wr)pkru|fp[cs]r)\b"),
    "call": re.compile(r"\bl?call[lqw]?\b|\bblr?\b"),
    "thread": re.compile(r"%(?:fs|gs)\b|\b(?:rd|wr)[fg]sbase|\btpidr"),
}
_GOTO = re.compile(r"(?:\b|__)asm(?:__)?\b[\s\\]*(?:(?:__)?(?:volatile|inline)(?:__)?\b[\s\\]*)*(?:__)?goto\b")
_CHOICE = re.compile(r"\?\s*:")
#: as many operands has what loads, and gives, a value: where that is, and the memory order
_LOADING = 2
_ATOMIC = re.compile(r"\b(?:__c11_|__)?atomic_(\w+)")


@dataclass(frozen=True)
class Operations:
    """The atomic operations that a text names, in order, and whether it may hold an ``a ?: b``."""

    names: tuple[str, ...]
    chooses: bool


def cleanup_function(declaration: str) -> str:
    """The name of the function that is called where a variable's scope ends, "" if there is none."""
    found = _CLEANUP.search(declaration.partition(" = ")[0])
    return found[1] if found else ""


def symbol(declaration: str) -> str:
    """The name of the symbol that a variable or function is another name of, or ""."""
    found = _SYMBOL.search(declaration)
    return found[1] if found else ""


def versioned(assembler: str) -> list[tuple[str, str]]:
    """The functions that assembler gives another name, each with that."""
    return _VERSION.findall(assembler)


def names_of_versions(head: str) -> list[str]:
    """The names that a function has besides its own, by what stands before its body."""
    return _VERSION_OF_ITS_OWN.findall(head)


def with_macros(unit: Unit, text_of: Callable[[str], str], file: str, start: int, end: int) -> list[str]:
    """A part of a file, and the bodies of the tree's macros that may be in it."""
    return with_bodies(unit, text_of, text_of(file)[start:end])


def with_bodies(unit: Unit, text_of: Callable[[str], str], text: str) -> list[str]:
    """A text, and the bodies of the tree's macros that may be in it."""
    found = [text]
    seen: set[str] = set()
    for text in found:
        words = {word for word in re.findall(r"\w+", text) if word in unit.macros} - seen
        seen |= words
        found += [text_of(m.file)[m.start : m.end] for word in sorted(words) for m in unit.macros[word]]
    return found


def needs(texts: list[str]) -> str:
    """What assembler that a person wrote needs of its thread: one of the names above, or ""."""
    assembler = " ".join(texts)
    return next((need for need, found in _NEEDS.items() if found.search(assembler)), "")


def jumps(texts: list[str]) -> bool:
    """May assembler jump to a label of its function?"""
    return any(map(_GOTO.search, texts))


def operations(texts: list[str]) -> Operations:
    """What is looked for in a text where libclang does not say what an expression is."""
    names = tuple(found[1] for text in texts for found in _ATOMIC.finditer(text))
    return Operations(names, any(map(_CHOICE.search, texts)))


def loading(named: Operations) -> bool:
    """Does a text name atomic operations that give what they load, and no others?"""
    return bool(named.names) and not named.chooses and all(name.startswith("load") for name in named.names)


def changing(named: Operations, begun: bool, operands: int) -> str:
    """The name of the atomic operation that is in a text, and does more than to give what it loads; "" if none is.

    ``begun``: its first operand stands behind its name. Else it may be an ``a ?: b`` as well.
    """
    if not begun and named.chooses:
        return ""
    name = next((name for name in named.names if operands > _LOADING or not name.startswith("load")), "")
    return name and f"__atomic_{name}"
