# SPDX-License-Identifier: MIT
"""Every token of the lock API in the tree, and the declarations whose mutexes pass through it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, islice, takewhile
from pathlib import Path
from typing import NamedTuple

from rcl import lockapi
from rcl.analyse.program.initialisers import ZEROS, field_at, locks_in, type_of
from rcl.analyse.program.names import short_name
from rcl.analyse.program.pointers import Pointers, bases
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.checks import outside
from rcl.analyse.unit.fields import entry
from rcl.analyse.unit.graphs import Graphs
from rcl.analyse.unit.region import Layout, Sources
from rcl.analyse.unit.renamed import body_of, renames
from rcl.analyse.unit.text import (
    MadeCall,
    balanced,
    bare,
    call_arguments,
    definition,
    head,
    in_bodies,
    made_call,
    more_than_call,
    parts,
    split,
    ways_to,
    written_out,
)
from rcl.analyse.unit.tree import (
    COMPARISONS,
    Beside,
    Expansion,
    Macro,
    Node,
    Unit,
    Variable,
    arguments,
    callee,
    constant,
    library_name,
    returned,
    strip,
)  # fmt: skip
from rcl.analyse.unit.types import COND, MUTEX
from rcl.model import Op, Place, is_outside, token_of

#: the kinds of expressions and declarations that may hold a token, but for calls
_KINDS = ("TYPE_REF", "VAR_DECL", "COMPOUND_LITERAL_EXPR")
#: what may be handed on to be called later
RELEASES = "pthread_mutex_unlock"
#: how the key of a typedef begins that names a lock's type, and that the tree does not declare (reader.py)
_ELSEWHERE = "T::"
#: text that stands in another file
_INCLUDES = re.compile(r'#[ \t]*include[ \t]*["<]([^">]+)[">]')
_NAMES = re.compile(r"\w+")
#: what stands in no declaration of one thing without a value
DECLARES_MORE = re.compile(r"[=;{},\"']")
#: the kinds of declarations that no class is called like
_NO_CLASSES = ("typedef", "parameter")
#: the parameter that says a mutex's class
CLASS = "rcl_class"


@dataclass(frozen=True)
class Use:
    """An expansion of a macro that holds a token; one in another macro's body stands for all of that one's."""

    file: str
    start: int
    end: int
    keys: tuple[str, ...]
    replacement: str | None
    function: str = ""
    in_body: bool = False


@dataclass(frozen=True)
class Size:
    """Where the size of a lock's type is taken, the declarations that it serves, and whether it is only looked at."""

    place: Place
    keys: tuple[str, ...] = ()
    looked_at: bool = False


class Spelled(NamedTuple):
    """Where a macro call stands, perhaps in another macro's body, and its arguments."""

    file: str
    start: int
    end: int
    given: Sequence[str] = ()
    in_body: bool = False


@dataclass
class Token:
    """A token of the API, with the keys of the declarations that it serves."""

    op: Op
    place: Place
    old: str
    keys: set[str] = field(default_factory=set)
    macro: str | None = None
    uses: set[Use] = field(default_factory=set)
    function: str = ""
    #: the macro to put beside the one that holds it, which is given a mutex's class, too
    beside: Beside | None = None


