# SPDX-License-Identifier: MIT
"""Lock calls under a condition, ``if (threaded) lock(&m); ... if (threaded) unlock(&m);``: as if it always held.

Where the condition does not hold at the acquisition it does not at the releases either, and no lock matters there.
The if statement may stand in wrappers, ``lock_if_threaded(p)``, and a function that only returns it may make the
condition. So may what makes a wrapper return before: ``if (m == NULL) return;``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from rcl import lockapi
from rcl.analyse.closure import closure
from rcl.analyse.function.aliases import changed, changing, lasting, lasts
from rcl.analyse.function.flags import cleared_with, flag_of
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.program.summary import Asked, Wrapper
from rcl.analyse.unit.brackets import depths
from rcl.analyse.unit.checks import does_nothing_else, gives, only_looks, outside
from rcl.analyse.unit.conversions import BUILT_IN, Sort, Sorts, as_given, of_parameters, of_variable
from rcl.analyse.unit.graph import Graph
from rcl.analyse.unit.region import ALWAYS_ZERO, Layout, Source
from rcl.analyse.unit.text import bare, call_arguments, spelled_by
from rcl.analyse.unit.tree import (
    EXPRESSION_WRAPPERS,
    PREFIXES,
    Function,
    Node,
    arguments,
    callee,
    canonical,
    changes,
    constant,
    is_zero,
    library,
    operands,
    placeless,
    strip,
    substitute,
    uncast,
    without_parentheses,
)  # fmt: skip
from rcl.analyse.unit.written import makes_name
from rcl.names import replaced

#: what may stand around a lock call in its branch, in macros that check its result, too
_AROUND = EXPRESSION_WRAPPERS | {"COMPOUND_STMT", "DO_STMT", "DECL_STMT", "VAR_DECL", "BINARY_OPERATOR"}
#: what may do something, besides what changes a variable
_ACTING = frozenset({"CALL_EXPR", "StmtExpr", "ASM_STMT"})
#: what looks at what a pointer leads to, besides *
_LED_TO = frozenset({"MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR"})
#: functions that return what others return, and so on
_DEEPEST = 4
_OPPOSITE = {"==": "!=", "!=": "==", "&&": "||", "||": "&&"}
#: the operators that give 0 or 1
_TRUTHS = frozenset({"!", "&&", "||", "==", "!=", "<", ">", "<=", ">="})
_WORD = re.compile(r"[A-Za-z_]\w*")
_MEMBER = re.compile(r"(?:->|\.)\s*[A-Za-z_]\w*")
#: a variable, or a field
_PATH = r"\w+(?:(?:->|\.)\w+)*"
#: what reads like one, or like a call, but may be a macro's whole expression; and what is no operator's
_NAMED = re.compile(rf"{_PATH}(?:\([^()]*\))?")
#: what binds closer than a cast
_OPERAND = re.compile(rf"{_PATH}(?:\([^()]*\)|\[[^][]*\])?")
#: what asks whether two of them are the same
_COMPARED = re.compile(rf"({_NAMED.pattern}) (==|!=) ({_NAMED.pattern})")
_LOCK_FUNCTIONS = frozenset(map(library, lockapi.CALLS))
_OPERANDS = frozenset({
    "DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR", "CALL_EXPR", "PAREN_EXPR", "INTEGER_LITERAL",
})  # fmt: skip


@dataclass(frozen=True)
class LockCall:
    """A call that takes or releases what ``key`` names; ``condition``: a wrapper does so only if that holds.

    ``status``: it gives 0, unless it fails. ``only``: it does nothing else, unless it fails.
    """

    call: Node
    key: str
    takes: bool
    condition: Node | None = None
    status: bool = False
    only: bool = False


@dataclass(frozen=True)
class Branch:
    """A part of a statement that is done only if its condition holds, or, as what stands behind ||, if it does not."""

    statement: Node
    part: Node

    @property
    def condition(self) -> Node:
        return self.statement.kids[0]

    @property
    def holds(self) -> bool:
        return self.statement.op != "||" and self.part is self.statement.kids[1]


@dataclass(frozen=True)
class Guard:
    """The condition under which alone a lock call is made; a ``branch`` of what asks for it is, if no wrapper does.

    It may be a variable: the branch ``sets`` that, too.
    """

    condition: Node
    branch: Branch | None
    sets: Node | None = None

    @property
    def statement(self) -> Node | None:
        """What asks for it."""
        return self.branch.statement if self.branch else None


Guarded = tuple[LockCall, Guard]


def guards(graph: Graph, pointers: Pointers, calls: Sequence[LockCall]) -> dict[int, Guard]:
    """For the lock calls that go together under one condition what guards them, by the call's id."""
    groups: dict[tuple[str, str], list[Guarded]] = {}
    for one in calls:
        if (guard := guard_of(graph, pointers, one)) is not None:
            groups.setdefault((one.key, canonical(guard.condition)), []).append((one, guard))
    found: dict[int, Guard] = {}
    only = {id(one.call) for one in calls if one.only}
    for part in chain.from_iterable(_apart(graph, group) for group in groups.values()):
        if _go_together(graph, pointers, part, only):
            found |= {id(one.call): guard for one, guard in part}
    return found


