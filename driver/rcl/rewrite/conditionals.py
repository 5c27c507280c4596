# SPDX-License-Identifier: MIT
"""Which #if lines a place in a file stands behind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rcl.branches import Branch, branches
from rcl.model import Span
from rcl.rewrite import ctext

_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)(.*)", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_OPPOSITE = {"ifdef": "ifndef", "ifndef": "ifdef"}


def around(text: str, start: int, end: int) -> list[str]:
    """The #if lines behind ``start`` that ``end`` stands in: those of other branches say it in one line."""
    return [_branch(branches) for _, branches in _opened(text, start, end)]


def asked(text: str, end: int) -> tuple[str, ...]:
    """What the #if lines ask for that a place stands in, ``#ifdef X`` like ``#if defined(X)``."""
    return tuple(_asked(branches) for _, branches in _opened(text, 0, end))


def apart(text: str, start: int, one: int, other: int) -> bool:
    """Whether two places behind ``start`` stand in two branches of one #if: no build has both."""
    both = zip(_opened(text, start, one), _opened(text, start, other), strict=False)
    return any(a == b and len(branches) != len(others) for (a, branches), (b, others) in both)


def _opened(text: str, start: int, end: int) -> list[tuple[int, list[tuple[str, str]]]]:
    """Where each #if begins that a place stands in, and what its branches ask for up to the place's own."""
    opened: list[tuple[int, list[tuple[str, str]]]] = []
    for token in ctext.between(text, start, end):
        match = _DIRECTIVE.match(token.text.rstrip()) if token.kind == "directive" else None
        if match is None:
            continue
        if match[1].startswith("if"):
            opened.append((token.start, [(match[1], match[2])]))
        elif match[1].startswith("el") and opened:
            opened[-1][1].append((match[1], match[2]))
        elif match[1] == "endif" and opened:
            opened.pop()
    return opened


def without_others(text: str, offset: int) -> str:
    """The text without the branches of each #if that an offset does not stand in, and without the lines between."""
    opened: list[ctext.Token] = []
    gone: list[tuple[int, int]] = []
    for token in (t for t in ctext.between(text) if t.kind == "directive"):
        match = _DIRECTIVE.match(token.text)
        word = match[1] if match else ""
        if opened and (word.startswith("el") or word == "endif"):
            begun = opened.pop()
            gone.append((begun.start, begun.end if begun.start < offset < token.start else token.start))
        if word.startswith(("if", "el")):
            opened.append(token)
        elif word == "endif":
            gone.append((token.start, token.end))
    parts, behind = [], 0
    for start, end in sorted(gone):
        if start >= behind:
            parts.append(text[behind:start])
            behind = end
    return "".join([*parts, text[behind:]])


def first(text: str, span: Span, offset: int) -> int:
    """Where the code begins in the branch that an offset stands in of what stands between an #if and its #endif."""
    own = _own(text, span, offset)
    return ctext.code_between(text, own.start, own.end)[0].start


def end(text: str, span: Span, offset: int) -> int:
    """Where that branch ends."""
    return _own(text, span, offset).end


def said_behind(text: str, span: Span, offset: int) -> str:
    """The comments behind the code in that branch."""
    own = _own(text, span, offset)
    *_, last = ctext.code_between(text, own.start, own.end)
    return text[last.end : own.end].strip()


def said_before(text: str, span: Span, offset: int) -> str:
    """The comments before it."""
    own = _own(text, span, offset)
    return text[own.start : first(text, span, offset)].strip()


def _own(text: str, span: Span, offset: int) -> Branch:
    return next(branch for branch in branches(text, span.start, span.end) if branch.has(offset))


def _branch(branches: Sequence[tuple[str, str]]) -> str:
    """The #if line for the last branch of a conditional."""
    *before, (word, rest) = branches
    if not before:
        return f"#{word}{rest}"
    if len(before) == 1 and word == "else" and before[0][0] in _OPPOSITE:
        return f"#{_OPPOSITE[before[0][0]]}{before[0][1]}"
    return f"#if {_asked(branches)}"


def _asked(branches: Sequence[tuple[str, str]]) -> str:
    """What the last branch of a conditional asks for."""
    *before, (word, rest) = branches
    if not before:
        return _condition(word, rest)
    parts = [f"!{_grouped(_condition(*branch))}" for branch in before]
    parts += [_grouped(_condition(word, rest))] if word != "else" else []
    return " && ".join(parts)


def _condition(word: str, rest: str) -> str:
    """What a branch asks for."""
    asked = " ".join(_COMMENT.sub(" ", rest).replace("\\", " ").split())
    return {"def": f"defined({asked})", "ndef": f"!defined({asked})"}.get(word.partition("if")[2], asked)


def _grouped(condition: str) -> str:
    """The condition as an operand."""
    return condition if re.fullmatch(r"\w+|defined\(\w+\)", condition) else f"({condition})"