class Tokens:
    """Collects the tokens of all units."""

    def __init__(self, pointers: Pointers, sources: Sources, units: list[Unit]) -> None:
        self.pointers = pointers
        self.sources = sources
        self._units = units
        self._macros = frozenset(name for unit in units for name in unit.macros)
        self.found: dict[tuple[str, int], Token] = {}
        #: where a macro is used -> what the use is replaced by in each build
        self._replacements: dict[tuple[str, int], dict[int, str | None]] = {}
        #: the initialisers in the bodies of each macro, by its unit and what it calls
        self._spelled: dict[Hashable, Sequence[str]] = {}
        #: spelled types that no declaration claims
        self.unclaimed: list[Place] = []
        #: those that nobody can convert: no text of the tree spells them where they stand, nor a macro of it there
        self.unspelled: list[Token] = []
        #: where code takes the size of a lock type; a macro may do several things with one that it is given
        self.sizes: list[Size] = []

    def unit(self, unit: Unit, graphs: Graphs) -> None:
        """Everything in one translation unit."""
        for variable in chain(unit.variables.values(), unit.typedefs):
            if variable.type_refs:
                self._types(unit, variable.type_refs, [variable.key])
        for key, refs in unit.returns.items():
            self._types(unit, refs, [returned(key)])
        for key, refs in unit.pointed.items():
            self._types(unit, refs, [key])
        for prototype in unit.prototypes:
            self._types(unit, prototype.returns, [returned(prototype.key)])
            for _, parameter in prototype.parameters:
                self._types(unit, parameter.type_refs, [parameter.key])
        for key, value in unit.initialisers.items():
            variable = unit.variables[key]
            self._initialisers(unit, variable.file, value, key, "")
            taken = (n for n in value.walk() if n.kind == "TYPE_REF" and n.name in lockapi.TYPES)
            self.sizes += [Size(self.sources(variable.file).place(n.start)) for n in taken]
        for function in unit.functions:
            layout = Layout(unit, function, graphs, self.sources)
            for name in function.parameters:
                self._types(unit, function.locals[name].type_refs, [name])
            for name, calls in function.called.items():
                for call in calls if name in self.pointers.api.calls else ():
                    self._call(layout, call, name)
            for node in function.of_kinds(*_KINDS):
                self._node(layout, node)
            for node in function.of_kinds("DECL_REF_EXPR"):
                if node.name == RELEASES:
                    self._handed_on(layout, node)

    def settle(self, units: list[Unit]) -> None:
        """After all units: a use of a macro that does not mean the same in every build must stay as it is.

        One that initialises mutexes must then do so alike wherever it is used.
        """
        read = [(id(unit), unit, unit.files - unit.elsewhere.keys()) for unit in units]
        for token in self.found.values():
            known = {use: self._agreed(use, read) for use in _of_places(token.uses)}
            outside = is_outside(token.place.file)
            fixed = token.op in lockapi.INITIALISE and not all(known.values()) and not outside
            token.uses = {use if same and not fixed else replace(use, replacement=None) for use, same in known.items()}
            for use in (use for use in token.uses if use.replacement is None and outside):
                self._unspelled(token.op, use.file, use.start, token.old, use.keys)

    def _agreed(self, use: Use, read: list[tuple[int, Unit, frozenset[str]]]) -> bool:
        """Is the use replaced by the same call in every build that compiles it?"""
        replacements = self._replacements[use.file, use.start]
        active = {
            key for key, unit, files in read
            if not use.in_body and use.file in files and unit.left_out(use.file, use.start) is None
        }  # fmt: skip
        return use.replacement is not None and active <= replacements.keys() and len(set(replacements.values())) == 1

    # ------------------------------------------------------------------ types

    def _types(self, unit: Unit, refs: Iterable[tuple[str, int, str]], keys: list[str]) -> None:
        for file, offset, name in refs:
            if file and name.startswith(_ELSEWHERE):
                self._unspelled(Op.TYPE, file, offset, name.rpartition(":")[2], keys)
            if not file or name not in lockapi.TYPES:
                continue
            if self.sources(file).text.startswith(name, offset):
                self._note(lockapi.TYPES[name], file, offset, name, keys)
            else:
                self._type_in_macro(unit, unit.expansion_at(file, offset), file, offset, name, keys)

    def _type_in_macro(
        self, unit: Unit, expansion: Expansion | None, file: str, offset: int, name: str, keys: list[str]
    ) -> None:
        """A type that a macro names; one that does nothing else can be replaced where it is used."""
        if expansion is None or not in_bodies(unit, self.sources, expansion, name):
            self._unspelled(lockapi.TYPES[name], file, offset, name, keys)
            return
        alone = all(
            self.sources(macro.file).text[macro.start + len(macro.name) : macro.end].split() == [name]
            for macro, _ in in_bodies(unit, self.sources, expansion, name)
        )
        replacement = lockapi.TYPES[name].value if alone else None
        if replacement is None and expansion.defined and is_outside(expansion.defined[0]):
            replacement = self._declaration(unit, expansion, file, name)
        self._in_macro(unit, expansion, file, name, keys, replacement)

    def _declaration(self, unit: Unit, expansion: Expansion, file: str, name: str) -> str | None:
        """What a macro call declares, written out with the runtime's type; None if it does more."""
        given = self.sources(file).part(expansion.start, expansion.end)
        text = written_out(unit, self.sources, expansion, given, name)
        if text is None or any(word in lockapi.TOKENS for word in _NAMES.findall(text) if word != name):
            return None
        return None if DECLARES_MORE.search(text) else re.sub(rf"\b{name}\b", lockapi.TYPES[name].value, text)

    def _node(self, layout: Layout, node: Node) -> None:
        if node.kind == "TYPE_REF" and node.ref.startswith(_ELSEWHERE):
            self._unspelled(Op.TYPE, layout.source.file, node.first, node.name, self._served(layout, node))
        if node.kind == "TYPE_REF" and node.name in lockapi.TYPES:
            keys = list(self._served(layout, node))
            self._type_in_code(layout, node, keys)
            above = layout.graph.parent.get(id(node))
            if above is not None and above.kind == "CXX_UNARY_EXPR" and above.op != "fixed":
                spelled = layout.source.text.startswith(node.name, node.first)
                looked_at = spelled and self._looked_at(layout, above)
                self.sizes.append(Size(layout.source.place(above.start), tuple(keys), looked_at))
        elif node.kind == "VAR_DECL":
            for value in node.kids:
                if value.kind != "TYPE_REF":
                    self._initialisers(layout.unit, layout.function.file, value, node.ref,
                                       layout.written_name)  # fmt: skip
        elif node.kind == "COMPOUND_LITERAL_EXPR":
            for key in self._literal(layout, node):
                self._initialisers(layout.unit, layout.function.file, node, key, layout.written_name)

    def _literal(self, layout: Layout, node: Node) -> list[str]:
        """The variables that a compound literal gives a value to; "" if that goes by its type alone."""
        above = layout.graph.parent.get(id(node))
        if above is not None and above.op == "=":
            return list(bases(above.kids[0]))
        return list(self._served(layout, node)) if type_of(node).name in lockapi.TYPES else [""]

    def _handed_on(self, layout: Layout, node: Node) -> None:
        """``pthread_cleanup_push(pthread_mutex_unlock, &m)``: the function is a value, next to its mutex."""
        if any(call.kids and strip(call.kids[0]) is node for call in layout.function.calls):
            return  # it is called
        keys, covering = handed_on_with(self.pointers, layout, node), layout.expansion(node.start)
        if keys and layout.source.text.startswith(node.name, node.first):
            self._note(Op.UNLOCK, layout.source.file, node.first, node.name, keys)
        elif keys and covering:
            name = layout.written_name
            self._in_macro(layout.unit, covering, layout.source.file, node.name, sorted(keys), None, name)

    def _type_in_code(self, layout: Layout, node: Node, keys: list[str]) -> None:
        source = layout.source
        if source.text.startswith(node.name, node.first):
            token = self._note(lockapi.TYPES[node.name], source.file, node.first, node.name, keys)
            if not keys and not token.keys:
                self.unclaimed.append(token.place)
        else:
            covering = layout.expansion(node.start)
            self._type_in_macro(layout.unit, covering, source.file, node.first, node.name, keys)

    def _served(self, layout: Layout, node: Node) -> Iterator[str]:
        """The declarations that a type's name in code serves: the declaration's, the cast's, the assignment's."""
        below = node
        while (above := layout.graph.parent.get(id(below))) is not None:
            match above.kind:
                case "VAR_DECL":
                    variable = self.pointers.variables.get(above.ref)
                    yield returned(f"*{variable.calls}") if variable and variable.calls else above.ref
                    yield from self._held([above.ref])
                    return
                case "CSTYLE_CAST_EXPR":
                    yield from self._locks(bases(above))
                case "BINARY_OPERATOR" if above.op == "=":
                    yield from self._locks(bases(above.kids[0]))
                    yield from self._held(bases(above.kids[0]))
                    return
                case "RETURN_STMT":
                    yield returned(layout.function.key)
                    return
                case "CALL_EXPR":
                    called = [f for key in self.pointers.called(above) for f in self.pointers.functions[key]]
                    for number, argument in enumerate(arguments(above)):
                        if argument is not below:
                            yield from self._locks(bases(argument))
                        else:
                            yield from self._locks(key for f in called for key in f.parameters[number : number + 1])
            if above.kind.endswith("_STMT"):
                return
            below = above

    def _looked_at(self, layout: Layout, size: Node) -> bool:
        """Is a size only compared with a constant, or handed to what prints it, or takes any number of arguments?"""
        value, above = outside(layout.graph.parent, size)
        if above is not None and above.op in COMPARISONS:
            return any(constant(kid) is not None for kid in above.kids if kid is not value)
        if above is None or above.kind != "CALL_EXPR":
            return False
        number = next((i for i, given in enumerate(arguments(above)) if given is value), -1)
        called = [function for key in self.pointers.called(above) for function in self.pointers.functions[key]]
        behind = bool(called) and all(number >= len(function.parameters) for function in called)
        return behind or library_name(above) in lockapi.PRINTING

    def _locks(self, keys: Iterable[str]) -> Iterator[str]:
        for key in keys:
            variable = self.pointers.variables.get(key)
            if variable is None or variable.api or variable.void_pointer or key in self.pointers.leading:
                yield key

    def _held(self, keys: Iterable[str]) -> Iterator[str]:
        """The locks in structures that pointers lead to, ``q = malloc(offsetof(struct q, m) + sizeof(mutex_t))``."""
        for variable in filter(None, map(self.pointers.variables.get, keys)):
            if variable.stars and not variable.api:
                yield from (key for _, key in self.pointers.records.locks(variable.record))

    # ------------------------------------------------------------------ initialisers

    def _initialisers(self, unit: Unit, file: str, value: Node, key: str, function: str) -> None:
        """The initialiser macros that stand in a value, and the lists of zeros in their place."""
        self._zeros(unit, file, value, key, function)
        self._initialised_elsewhere(unit, file, value, key)
        table = unit.expansions.get(file, [])
        for i in range(bisect_left(table, value.start, key=lambda e: e.start), len(table)):
            expansion = table[i]
            if expansion.start >= value.end:
                break
            if self.sources(file).in_directive(expansion.start):  # an #if asks whether there is such a macro
                continue
            op = lockapi.INITIALISERS.get(expansion.name)
            if op is not None and expansion.defined is None:
                keys = list(self._initialised(file, value, expansion, key))
                token = self._note(op, file, expansion.start, expansion.name, keys)
                token.function = function
                continue
            for name in self._initialisers_in(unit, expansion):
                keys = list(self._initialised(file, value, expansion, key))
                macro = definition(unit, expansion)
                alone = macro is not None and renames(unit, partial(body_of, self.sources), macro, (name,))
                self._in_macro(unit, expansion, file, name, keys, lockapi.runtime_name(name) if alone else None,
                               function)  # fmt: skip

    def _zeros(self, unit: Unit, file: str, value: Node, key: str, function: str) -> None:
        """The lists of zeros that give their value to locks of a structure or array."""
        for given, lock in self._listed(value, key):
            old = self.sources(file).part(given.start, given.end)
            if ZEROS.fullmatch(only_code(old)) and unit.expansion_at(file, given.start) is None:
                op = Op.COND_INITIALISER if lock.api == COND else Op.INITIALISER
                self._note(op, file, given.start, old, [lock.key]).function = function

    def _initialised_elsewhere(self, unit: Unit, file: str, value: Node, key: str) -> None:
        """The locks that get their value from a macro of elsewhere, or by text that is included."""
        for found in _INCLUDES.finditer(self.sources(file).part(value.start, value.end)):
            if self._initialises(unit, found[1]):
                variable = self.pointers.variables.get(key)
                held = {name for _, name in self.pointers.records.locks(variable.record)} if variable else set()
                self._unspelled(Op.INITIALISER, file, value.start + found.start(), found[0], {key} | held)
                return
        for given, lock in chain(self._listed(value, key), self._whole(value, key)):
            expansion = unit.expansion_at(file, given.start) if given.kind == "INIT_LIST_EXPR" else None
            if expansion and expansion.defined is None and expansion.name not in lockapi.INITIALISERS:
                self._unspelled(Op.INITIALISER, file, given.start, expansion.name, [lock.key])

    def _initialises(self, unit: Unit, name: str) -> bool:
        """Does a file that is included by some name give locks their values?"""
        tables = [t for file, t in unit.expansions.items() if Path(file).name == Path(name).name]
        return any(e.name in lockapi.INITIALISERS or self._initialisers_in(unit, e) for e in chain(*tables))

    def _whole(self, value: Node, key: str) -> Iterator[tuple[Node, Variable]]:
        """The value of a variable that is a lock itself."""
        variable = self.pointers.variables.get(key)
        if variable is not None and variable.api and not (variable.stars or variable.array):
            yield value, variable

    def _listed(self, value: Node, key: str) -> Iterator[tuple[Node, Variable]]:
        """What the lists in a variable's value, or in a compound literal, give to single locks."""
        literal, records = value.kind == "COMPOUND_LITERAL_EXPR", self.pointers.records
        variable = None if literal else self.pointers.variables.get(key)
        record = self.pointers.made_by(value) if literal else variable.record if variable else ""
        found: Iterable[tuple[Node, Variable]] = ()
        if variable is not None and variable.api and variable.array:
            found = [(value, variable)]
        elif records.locks(record):
            arrays = variable.type.count("[") if variable else 0
            found = locks_in(records, record, arrays, value.kids[-1] if literal else value)
        for given, lock in found:
            if not (lock.stars or lock.array):
                yield given, lock
            elif not lock.stars and lock.type.count("[") == 1:
                yield from ((strip(entry(node)[1]), lock) for node in given.kids)

    def _initialisers_in(self, unit: Unit, expansion: Expansion) -> Sequence[str]:
        """The initialisers that the bodies of a macro's call spell; a table may have thousands of such calls."""
        call = (id(unit), expansion.name, expansion.defined, expansion.others, expansion.handed)
        if call not in self._spelled:
            self._spelled[call] = [n for n in lockapi.INITIALISERS if in_bodies(unit, self.sources, expansion, n)]
        return self._spelled[call]

    def _initialised(self, file: str, value: Node, expansion: Expansion, key: str) -> Iterator[str]:
        """The variable itself if it is a lock, else the fields of that type in its initialiser."""
        variable = self.pointers.variables.get(key)
        literals = (n for n in value.walk() if n.kind == "COMPOUND_LITERAL_EXPR")
        inside = [n for n in literals if n.start <= expansion.start < n.end]
        around = [n for n in inside if type_of(n).name not in lockapi.TYPES]
        if variable.api if variable is not None else key and inside and not around:
            yield key
            return
        text = self.sources(file).text
        named = (n.ref for n in value.walk() if n.kind == "MEMBER_REF" and text[n.end : expansion.start].strip() == "=")
        member = self.pointers.variables.get(next(named, ""))
        if member is not None and member.api:
            yield member.key
            return
        op = lockapi.INITIALISERS.get(expansion.name)
        api = COND if op is Op.COND_INITIALISER else MUTEX
        fields = [v.key for v in self.pointers.lock_fields if v.api == api and not v.stars]
        record, arrays = (variable.record, variable.type.count("[")) if variable else ("", 0)
        if around:
            record, arrays = self.pointers.made_by(around[-1]), 0
        records, listed = self.pointers.records, around[-1].kids[-1] if around else value
        exact = field_at(records, record, arrays, listed, expansion.start) if op is not None else ""
        whole = member.record if member is not None and member.record and not member.stars else record
        held = {exact} if exact else {key for _, key in records.locks(whole)}
        # a structure of elsewhere, as the runtime's mutex is, has locks of its own
        yield from fields if not whole else [key for key in fields if key in held]

    # ------------------------------------------------------------------ calls

    def _call(self, layout: Layout, node: Node, name: str) -> None:
        known = self.pointers.api.calls[name]
        if known.own is not None:
            return
        number = known.mutex if known.mutex is not None else known.cond
        given = arguments(node)
        keys = list(bases(given[number])) if number is not None and number < len(given) else []
        if known.mutex is not None and known.cond is not None and len(given) > known.cond:
            keys += list(bases(given[known.cond]))
        if name in lockapi.LOCKERS:
            self._type_of_guard(layout, node, lockapi.LOCKERS[name], keys)
        target = strip(node.kids[0])
        source = layout.source
        spelled = source.spelled(name, target.first)
        if spelled and not self._is_use(layout, target.first, name):
            token = self._note(known.op, source.file, target.first, spelled, keys)
            token.function = layout.written_name
            return
        if id(node) in layout.function.idle and not self._declared(keys):
            return
        made = self._made_by(layout, node, name)
        if not made and target.start < target.end:  # else it is a clean-up function's, which stands there
            self._unspelled(known.op, source.file, target.first, name, keys)
        if len(made) != 1:
            for covering in made:
                self._in_macro(layout.unit, covering, source.file, name, keys, None, layout.written_name)
            return
        covering = made[0]
        replacement, spelled_at = None, None
        if self._is_all(layout, covering, node):
            written = call_arguments(layout, node, covering)
            if written is not None:
                replacement = f"{known.name}({', '.join(bare(argument) for argument in written)})"
        if replacement is None and known.op is Op.INIT:
            replacement, spelled_at = self._with_class(layout, covering, known, name)
        self._in_macro(layout.unit, covering, source.file, name, keys, replacement, layout.written_name, spelled_at)

    def _type_of_guard(self, layout: Layout, call: Node, name: str, keys: list[str]) -> None:
        """The type of the lock guard that a call is for, where it is spelled: ``g_autoptr (GMutexLocker) guard = ...``.
        """
        taking = next(node for node in layout.parents(call) if node.kind == "DECL_STMT" or node.op == "=")
        guard = strip(taking.kids[0]).ref
        declared = next(n for n in layout.function.of_kinds("DECL_STMT") if any(kid.ref == guard for kid in n.kids))
        file, made = layout.source.file, layout.expansion(declared.start)
        spelled = re.search(rf"\b{name}\b", only_code(layout.source.part(declared.start, layout.end_of(declared))))
        if spelled:
            self._note(Op.TYPE, file, declared.start + spelled.start(), name, keys)
        elif made and in_bodies(layout.unit, self.sources, made, name):
            self._in_macro(layout.unit, made, file, name, keys, None, layout.written_name)
        else:
            self._unspelled(Op.TYPE, file, declared.start, name, keys)

    def _declared(self, keys: Iterable[str]) -> bool:
        """Is one of them a lock, and not what leads to one?"""
        named = (self.pointers.variables.get(key) for key in keys)
        return any(v is not None and v.api and not v.stars for v in named)

    def _with_class(
        self, layout: Layout, covering: Expansion, known: lockapi.Call, name: str
    ) -> tuple[str | None, Spelled | None]:
        """The use of a macro that initialises a mutex and does more as one of a macro that is given the class, too; and
        where that use stands.
        """
        made = made_call(layout, covering, name)
        at = self._spelled_at(layout, covering, made, name) if made else None
        if made is None or at is None:
            return None, None
        defined = self.sources(made.macro.file).part(made.macro.start, made.macro.end)
        _, parameters, end = head(defined)
        body = defined[end:].strip()
        code = only_code(body)
        calls = list(re.finditer(rf"\b{name}\s*(?=\()", code))
        arguments = split(body[calls[0].start() :]) if len(calls) == 1 else None
        other = any(word in lockapi.TOKENS for word in re.findall(r"\w+", code) if word != name)
        beside = f"{made.macro.name}_as"
        fixed = is_outside(made.macro.file) or "#" in body or beside in self._macros
        if not parameters or not arguments or other or fixed:
            return None, None
        end = calls[0].end() + len(balanced(body[calls[0].end() :]))
        call = f"{known.name}({', '.join((*arguments, CLASS))})"
        text = body[: calls[0].start()] + call + body[end:]
        one = Beside(beside, made.macro, ", ".join((*parameters, CLASS)), text)
        offset = in_bodies(layout.unit, self.sources, covering, name)[0][1]
        self._note(known.op, made.macro.file, offset, name, ()).beside = one
        return f"{beside}({', '.join(at.given)})", at

    def _spelled_at(self, layout: Layout, covering: Expansion, made: MadeCall, name: str) -> Spelled | None:
        """Where the macro is called that makes a call: in the code, or in the one macro's body that this comes to, with
        the same meaning in all units.
        """
        if made.macro == definition(layout.unit, covering):
            return Spelled(layout.source.file, covering.start, covering.end, made.given)
        ways = ways_to(layout.unit, self.sources, covering, name)
        if len(ways) != 1 or len(ways[0]) < 2 or ways[0][-1][0] != made.macro:
            return None
        outer, start = ways[0][-2]
        source = self.sources(outer.file)
        text = source.part(start, outer.end)
        given, (_, parameters, body) = split(text), parts(source.part(outer.start, outer.end))
        if given is None or "#" in body or not self._is_everywhere(outer, made.macro):
            return None
        if not self._called_like_classes.isdisjoint(parameters or ()):
            return None
        opening = text.index("(")
        return Spelled(outer.file, start, start + opening + len(balanced(text[opening:])), given, in_body=True)

    @cached_property
    def _called_like_classes(self) -> frozenset[str]:
        """What classes may be called in code."""
        locks = (v for v in self.pointers.variables.values() if v.api == MUTEX and v.kind not in _NO_CLASSES)
        return frozenset(token_of(short_name(variable)) for variable in locks)

    def _is_everywhere(self, outer: Macro, inner: Macro) -> bool:
        """Does each unit that knows the one macro know the other one, and no other of its name?"""
        knowing = (unit.macros for unit in self._units if outer in unit.macros.get(outer.name, ()))
        return all(macros.get(inner.name) == [inner] for macros in knowing)

    def _is_use(self, layout: Layout, offset: int, name: str) -> bool:
        """Does a macro that is called like a lock function stand at an offset, ``#define lock(m) (n++, lock(m))``?"""
        table = layout.unit.expansions.get(layout.function.file, [])
        first = bisect_left(table, offset, key=lambda e: e.start)
        return any(e.name == name for e in takewhile(lambda e: e.start == offset, islice(table, first, None)))

    def _made_by(self, layout: Layout, node: Node, name: str) -> list[Expansion]:
        """The macro call whose body spells the called name: the outermost, or those among its arguments."""
        outermost = layout.expansion(strip(node.kids[0]).start)
        if outermost is None or in_bodies(layout.unit, self.sources, outermost, name):
            return [outermost] if outermost else []
        return [
            e for e in layout.unit.expansions.get(layout.function.file, [])
            if outermost.start < e.start and e.end <= outermost.end
            and in_bodies(layout.unit, self.sources, e, name)
        ]  # fmt: skip

    def _is_all(self, layout: Layout, covering: Expansion, call: Node) -> bool:
        """Is the call all that the macro makes?

        What the code says counts where the macro's text cannot be followed; that alone tells of a bracket or an
        operator behind the call.
        """
        own = {id(n) for n in call.walk()}
        if any(_adds(covering, node) for node in layout.function.nodes if id(node) not in own):
            return False
        text = layout.source.part(covering.start, covering.end)
        return not more_than_call(layout.unit, self.sources, covering, text, callee(call).name)

    # ------------------------------------------------------------------ macros

    def _in_macro(
        self, unit: Unit, expansion: Expansion, file: str, name: str, keys: list[str],
        replacement: str | None, function: str = "", at: Spelled | None = None,
    ) -> None:  # fmt: skip
        """A token that an expansion takes from a macro's body, which may be called in another one's."""
        at = at or Spelled(file, expansion.start, expansion.end)
        function = "" if at.in_body else function
        use = Use(at.file, at.start, at.end, tuple(sorted(set(keys))), replacement, function, at.in_body)
        self._replacements.setdefault((at.file, at.start), {})[id(unit)] = replacement
        for macro, offset in in_bodies(unit, self.sources, expansion, name):
            op = lockapi.TOKENS[name]
            token = self._note(op, macro.file, offset, name, keys)
            token.macro = macro.name
            token.uses.add(use)

    def _unspelled(self, op: Op, file: str, offset: int, old: str, keys: Iterable[str]) -> None:
        self.unspelled.append(Token(op, self.sources(file).place(offset), old, set(keys)))

    def _note(self, op: Op, file: str, offset: int, old: str, keys: Iterable[str]) -> Token:
        token = self.found.get((file, offset))
        if token is None:
            token = self.found[file, offset] = Token(op, self.sources(file).place(offset), old)
        token.keys |= set(keys)
        return token