def guard_of(graph: Graph, pointers: Pointers, one: LockCall) -> Guard | None:
    """What guards a lock call, None if nothing does that means the same elsewhere."""
    branch = None if one.condition else branch_around(
        graph, one.call, status=one.status, keeping=_kept(graph, one.call)
    )  # fmt: skip
    found = flag_of if one.takes else cleared_with
    if branch is None and not one.condition and (flag := found(graph, one.call)):
        return Guard(flag.variable, Branch(flag.statement, flag.statement.kids[1]), flag.sets)
    asked = one.condition or (branch.condition if branch else None)
    condition = spelled_out(pointers, asked, pointers.sorts_in(graph.function)) if asked else None
    return Guard(_there(_plain(condition, not branch or branch.holds)), branch) if condition else None


def _there(condition: Node) -> Node:
    """A condition, the same for all that ask whether there is a lock function: by weak symbols all are there, or none.
    """
    node = strip(condition)
    asked = strip(node.kids[0]) if node.op == "&" else node
    there = asked.kind == "DECL_REF_EXPR" and asked.ref in _LOCK_FUNCTIONS
    return replace(asked, ref=min(_LOCK_FUNCTIONS)) if there else condition


def branch_around(
    graph: Graph, call: Node, returned: bool = False, status: bool = False, keeping: str = ""
) -> Branch | None:
    """The branch of an if statement without else that is nothing but a call, and perhaps that its result is returned.

    Or the like of it: ``threaded && lock(&m);``, ``!threaded || lock(&m);``, ``threaded ? lock(&m) : 0;``. Or one
    that does something only if the call fails, which gives a ``status``: ``if (threaded && lock(&m) != 0) return;``.
    It may be a variable's value that the branch looks at then, ``keeping`` the result.
    """
    node, kinds = call, _AROUND | ({"RETURN_STMT"} if returned else set())
    while (above := graph.parent.get(id(node))) is not None:
        asks = above.kind == "IF_STMT"
        if id(node) in graph.otherwise:
            idly = all(kid is node or _is_idle(kid, asks, returned) for kid in above.kids[1:])
            alone = asks or _unused(graph, above, returned) or (status and _asks_for_failure(graph, above, call))
            return Branch(above, node) if idly and alone else None
        if not (asks or (above.kind in kinds and (_alone(above, node) or _only_checks(graph, above, call, keeping)))):
            return None
        node = above
    return None


def _is_idle(part: Node, asks: bool, returned: bool) -> bool:
    """Does what is done in place of a branch nothing, but that it is 0, or that the function returns?"""
    if not asks:
        return constant(part) == 0
    made = part.kids if part.kind == "COMPOUND_STMT" else [part]
    return returned and [n.kind for n in made] == ["RETURN_STMT"] and not _does(part)


def _asks_for_failure(graph: Graph, node: Node, call: Node) -> bool:
    """Is it the condition of an if statement without else, which holds only where a call, its second operand, fails?"""
    whole, test = outside(graph.parent, node)
    asks = test is not None and test.kind == "IF_STMT" and test.kids[0] is whole and len(test.kids) == 2
    given = node.op == "&&" or node.kind == "CONDITIONAL_OPERATOR"
    return asks and given and all(gives(kid, call, 0) == 0 for kid in node.kids[1:])


def _unused(graph: Graph, node: Node, returned: bool) -> bool:
    """Is an expression a statement of a block, that does not give it its value, or a branch; or is it ``returned``?"""
    whole, above = outside(graph.parent, node)
    if above is None or above.kind not in {"COMPOUND_STMT", "IF_STMT", "RETURN_STMT", *PREFIXES}:
        return False
    block = graph.parent.get(id(above))
    valued = block is not None and block.kind == "StmtExpr" and above.kids[-1] is whole
    asked = above.kind == "IF_STMT" and above.kids[0] is whole
    return not (valued or asked) and (returned or above.kind != "RETURN_STMT")


