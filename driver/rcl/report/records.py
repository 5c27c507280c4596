# SPDX-License-Identifier: MIT
"""What verify and compare leave below ``.rcl/`` for the report: their results, with what they are about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from rcl import artefacts
from rcl.compare import Comparison
from rcl.machine import machine
from rcl.model import Machine
from rcl.verify import Verification
from rcl.workspace import Workspace, read_bytes, sha256

T = TypeVar("T")


@dataclass(frozen=True)
class Circumstances:
    """``patch`` is the hash of the rewriting that was tried, ``when`` a day."""

    patch: str
    machine: Machine
    when: str


@dataclass(frozen=True)
class VerifyRecord:
    """verify.json."""

    about: Circumstances
    result: Verification


@dataclass(frozen=True)
class CompareRecord:
    """compare.json."""

    about: Circumstances
    result: Comparison


artefacts.SCHEMAS[VerifyRecord] = ("rcl-verify-record-1", "rcl verify -- COMMAND")
artefacts.SCHEMAS[CompareRecord] = ("rcl-compare-record-1", "rcl compare -- COMMAND")


def patch_hash(workspace: Workspace) -> str:
    """The hash of the tree's rewriting, nothing if there is none."""
    return sha256(read_bytes(workspace.patch))[:12] if workspace.patch.exists() else ""


def circumstances(workspace: Workspace) -> Circumstances:
    """Those of this moment."""
    return Circumstances(patch_hash(workspace), machine(), datetime.now(UTC).date().isoformat())


def keep_verification(workspace: Workspace, result: Verification) -> None:
    """Writes verify.json."""
    artefacts.write(workspace.folder / "verify.json", VerifyRecord(circumstances(workspace), result))


def keep_comparison(workspace: Workspace, result: Comparison) -> None:
    """Writes compare.json, if the command was run in a tree of rcl's at all."""
    if workspace.folder.is_dir():
        artefacts.write(workspace.folder / "compare.json", CompareRecord(circumstances(workspace), result))


def verification(workspace: Workspace) -> VerifyRecord | None:
    """The last verification of the tree's rewriting; None if there is none, or only of another one."""
    return _of_this(workspace, _read(workspace.folder / "verify.json", VerifyRecord))


def comparison(workspace: Workspace) -> CompareRecord | None:
    """The last comparison, likewise."""
    return _of_this(workspace, _read(workspace.folder / "compare.json", CompareRecord))


def _read(path: Path, kind: type[T]) -> T | None:
    return artefacts.read(path, kind) if path.exists() else None


R = TypeVar("R", VerifyRecord, CompareRecord)


def _of_this(workspace: Workspace, record: R | None) -> R | None:
    return record if record is not None and record.about.patch == patch_hash(workspace) else None
