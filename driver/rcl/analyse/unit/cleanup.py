# SPDX-License-Identifier: MIT
"""pthread_cleanup_push() and pthread_cleanup_pop() as the calls that they look like.

The C library's are macros that open and close blocks around the code between them, with a jump buffer or a variable
whose clean-up function runs the handler. Here the code stands in the block around again, behind a call of
pthread_cleanup_push; in the place of pthread_cleanup_pop stands the call of the handler, if that is executed. The way
on which a cancelled thread leaves the function is left out: it does not come back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rcl.analyse.unit.tree import Cleanup, Expansion, ExpansionAt, Node, copied, leaving, operands, strip

PUSH = "pthread_cleanup_push"
#: what a handler is, as the type of a call names it
_HANDLER = "void (void *)"


def flatten(body: Node, expansion_at: ExpansionAt) -> list[Cleanup]:
    """Takes the pairs of a function's body apart, in place; where they stand."""
    found: list[Cleanup] = []
    work = [body]
    while work:
        node = work.pop()
        if node.kind == "COMPOUND_STMT":
            node.kids = list(_statements(node.kids, expansion_at, found))
        work += node.kids
    return found


def is_frame(name: str) -> bool:
    """Is it the C library's variable that runs a handler where its scope ends?"""
    return name == "__clframe"


def _statements(kids: list[Node], expansion_at: ExpansionAt, found: list[Cleanup]) -> Iterator[Node]:
    """The statements of a block, with those that a pair consists of in its place."""
    for node in kids:
        parts = _parts(node)
        push, pop = expansion_at(node.start), expansion_at(parts.pop) if parts else None
        if parts is None or push is None or pop is None or _left([*parts.between, *parts.labels]):
            yield node
            continue
        found.append(Cleanup((push.start, push.end), (pop.start, pop.end)))
        yield _call(push, PUSH, [_name(push), parts.routine, parts.argument])
        yield from _statements(parts.between, expansion_at, found)
        yield _labelled(parts.labels, _popped(parts, pop))


@dataclass(frozen=True)
class _Parts:
    """The handler, its argument, the statements between push and pop, pop's labels, pop's argument, and its place."""

    routine: Node
    argument: Node
    between: list[Node]
    labels: list[Node]
    execute: Node
    pop: int


def _parts(node: Node) -> _Parts | None:
    """The parts of a pair, None if the statement is not one."""
    block = node.kids[0] if node.kind == "DO_STMT" else node
    if block is node or block.kind != "COMPOUND_STMT" or len(block.kids) < 2:
        return None
    values = {kid.name: operands(kid)[-1] for kid in _variables(block) if operands(kid)}
    last = block.kids[-1]
    if "__cancel_routine" in values and "__cancel_arg" in values and last.kind == "IF_STMT":
        loop = next(kid for kid in block.kids if kid.kind == "DO_STMT")
        between, labels = loop.kids[0].kids[:-1], _labels(loop.kids[0].kids[-1])  # the last statement is pop's
        return _Parts(values["__cancel_routine"], values["__cancel_arg"], between, labels, last.kids[0], last.start)
    frame = next((value for name, value in values.items() if is_frame(name)), None)
    given = [kid.kids[-1] for kid in frame.kids if kid.kids] if frame else []
    labels = _labels(last)
    last = labels[-1].kids[-1] if labels else last
    if len(given) == 3 and last.op == "=":
        return _Parts(given[0], given[1], block.kids[1:-1], labels, last.kids[1], last.start)
    return None


def _labels(node: Node) -> list[Node]:
    """The labels that stand before a statement."""
    found: list[Node] = []
    while node.kind == "LABEL_STMT":
        found.append(node)
        node = node.kids[-1]
    return found


def _labelled(labels: list[Node], node: Node) -> Node:
    """The statement behind its labels."""
    for label in reversed(labels):
        label.kids[-1] = node
        node = label
    return node


def _popped(parts: _Parts, pop: Expansion) -> Node:
    """The call of the handler, if there is one."""
    run = _call(pop, parts.routine.name, [copied(parts.routine), copied(parts.argument)])
    execute = strip(parts.execute)
    if execute.kind == "INTEGER_LITERAL" and execute.name != "0":
        return run
    return Node("IF_STMT", "", pop.start, pop.end, pop.start, pop.start, [parts.execute, run])


def _variables(block: Node) -> Iterator[Node]:
    for kid in block.kids:
        if kid.kind == "DECL_STMT":
            yield from (n for n in kid.kids if n.kind == "VAR_DECL")


def _left(between: list[Node]) -> bool:
    """Does a jump lead out of the pair, which leaves the handler behind, or out of the macros' loop?"""
    return any(leaving(Node("COMPOUND_STMT", "", 0, 0, 0, 0, between)))


def _call(expansion: Expansion, name: str, kids: list[Node]) -> Node:
    """A call that stands where a macro call does."""
    return Node("CALL_EXPR", name, expansion.start, expansion.end, expansion.start, expansion.start, kids, op=_HANDLER)


def _name(expansion: Expansion) -> Node:
    at, end = expansion.start, expansion.start + len(expansion.name)
    return Node("DECL_REF_EXPR", PUSH, at, end, at, end, [], f"c:@F@{PUSH}", "function", "f")