def _alone(node: Node, statement: Node) -> bool:
    """Is it no block, or one that holds one statement, and declarations at the most?"""
    idle = (kid is statement or kid.kind in ("DECL_STMT", "NULL_STMT") for kid in node.kids)
    return node.kind != "COMPOUND_STMT" or all(idle)


def _kept(graph: Graph, call: Node) -> str:
    """The local variable that a statement gives a call's result, "" if none does."""
    _, above = outside(graph.parent, call)
    target = strip(above.kids[0]) if above is not None and above.op == "=" else None
    return target.ref if target is not None and target.op == "local" else ""


def _only_checks(graph: Graph, block: Node, call: Node, keeping: str) -> bool:
    """Does a block that makes a lock call, ``keeping`` its result in a variable perhaps, do something else only if
    that fails, which it never does? It may leave the loop that it is the body of.
    """
    if lockapi.TOKENS.get(callee(call).name) not in ALWAYS_ZERO:
        return False
    above = graph.parent.get(id(block))
    whole = above if above is not None and above.kind == "DO_STMT" else block
    return does_nothing_else(whole, call, 0) or (bool(keeping) and only_looks([block], call, keeping, 0))


def spelled_out(pointers: Pointers, condition: Node, variables: Sorts, depth: int = _DEEPEST) -> Node | None:
    """A condition with what functions return in place of their calls, None if it has effects, or other calls than of
    functions that only give what their arguments decide. ``variables`` are those that it may name.
    """
    if condition.kind == "CALL_EXPR" and callee(condition).name == "__builtin_expect":
        return spelled_out(pointers, arguments(condition)[0], variables, depth)
    if condition.kind == "CALL_EXPR" and (made := _returned(pointers, condition, variables)):
        return spelled_out(pointers, made, variables, depth - 1) if depth else None
    if condition.kind == "CALL_EXPR" and not _is_fixed(pointers, condition):
        return None
    if condition.kind == "StmtExpr" or changes(condition):
        return None
    kids = [spelled_out(pointers, kid, variables, depth) for kid in condition.kids]
    known = [kid for kid in kids if kid is not None]
    if len(known) < len(kids):
        return None
    n = condition
    return Node(n.kind, n.name, n.start, n.end, n.first, n.last, known, n.ref, n.op, n.type)


def _returned(pointers: Pointers, call: Node, variables: Sorts) -> Node | None:
    """What a call gives, if all that its function does is to return it."""
    target, given = callee(call), arguments(call)
    found: dict[str, Node] = {}
    for parameters, value in pointers.returns(target.ref) if target.op == "function" else ():
        if len(parameters) != len(given):
            return None
        names = {key: f"#{number}" for number, key in enumerate(parameters)}
        values = dict(zip(parameters, given, strict=True))
        values = as_given(parameters, [value], values, variables, truths=False)
        found[canonical(value, names)] = substitute(value, values)
    return next(iter(found.values())) if len(found) == 1 else None


def _is_fixed(pointers: Pointers, call: Node) -> bool:
    """Is it a call that only gives what its arguments decide?"""
    target = callee(call)
    return call.kind == "CALL_EXPR" and target.op == "function" and pointers.effects.fixed(target.ref)


@dataclass(frozen=True)
class _Ways:
    """The blocks of a function by which control gets from acquisitions to releases, by their numbers."""

    graph: Graph
    takes: Sequence[Guarded]
    releases: Sequence[Guarded]

    @cached_property
    def held(self) -> set[int]:
        """Those at which it may have come from an acquisition, and may get to a release."""
        taking, giving = (set[int]().union(*map(self.around, calls)) for calls in (self.takes, self.releases))
        before, taken = self.graph.before, self._passed(self.takes)
        ahead = closure(giving, lambda n: () if n in taken else [block.number for block in before[n]])
        return taking | giving | (self.behind(*self.takes) & ahead)

    def behind(self, *takes: Guarded) -> set[int]:
        """Those that come behind some of the acquisitions, as far as the next release."""
        following = {block.number: [edge.to.number for edge in block.out] for block in self.graph.blocks}
        given = self._passed(self.releases)
        return closure(set[int]().union(*map(self.around, takes)), lambda n: () if n in given else following[n])

    def around(self, one: Guarded) -> set[int]:
        """The blocks of a lock call with its condition, and of the statement that they are a part of."""
        return self._made(_statement(one))

    def counts(self, node: Node) -> bool:
        """May a node be evaluated behind an acquisition, and before a release that follows it?"""
        return not self.held.isdisjoint(self._made(node))

    def _made(self, node: Node) -> set[int]:
        found = set(self._homes[node.start])
        while (above := self.graph.parent.get(id(node))) is not None and above.kind != "COMPOUND_STMT":
            node = above
            found |= self._homes[node.start]
        return found

    @cached_property
    def _homes(self) -> defaultdict[int, set[int]]:
        found: defaultdict[int, set[int]] = defaultdict(set)
        for block in self.graph.blocks:
            found[block.home].add(block.number)
        return found

    def _passed(self, calls: Sequence[Guarded]) -> set[int]:
        """The blocks of which control gets to one where it makes a call, or does not by its condition."""
        made = {id(one.call) for one, _ in calls}
        found = {b.number for b in self.graph.blocks if any(e.kind == "call" and id(e.node) in made for e in b.events)}
        return found | {self.graph.otherwise[id(g.branch.part)].number for _, g in calls if g.branch}


