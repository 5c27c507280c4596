# SPDX-License-Identifier: MIT
"""Settings: where they may stand, which one holds, and what rcl config says of them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest

from rcl.cli import main
from rcl.cli import rcl as program
from rcl.cli.settings import VARIABLES, settings_of
from tool import Tool

FILES = Path(__file__).parents[1] / "docs" / "files.md"
DESCRIPTION = """\
[settings]
jobs = 3
build-dir = "made here"

[settings.verify]
runs = 5
tsan = false

[function.hit]
waits = false
"""


@pytest.fixture
def told(rcl: Tool, monkeypatch: pytest.MonkeyPatch) -> Tool:
    """The sample tree with an rcl.toml, and nothing in the environment."""
    for name in [name for name in os.environ if name.startswith("RCL_")]:
        monkeypatch.delenv(name)
    (rcl.root / "rcl.toml").write_text(DESCRIPTION)
    return rcl


def shown(rcl: Tool, *arguments: str) -> dict[str, tuple[str, str, int]]:
    found = rcl.json("config", *arguments)["settings"]
    return {row["name"]: (row["value"], row["origin"], row["line"]) for row in found}


def test_every_setting_has_its_origin(told: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RCL_VERIFY_KINDS", "spin")
    monkeypatch.setenv("RCL_VERIFY_RUNS", "7")
    found = shown(told, "--show")
    assert found["root"] == (str(told.root), "command line", 0)
    assert found["jobs"] == ("3", "rcl.toml", 2)
    assert found["build-dir"] == (str(told.root / "made here"), "rcl.toml", 3)
    assert found["verify.runs"] == ("7", "environment", 0), "it wins over the file"
    assert found["verify.tsan"] == ("false", "rcl.toml", 7)
    assert found["verify.kinds"] == ("spin", "environment", 0)
    assert found["verify.build"] == ("make", "default", 0)
    assert found["compare.metric"] == ("-", "default", 0)
    assert found["function.hit.waits"] == ("false", "rcl.toml", 10)
    assert set(VARIABLES) <= set(found)


def test_without_show_only_what_somebody_gave(told: Tool) -> None:
    assert told("config") == 0
    assert re.search(r"^verify\.runs +5 +rcl\.toml:6$", told.out, re.MULTILINE) and "default" not in told.out
    (told.root / "rcl.toml").unlink()
    assert set(shown(told)) <= {"root", "NO_COLOR"}


def test_the_command_line_wins_before_the_verb_and_after_it(
    told: Tool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RCL_JOBS", "4")
    assert shown(told)["jobs"] == ("4", "environment", 0)
    assert shown(told, "-j", "2")["jobs"] == ("2", "command line", 0)
    assert main(["-j", "2", "-C", str(told.root), "config"]) == 0
    assert re.search(r"^jobs +2 +command line$", capsys.readouterr().out, re.MULTILINE)


def test_a_verb_takes_its_settings(told: Tool) -> None:
    assert told("locks") == 2 and f"no compile_commands.json in {told.root}/made here" in told.err
    assert told("locks", "-p", str(told.root)) == 0
    (told.root / "rcl.toml").write_text("[settings.compare]\nkinds = 'spin'\nruns = 1\n")
    document = told.json("compare", "--", "true")
    assert ([kind["kind"] for kind in document["kinds"]], document["runs"]) == (["spin"], 1)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("settings = 1\n", 1, "[settings] is not a table"),
        ("\n[settings.verfy]\nruns = 2\n", 2, "there is no verb 'verfy'"),
        ("[settings]\nruns = 2\n", 2, "unknown setting 'runs'; there are: build-dir, jobs"),
        ("[settings.config]\njobs = 2\n", 2, "unknown setting 'jobs'; there are: none"),
        ("[settings]\njobs = 0\n", 2, "jobs: 0 is not in the range"),
        ("[settings]\njobs = true\n", 2, "jobs is not a number"),
        ("[settings.verify]\ntsan = 'no'\n", 2, "tsan is not true or false"),
        ("[settings.verify]\n\nbuild = 1\n", 3, "build is not a string"),
        ("[setting]\n", 1, "'setting' is none of"),
    ],
)
def test_a_bad_setting_is_refused_with_its_line(told: Tool, text: str, line: int, why: str) -> None:
    (told.root / "rcl.toml").write_text(text)
    assert told("config") == 2
    assert f"rcl.toml:{line}: " in told.err and why in told.err
    assert told("explain", "RCL088") == 0, "what helps out of it works"


def test_the_documentation_names_every_setting() -> None:
    text = FILES.read_text()
    context = click.Context(program)
    for verb in program.list_commands(context):
        command = program.get_command(context, verb)
        assert command is not None
        own = [f"`{key}`" for key, setting in settings_of(command).items() if not setting.common]
        assert not own or f"| `rcl {verb}` | {', '.join(own)} |" in text
    assert all(f"| `{name}` |" in text for name in VARIABLES)
