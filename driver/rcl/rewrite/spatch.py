# SPDX-License-Identifier: MIT
"""Runs the semantic patch, on several files at once: starting spatch takes as long as working on a small file."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rcl.errors import Code, RclError
from rcl.model import Place
from rcl.rewrite import ctext
from rcl.rewrite.edits import Edit, apply
from rcl.workspace import scratch

RULE = "section.cocci"
PACKAGE = Path(__file__).resolve().parent.parent
TIMEOUT_S = 120
#: OCaml's heap for young objects, in words: with the 256k that it has by itself, spatch takes a tenth longer
HEAP = "s=1M"
#: ``__attribute__((aligned(16)))``, ``__attribute__((noinline, cold))``, ``[[maybe_unused]]``, and a macro before
#: ``static``; on one line, for lines are counted. Comments and strings are passed over.
_ATTRIBUTE = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|"
    r"\b__attribute(?:__)?[ \t]*\(\((?:[^()\n\"]|\"[^\"\n]*\")*(?:,|\((?:[^()\n\"]|\"[^\"\n]*\")*\))"
    r"(?:[^()\n\"]|\"[^\"\n]*\"|\([^()\n]*\))*\)\)|"
    r"\[\[(?:[^\[\]\n\"]|\"[^\"\n]*\")*\]\]|"
    r"(?<![^\n])[A-Z][A-Z0-9_]{4,}(?=[ \t]+(?:static|extern|inline)\b)",
    re.DOTALL,
)
#: where spatch says that it has failed in a source
_PLACE = re.compile(r"\bsources/\d+\.c: (\d+): (.*?)(?:\"\) in |$)", re.MULTILINE)
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
_OLD_STYLE = re.compile(r"/\*[.\r\n]*\d+\*/")
OPTIONS = (
    "--no-saved-typedefs",  # types inferred in one rule or file must not drop functions of the next
    "--no-loops",  # no rule follows a path around a loop, and loops explode the search
    "--no-includes",  # libclang knows the types; headers only cost time
    "--max-width",  # a call that a rule touches is not to be broken into other lines
    "100000",
    "-D",
    "patch",
)


def rules() -> Path:
    """The folder of the semantic patch, in a clone or in an installed package."""
    installed = PACKAGE / "semantic-patches"
    return installed if installed.is_dir() else PACKAGE.parent.parent / "semantic-patches"


@dataclass(frozen=True)
class Run:
    """A text with places that the rule is about; ``file`` is what it is called in messages.

    ``places`` says what may become of each: the last is the mark that the rule finds there, and leaves where it does
    not match. spatch does not get to see functions without any.
    """

    file: str
    text: str
    places: Sequence[Sequence[Edit]]


def run(runs: Sequence[Run], macros: Path | None = None) -> list[str | RclError]:
    """The texts after the rule, or why there is none; ``macros`` is the tree's own macro file."""
    own = macros.read_bytes() if macros and macros.is_file() else b""
    starts: dict[bytes, list[int]] = {}
    made: dict[int, str | RclError] = {}
    shown: dict[int, tuple[Run, _Shown]] = {}
    for number, one in enumerate(runs):
        if one.places:
            text, places = _marked(one)
            starts.setdefault(_hints(text) + own, []).append(number)
            shown[number] = (one, _shown(text, places))
        else:
            made[number] = one.text
    for hints, numbers in starts.items():
        made.update(zip(numbers, _start(hints, [shown[number] for number in numbers]), strict=True))
    return [made[number] for number in range(len(runs))]


def _marked(one: Run) -> tuple[str, list[int]]:
    """The text with the marks, and where they are."""
    places, more = [], 0
    for place in one.places:
        mark = place[-1]
        places.append(mark.start + more)
        more += len(mark.new) - (mark.end - mark.start)
    return apply(one.text, (place[-1] for place in one.places)), places


def _start(hints: bytes, runs: list[tuple[Run, _Shown]]) -> list[str | RclError]:
    """What one start of spatch makes of texts. Where it complains, each gets one of its own."""
    try:
        return list(_made(hints, runs))
    except RclError as error:
        if error.code is not Code.SPATCH_FAILED:
            raise
        return [error] if len(runs) == 1 else [made for one in runs for made in _start(hints, [one])]


def _made(hints: bytes, runs: list[tuple[Run, _Shown]]) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="rcl-", dir=scratch()) as name:
        folder = Path(name)
        sources = folder / "sources"
        sources.mkdir()
        for number, (_, shown) in enumerate(runs):
            (sources / _source(number)).write_bytes(shown.text.encode("latin-1"))
        (folder / "hints.h").write_bytes(hints)
        _spawn_rule([one for one, _ in runs], folder)
        made = [(sources / _source(number)).read_bytes().decode("latin-1") for number in range(len(runs))]
    return [shown.undone(text) for (_, shown), text in zip(runs, made, strict=True)]


def _source(number: int) -> str:
    """What a file is called while spatch works on it: spatch hands names to a shell."""
    return f"{number}.c"


def _spawn_rule(runs: list[Run], folder: Path) -> None:
    """Runs the rule on all sources of a folder. SPATCH_FAILED if there is anything to complain of."""
    file = runs[0].file
    try:
        done = _spawn(_command(), str(folder), TIMEOUT_S * len(runs))
    except FileNotFoundError:
        install = "apt-get install coccinelle"
        raise RclError(Code.TOOL_MISSING, tool="spatch", install=install) from None
    except subprocess.TimeoutExpired:
        raise _failed(file, f"no result after {TIMEOUT_S} s") from None
    stderr = done.stderr.decode("latin-1")
    complaint = _complaint(stderr)
    if done.returncode != 0 or complaint:
        raise _failed(file, complaint or f"status {done.returncode}", _line(stderr))