def _apart(graph: Graph, group: Sequence[Guarded]) -> list[list[Guarded]]:
    """The acquisitions of a group with the releases that follow them, apart from others that have theirs."""
    releases = [one for one in group if not one[0].takes]
    takes = [one for one in group if one[0].takes]
    ways = _Ways(graph, takes, releases)
    parts: list[tuple[list[Guarded], set[int]]] = []
    for taken in takes:
        behind = ways.behind(taken)
        given = {n for n, one in enumerate(releases) if not behind.isdisjoint(ways.around(one))}
        shared = [part for part in parts if part[1] & given]
        parts = [part for part in parts if part not in shared]
        parts.append(([*(t for part in shared for t in part[0]), taken], given.union(*(part[1] for part in shared))))
    return [[*taken, *(releases[n] for n in sorted(given))] for taken, given in parts]


def _statement(one: Guarded) -> Node:
    """The statement that makes a lock call under its condition."""
    call, guard = one
    return guard.statement or call.call


def _go_together(graph: Graph, pointers: Pointers, group: Sequence[Guarded], only: AbstractSet[int]) -> bool:
    """Are there acquisitions and, behind them, releases, and does the condition stay what it is in between?

    What it may be behind a release, or on a way that leads to none, is nothing to them. Calls that ``only`` take or
    release locks do not change it, whatever their functions do where that fails.
    """
    takes, releases = [one for one in group if one[0].takes], [one for one in group if not one[0].takes]
    begins = [min((_statement(one).start for one in calls), default=-1) for calls in (takes, releases)]
    if not takes or not releases or begins[1] < begins[0]:
        return False
    ways, function = _Ways(graph, takes, releases), graph.function
    apart = only | {id(n) for _, guard in group if guard.sets for n in guard.sets.walk()}

    def counts(node: Node) -> bool:
        return id(node) not in apart and ways.counts(node)

    return lasts(graph, pointers, group[0][1].condition, function.start, function.end, counts=counts)


def stays(graph: Graph, pointers: Pointers, calls: Sequence[LockCall]) -> bool:
    """Does what wrappers ask for stay what it is from acquisitions to the releases that ask for the same?"""
    guarded = [(one, guard) for one in calls if (guard := guard_of(graph, pointers, one))]
    alike = len(guarded) == len(calls) and len({canonical(guard.condition) for _, guard in guarded}) == 1
    return alike and _go_together(graph, pointers, guarded, {id(one.call) for one in calls if one.only})


def changed_between(
    graph: Graph, pointers: Pointers, taken: LockCall, releases: Sequence[LockCall], apart: AbstractSet[int]
) -> Node | None:
    """What may change the condition under which a lock is taken before it is given back under it, None if that is not
    known; the lock calls are ``apart``, by their ids.
    """
    takes, given = (
        [(one, guard) for one in calls if (guard := guard_of(graph, pointers, one))] for calls in ([taken], releases)
    )
    if not takes or not given:
        return None
    ways, function = _Ways(graph, takes, given), graph.function

    def counts(node: Node) -> bool:
        return id(node) not in apart and ways.counts(node)

    return changing(graph, pointers, takes[0][1].condition, function.start, function.end, counts)


