# SPDX-License-Identifier: MIT
"""C source as text: its tokens, blocks, functions and habits of layout.

A source is decoded as Latin-1, so that a character is a byte, every byte survives and offsets are libclang's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from string import ascii_letters
from typing import NamedTuple

from rcl.rewrite import lexers

#: perhaps a comment at the end of a line: one, for code may stand between two
LINE_COMMENT = r"[ \t]*(?:/\*(?:[^*\n]|\*(?!/))*\*/|//[^\r\n]*)?[ \t]*"


class Token(NamedTuple):
    """A token, comment or preprocessor line, and where it stands."""

    kind: str
    text: str
    start: int
    end: int


#: columns from one tab to the next, where spaces stand between them
TAB = 8
#: a statement that is a macro's name alone
_NAME_ALONE = re.compile(rf"(\w+)\b(?:\s|\\\r?\n|{lexers.COMMENT})*(?:(;)|(?=[\w}}#]))", re.ASCII | re.DOTALL)
#: a comment of several lines, or of one that is a sentence, with the end of its line
_TOLD = re.compile(r"[^\n]*(?:\n\s*\S|\w\.\s*\*/[ \t]*\r?\n\Z)")
#: a condition that never holds
_DEAD = re.compile(r"if\s+0\s*(?:$|/)")
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")
_ANY_COMMENT = re.compile(lexers.COMMENT, re.DOTALL)
_LETTERS, _NAME = frozenset(ascii_letters + "_"), re.compile(r"[A-Za-z_]\w*")
#: what begins a statement that holds another one
_GUARDS = frozenset({"if", "for", "while"})
#: what a compiler does not see
UNSEEN = ("comment", "directive")
#: makes tokens without asking whether they have four parts: there are many
_TOKEN = tuple.__new__


def lex(text: str, start: int = 0, end: int | None = None, lexer: re.Pattern[str] = lexers.TOKENS) -> Iterator[Token]:
    """Every token of a piece of text that a lexer tells of; comments and preprocessor lines too."""
    for match in lexer.finditer(text, start, len(text) if end is None else end):
        yield _TOKEN(Token, (match.lastgroup, match[0], match.start(), match.end()))


@lru_cache(maxsize=4)
def _tokens(text: str) -> tuple[list[Token], list[int]]:
    """All tokens of a text, and where they begin."""
    tokens = list(lex(text))
    return tokens, [token.start for token in tokens]


def between(text: str, start: int = 0, end: int | None = None) -> Sequence[Token]:
    """The tokens that begin in a piece of a text, comments and preprocessor lines too.

    For texts that stay as they are for a while: the whole is read once, for all who ask.
    """
    tokens, starts = _tokens(text)
    return tokens[bisect_left(starts, start) : None if end is None else bisect_left(starts, end)]


def code(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a piece of text that a compiler sees."""
    return [t for t in lex(text, start, end) if t.kind not in UNSEEN]


@lru_cache(maxsize=4)
def read(text: str, start: int, end: int) -> tuple[list[Token], list[Token]]:
    """The tokens of a piece of text, and those that a compiler sees: for a piece that several ask for in turn."""
    tokens = list(lex(text, start, end))
    return tokens, [t for t in tokens if t.kind not in UNSEEN]


def code_between(text: str, start: int, end: int) -> list[Token]:
    """The same for a text that stays as it is for a while."""
    return [t for t in between(text, start, end) if t.kind not in UNSEEN]


def structure(
    text: str, start: int = 0, end: int | None = None, lexer: re.Pattern[str] = lexers.TOKENS
) -> Iterator[Token]:
    """The tokens of code without what #if 0 takes out, and with one branch of each other #if, for the brackets of the
    others repeat its own: the first that has as many as most of them."""
    return _structured(lex(text, start, end, lexer))


def _structured(tokens: Iterable[Token]) -> Iterator[Token]:
    tokens = iter(tokens)
    for token in tokens:
        if token.kind == "directive":
            word = token.text.lstrip(" \t#")
            if word.startswith("if"):
                yield from _branch(tokens, word)
            elif word.startswith("el"):  # the text begins in another branch
                _branch(tokens, word)
        elif token.kind != "comment":
            yield token


