# SPDX-License-Identifier: MIT
"""A section before its text is cut: the names that its function and client will use, and what else needs care."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from rcl.branches import branches
from rcl.model import FUNCTION_NAME, Direction, Place, Section, Span, Tested
from rcl.rewrite import client, conditionals, ctext, lines, marks
from rcl.rewrite.ctext import Token
from rcl.rewrite.edits import Edit, apply_between
from rcl.rewrite.fileplan import FilePlan, behind, first
from rcl.rewrite.nesting import beside, client_tails, encloses, stands_in
from rcl.rewrite.pieces import Asks, Conditional, Piece, by_reference, has_context, may_keep_way, names_mutex
from rcl.rewrite.style import Style

#: how the entry of a section begins that tries until it has the lock
_REPEATS = re.compile(r"\s*while\b")


@dataclass(frozen=True)
class FileFlags:
    """What the warnings that a file is compiled with ask of generated code."""

    #: no declaration may follow a statement; and none of a struct may begin with what is not constant, as in C90, or
    #: name its fields, as in C++
    declarations_first: bool = False
    constant_values: bool = False
    #: -Wjump-misses-init, or C++ reads it, too: no jump may lead past the value that a variable begins with
    jumps: bool = False
    unused_parameter: bool = False
    unused_variable: bool = False
    #: -Wc++-compat, or C++ reads it, too: in C++ a void pointer is no pointer to a struct
    casts: bool = False
    #: -Wshadow: no variable may have the name of another one outside
    shadows: bool = False
    #: -Wswitch-default
    defaults: bool = False
    #: the language has inline functions, as C90 has not
    inline: bool = True


def new_piece(plan: FilePlan, section: Section, flags: FileFlags) -> Piece:
    span = section.function_span
    assert span is not None
    enclosing = [s for s in plan.shipped if encloses(s, section)]
    outside = _outside(plan.text) if flags.shadows else frozenset()
    around = ctext.names_between(plan.text, span.start, span.end) | outside | set(section.unseen)
    written = (section.lock, section.guard, *section.reports, section.ahead, section.busy, section.able, section.failed)
    after = (way.after for way in section.exits)
    around |= ctext.names(" ".join((*written, *after)))  # a lock function may have named them
    section = _without_theirs(plan.text, section, enclosing)
    later = _later(plan, section)
    inside = entry = _entry(plan.text, section)
    bare = not section.condition and not plan.text[: section.enter.end].endswith(";")
    if section.scope or bare or ((section.tested or section.taken) and not section.goes_on):
        inside = next((t.start for t in ctext.structure(plan.text, section.enter.end)), inside)
    body, _ = ctext.function_body(plan.text, section.spelled, span.start)
    below = not plan.text[ctext.line_start(plan.text, body) : body].strip()
    short = section.name.removeprefix(f"{section.function}_")
    short = short if short.isidentifier() else f"cs_{short.removesuffix('_cs')}"
    ways = [f"{short.removesuffix('_cs')}_way"] if "way" in later else ["way", "way_out"]
    labelled = _after_label(plan.text, span.start, section.enter.start)
    strict = flags.declarations_first
    # declarations behind a label take an empty statement before them, and then need no block
    apart = labelled and all(c.nested for c in client.declares(section))
    apart = apart or _meets_others(plan.text, section) or (strict and not _first_of_block(plan.text, section))
    holder = _holder(plan.text, section) if section.tested and section.tested.branch else ""
    branch = _branch(plan.text, section, holder)
    indent = ctext.indent_at(plan.text, entry) if branch else lines.indent(plan.text, section, entry)
    style = Style.of(plan.text).in_body(plan.text, body).at(plan.text, indent)
    bare_jump = style.bare_jump and not _further_in(plan.text, section, indent)
    said, ending = _of_conditional(plan.text, section) if section.condition else ((), "")
    conditional = _branches_of_if(plan.text, section) if section.condition else ()
    return Piece(
        section=section,
        style=replace(style, function_brace_below=below, bare_jump=bare_jump),
        indent=indent,
        body_indent=lines.body_indent(plan.text, section, inside),
        asks=_asks(plan, section, section.tested) if section.tested else None,
        branches=_branches(plan, section) if section.taken and not section.tested else "",
        variable=free(around | later, "cs", short, f"{short}_context", f"{section.name}_context"),
        way=free(around, *ways, f"{section.name}_way"),
        through=_through(plan.text, section, enclosing),
        followed=_followed(plan.text, section),
        known=frozenset(ctext.names_between(plan.text, span.start, entry)),
        in_block=apart or bool(holder) or (flags.jumps and _jumped_past(plan.text, section)),
        held=bool(holder),
        branch=branch,
        declarations_first=strict,
        constant_values=flags.constant_values,
        defaults=flags.defaults,
        labelled=labelled,
        copies={c.name: free(around, f"{c.name}_copy", f"{c.name}_list") for c in section.captures if c.copied},
        before=tuple(plan.text[span.start : span.end] for span in section.before),
        behind=tuple(plan.text[span.start : span.end] for span in section.behind),
        quiet_parameter=flags.unused_parameter,
        quiet_variable=flags.unused_variable,
        cast=flags.casts,
        said=said,
        conditional=conditional,
        ending=ending,
        detached=section.unit in plan.detach,
        mutex=_mutex(plan, section, around),
        outside=outside,
        by_macros=frozenset(c.name for c in section.captures) - _named(plan, section),
    )


def _of_conditional(text: str, section: Section) -> tuple[Sequence[str], str]:
    """The comment at the head of the #if that a section's lock call stands in, those behind the call and the last
    release, and its #endif.
    """
    end, calls = section.enter.end, [(section.enter, section.enter_token), (section.leave, section.leave_token)]
    said = [conditionals.said_before(text, section.enter, section.enter_token.offset)]
    said += [conditionals.said_behind(text, span, token.offset) for span, token in calls if span and token]
    return tuple(filter(None, said)), text[text.rindex("\n", 0, end) : end].strip()


def _branches_of_if(text: str, section: Section) -> tuple[Conditional, ...]:
    """The branches of the #if that a section's lock calls stand in, with what others do in their place."""
    before = _in_branches(text, section.enter, section.enter_token)
    release = next((r for way in section.exits for r in way.releases), None)
    behind = before
    if section.leave and section.leave_token:
        behind = _in_branches(text, section.leave, section.leave_token)
    elif release:
        behind = _in_branches(text, release.call, release.token)
    return tuple(
        Conditional(line, own, taken, () if release is None and not section.leave else given)
        for (line, own, taken), (_, _, given) in zip(before, behind, strict=True)
    )


