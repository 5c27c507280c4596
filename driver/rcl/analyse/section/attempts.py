# SPDX-License-Identifier: MIT
"""Sections that begin with an acquisition whose result is tested."""

from __future__ import annotations

from dataclasses import replace

from rcl import model
from rcl.analyse.function.tested import Tested, truth_there
from rcl.analyse.section.captures import Captures
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.text import same_condition
from rcl.analyse.unit.tree import Node
from rcl.model import Answer, Capture, Direction

#: what may hold one statement without braces
_HOLDING = ("IF_STMT", "WHILE_STMT", "FOR_STMT")
#: the ways of a capture whose value from before the section does not count
_GIVEN_LATER = (Direction.OUT, Direction.SECTION_LOCAL)
#: those of one that the section needs, and of one that it changes for what follows
_GIVEN = (Direction.IN, Direction.IN_OUT)
_HANDED_BACK = (Direction.OUT, Direction.IN_OUT)


def entry(layout: Layout, call: Node, found: Tested) -> Statement | None:
    """What of a tested acquisition goes with the section's entry, None if it has another form.

    ``if (try == 0) {``: the section is that block, and the statement ends behind the brace; what an else holds is the
    client's. ``if (try != 0) ...``: the section begins behind the statement, or is the block of its else.
    """
    test, start = found.test, found.first.start
    place = layout.in_block(test)
    declared = layout.hidden(start)  # bool is a macro, too
    asks = found.stored is not None and layout.hidden(test.kids[0].start)  # else its words do not matter
    made = layout.hidden(test.start) or asks or (declared and declared.end > call.start)
    if made or not _leads(layout, found) or _parted(layout, found.first, test):
        return None
    if not found.succeeds and len(test.kids) < 3:
        if place is None:
            return None
        last = _last(layout, found)
        block, index = place
        index = next((i for i, kid in enumerate(block.kids) if kid is last), index)
        end = layout.end_of(last)
        condition = ""
        if found.leading is None:
            start, end, condition = layout.source.conditional(start, end)
        return Statement(test, block, index, start, end, condition)
    branch = test.kids[1 if found.succeeds else 2]
    blocks = (kid for kid in test.kids[1:] if kid.kind == "COMPOUND_STMT")
    braces = any(layout.expansion(kid.start) for kid in blocks)
    if braces or branch.kind != "COMPOUND_STMT" or not _plain_words(layout, test):
        return None
    if place is None and (found.first is not test or not _is_branch(layout, test)):
        return None
    return Statement(test, branch, -1, start, branch.start + 1)


def under(layout: Layout, found: Tested, checked: Statement) -> Statement | None:
    """The same where that stands alone in the branch of another if statement, which is ``checked``.

    Where the lock is not asked for, what keeps the result would get a value as well: nobody may ask for that behind,
    but where the lock call has failed.
    """
    test, first, behind = found.test, found.first, layout.graph.otherwise.get(id(found.test.kids[1]))
    kept = found.stored is not None and (
        behind is None or layout.asked_behind(found.answer, first.start, layout.end_of(test), behind)
    )
    apart = test is not first and (found.stored is None or found.stored.op != "=")
    plain = not (kept or apart or layout.hidden(test.start) or _parted(layout, first, test))
    return replace(checked, node=test) if plain and found.decides(layout.graph) else None


def with_branch(layout: Layout, found: Tested, told: model.Tested) -> model.Tested:
    """What is told of a test that stands in the branch of another if statement, with what it does if it fails."""
    branch = found.test.kids[1]
    return replace(told, otherwise=layout.source.span(branch.start, layout.end_of(branch)))


def _leads(layout: Layout, found: Tested) -> bool:
    """Does the operand that comes first, if there is one, stand by itself, with its operator behind it?"""
    if found.leading is None or found.asks is None:
        return True
    between = layout.source.text[layout.end_of(found.leading) : found.asks.start]
    return between.strip() == ("&&" if found.succeeds else "||")


def _parted(layout: Layout, first: Node, test: Node) -> bool:
    """Do whole #ifs stand between two statements, of which the second asks for what the first keeps?"""
    source, end = layout.source, layout.end_of(first)
    lost = source.behind_directives(end, test.start) > end
    return first is not test and lost and same_condition(source.text, end, test.start)