def _spawn(command: list[str], folder: str, timeout: float) -> subprocess.CompletedProcess[bytes]:
    environment = {"OCAMLRUNPARAM": HEAP, **os.environ}
    return subprocess.run(command, capture_output=True, cwd=folder, env=environment, timeout=timeout, check=False)


@dataclass(frozen=True)
class _Shown:
    """A text as spatch gets to see it, and what was put into the place of what it cannot parse."""

    text: str
    attributes: list[str]
    named: dict[str, str]
    heads: dict[str, str]
    typed: dict[str, str]
    loops: dict[str, str]
    bodies: list[str]
    ended: bool

    def undone(self, text: str) -> str:
        """What spatch has made of the text, as it should read."""
        text = text.replace(_END, "") if self.ended else text
        text = _scopes_for_loops(_with_bodies(text, self.bodies), self.loops)
        for hidden in (self.typed, self.heads, self.named):
            text = _put_back(text, hidden)
        return _with_attributes(text, self.attributes)


def _shown(text: str, places: Sequence[int]) -> _Shown:
    text, attributes = _without_attributes(text)
    text, named = _without_naming_macros(text)
    text, heads = _without_old_style(text)
    text, typed = _without_type_macros(text)
    text, loops = _loops_for_scopes(text)
    text, bodies = _without_bodies(text, places)
    ended = _with_ends(text)
    return _Shown(ended, attributes, named, heads, typed, loops, bodies, ended != text)


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


_EMPTY = "/*body {}*/"


def _without_bodies(text: str, places: Sequence[int]) -> tuple[str, list[str]]:
    """The text without the bodies of functions that hold none of the places, each line in its place; and these.

    One with preprocessor lines stays: what looks like its end may be another one's.
    """
    sought = sorted(places)
    edits: list[Edit] = []
    bodies: list[str] = []
    for start, end in ctext.bodies(text):
        body = text[start:end]
        held = bisect_left(sought, end) - bisect_left(sought, start)
        if not held and not re.search(r"^[ \t]*#", body, re.MULTILINE):
            edits.append(Edit(start, end, 0, _EMPTY.format(len(bodies)) + "\n" * body.count("\n")))
            bodies.append(body)
    return (apply(text, edits), bodies) if _EMPTY.partition("{")[0] not in text else (text, [])


def _with_bodies(text: str, bodies: list[str]) -> str:
    pattern = re.escape(_EMPTY).replace(r"\{\}", r"(\d+)") + r"\n*"
    return re.sub(pattern, lambda match: bodies[int(match[1])], text) if bodies else text


def _without_attributes(text: str) -> tuple[str, list[str]]:
    """The text with comments, as long, for the attributes that spatch cannot parse, C23's and those with arguments; and
    these."""
    hidden: list[str] = []

    def comment(match: re.Match[str]) -> str:
        made = f"/*{len(hidden):.>{len(match[0]) - 4}}*/"
        if match[0].startswith(("/", '"')) or made in text:
            return match[0]
        hidden.append(match[0])
        return made

    return _ATTRIBUTE.sub(comment, text), hidden


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
    bodies = list(ctext.bodies(text))

    def hidden(match: re.Match[str]) -> str:
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


def _hints(text: str) -> bytes:
    """Makes the macros vanish that are a whole statement without a semicolon: they would hide their function."""
    tokens = ctext.structure_of(text)
    found = set()
    depth = 0
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        depth += (before.text == "{") - (before.text == "}")
        begins = before.text in (";", "{", "}", ":") or before.text in found
        ends = after.kind == "word" or after.text in ("}", "*")
        alone = begins and ends and "\n" in text[token.end : after.start]
        if depth > 0 and alone and re.fullmatch(r"[A-Z][A-Z0-9_]+", token.text):
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


def _command() -> list[str]:
    return [
        "spatch",
        *OPTIONS,
        "--timeout",
        str(TIMEOUT_S),
        "--macro-file-builtins",  # attributes and the like, which would hide whole functions
        str(rules() / "rcl-macros.h"),
        "--macro-file",
        "hints.h",
        "--sp-file",
        str(rules() / RULE),
        "--in-place",
        "--no-show-diff",
        "--temp-files",
        ".",
        "--dir",  # with files as arguments, spatch would take them for one program
        "sources",
    ]


def _complaint(stderr: str) -> str:
    """What spatch says of an abort, which it survives with status 0: rather where it stood than that it did."""
    known = ("already tagged", "inconsistent paths", "too small list", "exn ", "EXN", "Fatal", "error:", "Timeout")
    told = next((line.strip() for line in stderr.splitlines() if any(k in line for k in known)), "")
    place = _PLACE.search(stderr)
    return place[2] if told and place else told


def _line(stderr: str) -> int:
    """The line of the source that spatch failed at, 1 if it does not say."""
    place = _PLACE.search(stderr)
    return int(place[1]) if place else 1


def _failed(file: str, message: str, line: int = 1) -> RclError:
    return RclError(Code.SPATCH_FAILED, Place(file, line), message=message)
