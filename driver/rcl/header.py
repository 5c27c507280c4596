# SPDX-License-Identifier: MIT
"""rcl_config.h: one line an initialisation site gives the lock class its kind; people edit the kinds.

Regenerating changes only what rcl wrote: a kind that differs from the one that rcl wrote last is a person's and
stays, as do all lines that are not a class's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rcl import lockapi
from rcl.choose import Figures
from rcl.model import SERVERS, Analysis, Choice, Kind, LockClass

SAID = {
    Kind.POSIX: "the caller, under a POSIX mutex",
    Kind.INLINE: "the same, and librcl starts no thread (for sanitizers and debuggers)",
    Kind.RCL: "server core number n",
    Kind.SPIN: "the caller, under a test-and-test-and-set lock",
    Kind.TICKET: "the caller, under a ticket lock",
    Kind.MCS: "the caller, under a queue lock",
    Kind.MCS_TP: "the same, which passes over threads that do not run",
    Kind.FLAT_COMBINING: "the holder, also for those who wait, whom it finds in a list",
    Kind.CC_SYNCH: "the same, whom it finds in a queue",
    Kind.DSM_SYNCH: "the same, and each waits on memory of its own",
    Kind.ADAPTIVE: "the caller, the holder or a server, whichever proves best as it runs",
    Kind.SANL: "the caller, or under contention one of the callers for some time",
}


def _all_kinds() -> str:
    """A line for each kind: its name in C, and who executes."""
    names = {kind: kind.constant().replace("0", "n") for kind in Kind}
    width = max(map(len, names.values()))
    return "\n".join(f" *   {name:<{width}}   {SAID[kind]}" for kind, name in names.items())


HEAD = f"""\
/* rcl_config.h: who executes the critical sections of each lock class.
 *
 * Edit the middle column; "rcl header" keeps what you change and updates the rest.
{_all_kinds()}
 * Without a rebuild: RCL_LOCKS='CLASS=posix,*=rcl:0' in the environment, or RCL_LOCKS=@FILE.
 */
#ifndef RCL_CONFIG_H
#define RCL_CONFIG_H

#include <rcl.h>

"""
FOOT = "\n#endif\n"

_LINE = re.compile(
    r"[ \t]*#[ \t]*define[ \t]+RCL_LOCK_(?P<token>\w+)[ \t]+(?P<kind>[^\s/][^/]*?)"
    r"[ \t]*(?P<comment>/\*.*|//.*)?$"
)


@dataclass(frozen=True)
class Entry:
    """A class's line: its token, its kind as C, and what the comment says."""

    token: str
    kind: str
    comment: str


@dataclass(frozen=True)
class Header:
    """The header's text.

    ``plain`` is its classes' lines with the plan's kinds, ``edited`` maps the tokens whose kind a
    person chose to the plan's kind.
    """

    text: str
    plain: str
    edited: Mapping[str, str]


def entries(
    analysis: Analysis, choices: Iterable[Choice], figures: Mapping[str, Figures]
) -> tuple[Entry, ...]:
    """The lines of the classes that the plan converts, in the plan's order."""
    classes = {c.name: c for c in analysis.classes}
    sections = Counter(section.unit for section in analysis.sections)
    converted = [(classes[choice.name], choice) for choice in choices if choice.convert]
    width = max((len(_place(known)) for known, _ in converted), default=0)
    return tuple(
        Entry(
            known.token,
            choice.kind.constant(choice.server),
            _comment(known, figures.get(known.name), sections, width),
        )
        for known, choice in converted
    )


def _place(known: LockClass) -> str:
    return str(known.initialised or known.declared)


def _comment(known: LockClass, figures: Figures | None, sections: Counter[str], width: int) -> str:
    count = sections[known.unit]
    cost = str(figures) if figures else "not profiled"
    return f"{_place(known):<{width}}   {cost}, {count} section{'' if count == 1 else 's'}".replace("*/", "* /")


def generate(wanted: Iterable[Entry], previous: str | None, written: str | None) -> Header:
    """The header's new text.

    ``previous`` is the header as it stands, ``written`` the ``plain`` of the last one that rcl
    wrote; None if there is none.
    """
    by_token = {entry.token: entry for entry in wanted}
    plain = "".join(f"{line}\n" for line in _aligned(by_token.values()))
    if previous is None:
        return Header(HEAD + plain + FOOT, plain, {})
    ours = _kinds(written or "")
    edited = {}
    for token, kind in _kinds(previous).items():
        entry = by_token.get(token)
        if entry is not None and kind not in (ours.get(token), entry.kind):
            edited[token] = entry.kind
            by_token[token] = Entry(token, kind, entry.comment)
    return Header(_merge(previous, by_token, ours), plain, edited)


