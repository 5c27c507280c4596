# SPDX-License-Identifier: MIT
"""Scope macros: ``SYNCHRONIZED(m) { ... }``, a loop that takes a lock, runs its block once and releases the lock.

Such a macro is known by being run: its loops are evaluated, with the variables that they declare. If they get to the
block once, with a call before it and one behind it, they are read as what that does,

    lock(&m);
    do { ... } while (0);
    unlock(&m);

where the release stands at the block's closing brace, or behind the statement that has none. A break or continue of
the block's own has then the meaning that it has in the macro's loops; where it has another (a break that skips the
release), the loops stay as they are. A variable that such a loop declares may also be a lock guard (lockguards.py),
whose lock is released whatever leaves it. Two macros may make such a scope together, too (pairs.py), and one may take
its lock in branches (commonends.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial

from rcl import lockapi
from rcl.analyse.unit.commonends import is_ended, taken_out
from rcl.analyse.unit.guardfunctions import GuardFunctions
from rcl.analyse.unit.lockguards import SEMICOLON, LockGuards, Taken
from rcl.analyse.unit.pairs import is_pair, taken_apart
from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.tree import (
    PREFIXES,
    SCOPE,
    Expansion,
    Function,
    Node,
    Unit,
    behind_labels,
    callee,
    canonical,
    operands,
    strip,
)  # fmt: skip

_LOOPS = frozenset({"FOR_STMT", "WHILE_STMT"})
#: the statements that end with another one
_NESTING = PREFIXES | _LOOPS | {"IF_STMT", "SWITCH_STMT"}
_ROUNDS = 4


class _Unknown(Exception):
    """What the macro does depends on more than its own variables."""


def unfold(body: Node, guards: LockGuards) -> None:
    """Puts what the scope macros and guards of a function do in their place, the inner ones first."""
    for block in [node for node in body.walk() if node.kind == "COMPOUND_STMT"][::-1]:
        kids = [part for kid in block.kids for part in _behind_labels(kid, guards)]
        pairs = (i for i, kid in enumerate(kids) if kid.kind == "NULL_STMT" and is_pair(kids[max(i - 2, 0)]))
        blocks = (i for i in range(1, len(kids)) if is_ended(kids[i - 1], kids[i], guards.expansion_at))
        semicolons = {*pairs, *blocks}
        block.kids = [kid for i, kid in enumerate(kids) if i not in semicolons]
        guards.unfold(block)


def unfold_guarded(units: Iterable[Unit], sources: Sources) -> list[str]:
    """Does so in the functions that may have guards, of all units; what it goes by, of functions of other files too."""
    units = list(units)
    functions = GuardFunctions(units)
    for unit in units:
        for function in unit.functions:
            if function.cleaned or not function.called.keys().isdisjoint(lockapi.LOCKERS | lockapi.ENDING):
                expansion_at = partial(unit.expansion_at, function.file)
                guards = LockGuards(function, functions, expansion_at, sources(function.file).text)
                cleaned = function.cleaned.keys() | set()
                unfold(function.body, guards)
                _without_guards(function, guards, cleaned - function.cleaned.keys())
                function.changed()
    return functions.said


def _without_guards(function: Function, guards: LockGuards, unfolded: Collection[str]) -> None:
    """Makes calls of elsewhere of those of a library's that take a lock for a guard, where there is none that anybody
    knows, be it one that stays.
    """
    nodes = list(function.body.walk())
    declared = [operands(n)[-1] for n in nodes if n.kind == "VAR_DECL" and n.ref in unfolded and operands(n)]
    given = [n.kids[1] for n in nodes if n.op == "=" and n.kids and strip(n.kids[0]).ref in unfolded]
    guarding = {id(strip(value)) for value in (*declared, *given)}
    taken = [taken for block in nodes if block.kind == "COMPOUND_STMT" for taken in guards.taken_in(block)]
    guarding |= {id(one.call) for one in taken if not guards.cleared(function.body, one.variable)}
    for call in nodes:
        made = call.kind == "CALL_EXPR" and id(call) not in guarding and not guards.given_back(call)
        if made and (guards.functions.is_locker(call) or callee(call).name in lockapi.ENDING):
            callee(call).name += "()"


def follows(block: Node, index: int) -> Node | None:
    """The loop that is left of the scope macro whose acquisition is that statement of the block, or such a block."""
    return next((kid for kid in block.kids[index + 1 : index + 2] if kid.op == SCOPE), None)


def inside(scope: Node) -> list[Node]:
    """The statements of the block that such a loop runs, or of such a block."""
    return scope.kids[0].kids if scope.kind == "DO_STMT" else scope.kids


def ends(block: Node, index: int) -> bool:
    """Is that statement of the block the release of a scope macro?"""
    return index > 0 and block.kids[index - 1].op == SCOPE


def closing(block: Node, index: int) -> Node | None:
    """The release of the scope macro whose acquisition is that statement of the block."""
    if not follows(block, index):
        return None
    return behind_labels(block.kids[index + 2])


def parts(block: Node, statement: Node) -> list[Node]:
    """The statements that a scope macro is read as, of which one of the block is a part; that one if it is none."""
    index = next(i for i, kid in enumerate(block.kids) if kid is statement)
    first = next((i for i in range(max(index - 2, 0), index + 1) if follows(block, i)), None)
    return [statement] if first is None else block.kids[first : first + 3]


def _behind_labels(node: Node, guards: LockGuards) -> list[Node]:
    """The statements that one of a block is, which may have labels."""
    if node.kind not in PREFIXES:
        return _unfolded(node, guards)
    first, *rest = _behind_labels(node.kids[-1], guards)
    node.kids[-1] = first
    if rest:
        node.end, node.last = first.end, first.last
    return [node, *rest]


def _unfolded(node: Node, guards: LockGuards) -> list[Node]:
    expansion_at = guards.expansion_at
    macro = expansion_at(node.start)
    if macro is not None and (apart := taken_apart(node, expansion_at, guards.text)):
        return apart
    if macro is not None and node.end <= macro.end and (call := taken_out(node)):
        return [node, call]
    loops = _loops(node, macro) if macro is not None and macro.start == node.start else []
    block = loops[-1].block if loops else node
    if macro is None or not loops or block.kind == "NULL_STMT" or expansion_at(block.start) is not None:
        return [node]
    kept, released = _kept(block, macro.end, guards.text)
    guarded = _guarded(loops, guards)
    try:
        before, behind = _Run(loops, guards, guarded, broken=False).calls()
        broken = _Run(loops, guards, guarded, broken=True).calls()[1] if _breaks(kept) else behind
        if [id(call) for call in broken] != [id(call) for call in behind]:
            return [node]
    except _Unknown:
        return [node]
    inside = kept.start
    never = Node("INTEGER_LITERAL", "0", inside, inside, inside, inside, [])
    once = Node("DO_STMT", "", inside, kept.end, inside, kept.last, [kept, never], op=SCOPE)
    for declared, taken in guarded:
        alone = [id(call) for call in before] == [id(taken.call)] and not behind
        if not alone or not guards.release(taken, declared, once):
            return [node]
        before, behind = [declared], [taken.released(released, kept.end)]
    if len(before) != 1 or len(behind) != 1:
        return [node]
    behind[0].start, behind[0].end = released, kept.end
    return [before[0], once, behind[0]]


def _kept(block: Node, macro_end: int, text: str) -> tuple[Node, int]:
    """What a scope macro's block is read as, and where the release stands: at its brace, or behind its statement."""
    if block.kind == "COMPOUND_STMT":
        inside = block.start + 1
        return Node("COMPOUND_STMT", "", inside, block.end, inside, block.last, block.kids), block.end - 1
    ended = SEMICOLON.match(text, block.end - 1) if _unended(block) else None
    end = ended.end() if ended else block.end
    return Node("COMPOUND_STMT", "", macro_end, end, macro_end, block.last, [block]), end


