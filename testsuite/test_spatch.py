# SPDX-License-Identifier: MIT
"""Several texts in one start of spatch, and where files lie that are there for a moment."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest

from rcl import workspace
from rcl.errors import Code, RclError
from rcl.rewrite import ctext, marks, spatch
from rcl.rewrite.spatch import Run

EXIT = "RCL_EXIT__f_cs__1_1"
SOURCE = "int f(int x)\n{\n    if (x)\n        %s(&lock);\n    return x;\n}\n"
OTHER = "\nint g(int x)\n{\n    return x *   2; /* as it is */\n}\n"
INIT = "void f(void)\n{\n    RCL_INIT__%s(&lock, 0);\n}\n"


def run(rule: str, text: str, plan: dict[str, str]) -> Run:
    return Run(rule, "a.c", text, plan, [match.start() for match in marks.ANY.finditer(text)])


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders that spatch is started in."""
    found: list[str] = []
    spawn = spatch._spawn

    def noted(command: list[str], folder: str, *rest: float) -> subprocess.CompletedProcess[bytes]:
        found.append(folder)
        return spawn(command, folder, *rest)

    monkeypatch.setattr(spatch, "_spawn", noted)
    return found


def test_texts_share_a_start_and_have_plans_of_their_own(starts: list[str]) -> None:
    made = spatch.run([run("shape", SOURCE % EXIT, {EXIT: f"return {number}"}) for number in (1, 2)])
    assert made == [(SOURCE % EXIT).replace(f"{EXIT}(&lock)", f"return {number}") for number in (1, 2)]
    assert len(starts) == 1


def test_a_text_that_fails_leaves_the_others_as_they_would_be_alone(starts: list[str]) -> None:
    good, bad = INIT % "rcl_mutex_init__lock", INIT % "nothing"
    made = spatch.run([run("api", text, {}) for text in (good, bad, good)])
    assert isinstance(made[1], RclError) and made[1].code is Code.SPATCH_FAILED
    assert made[0] == made[2] == "void f(void)\n{\n    rcl_mutex_init(&lock, 0, lock);\n}\n"
    assert len(starts) == 4


def test_spatch_does_not_see_functions_that_no_mark_stands_in() -> None:
    text = SOURCE % EXIT + OTHER
    shown = spatch._shown(text, [text.index(EXIT)])
    assert "as it is" not in shown.text and EXIT in shown.text
    assert shown.text.count("\n") == text.count("\n")
    assert shown.undone(shown.text) == text


def test_a_body_with_preprocessor_lines_stays() -> None:
    text = "int g(int x)\n{\n#ifdef A\n    return 1;\n}\n#else\n    return 2;\n}\n#endif\n"
    assert len(list(ctext.bodies(text))) == 1
    assert spatch._shown(text, []).text == text


def test_scratch_is_what_the_user_says_if_it_has_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert workspace.scratch() == tmp_path
    monkeypatch.setattr(workspace, "ROOM", 1 << 62)
    monkeypatch.setattr(tempfile, "tempdir", "/elsewhere")
    assert workspace.scratch() == Path("/elsewhere")
    monkeypatch.setattr(workspace, "ROOM", 0)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "none"))
    assert workspace.scratch() == Path("/elsewhere")