def _branch(tokens: Iterator[Token], word: str) -> list[Token]:
    """The tokens of the branch that stands for all of an #if, whose directive is that; they are read up to its end."""
    branches: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "directive":
            other = token.text.lstrip(" \t#")
            if other.startswith("endif"):
                break
            if other.startswith("if"):
                branches[-1] += _branch(tokens, other)
            elif other.startswith("el"):
                branches.append([])
        elif token.kind != "comment":
            branches[-1].append(token)
    branches = branches[1:] if _DEAD.match(word) else branches
    opened = [sum((t.text in _OPENS) - (t.text in _CLOSES) for t in branch) for branch in branches]
    return branches[opened.index(max(opened, key=opened.count))] if branches else []


@lru_cache(maxsize=8)
def structure_of(text: str) -> tuple[Token, ...]:
    """The structure of a whole text, which several ask for one after another."""
    return tuple(_structured(between(text)))


def structure_between(text: str, start: int, end: int) -> Iterator[Token]:
    """The structure of a piece of a text that stays as it is for a while."""
    return _structured(between(text, start, end))


def spelt(text: str) -> list[str]:
    """The spellings of the tokens that a compiler sees, with those of preprocessor lines."""
    found: list[str] = lexers.SPELLINGS.findall(text)
    if "#" not in text and "/" not in text:
        return found
    words: list[str] = []
    for word in found:
        if word[0] not in " \t#/":
            words.append(word)
        elif word[0] != "/":
            words += _ANY_COMMENT.sub(" ", word).split()
        elif not word.startswith(("/*", "//")):
            words.append(word)
    return words


@lru_cache(maxsize=2)
def spelt_of(text: str) -> tuple[str, ...]:
    """The same of a whole text, which several ask for one after another."""
    return tuple(spelt(text))


def directives(text: str) -> list[str]:
    """The preprocessor lines of a text."""
    return [token.text for token in lex(text, lexer=lexers.DIRECTIVES) if token.kind == "directive"]


def names(text: str) -> set[str]:
    """The identifiers of a piece of text."""
    return _names(lexers.SPELLINGS.findall(text))


def names_between(text: str, start: int, end: int) -> set[str]:
    """The same of a piece of a text that stays as it is for a while."""
    return _names(token.text for token in between(text, start, end))


def _names(spelt: Iterable[str]) -> set[str]:
    """The words among tokens, and in preprocessor lines."""
    found = set(spelt)
    words = {word for word in found if word[0] in _LETTERS}
    return words.union(*(_NAME.findall(word) for word in found - words if word[0] in " \t#"))


def closing(text: str, start: int) -> int:
    """The offset just behind the bracket that closes the one at ``start``."""
    depth = 0
    for token in structure(text, start, lexer=lexers.BRACKETS):
        if token.text in ("(", "[", "{"):
            depth += 1
        elif token.text in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                return token.end
    raise ValueError(f"no closing bracket for offset {start}")


def opening(tokens: Sequence[Token], index: int, brackets: str = "{}") -> int:
    """The bracket that opens what is around a token, or what a closing one closes; the first token if none does."""
    depth = 1
    while depth and index > 0:
        index -= 1
        depth += (tokens[index].text == brackets[1]) - (tokens[index].text == brackets[0])
    return index


def name_alone(text: str, start: int) -> int | None:
    """The offset just behind the statement at ``start`` if that is a macro's name alone, ``LOCK;`` or ``LOCK``."""
    statement = _NAME_ALONE.match(text, start)
    return (statement.end(2) if statement[2] else statement.end(1)) if statement else None


def parentheses(text: str, start: int) -> str:
    """What makes a call of the macro's name at ``start`` if that is a statement alone, "" if it is none."""
    end = name_alone(text, start)
    return "" if end is None else "()" if text[end - 1] == ";" else "();"


