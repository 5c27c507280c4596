# SPDX-License-Identifier: MIT
"""How a program is written down: the indentation, the braces, the ends of lines, and the odd things between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fuzz.choices import Choices

#: what may stand between two statements, and at the end of one
REMARKS = ("/* remark */", "/* { not a brace */", '/* "no string */', "/* one line\n   and another; */", "// a line; {")
TRAILING = ("/* why */", "/* unlock } */", "// so be it", "/* pthread_mutex_unlock(&m); */")
#: a string or a character, in which no line may end; a comment, in which none may begin; where one may break
_BREAK = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|/\*.*?\*/|//.*|(?P<space>(?<=[,;(=+]) )(?=[^ /])")


@dataclass
class Block:
    """Statements below a head (``if (x)``); bare without braces, if that is possible."""

    head: str
    body: list[Node] = field(default_factory=list)
    bare: bool = False
    tail: str = ""


class Declared(str):
    """A declaration, which cannot stand where a statement must."""


Node = str | Block


@dataclass(frozen=True)
class Layout:
    """A file's way of writing."""

    unit: str = "\t"
    brace_below: bool = False
    cuddled: bool = True
    label_indent: bool = False
    line_comments: bool = True
    odd: bool = False

    @classmethod
    def draw(cls, choices: Choices, line_comments: bool) -> Layout:
        """One of the usual ways, or an unusual one."""
        if not choices.chance(60):
            return cls(line_comments=line_comments)
        unit = choices.pick(["\t", "    ", "  ", "   ", "", " \t"])
        below, cuddled, labels = choices.chance(30), choices.chance(60), choices.chance(40)
        return cls(unit, below, cuddled, labels, line_comments, choices.chance(20))

    def text(self, nodes: Sequence[Node], choices: Choices) -> str:
        """The text of nodes at the margin."""
        lines = "\n".join(self._lines(nodes, 0)).split("\n")
        if self.odd:
            lines = "\n".join(_oddly(lines, choices)).split("\n")
        return "".join(f"{line}\n" for line in lines)

    def _lines(self, nodes: Sequence[Node], depth: int) -> Iterator[str]:
        open_else = False
        for index, node in enumerate(nodes):
            follows = nodes[index + 1] if index + 1 < len(nodes) else None
            if isinstance(node, str):
                yield self._line(node, depth)
                continue
            indent = self.unit * depth
            has_else = isinstance(follows, Block) and follows.head.startswith("else")
            closes_else = has_else and self.cuddled
            alone = len(node.body) == 1 and (_plain(node.body[0]) or (_is_if(node.body[0]) and not has_else))
            bare = node.bare and alone and not open_else and not closes_else
            head = f"}} {node.head}" if open_else else node.head
            if bare:
                yield indent + head
                yield from self._lines(node.body, depth + 1)
            else:
                yield from self._opened(head, indent)
                yield from self._lines(node.body, depth + 1)
                if not closes_else:
                    yield f"{indent}}}{node.tail}"
            open_else = closes_else and not bare

    def _opened(self, head: str, indent: str) -> Iterator[str]:
        if self.brace_below and head and not head.startswith("}"):
            yield indent + head
            yield indent + "{"
        else:
            yield f"{indent}{head} {{" if head else indent + "{"

    def _line(self, text: str, depth: int) -> str:
        if not text or text.startswith("#"):
            return text
        if _label(text) and not self.label_indent:
            depth = 0 if not text.startswith(("case ", "default")) else depth - 1
        return self.unit * depth + text


def _oddly(lines: Sequence[str], choices: Choices) -> Iterator[str]:
    """The same tokens with other white space between them."""
    before, inside = "", False  # what the next line is joined to; whether a comment goes on
    for line in lines:
        outside, inside = not inside, (inside or "/*" in line) and "*/" not in line
        whole = outside and not inside and not line.startswith("#") and "//" not in line
        form = choices.below(12) if whole and line.strip() else 0
        if form == 1:
            line += choices.pick(("  ", "\t", " \f"))
        if form == 2:
            line = _BREAK.sub(lambda m: "\n\t\t " if m["space"] and choices.chance(40) else m[0], line)
        if form == 3:
            line = line.lstrip()
        if form == 5 and choices.chance(30):
            line = _BREAK.sub(lambda m: " \\\n" if m["space"] and choices.chance(40) else m[0], line)
        if before and whole:
            line = f"{before} {line.lstrip()}"
        elif before:
            yield before
        before = ""
        if form == 4 and line.strip():
            before = line
        else:
            yield line
    if before:
        yield before


def _label(text: str) -> bool:
    return text.endswith(":") and "?" not in text


def _plain(node: Node) -> bool:
    """Whether a statement can stand without braces and mean the same."""
    text = isinstance(node, str) and not isinstance(node, Declared)
    return text and str(node).endswith(";") and str(node).count(";") == 1 and not str(node).startswith(("#", "/"))


def _is_if(node: Node) -> bool:
    """Whether it is an if statement, which takes the next else."""
    return isinstance(node, Block) and node.head.startswith("if ")