def _in_branches(text: str, span: Span, token: Place) -> list[tuple[str, bool, tuple[str, ...]]]:
    """The line of each branch, whether it is a lock call's own, and else the lines of its code."""
    found = []
    for branch in branches(text, span.start, span.end):
        own, code = branch.has(token.offset), text[branch.start : branch.end].strip("\r\n").rstrip()
        indent = ctext.indent_at(text, text.index(code.strip(), branch.start)) if code.strip() else ""
        said = ctext.reindent(code, indent, "").splitlines() if code.strip() and not own else []
        found.append((branch.line, own, tuple(said)))
    return found


def _entry(text: str, section: Section) -> int:
    """Where a section's lock call stands, or the statement with it, behind its #if."""
    start = section.enter.start
    return conditionals.first(text, section.enter, section.enter_token.offset) if section.condition else start


def _further_in(text: str, section: Section, indent: str) -> bool:
    """Does what follows a section stand further in than its call? It would seem to be under a condition there."""
    assert section.function_span is not None
    following = ctext.code_between(text, behind(text, section), section.function_span.end)[0]
    return len(ctext.indent_at(text, following.start).expandtabs()) > len(indent.expandtabs())


def _followed(text: str, section: Section) -> bool:
    """Does something follow a section in its block?"""
    end = behind(text, section)
    return bool(ctext.code_between(text, end, ctext.block_end(text, end)))


def _named(plan: FilePlan, section: Section) -> set[str]:
    """What stands in a section's text, with what it holds."""
    return ctext.names_between(plan.text, section.enter.start, behind(plan.text, section))


@lru_cache(maxsize=2)
def _outside(text: str) -> frozenset[str]:
    """The names that stand outside of functions, without those of parameters."""
    ends = [0, *(at for body in ctext.bodies(text) for at in body), len(text)]
    spans = zip(ends[::2], ends[1::2], strict=True)
    return frozenset(name for span in spans for name in _of_file(ctext.between(text, *span)))


def _of_file(tokens: Sequence[Token]) -> Iterator[str]:
    """The names of some tokens that are not parameters', ``type name`` or ``*name`` in parentheses."""
    depth, last, before = 0, "", ""
    for token in tokens:
        if token.kind == "directive":
            yield from ctext.names(token.text)
        elif token.kind == "word" and not (depth and _ends_a_type(last, before)):
            yield token.text
        if token.kind not in ctext.UNSEEN:
            depth += (token.text == "(") - (token.text == ")")
            last, before = token.text, last