def statement_end(text: str, start: int) -> int:
    """The offset just behind the call statement at ``start``: its semicolon, if a macro does not make do without."""
    if (alone := name_alone(text, start)) is not None:
        return alone
    end = closing(text, text.index("(", start))
    behind = next((token for token in structure(text, end) if token.text != ")"), None)
    return behind.end if behind and behind.text == ";" else end


def guarded_end(text: str, start: int) -> int | None:
    """The end of an ``if`` or loop without braces that begins a line, if that goes on with another statement.

    Of such a line gcc warns.
    """
    end = text.find("\n", start)
    tokens = code(text, start, len(text) if end < 0 else end)
    if len(tokens) < 2 or tokens[0].text not in _GUARDS or tokens[1].text != "(":
        return None
    depth, headed = 0, False
    for token, following in pairwise(tokens[1:]):
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if depth > 0:
            continue
        if not headed:
            headed = True
            if following.text == "{":
                return None
        elif token.text == ";" or (token.text == "}" and _NAME.match(following.text)):
            return None if following.text in ("else", "}") else token.end
    return None


@lru_cache(maxsize=4)
def _block_ends(text: str) -> dict[tuple[int, str], int]:
    """What has been found of where blocks of a text end: large functions are asked for many, again and again."""
    return {}


def block_end(text: str, start: int, brackets: str = "{}") -> int:
    """The offset of the brace that closes the block in which ``start`` stands, or of the bracket of another kind."""
    known = _block_ends(text)
    if (start, brackets) not in known:
        known[start, brackets] = _block_end(text, start, brackets)
    return known[start, brackets]


def _block_end(text: str, start: int, brackets: str) -> int:
    depth = 0
    for token in structure(text, start, lexer=lexers.BRACKETS):
        if token.text == brackets[0]:
            depth += 1
        elif token.text == brackets[1]:
            if depth == 0:
                return token.start
            depth -= 1
    raise ValueError(f"no block around offset {start}")


@lru_cache(maxsize=256)
def function_body(text: str, name: str, start: int = 0) -> tuple[int, int]:
    """The span of a function's body in the text, from its opening brace to behind the closing one."""
    depth = 0
    for token in structure(text, start, lexer=lexers.BODIES):
        if token.text == "{":
            depth += 1
        elif token.text == "}":
            depth = max(depth - 1, 0)
        elif depth == 0 and token.text == name and (brace := _body_after(text, token.end)) is not None:
            return brace, closing(text, brace)
    if (brace := _body_behind_macro(text, name, start)) is not None:
        return brace, closing(text, brace)
    raise ValueError(f"no function {name}")


def _body_behind_macro(text: str, name: str, start: int) -> int | None:
    """The opening brace of the function that a macro's name alone begins, ``YY_DECL {``; None if there is none."""
    named = [t for t in structure(text, start, lexer=lexers.HEADS) if t.kind == "name" and t.text == name]
    behind = ((token, next(structure(text, token.end), None)) for token in named)
    return next((after.start for _, after in behind if after is not None and after.text == "{"), None)


@lru_cache(maxsize=4)
def bodies(text: str) -> tuple[tuple[int, int], ...]:
    """The spans between the braces of functions, and of other blocks at file scope behind parentheses."""
    return tuple(_bodies(text))


def _bodies(text: str) -> Iterator[tuple[int, int]]:
    depth, start, before = 0, 0, ""
    for token in structure_of(text):
        if token.text == "{":
            if depth == 0:
                start = token.end if before == ")" else 0
            depth += 1
        elif token.text == "}":
            depth = max(depth - 1, 0)
            if depth == 0 and start:
                yield start, token.start
                start = 0
        before = token.text


def function_head(text: str, name: str, body: int) -> int:
    """Where the definition of the function with that body begins: behind what ends the code before it."""
    seen = [*lex(text, 0, body, lexers.ENDS)]
    mentions = [found.start() for found in re.finditer(rf"(?<!\w){name}(?!\w)", text[:body], re.ASCII)]
    named = next(at for at in reversed(mentions) if not any(t.start <= at < t.end for t in seen))
    return _head(text, 0, [token for token in seen if token.start < named])


