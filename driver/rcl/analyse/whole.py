# SPDX-License-Identifier: MIT
"""From the parsed units to model.Analysis: everything that needs the whole program at once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from pathlib import Path, PurePosixPath

from rcl import compdb, lockapi
from rcl.analyse.function.wrappers import Summaries
from rcl.analyse.program import libc
from rcl.analyse.program.absent import put_back
from rcl.analyse.program.callees import Callees
from rcl.analyse.program.escapes import Escapes
from rcl.analyse.program.handouts import Handouts
from rcl.analyse.program.identity import Identities
from rcl.analyse.program.memory import Memory
from rcl.analyse.program.names import Initialisation, name_classes, short_name
from rcl.analyse.program.operations import Tokens
from rcl.analyse.program.origins import Flows
from rcl.analyse.program.owners import Owners
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.program.questions import question
from rcl.analyse.section.found import Found
from rcl.analyse.section.sections import Finder
from rcl.analyse.unit.brackets import INCLUDE, only_code
from rcl.analyse.unit.described import check, collapse
from rcl.analyse.unit.graphs import Graphs
from rcl.analyse.unit.pasted import with_pasted
from rcl.analyse.unit.region import Layout, Source, Sources
from rcl.analyse.unit.renamed import with_arguments
from rcl.analyse.unit.scope import unfold_guarded
from rcl.analyse.unit.store import Store
from rcl.analyse.unit.symbols import by_one_key
from rcl.analyse.unit.tree import Function, Unit, arguments, callee
from rcl.analyse.unit.written import UNSEEN
from rcl.analyse.unlocked import Reading, reading, said
from rcl.beside import both_begun
from rcl.description import Description, not_usable
from rcl.errors import RclError
from rcl.model import is_outside


@dataclass(frozen=True)
class Others:
    """Sources that are not analysed: those that are not C; those of the commands that do not compile them, with what is
    wrong, and that nothing needs which has been built; and those that libclang does not take, but their compiler does.
    """

    not_c: Sequence[Path] = ()
    left_out: Mapping[compdb.CompileCommand, RclError] = field(default_factory=dict)
    unread: Mapping[compdb.CompileCommand, RclError] = field(default_factory=dict)

    @property
    def paths(self) -> Iterator[Path]:
        """All of them."""
        return chain(self.not_c, (command.file for command in chain(self.left_out, self.unread)))


#: the structure of the runtime's mutexes
_CONVERTED = "rcl_mutex"


def _without_converted(description: Description, units: Iterable[Unit]) -> Description:
    """The description without the lock calls of mutexes that an earlier rewriting has made the runtime's."""
    mutexes = (v for unit in units for v in unit.variables.values() if v.record == _CONVERTED)
    names = {name for v in mutexes for name in (short_name(v), f"{PurePosixPath(v.file).stem}/{short_name(v)}")}
    return replace(description, locks=tuple(f for f in description.locks if f.mutex.partition("@")[0] not in names))