def lacking(existing: str | None, made: Header) -> bool:
    """Whether a header as it stands does not have a line for each class of a new one."""
    return existing is None or not set(_kinds(made.plain)) <= set(_kinds(existing))


def _kinds(text: str) -> dict[str, str]:
    """The kind of each class in a header; the first of several definitions counts."""
    kinds: dict[str, str] = {}
    for match in filter(None, map(_LINE.match, text.split("\n"))):
        kinds.setdefault(match["token"], match["kind"])
    return kinds


def _aligned(wanted: Iterable[Entry]) -> list[str]:
    rows = [(f"#define RCL_LOCK_{entry.token}", entry.kind, entry.comment) for entry in wanted]
    left = max((len(define) for define, _, _ in rows), default=0)
    middle = max((len(kind) for _, kind, _ in rows), default=0)
    return [
        f"{define:<{left}}   {kind:<{middle}}   /* {comment} */" for define, kind, comment in rows
    ]


def _merge(previous: str, by_token: Mapping[str, Entry], ours: Mapping[str, str]) -> str:
    """The previous text with its classes' first lines updated, dropped or, at the end, added."""
    lines = dict(zip(by_token, _aligned(by_token.values()), strict=True))
    merged: list[str] = []
    seen: set[str] = set()
    end = None
    for line in previous.removesuffix("\n").split("\n"):
        match = _LINE.match(line)
        token = match["token"] if match else ""
        if token in lines and token not in seen:
            merged.append(lines[token])
        elif token not in ours or token in seen:
            merged.append(line)
        if token:
            seen.add(token)
            end = len(merged)
    new = [line for token, line in lines.items() if token not in seen]
    at = _last_endif(merged) if end is None else end
    merged[at:at] = new
    return "\n".join(merged) + "\n"


def _last_endif(lines: list[str]) -> int:
    """Where classes are added in a header that has none."""
    endifs = [at for at, line in enumerate(lines) if re.match(r"\s*#\s*endif\b", line)]
    return endifs[-1] if endifs else len(lines)


# ------------------------------------------------------------------- a converted tree, without .rcl/

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_INITIALISER = re.compile(r"\bRCL_(?:\w+_)?MUTEX_INITIALIZER\s*\(\s*(\w+)\s*\)")
_INIT = re.compile(rf"\brcl_(?:{lockapi.INITIALISING})\s*\(")
_SERVER = re.compile(r"RCL_SERVER\(\s*(\d+)\s*\)")


@dataclass(frozen=True)
class Check:
    """How a header fits the sources: ``faults`` keep them from compiling, classes in ``unused`` are named nowhere."""

    faults: tuple[str, ...]
    unused: tuple[str, ...]


def check(header: str | None, sources: Iterable[tuple[str, str]]) -> Check:
    """Whether a header has a line for each class that the sources (name and text) initialise, and knows its kinds."""
    kinds = _kinds(header or "")
    used: dict[str, str] = {}
    for name, text in sources:
        for token, line in _used(text):
            used.setdefault(token, f"{name}:{line}")
    missing = [f"{where}: no line for {token}" for token, where in used.items() if token not in kinds]
    unknown = [f"{token}: there is no kind {kind}" for token, kind in kinds.items() if not _known(kind)]
    return Check((*missing, *unknown), tuple(token for token in kinds if token not in used))


def _used(text: str) -> Iterator[tuple[str, int]]:
    """The classes that a source initialises, and the lines."""
    code = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    found = [(match.start(), match[1]) for match in _INITIALISER.finditer(code)]
    found += [(match.start(), _last_argument(code, match.end())) for match in _INIT.finditer(code)]
    for at, token in sorted(found):
        if token:
            yield token, code.count("\n", 0, at) + 1


def _last_argument(code: str, at: int) -> str:
    """The last argument of a call that opens just before ``at``, if it is a name."""
    depth, begin = 1, at
    for place in range(at, len(code)):
        character = code[place]
        depth += (character in "([") - (character in ")]")
        if depth == 0:
            word = code[begin:place].strip()
            return word if re.fullmatch(r"[A-Za-z_]\w*", word) else ""
        if character == "," and depth == 1:
            begin = place + 1
    return ""


def _known(kind: str) -> bool:
    """Only what looks like the runtime's is judged; a person may have a macro of their own."""
    server = _SERVER.fullmatch(kind)
    if server:
        return int(server[1]) < SERVERS
    return not kind.startswith("RCL_") or kind in {known.constant() for known in Kind}
