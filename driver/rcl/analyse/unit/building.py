# SPDX-License-Identifier: MIT
"""Makes the control flow graph of a function: every statement starts a block; && || ?: branch like statements do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from rcl.analyse.unit.brackets import semicolons
from rcl.analyse.unit.graph import Block, Edge, Event, Graph
from rcl.analyse.unit.tree import (
    JUMPS,
    Function,
    Node,
    arguments,
    callee,
    constant,
    operands,
    set_by,
    strip,
    without_parentheses,
)


def graph_of(function: Function, noreturn: frozenset[str], text: str) -> Graph:
    """The graph of a function; ``text`` is its file's, and the functions ``noreturn`` never come back."""
    return _Builder(function, noreturn, text).graph


@dataclass(slots=True)
class _Target:
    """Where break and continue lead inside a loop or switch; ``node`` is that statement."""

    node: Node
    after: Block
    again: Block | None


class _Builder:
    """A graph while it is made."""

    def __init__(self, function: Function, noreturn: frozenset[str], text: str) -> None:
        self.graph = Graph(function, noreturn)
        self.text = text
        self.home = -1
        self._gotos: list[tuple[Block, Node, int]] = []
        self._targets: list[_Target] = []
        self._switches: list[tuple[Node, Block, list[bool]]] = []
        self.current = self.graph.entry
        self._statement(function.body)
        self._to(self.graph.exit)
        for block, node, number in self._gotos:
            label = self._label(node)
            self.graph.jumps[number] = (node, label)
            known = self.graph.labels.get(label)
            block.out.append(Edge(known[0] if known else self.graph.exit))

    def block(self, at: int = -1, begins: int = 0) -> Block:
        made = Block(len(self.graph.blocks), at, self.home, begins)
        self.graph.blocks.append(made)
        return made

    def _to(self, block: Block, condition: Node | None = None, truth: bool = True) -> None:
        self.current.out.append(Edge(block, condition, truth))

    def _event(self, kind: str, node: Node) -> None:
        self.current.events.append(Event(kind, node.ref, node))

    def _dead(self) -> None:
        self.current = self.block()

    # ------------------------------------------------------------------ statements

    def _statement(self, node: Node) -> None:
        outer, self.home = self.home, node.start
        begun = self.block(node.start, id(node))
        self._to(begun)
        self.current = begun
        self._inside(node)
        if self.current is not begun and not self.current.events:
            self.graph.meeting[id(node)] = self.current
        self.home = outer

    def _inside(self, node: Node) -> None:
        handler = getattr(self, "_" + node.kind.lower(), None)
        if handler is not None:
            handler(node)
        elif node.kind.endswith("_STMT"):
            for kid in node.kids:
                self._any(kid)
        else:
            self._unused(node)

    def _any(self, node: Node) -> None:
        if node.kind.endswith("_STMT"):
            self._statement(node)
        else:
            self._value(node)

    def _compound_stmt(self, node: Node) -> None:
        for kid in node.kids:
            self._statement(kid)

    def _null_stmt(self, node: Node) -> None:
        pass

    def _decl_stmt(self, node: Node) -> None:
        for kid in node.kids:
            if kid.kind == "TYPEDEF_DECL":
                for value in kid.kids:
                    self._value(value)
            if kid.kind != "VAR_DECL":
                continue
            variable = self.graph.function.locals.get(kid.ref)
            own = variable is not None and not variable.static
            if own and any(n.ref == kid.ref for value in operands(kid) for n in value.walk()):
                self._event("d", kid)  # what its own first value names is itself, p = malloc(sizeof(*p)), not yet set
            for value in operands(kid):
                self._value(value)
            has_value = any(k.kind != "TYPE_REF" for k in kid.kids) and kid.type != "v"
            if own:
                self._event("w" if has_value else "d", kid)

    def _if_stmt(self, node: Node) -> None:
        yes, no, after = self.block(), self.block(), self.block()
        self._either(node, yes, no)
        self._branch(node.kids[0], yes, no, (yes, no) if self._lasting(node, *node.kids[1:]) else ())
        self.current = yes
        self._statement(node.kids[1])
        self._to(after)
        self.current = no
        if len(node.kids) > 2:
            self._statement(node.kids[2])
        self._to(after)
        self.current = after

    def _unused(self, node: Node) -> None:
        """An expression whose value nobody uses: ``threaded && lock(&m);`` is an if statement, spelled otherwise.

        So is ``!threaded || lock(&m);``.
        """
        bare = strip(node)
        if bare.op not in ("&&", "||") or len(bare.kids) != 2:
            self._value(node)
            return
        made, left, after = self.block(), self.block(), self.block()
        self.graph.otherwise[id(bare.kids[1])] = left
        self._branch(bare.kids[0], *((made, left) if bare.op == "&&" else (left, made)), (made, left))
        self.current = made
        self._value(bare.kids[1])
        self._to(after)
        left.out.append(Edge(after))
        self.current = after

    def _either(self, node: Node, yes: Block, no: Block) -> None:
        """Of what a condition decides about each part is left out where it does not say so."""
        for part, other in zip(node.kids[1:], (no, yes), strict=False):
            self.graph.otherwise[id(part)] = other

    def _lasting(self, statement: Node, *branches: Node) -> bool:
        """Does a branch do something that must be right, too, where what the file says is another constant?

        So must what follows a branch that leaves.
        """
        written = self.text.startswith(("if", "while"), statement.start)
        return written and any(n.kind == "CALL_EXPR" or n.kind in JUMPS for b in branches for n in b.walk())

    def _branch(self, node: Node, yes: Block, no: Block, lasting: Sequence[Block] = ()) -> None:
        """Evaluate a condition and go one way or the other: to those that are ``lasting`` whatever a constant says."""
        bare = without_parentheses(node)
        if bare.kind == "BINARY_OPERATOR" and bare.op in ("&&", "||"):
            second = self.block()
            other = no if bare.op == "&&" else yes
            left = self._left(bare, other)
            both = [*lasting, second, *([left] if any(block is other for block in lasting) else [])] if lasting else ()
            self._branch(bare.kids[0], *((second, left) if bare.op == "&&" else (left, second)), both)
            self.current = second
            self._branch(bare.kids[1], yes, no, lasting)
        elif bare.kind == "UNARY_OPERATOR" and bare.op == "!":
            self._branch(bare.kids[0], no, yes, lasting)
        else:
            self._value(node)
            value = constant(node)
            if value != 0 or any(block is yes for block in lasting):
                self._to(yes, node, True)
            if not value or any(block is no for block in lasting):
                self._to(no, node, False)

    def _left(self, node: Node, to: Block) -> Block:
        """Where control gets to past the second operand of && or ||: to a block of its own if that calls something."""
        if not any(n.kind == "CALL_EXPR" for n in node.kids[1].walk()):
            return to
        left = self.graph.otherwise[id(node.kids[1])] = self.block()
        left.out.append(Edge(to))
        return left

    def _while_stmt(self, node: Node) -> None:
        head, body, after = self.block(node.kids[0].start), self.block(), self.block()
        self._to(head)
        self.current = head
        self._branch(node.kids[0], body, after, [body] if self._lasting(node, node.kids[-1]) else ())
        self.current = body
        self._loop(node, node.kids[-1], after, head)
        self._to(head)
        self.current = after

    def _do_stmt(self, node: Node) -> None:
        body, test, after = self.block(), self.block(node.kids[1].start), self.block()
        self._to(body)
        self.current = body
        self._loop(node, node.kids[0], after, test)
        self._to(test)
        self.current = test
        self._branch(node.kids[1], body, after)
        self.current = after

    def _for_stmt(self, node: Node) -> None:
        first, condition, step = self._for_parts(node)
        for part in first:
            self._any(part)
        head, body = self.block(node.start), self.block()
        again, after = self.block(node.start), self.block()
        self._to(head)
        self.current = head
        if len(condition) == 1:
            self._branch(condition[0], body, after)
        else:
            self._maybe(condition)
            self._to(body)
            if condition:
                self._to(after)
        self.current = body
        self._loop(node, node.kids[-1], after, again)
        self._to(again)
        self.current = again
        if len(step) == 1:
            self._value(step[0])
        else:
            self._maybe(step)
        self._to(head)
        self.current = after

    def _maybe(self, parts: list[Node]) -> None:
        """Expressions of which it is not known which are evaluated here."""
        for part in parts:
            self._optional(part)

    def _optional(self, part: Node, kind: str = "r") -> None:
        evaluated, after = self.block(), self.block()
        self._to(evaluated)
        self._to(after)
        self.current = evaluated
        self._value(part, kind)
        self._to(after)
        self.current = after

    def _for_parts(self, node: Node) -> tuple[list[Node], list[Node], list[Node]]:
        """What stands before, between and after the semicolons of a for statement."""
        parts = node.kids[:-1]
        ends = semicolons(self.text, node.start)
        if len(ends) == 2 and all(p.start > node.start for p in parts):
            groups: tuple[list[Node], list[Node], list[Node]] = ([], [], [])
            for part in parts:
                groups[sum(part.start > end for end in ends)].append(part)
            return groups
        if len(parts) == 3:
            return [parts[0]], [parts[1]], [parts[2]]
        return parts, parts, parts

    def _loop(self, node: Node, body: Node, after: Block, again: Block) -> None:
        self._targets.append(_Target(node, after, again))
        self._statement(body)
        self._targets.pop()

    def _switch_stmt(self, node: Node) -> None:
        self._value(node.kids[0])
        head, after, has_default = self.current, self.block(), [False]
        self._dead()
        self._targets.append(_Target(node, after, None))
        self._switches.append((node, head, has_default))
        self._statement(node.kids[-1])
        self._switches.pop()
        self._targets.pop()
        self._to(after)
        if not has_default[0]:
            head.out.append(Edge(after, case=(node, None)))
        self.current = after

    def _case_stmt(self, node: Node) -> None:
        here = self.block(node.start)
        self._to(here)
        if self._switches:
            switch, head, has_default = self._switches[-1]
            head.out.append(Edge(here, case=(switch, node)))
            has_default[0] = has_default[0] or node.kind == "DEFAULT_STMT"
        self.current = here
        self._statement(node.kids[-1])

    _default_stmt = _case_stmt

    def _label_stmt(self, node: Node) -> None:
        here = self.block(node.start)
        self._to(here)
        key = f"{node.name}.{len(self.graph.labels)}" if node.name in self.graph.labels else node.name
        self.graph.labels[key] = (here, node)
        self.current = here
        for kid in node.kids:
            self._statement(kid)

    def _goto_stmt(self, node: Node) -> None:
        self._gotos.append((self.current, node, len(self.graph.jumps)))
        self.graph.jumps.append((node, None))
        self._dead()

    def _label(self, goto: Node) -> str:
        """The label that a goto leads to: of several of its name, ``__label__ out;``, that of the innermost block."""
        name = goto.kids[0].name if goto.kids else ""
        alike = {key for key, (_, label) in self.graph.labels.items() if label.name == name}
        above = goto
        while len(alike) > 1 and (up := self.graph.parent.get(id(above))) is not None:
            above = up
            below = {id(n) for n in above.walk()} if above.kind == "COMPOUND_STMT" else set()
            inside = {key for key in alike if id(self.graph.labels[key][1]) in below}
            if len(inside) > 1:
                self.graph.strange = "labels of one name"
            alike = inside or alike
        return min(alike, default=name)

    def _indirect_goto_stmt(self, node: Node) -> None:
        self.graph.strange = "a computed goto"
        self._dead()

    def _break_stmt(self, node: Node) -> None:
        if self._targets:
            self._to(self._targets[-1].after)
            self.graph.jumps.append((node, self._targets[-1].node))
        self._dead()

    def _continue_stmt(self, node: Node) -> None:
        loop = next((t for t in reversed(self._targets) if t.again), None)
        if loop and loop.again:
            self._to(loop.again)
            self.graph.jumps.append((node, loop.node))
        self._dead()

    def _return_stmt(self, node: Node) -> None:
        for kid in node.kids:
            self._value(kid)
        self._to(self.graph.exit)
        self.graph.jumps.append((node, None))
        self._dead()

    def _asm_stmt(self, node: Node) -> None:
        if node.op == "goto":
            self.graph.strange = "asm goto"
        for kid in node.kids:
            self._value(kid, "x")

    # ------------------------------------------------------------------ expressions

    def _mentioned(self, nodes: list[Node]) -> None:
        """Names that are looked at, and not evaluated."""
        for name in chain.from_iterable(node.walk() for node in nodes):
            if name.kind == "DECL_REF_EXPR" and name.op == "local":
                self._event("m", name)

    def _value(self, node: Node, kind: str = "r") -> None:
        """Evaluate an expression as an operand that is read, written (w, rw) or whose address is taken."""
        match node.kind:
            case "DECL_REF_EXPR":
                self._variable(node, kind)
            case "CSTYLE_CAST_EXPR" if "[" not in node.op and operands(node):  # what else it names, typeof looks at
                *types, cast = operands(node)
                self._mentioned(types)
                self._value(cast, kind)
            case "PAREN_EXPR" | "CSTYLE_CAST_EXPR":
                for kid in operands(node):
                    self._value(kid, kind)
            case "UNEXPOSED_EXPR" | "GENERIC_SELECTION_EXPR":
                kids = operands(node)
                field = next((i for i, kid in enumerate(kids) if kid.kind == "MEMBER_REF"), 0)
                self._mentioned(kids[:field])  # of offsetof, whose type typeof may give
                self._some([kid for kid in kids[field:] if kid.kind != "MEMBER_REF"], kind)
            case "BINARY_OPERATOR" if len(node.kids) == 2:
                self._binary(node)
            case "COMPOUND_ASSIGNMENT_OPERATOR":
                self._value(node.kids[1])
                self._value(node.kids[0], "rw")
            case "UNARY_OPERATOR" if node.op in ("real", "imag"):
                self._part(node.kids[0], kind, True)
            case "UNARY_OPERATOR":
                changes = {"&": "a", "++": "rw", "--": "rw", "p++": "rw", "p--": "rw"}
                self._value(node.kids[0], changes.get(node.op, "r"))
            case "MEMBER_REF_EXPR":
                self._member(node, kind)
            case "ARRAY_SUBSCRIPT_EXPR":
                kind = "a" if node.type in "av" and kind in ("r", "x") else kind
                self._value(node.kids[1])
                self._part(node.kids[0], kind, strip(node.kids[0]).type in "avs")
            case "CONDITIONAL_OPERATOR":
                self._conditional(node, kind)
            case "CALL_EXPR":
                self._call(node)
            case "CXX_UNARY_EXPR" if not node.name:  # the size of an array of variable length, perhaps
                self._maybe(operands(node))
            case "CXX_UNARY_EXPR":
                self._mentioned([node])
            case "StmtExpr":
                for kid in node.kids:
                    self._statement(kid)
                behind = self.block()
                self._to(behind)
                self.current = behind
            case "AddrLabelExpr" | "ADDR_LABEL_EXPR":
                self.graph.strange = "the address of a label"
            case "TYPE_REF":
                pass
            case _:
                for kid in node.kids:
                    self._any(kid)

    def _some(self, parts: list[Node], kind: str) -> None:
        """Expressions of which all are evaluated, or the first and some: ``a ?: b``, ``_Generic(n, int: x) = 1``."""
        kind = kind if len(parts) == 1 or kind in ("r", "e", "a") else "x"
        for part in parts[:1]:
            self._value(part, kind)
        for part in parts[1:]:
            self._optional(part, kind)

    def _variable(self, node: Node, kind: str) -> None:
        if node.op != "local":
            return
        if node.type in "av" and kind in "rw":
            kind = "a"
        for one in ("r", "w") if kind == "rw" else (kind,):
            self._event(one, node)

    def _member(self, node: Node, kind: str) -> None:
        if not node.kids:
            return
        if node.op == ".":
            if node.type in "av" and kind in ("r", "x"):
                kind = "a"
            self._part(node.kids[0], kind, True)
        else:
            self._value(node.kids[0])

    def _part(self, whole: Node, kind: str, inside: bool) -> None:
        """An operation on a part of ``whole``; ``inside`` if the part lies in it, not behind a pointer."""
        if not inside:
            self._value(whole)
        elif kind in ("w", "pw", "rw"):
            if kind == "rw":
                self._value(whole, "e")
            self._value(whole, "pw")
        else:
            self._value(whole, "e" if kind == "r" else kind)

    def _binary(self, node: Node) -> None:
        left, right = node.kids
        if node.op == "=":
            self._value(right)
            self._value(left, "w")
        elif node.op in ("&&", "||"):
            self._value(left)
            self._optional(right)
        else:
            self._value(left)
            self._value(right)

    def _conditional(self, node: Node, kind: str) -> None:
        yes, no, after = self.block(), self.block(), self.block()
        self._either(node, yes, no)
        self._branch(node.kids[0], yes, no)
        for start, value in ((yes, node.kids[1]), (no, node.kids[2])):
            self.current = start
            self._value(value, kind)
            self._to(after)
        self.current = after

    def _call(self, node: Node) -> None:
        target = callee(node)
        if node.kids and target.op != "function":
            self._value(node.kids[0])
        for argument in arguments(node):
            self._value(argument)
        for assignment in set_by(node):
            self._value(assignment)
        self.current.events.append(Event("call", target.ref, node))
        if self.graph.never_returns(target):
            self._dead()
