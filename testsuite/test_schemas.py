# SPDX-License-Identifier: MIT
"""docs/schemas/: what rcl writes and prints is what its schemas say, and they are those of this rcl."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from formats import SCHEMAS, validate
from rcl import schemas
from rcl.cli import VERBS
from tool import Tool


def test_they_are_up_to_date(tmp_path: Path) -> None:
    schemas.write(tmp_path)
    found = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert {path.name: path.read_text() for path in SCHEMAS.iterdir()} == found, "python -m rcl.schemas docs/schemas"


def test_a_schema_that_is_gone_is_removed(tmp_path: Path) -> None:
    (tmp_path / "rcl-old-1.json").write_text("{}")
    schemas.write(tmp_path)
    assert not (tmp_path / "rcl-old-1.json").exists()


def test_they_are_schemas() -> None:
    for schema in schemas.schemas().values():
        Draft202012Validator.check_schema(schema)


def test_every_verb_has_one() -> None:
    names = {path.stem.removeprefix("rcl-").rpartition("-")[0] for path in SCHEMAS.iterdir()}
    assert set(VERBS) - names == {"calibrate"}, "that prints its artefact, machine.json"


PRINTING = (
    "analyse", "locks", "choose --all", "rewrite", "review", "review --accept stats_lock/hit/1", "header --check",
    "header", "diff stats_lock", "report", "rewrite --apply", "build -- true", "compare --runs 1 -- true",
    "config --show", "doctor", "explain RCL001", "rewrite --revert --lock stats_lock",
    "rewrite --revert",
)  # fmt: skip


def test_what_is_printed_and_written_fits(rcl: Tool) -> None:
    rcl.profile(0.6)
    (rcl.root / "rcl.toml").write_text('[settings]\njobs = 2\n[function.hit]\nwaits = false\n')
    for command in PRINTING:
        verb, *arguments = command.split()
        assert rcl(verb, "--json", *arguments) in (0, 2, 4), rcl.err
        validate(json.loads(rcl.out))
        for artefact in (rcl.root / ".rcl").glob("*.json"):
            validate(json.loads(artefact.read_text()))
    written = {"plan.toml": "", "rcl-review.toml": "", "rcl.toml": "rcl.toml"}
    for name, schema in written.items():
        folder = rcl.root / ".rcl" if name == "plan.toml" else rcl.root
        validate(tomllib.loads((folder / name).read_text()), schema)


@pytest.mark.parametrize("change", [{"classes": "3"}, {"more": 1}, {"warnings": None}, {"schema": "rcl-locks-1"}])
def test_anything_else_does_not(rcl: Tool, change: dict[str, object]) -> None:
    assert rcl("analyse", "--json") == 0
    with pytest.raises(ValidationError):
        validate({**json.loads(rcl.out), **change}, "rcl-analyse-1")