def wrapped(graph: Graph, pointers: Pointers, call: Node, text_of: Callable[[str], str]) -> tuple[Asked, ...]:
    """What a function asks for the one lock call that it has, nothing if that is not all that decides about it.

    It asks for its parameters, for the fields that they lead to, and for what calls give that their arguments decide.
    """
    function = graph.function
    left = [kid for kid in function.body.kids if kid.end <= call.start and _only_returns(function, kid)]
    around = branch_around(graph, call, returned=True)
    last = [Asked(around.condition, around.holds)] if around else []
    whole = [*(Asked(s.kids[0], False, reports=_does(s.kids[1])) for s in left), *last]
    own, source = set(function.parameters) - changed(function).keys(), text_of(function.file)
    named = {n.ref for one in whole for n in one.condition.walk() if n.op == "local"} - own
    values = _standing_in(function, pointers, own, source) if named else {}
    asked = [_with_values(part, function, values, source) for one in whole for part in _parts(one)]
    left_over = (n for one in asked for n in one.condition.walk() if n.op == "local" and n.ref not in own)
    return tuple(asked) if not any(left_over) and _decide(graph, call, left, around) else ()


def _standing_in(function: Function, pointers: Pointers, own: AbstractSet[str], source: str) -> dict[str, Node]:
    """The values of variables that may stand in their place: fields that the function's ``own`` parameters lead to, and
    what calls give that their arguments decide, if no macro says it.
    """
    given = {ref: uncast(operands(node)[-1]) for ref, node in lasting(function).items()}
    values = {ref: node for ref, node in given.items() if node.kind not in EXPRESSION_WRAPPERS}
    said = {ref: _said_by(value, source) for ref, value in values.items()}
    return {
        ref: value for ref, value in values.items()
        if _spells(said[ref], value, own) or (_is_fixed(pointers, value) and said[ref].startswith(callee(value).name))
    }  # fmt: skip


def _with_values(asked: Asked, function: Function, values: Mapping[str, Node], source: str) -> Asked:
    """A condition with the values that some variables always have in place of these.

    Not if it looks at what they lead to: of what type that is only the variables may say. Nor if they are numbers:
    these may be cut.
    """
    nodes = [n for n in asked.condition.walk() if n.ref in values]
    named, led_to = {n.ref for n in nodes}, (n for n in asked.condition.walk() if n.kind in _LED_TO or n.op == "*")
    looks = any(n.ref in named for node in led_to for n in node.walk())
    if not nodes or looks or any(n.type != "p" for n in nodes):
        return asked
    texts = {function.locals[ref].name: _said_by(values[ref], source) for ref in named}
    text = replaced(_as_asked(source, asked.condition, asked.holds)[1], lambda match: texts.get(match[0], match[0]))
    return replace(asked, condition=substitute(placeless(asked.condition), dict(values)), text=text)


def _said_by(node: Node, source: str) -> str:
    return source[node.start : node.end]


def _spelled(node: Node, source: str) -> str:
    """How what a call is given is spelled, which a macro may make, and put in parentheses."""
    while node.kind == "PAREN_EXPR":
        node = operands(node)[-1]
    return source[node.first : node.last]


def passed_on(
    function: Function, pointers: Pointers, call: Node, inner: Wrapper, text_of: Callable[[str], str]
) -> tuple[Asked, ...] | None:
    """What the lock function that a wrapper calls asks, in the wrapper's words; None if it cannot say that.

    It can if that is about nothing but the parameters, and gets for them what the wrapper's own ones lead to, as it is.
    """
    given, known = dict(zip(inner.parameters, arguments(call), strict=False)), pointers.sorts_in(function)
    if casts(inner.function, inner.asked, given, known):
        return None
    own = set(function.parameters) - changed(function).keys()
    texts = {key: _spelled(value, text_of(function.file)) for key, value in given.items()}
    named = {inner.function.locals[key].name: key for key in given}
    found = []
    for asked in (a for a in inner.asked if not _always(_of_values(a, given))):
        said = asked.text or _as_asked(text_of(inner.function.file), asked.condition, asked.holds)[1]
        words = set(_WORD.findall(_MEMBER.sub("", said)))
        leading = (named[word] for word in words & named.keys())
        if not words <= {"NULL", *named} or not all(_spells(texts[key], given[key], own) for key in leading):
            return None
        text = replaced(said, lambda match: texts[named[match[0]]] if match[0] in named else match[0])
        found.append(replace(asked, condition=substitute(placeless(asked.condition), given), text=text))
    return tuple(found)


