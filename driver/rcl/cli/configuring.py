# SPDX-License-Identifier: MIT
"""The verb that says which settings hold: config."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import click
from click.core import ParameterSource

from rcl import description
from rcl.cli import settings
from rcl.cli.common import Session, options, table
from rcl.cli.documents import Configuration, SettingShown
from rcl.cli.settings import Setting
from rcl.tomlfile import TomlFile

DEFAULT = "default"
_WORDS = {ParameterSource.COMMANDLINE: "command line", ParameterSource.ENVIRONMENT: "environment"}


@click.command()
@options
@click.option("--show", is_flag=True, help="Show every setting, also those that nobody gave.")
def config(session: Session, show: bool) -> None:
    """Say which settings hold, and where they come from.

    The command line wins over the environment, that over rcl.toml. Without --show only what one of them says.
    """
    file = settings.read(session.workspace.root)
    if file is not None:
        description.read(session.workspace.root)
    found = tuple(row for row in _all(session, file) if show or row.origin != DEFAULT)
    rows = [(row.name, row.value, _origin(row)) for row in found]
    session.data(Configuration(found), table(("SETTING", "VALUE", "FROM"), rows) if rows else "nothing but defaults")


def _origin(row: SettingShown) -> str:
    if row.file:
        return f"{row.file}:{row.line}"
    return f"{row.origin} ({row.variable})" if row.origin == "environment" else row.origin


def _all(session: Session, file: TomlFile | None) -> Iterator[SettingShown]:
    context = click.get_current_context()
    workspace = session.workspace
    yield SettingShown("root", str(workspace.root), _before_or_after(context, "root"))
    values = {"build-dir": str(workspace.build_dir), "jobs": str(workspace.jobs)}
    for key, setting in settings.settings_of(context.command).items():
        origin = _before_or_after(context, str(setting.name))
        yield _shown(setting, context, file, key, values[key], origin)
    program = context.find_root().command
    assert isinstance(program, click.Group)
    for verb in program.list_commands(context):
        command = program.get_command(context, verb)
        assert command is not None
        own = {key: setting for key, setting in settings.settings_of(command).items() if not setting.common}
        yield from _of_verb(click.Context(command, context.find_root(), info_name=verb), own, file)
    for variable in settings.VARIABLES:
        value = os.environ.get(variable)
        yield SettingShown(variable, value or "-", "environment" if value else DEFAULT, variable)
    if file is not None:
        for header, key, value in settings.facts(file):
            name = ".".join((*header, key))
            yield SettingShown(name, _text(value), file.path.name, "", file.path.name, file.line(header, key))


def _before_or_after(context: click.Context, name: str) -> str:
    sources = (context.get_parameter_source(name), context.find_root().get_parameter_source(name))
    if ParameterSource.COMMANDLINE in sources:
        return _WORDS[ParameterSource.COMMANDLINE]
    return _word(sources[0])


def _word(source: ParameterSource | None) -> str:
    if source is ParameterSource.DEFAULT_MAP:
        return description.NAME
    return _WORDS.get(source, DEFAULT) if source else DEFAULT


def _of_verb(context: click.Context, own: dict[str, Setting], file: TomlFile | None) -> Iterator[SettingShown]:
    """The settings that only this verb has, as it would have them now."""
    context.default_map = settings.given(file, context) if file else None
    for key, setting in own.items():
        value, _ = setting.handle_parse_result(context, {}, [])
        origin = _word(context.get_parameter_source(str(setting.name)))
        yield _shown(setting, context, file, f"{context.info_name}.{key}", _text(value), origin)


def _shown(
    setting: Setting, context: click.Context, file: TomlFile | None, name: str, value: str, origin: str
) -> SettingShown:
    verb = context.info_name or ""
    if file is not None and origin == description.NAME:
        line = file.line(setting.header(verb), setting.key)
        return SettingShown(name, value, origin, setting.variable(verb), file.path.name, line)
    return SettingShown(name, value, origin, setting.variable(verb))


def _text(value: Any) -> str:
    """A value as rcl.toml would have it, but without quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "-" if value is None else str(value)