def _ends_a_type(last: str, before: str) -> bool:
    """Whether a name may follow as a parameter's: not that of a pointer to a function, ``(*name)(int)``."""
    return before != "(" if last == "*" else last.isidentifier()


def _without_theirs(text: str, section: Section, enclosing: Sequence[Section]) -> Section:
    """The section, which does not have its client declare or ask for what a section around it has already."""
    theirs = set[str]().union(*(_left_to_client(text, section, around) for around in enclosing))
    named = next((c.name for s in enclosing[:1] for c in s.captures if c.value == FUNCTION_NAME), FUNCTION_NAME)
    captures = (replace(c, outlives=False) if c.outlives and c.name in theirs else c for c in section.captures)
    captures = (replace(c, value=named) if c.value == FUNCTION_NAME else c for c in captures)
    return section.but(captures=tuple(captures))


def _left_to_client(text: str, section: Section, around: Section) -> set[str]:
    """The variables that a section declares and the section around leaves to its own client."""
    start, end = section.enter.start, behind(text, section)
    moved = ((c.name, c.moved) for c in around.captures if c.direction is Direction.BY_REFERENCE)
    return {name for name, span in moved if span and start <= span.start < end}


def _through(text: str, section: Section, enclosing: Sequence[Section]) -> frozenset[str]:
    """The variables of a section's of which the section around has a pointer, the inner sections first.

    One that the section around declares may have the name of another one.
    """
    innermost: dict[str, bool] = {}
    start, end = section.enter.start, behind(text, section)
    for around in enclosing:
        left = _left_to_client(text, section, around)
        pointed = {
            capture.name for capture in by_reference(around)
            if capture.name in left or any(start <= use.place.offset < end for use in capture.references)
        }  # fmt: skip
        for capture in around.captures:
            innermost.setdefault(capture.name, capture.name in pointed)
    return frozenset(name for name, pointed in innermost.items() if pointed)


def _mutex(plan: FilePlan, section: Section, around: set[str]) -> str:
    """The name of the client's variable for the mutex, "" if it needs none."""
    if not (section.tested and names_mutex(section.tested)):
        return ""
    others = (s for s in plan.shipped if s.function == section.function and s.id != section.id)
    alone = not any(s.tested and names_mutex(s.tested) for s in others)
    return free(around, *(["mutex"] if alone else []), f"{section.name.removesuffix('_cs')}_mutex")


def _asks(plan: FilePlan, section: Section, tested: Tested) -> Asks:
    """The text that asks whether the lock was had, edited, with a mark for the acquisition."""
    text, (condition, stored) = plan.text, (tested.condition, tested.stored)
    otherwise = tested.otherwise
    failed = (len(text[: otherwise.start].rstrip()), otherwise.end) if otherwise else None
    end = section.enter.end
    if section.condition:
        end = conditionals.end(text, section.enter, section.enter_token.offset)
    failing = _edited(plan, section, *(failed or (text.index(")", condition.end) + 1, len(text[:end].rstrip()))))
    if otherwise and not tested.branch:
        within, outside = (ctext.indent_at(text, at) for at in (condition.start, _entry(text, section)))
        failing = ctext.reindent(failing, within, outside)
    return Asks(
        tested,
        _edited(plan, section, condition.start, condition.end),
        _edited(plan, section, stored.start, stored.end) if stored else "",
        failing,
        _REPEATS.match(text, _entry(text, section)) is not None,
        _edited(plan, section, tested.leading.start, tested.leading.end) if tested.leading else "",
        _remarks(text, tested),
        text[tested.call.start : tested.call.end] if section.able and stored and not tested.compared else "",
    )


def _remarks(text: str, tested: Tested) -> str:
    """The comments between the statement that keeps the result and the one that asks for it."""
    if tested.stored is None or tested.condition.start <= tested.stored.start:
        return ""
    between = text[tested.stored.end : tested.condition.start].lstrip().removeprefix(";")
    return between[: between.rindex("if")].rstrip()


def _branches(plan: FilePlan, section: Section) -> str:
    """The text of the statement in whose branches the lock is taken, edited, with a mark for each acquisition.

    Where a variable says whether it is, the acquisition is left out.
    """
    entry = (section.enter.start, section.enter.end)
    pieces = tuple(e for e in plan.pieces if (e.start, e.end) != entry)
    return _edited(replace(plan, pieces=pieces), section, *entry)


def _line_of(text: str, span: Span) -> tuple[int, int]:
    """Where a statement goes: its line, or itself with the blanks behind."""
    start, end = ctext.line_start(text, span.start), text.find("\n", span.end) + 1
    if not text[start : span.start].strip() and not text[span.end : end].strip():
        return start, end
    return span.start, len(text) - len(text[span.end :].lstrip(" \t"))