def _head(text: str, start: int, before: Sequence[Token]) -> int:
    """Where the definition begins whose name follows these tokens, with nothing of it before ``start``."""
    ends = (t.end for t in reversed(before) if t.text in (";", "}") or t.kind in ("comment", "directive"))
    space = re.compile(r"\s*").match(text, next(ends, start))
    return space.end() if space else start


@dataclass(frozen=True)
class Definition:
    """A function: where its definition begins, its body's opening brace, and what is behind the closing one."""

    name: str
    head: int
    body: int
    end: int


def definitions(text: str) -> Iterator[Definition]:
    """Every function in the order of the text: for those who want many, as each looks through all before it."""
    found = _next_definition(text, 0)
    while found is not None:
        yield found
        found = _next_definition(text, found.end)


@lru_cache(maxsize=2)
def defined(text: str) -> dict[str, Definition]:
    """The first definition of each function."""
    found: dict[str, Definition] = {}
    for definition in definitions(text):
        found.setdefault(definition.name, definition)
    return found


#: what may stand in front of a function's name, with something in parentheses
_ATTRIBUTES = frozenset({"__attribute__", "__attribute", "__declspec", "_Alignas", "__typeof__", "__typeof", "typeof"})

#: what may stand behind a function's parentheses, with something in parentheses
_SAYING_MORE = _ATTRIBUTES | {"__asm__", "__asm", "asm"}


def _next_definition(text: str, start: int) -> Definition | None:
    depth = 0
    for token in structure(text, start, lexer=lexers.BODIES):
        if token.text == "{":
            depth += 1
        elif token.text == "}":
            depth = max(depth - 1, 0)
        elif token.text in _ATTRIBUTES:
            continue  # what it is given stands in parentheses, too
        elif depth == 0 and token.kind == "name" and (brace := _body_after(text, token.end)) is not None:
            head = _head(text, start, [*lex(text, start, token.start, lexers.ENDS)])
            with suppress(ValueError):
                return Definition(token.text, head, brace, closing(text, brace))
            return Definition(token.text, head, brace, brace + 1)  # a macro closes it
    return None


#: what stands in no declaration of a parameter
_NO_PARAMETERS = frozenset({"=", "}", "static", "extern", "typedef"})


def _body_after(text: str, start: int) -> int | None:
    """The opening brace of the function whose name ends at ``start``, None if it is no definition."""
    opening = next(structure(text, start), None)
    if opening is None or opening.text != "(":
        return None
    end = closing(text, opening.start)
    depth = 0
    for token, following in pairwise(structure(text, end)):
        depth += (token.text == "(") - (token.text == ")")
        if depth < 0 and following.text in ("(", "["):
            depth = 0  # (*name(void))(int), which returns a pointer
        if depth == 0 and token.text == "{":
            return token.start
        ends = token.text in _NO_PARAMETERS
        ends = ends or (token.text in (",", ";") and not _old_style(text, end, token.end))
        if depth < 0 or (depth == 0 and ends):
            return None
    return None


def _old_style(text: str, start: int, end: int) -> bool:
    """Whether parameter declarations stand between a function's parentheses and its body (K&R).

    What a prototype has there of attributes and of its symbol's name may have several words, too.
    """
    words = [token for token in code(text, start, end) if token.kind == "word"]
    said = next((word for word in words if word.text in _SAYING_MORE), None)
    if said is None:
        return len(words) > 1
    before = sum(word.start < said.start for word in words)
    given = next(structure(text, said.end), None)
    if before > 1 or given is None or given.text != "(":
        return len(words) > 1
    return _old_style(text, closing(text, given.start), end)


def line_start(text: str, offset: int) -> int:
    """Where the line of the offset begins."""
    return text.rfind("\n", 0, offset) + 1


def whole_line(text: str, start: int, end: int) -> tuple[int, int]:
    """A statement's span, with its line and one of the blank lines around it where it is the line's only content."""
    line = line_start(text, start)
    following = text.find("\n", end) + 1
    if text[line:start].strip() or re.sub(r"/\*.*?\*/|//.*", "", text[end:following], flags=re.DOTALL).strip():
        return start, end
    before = text[:line].rstrip(" \t\r\n")
    apart = before.endswith("{") or text.count("\n", len(before), line) > 1
    blank = re.compile(r"[ \t]*\r?\n").match(text, following)
    return line, blank.end() if apart and blank else following


