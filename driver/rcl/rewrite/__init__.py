# SPDX-License-Identifier: MIT
"""Moves the critical sections of chosen lock classes into functions, and converts the classes' lock API.

libclang's analysis says what and where; a Coccinelle run, for many files at once, and byte moves behind it do it:

    plan_file    the edits of the original text: tokens to rename, pieces to insert        fileplan.py
    mark         the tokens that the rule is about get names that it knows                 stages.py
    shape        a release that leads out of the section becomes a numbered exit; what
                 spatch leaves as it was it has not parsed                                 section.cocci
    cut          the body's bytes are taken out                                            stages.py
    lift         context, function and call come in                             render.py, client.py

Then every section is inlined back and compared with the original (verify.py), and the files are compiled as the tree
compiles them (compilecheck.py). A section that fails stays in place under a lease, and its file is done again.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from rcl import compdb
from rcl.cache import NO_CACHE, Cache
from rcl.compdb import CompileCommand
from rcl.errors import Code, RclError
from rcl.model import Analysis, Place, Reason, Section, Span, State
from rcl.rewrite import compilecheck, cpp, ctext, in_macros, patch
from rcl.rewrite.conversion import Conversion, files_of, with_others_held, without_plain_accessors
from rcl.rewrite.failures import NotMoved, NotParsed
from rcl.rewrite.finish import definition, macros_of
from rcl.rewrite.naming import FileFlags
from rcl.rewrite.store import Asked, Store
from rcl.rewrite.verify import Checked
from rcl.timing import stage
from rcl.workspace import Progress, quiet, read_bytes, sha256

_UNUSED = re.compile(r"""'(\w+)' defined but not used|macro "(\w+)" is not used""")
#: clang's words for a macro, which it shows by its line alone
_UNUSED_HERE = "macro is not used"
_DEFINES = re.compile(r"\s*#\s*define\s+(\w+)")
#: the standards that know no declarations behind statements
_C90 = ("-std=c89", "-std=c90", "-ansi", "-std=iso9899:1990", "-std=iso9899:199409")


@dataclass(frozen=True)
class Rewriting:
    """The new bytes of each file, the patch that makes them, and what became of the units' sections."""

    files: Mapping[str, bytes]
    patch: str
    sections: tuple[Section, ...]

    def count(self, state: State) -> int:
        """How many sections ended in a state."""
        return sum(section.state is state for section in self.sections)


def rewrite(
    root: Path,
    analysis: Analysis,
    units: Collection[str],
    *,
    commands: Path,
    keep: Mapping[str, str] = MappingProxyType({}),
    detach: Collection[str] = (),
    originals: Mapping[str, bytes] = MappingProxyType({}),
    jobs: int = 0,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
) -> Rewriting:
    """Converts the units, whole. ``keep`` names sections that stay in place by hand, and says why; ``detach`` names
    units whose sections may be detached where they can be; ``originals`` are the files that the tree has in another
    text at the moment; ``jobs`` is 0 for one a processor. What is in the ``cache`` is neither made nor checked again.

    Refusals: UNIT_REFUSED, STALE, HALF_CONVERTED, DOES_NOT_COMPILE, SPATCH_FAILED. The tree is only read.
    """
    _refuse_units(analysis, units)
    analysis = with_others_held(without_plain_accessors(analysis), units)
    base = Conversion(analysis, frozenset(units), detach=frozenset(detach))
    compiled = tuple(c for c in compdb.load(commands) if compdb.object_in(c, root) not in analysis.left_out)
    for command in compiled:
        compdb.require_compiler(command)
    builds = compiled, cpp.read_by(compdb.cpp(commands), root)
    work = _Work(root, base, *builds, originals, jobs or os.cpu_count() or 1, progress, cache)
    for section in analysis.sections:
        if section.id in keep and section.state is State.SHIPPED:
            work.leased[section.id] = Code.BY_HAND.reason(section.enter_token, why=keep[section.id])
    return work.done()


def _refuse_units(analysis: Analysis, units: Collection[str]) -> None:
    for unit in analysis.units:
        if unit.name in units and unit.refused:
            why = unit.refused.sentence
            raise RclError(Code.UNIT_REFUSED, unit.refused.place, lock=unit.name, why=why)


