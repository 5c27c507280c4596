# SPDX-License-Identifier: MIT
"""Several texts in one start of spatch, and where files lie that are there for a moment."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

import pytest

from rcl import workspace
from rcl.errors import Code, RclError
from rcl.rewrite import ctext, marks, spatch
from rcl.rewrite.edits import Edit, chosen
from rcl.rewrite.shown import alone, shown
from rcl.rewrite.spatch import Run

SOURCE = "int f(int x)\n{\n    if (x)\n        %s;\n    return x;\n}\n"
OTHER = "\nint g(int x)\n{\n    return x *   2; /* as it is */\n}\n"
#: of what it cannot parse spatch expands the macros, and finds the argument twice
TWICE = "#define TWICE(x) do { x; x; } while (0)\nvoid f(int n)\n{\n    _Generic(n, int: 0);\n    TWICE(unlock());\n}\n"


def run(text: str, mark: str, end: int = 0) -> Run:
    """A text whose ``unlock`` has a mark; what becomes of it reaches beyond it."""
    at = text.index("unlock")
    return Run("a.c", text, [(Edit(at, at + 6 + end, 0, marks.SEEN.format(mark)), Edit(at, at + 6, 0, mark))])


def unlock_in(text: str) -> tuple[int, int]:
    """Where ``unlock`` stands in a text."""
    return text.index("unlock"), text.index("unlock") + len("unlock")


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders that spatch is started in."""
    found: list[str] = []
    spawn = spatch._spawn

    def noted(command: list[str], folder: str, timeout: float) -> subprocess.CompletedProcess[bytes]:
        found.append(folder)
        return spawn(command, folder, timeout)

    monkeypatch.setattr(spatch, "_spawn", noted)
    return found


def test_texts_share_a_start(starts: list[str]) -> None:
    named = [marks.EXIT.format("f_cs", number, 1) for number in (1, 2)]
    asked = [run(SOURCE % "unlock(&lock)", name, len("(&lock)")) for name in named]
    made = spatch.run([*asked, Run("b.c", OTHER, [])])
    assert made == [*(SOURCE % marks.SEEN.format(name) for name in named), OTHER]
    assert [chosen(one.text, text, one.places) for one, text in zip(asked, made, strict=False)] == [
        [one.places[0][0]] for one in asked
    ]
    assert len(starts) == 1


def test_a_text_that_fails_leaves_the_others_as_they_would_be_alone(starts: list[str]) -> None:
    leave = marks.LEAVE.format("f_cs")
    good, bad = run(SOURCE % "unlock(&lock)", leave), run(TWICE, leave)
    made = spatch._applied([good, bad, good], b"")
    assert isinstance(made[1], RclError) and made[1].code is Code.SPATCH_FAILED
    assert made[0] == made[2] == SOURCE % f"{marks.SEEN.format(leave)}(&lock)"
    assert len(starts) == 4


def test_what_spatch_cannot_parse_it_is_shown_without_the_rest(starts: list[str]) -> None:
    """The others are shown once, as they are."""
    leave = marks.LEAVE.format("f_cs")
    good, bad = run(SOURCE % "unlock(&lock)", leave), run(TWICE, leave)
    made = spatch.run([good, bad])
    assert made == [SOURCE % f"{marks.SEEN.format(leave)}(&lock)", TWICE.replace("unlock", marks.SEEN.format(leave))]
    assert len(starts) == 4


@pytest.mark.parametrize("head", ["struct pair NOT_INLINE f(int x)", "int f(int x) REQUIRES(m)", "DEFUN(f, int x)"])
def test_what_a_macro_makes_of_a_functions_head_does_not_matter(head: str) -> None:
    text = f"{head}\n{{\n    unlock(&lock);\n}}\n"
    leave = marks.LEAVE.format("f_cs")
    assert spatch.run([run(text, leave)]) == [text.replace("unlock", marks.SEEN.format(leave))]