def with_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    """A statement's span as it goes: with its line, or with the blanks behind it, or those before it at a line's end.
    """
    if (line := whole_line(text, start, end)) != (start, end):
        return line
    behind = re.compile(r"[ \t]*").match(text, end)
    assert behind is not None
    last = re.compile(r"\r?\n").match(text, behind.end())
    return (len(text[:start].rstrip(" \t")), end) if last else (start, behind.end())


def directive_end(text: str, offset: int) -> int:
    """Where a preprocessor line ends that the offset is in: comments and lines that go on belong to it."""
    match = re.compile(rf"(?:{lexers.COMMENT}|\\\r?\n|[^\r\n])*", re.DOTALL).match(text, offset)
    return match.end() if match else offset


def line_number(text: str, offset: int) -> int:
    """The line of the offset, counting from 1."""
    return bisect_left(_newlines(text), offset) + 1


@lru_cache(maxsize=4)
def _newlines(text: str) -> list[int]:
    return [match.start() for match in re.finditer("\n", text)]


def indent_at(text: str, offset: int) -> str:
    """The white space that the line of the offset begins with."""
    match = re.compile(r"[ \t]*").match(text, line_start(text, offset))
    return match[0] if match else ""


def before_comment(text: str, offset: int) -> int:
    """The start of the line on which the comment above ``offset`` begins, else of the offset's own line.

    Lines of attributes and macros between the comment and the offset belong to what stands at the offset. A comment
    of several lines, or of a sentence, may be one blank line away, unless nothing stands above it: that one is the
    file's; nor is it where another comment comes between: then it is about all that follows. Behind something else in
    its line it is the offset itself.
    """
    if goes_on(text, offset):
        return offset
    start, commented = line_start(text, offset), False
    while start > 0:
        above = line_start(text, start - 1)
        line = text[above:start].strip()
        if text[:above].endswith(("\\\n", "\\\r\n")):
            break  # the end of a macro
        if line.endswith("*/"):
            opening = _comment_start(text, start)
            if opening is None:
                break
            start, commented = opening, True
        elif line.startswith("//"):
            start, commented = above, True
        elif re.fullmatch(r"(?!(?:else|do)\b)[A-Za-z_][\w \t*]*(\([^;{}]*\))?", line):
            start = above
        else:
            opening = None if line or commented else _comment_start(text, above)
            said = text[opening:above] if opening is not None else ""
            whole = _first_comment(text, opening) if opening is not None else 0
            if opening is None or not _TOLD.match(said) or not text[:whole].strip():
                break
            return whole
    return start


def goes_on(text: str, offset: int) -> bool:
    """Whether what begins at ``offset`` does so in the line of something else that ends before it."""
    start = line_start(text, offset)
    before = code_between(text, start, offset) if re.search("[;}]", text[start:offset]) else []
    return bool(before) and before[-1].text in (";", "}")


def before_function(text: str, start: int) -> int:
    """Where something may stand before a function that begins at ``start``: before its comment.

    And before an #if that ends before its body, so that only its head stands in a branch of that.
    """
    tokens, starts = _tokens(text)
    following = islice(tokens, bisect_left(starts, start), None)
    body = next((t.start for t in following if t.text == "{" and t.kind not in UNSEEN), start)
    for begun, end in _conditionals(text):
        if begun < start < end < body:
            start = begun
    return before_comment(text, start)


@lru_cache(maxsize=4)
def _conditionals(text: str) -> tuple[tuple[int, int], ...]:
    """Where each #if and its #endif begin, the inner ones first."""
    found, opened = [], list[int]()
    for token in (t for t in between(text) if t.kind == "directive"):
        word = re.match(r"#\s*(if|endif)", token.text.lstrip())
        if word and word[1] == "if":
            opened.append(token.start)
        elif word and opened:
            found.append((opened.pop(), token.start))
    return tuple(found)


