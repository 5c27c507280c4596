# SPDX-License-Identifier: MIT
"""What a statement does around a lock call: nothing else if the call succeeds, or something with its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from rcl.analyse.unit.conversions import INT
from rcl.analyse.unit.graph import Block, Edge, Event, Graph
from rcl.analyse.unit.tree import (
    COMPARISONS,
    EXPRESSION_WRAPPERS,
    LOOPS,
    PREFIXES,
    Node,
    callee,
    changes,
    constant,
    evaluated,
    is_errno,
    is_zero,
    operands,
    says_zero,
    strip,
)  # fmt: skip

#: what an attempt gives that another thread has made fail
EBUSY = 16
#: errno among the variables that keep a result
ERRNO = "errno"
#: what gives its first argument
SAME = frozenset({"__builtin_expect", "__builtin_expect_with_probability"})
_PLAIN = frozenset({"DECL_REF_EXPR", "INTEGER_LITERAL", "STRING_LITERAL", "CHARACTER_LITERAL", "CXX_UNARY_EXPR"})
_PARTS = frozenset({"COMPOUND_STMT", "DO_STMT", "StmtExpr", "PAREN_EXPR", "CSTYLE_CAST_EXPR", "UNARY_OPERATOR"})
_NOTHING = _PLAIN | {"NULL_STMT", "TYPE_REF"}
NO_OTHERS: Mapping[int, int | None] = MappingProxyType({})


def using(parent: Mapping[int, Node], call: Node) -> Node | None:
    """The statement that does something with a call's result; None if something in it comes before the call.

    It stands in a block, perhaps behind labels.
    """
    node, above = outside(parent, call)
    while above is not None and _comes_first(above, node):
        node, above = outside(parent, above)
    if above is not None and above.kind == "VAR_DECL":
        first, node = above, parent[id(above)]
        above = parent.get(id(node))
        if node.kids[0] is not first or operands(first)[-1] is not outside(parent, call)[0]:
            return None
    elif above is not None and above.kind in ("IF_STMT", "SWITCH_STMT", "RETURN_STMT") and node is above.kids[0]:
        node, above = above, parent.get(id(above))
    return node if above is not None and (above.kind == "COMPOUND_STMT" or above.kind in PREFIXES) else None


def outside(parent: Mapping[int, Node], node: Node) -> tuple[Node, Node | None]:
    """The expression with what stands around it and changes nothing, and the node above that."""
    above = parent.get(id(node))
    while above is not None and above.kind in EXPRESSION_WRAPPERS:
        node, above = above, parent.get(id(above))
    return node, above


def _comes_first(above: Node, node: Node) -> bool:
    """Is the operand evaluated always, and before anything that has an effect, or that the call may change?"""
    if above.kind == "UNARY_OPERATOR":
        return above.op in ("!", "-", "~")
    if above.kind == "CONDITIONAL_OPERATOR":
        return node is above.kids[0]
    if above.kind == "CALL_EXPR":
        return node is not above.kids[0] and all(strip(kid).kind in _PLAIN for kid in above.kids if kid is not node)
    if above.kind not in ("BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR"):
        return False
    left, right = above.kids
    if above.op in ("&&", "||", ","):
        return node is left
    if changes(above):
        plain = is_errno(left) or not any(changes(n) or n.kind == "CALL_EXPR" for n in left.walk())
        return node is right and plain
    return strip(right if node is left else left).kind in _PLAIN


def handed_with(parent: Mapping[int, Node], call: Node) -> tuple[Node, int, Node] | None:
    """The call that gets what is made of what another one gives, its argument's number, and that argument."""
    node, above = outside(parent, call)
    while above is not None and above.kind != "CALL_EXPR" and _comes_first(above, node):
        node, above = outside(parent, above)
    if above is None or above.kind != "CALL_EXPR" or not _comes_first(above, node):
        return None
    return above, next(at for at, kid in enumerate(above.kids) if kid is node) - 1, node


def handed_to(parent: Mapping[int, Node], call: Node) -> tuple[Node, int] | None:
    """The call that gets what another one gives, as its argument of a number, beside what has no effect."""
    found = handed_with(parent, call)
    return found[:2] if found is not None and strip(found[2]) is call else None


