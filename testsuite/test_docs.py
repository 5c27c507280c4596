# SPDX-License-Identifier: MIT
"""The documentation speaks of verbs, options, files and pages that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from rcl.cli import rcl as program

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "examples" / "README.md"]
CALL = re.compile(r"(?:^ {4}|`|\| |: |&& )rcl ([a-z]+)((?: +(?:--?[a-zA-Z][\w-]*|[^\s`|#-][^\s`|#]*))*)", re.MULTILINE)
#: after these words everything is another command's
REST = " -- "


def calls(page: Path) -> Iterator[tuple[str, list[str]]]:
    """The verbs that a page shows, with their options."""
    for verb, rest in CALL.findall(page.read_text()):
        yield verb, re.findall(r"(?<= )--?[a-zA-Z][\w-]*", rest.split(REST)[0])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_verbs_and_options_exist(page: Path) -> None:
    for verb, options in calls(page):
        command = program.get_command(click.Context(program), verb)
        assert command, f"{page.name}: rcl {verb}"
        parameters = command.params
        known = {name for parameter in parameters for name in parameter.opts + parameter.secondary_opts}
        for option in options:
            assert option in known, f"{page.name}: rcl {verb} {option}"


def test_the_check_sees_the_calls() -> None:
    found = [verb for page in PAGES for verb, _ in calls(page)]
    assert len(found) > 40 and {"profile", "choose", "rewrite", "review", "verify"} <= set(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"