def _spells(text: str, value: Node, parameters: AbstractSet[str]) -> bool:
    """Is a text what spells a parameter, or a field that one leads to, name by name?"""
    names, node = list[str](), strip(value)
    while node.kind == "MEMBER_REF_EXPR" and node.kids:
        names, node = [node.name, *names], strip(node.kids[0])
    path = re.fullmatch(_PATH, text) is not None and _WORD.findall(text) == [node.name, *names]
    return path and node.ref in parameters


def _parts(asked: Asked) -> Iterator[Asked]:
    """What must hold, or must not, one by one; what a macro makes of it stays together."""
    node = strip(asked.condition)
    splits = node.kind == "BINARY_OPERATOR" and node.op == ("&&" if asked.holds else "||")
    if splits and node.kids[0].end <= node.kids[1].start:
        for kid in node.kids:
            yield from _parts(replace(asked, condition=kid))
    else:
        yield asked


def reporting(function: Function, call: Node) -> Iterator[Node]:
    """What a function does where it returns before a lock call, because what it asks is not so."""
    for statement in function.body.kids:
        if statement.end <= call.start and _only_returns(function, statement):
            yield from statement.kids[1].walk()


def _is_step(statement: Node) -> bool:
    node = strip(statement)
    return node.kind == "CALL_EXPR" or changes(node)


def _does(branch: Node) -> bool:
    """Does a branch that returns do something besides?"""
    return any(n.kind in _ACTING or changes(n) for n in branch.walk())


def _only_returns(function: Function, statement: Node) -> bool:
    """Is it an if statement, written as such, that only returns, or reports something before? No macro may go on behind
    it.
    """
    if statement.kind != "IF_STMT" or len(statement.kids) != 2 or statement.start == statement.kids[0].start:
        return False
    branch = statement.kids[1]
    made = branch.kids if branch.kind == "COMPOUND_STMT" else [branch]
    if [n.kind for n in made[-1:]] != ["RETURN_STMT"] or not all(map(_is_step, made[:-1])):
        return False
    own = {id(n) for n in branch.walk()}
    starts = {n.start for n in made}
    return all(id(n) in own for n in function.nodes if n.start in starts)


def always_made(graph: Graph, call: Node) -> bool:
    """Does a function make a call whenever it returns?"""
    return _decide(graph, call, (), None)


def _decide(graph: Graph, call: Node, left: Sequence[Node], around: Branch | None) -> bool:
    """Is a call made wherever control does not leave before, and gets to the if statement around it?"""
    returns = {n.start for statement in left for n in statement.kids[1].walk() if n.kind == "RETURN_STMT"}
    never = {b.number for b in graph.blocks if b.at in returns or any(e.node is call for e in b.events)}
    never |= {graph.otherwise[id(around.part)].number} if around else set()
    return graph.exit.number not in graph.reached(never=never)


def casts(
    function: Function, asked: Sequence[Asked], given: Mapping[str, Node], variables: Sorts
) -> dict[str, Node]:
    """The parameters of a lock function that it asks for, and that may be other numbers than it is given: these, cast.
    """
    values = as_given(of_parameters(function), [a.condition for a in asked], given, variables)
    return {key: value for key, value in values.items() if value is not given[key]}


def asked_of(wrapper: Wrapper, given: Mapping[str, Node], variables: Sorts) -> Node | None:
    """What a wrapper asks, of what its parameters are given, which may name ``variables``; None if that is always so.
    """
    values = {**given, **casts(wrapper.function, wrapper.asked, given, variables)}
    made = (_of_values(a, values) for a in wrapper.asked)
    parts = [part for part in made if not _always(part)]
    whole = parts[0] if parts else None
    for part in parts[1:]:
        whole = _joined("&&", [whole, part]) if whole else part
    return whole


def _of_values(asked: Asked, values: Mapping[str, Node]) -> Node:
    return _plain(substitute(placeless(asked.condition), dict(values)), asked.holds)


def _always(condition: Node) -> bool:
    """Is it the address of an object, or of a part of one?"""
    node = strip(condition)
    inner = strip(node.kids[0]) if node.kind == "UNARY_OPERATOR" and node.op == "&" else None
    if inner is not None and inner.kind == "ARRAY_SUBSCRIPT_EXPR":
        inner = strip(inner.kids[0])
        return inner.type == "a"
    return inner is not None and inner.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR")