def given_value(parent: Mapping[int, Node], node: Node) -> Node | None:
    """The value that a variable gets, by its declaration or an assignment, None if that is made of what it had."""
    if node.kind == "VAR_DECL":
        return operands(node)[-1] if operands(node) else None
    above = parent.get(id(node))
    while above is not None and above.kind == "PAREN_EXPR":
        above = parent.get(id(above))
    if above is None or above.kind != "BINARY_OPERATOR" or above.op != "=" or strip(above.kids[0]) is not node:
        return None
    value = strip(above.kids[1])
    while value.kind == "BINARY_OPERATOR" and value.op == "=":
        value = strip(value.kids[1])
    return value


def does_nothing_else(statement: Node, call: Node, result: int, others: Mapping[int, int | None] = NO_OTHERS) -> bool:
    """Does a statement nothing but make a call, once, if that gives a ``result``?

    ``others``: the calls, by their ids, of functions that do nothing then, and other such expressions, and what they
    give.
    """
    run = _Run(call, result)
    run.others = others
    return run.idle(statement) and run.calls == 1


def only_looks(statements: Iterable[Node], call: Node, ref: str, result: int) -> bool:
    """Do statements nothing but keep what a call gives in a variable, and look at that, if it is a ``result``?"""
    run = _Run(call, result)
    run.own = {ref: None}
    return all(map(run.idle, statements)) and run.calls == 1


def gives(expression: Node, call: Node, result: int) -> int | None:
    """What an expression with a call gives if that gives a ``result``, None if that is not known."""
    return _Run(call, result).value(expression)


def idle_behind(parts: Sequence[Node], index: int, call: Node) -> bool:
    """Do the statements behind one with a call do nothing if that gives 0?"""
    run = _Run(call, 0)
    run.own = dict.fromkeys((n.ref for part in parts[:index] for n in part.walk() if n.kind == "VAR_DECL"), None)
    run.idle(parts[index])
    return all(map(run.idle, parts[index + 1 :]))


def never_ends(graph: Graph, statement: Node, call: Node, result: int) -> bool:
    """Does a statement that makes a call never end if that gives a ``result``?"""
    return _Run(call, result).ends(graph, statement)


def done_if(graph: Graph, call: Node, result: int | None) -> set[int]:
    """The calls, by their nodes' ids, that a function may make if one of it gives a ``result``, None for any."""
    _, blocks = _run_with(graph, call, result)
    return {id(e.node) for block in blocks for e in block.events if e.kind == "call"}


def given_if(
    graph: Graph, call: Node, result: int | None, others: Mapping[int, int | None], start: int = -1
) -> set[int | None]:
    """What a function may return, from ``start`` on, if a call in it gives a ``result``; None is what is not known.

    ``others`` is what other calls give then, by their ids.
    """
    run, blocks = _run_with(graph, call, result)
    run.others = others
    begun = _begun(blocks)
    returns = [n for n in graph.function.of_kinds("RETURN_STMT") if n.kids and id(n) in begun and n.end > start]
    given = _given(graph, run, blocks) if any(map(_names_local, returns)) else {}
    return {run.with_values(given.get(id(n), {})).value(n.kids[0]) for n in returns}


def chosen_if(graph: Graph, call: Node, result: int) -> Node | None:
    """The expression that a function returns if a call in it gives a ``result``, None if that is not known.

    Of one that asks for that first, ``result ? FALSE : TRUE``, it is the one that this chooses, and of a variable the
    one that this has got.
    """
    run, blocks = _run_with(graph, call, result)
    begun = _begun(blocks)
    returns = [n for n in graph.function.of_kinds("RETURN_STMT") if n.kids and id(n) in begun]
    if len(returns) != 1:
        return None
    given = _given(graph, run, blocks) if _names_local(returns[0]) else {}
    return run.with_values(given.get(id(returns[0]), {})).chosen(returns[0].kids[0])


def begun_if(graph: Graph, call: Node, result: int | None) -> set[int]:
    """The statements, by their nodes' ids, that a function may begin if a call in it gives a ``result``, None for any.
    """
    return _begun(_run_with(graph, call, result)[1])


