# SPDX-License-Identifier: MIT
"""A text as spatch gets to see it: without what it cannot parse, and that the rule is not about."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rcl.names import OPENS
from rcl.rewrite import ctext
from rcl.rewrite.edits import Edit, apply

#: ``__attribute__((aligned(16)))``, ``__attribute__((noinline, cold))``, ``struct __attribute__((packed))``,
#: ``[[maybe_unused]]``, and a macro before ``static`` or ``enum``; on one line, for lines are counted. Comments and
#: strings are passed over.
_ATTRIBUTE = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|"
    r"\b__attribute(?:__)?[ \t]*\(\((?:[^()\n\"]|\"[^\"\n]*\")*(?:,|\((?:[^()\n\"]|\"[^\"\n]*\")*\))"
    r"(?:[^()\n\"]|\"[^\"\n]*\"|\([^()\n]*\))*\)\)|"
    r"(?:(?<=\bstruct )|(?<=\bunion )|(?<=\benum ))__attribute(?:__)?[ \t]*\(\([ \t]*\w+[ \t]*\)\)|"
    r"\[\[(?:[^\[\]\n\"]|\"[^\"\n]*\")*\]\]|"
    r"(?<![^\n])[A-Z][A-Z0-9_]{4,}(?=\s+(?:static|extern|inline|enum|struct|union)\b)",
    re.DOTALL,
)
#: a macro that is an attribute, with which spatch fails where it stands before ``static``: up to that
_DEFINED_ATTRIBUTE = re.compile(
    r"^([ \t]*#[ \t]*define[ \t]+\w+[ \t]+)(__attribute(?:__)?[ \t]*\(\([\w \t,]*\)\))(?=[ \t\r]*$)", re.MULTILINE
)
#: such a macro, too short for a comment in its place
_SHORT_ATTRIBUTE = re.compile(r"^[A-Z][A-Z0-9_]{,3}(?=[ \t]+(?:static|extern|inline)\b)", re.MULTILINE)
#: a parameter that a macro names, ``void *UNUSED(arg)``: its type, the macro and the name
_NAMING_MACRO = re.compile(r"(\w\s+|\*\s*)\b([A-Z_][A-Z0-9_]{3,})\((\w+)\)(?=\s*[,)])")
#: a function's type that a macro is handed, ``API_DECLARE(size_t) name(``: up to the name
_TYPE_MACRO = re.compile(
    r"^([^\S\n]*(?:(?:static|extern|inline)\s+)*)([A-Za-z_]\w*\([\w \t*]+\))(?=\s*\**\s*\w+\s*\()", re.MULTILINE
)
#: what a macro says between a function's type and its name, ``static int NONNULL(1) name(``
_HEAD_MACRO = re.compile(
    r"^((?:[A-Za-z_]\w*[ \t]+|\*[ \t]*)+)([A-Z_][A-Z0-9_]{3,}\([\w \t,]*\))(?=\s*\**\s*[A-Za-z_]\w*\s*\()",
    re.MULTILINE,
)
#: a variable's type that a macro makes, ``LIST_HEAD(, item) own;`` in a function: up to the name
_VARIABLE_MACRO = re.compile(
    r"^([^\S\n]*(?:(?:static|const)\s+)*)((?!\w*EACH)[A-Z][A-Z0-9_]*\([\w \t*,]*\))(?=[ \t]+\**\w+[ \t]*[=;,\[])",
    re.MULTILINE,
)
#: an operator that may be an argument of a macro, ``COMPARE(a, >, b)``: one that means nothing there by itself
_OPERATOR = re.compile(r"[-+*/%&|^=!<>~]|[-+*/%&|^=!<>]=|<<=?|>>=?|&&|\|\||->|\+\+|--")
_OLD_STYLE = re.compile(r"/\*[.\r\n]*\d+\*/")
#: where something begins and ends in a text
Extent = tuple[int, int]


@dataclass(frozen=True)
class Shown:
    """A text as spatch gets to see it, and what was put into the place of what it cannot parse."""

    text: str
    attributes: list[str]
    named: dict[str, str]
    heads: dict[str, str]
    typed: dict[str, str]
    loops: dict[str, str]
    bodies: list[str]
    ended: bool
    divided: bool
    operators: list[str]

    def undone(self, text: str) -> str:
        """What spatch has made of the text, as it should read."""
        text = _with_operators(text, self.operators)
        text = _with_quotes(text) if self.divided else text
        text = text.replace(_END, "") if self.ended else text
        text = _scopes_for_loops(text, self.loops)
        for hidden in (self.typed, self.named):
            text = _put_back(text, hidden)
        return _put_back(_with_bodies(_with_attributes(text, self.attributes), self.bodies), self.heads)


@dataclass(frozen=True)
class Alone:
    """The marks of a text, and nothing else of it: each as a statement, in its line, of a function."""

    text: str
    pieces: list[str]

    def undone(self, text: str) -> str:
        """What spatch has made of the marks, in the text that they come from."""
        text = text.removeprefix(_FUNCTION[0]).removesuffix(_FUNCTION[1])
        return _with_bodies(text, self.pieces, rf"(?:\s*{re.escape(_STATEMENT.strip())})?(?:{re.escape(_NEXT)})?")


View = Shown | Alone


def shown(text: str, places: Sequence[Extent]) -> Shown:
    """A text for spatch, given what its marks stand in."""
    text, heads = _without_old_style(text)
    text, bodies = _without_bodies(text, places)
    text, attributes = _without_attributes(text)
    text, named = _without_naming_macros(text)
    text, typed = _without_type_macros(text)
    text, loops = _loops_for_scopes(text)
    ended = _with_ends(text)
    divided = _without_quotes(ended)
    whole, operators = _without_operators(divided)
    return Shown(whole, attributes, named, heads, typed, loops, bodies, ended != text, divided != ended, operators)


def alone(text: str, places: Sequence[Extent]) -> Alone:
    """A text's marks for spatch, given what they stand in; without their lines if so many would take it long."""
    between = zip((0, *(last for _, last in places)), (*(first for first, _ in places), len(text)), strict=True)
    made, pieces = _without_pieces(text, between, alone=True, lines=text.count("\n") <= _LINES)
    return Alone(made.join(_FUNCTION), pieces)


