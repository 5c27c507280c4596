# SPDX-License-Identifier: MIT
"""JSON schemas of the artefacts and of what the verbs print: ``python -m rcl.schemas docs/schemas``.

They follow from the dataclasses.
"""

from __future__ import annotations

import json
import sys
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

from rcl import artefacts, cli, description, plan
from rcl.review import decisions

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its name. TOML files have one, too, for what they hold."""
    for module in (*dict.fromkeys(cli.VERBS.values()), "documents"):
        import_module(f"rcl.cli.{module}")
    found = {name: _document(name, kind, artefact=True) for kind, (name, _) in artefacts.SCHEMAS.items()}
    written: tuple[tuple[str, type], ...] = ((plan.SCHEMA, plan.PlanFile), (decisions.SCHEMA, decisions.DecisionsFile))
    found |= {name: _document(name, kind, artefact=True) for name, kind in written}
    return found | {"rcl.toml": _document("rcl.toml", description.DescriptionFile, artefact=False)}


def _document(name: str, kind: type, artefact: bool) -> dict[str, Any]:
    """A whole document; an artefact begins with its schema and the tool that wrote it."""
    known: dict[str, dict[str, Any]] = {}
    found = _object(kind, known)
    if artefact:
        found["properties"] = {"schema": {"const": name}, "tool": {"type": "string"}, **found["properties"]}
        found["required"] = ["schema", *found["required"]]
    return {"$schema": _DIALECT, "title": name, **found, **({"$defs": known} if known else {})}


def _object(kind: type, known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {
        "description": " ".join((kind.__doc__ or "").replace("``", "`").split()),
        "type": "object",
        "properties": {field.name: _type(hints[field.name], known) for field in fields(kind)},
        "required": [field.name for field in fields(kind) if _required(field)],
        "additionalProperties": False,
    }


def _required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _type(kind: Any, known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The schema of a field's type; those of dataclasses go to ``known``."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if origin in (types.UnionType, typing.Union):
        return {"anyOf": [_type(one, known) for one in inner]}
    if origin is tuple and inner[1:] == (Ellipsis,):
        return {"type": "array", "items": _type(inner[0], known)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": _type(inner[1], known)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    if isinstance(kind, type) and is_dataclass(kind):
        if kind.__name__ not in known:
            known[kind.__name__] = {}
            known[kind.__name__] = _object(kind, known)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    raise TypeError(f"no schema for {kind}")


def text(schema: Mapping[str, Any]) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=1) + "\n"


def write(folder: Path) -> None:
    """Writes a file a schema, and removes those of schemas that are gone."""
    folder.mkdir(exist_ok=True)
    found = {f"{name}.json": text(schema) for name, schema in schemas().items()}
    for path in folder.glob("*.json"):
        if path.name not in found:
            path.unlink()
    for name, content in found.items():
        (folder / name).write_text(content)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
