# SPDX-License-Identifier: MIT
"""What is kept of an analysis while other files change: a later run says what a first one says, and does less."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rcl import compdb
from rcl.analyse import analyse, whole
from rcl.analyse.program import memory
from rcl.analyse.program.memory import Part
from rcl.analyse.program.questions import Ledger, question
from rcl.artefacts import to_json
from rcl.beside import Beside
from rcl.cache import Cache
from rcl.errors import RclError

HERE = Path(__file__).parent
FILES = sorted(HERE.joinpath("edits").iterdir())
#: the end of a line that may be there or not
DOUBTFUL = "// ?"


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines(keepends=True)


def write(root: Path, there: Collection[tuple[str, int]] = ()) -> None:
    """The program with those of its doubtful lines that shall be there."""
    for path in FILES:
        kept = (
            line for number, line in enumerate(lines_of(path))
            if DOUBTFUL not in line or (path.name, number) in there
        )  # fmt: skip
        (root / path.name).write_text("".join(kept))


def build(root: Path) -> None:
    """Each file is compiled once, and one of them in another way, too."""
    sources = [path.name for path in FILES if path.suffix == ".c"]
    asked = [(name, []) for name in sources] + [("more.c", ["-DOTHER"])]
    commands = [
        {"directory": str(root), "file": name, "arguments": ["gcc", *flags, "-pthread", "-c", name]}
        for name, flags in asked
    ]
    (root / compdb.NAME).write_text(json.dumps(commands))


def said(root: Path, cache: Cache, jobs: int = 1) -> str:
    try:
        return json.dumps(to_json(analyse(root, root / compdb.NAME, jobs=jobs, cache=cache)))
    except RclError as error:
        return str(error)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    build(tmp_path)
    return tmp_path.resolve()


def doubtful() -> list[tuple[str, int]]:
    return [(path.name, n) for path in FILES for n, line in enumerate(lines_of(path)) if DOUBTFUL in line]


@pytest.mark.parametrize("seed", range(4))
def test_random_edits(root: Path, seed: int) -> None:
    """Lines come and go: a run that knows the last ones says what a first one says."""
    chance, cache, places = Random(seed), Cache(root / ".rcl" / "cache"), doubtful()
    there = {place for place in places if chance.random() < 0.2}
    results = set()
    for _ in range(10):
        there ^= set(chance.sample(places, chance.randint(1, 3)))
        write(root, there)
        results.add(found := said(root, cache))
        assert found == said(root, Cache())
    assert len(results) > 5


def test_each_line(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line after the other is there, alone."""
    cache = Cache(root / ".rcl" / "cache")
    results = {}
    for place in doubtful():
        write(root, [place])
        found = said(root, cache)
        with monkeypatch.context() as patch:
            patch.setattr(Part, "again", lambda _, name, make, *how: make())
            assert found == said(root, cache)
        results[place] = found
    assert len(set(results.values())) > len(results) - 4