def _unended(statement: Node) -> bool:
    """Does a statement end with a semicolon, and not with a brace?"""
    while statement.kids and statement.kind in _NESTING:
        statement = statement.kids[-1]
    return statement.kind != "COMPOUND_STMT"


def _guarded(loops: list[_Loop], guards: LockGuards) -> list[tuple[Node, Taken]]:
    """The declarations of the loops that guard a lock, and how."""
    declared = [loop.declarations for loop in loops if loop.declarations is not None]
    around = [node for loop in loops for node in (loop.condition, loop.step) if node is not None]
    return [(one, taken) for one in declared if (taken := guards.taken_by(one, around))]


@dataclass(frozen=True)
class _Loop:
    """A loop of the macro's: its parts as far as they are there."""

    declarations: Node | None
    condition: Node
    step: Node | None
    block: Node


def _loops(node: Node, macro: Expansion) -> list[_Loop]:
    """The loops that the macro makes one in the other, empty if one of them is not understood."""
    found: list[_Loop] = []
    while node.kind in _LOOPS and node.start == macro.start:
        parts, block = node.kids[:-1], node.kids[-1]
        declares = bool(parts) and parts[0].kind == "DECL_STMT"
        if len(parts) != (1 if node.kind == "WHILE_STMT" else 3) and not (declares and len(parts) == 2):
            return []
        first = parts.pop(0) if node.kind == "FOR_STMT" else None
        found.append(_Loop(first, parts[0], parts[1] if len(parts) > 1 else None, block))
        node = block
    return found


