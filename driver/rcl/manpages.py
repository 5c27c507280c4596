# SPDX-License-Identifier: MIT
"""The manual pages, written from the command line's own help: ``python -m rcl.manpages FOLDER``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from rcl import __version__
from rcl.cli import rcl as program
from rcl.workspace import write_atomically

_STATUSES = (
    ("0", "done"), ("1", "a bug in rcl"), ("2", "bad usage or bad input"), ("3", "refused"),
    ("4", "a comparison differs, or a review is not complete"), ("130", "interrupted"),
)  # fmt: skip


def pages() -> dict[str, str]:
    """The text of each page by its file's name: ``rcl.1``, and ``rcl-choose.1`` for each verb."""
    context = click.Context(program, info_name="rcl")
    found = {"rcl.1": _page("rcl", program, context)}
    for name in program.list_commands(context):
        verb = program.get_command(context, name)
        if verb is not None:
            found[f"rcl-{name}.1"] = _page(f"rcl {name}", verb, click.Context(verb, context, info_name=name))
    return found


def _page(name: str, command: click.Command, context: click.Context) -> str:
    title = name.replace(" ", "-")
    lines = [
        f'.TH "{title.upper()}" 1 "" "rcl {__version__}"',
        ".SH NAME",
        f"{_plain(title)} \\- {_plain(_first_sentence(command))}",
        ".SH SYNOPSIS",
        f".B {_plain(name)}",
        _plain(" ".join(command.collect_usage_pieces(context))),
        ".SH DESCRIPTION",
        *_paragraphs(command.help or ""),
        ".SH OPTIONS",
        *_options(command, context),
    ]
    if isinstance(command, click.Group):
        lines += [".SH VERBS", *_verbs(command, context)]
    lines.append(".SH EXIT STATUS")
    for status, meaning in _STATUSES:
        lines += [".TP", f".B {status}", _plain(meaning)]
    return "\n".join(lines) + "\n"


def _first_sentence(command: click.Command) -> str:
    text = " ".join((command.help or "").split())
    return re.split(r"[.:;](?:\s|$)", text, maxsplit=1)[0]


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield ".PP"
        yield _plain(" ".join(paragraph.replace("\b", "").split()))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            yield ".TP"
            yield f".B {_plain(record[0])}"
            yield _plain(record[1])


def _verbs(group: click.Group, context: click.Context) -> Iterator[str]:
    for name in group.list_commands(context):
        verb = group.get_command(context, name)
        if verb is not None:
            yield ".TP"
            yield f".BR rcl\\-{_plain(name)} (1)"
            yield _plain(_first_sentence(verb))


def _plain(text: str) -> str:
    """Text in which roff finds nothing of its own."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    for file, content in pages().items():
        write_atomically(Path(sys.argv[1]) / file, content.encode())