class _Work:
    """A rewriting under way: the sections that fell back so far, and the files as they stand."""

    def __init__(
        self,
        root: Path,
        base: Conversion,
        commands: tuple[CompileCommand, ...],
        cpp_reads: Mapping[CompileCommand, frozenset[str]],
        originals: Mapping[str, bytes],
        jobs: int,
        progress: Progress,
        cache: Cache,
    ) -> None:
        self.root, self.base, self.commands, self.jobs, self.progress = root, base, commands, jobs, progress
        self.analysis, self.units, self._now = base.analysis, base.units, base
        self._cpp_reads, self._cpp = cpp_reads, frozenset[str]().union(*cpp_reads.values())
        self.originals = originals
        self.cache, self.store = cache, Store(root, cache, jobs)
        self.leased: dict[str, Reason] = {}
        self.sources: dict[str, bytes] = {}
        self.checked: dict[str, Checked] = {}
        #: what each file is compiled with, in any of its builds
        self._words: dict[Path, set[str]] = defaultdict(set)
        for command in commands:
            self._words[command.file].update(_asked(word) for word in command.words)

    def done(self) -> Rewriting:
        """Converts and checks until no section falls back any more."""
        conversion = self._conversion()
        files = conversion.files()
        self.sources = {name: self._original(name) for name in files}
        pending = unchecked = set(files)
        while pending:
            wrong = self._convert(sorted(pending)) or self._unreconstructed(unchecked)
            if not wrong:
                wrong, unchecked = self._uncompiled(unchecked)
            pending = self._fall_back(wrong)
            unchecked = unchecked | pending
        self._count(files)
        result = self._texts()
        changed = {name: new for name, new in result.items() if new != self.sources[name]}
        old = {name: self.sources[name] for name in changed}
        return Rewriting(changed, patch.unified(old, changed, self.cache), self._sections())

    def _original(self, name: str) -> bytes:
        """The text that the analysis is of; STALE where the file has become another one meanwhile."""
        text = self.originals[name] if name in self.originals else read_bytes(self.root / name)
        if sha256(text) != self.analysis.sources[name]:
            raise RclError(Code.STALE, artefact="the analysis", path=name, verb="the same command")
        return text

    def _conversion(self) -> Conversion:
        """What is converted, as far as is known by now."""
        if self._now.leased != self.leased.keys():
            self._now = replace(self.base, leased=frozenset(self.leased))
        return self._now

    @stage("convert")
    def _convert(self, files: list[str]) -> dict[str, Reason]:
        """Rewrites files; the sections of a file that spatch cannot parse or whose text is not what the analysis says.
        """
        wrong: dict[str, Reason] = {}
        for name, result in zip(files, self._rewritten(files, self._conversion()), strict=True):
            if isinstance(result, Checked):
                self.checked[name] = result
            elif isinstance(result, NotParsed):
                wrong |= {s.id: Code.NOT_PARSED.reason(s.enter_token, function=s.function) for s in result.sections}
            elif isinstance(result, NotMoved):
                spans = [s.function_span for s in self._shipped(name) if s.id == result.section]
                wrong |= self._doubtful({s.id: str(result) for s in self._shipped(name) if s.function_span in spans})
            else:
                wrong |= self._culprits(name, result)
        return wrong

    def _rewritten(self, files: Sequence[str], conversion: Conversion) -> list[Checked | Exception]:
        """The files' conversions, or what they fail with."""
        texts = {name: self.sources[name].decode("latin-1") for name in files}
        asked = [Asked(text, conversion.part(name), self._flags(name)) for name, text in texts.items()]
        return self.store.convert(asked, self.progress)

    def _culprits(self, name: str, error: Exception) -> dict[str, Reason]:
        """The sections of a file whose rewriting fails: those of the functions that fail without others, else all."""
        sections = self._shipped(name)
        if isinstance(error, RclError) and (error.code is not Code.SPATCH_FAILED or not sections):
            raise error
        if not sections:
            raise RclError(Code.SPATCH_FAILED, Place(name, 1), message=error)
        functions = list(dict.fromkeys(s.function_span for s in sections))
        failing = self._failing(name, functions, _why(error)) or dict.fromkeys(functions, _why(error))
        return self._doubtful({s.id: failing[s.function_span] for s in sections if s.function_span in failing})

    def _failing(self, name: str, functions: Sequence[Span | None], why: str) -> dict[Span | None, str]:
        """Those of some functions that a file's rewriting fails with, by halves, each with what it says."""
        if len(functions) == 1:
            return {functions[0]: why}
        found: dict[Span | None, str] = {}
        for half in (functions[: len(functions) // 2], functions[len(functions) // 2 :]):
            others = {s.id for s in self._shipped(name) if s.function_span not in half}
            [made] = self._rewritten([name], replace(self._conversion(), leased=frozenset({*self.leased, *others})))
            if said := _failure(made):
                found |= self._failing(name, half, said)
        return found

    def _shipped(self, name: str) -> list[Section]:
        """The sections of a file that are to be moved."""
        conversion = self._conversion()
        return [s for s in self.analysis.sections if s.enter_token.file == name and conversion.shipped(s)]

    def _doubtful(self, wrong: Mapping[str, str], code: Code = Code.NOT_RECONSTRUCTIBLE) -> dict[str, Reason]:
        """The reasons of sections that did not pass their check."""
        sections = (s for s in self.analysis.sections if s.id in wrong) if wrong else ()
        return {s.id: code.reason(s.enter_token, why=wrong[s.id]) for s in sections}

    def _flags(self, name: str) -> FileFlags:
        """What the file's builds ask of generated code; a header's are those of all files."""
        words = self._words.get(self.root / name) or set[str]().union(*self._words.values())
        pedantic = words & {"-pedantic", "-pedantic-errors", "-Wpedantic"}
        plain = words & {"-Wc90-c99-compat"} or (pedantic and words & {*_C90, "-std=gnu89", "-std=gnu90"})
        strict = plain or words & {*_C90} or _warns(words, "declaration-after-statement")
        is_cpp = name in self._cpp or "-Wc++-compat" in words
        return FileFlags(
            declarations_first=bool(strict),
            constant_values=bool(plain) or name in self._cpp,
            jumps=is_cpp or "-Wjump-misses-init" in words,
            unused_parameter=_warns(words, "unused-parameter", "-Wextra", "-W"),
            unused_variable=_warns(words, "unused-variable", "-Wall", "-Wunused"),
            casts=is_cpp,
            shadows=_warns(words, "shadow"),
            defaults=_warns(words, "switch-default"),
            inline=words.isdisjoint(_C90),
        )

    def _unreconstructed(self, files: Collection[str]) -> dict[str, Reason]:
        """The sections that are not the original's when inlined back, and those of a file in which more was changed.

        SPATCH_FAILED if that has none.
        """
        wrong: dict[str, Reason] = {}
        for name in sorted(self.checked.keys() & files):
            checked = self.checked[name]
            wrong |= self._doubtful(checked.wrong)
            if checked.strange:
                error = RclError(Code.SPATCH_FAILED, Place(name, 1), message=checked.strange)
                wrong |= self._culprits(name, error)
        return wrong

    def _texts(self) -> dict[str, bytes]:
        return {name: checked.text.encode("latin-1") for name, checked in self.checked.items()}

    @stage("compile")
    def _uncompiled(self, files: Collection[str]) -> tuple[dict[str, Reason], set[str]]:
        """The sections that break the build, each with the compiler's words, and the files that do not compile.

        DOES_NOT_COMPILE for other breakage.
        """
        existing = self.root / compilecheck.CONFIG
        before = read_bytes(existing).decode("utf-8", "surrogateescape") if existing.exists() else None
        header = compilecheck.config_header(self.analysis, self.units, before).encode("utf-8", "surrogateescape")
        headers = any(not name.endswith(compdb.SOURCE_SUFFIXES) for name in files)
        commands = [c for c in self.commands if headers or self._name(c) in files]
        commands += (c for c, read in self._cpp_reads.items() if not read.isdisjoint(files))
        after = {**self.originals, **self._texts(), compilecheck.CONFIG: header}
        check = compilecheck.Check(self.root, after, self._depths(), self.cache, self.originals)
        messages = [m for m in check.messages(commands, self.jobs) if not (m.of_callees and self._is_elsewhere(m))]
        return self._blame(messages), {message.compiled for message in messages}

    def _depths(self) -> dict[str, compilecheck.Depth]:
        """How far the files are compiled in which sections were moved."""
        unsettled = {s.id for s in self.analysis.sections if not s.settled}
        little = {name for name, checked in self.checked.items() if not unsettled.isdisjoint(checked.moved)}
        headers = any(not name.endswith(compdb.SOURCE_SUFFIXES) for name in little)
        return {
            name: compilecheck.Depth.LITTLE if headers or name in little else compilecheck.Depth.LOWERED
            for name, checked in self.checked.items() if checked.moved
        }  # fmt: skip

    def _name(self, command: CompileCommand) -> str:
        return os.path.relpath(command.file, self.root)

    def _blame(self, messages: list[compilecheck.Message]) -> dict[str, Reason]:
        wrong: dict[Code, dict[str, str]] = defaultdict(dict)
        for message in messages:
            blamed = self._sections_used(message) or self._sections_at(message)
            blamed = blamed or self._sections_calling(message) or self._sections_through(message)
            blamed = blamed or self._sections_typed(message) or self._sections_in(message.compiled)
            if not blamed:
                raise self._broken(message)
            code = Code.WARNED if message.of_values else Code.NOT_RECONSTRUCTIBLE
            code = Code.LABEL_LEFT if message.label else code
            wrong[code].update(dict.fromkeys(blamed, message.label or message.text))
        codes = (Code.WARNED, Code.LABEL_LEFT, Code.NOT_RECONSTRUCTIBLE)
        return {key: reason for code in codes for key, reason in self._doubtful(wrong[code], code).items()}

    def _broken(self, message: compilecheck.Message) -> RclError:
        """That what no section can be blamed for breaks the build: a unit is named that the line, or the file, uses."""
        place = Place(message.file, message.line)
        words = {name for line in self._line(message.file, message.line) for name in ctext.names(line)}
        named = {c.unit: name for c in self.analysis.classes if (name := c.name.rpartition(".")[2]) in words}
        used = {u for o in self.analysis.operations if o.token.file == message.file for u in o.units}
        lock = min(named.keys() & self.units or used & self.units or self.units)
        if message.compiled in self.analysis.others and lock in named:
            return RclError(Code.NOT_C, place, lock=lock, name=named[lock])
        return RclError(Code.DOES_NOT_COMPILE, place, message=message.text, lock=lock)

    def _line(self, file: str, line: int) -> list[str]:
        """The line of a file that a message names, nothing for one that is made for the check alone."""
        text = {**self.originals, **self._texts()}.get(file, b"")
        if not text and (self.root / file).exists():
            text = read_bytes(self.root / file)
        return text.decode("latin-1").split("\n")[line - 1 : line]

    def _sections_used(self, message: compilecheck.Message) -> list[str]:
        """The sections in macros that the line uses which the message is about."""
        macros = {s.spelled: s.id for s in self.analysis.sections if s.in_macro and self._is_moved(s)}
        used = set[str]()
        for file, line in ((message.file, message.line), *message.used) if macros else ():
            text = self.checked[file].text if file in self.checked else ""
            used.update(*map(ctext.names, text.split("\n")[line - 1 : line]))
        return [identity for macro, identity in macros.items() if macro in used]

    def _is_elsewhere(self, message: compilecheck.Message) -> bool:
        """Is a message about a function from which nothing has been moved, nor made for a section?"""
        return not (self._sections_used(message) or self._sections_at(message))

    def _is_moved(self, section: Section) -> bool:
        checked = self.checked.get(section.enter_token.file)
        return checked is not None and section.id in checked.moved

    def _sections_at(self, message: compilecheck.Message) -> list[str]:
        """The sections whose function the message is about, else those of the function around its line."""
        places = ((message.file, message.declared), (message.file, message.line), *message.used)
        return next(filter(None, (self._around(*place, own) for place in places for own in (True, False))), [])

    def _around(self, file: str, line: int, own: bool) -> list[str]:
        """The sections in whose own function a line stands, or in the function that they come from."""
        if file not in self.checked:
            return []
        checked = self.checked[file]
        sections = (s for s in self.analysis.sections if s.id in checked.moved)
        return [
            s.id for s in sections
            if (in_macros.defined_at(checked.text, s, line) if s.in_macro and not own
                else _stands_in(checked.text, s.name if own else s.spelled, s, line))
        ]  # fmt: skip

    def _sections_calling(self, message: compilecheck.Message) -> list[str]:
        """The sections that call what was made of a lock function, which the message is about."""
        if message.file not in self.checked:
            return []
        text, conversion = self.checked[message.file].text, self._conversion()
        made = {one.name for one in conversion.made if message.file in files_of(one)}
        about = (name for name in made if _defined_at(text, name, message.line))
        return [s.id for name in about for s in conversion.calling(name)]

    def _sections_in(self, file: str) -> list[str]:
        """All sections of a file that does not compile for what stands elsewhere: one of them must have done it."""
        moved = self.checked[file].moved if file in self.checked else ()
        return [s.id for s in self.analysis.sections if s.id in moved]

    def _sections_typed(self, message: compilecheck.Message) -> list[str]:
        """The sections of the function behind it for which a type got a name there, or an enumeration went there."""
        moved = self.checked[message.file].moved if message.file in self.checked else ()
        typed = [s for s in self.analysis.sections if s.enumerations or any(c.type_of for c in s.captures)]
        typed = [s for s in typed if s.id in moved]
        text = self.checked[message.file].text if typed else ""
        behind = "".join(text.splitlines(keepends=True)[message.line :])
        places = {at: s.function_span for s in typed if (at := behind.find(f"{s.name}(")) >= 0}
        return [s.id for s in typed if places and s.function_span == places[min(places)]]

    def _sections_through(self, message: compilecheck.Message) -> list[str]:
        """One section of each file that goes through a function, or macro, which nothing uses in some file or build: it
        will.
        """
        unused = _UNUSED.match(message.text) or self._defining(message)
        name = unused[unused.lastindex or 0] if unused else ""
        found: dict[str, str] = {}
        for section in self.analysis.sections if name else ():
            file = section.enter_token.file
            if file in found or file not in self.checked or section.id not in self.checked[file].moved:
                continue
            if name in self._named(section):
                found[file] = section.id
        return list(found.values())

    def _defining(self, message: compilecheck.Message) -> re.Match[str] | None:
        """The definition of the macro that a message says by its line that nothing uses."""
        if not message.text.startswith(_UNUSED_HERE) or message.file not in self.checked:
            return None
        return _DEFINES.match(self.checked[message.file].text.split("\n")[message.line - 1])

    def _named(self, section: Section) -> set[str]:
        """What a section's lock calls name, by themselves or by macros."""
        file = section.enter_token.file
        text = self.sources[file].decode("latin-1")
        calls = [section.enter, section.enter_result, section.leave, section.leave_result]
        calls += [span for way in section.exits for release in way.releases for span in (release.call, release.result)]
        names = ctext.names(section.lock).union(*(ctext.names(text[span.start : span.end]) for span in calls if span))
        macros = [(macro, ctext.names(said)) for macro, said in macros_of(text)]
        macros += [(one.macro, {one.function}) for one in self.analysis.leading if one.file == file]
        while more := set[str]().union(*(said for macro, said in macros if macro in names)) - names:
            names |= more
        return names

    def _fall_back(self, wrong: Mapping[str, Reason]) -> set[str]:
        """Leases the sections; the files to be done again, those with what nothing calls any more among them."""
        before = self._conversion()
        self.leased.update(wrong)
        gone = set(before.made).difference(self._conversion().made) if wrong else ()
        return {s.enter_token.file for s in self.analysis.sections if s.id in wrong}.union(*map(files_of, gone))

    def _count(self, files: Collection[str]) -> None:
        """HALF_CONVERTED unless each shipped section is executed once."""
        lost = {identity for name in files for identity in self.checked[name].lost}
        for section in self.analysis.sections:
            if section.id in lost:
                raise RclError(Code.HALF_CONVERTED, section.enter_token, lock=section.show, call=section.name)

    def _sections(self) -> tuple[Section, ...]:
        return tuple(
            replace(s, state=State.LEASED, reason=self.leased[s.id]) if s.id in self.leased else s
            for s in self.analysis.sections
            if s.unit in self.units
        )


def _asked(word: str) -> str:
    """A word of a command: one that makes an error of a warning asks for that."""
    return f"-W{word.removeprefix('-Werror=')}" if word.startswith("-Werror=") else word


def _warns(words: Collection[str], warning: str, *groups: str) -> bool:
    """Do a build's flags ask for a warning, by its name or one of the groups that have it, as clang's of all?"""
    asked = not {"-Weverything", *groups}.isdisjoint(words) and f"-Wno-{warning}" not in words
    return f"-W{warning}" in words or asked


def _defined_at(text: str, function: str, line: int) -> bool:
    """Whether a line belongs to a function."""
    try:
        start, end = ctext.function_body(text, function)
    except ValueError:
        return False
    return ctext.line_number(text, ctext.function_head(text, function, start)) <= line <= ctext.line_number(text, end)


def _failure(made: Checked | Exception) -> str | None:
    """What is wrong with the conversion of a file; None if nothing is."""
    return _why(made) if isinstance(made, Exception) else made.strange


def _why(error: Exception) -> str:
    return error.sentence if isinstance(error, RclError) else str(error)


def _stands_in(text: str, function: str, section: Section, line: int) -> bool:
    """Whether a line belongs to a section's function, its context included, or to the one that it comes from."""
    try:
        start, end = ctext.function_body(text, function, definition(text, section))
    except ValueError:
        return False
    context = text.find(f"struct {function} {{")
    first = ctext.line_number(text, context if context >= 0 else ctext.function_head(text, function, start))
    return first <= line <= ctext.line_number(text, end)