def _breaks(block: Node) -> bool:
    """Is there a break that leaves the loop around the block?"""
    work = list(block.kids)
    while work:
        node = work.pop()
        if node.kind == "BREAK_STMT":
            return True
        if node.kind not in _LOOPS and node.kind not in ("DO_STMT", "SWITCH_STMT"):
            work += node.kids
    return False


class _Run:
    """One run of a macro's loops, in which the block is left at its end or by ``break``."""

    def __init__(
        self, loops: list[_Loop], guards: LockGuards, guarded: list[tuple[Node, Taken]], broken: bool
    ) -> None:
        self.loops = loops
        self.guards = guards
        self.guarded = [taken for _, taken in guarded]
        #: the guards whose locks are given back by hand
        self.given_back: list[str] = []
        self.broken = broken
        self.values: dict[str, int] = {}
        self.made: list[Node] = []
        self.entered: int | None = None

    def calls(self) -> tuple[list[Node], list[Node]]:
        """The calls that are made before and behind the block."""
        self._loop(0)
        if self.entered is None:
            raise _Unknown
        for taken in self.guarded:
            held = self.values.get(taken.holding, 1)
            if self.given_back.count(taken.variable) != (0 if held else 1):
                raise _Unknown
        return self.made[: self.entered], self.made[self.entered :]

    def _loop(self, level: int) -> None:
        loop = self.loops[level]
        if loop.declarations is not None:
            self._declare(loop.declarations)
        for _ in range(_ROUNDS):
            if not self._truth(loop.condition):
                return
            if level + 1 < len(self.loops):
                self._loop(level + 1)
            elif self._block():
                return
            if loop.step is not None:
                self._value(loop.step)
        raise _Unknown

    def _block(self) -> bool:
        """Runs the block, which may happen once; whether that leaves the loop."""
        if self.entered is not None:
            raise _Unknown
        self.entered = len(self.made)
        return self.broken

    def _declare(self, node: Node) -> None:
        if node.kind != "DECL_STMT":
            self._value(node)
            return
        for variable in node.kids:
            value = self._value(operands(variable)[-1]) if operands(variable) else None
            if value is not None:
                self.values[variable.ref] = value
            for taken in self.guarded:
                if taken.variable == variable.ref and strip(taken.value).op == "&":  # which is not NULL
                    self.values[taken.holding] = 1

    def _call(self, node: Node) -> None:
        taken = next((taken for taken in self.guarded if self.guards.gives_back(node, taken)), None)
        if taken is None:
            self.made.append(node)
            return
        self.given_back.append(taken.variable)
        if taken.release.forgets:
            self.values[taken.holding] = 0

    def _truth(self, node: Node) -> bool:
        value = self._value(node)
        if value is None:
            raise _Unknown
        return bool(value)

    def _value(self, node: Node) -> int | None:
        """Evaluates an expression; None if its value is not known."""
        node = strip(node)
        kids = operands(node)
        match node.kind:
            case "INTEGER_LITERAL":
                return int(node.name or 0)
            case "DECL_REF_EXPR" | "MEMBER_REF_EXPR":
                return self.values.get(canonical(node))
            case "CALL_EXPR":
                self._call(node)
                return None
            case "CONDITIONAL_OPERATOR":
                return self._value(kids[1] if self._truth(kids[0]) else kids[2])
            case "BINARY_OPERATOR":
                return self._binary(node.op, *kids)
            case "UNARY_OPERATOR" if node.op == "!":
                return int(not self._truth(kids[0]))
            case "UNARY_OPERATOR" if node.op.strip("p") in ("++", "--"):
                return self._step(kids[0], 1 if "++" in node.op else -1, node.op.startswith("p"))
            case "COMPOUND_ASSIGNMENT_OPERATOR":
                raise _Unknown
        for kid in kids:
            self._value(kid)
        return None

    def _binary(self, op: str, left: Node, right: Node) -> int | None:
        if op == "=":
            value = self._value(right)
            if value is None or canonical(left) not in self.values:
                raise _Unknown
            self.values[canonical(left)] = value
            return value
        if op in ("&&", "||"):
            first = self._truth(left)
            return int(self._truth(right)) if first is (op == "&&") else int(first)
        one, two = self._value(left), self._value(right)
        if op == ",":
            return two
        if one is None or two is None or op not in ("==", "!=", "<", ">"):
            return None
        return int({"==": one == two, "!=": one != two, "<": one < two, ">": one > two}[op])

    def _step(self, target: Node, by: int, after: bool) -> int:
        key = strip(target).ref
        if key not in self.values:
            raise _Unknown
        self.values[key] += by
        return self.values[key] - (by if after else 0)
