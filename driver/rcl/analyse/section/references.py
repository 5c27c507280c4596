# SPDX-License-Identifier: MIT
"""Where a section names the variables that it has by reference: their text changes there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rcl.analyse.function.extents import Refused
from rcl.analyse.function.values import Values
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import asks, conditions_at, typed
from rcl.analyse.unit.tree import Expansion, Node, Variable
from rcl.analyse.unit.written import (
    TAG,
    asks_for_whole,
    binds_closer,
    declares,
    declares_first,
    field_unseen,
    is_idle,
    names_field,
    pasted,
    unsuited_unseen,
    whole_unseen,
    written_out,
)
from rcl.errors import Code
from rcl.model import Place, Reference

_NAME = re.compile(r"\b[A-Za-z_]\w*")
#: what binds a name closer than a * before it
_POSTFIX = ("++", "--", "[", "(", "->", ".")
_TAG = re.compile(rf"{TAG}$")
#: an & before a name, of which that takes the address
_ADDRESS = re.compile(r"[(,=?:;{}]\s*(&)\s*$")

#: why a pointer cannot stand in a variable's place
_UNSPELLED = "through a macro that does not spell its name"
_WRITTEN = "by a macro that makes a text or another name of it"
_BOUND = "by a macro that would make another thing of a pointer to it"
_ASKED = "where its size or type is asked for, in an array's bound perhaps"


@dataclass(frozen=True)
class Unseen:
    """Where a section names a variable that it does not have as far as its builds tell.

    ``references`` is empty if these places cannot be written as uses of a pointer; ``apart`` is the one whose #if has
    all of them, if they stand in first branches.
    """

    place: Place
    references: tuple[Reference, ...] = ()
    apart: Place | None = None


@dataclass(frozen=True)
class References:
    """The uses of variables in one section."""

    layout: Layout
    values: Values
    place: Callable[[int], Place]

    def all(self, ref: str) -> tuple[Reference, ...] | None:
        """Where the section names a variable, None if a macro hides that."""
        try:
            return self.of(self.layout.function.locals[ref], self.values.uses(ref))
        except Refused:
            return None

    def of(self, variable: Variable, uses: list[Node]) -> tuple[Reference, ...]:
        """The places of these uses, to be written as uses of a pointer; refused if a macro hides one.

        A pointer to an array's first element has its name, so a macro may say that.
        """
        found: dict[int, Reference] = {}
        changed = not variable.elements or self.as_a_whole(variable, uses)
        for node in uses:
            if not changed and self._is_hidden(node) and not typed(self.layout, node.start):
                continue
            found[node.first] = self._one(variable, node)
            made = self.layout.expansion(node.start) if changed else None
            if made is not None and self._is_written_out(made, node.first):
                raise self._hidden(node.start, variable.name, _WRITTEN)
        bound = {node.first for node in uses if changed and self._is_bound(node)}
        found |= {at: replace(found[at], bound=True) for at in bound}
        if (at := self._untold(variable)) is not None:
            raise self._hidden(at, variable.name, _ASKED)
        if changed:
            if (at := next(self._by_macros(variable), None)) is not None:
                raise self._hidden(at, variable.name, _UNSPELLED)
            found |= {at: self._spelled(variable, at) for at in self._not_told(variable) if self._means(variable, at)}
        return tuple(found[k] for k in sorted(found))

    def unseen(self) -> dict[str, Unseen]:
        """The variables from outside that the section names only where libclang tells of none."""
        words, region, known = set(_NAME.findall(self._text)), self.values.region, self.values.known
        words.update(name for idle in known.idle for name in idle.hidden)
        words -= {n.name for n in known.names if region.contains(n.start)}
        named = [v for v in self.layout.function.locals.values() if v.name in words and self._from_outside(v)]
        return {v.key: one for v in named if (one := self._unseen(v)) is not None}

    def _unseen(self, variable: Variable) -> Unseen | None:
        """How the section names a variable where libclang does not tell of it; None if it means another one."""
        if (at := next(self._by_macros(variable), None)) is not None:
            return Unseen(self.place(at))
        first = next(self._not_told(variable), None)
        if first is None:
            return None
        try:
            places = tuple(self._spelled(variable, at) for at in self._not_told(variable) if self._means(variable, at))
        except Refused as refused:
            another = refused.reason.code == Code.SHADOWED.code and self._declared_there(variable, first)
            return None if another else Unseen(self.place(first))
        if not places:
            return None
        seen = not all(self._is_left_out(one.place.offset) for one in places)  # by a macro, which may make another name
        bound = seen or variable.register or self._untold(variable) is not None
        bound = bound or (variable.elements and any(self._whole_unseen(one.place.offset) for one in places))
        return Unseen(places[0].place, () if bound else places, None if bound else self._apart(variable, places))

    def _apart(self, variable: Variable, places: Sequence[Reference]) -> Place | None:
        """The place whose #if has all of these in it: first branches, where the variable is declared."""
        known, declared = self._conditions(self.values.region.start), self._conditions(variable.where)
        asked = {one.place: self._conditions(one.place.offset) for one in places}
        place = min(asked, key=lambda one: len(asked[one]))
        around = asked[place]
        if len(around) <= len(known) or "" in around[len(known) :]:
            return None
        alike = all(one[: len(around)] == around for one in asked.values())
        return place if alike and declared == around[: len(declared)] else None

    def _conditions(self, at: int) -> list[str]:
        """The #if lines of the function that a place stands behind, whatever white space is in them."""
        first = self.layout.function.start
        return [" ".join(line.split()) for line in conditions_at(self._until, 0, at - first)]

    @cached_property
    def _until(self) -> str:
        """The function's text up to the section's end, without what stands in strings and comments."""
        return only_code(self.layout.source.text[self.layout.function.start : self.values.region.end])

    def _is_left_out(self, at: int) -> bool:
        return self.layout.unit.left_out(self.layout.function.file, at) is not None

    def _declared_there(self, variable: Variable, at: int) -> bool:
        """Is what code that no build compiles names first a variable of its own, which it declares there?"""
        layout = self.layout
        start, end = layout.unit.left_out(layout.function.file, at) or (at, at)
        return declares_first(only_code(layout.source.text[start:end]), variable.name, at - start)

    def _from_outside(self, variable: Variable) -> bool:
        """Is it declared before the section, in a block around that?"""
        start, (first, last) = self.values.region.start, self.values.known.scope(variable)
        return variable.where < start and first <= start < last and not self.values.inside(variable.key)

    def seen(self, variable: Variable) -> bool:
        """Does libclang tell of all places where the section names a variable, so that no other build has more?"""
        return not any(True for named in (self._not_told, self._by_macros) for _ in named(variable))

    def only_idle(self, variable: Variable) -> bool:
        """Does the section name a variable in nothing but what this build makes nothing of?"""
        return all(is_idle(self.layout, at) for at in self._not_told(variable))

    def _untold(self, variable: Variable) -> int | None:
        """Where the section asks for a variable's type or size without libclang telling of it: in an array's bound."""
        start, text = self.values.region.start, self._text
        untold = (at for at in self._not_told(variable) if asks(self.layout, text, start, at - start))
        return next(untold, None)

    @cached_property
    def _text(self) -> str:
        """The section's text without what stands in strings and comments."""
        region = self.values.region
        return only_code(self.layout.source.text[region.start : region.end])

    def _not_told(self, variable: Variable) -> Iterator[int]:
        """Where the section's text has a variable's name, and libclang tells of none."""
        region, told = self.values.region, {n.first for n in self.values.known.names}
        for word in re.finditer(rf"(?<![.\w])(?<!->){variable.name}\b", self._text):
            at = region.start + word.start()
            if at not in told and region.contains(at) and not _TAG.search(self._text, 0, word.start()):
                yield at

    def hidden(self, variable: Variable) -> bool:
        """Do macros name it by themselves there?"""
        return any(True for _ in self._by_macros(variable))

    def _by_macros(self, variable: Variable) -> Iterator[int]:
        """Where macros name a variable by themselves in what this build makes nothing of."""
        hidden = (at for idle in self.values.known.idle for at in idle.hidden.get(variable.name, ()))
        return (at for at in hidden if self.values.region.contains(at) and not self._is_others(variable, at))

    def _means(self, variable: Variable, at: int) -> bool:
        """Does text of which libclang tells nothing mean a variable in another build: what a macro is given that makes
        nothing of it, ``assert(n > 0)`` under NDEBUG, unless a field's name, or what stands in an #if?

        Refused where that build may have another variable of the name.
        """
        layout, text, name = self.layout, self.layout.source.text, variable.name
        if self._is_others(variable, at) or self._is_label(at, name):
            return False
        covering = layout.expansion(at)
        if covering is not None and covering.start < at < covering.end:
            made = (n for n in layout.function.nodes if covering.start <= n.start < covering.end)
            another = any(n.name == name and n.ref != variable.key for n in made)  # a field, say
            field = names_field(layout, covering, at) or field_unseen(layout, covering.start, at)
            if another or field or self._is_written_out(covering, at):
                return False
            if binds_closer(layout, covering, at):
                raise self._hidden(at, name, _BOUND)
            return True
        part = layout.unit.left_out(layout.function.file, at)
        if part is None or text[text.rfind("\n", 0, at) + 1 : at].lstrip().startswith("#"):
            return False
        if field_unseen(layout, part[0], at):
            return False
        if unsuited_unseen(layout, part[0], at):
            raise self._hidden(at, name, _WRITTEN)
        if declares(only_code(text[slice(*part)]), name):
            raise Refused(Code.SHADOWED.reason(self.place(at), variable=name))
        return True

    def _is_label(self, at: int, name: str) -> bool:
        """Is a name that of a label, or of a field, before a colon?"""
        text, start = self._text, at - self.values.region.start
        before = re.split("[;{}]", text[:start])[-1]
        return text[start + len(name) :].lstrip().startswith(":") and "?" not in before and "case" not in before

    def _is_others(self, variable: Variable, at: int) -> bool:
        """Is there another variable of that name which hides it?"""
        known, first = self.values.known, self.values.known.scope(variable)[0]
        others = (v for v in self.layout.function.locals.values() if v.name == variable.name and v.key != variable.key)
        return any(first < start <= at < end for start, end in map(known.scope, others))

    def _spelled(self, variable: Variable, at: int) -> Reference:
        text, after = self.layout.source.text, self.layout.source.skip_blank(at + len(variable.name))
        address = _ADDRESS.search(text, self.values.region.start, at)
        if address is None or text.startswith(_POSTFIX, after):  # the address of a part, say
            return Reference(self.place(at), 0, text.startswith(".", after))
        return Reference(self.place(at), at - address.start(1), False)

    def as_a_whole(self, variable: Variable, uses: list[Node]) -> bool:
        """Is it an operand of &, sizeof, asm, or typeof, where an array is not a pointer to its first element?"""
        if any(map(self._whole_unseen, self._not_told(variable))):
            return True
        for node in uses:
            if typed(self.layout, node.first):
                return True
            above = self.values.known.graph.parent.get(id(node))
            while above is not None and above.kind == "PAREN_EXPR":
                above = self.values.known.graph.parent.get(id(above))
            if above is not None and (above.kind in ("CXX_UNARY_EXPR", "ASM_STMT") or
                                      (above.kind == "UNARY_OPERATOR" and above.op == "&")):  # fmt: skip
                return True
        return False

    def _whole_unseen(self, at: int) -> bool:
        """Is it one where libclang tells of no use: in what a macro is given that makes nothing of it, or in an #if?"""
        covering = self.layout.expansion(at)
        if covering is not None and covering.start < at < covering.end:
            return asks_for_whole(self.layout, covering, at)
        part = self.layout.unit.left_out(self.layout.function.file, at)
        addressed = _ADDRESS.search(self.layout.source.text, self.values.region.start, at) is not None
        return part is not None and (addressed or whole_unseen(self.layout, part[0], at))

    def _one(self, variable: Variable, node: Node) -> Reference:
        text, name = self.layout.source.text, variable.name
        at = node.first
        if self._is_hidden(node) or text[at : at + len(name)] != name:
            raise self._hidden(node.start, name, _UNSPELLED)
        above = self.values.known.graph.parent.get(id(node))
        ampersand = 0
        if above is not None and above.op == "&":
            written = text[above.first : at]
            if written.strip() == "&":
                ampersand = at - above.first
            elif written.startswith("&"):  # else it is a macro's, which gets *x
                raise self._hidden(node.start, name, _BOUND)
        after = self.layout.source.skip_blank(at + len(name))
        return Reference(self.place(at), ampersand, text.startswith(".", after))

    def _is_hidden(self, node: Node) -> bool:
        """Does a macro's body say a name, and not what it is given?"""
        covering = self.layout.expansion(node.start)
        return covering is not None and not covering.start < node.first < covering.end

    def _hidden(self, at: int, name: str, why: str) -> Refused:
        """Why a pointer cannot stand there in a variable's place."""
        return Refused(Code.HIDDEN_NAME.reason(self.place(at), variable=name, why=why))

    def _is_written_out(self, made: Expansion, at: int) -> bool:
        """Does a macro write out what stands there, or make another name of it?"""
        return written_out(self.layout, made, at) or pasted(self.layout, made, at)

    def _is_bound(self, node: Node) -> bool:
        """Does it stand where ``*x`` would not do for x, and ``(*x)`` does: a macro puts ++ behind it?"""
        above = self.values.known.graph.parent[id(node)]
        behind = self.layout.source.skip_blank(node.first + len(node.name))
        made = self.layout.expansion(node.start) is not None
        return made and _binds_closer(above, node) and not self.layout.source.text.startswith(_POSTFIX, behind)


def _binds_closer(above: Node, node: Node) -> bool:
    """Is it an operand of what stands behind it?"""
    postfix = above.op in ("p++", "p--", "->", ".") or above.kind in ("ARRAY_SUBSCRIPT_EXPR", "CALL_EXPR")
    return postfix and above.kids[0] is node


def pointer_to_array(variable: Variable) -> str:
    """A pointer to the whole array: ``char (*key)[251]``."""
    name = variable.name
    pointer = f"(*{name})" if f"{name}[" in variable.declaration else f"*{name}"
    return re.sub(rf"\b{name}\b(?=\[|$)", pointer, variable.declaration, count=1)
