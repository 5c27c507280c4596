# SPDX-License-Identifier: MIT
"""A section's text beside what becomes of it: lines paired, words that differ marked, the tokens of C told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pygments.lexers.c_cpp import CLexer
from pygments.token import Comment, Keyword, Literal

from rcl.review.views import Excerpt

#: lines of a changed run are shown as versions of each other if that much of their words is the same
ALIKE = 0.5

_KINDS = ((Comment.Preproc, "preprocessor"), (Comment, "comment"), (Keyword, "keyword"), (Literal, "literal"))
_LEXER = CLexer(stripnl=False, ensurenl=False)


@dataclass(frozen=True)
class Word:
    """A token, or a part of one: ``kind`` is preprocessor, comment, keyword, literal or nothing."""

    text: str
    kind: str = ""
    changed: bool = False


@dataclass(frozen=True)
class Line:
    """A line with its number."""

    number: int
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """What it says, but for the white space around it."""
        return "".join(word.text for word in self.words).strip()


@dataclass(frozen=True)
class Row:
    """Two lines side by side. Where a line has no partner, None stands for that; where partners differ, their changed
    words are marked."""

    left: Line | None
    right: Line | None
    changed: bool


def lexed(excerpt: Excerpt) -> list[Line]:
    """The lines as tokens."""
    lines: list[list[Word]] = [[]]
    for token, text in _LEXER.get_tokens("\n".join(excerpt.lines)):
        kind = next((name for known, name in _KINDS if token in known), "")
        first, *others = text.split("\n")
        lines[-1].append(Word(first, kind))
        lines += [[Word(part, kind)] for part in others]
    return [
        Line(number, tuple(w for w in words if w.text)) for number, words in enumerate(lines, excerpt.first)
    ][: len(excerpt.lines)]  # fmt: skip


def rows(left: Sequence[Line], right: Sequence[Line]) -> list[Row]:
    """The lines of both sides, each once; how far they are indented does not count."""
    found: list[Row] = []
    matcher = SequenceMatcher(None, [line.text for line in left], [line.text for line in right], autojunk=False)
    for what, a, a_end, b, b_end in matcher.get_opcodes():
        if what == "equal":
            found += [Row(one, other, False) for one, other in zip(left[a:a_end], right[b:b_end], strict=True)]
        else:
            found += _changed(left[a:a_end], right[b:b_end])
    return found


def _changed(left: Sequence[Line], right: Sequence[Line]) -> Iterator[Row]:
    """Lines that are versions of each other stand side by side; what lies between them, one side after the other."""
    done = 0
    for one in left:
        best = max(range(done, len(right)), key=lambda at: _likeness(one, right[at]), default=done)
        if done < len(right) and _likeness(one, right[best]) >= ALIKE:
            yield from (Row(None, line, True) for line in right[done:best])
            yield _versions(one, right[best])
            done = best + 1
        else:
            yield Row(one, None, True)
    yield from (Row(None, line, True) for line in right[done:])


def _words(line: Line) -> list[str]:
    return [word.text for word in line.words if word.text.strip()]


def _likeness(one: Line, other: Line) -> float:
    return SequenceMatcher(None, _words(one), _words(other), autojunk=False).ratio()


def _versions(one: Line, other: Line) -> Row:
    matcher = SequenceMatcher(None, [w.text for w in one.words], [w.text for w in other.words], autojunk=False)
    gone: set[int] = set()
    new: set[int] = set()
    for what, a, a_end, b, b_end in matcher.get_opcodes():
        if what != "equal":
            gone.update(range(a, a_end))
            new.update(range(b, b_end))
    return Row(_marked(one, gone), _marked(other, new), True)


def _marked(line: Line, changed: set[int]) -> Line:
    words = (
        Word(word.text, word.kind, at in changed and bool(word.text.strip())) for at, word in enumerate(line.words)
    )
    return Line(line.number, tuple(words))