class Program:
    """All translation units, and what follows from seeing them together."""

    def __init__(
        self, units: list[Unit], sources: Sources, description: Description, stored: Store, jobs: int = 1,
        others: Others = Others(),
    ) -> None:
        description = _without_converted(description, units)
        self.units = units
        #: how many processes may work at once
        self.jobs = jobs
        self.others = others
        self.description = description
        self.sources = sources
        check(units, sources, description.locks)
        meant = by_one_key(units)
        guarding = unfold_guarded(units, sources)
        signatures = (s for f in description.locks for s in f.calls)
        made = collapse(units, sources, {s.name: len(s.parameters) for s in signatures})
        self.pointers = Pointers(units, description, made)
        own = {f.name for definitions in self.pointers.functions.values() for f in definitions}
        calls = own.union(self.pointers.api.calls)
        with_arguments(units, sources, calls)
        with_pasted(units, sources, calls)
        self.stubs = put_back(units, sources, self.pointers.api.calls)
        self.ledger = self.pointers.ledger
        self.ledger.answered_by(self)
        self.flows = Flows(self.pointers, units)
        #: what code of elsewhere gets of the mutexes' addresses
        self.handouts = Handouts(self.flows)
        hidden, self.handouts.search = both_begun(self.flows.hidden, self.handouts.search, jobs)
        self._home = {id(f): u for u in units for f in u.functions}
        functions = [f for u in units for f in u.functions]
        self.graphs = Graphs(functions, description.noreturn, lambda file: sources(file).text)
        ends = sorted(self.graphs.never), sorted(self.graphs.aborting)
        ground = [repr(description), sorted(self.pointers.api.calls), *ends, sorted(meant.items()), guarding]
        self._memory = Memory(stored.cache, self.ledger, stored.hashes, ground, jobs)
        self.escapes = Escapes(self.pointers, self.graphs)
        self.tokens = self._tokens()
        #: what lock calls get that comes to them by other types
        self.hidden, alike = hidden()
        self.pointers.together(alike)
        if ways := {one.leading for one in self.hidden if one.leading}:
            self.pointers.join(ways, units)
        if alike or ways:
            self.tokens = self._tokens()  # those on these ways are of mutexes, too
        self.owners = Owners(self.pointers, self.tokens.found.values())
        self.callees, never = Callees(units, self.pointers), self.graphs.never
        naming = (text for text in self._texts() if any(name in text for name in libc.NUMBERS))
        numbered = any(libc.keeps_thread(only_code(text)) for text in naming)
        told, own_files = description.functions, any(libc.OWN_FILES in text for text in self._texts())
        self.identities = Identities(self.pointers, self.callees, self.owners, never, told, numbered, own_files)
        served = [token.keys for token in self.tokens.found.values()]
        self.names = name_classes(self.pointers, self._initialisations(), self._together(), served, sources)
        self._describe_units()

    def _tokens(self) -> Tokens:
        made = Tokens(self.pointers, self.sources, self.units)
        for unit in self.units:
            made.unit(unit, self.graphs)
        made.settle(self.units)
        return made

    @cached_property
    def summaries(self) -> Summaries:
        """What functions do to locks."""
        return Summaries(self.graphs, self.pointers, self.units, self._memory, self.owners, self.callees)

    @cached_property
    def memory(self) -> Memory:
        """What was worked out of parts of the program before."""
        return replace(self._memory, ground=[self._memory.ground, *self.identities.ground])

    def _describe_units(self) -> None:
        """The mutexes behind a project's own lock calls are of the unit that rcl.toml names."""
        units = {c.name: c.unit for c in self.names.classes} | {c.unit: c.unit for c in self.names.classes}
        for facts in self.description.locks:
            if facts.mutex not in units:
                why = f"there is no mutex called {facts.mutex!r}; rcl locks lists them"
                raise not_usable(self.sources.root, facts, "mutex", why)
            groups = {self.pointers.find(key) for key in self.pointers.handles[facts.handle]}
            self.names.unit_of |= dict.fromkeys(groups, units[facts.mutex])

    def _initialisations(self) -> list[Initialisation]:
        found = []
        for token in self.tokens.found.values():
            if token.op not in lockapi.INITIALISE or not token.keys:
                continue
            fixed = token.macro is None or any(use.replacement is None for use in token.uses)
            fixed = fixed and not is_outside(token.place.file)
            if fixed:
                found.append(Initialisation(token.place, token.function, tuple(sorted(token.keys))))
            for use in () if fixed else token.uses:
                place = self.sources(use.file).place(use.start)
                found.append(Initialisation(place, use.function, use.keys))
        return sorted(found, key=lambda i: i.place)

    def _together(self) -> list[set[str]]:
        """The mutexes of different classes that one token serves, of a macro perhaps: all are converted or none."""
        found = self.tokens.found.values()
        whole = [token.keys for token in found if token.beside or token.macro is None]
        whole += [{k for use in token.uses if use.replacement is None for k in use.keys} for token in found]
        whole += [set(use.keys) for token in found for use in token.uses]
        return [keys for keys in whole if len(keys) > 1]

    def unit_names(self, keys: Iterable[str]) -> tuple[str, ...]:
        """The units of the declarations."""
        return tuple(sorted({name for key in keys if (name := self.unit_of(key))}))

    @question(str)
    def unit_of(self, key: str) -> str:
        """The unit of a declaration, "" if it is of none."""
        return self.names.unit_of.get(self.pointers.find(key), "")

    def layout(self, function: Function) -> Layout:
        """The layout of a function."""
        unit = self._home[id(function)]
        return Layout(unit, function, self.graphs, self.sources, self.summaries.given_for)

    @cached_property
    def global_names(self) -> frozenset[str]:
        """The names of all functions and variables at file scope."""
        functions = {f.name for u in self.units for f in u.functions}
        return frozenset(functions | {v.name for u in self.units for v in u.variables.values() if v.kind == "global"})

    @question(bool)
    def has_name(self, name: str) -> bool:
        """Does a function, a variable at file scope or a macro have that name?"""
        return name in self.global_names or any(name in u.macros for u in self.units)

    def _texts(self) -> Iterator[str]:
        """The texts of the program's files."""
        return (self.sources(file).text for file in {f for u in self.units for f in u.files})

    @cached_property
    def other_sources(self) -> Sequence[Source]:
        """The sources that no unit was read from."""
        root, read = self.sources.root, {file for unit in self.units for file in unit.files}
        names = {os.path.relpath(path, root) for path in self.others.paths}
        return [Source(root, name) for name in sorted(names - read) if (root / name).is_file()]

    @cached_property
    def apart(self) -> frozenset[str]:
        """The files that are only compiled as they are: no other one includes them, so their names are their own."""
        included = (unit.files - {unit.file} for unit in self.units)
        others = {Path(name).name for source in self.other_sources for name in INCLUDE.findall(source.text)}
        own = frozenset(unit.file for unit in self.units).difference(*included)
        return frozenset(file for file in own if Path(file).name not in others)

    def words(self, ending: str) -> frozenset[str]:
        """The words of that ending in the program's code."""
        ended = re.compile(rf"\w+{ending}\b")
        code = (only_code(text) for text in self._texts() if ending in text)
        return frozenset(word for text in code for word in ended.findall(text))

    def warnings(self) -> list[str]:
        """What is left out, and the lock API's tokens that stay as they are: in code that no build compiles, or where
        only a size counts.
        """
        found = [*self._left_out()]
        own = {t.name for u in self.units for t in u.typedefs}
        tokens = [*self.pointers.api.calls, *(t for t in lockapi.TYPES if t not in own), *lockapi.INITIALISERS]
        others = {m.name for u in self.units for macros in u.macros.values() for m in macros if is_outside(m.file)}
        tokens += others
        api = re.compile(rf"\b(?:{'|'.join(sorted(tokens))})\b")
        known = {(m.file, m.start) for u in self.units for macros in u.macros.values() for m in macros}
        known |= self.tokens.found.keys()
        for file in sorted({f for u in self.units for f in u.files}):
            source = self.sources(file)
            if all((file, match.start()) in known for match in api.finditer(source.text)):
                continue
            text = only_code(source.text)
            for match in api.finditer(text):
                said = (file, match.start()) in known or self._is_macro_call(file, match.start())
                if not said and not (match[0] in others and source.in_directive(match.start())):
                    why = "stays as it is here" if self._compiles(file, match.start()) else UNSEEN
                    found.append(f"{source.place(match.start())}: {match[0]} {why}")
        return found

    def _left_out(self) -> Iterator[str]:
        """That sources are left out, by both reasons: the first of them, with what is wrong with it."""
        for why, errors in (
            ("what was not built is left out", self.others.left_out),
            ("what only the build's compiler takes is left out", self.others.unread),
        ):
            for command, error in islice(errors.items(), 1):
                named, more = os.path.relpath(command.file, self.sources.root), len(errors) - 1
                others = f" and {more} more" if more else ""
                yield f"{error.place or named}: {error.sentence}; {why}: {named}{others}"

    def _compiles(self, file: str, offset: int) -> bool:
        """Does a build have what stands at an offset, other than in a macro's body?"""
        seen = any(file in u.files and u.left_out(file, offset) is None for u in self.units)
        return seen and not self.sources(file).in_directive(offset)

    def _is_macro_call(self, file: str, offset: int) -> bool:
        """Does a build compile a macro call there? The name is the macro's, then."""
        calls = (u.expansion_at(file, offset) for u in self.units)
        return any(call is not None and call.start == offset for call in calls)

    # ------------------------------------------------------------------ start routines

    @question(bool)
    def starts(self, key: str) -> bool:
        """Is a function a thread's start routine?"""
        return key in self._start_routines

    @cached_property
    def _start_routines(self) -> set[str]:
        """The functions that are a thread's start routine, directly or through a function that starts threads."""
        starters = {name: routine for name, (routine, _) in lockapi.STARTING.items()}
        names = set(starters)
        found: set[str] = set()
        functions = [f for u in self.units for f in u.functions]
        for _ in range(3):
            for function in functions:
                for call in (call for name in names & function.called.keys() for call in function.called[name]):
                    target = callee(call)
                    number = starters.get(target.ref, starters.get(target.name))
                    if number is None or number >= len(arguments(call)):
                        continue
                    for node in arguments(call)[number].walk():
                        if node.op == "function":
                            found.add(node.ref)
                        elif node.ref in function.parameters:
                            starters[function.key] = function.parameters.index(node.ref)
                            names.add(function.name)
        return found

    # ------------------------------------------------------------------ sections

    def with_sections(self) -> dict[str, list[tuple[Unit, Function]]]:
        """The functions that have sections, by their file: each as often as it is built."""
        found: dict[str, list[tuple[Unit, Function]]] = {}
        for unit in self.units:
            for function in filter(self.summaries.sections_in, unit.functions):
                found.setdefault(function.file, []).append((unit, function))
        return found

    @question(int)
    def builds_of(self, file: str, offset: int) -> int:
        """How often what stands at an offset of a function is compiled."""
        return sum(unit.left_out(file, offset) is None for unit, _ in self._around(file, offset))

    @question(said)
    def unlocked(self, file: str, offset: int) -> list[Reading]:
        """What a function does in the builds that do not compile what stands at an offset of it."""
        return [reading(self.graphs.of(f)) for u, f in self._around(file, offset) if u.left_out(file, offset)]

    def _around(self, file: str, offset: int) -> list[tuple[Unit, Function]]:
        """The function around an offset, as often as it is built: an #if may say where it begins."""
        return [(u, f) for u, f in self._compiled.get(file, ()) if f.start <= offset < f.end]

    @cached_property
    def _compiled(self) -> dict[str, list[tuple[Unit, Function]]]:
        """The functions of each file, as often as they are built."""
        found: dict[str, list[tuple[Unit, Function]]] = {}
        for unit in self.units:
            for function in unit.functions:
                found.setdefault(function.file, []).append((unit, function))
        return found

    def sections(self, function: Function) -> list[Found]:
        """The sections of a function in one build."""
        locks = self.summaries.locks(function)
        starts = self.starts(function.key)
        return Finder(self.layout(function), locks, self.identities, self.escapes, starts).all()