_END = " ;/*end*/"


def _with_ends(text: str) -> str:
    """The text with an empty statement at the end of each block that is a do loop's body.

    spatch passes over a function that never gets to the condition of such a loop: ``do { return 1; } while (n);``.
    """
    if _END in text or not re.search(r"\bdo\b", text):
        return text
    ends: list[int] = []
    opened: list[bool] = []
    before = None
    for token in ctext.structure_of(text):
        if token.text == "{":
            opened.append(before is not None and before.text == "do")
        elif token.text == "}" and opened and opened.pop() and before:
            ends.append(before.end)
        before = token
    return apply(text, (Edit(end, end, 0, _END) for end in ends))


_DIGITS = "rcl_digits_"
#: a number with quotes between its digits; comments, strings and characters are passed over
_DIVIDED = re.compile(
    rf"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'{OPENS}(?:[^'\\\n]|\\.)*'|(?<!\w)(\d[\w.]*(?:'[\w.]+)+)", re.DOTALL
)


def _without_quotes(text: str) -> str:
    """The text with a name for each number with quotes between its digits: spatch takes them for a character's."""

    def named(number: str) -> str:
        return _DIGITS + number.replace(".", "__").replace("'", "_")

    if _DIGITS in text or not re.search(r"\d'\w", text):
        return text
    return _DIVIDED.sub(lambda found: named(found[1]) if found[1] else found[0], text)


def _with_quotes(text: str) -> str:
    pattern = rf"\b{_DIGITS}(\w+)"
    return re.sub(pattern, lambda match: match[1].replace("__", ".").replace("_", "'"), text)


_NAMED = "rcl_operator_{}"


def _without_operators(text: str) -> tuple[str, list[str]]:
    """The text with a name for each operator that is an argument; and these. spatch does not see the function else."""
    found: list[str] = []
    if not re.search(rf"[(,]\s*(?:{_OPERATOR.pattern})\s*[,)]", text) or _NAMED.partition("{")[0] in text:
        return text, found
    edits: list[Edit] = []
    tokens = ctext.code_between(text, 0, len(text))
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        ends = before.text + after.text
        if ends in ("(,", ",,", ",)") and _OPERATOR.fullmatch(token.text):
            edits.append(Edit(token.start, token.end, 0, _NAMED.format(len(found))))
            found.append(token.text)
    return apply(text, edits), found


def _with_operators(text: str, found: list[str]) -> str:
    pattern = _NAMED.format(r"(\d+)\b")
    return re.sub(pattern, lambda match: found[int(match[1])], text) if found else text


#: what the marks of a text stand in if they stand alone, and how many in one: spatch takes long for large functions
_FUNCTION = ("void marks(void) {", "}")
_IN_ONE = 16
#: how many lines spatch is shown of marks that stand alone: 96 000 take it 15 seconds
_LINES = 20_000
#: what makes a statement of a mark, and what else may stand behind the last of a function
_STATEMENT = " = 0;"
_NEXT = "".join(reversed(_FUNCTION))
_EMPTY = "/*body {}*/"


