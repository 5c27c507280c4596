# SPDX-License-Identifier: MIT
"""The manual pages: one a verb, with every option, and roff takes them."""

from __future__ import annotations

import re
import shutil
import subprocess

import click
import pytest

from rcl.cli import rcl as program
from rcl.manpages import pages


def test_there_is_a_page_for_every_verb_and_option() -> None:
    made = pages()
    context = click.Context(program)
    verbs = {name: program.get_command(context, name) for name in program.list_commands(context)}
    assert set(made) == {"rcl.1", *(f"rcl-{name}.1" for name in verbs)}
    for name, verb in verbs.items():
        assert verb is not None and verb.name == name
        assert f"rcl\\-{name}" in made["rcl.1"].replace("\\-\\", "\\-")
        for option in (p for p in verb.params if isinstance(p, click.Option)):
            assert option.opts[-1].replace("-", "\\-") in made[f"rcl-{name}.1"]


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_roff_takes_them() -> None:
    for name, text in pages().items():
        done = subprocess.run(
            ["groff", "-man", "-Tascii", "-ww"], input=text, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 and done.stderr == "", name
        shown = re.sub(".\b", "", done.stdout)
        assert "EXIT STATUS" in shown and "\\" not in shown
