# SPDX-License-Identifier: MIT
"""Lock guards: variables whose clean-up function releases the lock that was taken for their first value.

    GUARD(&m);                              GUARD(&m);
                                            {
    if (queue_is_empty(q))                      if (queue_is_empty(q)) {
        return NULL;                                unlock(&m);
                                                    return NULL;
                                                }
    return q->head;                             return q->head, unlock(&m);
                                            }
                                            unlock(&m);

The call that gives the value, ``lock_it(&m)``, returns what it is given; the clean-up function does nothing but release
that (guardfunctions.py). The guard may also be a structure that has it in a field, or a pointer that the next statement
locks, ``GUARD(&m); lock(guard);``. So in the variable's scope the lock is held, and each way out of it releases the
lock: at the closing brace, or where a statement does so before that (``g_clear_pointer (&locker, free_it);``), before a
jump, and behind what a return gives, if that may read what others change. A loop of a macro that declares the variable,
``WITH_LOCK(&m) { ... }``, is a scope macro (scope.py). A variable that is named in any other place, or is left by a
macro that returns what it works out, stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rcl import lockapi
from rcl.analyse.unit.checks import does_nothing_else
from rcl.analyse.unit.guardfunctions import HELD, GuardFunctions, Release, numbered
from rcl.analyse.unit.tree import (
    BEHIND,
    CASES,
    PREFIXES,
    SCOPE,
    ExpansionAt,
    Function,
    LockGuard,
    Node,
    arguments,
    callee,
    changes,
    copied,
    is_zero,
    leaving,
    library,
    operands,
    strip,
    substitute,
)  # fmt: skip
from rcl.model import Op

_CONSTANTS = frozenset({"INTEGER_LITERAL", "FLOATING_LITERAL", "CHARACTER_LITERAL", "STRING_LITERAL"})
#: how the keys of GLib's clean-up functions begin, and those of such as do nothing but free memory
_GLIBS, _FREEING = library("glib_autoptr_cleanup_"), frozenset(map(library, lockapi.FREEING))
#: how often a guard is named: where it is declared, and in the call of its clean-up function there (reader.py)
_OWN = 2
#: how a guard gives its lock back early
_CLEARED = re.compile(rf"{lockapi.CLEARING}\s*\(\s*&\s*(\w+)\s*,\s*(\w+)\s*\)")
#: the last character of a declaration, which may be its semicolon, and what there is up to that
SEMICOLON = re.compile(r"(?:;|.(?:\s|\\\r?\n|/\*.*?\*/|//[^\n]*)*;)", re.DOTALL)


@dataclass(frozen=True)
class Taken:
    """How a guard takes its lock, its value, and the release that gives it back: HELD in that stands for the value."""

    variable: str
    call: Node
    value: Node
    release: Release

    @property
    def holding(self) -> str:
        """The canonical text of what holds the value: the variable, or its field."""
        return f"{self.variable}.{self.release.field}" if self.release.field else self.variable

    def released(self, at: int, end: int) -> Node:
        """The release as it would stand at some place."""
        made = _placed(self.release.call, at, {HELD: self.value})
        made.start, made.end = at, end
        return made


@dataclass(frozen=True)
class LockGuards:
    """The guards of a function of a file."""

    function: Function
    functions: GuardFunctions
    expansion_at: ExpansionAt
    text: str

    def taken_by(self, declaration: Node, around: Sequence[Node] = ()) -> Taken | None:
        """How what a statement declares guards a lock; None if nothing of it is a guard, or several are.

        What is ``around`` its scope may name it, too.
        """
        cleaned = [kid for kid in declaration.kids if kid.kind == "VAR_DECL" and kid.ref in self.function.cleaned]
        return self._taken(cleaned[0], around) if len(cleaned) == 1 else None

    def taken_later(self, statement: Node, before: Sequence[Node]) -> Taken | None:
        """How a statement guards a lock that gives a guard its value, which one before has declared with none.

        The clean-up function must do nothing then, as GLib's do. What is declared between the two is cleaned up before
        the lock is given back.
        """
        ref = strip(statement.kids[0]).ref if statement.kind == "BINARY_OPERATOR" and statement.op == "=" else ""
        if not self.function.cleaned.get(ref, "").startswith(_GLIBS):
            return None
        declared = [kid for one in before if one.kind == "DECL_STMT" for kid in one.kids if kid.kind == "VAR_DECL"]
        own = next((i for i, kid in enumerate(declared) if kid.ref == ref), len(declared))
        inside = {self.function.cleaned[kid.ref] for kid in declared[own + 1 :] if kid.ref in self.function.cleaned}
        if own == len(declared) or inside - _FREEING or not all(map(is_zero, operands(declared[own]))):
            return None
        return self._taken(declared[own], [statement], statement.kids[1])

    def _taken(self, variable: Node, around: Sequence[Node], value: Node | None = None) -> Taken | None:
        release = self.functions.release(self.function.cleaned[variable.ref])
        given = [value] if value is not None else operands(variable)
        around = [*around, *self.cleared(self.function.body, variable.ref)]
        named = sum(node.ref == variable.ref for node in self.function.body.walk())
        if release is None or not given or named > _OWN + sum(n.ref == variable.ref for o in around for n in o.walk()):
            return None
        taking = self._taking(strip(given[-1]), release.field)
        return Taken(variable.ref, *taking, release) if taking else None

    def cleared(self, block: Node, variable: str) -> list[Node]:
        """The statements below a block by which a guard of GLib's gives its lock back early."""
        blocks = [node for node in block.walk() if node.kind == "COMPOUND_STMT"]
        return [kid for one in blocks for kid in one.kids if self._clearing(kid, variable) is not None]

    def _clearing(self, statement: Node, variable: str) -> re.Match[str] | None:
        """How a statement is spelled that does nothing else, ``g_clear_pointer (&locker, g_mutex_locker_free);``."""
        made = self.expansion_at(statement.start)
        if made is None or made.name != lockapi.CLEARING or statement.kind != "DO_STMT":
            return None
        said = _CLEARED.fullmatch(self.text, made.start, made.end)
        whole = said is not None and statement.end <= made.end and said[1] == self.function.locals[variable].name
        freeing = library(lockapi.ENDING.get(said[2], "")) if said else ""
        named = any(node.ref == variable for node in statement.walk())
        return said if whole and named and self.function.cleaned.get(variable) == freeing else None

    def given_back(self, call: Node) -> bool:
        """Is a call one that has taken the place of such a statement?"""
        return callee(call).name in lockapi.ENDING and callee(call).ref == library(callee(call).name)

    def _given_back(self, taken: Taken, statement: Node, said: re.Match[str]) -> Node:
        """Such a statement as the call that it makes."""
        made = taken.released(statement.start, statement.end)
        at, name = said.start(2), said[2]
        called = Node("DECL_REF_EXPR", name, made.start, made.end, at, at, [], library(name), "function", "f")
        return replace(made, name=name, kids=[called, *made.kids[1:]])

    def _locked(self, declaration: Node, behind: Sequence[Node]) -> Node | None:
        """A declaration and the statement behind it that locks what it declares, as one that does so in the value:
        ``mutex_t *guard = (lock(&m), &m);``. None if that statement does anything else.
        """
        declared = [kid for kid in declaration.kids if kid.kind == "VAR_DECL"]
        if len(declared) != 1:
            return None
        [variable], value = declared, operands(declared[0])[-1:]
        calls = (node for statement in behind for node in statement.walk() if node.kind == "CALL_EXPR")
        call = next((call for call in calls if lockapi.TOKENS.get(callee(call).name) is Op.LOCK), None)
        if call is None or not value or [strip(argument).ref for argument in arguments(call)] != [variable.ref]:
            return None
        between = self.text[declaration.end : behind[0].start]
        if between.strip(" \t\n;") or not does_nothing_else(behind[0], call, 0):
            return None
        at = (value[0].start, value[0].end, value[0].first, value[0].last)
        taking = substitute(copied(call), {variable.ref: copied(value[0])})
        both = Node("BINARY_OPERATOR", BEHIND, *at, [taking, copied(value[0])], op=",", type=value[0].type)
        locking = replace(variable, kids=[both if kid is value[0] else kid for kid in variable.kids])
        kids = [locking if kid is variable else kid for kid in declaration.kids]
        return replace(declaration, kids=kids, end=behind[0].end, last=behind[0].last)

    def _taking(self, first: Node, field: str) -> tuple[Node, Node] | None:
        """The call that takes a lock, and the expression that is the guard's value: ``lock_it(&m)``, ``lock(&m), &m``.
        """
        if first.kind == "BINARY_OPERATOR" and first.op == "," and not field:
            call, value = strip(first.kids[0]), first.kids[1]
            return (call, value) if call.kind == "CALL_EXPR" and not _does_more(value) else None
        returned = self.functions.value(callee(first).ref, field) if first.kind == "CALL_EXPR" else None
        if first.kind == "CALL_EXPR" and self.functions.is_locker(first):
            returned = Node("DECL_REF_EXPR", "", 0, 0, 0, 0, [], numbered(0), "local", "p")
        given = {numbered(n): argument for n, argument in enumerate(arguments(first))}
        if returned is None:
            return None
        placed = _placed(returned, first.start, given)
        known = not _does_more(placed) and all(not node.ref.startswith("#") for node in placed.walk())
        return (first, placed) if known else None

    def gives_back(self, call: Node, taken: Taken) -> bool:
        """Does a call give back what a guard holds, as its clean-up function would?"""
        given, release = [strip(argument) for argument in arguments(call)], self.functions.release(callee(call).ref)
        itself = [strip(kid).ref for node in given if node.op == "&" for kid in node.kids] == [taken.variable]
        return itself and len(given) == 1 and release == taken.release

    def taken_in(self, block: Node) -> Iterator[Taken]:
        """How the statements of a block guard locks."""
        guarded = (self._taken_at(block, number)[0] for number in range(len(block.kids)))
        yield from (taken for taken in guarded if taken is not None)

    def _taken_at(self, block: Node, number: int) -> tuple[Taken | None, Node, int]:
        """How a statement of a block guards a lock, the statement, which takes the lock then, and how many behind it it
        is one with.
        """
        statement, behind = block.kids[number], block.kids[number + 1 : number + 2]
        if statement.kind != "DECL_STMT":
            return self.taken_later(statement, block.kids[:number]), statement, 0
        if (locked := self._locked(statement, behind)) is not None:
            return self.taken_by(locked, behind), locked, 1
        return self.taken_by(statement), statement, 0

    def unfold(self, block: Node) -> None:
        """Makes the scopes of the guards that a block declares blocks of their own, the last one's first."""
        for number, first in reversed([*enumerate(block.kids)] if self.function.cleaned else []):
            taken, statement, used = self._taken_at(block, number)
            rest, declared = block.kids[number + 1 + used :], [kid for kid in first.kids if kid.kind == "VAR_DECL"]
            alone = first.kind != "DECL_STMT" or len(declared) == 1
            ended = SEMICOLON.match(self.text, statement.end - 1) if taken and alone else None
            if taken is None or ended is None or any(kid.kind in CASES for kid in rest):
                continue
            cleared = [self._clearing(kid, taken.variable) for kid in rest]
            early = next((i for i, said in enumerate(cleared) if said is not None), len(rest))
            if self._goes_on(taken, rest[:early], rest[early + 1 :]):
                continue
            start, end = ended.end(), rest[early].start if early < len(rest) else block.end - 1
            inside = Node("COMPOUND_STMT", "", start, end, start, end, rest[:early], op=SCOPE)
            if not self.release(taken, statement, inside):
                continue
            said = cleared[early] if early < len(rest) else None
            if said is None:
                block.kids[number:] = [statement, inside, taken.released(end, end)]
            else:
                given_back = self._given_back(taken, rest[early], said)
                block.kids[number:] = [statement, *inside.kids, given_back, *rest[early + 1 :]]

    def _goes_on(self, taken: Taken, held: Sequence[Node], behind: Sequence[Node]) -> bool:
        """Does what stands behind the statement that gives a guard's lock back name it, or is it got to with the lock?
        """
        labels = {node.name for kid in behind for node in kid.walk() if node.kind == "LABEL_STMT"}
        jumps = (node for kid in held for node in kid.walk() if node.kind == "GOTO_STMT")
        named = any(node.ref == taken.variable for kid in behind for node in kid.walk())
        return named or any(jump.kids[0].name in labels for jump in jumps)

    def release(self, taken: Taken, declaration: Node, block: Node) -> bool:
        """Puts the release before each jump out of a guard's scope, unless a macro makes one that gives more than a
        known value, or it may lead anywhere.

        The declaration takes the lock then, and does nothing else.
        """
        jumps = list(leaving(block))
        early = self._given_back_in(block, taken.variable, [jump for _, jump in jumps])
        if early is None:
            return False
        behind = {id(jump) for above, at, _ in early for _, jump in leaving(_rest(above, at))}
        jumps = [(above, jump) for above, jump in jumps if id(jump) not in behind]
        odd = any(node.kind == "INDIRECT_GOTO_STMT" or node.op == "goto" for node in block.walk())
        more = [id(jump) for _, jump in jumps if self._gives_more(jump, block.start)]
        made = any(self.expansion_at(jump.start) and id(jump) in more for _, jump in jumps)
        if odd or made or (more and not self.function.returns):
            return False
        for above, at, said in early:
            above.kids[at] = self._given_back(taken, above.kids[at], said)
        for above, jump in jumps:
            release = taken.released(jump.start, jump.start)
            at = next(i for i, kid in enumerate(above.kids) if kid is jump)
            if id(jump) in more:
                jump.kids.append(release)
            elif above.kind == "COMPOUND_STMT":
                above.kids[at:at] = [release]
            else:
                start = jump.start
                above.kids[at] = Node("COMPOUND_STMT", "", start, jump.end, start, start, [release, jump])
        if declaration.kind == "DECL_STMT":
            declaration.op = SCOPE
        self.function.lock_guards.append(LockGuard(declaration.start, block.start, block.end))
        del self.function.cleaned[taken.variable]
        return True

    def _given_back_in(
        self, block: Node, variable: str, jumps: Sequence[Node]
    ) -> list[tuple[Node, int, re.Match[str]]] | None:
        """Where branches of a guard's scope give its lock back: the block, the statement in that, and how it is
        spelled; None if control may get from behind one to what others execute with the lock.
        """
        found = []
        for above in (node for node in block.walk() if node.kind == "COMPOUND_STMT"):
            for at, kid in enumerate(above.kids):
                if (said := self._clearing(kid, variable)) is None:
                    continue
                rest, known = _rest(above, at), {id(jump) for jump in jumps}
                inside = all(id(jump) in known for _, jump in leaving(rest))
                labels = any(node.kind in PREFIXES for node in rest.walk())
                if above is block or labels or not inside or not rest.kids or id(rest.kids[-1]) not in known:
                    return None
                found.append((above, at, said))
        return found

    def _gives_more(self, jump: Node, start: int) -> bool:
        """Does a return give anything but a constant, or a variable from before the scope that only its function knows?
        """
        value = strip(jump.kids[0]) if jump.kind == "RETURN_STMT" and jump.kids else None
        if value is None:
            return False
        while value.kind == "UNARY_OPERATOR" and value.op == "-":
            value = strip(value.kids[0])
        if value.kind in _CONSTANTS or value.type in ("z", "n"):
            return False
        local = self.function.locals.get(value.ref) if value.kind == "DECL_REF_EXPR" else None
        bound = local is None or local.static or local.thread_local or local.volatile or local.where >= start
        if bound or value.type not in "po":
            return True
        asked = (n for n in self.function.body.walk() if n.kind == "UNARY_OPERATOR" and n.op == "&")
        return any(strip(node.kids[0]).ref == value.ref for node in asked)


def _rest(block: Node, index: int) -> Node:
    """What follows a statement of a block."""
    return replace(block, kids=block.kids[index + 1 :])


def _does_more(value: Node) -> bool:
    """May an expression be another one when it is evaluated again, or do something?"""
    return any(node.kind in ("CALL_EXPR", "StmtExpr") or changes(node) for node in value.walk())


def _placed(node: Node, at: int, values: Mapping[str, Node]) -> Node:
    """An expression as it would stand at some place, with the values of what it names, which stay where they are."""
    if node.ref in values:
        return copied(values[node.ref])
    kids = [_placed(kid, at, values) for kid in node.kids]
    return Node(node.kind, node.name, at, at, at, at, kids, node.ref, node.op, node.type)