def _without_bodies(text: str, places: Sequence[Extent]) -> tuple[str, list[str]]:
    """The text without the functions' bodies that have no mark, each line in its place; and these pieces.

    One with preprocessor lines stays: what looks like its end may be another one's.
    """
    held = [start for start, _ in places]
    spans = ((start, end) for start, end in ctext.bodies(text) if bisect_left(held, start) == bisect_left(held, end))
    unneeded = (span for span in spans if not re.search(r"^[ \t]*#", text[slice(*span)], re.MULTILINE))
    return (text, []) if _EMPTY.partition("{")[0] in text else _without_pieces(text, unneeded)


def _without_pieces(
    text: str, spans: Iterable[Extent], alone: bool = False, lines: bool = True
) -> tuple[str, list[str]]:
    """The text without some pieces, with their ``lines``; and these. ``alone``: what they leave are statements."""
    edits: list[Edit] = []
    pieces: list[str] = []
    for number, (start, end) in enumerate(spans):
        piece = text[start:end]
        statement = "" if text[:start].endswith(";") else _STATEMENT
        before = (statement + _NEXT * (number % _IN_ONE == 0)) * (alone and number > 0)
        edits.append(Edit(start, end, 0, before + _EMPTY.format(number) + "\n" * (piece.count("\n") * lines)))
        pieces.append(piece)
    return apply(text, edits), pieces


def _with_bodies(text: str, pieces: list[str], before: str = "") -> str:
    """The text with these pieces in their places, and without what stands before each there."""
    pattern = before + re.escape(_EMPTY).replace(r"\{\}", r"(\d+)") + r"\n*"
    return re.sub(pattern, lambda match: pieces[int(match[1])], text) if pieces else text


def _without_attributes(text: str) -> tuple[str, list[str]]:
    """The text with comments, as long, for the attributes that spatch cannot parse, C23's and those with arguments; and
    these."""
    hidden: list[str] = []

    def comment(attribute: str) -> str:
        made = f"/*{len(hidden):.>{len(attribute) - 4}}*/"
        if attribute.startswith(("/", '"')) or made in text:
            return attribute
        hidden.append(attribute)
        return made

    shorter = _ATTRIBUTE.sub(lambda match: comment(match[0]), text)
    return _DEFINED_ATTRIBUTE.sub(lambda match: match[1] + comment(match[2]), shorter), hidden


def _with_attributes(text: str, hidden: list[str]) -> str:
    for number, attribute in enumerate(hidden):
        text = text.replace(f"/*{number:.>{len(attribute) - 4}}*/", attribute)
    return text


def _without_naming_macros(text: str) -> tuple[str, dict[str, str]]:
    """The text with ``/*...*/arg`` for the parameter ``UNUSED(arg)``, as long; and what that was.

    spatch takes ``arg`` for a type there, and then everywhere.
    """
    return _replaced(text, _NAMING_MACRO, lambda macro, number: f"{_as_comment(macro[2] + '(', number)}{macro[3]} ")


def _without_type_macros(text: str) -> tuple[str, dict[str, str]]:
    """The text with ``/*...*/int``, as long, for a function's type ``API_DECLARE(size_t)`` and for that of a function's
    own ``LIST_HEAD(, item) own;``, and with a comment for ``NONNULL(1)`` behind a function's type; and what these were.

    spatch does not see the function else.
    """

    def as_int(macro: re.Match[str], number: int) -> str:
        return f"{_as_comment(macro[2][:-3], number)}int"

    text, types = _replaced(text, _TYPE_MACRO, as_int)
    text, variables = _replaced(text, _VARIABLE_MACRO, as_int, inside=True, first=len(types))
    found = types | variables
    text, heads = _replaced(text, _HEAD_MACRO, lambda macro, number: _as_comment(macro[2], number), first=len(found))
    return text, found | heads


def _replaced(
    text: str,
    pattern: re.Pattern[str],
    made_of: Callable[[re.Match[str], int], str],
    inside: bool = False,
    first: int = 0,
) -> tuple[str, dict[str, str]]:
    """The text with something as long, and found nowhere else, for what a pattern finds behind its first group outside
    of functions, or ``inside``; and what that was. What is made has a number, from ``first`` on.
    """
    found: dict[str, str] = {}

    def hidden(match: re.Match[str]) -> str:
        bodies = ctext.bodies(text)
        after = bisect_left(bodies, (match.start(), 0))
        in_body = after > 0 and match.start() < bodies[after - 1][1]
        made, original = made_of(match, first + len(found)), match[0][len(match[1]) :]
        is_code = ctext.between(text, match.end(1), match.end(1) + 1)  # a token that begins there: no comment's word
        if not is_code or made in text or len(made) != len(original) or in_body is not inside:
            return match[0]
        found[made] = original
        return match[1] + made

    return pattern.sub(hidden, text), found


