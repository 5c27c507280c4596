# SPDX-License-Identifier: MIT
"""What make mutants does: the faults that it makes of a source, and how they come into the rewriter."""

from __future__ import annotations

import sys
import types
from pathlib import Path

import pytest

import rcl.analyse
import test_rewrite
from mutants.__main__ import all_faults
from mutants.answers import Answers
from mutants.faults import ROOT, faults_of
from mutants.inject import function_of, inject
from mutants.judged import judged, outdated
from mutants.seeded import SEEDED
from mutants.texts import Texts
from rcl import compdb
from rcl.analyse.unit import store
from rcl.rewrite import compilecheck, render, spatch

SOURCE = b'''\
from functools import cache
KINDS = frozenset({"a", "b"})
def plain(x, y):
    """A text."""
    if x and not y:
        return any(x < n for n in y if n)
    call(x)
    return x is None
class Box:
    @property
    def full(self):
        return self.n - 1 or KINDS
@cache
def known(x): return x == 1
'''
FAULTS = {
    (2, '{"a", "b"}', "{'a'}"), (2, '{"a", "b"}', "{'b'}"),
    (5, "x and not y", "False"), (5, "x and not y", "(x)"), (5, "x and not y", "(not y)"),
    (6, "any(x < n for n in y if n)", "all((x < n for n in y if n))"), (6, "x < n", "(x <= n)"),
    (6, "n", "False"), (6, "n", "True"), (7, "call(x)", "pass"), (8, "x is None", "(x is not None)"),
    (12, "self.n - 1 or KINDS", "(self.n - 1)"), (12, "self.n - 1 or KINDS", "(KINDS)"), (12, "self.n - 1", "(self.n)"),
    (14, "x == 1", "(x != 1)"),
}  # fmt: skip


def test_the_faults_of_a_source() -> None:
    found = faults_of("driver/sample.py", SOURCE)
    assert {(f.line, f.old, f.new) for f in found} == FAULTS
    assert len({f.key for f in found}) == len(found) == len(FAULTS)


def test_a_fault_is_the_same_while_its_function_is() -> None:
    def keys(source: bytes) -> set[str]:
        return {f.key for f in faults_of("driver/sample.py", source) if f.function == "plain"}

    assert keys(SOURCE) == keys(b"import re\n" + SOURCE)
    without_the_call = keys(SOURCE) & keys(SOURCE.replace(b"call(x)", b"call(y)"))
    assert len(without_the_call) == 1


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    module = types.ModuleType("sample_of_faults")
    exec(compile(SOURCE, "sample", "exec"), vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


@pytest.mark.parametrize(
    ("line", "new", "value"),
    [
        (8, "(x is not None)", lambda m: m.plain(None, 1) is False),
        (12, "(KINDS)", lambda m: "a" in m.Box().full),
        (14, "(x != 1)", lambda m: m.known(2)),
        (2, "{'b'}", lambda m: "a" not in m.KINDS),
    ],
)
def test_a_fault_comes_into_what_is_loaded(
    sample: types.ModuleType, line: int, new: str, value: types.FunctionType, tmp_path: Path
) -> None:
    source = SOURCE.replace(b"    call(x)\n", b"    print(x)\n")
    [fault] = (f for f in faults_of("driver/sample_of_faults.py", source) if (f.line, f.new) == (line, new))
    inject(fault, tmp_path)
    assert value(sample)


def test_functions_are_found_behind_what_decorates_them(sample: types.ModuleType) -> None:
    assert function_of(sample, "Box.full").__qualname__ == "Box.full"
    assert function_of(sample, "known").__name__ == "known"


def test_what_is_remembered_is_what_the_tools_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = test_rewrite.case_named("straight")
    owners = (rcl.analyse, "_parsed"), (store, "functions"), (spatch, "run"), (compilecheck.Check, "_said")
    for owner, name in owners:
        monkeypatch.setattr(owner, name, getattr(owner, name))  # as it was, behind this test
    answers = Answers(tmp_path / "answers")
    known = []
    for number in range(2):
        (root := tmp_path / str(number)).mkdir()
        made = test_rewrite.convert(test_rewrite.tree(root, (case / "in.c").read_bytes(), []))[1]
        assert made.files["in.c"] == (case / "out.c").read_bytes()
        known.append(len(answers.known))
    assert known[0] == known[1] >= 4


def test_what_follows_from_code_is_worked_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is where a file is parsed, which is remembered: no fault in it would be noticed."""
    monkeypatch.setattr(rcl.analyse, "_parsed", rcl.analyse._parsed)
    for owner, name in ((store, "functions"), (spatch, "run"), (compilecheck.Check, "_said")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    root = test_rewrite.tree(tmp_path, (test_rewrite.case_named("straight") / "in.c").read_bytes(), [])
    [command] = compdb.load(root)
    _, texts = store.unpack(store.read(command, root)[0])
    [text] = texts.values()
    assert all(f.traits is not None and f.ends is not None for f in store.functions(text))
    Answers(tmp_path / "answers")
    assert all(f.traits is None and f.ends is None for f in store.functions(text))


def test_a_text_is_looked_at_without_its_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case, given = "test_rewrite.py::test_case[007-exits-by-break-and-continue]", "test_analyse.py::test_inputs[callees]"
    texts = Texts(tmp_path)
    texts.learn([case, given, "test_rewrite.py::test_a_folder_that_is_a_link"])
    assert set(texts.known) == {case, given}
    assert not any(texts.failure(name, in_analysis) for name in (case, given) for in_analysis in (False, True))
    monkeypatch.setattr(render, "written", lambda piece, way: [f"return {way.number + 1};"])
    assert texts.failure(case, False) and not texts.failure(given, True)


def test_every_fault_that_is_written_down_has_its_place() -> None:
    places = {seeded.name: (ROOT / seeded.file).read_text().count(seeded.old) for seeded in SEEDED}
    assert {name: count for name, count in places.items() if count != 1} == {}


def test_what_counts_as_equivalent_can_still_be_made() -> None:
    faults = list(all_faults())
    assert outdated(faults) == [] and all(judged(faults).values())