def given_for(graph: Graph, number: int, result: int, ends: bool) -> list[int | None] | None:
    """What a function may return whose parameter of a ``number`` is a ``result``, None for what is not known.

    None instead if it may do more than to return that, or, if it ``ends`` anyway, to end as an assertion does.
    """
    function = graph.function
    ref = function.parameters[number]
    events = [event for block in graph.blocks for event in block.events if event.ref == ref]
    if graph.strange or any(event.kind in ("w", "a", "pw", "x") for event in events):
        return None
    run = _Run(None, None)
    run.own = {ref: result}
    blocks = _reached(graph, run)
    begun, made = _begun(blocks), {id(e.node) for block in blocks for e in block.events if e.kind == "call"}
    known = {block.begins for block in graph.blocks if block.begins}
    for node in evaluated(function.body):
        done = id(node) in made if node.kind == "CALL_EXPR" else statement_of(graph, node, known) in begun
        if done and _does_more(graph, node, ends):
            return None
    returns = (n for n in function.of_kinds("RETURN_STMT") if n.kids and id(n) in begun)
    return sorted({run.value(n.kids[0]) for n in returns}, key=repr)


def _does_more(graph: Graph, node: Node, ends: bool) -> bool:
    """Does a part of a function itself do what others could notice, but that it ``ends``, or may it take its time?"""
    if node.kind == "CALL_EXPR":
        return callee(node).name not in SAME and not (ends and callee(node).ref in graph.aborting)
    if changes(node):
        target = strip(node.kids[0])
        own = graph.function.locals.get(target.ref) if target.kind == "DECL_REF_EXPR" else None
        return own is None or own.static
    return node.kind == "ASM_STMT" or (node.kind in LOOPS and constant(node.kids[-1]) != 0)


def statement_of(graph: Graph, node: Node, known: set[int]) -> int:
    """The statement, by its node's id, that a node stands in, one of those that are known."""
    above: Node | None = node
    while above is not None and id(above) not in known:
        above = graph.parent.get(id(above))
    return id(above) if above is not None else 0


def _begun(blocks: Iterable[Block]) -> set[int]:
    """The statements, by their nodes' ids, that some blocks begin with."""
    return {block.begins for block in blocks if block.begins}


def _run_with(graph: Graph, call: Node, result: int | None) -> tuple[_Run, list[Block]]:
    """A run with a call's result, and the blocks that control may get to in it."""
    run = _Run(call, result)
    blocks = _reached(graph, run)
    run.own = {ref: result for ref in graph.function.locals if _only_holds(graph, blocks, ref, call, result)}
    return run, _reached(graph, run)


def _reached(graph: Graph, run: _Run) -> list[Block]:
    """The blocks that control may get to, by what is known of the conditions."""
    reached = graph.reached(taken=run.may_go)
    return [block for block in graph.blocks if block.number in reached]


def _only_holds(graph: Graph, blocks: Sequence[Block], ref: str, call: Node, result: int | None) -> bool:
    """Has a variable no other value in some blocks than a call's ``result``, given by the call itself or before it?"""
    if not _is_own(graph, ref):
        return False
    for event in (e for block in blocks for e in block.events if e.ref == ref):
        if event.kind in ("a", "pw", "x"):
            return False
        if event.kind == "w":
            value = given_value(graph.parent, event.node)
            if value is None or not (strip(value) is call or (result == 0 and is_zero(value))):
                return False
    return True


def _names_local(node: Node) -> bool:
    """Does a part of a function name a local variable?"""
    return any(n.op == "local" for n in node.walk())


def _given(graph: Graph, run: _Run, blocks: Sequence[Block]) -> dict[int, dict[str, Node]]:
    """What local variables have got where blocks begin, by the statements' nodes' ids and the variables: expressions
    that mean the same wherever they stand.
    """
    known = {block.number for block in blocks}
    odd = {e.ref for block in blocks for e in block.events if e.kind in ("a", "pw", "x")}
    states: dict[int, dict[str, Node | None]] = {graph.entry.number: {}}
    work = [graph.entry]
    while work:
        block = work.pop()
        state = dict(states[block.number])
        for event in block.events:
            if event.kind == "w" and _is_own(graph, event.ref) and event.ref not in odd:
                state[event.ref] = _settled(graph, run, event)
        for to in {e.to.number: e.to for e in block.out if e.to.number in known and run.may_go(e)}.values():
            before = states.get(to.number)
            states[to.number] = state if before is None else _both(before, state)
            if states[to.number] != before:
                work.append(to)
    return {
        block.begins: {ref: value for ref, value in states.get(block.number, {}).items() if value is not None}
        for block in blocks if block.begins
    }  # fmt: skip


def _both(one: dict[str, Node | None], two: dict[str, Node | None]) -> dict[str, Node | None]:
    """What variables have where two ways meet; one that has nothing yet has whatever the other way gives it."""
    alike = {ref: value if ref not in two or two[ref] is value else None for ref, value in one.items()}
    return {**two, **alike}