def _without_old_style(text: str) -> tuple[str, dict[str, str]]:
    """The text with comments, as long, for the parameters of old-style definitions; and these.

    spatch takes ``me`` in ``long f(me) int me; {`` for a type if anything stands before it, and then everywhere.
    """
    heads: dict[str, str] = {}
    for start, end in _old_style(ctext.structure_of(text)):
        head = _as_comment(text[start : end - 1], len(heads)) + ")"
        if _OLD_STYLE.fullmatch(head[:-1]) and head not in text:
            heads[head] = text[start:end]
    for head, original in heads.items():
        text = text.replace(original, head)
    return text, heads


def _put_back(text: str, hidden: dict[str, str]) -> str:
    for made, original in hidden.items():
        text = text.replace(made, original)
    return text


def _old_style(tokens: Sequence[ctext.Token]) -> Iterator[tuple[int, int]]:
    """From behind the parenthesis of each old-style definition to behind the semicolon before its body."""
    depth, opening = 0, 0
    for at, token in enumerate(tokens):
        if depth == 0 and token.text == "(" and at > 0 and tokens[at - 1].kind == "word" and _names_only(tokens, at):
            opening = at
        elif depth == 0 and token.text == "{":
            if opening and tokens[at - 1].text == ";":
                yield tokens[opening].end, tokens[at - 1].end
            opening = 0
        depth += (token.text in "({[") - (token.text in ")}]")


def _names_only(tokens: Sequence[ctext.Token], opening: int) -> bool:
    """Does a list of names begin there, with a declaration behind it?"""
    at = opening + 1
    while at + 1 < len(tokens) and tokens[at].kind == "word" and tokens[at + 1].text == ",":
        at += 2
    last = [token.kind for token in tokens[at : at + 3 : 2]]
    return last == ["word", "word"] and tokens[at + 1].text == ")"


def _as_comment(text: str, number: int) -> str:
    """A comment as long and with as many lines, if that is possible."""
    last = f"{number}*/"
    dots = re.sub(r"[^\r\n]", ".", text)
    return "/*" + dots[2 : -len(last)] + last


_BEFORE_STATEMENTS = frozenset({";", "{", "}", ")", ":", "else", "do"})
#: what of the language stands before parentheses and a brace
_BEFORE_BLOCKS = frozenset({
    "if", "for", "while", "switch", "return", "sizeof", "typeof", "__typeof__", "_Alignof", "__attribute__",
})  # fmt: skip


def hints(text: str) -> bytes:
    """Makes macros vanish that would hide their function: a whole statement without a semicolon, and attributes."""
    tokens = ctext.structure_of(text)
    found = set(_SHORT_ATTRIBUTE.findall(text))
    depth = 0
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        depth += (before.text == "{") - (before.text == "}")
        if depth <= 0 or not token.text.isupper():
            continue
        begins = before.text in (";", "{", "}", ":") or before.text in found
        ends = after.kind == "word" or after.text in ("}", "*")
        alone = begins and ends and "\n" in text[token.end : after.start]
        if alone and re.fullmatch(r"[A-Z][A-Z0-9_]+", token.text):
            found.add(token.text)
    return "".join(f"#define {name}\n" for name in sorted(found)).encode("ascii")


def _loops_for_scopes(text: str) -> tuple[str, dict[str, str]]:
    """The text with names, as long, that spatch takes for loops in the place of the scope macros; and these."""
    names = {name: f"for{number:_>{len(name) - 3}}" for number, name in enumerate(sorted(_scopes(text)))}
    names = {name: loop for name, loop in names.items() if len(loop) == len(name) and loop not in text}
    words = [t for t in ctext.code_between(text, 0, len(text)) if t.text in names] if names else []
    text = apply(text, (Edit(t.start, t.end, 0, names[t.text]) for t in words))
    return text, {loop: name for name, loop in names.items()}


def _scopes_for_loops(text: str, names: dict[str, str]) -> str:
    return re.sub("|".join(names), lambda match: names[match[0]], text) if names else text


def _scopes(text: str) -> set[str]:
    """The macros with arguments that stand before a block, in any build: ``SYNCHRONIZED(m) { ... }``."""
    found: set[str] = set()
    for start, end in ctext.bodies(text):
        opened: list[str] = []
        before, last, closed = "", "", ""
        for token in ctext.code_between(text, start, end):
            if token.text == "{" and closed not in ("", *_BEFORE_BLOCKS):
                found.add(closed)
            closed = opened.pop() if token.text == ")" and opened else ""
            if token.text == "(":
                opened.append(last if last.isidentifier() and before in _BEFORE_STATEMENTS else "")
            before, last = last, token.text
    return found