def _last(layout: Layout, found: Tested) -> Node:
    """The last of the statements that ask whether it has failed, up to one that another way leads to."""
    last = found.test
    for test in found.again:
        labelled = any(test.start <= label.start < test.end for _, label in layout.graph.labels.values())
        made = layout.hidden(test.start) or layout.hidden(test.kids[0].start)
        if labelled or made or _parted(layout, last, test):
            break
        last = test
    return last


def _plain_words(layout: Layout, test: Node) -> bool:
    """Is there nothing but the word between the branches of an if statement, and nothing before the first one?"""
    text, (condition, branch, *others) = layout.source.text, test.kids
    between = (text[layout.end_of(branch) : other.start].strip() == "else" for other in others)
    return not text[condition.end : branch.start].strip().strip(")") and all(between)


def _is_branch(layout: Layout, test: Node) -> bool:
    """Is an if statement all that another one or a loop holds, as the code spells it, or an else?"""
    above = layout.graph.parent.get(id(test))
    if above is None or above.kind not in _HOLDING or layout.hidden(above.start):
        return False
    before, *others = reversed(above.kids[: above.kids.index(test)])
    between = layout.source.text[layout.end_of(before) : test.start].strip(") \t")
    return between.strip() == "else" if others and above.kind == "IF_STMT" else between in ("\n", "\r\n")


def described(
    layout: Layout, call: Node, found: Tested, captures: Captures, answer: Answer, errno: bool
) -> model.Tested | None:
    """What the rewriting must know of a section that begins with a test; None if that asks for too much.

    A variable that keeps the result has it before the section runs, so the section must not need its value, unless that
    is the call's own, 0; and not change it if it names the mutex. One that nothing else reads goes away with the test:
    it counts as the section's own. ``errno``: the result is an error's number, as that of the runtime, if it is one's.
    Where a macro makes more than the call, that is what is kept: it must be 1 for success.
    """
    source, known = layout.source, captures.known
    if found.leading is not None and captures.changed(found.leading.start, found.leading.end):
        return None
    stored = None
    read = False
    if found.stored is not None:
        variable = layout.function.locals[found.answer]
        own = captures.found.get(found.answer)
        changed = variable.static or variable.volatile or found.answer in known.addressed
        if not layout.spelled_alone(call):
            if answer is not Answer.STATUS or not truth_there(layout.graph, call):
                return None
            answer = Answer.TRUTH
        zero = bool(captures.kept and own and own.direction in _GIVEN and answer is Answer.STATUS)
        zero = zero and not found.compared
        given_later = own is None or (own.direction in _GIVEN_LATER and answer is not Answer.POINTER) or zero
        if not given_later:
            own = captures.without_idle(found.answer)
            given_later = own is None
        if changed or not (errno or found.compared or answer is not Answer.STATUS) or not given_later:
            return None
        start = found.first.start if found.stored.kind == "VAR_DECL" else found.stored.start
        stored = source.span(start, found.stored.end)
        start, end = found.first.start, found.test.kids[0].end
        outside = (n for n in known.names if n.ref == found.answer and not captures.region.contains(n.start))
        named = any(not start <= n.start < end for n in outside)
        stays = found.stored.kind == "VAR_DECL" or (own is not None and own.direction in _HANDED_BACK)
        read = named and (stays or captures.values.needed_behind(found.answer, start, end))
        if own is not None and zero:
            captures.found[found.answer] = replace(own, value="0")
        elif not named:
            why = "only says whether the lock was had"
            captures.found[found.answer] = Capture(
                variable.name, variable.declaration, variable.pointer, Direction.SECTION_LOCAL, why
            )
    condition, *branches = found.test.kids
    other = branches[found.succeeds] if len(branches) > 1 else None
    otherwise = source.span(other.start, layout.end_of(other)) if other else None
    asked = source.span(condition.start, condition.end)
    return model.Tested(
        source.span(call.start, call.end), asked, found.succeeds or other is not None, stored, read, found.compared,
        answer, otherwise, source.span(found.leading.start, found.leading.end) if found.leading else None,
    )  # fmt: skip
