# SPDX-License-Identifier: MIT
"""What libclang, spatch and the compiler say, remembered by what they were asked.

A fault in the rewriter changes none of their answers, only what they are asked. Where the compiler would have to be
asked for a new text, the outcome is another than the expected one: ``Differs`` says so at once, where that is all that
is asked (texts.py).
"""

from __future__ import annotations

import inspect
import json
import pickle
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import rcl.analyse as analysis
from rcl import compdb
from rcl.analyse import analyse
from rcl.analyse.unit import store
from rcl.cache import own_code
from rcl.errors import RclError
from rcl.model import Analysis
from rcl.rewrite import Rewriting, compilecheck, ctext, rewrite, shown, spatch
from rcl.rewrite.edits import apply, chosen
from rcl.workspace import sha256

RULES = spatch.rules()
#: what stands for the path of a tree
ROOT_IS = "%%ROOT%%"


class Differs(BaseException):
    """The rewriter makes something else of a text than it did without the fault; no handler of its own stops this."""


class Answers:
    """The answers so far, in a folder and in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.known: dict[str, Any] = {}
        #: the part of the rewriter that has a fault: the other one does what it did without
        self.faulty = ""
        #: whether all that the rewriter itself works out is worked out again, so that someone sees how
        self.watched = False
        self._run, self._said = spatch.run, compilecheck.Check._said
        analysis._parsed = lambda stored, commands, *_: ((c, self.read(c, stored.root)) for c in commands)
        functions = store.functions
        # what follows from a function's code is worked out where it is parsed, which no fault changes
        store.functions = lambda text: [replace(f, traits=None, ends=None) for f in functions(text)]
        spatch.run = self.run
        answers = self
        compilecheck.Check._said = lambda check, *rest: answers.said(check, *rest)  # type: ignore[method-assign]

    def load(self) -> None:
        """All answers into memory, for the children."""
        for path in self.folder.iterdir():
            if path.name not in self.known and not path.suffix:
                self.known[path.name] = pickle.loads(path.read_bytes())

    def stand_in(self) -> None:
        """Whoever calls the analysis or the rewriting asks here."""
        for module in list(sys.modules.values()):
            for name, known, own in (("analyse", analyse, self.analyse), ("rewrite", rewrite, self.rewrite)):
                if vars(module).get(name) is known and not module.__name__.startswith(("rcl", "mutants")):
                    setattr(module, name, own)

        tree = next((vars(m)["Tree"] for m in sys.modules.values() if m.__name__ == "programs"), None)
        if tree is not None:
            output = tree.output
            tree.output = lambda tree, locks="": self.ask(
                ("output", contents(tree.root), tree.programs, locks), lambda: output(tree, locks)
            )

    def analyse(self, root: Path, commands: Path, **options: Any) -> Analysis:
        """The analysis, that from before if the fault is in the rewriting."""
        question = ("analysis", own_code(), commands.read_text().replace(str(root), ROOT_IS), contents(root))
        if self.faulty == "analyse" or (self.faulty and not self.knows(question)):
            return analyse(root, commands, **options)
        found: Analysis = _result(self.own(question, lambda: _outcome(lambda: analyse(root, commands, **options))))
        return found

    def rewrite(self, root: Path, analysis: Analysis, units: Collection[str], **options: Any) -> Rewriting:
        """The rewriting, that from before if the fault is in the analysis, and made no difference."""
        asked = sorted((k, str(v)) for k, v in options.items() if k not in ("commands", "jobs"))
        commands = options["commands"].read_text().replace(str(root), ROOT_IS)
        question = ("rewriting", own_code(), commands, contents(root), sorted(units), asked)

        def made() -> Any:
            return analysis, _outcome(lambda: rewrite(root, analysis, units, **options))

        if self.faulty == "rewrite" or (self.faulty and not self.knows(question)):
            return rewrite(root, analysis, units, **options)
        before, outcome = self.own(question, made)
        if before != analysis:
            return rewrite(root, analysis, units, **options)
        known: Rewriting = _result(outcome)
        return known

    def ask(self, question: object, answer: Callable[[], Any]) -> Any:
        """The answer, worked out if it is not known."""
        key = sha256(pickle.dumps(question))
        if key not in self.known:
            path = self.folder / key
            if path.exists():
                self.known[key] = pickle.loads(path.read_bytes())
            else:
                self._keep(key, answer())
        return self.known[key]

    def own(self, question: object, answer: Callable[[], Any]) -> Any:
        """What the rewriter itself works out, like that of the tools."""
        if self.watched:
            self._keep(sha256(pickle.dumps(question)), answer())
        return self.ask(question, answer)

    def _keep(self, key: str, answer: Any) -> None:
        self.known[key] = answer
        new = self.folder / f"{key}.{id(self)}.new"
        new.write_bytes(pickle.dumps(answer))
        new.replace(self.folder / key)

    def knows(self, question: object) -> bool:
        key = sha256(pickle.dumps(question))
        return key in self.known or (self.folder / key).exists()

    def read(self, command: compdb.CompileCommand, root: Path) -> tuple[store.Packed, dict[str, str]]:
        """What libclang says of a file, wherever its tree lies."""
        words = [str(command.file), str(command.directory), list(command.flags), command.shared]
        question = ("read", own_code(), json.dumps(words).replace(str(root), ROOT_IS), contents(root))

        def answer() -> tuple[str, bytes]:
            packed = store.read(command, root)[0]
            return json.dumps(packed.unit).replace(str(root), ROOT_IS), packed.behind

        unit, behind = self.ask(question, answer)
        return store.Packed(json.loads(unit.replace(ROOT_IS, str(root))), behind), {}

    def run(self, runs: Sequence[spatch.Run], macros: Path | None = None) -> list[str | RclError]:
        """What spatch makes of texts, each alone."""
        return [self.one(run, macros) for run in runs]

    def one(self, run: spatch.Run, macros: Path | None) -> str | RclError:
        content = (RULES / spatch.RULE).read_bytes()
        rule = (spatch.rules() / spatch.RULE).read_bytes()
        own = macros.read_bytes() if macros and macros.is_file() else b""
        code = [_text_of(module) for module in (spatch, shown, ctext)]
        question = ("spatch", code, rule, own, run.text, list(map(tuple, run.places)))
        expected = [place[0] for place in run.places]
        parsed = ("parsed", code, content, own, run.text)
        if rule == content and not self.knows(question) and self.knows(parsed):
            return apply(run.text, expected)
        made: str | RclError = self.ask(question, lambda: self._run([run], macros)[0])
        if rule == content and isinstance(made, str) and chosen(run.text, made, run.places) == expected:
            self.ask(parsed, lambda: True)
        return made

    def said(self, check: Any, tree: Any, files: Any, command: compdb.CompileCommand, depth: Any) -> Any:
        """What the compiler says of a tree's file."""
        texts = dict(contents(check.root)) | {name: bytes(content) for name, content in files.changed.items()}
        words = json.dumps([str(command.file), str(command.directory), *command.words])
        words = words.replace(str(check.root), ROOT_IS)
        question = ("compile", _text_of(compilecheck), words, depth.value, sorted(texts.items()))
        return self.ask(question, lambda: self._said(check, tree, files, command, depth))


@cache
def _text_of(module: ModuleType) -> str:
    return inspect.getsource(module)


def _outcome(make: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return make(), None
    except RclError as error:
        return None, error


def _result(outcome: tuple[Any, Exception | None]) -> Any:
    made, error = outcome
    if error is not None:
        raise error
    return made


def contents(root: Path) -> list[tuple[str, bytes]]:
    """The sources of a tree."""
    paths = (p for p in root.rglob("*") if p.suffix in (".c", ".h", ".toml") and p.is_file())
    return sorted((p.relative_to(root).as_posix(), p.read_bytes()) for p in paths)