def _plain(condition: Node, holds: bool = True) -> Node:
    """A condition, or the opposite, without ! and comparisons with 0 where they can be spared: equal for equal ones."""
    node = without_parentheses(condition)
    if node.kind == "UNARY_OPERATOR" and node.op == "!":
        return _plain(node.kids[0], not holds)
    if node.kind == "BINARY_OPERATOR" and node.op in ("&&", "||"):
        return _joined(node.op if holds else _OPPOSITE[node.op], [_plain(kid, holds) for kid in node.kids])
    if node.kind == "BINARY_OPERATOR" and node.op in ("==", "!="):
        others = [kid for kid in node.kids if not is_zero(kid)]
        if len(others) == 1:
            return _plain(others[0], holds == (node.op == "!="))
        return node if holds else _joined(_OPPOSITE[node.op], node.kids)
    return node if holds else Node("UNARY_OPERATOR", "", 0, 0, 0, 0, [node], "", "!")


def _joined(operator: str, kids: list[Node]) -> Node:
    return Node("BINARY_OPERATOR", "", 0, 0, 0, 0, kids, "", operator)


def worded(layout: Layout, call: Node, wrapper: Wrapper, holds: bool = True, operator: str = "") -> str:
    """What a wrapper asks, or the opposite, in the words of a function that calls it; "" if it cannot say that there.

    It may be an operand of an ``operator``, && or ||.
    """
    given, own, function = call_arguments(layout, call), layout.function, wrapper.function
    names = [function.locals[key].name for key in wrapper.parameters]
    if given is None or len(given) != len(names):
        return ""
    nodes, source = dict(zip(wrapper.parameters, arguments(call), strict=False)), layout.sources(function.file)

    def known(key: str) -> Sort:
        return of_variable(own.locals.get(key) or layout.unit.variables.get(key))

    asked = [a for a in wrapper.asked if not _always(_of_values(a, nodes))]
    if not holds and len(asked) == 1 and not asked[0].text:
        asked, holds = [replace(asked[0], holds=not asked[0].holds)], True
    text = said(source, asked) if holds else _opposite(said(source, asked))
    cast = {function.locals[key].name: value.op for key, value in casts(function, asked, nodes, known).items()}
    words = (set(_WORD.findall(text)) - set(names)).union(*map(_type_names, cast.values()))
    listed = chain(layout.unit.functions, *layout.unit.elsewhere.values())
    same = (f for f in listed if (f.file, f.start) == (function.file, function.start))
    seen = words <= {"NULL"} or any(f.file != own.file or f.start < own.start for f in same)
    seen = seen or (function.file == own.file and _said_before(layout, text, words))
    spelled = spelled_by(layout.unit, layout.sources, " ".join(words))
    hidden = (spelled & own.declared) | own_names(layout, function, text, set(names))
    pointers = any(to.endswith("*") for to in cast.values())
    if not (text and seen) or pointers or hidden or _means_another(layout, function, spelled):
        return ""
    values = dict(zip(names, map(bare, given), strict=True))
    numbers = {name: _cast(values[name], to) for name, to in cast.items()}
    if any(makes_name(layout, text, name) for name, value in values.items() if value != name or name in numbers):
        return ""
    placed = replaced(text, lambda m: numbers.get(m[0]) or _placed(text, m, values.get(m[0], m[0])))
    return _as_part(_part(source, asked[0])[0], bare(placed), operator)


def own_names(layout: Layout, function: Function, text: str, known: AbstractSet[str] = frozenset()) -> set[str]:
    """The variables of a lock function to which its text may come, by macros alone where they are ``known``."""
    words = set(_WORD.findall(_MEMBER.sub("", text))) - known
    spelled = spelled_by(layout.unit, layout.sources, " ".join(words))
    return spelled & {variable.name for variable in function.locals.values()}


def _cast(text: str, to: str) -> str:
    """The text of a number that becomes another type's."""
    return f"({to}){text}" if _OPERAND.fullmatch(text) else f"({to})({text})"


def _type_names(spelled: str) -> set[str]:
    """The words of a type that a program may give other meanings."""
    return {word for word in _WORD.findall(spelled) if word not in BUILT_IN}


def _means_another(layout: Layout, function: Function, words: AbstractSet[str]) -> bool:
    """May macros make something else of some words of a function where another one says them: those that are defined
    more than once, or behind it, or by a source that includes it?
    """
    for known in (layout.unit.macros.get(word, ()) for word in words):
        behind = (m.start > function.end if m.file == function.file else m.file == layout.unit.file for m in known)
        if len(known) > 1 or any(behind):
            return True
    return False


def said(source: Source, asked: Sequence[Asked]) -> str:
    """The text of what a lock function asks, all of it; "" if that cannot stand elsewhere."""
    parts = [_part(source, one) for one in asked]
    text = " && ".join(_as_part(*part, "&&") if len(parts) > 1 else part[1] for part in parts)
    return "" if re.search(r"[\"']|/[*/]|^\s*#", text, re.MULTILINE) else re.sub(r"\s+", " ", text)