def _comment_start(text: str, end: int) -> int | None:
    """The start of the line on which a comment that ends just before ``end`` begins; None if code stands before it."""
    opening = text.rfind("/*", 0, end)
    start = line_start(text, opening)
    return start if opening >= 0 and text[:end].rstrip().endswith("*/") and not text[start:opening].strip() else None


def _first_comment(text: str, start: int) -> int:
    """Where the first of the comments begins that stand one below the other above a comment, and with that."""
    while text[:start].endswith(("*/\n", "*/\r\n")) and (above := _comment_start(text, start)) is not None:
        start = above
    return start


def newline(text: str) -> str:
    """How the lines of a file end."""
    return "\r\n" if "\r\n" in text else "\n"


def reindent(text: str, old: str, new: str) -> str:
    """Text whose lines began with the indentation ``old``, with ``new`` instead; all else stays.

    Preprocessor lines and lines inside a string keep their place, and so does a comment that begins before that
    indentation, whole. Where tabs and spaces are mixed, columns count.
    """
    if old == new:
        return text
    inside = {
        n
        for t in lex(text)
        if "\n" in t.text and (t.kind == "string" or (t.kind == "comment" and _is_further_out(text, t.start, old)))
        for n in range(line_number(text, t.start) + 1, line_number(text, t.end) + 1)
    }
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#") and number not in inside:
            lines[number - 1] = _moved(line, old, new)
    return "\n".join(lines)


def _is_further_out(text: str, offset: int, indent: str) -> bool:
    """Whether a line begins at an offset, before the column of an indentation."""
    before = text[line_start(text, offset) : offset]
    return not before.strip() and column(before) < column(indent)


def _moved(line: str, old: str, new: str) -> str:
    """A line with another indentation if its own begins with that column."""
    own = line[: len(line) - len(line.lstrip(" \t"))]
    mixed = " " in old + new and "\t" in own.removeprefix(old)
    if own.startswith(old) and not mixed:
        return new + line[len(old) :]
    further = len(own.expandtabs()) - len(old.expandtabs())
    if further < 0:
        return line
    column = len(new.expandtabs()) + further
    return (tabs_to(column) if "\t" in own else " " * column) + line[len(own) :]


def tabs_to(column: int) -> str:
    """The blanks from the beginning of a line to a column, tabs as far as they go."""
    return "\t" * (column // TAB) + " " * (column % TAB)


def column(text: str) -> int:
    """The column behind the beginning of a line."""
    return len(text.expandtabs())


def trim(text: str) -> str:
    """Text without blank lines around it and white space behind it."""
    return re.sub(r"\A(?:[ \t]*\r?\n)+", "", text).rstrip()


def is_statement(text: str) -> bool:
    """Whether a text is one statement that ends with a semicolon, and not an empty one: not several, not a comment."""
    depth, ends = 0, []
    for token in code(text):
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if depth == 0 and token.text in (";", "}"):
            ends.append(token.text)
    return ends == [";"] and text.strip() != ";" and not declares_first(text)


#: what begins a declaration, and no statement
_TYPE_WORD = (
    r"\s*(?:const|volatile|static|extern|register|auto|inline|typedef|signed|unsigned|short|long|int|char|float|double|void|bool"
    r"|_Bool|_Atomic|_Alignas|_Static_assert|struct|union|enum|typeof|__typeof__|__auto_type|__extension__|__thread|_Thread_local)\b"
)
_DECLARATION = (
    r"\s*(?!(?:return|goto|else|do|case)\b)\w+(?:\s+|\s*\*+\s*)(?:(?:const|restrict|volatile)\s+)*\w+\s*[=;,\[]"
    r"|\s*(?!(?:if|while|for|switch)\b)\w+[ \t]*\(\w+\)[ \t]+\w+\s*[=;]"
)


def declares_first(text: str) -> bool:
    """Whether a text may begin with a declaration, which cannot follow a label."""
    return re.match(f"{_TYPE_WORD}|{_DECLARATION}", text) is not None