def test_marks_alone_are_statements_on_their_lines() -> None:
    text = "int f(int x)\n{\n#if A\n\tUNLESS (x)\n\t\tunlock(&m);\n#endif\n\treturn g(&unlock);\n}\n"
    second = text.rindex("&unlock")
    extents = [unlock_in(text), (second, second + len("&unlock"))]
    view = alone(text, extents)
    assert " ".join(re.sub(r"/\*.*?\*/", "", view.text).split()) == "void marks(void) { unlock = 0; &unlock = 0; }"
    assert view.text.count("\n") == text.count("\n")
    assert view.undone(view.text) == text


def test_marks_of_many_lines_stand_alone_without_these(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcl.rewrite.shown._LINES", 2)
    text = "int f(int x)\n{\n\tunlock(&m);\n\treturn x;\n}\n"
    view = alone(text, [unlock_in(text)])
    assert "\n" not in view.text and view.undone(view.text) == text


def test_many_marks_alone_stand_in_several_functions() -> None:
    text = "".join(f"int f{number}(void) {{ unlock{number}(&m); }}\n" for number in range(40))
    view = alone(text, [match.span() for match in re.finditer(r"unlock\d+", text)])
    assert view.text.count("void marks(void) {") == 3 and view.text.count("\n") == 40
    assert view.undone(view.text) == text


def test_spatch_does_not_see_functions_that_no_mark_stands_in() -> None:
    text = SOURCE % "unlock(&lock)" + OTHER
    view = shown(text, [unlock_in(text)])
    assert "as it is" not in view.text and "unlock" in view.text
    assert view.text.count("\n") == text.count("\n")
    assert view.undone(view.text) == text


def test_a_body_with_preprocessor_lines_stays() -> None:
    text = "int g(int x)\n{\n#ifdef A\n    return 1;\n}\n#else\n    return 2;\n}\n#endif\n"
    assert len(list(ctext.bodies(text))) == 1
    assert shown(text, []).text == text


def test_scratch_is_what_the_user_says_if_it_has_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert workspace.scratch() == tmp_path
    monkeypatch.setattr(workspace, "ROOM", 1 << 62)
    monkeypatch.setattr(tempfile, "tempdir", "/elsewhere")
    assert workspace.scratch() == Path("/elsewhere")
    monkeypatch.setattr(workspace, "ROOM", 0)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "none"))
    assert workspace.scratch() == Path("/elsewhere")


def test_what_a_killed_one_has_left_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that somebody holds, and those of other names, stay."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with workspace.scratch_folder() as held:
        left, others = tmp_path / f"{held.name}left", tmp_path / "rcl-results"
        for folder in (left, others):
            folder.mkdir()
            (folder / "a.c").touch()
        for folder in (held, left, others):
            os.utime(folder, (0, 0))
        workspace._sweep(tmp_path, 0)
        assert sorted(tmp_path.iterdir()) == sorted([held, others])
    assert list(tmp_path.iterdir()) == [others]


def test_scope_macros_of_all_branches_are_shown_as_loops() -> None:
    """In any branch they would hide their function."""
    text = "void f(void)\n{\n#if A\n\tunlock(&m);\n#else\n\tEXCLUSIVE(of(n)) {\n\t\tn++;\n\t}\n#endif\n}\n"
    view = shown(text, [unlock_in(text)])
    assert "\n\tfor_____0(of(n)) {" in view.text
    assert view.undone(view.text) == text


def test_functions_are_told_from_what_looks_like_them() -> None:
    """A prototype with a macro behind it, a use with a block in another function; a definition begins behind an #if."""
    text = "int f(void) HOT;\nvoid g(void)\n{\n\tf(1) { }\n}\n#if 1\nint f(void)\n{\n\t{ a; }\n\tb;\n}\n#endif\n"
    start, end = ctext.function_body(text, "f")
    assert text[start:end] == "{\n\t{ a; }\n\tb;\n}"
    assert text[ctext.function_head(text, "f", start) :].startswith("int f(void)\n{")
    assert [text[first:last] for first, last in ctext.bodies(text)] == ["\n\tf(1) { }\n", "\n\t{ a; }\n\tb;\n"]