def _part(source: Source, asked: Asked) -> tuple[Node, str]:
    """A part of what a lock function asks, or what it is the opposite of, and the text that says whether it is so."""
    return (asked.condition, asked.text) if asked.text else _as_asked(source.text, asked.condition, asked.holds)


def told(source: Source, asked: Sequence[Asked]) -> str:
    """What a function returns to say whether all that a lock function asks is so: 0 or 1; "" if it cannot."""
    text, first = said(source, asked), asked[0]
    value = strip(first.condition)
    turned = not first.holds and value.op != "!"
    if not first.holds and not turned:
        value = strip(value.kids[0])
    if not text or len(asked) > 1 or turned or value.op in _TRUTHS:
        return text
    return f"{text} != 0" if _is_operand(value, text) else f"({text}) != 0"


def asking(layout: Layout, call: Node, wrapper: Wrapper) -> str:
    """The call of the function beside a wrapper that says whether what it asks is so; "" if it cannot be given that."""
    given = call_arguments(layout, call)
    if given is None or len(given) != len(wrapper.parameters):
        return ""
    named = {n.ref for a in wrapper.asked for n in a.condition.walk()}
    values = (text.strip() for key, text in zip(wrapper.parameters, given, strict=True) if key in named)
    return f"{wrapper.needed}({', '.join(values)})"


def _said_before(layout: Layout, text: str, words: AbstractSet[str]) -> bool:
    """May the words of a condition that stands behind a function mean the same before it, as far as is known?

    What is not known there at all, a field or an enumerator, the compiler says.
    """
    unit, own = layout.unit, layout.function
    named = [(v.name, v.file, v.where) for v in unit.variables.values()]
    named += [(macro.name, macro.file, macro.start) for word in words for macro in unit.macros.get(word, [])]
    later = {name for name, file, start in named if file == own.file and start > own.start}
    return not words & later and not re.search(r"\w\s*\(", text)


def _as_asked(source: str, condition: Node, holds: bool) -> tuple[Node, str]:
    """A condition, or what it is the opposite of, and the text that says whether it is so."""
    node = condition
    while not holds and node.kind == "PAREN_EXPR" and source[node.start] == "(":
        node = node.kids[0]
    text = source[node.start : node.end]
    if holds:
        return node, text
    if node.kind == "UNARY_OPERATOR" and node.op == "!" and text.startswith("!"):
        inner = node.kids[0]
        return without_parentheses(inner), bare(source[inner.start : inner.end])
    if node.kind == "BINARY_OPERATOR" and node.op in ("==", "!="):
        one, two = node.kids
        if source[one.end : two.start].strip() == node.op:
            return node, f"{source[node.start : one.end]} {_OPPOSITE[node.op]} {source[two.start : node.end]}"
    return node, f"!{text}" if _is_operand(node, text) else f"!({text})"


def _opposite(text: str) -> str:
    """The text that says that another one does not hold."""
    if compared := _COMPARED.fullmatch(text):
        return f"{compared[1]} {_OPPOSITE[compared[2]]} {compared[3]}"
    return f"!{text}" if _NAMED.fullmatch(text) else f"!({text})"


def _is_operand(node: Node, text: str) -> bool:
    """Can the text of an expression stand beside any operator? A macro's name may stand for one with others."""
    return node.kind in _OPERANDS and _NAMED.fullmatch(text) is not None


def _as_part(node: Node, text: str, operator: str) -> str:
    """A condition as an operand of && or ||, where compilers ask for parentheses around the other one, or by itself."""
    weaker = {"&&": r"\|\||[?,]", "||": "&&|[?,]", "": r"\?"}[operator]
    outside = "".join(text[index] for index, depth in depths(text, 0) if depth == 0)
    made = operator and _NAMED.fullmatch(text) and node.kind not in _OPERANDS
    return f"({text})" if made or re.search(weaker, outside) else text


def _placed(text: str, name: re.Match[str], value: str) -> str:
    """What stands for a parameter: in parentheses unless it is a variable, a field, or the whole of an argument."""
    before, behind = text[: name.start()].rstrip()[-1:], text[name.end() :].lstrip()[:1]
    alone = before in ("", "(", ",") and behind in ("", ")", ",")
    return value if alone or re.fullmatch(_PATH, value) else f"({value})"