def _adds(covering: Expansion, node: Node) -> bool:
    """Does a macro make something that is no part of a call in it: all of it, its beginning, or its end?

    An expression may go on behind the macro, ``LOCK(m) == 0``, and a branch may end with it.
    """
    if not covering.start <= node.start < covering.end:
        return node.kind == "COMPOUND_STMT" and covering.start < node.end <= covering.end
    if node.end <= covering.end:
        return node.kind != "PAREN_EXPR" and not (node.kind == "CSTYLE_CAST_EXPR" and node.op == "void")
    return not node.kind.endswith("_OPERATOR")


def _of_places(uses: Iterable[Use]) -> Iterator[Use]:
    """The uses, those of one place as one."""
    places: dict[tuple[str, int], list[Use]] = {}
    for use in uses:
        places.setdefault((use.file, use.start), []).append(use)
    for several in places.values():
        keys = {key for use in several for key in use.keys}
        yield replace(several[0], keys=tuple(sorted(keys)))


def handed_on_with(pointers: Pointers, layout: Layout, node: Node) -> set[str]:
    """The mutexes that stand beside a function that releases them later: in the same macro call or call."""
    covering = layout.expansion(node.start)
    in_macro = covering is not None and in_bodies(layout.unit, layout.sources, covering, node.name)
    if not layout.source.text.startswith(node.name, node.first) and not in_macro:
        return set()
    calls = [p for p in layout.parents(node) if p.kind == "CALL_EXPR"]
    if covering is not None:
        beside = [n for n in layout.function.nodes if covering.start <= n.start < covering.end]
    else:
        beside = list(calls[0].walk()) if calls else []
    named = {n.ref for n in beside if (v := pointers.variables.get(n.ref)) is not None and v.api == MUTEX}
    called = (callee(n) for n in beside if n.kind == "CALL_EXPR")
    given = {returned(target.ref) for target in called if target.op == "function"}
    return named | {key for key in given if pointers.find(key) in pointers.mutexes}
