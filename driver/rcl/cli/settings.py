# SPDX-License-Identifier: MIT
"""Options that stay: rcl.toml and the environment may give them, too. The command line wins over both.

    [settings]
    build-dir = "build"          # RCL_BUILD_DIR, -p build: of every verb
    [settings.verify]
    runs = 5                     # RCL_VERIFY_RUNS, rcl verify --runs 5
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from rcl import description, tomlfile
from rcl.tomlfile import TomlFile

TABLE = "settings"
#: what only the environment says, in the order of docs/files.md
VARIABLES = ("RCL_PREFIX", "RCL_RECORDER", "RCL_WALKER", "RCL_BENCH", "RCL_TIMES", "RCL_DEBUG", "NO_COLOR")
_NUMBERS = {"integer": (int,), "integer range": (int,), "float": (int, float), "float range": (int, float)}


class Setting(click.Option):
    """An option that rcl.toml and the environment may give."""

    #: every verb has it
    common = False

    @property
    def key(self) -> str:
        """Its name in rcl.toml."""
        return max(self.opts, key=len).lstrip("-")

    def header(self, verb: str) -> tuple[str, ...]:
        """Its table in rcl.toml."""
        return (TABLE,) if self.common else (TABLE, verb)

    def variable(self, verb: str) -> str:
        """Its name in the environment."""
        words = ("RCL", self.key) if self.common else ("RCL", verb, self.key)
        return "_".join(words).upper().replace("-", "_")

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """The environment's value."""
        self.envvar = self.variable(ctx.info_name or "")
        return super().resolve_envvar_value(ctx)


class CommonSetting(Setting):
    """One of every verb."""

    common = True


def settings_of(command: click.Command) -> dict[str, Setting]:
    """A verb's settings by their keys."""
    return {param.key: param for param in command.params if isinstance(param, Setting)}


def load(context: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """Takes in rcl.toml, as soon as it is known which tree is meant; ``rcl explain`` has to work without."""
    if context.parent is not None and context.info_name != "explain":
        root = value or context.find_root().params.get("root") or Path()
        file = read(root)
        if file is not None:
            context.default_map = given(file, context)
    return value


def read(root: Path) -> TomlFile | None:
    """The tree's rcl.toml, if there is one."""
    path = root / description.NAME
    return tomlfile.read(path, "rcl config --show") if path.is_file() else None


def given(file: TomlFile, context: click.Context) -> dict[str, Any]:
    """What rcl.toml says of a verb's options. BAD_ARTEFACT, with its line, if that cannot be."""
    assert isinstance(context.command, click.Command)
    verb = context.info_name or ""
    known = settings_of(context.command)
    found = {}
    for header, key, value in _said(file, verb, context.find_root().command):
        setting = known.get(key)
        if setting is None or setting.header(verb) != header:
            there = ", ".join(k for k, s in known.items() if s.header(verb) == header)
            raise file.bad(f"unknown setting {key!r}; there are: {there or 'none'}", header, key)
        found[str(setting.name)] = _value(file, setting, context, header, value)
    return found


def _said(file: TomlFile, verb: str, program: click.Command) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """The settings of all verbs and of this one: table, key and value."""
    table = file.document.unwrap().get(TABLE, {})
    if not isinstance(table, dict):
        raise file.bad(f"[{TABLE}] is not a table", (), TABLE)
    verbs = program.list_commands(click.Context(program)) if isinstance(program, click.Group) else []
    for key, value in table.items():
        if not isinstance(value, dict):
            yield (TABLE,), key, value
        elif key not in verbs:
            raise file.bad(f"there is no verb {key!r}", (TABLE, key))
        elif key == verb:
            yield from (((TABLE, verb), name, own) for name, own in value.items())


def _value(file: TomlFile, setting: Setting, context: click.Context, header: tuple[str, ...], value: Any) -> Any:
    """A value as its option takes it; a path is meant from rcl.toml's own folder."""
    expected = (bool,) if setting.is_flag else _NUMBERS.get(setting.type.name, (str,))
    if type(value) not in expected:
        word = {bool: "true or false", str: "a string"}.get(expected[-1], "a number")
        raise file.bad(f"{setting.key} is not {word}", header, setting.key)
    if isinstance(setting.type, click.Path):
        value = file.path.parent / value
    try:
        setting.type_cast_value(context, value)
    except click.BadParameter as error:
        raise file.bad(f"{setting.key}: {error.message}", header, setting.key) from error
    return value


def before_or_after(context: click.Context, name: str, own: Any) -> Any:
    """The value of an option that may stand before the verb or after it."""
    root = context.find_root()
    only_before = on_line(context, name) and context.get_parameter_source(name) is not ParameterSource.COMMANDLINE
    return root.params[name] if only_before else own


def on_line(context: click.Context, name: str) -> bool:
    """Whether the command line gives an option, before the verb or after it."""
    return any(c.get_parameter_source(name) is ParameterSource.COMMANDLINE for c in (context.find_root(), context))


def facts(file: TomlFile) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """What rcl.toml says beside settings: table, key and value."""
    for kind, tables in file.document.unwrap().items():
        if kind != TABLE and isinstance(tables, Mapping):
            for name, table in tables.items():
                yield from (((kind, name), key, value) for key, value in table.items())
