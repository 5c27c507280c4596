# SPDX-License-Identifier: MIT
"""What becomes of the cases, and of the inputs of the analysis: ``test_case`` and ``test_inputs`` without pytest.

A fault is tried against all of them, so it must take milliseconds to see whether a text becomes something else: what
libclang says of it is there as objects, the analysis, too, if the fault is in the rewriting, and no compiler is asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rcl.analyse as analysis
import test_analyse
import test_rewrite
from mutants.answers import Differs
from rcl import compdb
from rcl.analyse import analyse
from rcl.analyse.unit.store import Store
from rcl.cache import NO_CACHE
from rcl.compdb import CompileCommand
from rcl.errors import RclError
from rcl.model import Analysis
from rcl.rewrite import rewrite
from rcl.rewrite.compilecheck import Check, Message

_TEST = re.compile(r"test_(?:case|inputs)\[(.*)\]$")


@dataclass(frozen=True)
class Text:
    """A text's tree, and what becomes of it without a fault."""

    root: Path
    units: dict[CompileCommand, Any]
    analysis: Analysis
    made: object


class Texts:
    """The texts by the names of their tests; their trees stand in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[str, Text] = {}
        #: what the compiler says, by what it is asked about
        self._said: dict[object, list[Message]] = {}

    def learn(self, names: Iterable[str]) -> None:
        """Finds out what becomes of the texts of those tests that are about one."""
        for name in names:
            if name not in self.known and (match := _TEST.search(name)):
                root = self._tree(name, match[1])
                units = dict(analysis._parsed(Store(NO_CACHE, root), list(compdb.load(root / compdb.NAME)), 1))
                with self._knowing(units, asks=True):
                    found = analyse(root, root / compdb.NAME, jobs=1)
                    self.known[name] = Text(root, units, found, self._made(name, root, found))

    def failure(self, name: str, in_analysis: bool) -> str:
        """Why that text's test would fail; nothing if it would not. ``in_analysis``: the fault is there."""
        text = self.known[name]
        with self._knowing(text.units, asks=False):
            try:
                found = analyse(text.root, text.root / compdb.NAME, jobs=1) if in_analysis else text.analysis
                if in_analysis and found == text.analysis:
                    return ""
                return "" if self._made(name, text.root, found) == text.made else "assert it becomes something else"
            except Differs as differs:
                return f"{type(differs).__module__}.{differs!r}"
            except Exception as error:
                return repr(error)

    def _tree(self, name: str, text: str) -> Path:
        root = self.folder / text
        root.mkdir(parents=True, exist_ok=True)
        if "test_inputs" in name:
            test_analyse.tree(root, {"in.c": (test_analyse.INPUTS / f"{text}.c").read_text()})
            return root.resolve()
        case = test_rewrite.case_named(text)
        return test_rewrite.tree(root, (case / "in.c").read_bytes(), test_rewrite.flags_of(case), case)

    def _made(self, name: str, root: Path, found: Analysis) -> object:
        """What the test looks at."""
        if "test_inputs" in name:
            return {s.enter_token.line: test_analyse.describe(s, "wrappers" in name) for s in found.sections}
        try:
            units = [unit.name for unit in found.units]
            made = rewrite(root, found, units, commands=root / compdb.NAME, jobs=1)
        except RclError as error:
            return str(error)
        return dict(made.files), test_rewrite.report(made)

    @contextmanager
    def _knowing(self, units: dict[CompileCommand, Any], asks: bool) -> Iterator[None]:
        """The tools' answers are there; ``asks``: the compiler is asked for those that are not, else they differ."""
        parsed, messages = analysis._parsed, Check.messages

        def known(check: Check, commands: Collection[CompileCommand], jobs: int) -> list[Message]:
            question = str(check.root), tuple(sorted(check.changed.items())), tuple(commands)
            if question not in self._said:
                if not asks:
                    raise Differs("text")
                self._said[question] = messages(check, commands, jobs)
            return self._said[question]

        analysis._parsed = lambda stored, commands, *_: ((command, units[command]) for command in commands)
        Check.messages = known  # type: ignore[method-assign,assignment]
        try:
            yield
        finally:
            analysis._parsed, Check.messages = parsed, messages  # type: ignore[method-assign]
