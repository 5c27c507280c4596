# SPDX-License-Identifier: MIT
"""The calls by which a section does what its lock functions do while they have the mutex, besides taking it.

Each is of a function that is made of those statements, and is given what the lock function is. What names the mutex the
client works out before the section, as it did for the acquisition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rcl.analyse.function.aliases import lasts
from rcl.analyse.function.extents import Refused
from rcl.analyse.function.flow import Operation
from rcl.analyse.function.liveness import WRITES
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.program.summary import Wrapper
from rcl.analyse.section import function_name
from rcl.analyse.section.captures import LARGEST_COPY, Captures
from rcl.analyse.section.hazards import DIRECTIVE, TYPES
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.text import bare, call_arguments, parts, spelled_by
from rcl.analyse.unit.tree import Node, arguments, callee, canonical, changes, strip, substitute
from rcl.errors import Code
from rcl.model import FUNCTION_NAME, Capture, Direction

#: a name that is none of a member
_PLAIN = re.compile(r"(?<!->)(?<![.\w])[A-Za-z_]\w*")
#: what must not be worked out twice, or elsewhere
_ONCE = frozenset({"CALL_EXPR", "COMPOUND_LITERAL_EXPR", "StmtExpr"})
#: the parts of the address of a variable
_ADDRESS = frozenset({"DECL_REF_EXPR", "MEMBER_REF_EXPR", "PAREN_EXPR", "UNARY_OPERATOR"})
#: macros that stand for each other are followed so far
_DEEPEST = 8


@dataclass
class Noting:
    """The calls in one section that begins with an acquisition; ``functions``: the lock functions, by their keys."""

    captures: Captures
    site: Operation
    pointers: Pointers
    functions: set[str] = field(default_factory=set)

    def call(self, operation: Operation) -> str:
        """The section's call for an acquisition or a release, "" if that does nothing else while it has the lock."""
        wrapper = operation.wrapper
        if wrapper is not None and wrapper.does("after") is not None:
            self.functions.add(wrapper.function.key)
        if wrapper is None or (more := wrapper.does("held")) is None:
            return ""
        self.functions.add(wrapper.function.key)
        given = {number: self._given(operation, wrapper, number) for number in more.needs}
        return more.call(wrapper.function.name, given)

    def of_client(self, when: str) -> str:
        """The client's call for what the acquisition's lock function does before it has the mutex, "" if that is
        nothing.
        """
        operation, wrapper = self.site, self.site.wrapper
        if wrapper is None or (more := wrapper.does(when)) is None:
            return ""
        said, nodes = self._said(operation, wrapper)
        once = any(n.kind in _ONCE or changes(n) for node in nodes for n in node.walk())
        if once or (when == "busy" and not all(self._lasts(nodes[number]) for number in more.needs)):
            raise self.refused(operation)
        self.functions.add(wrapper.function.key)
        return more.call(wrapper.function.name, dict(enumerate(map(bare, said))))

    def _given(self, operation: Operation, wrapper: Wrapper, number: int) -> str:
        """What the call is given for a parameter."""
        entry = self.site.wrapper
        if entry is not None:
            at = names_alike(entry, wrapper, number)
            if at is not None:
                return self._argument(self.site, entry, at)
        return self._argument(operation, wrapper, number)

    def _argument(self, operation: Operation, wrapper: Wrapper, number: int) -> str:
        said, nodes = self._said(operation, wrapper)
        if any(n.kind in _ONCE or changes(n) for n in nodes[number].walk()):
            raise self.refused(operation)
        text, node = bare(said[number]), strip(nodes[number])
        named = self._names_function(text)
        if (self._constant(node) or self._address(node)) and self._means_the_same(text):
            return text
        known = self._local(operation, node, text)
        if known:
            return known
        twice = any(n.ref == wrapper.parameters[number] for n in wrapper.lock.walk())
        if operation is not self.site or (twice and self._varies(nodes[number])):
            raise self.refused(operation)
        if (not named and self._asks(text)) or not self._lasts(nodes[number]):
            raise self.refused(operation)
        return self._handed_over(wrapper, number, FUNCTION_NAME if named else text)

    def _said(self, operation: Operation, wrapper: Wrapper) -> tuple[list[str], list[Node]]:
        """What a lock function is given, in the source's words, too; refused if that cannot be told."""
        said, nodes = call_arguments(self.captures.layout, operation.call), arguments(operation.call)
        if said is None or not len(said) == len(nodes) == len(wrapper.parameters):
            raise self.refused(operation)
        return said, nodes

    def refused(self, operation: Operation) -> Refused:
        """Why the section is not shipped."""
        function = callee(operation.call).name
        return Refused(Code.DOES_MORE.reason(self.captures.place(operation.call.start), function=function))

    def _names_function(self, text: str) -> bool:
        """Is a text, or the macro that it is, the function's name and nothing else?"""
        unit = self.captures.layout.unit
        for _ in range(_DEEPEST):
            known = unit.macros.get(text, [])
            if len(known) != 1:
                break
            macro = known[0]
            _, parameters, body = parts(self.captures.layout.sources(macro.file).part(macro.start, macro.end))
            text = bare(body) if parameters is None else ""
        return text in function_name.ASKING

    def _asks(self, text: str) -> bool:
        """May a text ask in which function it stands?"""
        layout = self.captures.layout
        return not function_name.ASKING.isdisjoint(spelled_by(layout.unit, layout.sources, text))

    def _means_the_same(self, text: str) -> bool:
        """Does a text mean the same in front of the function: no name in it, or in its macros, is that of something of
        the function's own?
        """
        layout = self.captures.layout
        function, source = layout.function, layout.source.text
        own = {match[1] for match in DIRECTIVE.finditer(source, function.start, function.end)}
        own |= {name for n in function.of_kinds(*TYPES) for name in n.name.split()[-1:]}
        own |= {variable.name for variable in function.locals.values()} | function_name.ASKING
        return own.isdisjoint(spelled_by(layout.unit, layout.sources, text))

    def _varies(self, node: Node) -> bool:
        """May an expression be something else when it is worked out again, for the name of the mutex?"""
        layout = self.captures.layout
        known = layout.unit.variables | layout.function.locals
        return any(n.ref in known and known[n.ref].volatile for n in node.walk())

    def _lasts(self, node: Node) -> bool:
        """Is an expression still what the acquisition was given, when its lock function has done what it does before?
        """
        wrapper, call = self.site.wrapper, self.site.call
        before = wrapper is not None and any(map(wrapper.does, ("ahead", "busy", "first")))
        return not before or lasts(self.captures.layout.graph, self.pointers, node, call.start, call.end)

    def lasts(self) -> bool:
        """Is all that the acquisition's lock function is given still that when it has done what it does before?"""
        return all(map(self._lasts, arguments(self.site.call)))

    def _constant(self, node: Node) -> bool:
        return all(n.kind != "DECL_REF_EXPR" for n in node.walk())

    def _address(self, node: Node) -> bool:
        """Is it the address of a variable, or of a part of it, that all threads have at one place?"""
        if node.op != "&":
            return False
        others = ("->", "*", "thread", "function")
        return all(n.kind in _ADDRESS and n.op not in others for n in node.walk())

    def _local(self, operation: Operation, node: Node, text: str) -> str:
        """A variable of the function's that the section has with the value that it began with, or ""."""
        captures, function = self.captures, self.captures.layout.function
        variable = function.locals.get(node.ref)
        if variable is None or text != variable.name or variable.why:
            return ""
        values = captures.values
        bound = variable.elements or variable.static or variable.volatile or variable.size > LARGEST_COPY
        if self.site.tested is not None and not self.site.gives_object:
            bound = bound or self.site.tested.answer == node.ref  # it gets a value there
        written = not WRITES.isdisjoint(values.here.get(node.ref, ()))
        others = [v for v in function.locals.values() if v.name == variable.name and v.key != node.ref]
        if bound or written or others or node.ref in captures.known.addressed:
            return ""
        known = captures.without_idle(node.ref)
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
        taken = {n.name for n in layout.function.nodes if n.kind != "MEMBER_REF_EXPR"}
        taken |= {c.name for c in self.captures.found.values()}
        taken |= set(_PLAIN.findall(only_code(layout.source.text[layout.function.start : layout.function.end])))
        names = (name, f"{name}_given", f"{wrapper.function.name}_{name}")
        free = next((one for one in names if one not in taken), None)
        named = re.compile(rf"\b{name}$")
        if free is None or not named.search(variable.declaration):
            raise self.refused(self.site)
        declaration, pointer = (named.sub(free, said) for said in (variable.declaration, variable.pointer))
        why = f"what {wrapper.function.name} is given"
        self.captures.found[key] = Capture(free, declaration, pointer, Direction.IN, why, value=text)
        return free


def names_alike(entry: Wrapper, leave: Wrapper, number: int) -> int | None:
    """The parameter by which the acquisition's lock function names the mutex as a parameter of the release's does."""
    name = leave.parameters[number]
    mark = Node("", "", 0, 0, 0, 0, [], "#")
    wanted = canonical(substitute(leave.lock, {name: mark}))
    for at, parameter in enumerate(entry.parameters):
        if _alone(entry, at) and canonical(substitute(entry.lock, {parameter: mark})) == wanted:
            one, two = (w.function.locals[p].type for w, p in ((entry, parameter), (leave, name)))
            return at if one == two else None
    return None


def _alone(wrapper: Wrapper, number: int) -> bool:
    """Is a parameter all of its call that the name of the mutex depends on?"""
    named = {n.ref for n in wrapper.lock.walk() if n.op == "local"}
    return named == {wrapper.parameters[number]}
