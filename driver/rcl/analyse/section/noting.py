# SPDX-License-Identifier: MIT
"""The calls by which a section does what its lock functions do while they have the mutex, besides taking it.

Each is of a function that is made of those statements, and is given what the lock function is. What names the mutex the
client works out before the section, as it did for the acquisition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rcl.analyse.function.extents import Refused
from rcl.analyse.function.flow import Operation
from rcl.analyse.function.liveness import WRITES
from rcl.analyse.function.notes import needed
from rcl.analyse.program.summary import Wrapper
from rcl.analyse.section.captures import LARGEST_COPY, Captures
from rcl.analyse.unit.text import bare, call_arguments
from rcl.analyse.unit.tree import Node, arguments, callee, canonical, changes, strip, substitute
from rcl.errors import Code
from rcl.model import Capture, Direction

#: what asks in which function it stands
_ASKS = re.compile(r"\b__(?:func|FUNCTION|PRETTY_FUNCTION)__|\b__builtin")
#: a name that is none of a member
_PLAIN = re.compile(r"(?<!->)(?<![.\w])[A-Za-z_]\w*")
#: what must not be worked out twice, or elsewhere
_ONCE = frozenset({"CALL_EXPR", "COMPOUND_LITERAL_EXPR", "StmtExpr"})
#: the parts of the address of a variable
_ADDRESS = frozenset({"DECL_REF_EXPR", "MEMBER_REF_EXPR", "PAREN_EXPR", "UNEXPOSED_EXPR", "UNARY_OPERATOR"})


def held_name(function: str) -> str:
    """The name of the function that does what a lock function does besides, while the lock is held."""
    return f"{function}Held" if re.search(r"[a-z][A-Z]", function) else f"{function}_held"


@dataclass
class Noting:
    """The calls in one section that begins with an acquisition; ``functions``: the lock functions, by their keys."""

    captures: Captures
    site: Operation
    functions: set[str] = field(default_factory=set)

    def call(self, operation: Operation) -> str:
        """The call for an acquisition or a release, "" if that does nothing else."""
        wrapper = operation.wrapper
        if wrapper is None or wrapper.noted is None:
            return ""
        numbers, _ = needed(wrapper.function, wrapper.notes)
        self.functions.add(wrapper.function.key)
        given = [self._given(operation, wrapper, number) for number in numbers]
        return f"{held_name(wrapper.function.name)}({', '.join(given)})"

    def _given(self, operation: Operation, wrapper: Wrapper, number: int) -> str:
        """What the call is given for a parameter."""
        entry = self.site.wrapper
        if operation is not self.site and entry is not None:
            at = _names_alike(entry, wrapper, number)
            if at is not None:
                return self._argument(self.site, entry, at)
        return self._argument(operation, wrapper, number)

    def _argument(self, operation: Operation, wrapper: Wrapper, number: int) -> str:
        said, nodes = call_arguments(self.captures.layout, operation.call), arguments(operation.call)
        if said is None or not len(said) == len(nodes) == len(wrapper.parameters):
            raise self.refused(operation)
        if any(n.kind in _ONCE or changes(n) for n in nodes[number].walk()):
            raise self.refused(operation)
        text, node = bare(said[number]), strip(nodes[number])
        if not _ASKS.search(text) and (self._constant(node) or self._address(node)):
            return text
        known = self._local(operation, node, text)
        if known:
            return known
        if operation is not self.site:
            raise self.refused(operation)
        return self._handed_over(wrapper, number, text)

    def refused(self, operation: Operation) -> Refused:
        """Why the section is not shipped."""
        function = callee(operation.call).name
        return Refused(Code.DOES_MORE.reason(self.captures.place(operation.call.start), function=function))

    def _constant(self, node: Node) -> bool:
        return all(n.kind != "DECL_REF_EXPR" for n in node.walk())

    def _address(self, node: Node) -> bool:
        """Is it the address of a variable outside of functions, or of a part of it, by a name that no other one has?"""
        if node.op != "&":
            return False
        nodes = list(node.walk())
        plain = all(n.kind in _ADDRESS and n.op not in ("->", "*", "local", "thread", "function") for n in nodes)
        own = {variable.name for variable in self.captures.layout.function.locals.values()}
        return plain and not any(n.kind == "DECL_REF_EXPR" and n.name in own for n in nodes)

    def _local(self, operation: Operation, node: Node, text: str) -> str:
        """A variable of the function's that the section has with the value that it began with, or ""."""
        captures, function = self.captures, self.captures.layout.function
        variable = function.locals.get(node.ref)
        if node.kind != "DECL_REF_EXPR" or variable is None or text != variable.name or variable.why:
            return ""
        values = captures.values
        bound = variable.elements or variable.static or variable.volatile or variable.size > LARGEST_COPY
        written = not WRITES.isdisjoint(values.here.get(node.ref, ()))
        others = [v for v in function.locals.values() if v.name == variable.name and v.key != node.ref]
        if bound or written or others or node.ref in captures.known.addressed or values.inside(node.ref):
            return ""
        known = captures.found.get(node.ref)
        if known is not None:
            return text if known.direction is Direction.IN and known.name == text and not known.value else ""
        if node.ref in captures.late or node.ref in function.cleaned:
            return ""
        captures.found[node.ref] = Capture(text, variable.declaration, variable.pointer, Direction.IN, "read")
        return text

    def _handed_over(self, wrapper: Wrapper, number: int, text: str) -> str:
        """What the client works out for the section, by the parameter's name, which nothing else must have."""
        layout, variable = self.captures.layout, wrapper.function.locals[wrapper.parameters[number]]
        key, name = f"given:{number}", variable.name
        if key in self.captures.found:
            return self.captures.found[key].name
        taken = {n.name for n in layout.function.nodes if n.kind != "MEMBER_REF_EXPR"} | set(layout.unseen)
        taken |= {c.name for c in self.captures.found.values()} | {v.name for v in layout.function.locals.values()}
        taken |= set(_PLAIN.findall(layout.source.text, layout.function.start, layout.function.end))
        names = (name, f"{name}_given", f"{wrapper.function.name}_{name}")
        free = next((one for one in names if one not in taken), None)
        named = re.compile(rf"\b{name}$")
        if free is None or variable.why or not (named.search(variable.declaration) and named.search(variable.pointer)):
            raise self.refused(self.site)
        declaration, pointer = (named.sub(free, said) for said in (variable.declaration, variable.pointer))
        why = f"what {wrapper.function.name} is given"
        self.captures.found[key] = Capture(free, declaration, pointer, Direction.IN, why, value=text)
        return free


def _names_alike(entry: Wrapper, leave: Wrapper, number: int) -> int | None:
    """The parameter by which the acquisition's lock function names the mutex as a parameter of the release's does."""
    name = leave.parameters[number]
    mark = Node("", "", 0, 0, 0, 0, [], "#")
    wanted = canonical(substitute(leave.lock, {name: mark}))
    if not _alone(leave, number):
        return None
    for at, parameter in enumerate(entry.parameters):
        if _alone(entry, at) and canonical(substitute(entry.lock, {parameter: mark})) == wanted:
            one, two = (w.function.locals[p].type for w, p in ((entry, parameter), (leave, name)))
            return at if one == two else None
    return None


def _alone(wrapper: Wrapper, number: int) -> bool:
    """Is a parameter all that the name of the mutex depends on?"""
    named = {n.ref for n in wrapper.lock.walk() if n.kind == "DECL_REF_EXPR"}
    return named == {wrapper.parameters[number]}