def _settled(graph: Graph, run: _Run, event: Event) -> Node | None:
    """The expression that a variable gets, if that means the same later, and the variable can hold what it gives."""
    value = given_value(graph.parent, event.node)
    if value is None or any(n.op == "local" and n.ref not in run.own for n in value.walk()):
        return None
    chosen = run.chosen(value)
    able = run.value(chosen) in (0, 1) or graph.function.locals[event.ref].size >= INT
    return chosen if able else None


def _is_own(graph: Graph, ref: str) -> bool:
    """Is it a variable of a function's own, not its caller's, nor the program's?"""
    own = ref.startswith("L:") and ref not in graph.function.parameters
    return own and not graph.function.locals[ref].static


class _Run:
    """A statement run with a call's result, as far as it only changes variables of its own."""

    def __init__(self, call: Node | None, result: int | None) -> None:
        self.call = call
        self.result = result
        self.calls = 0
        #: the values of its variables, None where that is not known
        self.own: dict[str, int | None] = {}
        #: what others have got
        self.given: Mapping[str, Node] = {}
        #: what other calls and expressions give, by their ids
        self.others = NO_OTHERS
        #: in how many loops it is, and whether a break leaves the innermost one
        self.loops = 0
        self.left = False

    def with_values(self, given: Mapping[str, Node]) -> _Run:
        """The same, where variables have got some expressions."""
        self.given = given
        return self

    def may_go(self, edge: Edge) -> bool:
        """May control go by an edge, by what is known of its condition?"""
        if edge.case is not None:
            return self._chooses(*edge.case)
        known = self.value(edge.condition) if edge.condition else None
        return known is None or bool(known) == edge.truth

    def _chooses(self, switch: Node, label: Node | None) -> bool:
        """May control go from a switch to one of its labels, or to none, by what is known of its value?"""
        value = self.value(switch.kids[0])
        if value is None:
            return True
        numbers = [_number_of(one) for one in cases(switch)]
        if value in numbers:
            return label is not None and _number_of(label) == value
        return label is None or label.kind == "DEFAULT_STMT" or _number_of(label) is None

    def idle(self, node: Node) -> bool:
        """Does it nothing but the call, and by conditions that are known?"""
        if id(node) in self.others and node.kind != "CALL_EXPR":
            return True
        match node.kind:
            case "COMPOUND_STMT":
                return all(self.left or self.idle(part) for part in node.kids)
            case "StmtExpr" | "PAREN_EXPR" | "CSTYLE_CAST_EXPR":
                return all(map(self.idle, operands(node)))
            case "DECL_STMT":
                return all(map(self._declares, node.kids))
            case "IF_STMT" | "CONDITIONAL_OPERATOR":
                return self._branches(*node.kids)
            case "DO_STMT":
                return self._runs_once(*node.kids)
            case "BREAK_STMT":
                self.left = True
                return self.loops > 0
            case "CALL_EXPR":
                self.calls += node is self.call
                idle = callee(node).name in SAME or id(node) in self.others
                return node is self.call or (idle and all(map(self.idle, node.kids[1:])))
            case "BINARY_OPERATOR" if node.op in ("&&", "||"):
                return self._branches(node.kids[0], *(node.kids[:0:-1] if node.op == "&&" else (None, node.kids[1])))
            case "BINARY_OPERATOR" if node.op == "=":
                return self._assigns(node)
            case "BINARY_OPERATOR":
                return all(map(self.idle, node.kids))
            case "UNARY_OPERATOR" if is_errno(node):
                return ERRNO in self.own
            case "UNARY_OPERATOR":
                return node.op not in ("++", "--", "p++", "p--", "*", "&") and self.idle(node.kids[0])
        return node.kind in _NOTHING

    def ends(self, graph: Graph, node: Node) -> bool:
        """Does it, by conditions that are known, get to a call that never returns?"""
        if node.kind == "IF_STMT" or node.kind == "CONDITIONAL_OPERATOR":
            taken = self.value(node.kids[0]) if self.idle(node.kids[0]) else None
            branch = node.kids[1:2] if taken else node.kids[2:] if taken is not None else []
            return any(self.ends(graph, part) for part in branch)
        if node.kind == "CALL_EXPR" and graph.never_returns(callee(node)):
            return True
        for part in operands(node) if node.kind in _PARTS or node.op == "," else []:
            if self.ends(graph, part):
                return True
            self.left = False
            self.idle(part)  # it may give its variables values
            if self.left:
                break
        return False

    def _runs_once(self, body: Node, condition: Node) -> bool:
        """Does a loop nothing but the call, once, to its end or to a break?"""
        self.loops += 1
        idle = self.idle(body)
        self.loops -= 1
        left, self.left = self.left, False
        return idle and (left or (self.idle(condition) and self.value(condition) == 0))

    def _declares(self, node: Node) -> bool:
        values = operands(node)
        idle = node.kind == "VAR_DECL" and all(map(self.idle, values))
        self.own[node.ref] = self.value(values[-1]) if idle and values else None
        return idle

    def _assigns(self, node: Node) -> bool:
        target, value = node.kids
        name = ERRNO if is_errno(target) else strip(target).ref
        idle = name in self.own and self.idle(value)
        if idle:
            self.own[name] = self.value(value)
        return idle

    def _branches(self, condition: Node, yes: Node | None, no: Node | None = None) -> bool:
        """What follows a condition, whose value must be known unless nothing follows it anyway."""
        if not self.idle(condition):
            return False
        value = self.value(condition)
        if value is None:
            return False
        taken = yes if value else no
        return taken is None or self.idle(taken)

    def value(self, node: Node) -> int | None:
        """The value of an expression, None if that is not known."""
        node = strip(node)
        if node is self.call:
            return self.result
        if id(node) in self.others:
            return self.others[id(node)]
        if node.kind == "DECL_REF_EXPR" and node.ref in self.own:
            return self.own[node.ref]
        if is_errno(node):
            return self.own.get(ERRNO)
        if node.kind == "DECL_REF_EXPR" and node.ref in self.given:
            return self.value(self.given[node.ref])
        if node.kind == "INTEGER_LITERAL" and node.name:
            return int(node.name)
        if node.kind == "DECL_REF_EXPR":
            return 0 if says_zero(node) else None
        if node.kind in ("StmtExpr", "COMPOUND_STMT"):
            return self.value(node.kids[-1]) if node.kids else None
        if node.kind == "CALL_EXPR" and callee(node).name in SAME:
            return self.value(node.kids[1])
        if node.kind == "UNARY_OPERATOR" and node.op == "!":
            known = self.value(node.kids[0])
            return None if known is None else int(not known)
        if node.kind == "BINARY_OPERATOR":
            return self._combined(node)
        if node.kind == "CONDITIONAL_OPERATOR":
            known = self.value(node.kids[0])
            ways = node.kids[1:] if known is None else [node.kids[1 if known else 2]]
            values = {self.value(way) for way in ways}
            return values.pop() if len(values) == 1 else None
        return None

    def chosen(self, node: Node) -> Node:
        """The operand that an expression comes to by conditions that are known."""
        node = strip(node)
        node = self.given.get(node.ref, node) if node.kind == "DECL_REF_EXPR" else node
        known = self.value(node.kids[0]) if node.kind == "CONDITIONAL_OPERATOR" else None
        return node if known is None else self.chosen(node.kids[1 if known else 2])

    def _truth(self, node: Node) -> int | None:
        """The value of what is only asked whether it is 0: of ``!lock(m) && "not taken"`` an assertion shows the text.
        """
        return 1 if strip(node).kind == "STRING_LITERAL" else self.value(node)

    def _combined(self, node: Node) -> int | None:
        left, right = map(self._truth if node.op in ("&&", "||") else self.value, node.kids)
        if node.op in ("=", ","):
            return right
        if node.op == "&&" and 0 in (left, right):
            return 0
        if node.op == "||" and (left or right):
            return 1
        if left is None or right is None:
            return None
        if node.op in ("&&", "||"):
            return int(bool(left and right) if node.op == "&&" else bool(left or right))
        return int(COMPARISONS[node.op](left, right)) if node.op in COMPARISONS else None


def cases(switch: Node) -> Iterator[Node]:
    """The labels of a switch that say a number."""
    work = [switch.kids[-1]]
    while work:
        node = work.pop()
        if node.kind == "CASE_STMT":
            yield node
        work += [kid for kid in node.kids if kid.kind != "SWITCH_STMT"]


def _number_of(label: Node) -> int | None:
    """The number that a label of a switch says, None if it has none, says several, or that is not known."""
    return constant(label.kids[0]) if label.kind == "CASE_STMT" and len(label.kids) == 2 else None