def _edited(plan: FilePlan, section: Section, start: int, end: int) -> str:
    """A piece of what a section begins with, edited, with marks for the acquisitions."""
    if section.guard:
        own = [Edit(*_line_of(plan.text, span), 0, "") for span in section.taken]
    else:
        own = [Edit(span.start, span.end, 0, f"{marks.RUN};") for span in section.taken]
    if section.tested:
        own.append(Edit(section.tested.call.start, section.tested.call.end, 0, marks.RESULT))
    others = [e for e in (*plan.tokens, *plan.pieces) if not any(o.start <= e.start < o.end for o in own)]
    edits = (e for e in (*own, *others) if start <= e.start and e.end <= end)
    return apply_between(plan.text, start, end, edits)


def _later(plan: FilePlan, section: Section) -> set[str]:
    """What earlier sections of the same block, or those around, will have declared: ``cs``, ``way``.

    What follows a release of a section may end up where that section's call is, without its block.
    """
    at, own = section.enter.start, beside(section, plan.shipped)
    open_there = [at < ctext.block_end(plan.text, s.enter.start) for s in own]
    tails = [tail for s, is_open in zip(own, open_there, strict=True) if is_open for tail in client_tails(s)]
    before = [(s, is_open) for s, is_open in zip(own, open_there, strict=True) if s.enter.start < at]
    earlier = [s for s, is_open in before if is_open or stands_in(s, tails)]
    context = {"cs"} if any(map(has_context, earlier)) else set()
    return context | ({"way"} if any(map(may_keep_way, earlier)) else set())


def free(taken: set[str], *candidates: str) -> str:
    return next((c for c in candidates if c not in taken), candidates[-1])


def _meets_others(text: str, section: Section) -> bool:
    """Whether the function has another variable with the name of one that comes from an inner block to the call."""
    assert section.function_span is not None
    span = section.function_span
    others = ctext.names_between(text, span.start, first(section))
    others |= ctext.names_between(text, behind(text, section), span.end)
    return any(c.nested and c.name in others for c in client.declares(section))


def _first_of_block(text: str, section: Section) -> bool:
    """Whether nothing but declarations stands before a section in its block, so that its client's may follow.

    What registers a handler stands before it.
    """
    assert section.function_span is not None
    if section.handler and section.handler.push:
        return False
    before = ctext.between(text, section.function_span.start, section.enter.start)
    block = ctext.opening(before, len(before))
    starts, depth = before[block].text == "{", 0
    for token in before[block + 1 :] if starts else ():
        statement = starts and token.kind != "comment" and not ctext.declares_first(text[token.start :])
        if statement or token.kind == "directive":
            return False
        depth += (token.text in ("(", "{", "[")) - (token.text in (")", "}", "]"))
        starts = (token.kind == "comment" and starts) or (token.text == ";" and depth == 0)
    return starts


def _after_label(text: str, start: int, offset: int) -> bool:
    """Whether a label or case stands directly before the offset, so that no declaration may."""
    return ctext.code_between(text, start, offset)[-1].text == ":"


def _holder(text: str, section: Section) -> str:
    """``else``, or the ``)`` of an ``if`` or a loop, before a section: its first statement may be all that this holds.
    """
    assert section.function_span is not None
    before = ctext.code_between(text, section.function_span.start, section.enter.start)
    last = before[-1].text
    head = before[ctext.opening(before, len(before) - 1, "()") - 1].text if last == ")" else ""
    return last if last == "else" or head in ("if", "while", "for") else ""


def _branch(text: str, section: Section, holder: str) -> str:
    """The same where no #if says so; ``else if`` where no other else follows, which one that goes could leave to it."""
    assert section.function_span is not None
    if not holder or not text[: section.enter.start].rstrip().endswith(holder):
        return ""
    following = ctext.code_between(text, behind(text, section), section.function_span.end)
    return "else if" if holder == "else" and following[0].text != "else" else holder


def _jumped_past(text: str, section: Section) -> bool:
    """Whether a jump from before a section leads to where a variable declared in its place could be seen."""
    assert section.function_span is not None
    end = behind(text, section)
    before = ctext.code_between(text, section.function_span.start, section.enter.start)
    later = ctext.code_between(text, end, ctext.block_end(text, end))
    targets = {label.text for goto, label in pairwise(before) if goto.text == "goto"}
    depth = 0
    for token, colon in pairwise(later):
        depth += (token.text == "{") - (token.text == "}")
        if (token.text in targets and colon.text == ":") or (token.text in ("case", "default") and depth == 0):
            return True
    return False