@pytest.mark.parametrize("dies", [False, True])
def test_copies_of_the_process(dies: bool, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes find what one finds, even if they do not come to anything."""
    started: list[int] = []
    real, here = Beside.__init__, os.getpid()

    def only_here(piece: Callable[[], object]) -> object:
        return piece() if os.getpid() == here else os._exit(1)

    def begin(self: Beside, *work: Callable[[], object]) -> None:
        started.append(1)
        real(self, *([partial(only_here, piece) for piece in work] if dies else work))

    monkeypatch.setattr(memory, "_FEW", 1)
    monkeypatch.setattr(Beside, "__init__", begin)
    chance, cache, places = Random(7), Cache(root / ".rcl" / "cache"), doubtful()
    for _ in range(3):
        write(root, chance.sample(places, len(places) // 4))
        assert said(root, cache, jobs=3) == said(root, Cache())
    assert len(started) > 3


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions whose sections are looked for from here on."""
    found: list[str] = []
    real = whole.Program.sections

    def sections(self: whole.Program, function: Any) -> Any:
        found.append(function.name)
        return real(self, function)

    monkeypatch.setattr(whole.Program, "sections", sections)
    return found


def edited(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text()
    assert old in text
    (root / name).write_text(text.replace(old, new, 1))


#: all of a header's functions follow from all units; those of a file with a section in a macro's body stand with others
ALWAYS = {"in_header", "by_address", "in_a_struct", "waits", "in_a_macro", "runs", "both"}


def test_only_what_depends_on_an_edit_is_looked_at(root: Path, looked_at: list[str]) -> None:
    write(root)
    cache = Cache(root / ".rcl" / "cache")
    said(root, cache)
    looked_at.clear()
    edited(root, "helpers.c", "return v + 1;", "v *= 3;\n    return v + 1;")
    said(root, cache)
    assert set(looked_at) == ALWAYS
    edited(root, "helpers.c", "return v;", "sleep(v);\n    return v;")
    looked_at.clear()
    said(root, cache)
    assert {"calls", "names_twice", "points"} <= set(looked_at)
    looked_at.clear()
    edited(root, "locks.c", "int threaded = 1;", "int unused;\nint threaded = 1;")
    said(root, cache)
    assert not {"calls", "wraps"} & set(looked_at)
    edited(root, "users.c", "static int count;", "\nstatic int count;")
    said(root, cache)
    assert {"calls", "wraps"} <= set(looked_at)


class Guarded(dict[Any, Any]):
    """A table of the whole program: not to be looked at while a function is analysed, but by question."""

    ledger: Ledger

    def _open(self) -> None:
        assert self.ledger.notes is None, "what the program says elsewhere is looked up, not asked for"

    def __getitem__(self, key: Any) -> Any:
        self._open()
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self._open()
        return super().get(key, default)

    def __contains__(self, key: Any) -> bool:
        self._open()
        return super().__contains__(key)

    def values(self) -> Any:
        self._open()
        return super().values()

    def items(self) -> Any:
        self._open()
        return super().items()


def guard(made: whole.Program) -> None:
    """From here on the tables of the whole program are guarded."""
    pointers = made.pointers
    owners: list[tuple[Any, tuple[str, ...]]] = [
        (pointers, ("functions", "variables", "by_type", "held", "given", "handles", "origins")),
        (pointers.groups, ("above",)),
        (made.summaries, ("known",)),
        (made.identities.found, ("needs",)),
        (made.names, ("unit_of", "of_site")),
        (made.escapes, ("_kept",)),
        (made.identities.waits, ("_quiet",)),
    ]
    owners += [(reach, ("targets", "listed"))] if (reach := made.identities.callees.reach) else []
    for owner, names in owners:
        for name in names:
            table = Guarded(getattr(owner, name))
            table.ledger = made.ledger
            object.__setattr__(owner, name, table)  # what is frozen, too


@pytest.mark.parametrize("source", [*sorted(HERE.joinpath("analyse").glob("*.c")), None], ids=str)
def test_functions_look_at_others_by_question_only(
    source: Path | None, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = whole.Program.with_sections

    def with_sections(self: whole.Program) -> Any:
        found = real(self)
        guard(self)
        return found

    monkeypatch.setattr(whole.Program, "with_sections", with_sections)
    if source is None:
        write(root, doubtful()[::3])
    else:
        command = {"directory": str(root), "file": "in.c", "arguments": ["gcc", "-pthread", "-c", "in.c"]}
        (root / "in.c").write_bytes(source.read_bytes())
        (root / compdb.NAME).write_text(json.dumps([command]))
    assert analyse(root, root / compdb.NAME, jobs=1, cache=Cache(root / ".rcl" / "cache")).sections


class Oracle:
    """Whose answers may change."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.ledger.answered_by(self)
        self.answers = {"a": {1, 2}, "b": {3}}

    @question(sorted)
    def about(self, name: str) -> set[int]:
        return self.answers[name]

    @question(sorted, lasts=False)
    def passing(self, name: str) -> set[int]:
        return self.about(name)


def test_notes() -> None:
    oracle = Oracle()
    with oracle.ledger.noting() as outer:
        oracle.about("a")
        with oracle.ledger.noting() as inner:
            oracle.passing("b")
        oracle.ledger.note(inner)
    oracle.about("b")
    assert list(inner) == [("passing", "b")]
    assert list(outer) == [("about", "a"), ("passing", "b")]
    assert oracle.ledger.hold(outer.items())
    oracle.answers["b"] = {4}
    assert not oracle.ledger.hold(outer.items())
    with pytest.raises(KeyError):
        oracle.ledger.hold([[["unknown"], "1"]])
