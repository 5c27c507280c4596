# SPDX-License-Identifier: MIT
"""The two copies of a tree below ``.rcl/verify/``: as it was, and as it is rewritten."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from rcl import apply, pipeline
from rcl import build as builder
from rcl.errors import Code, RclError
from rcl.model import Analysis
from rcl.pipeline import Staged
from rcl.verify.observe import times
from rcl.workspace import Workspace, read_bytes, write_atomically

#: how ELF files and archives begin
_OBJECTS = (b"\x7fELF", b"!<arch>", b"!<thin>")
#: what objects of anything have, and those that call librcl
ANY, CONVERTED = re.compile(rb""), re.compile(rb"\brcl_[a-z]")


def original(workspace: Workspace, known: Analysis, made: Staged) -> Workspace:
    """The tree without the rewriting, whether that is applied or not."""
    return _copy(workspace, known, "original", {name: read_bytes(workspace.source(name)) for name in made.files})


def rewritten(workspace: Workspace, known: Analysis, made: Staged) -> Workspace:
    """The tree with the rewriting, and with its rcl_config.h."""
    header = workspace.header
    text = pipeline.config_header(workspace, known).text
    config = read_bytes(header) if header.exists() else text.encode(errors="surrogateescape")
    return _copy(workspace, known, "rewritten", {**made.files, header.name: config})


def _copy(workspace: Workspace, known: Analysis, name: str, files: dict[str, bytes]) -> Workspace:
    """A copy with these files. What stays the same keeps its time, so that a build goes on from what is built."""
    workspace.prepare()
    folder = workspace.folder / "verify" / name
    shutil.rmtree(folder, ignore_errors=True)

    def left_out(where: str, names: list[str]) -> list[str]:
        return [workspace.folder.name] if Path(where) == workspace.root else []

    shutil.copytree(workspace.root, folder, symlinks=True, ignore=left_out)
    for file, content in files.items():
        path = folder / file
        if not path.exists() or read_bytes(path) != content:
            write_atomically(path, content)
    apply.touch(folder, apply.to_compile(files.keys() - {workspace.header.name}, known.sources))
    return Workspace.at(folder)


def build_changed(workspace: Workspace, copy: Workspace, made: Staged, command: str, sign: re.Pattern[bytes]) -> None:
    """Builds a copy. Where it differs from the tree, that has to make an object, or a program, with some sign in it:
    what was copied with the tree, built there, is not what this copy's sources say.
    """
    differs = any(read_bytes(copy.root / name) != read_bytes(workspace.root / name) for name in made.files)
    before = times(copy.root)
    build(copy, command)
    changed = (copy.root / name for name, stamp in times(copy.root).items() if before.get(name) != stamp)
    objects = (content for path in changed if (content := read_bytes(path)).startswith(_OBJECTS))
    if differs and not any(map(sign.search, objects)):
        raise RclError(Code.BUILT_ELSEWHERE, command=command, folder=os.path.relpath(copy.root))


def build(tree: Workspace, command: str, flags: Sequence[str] = ()) -> None:
    """Builds a copy. Both are built through the same shims: librcl is linked only to what calls it."""
    built = builder.build(tree, ["sh", "-c", command], tree.root, flags)
    if built.status != 0:
        shown = f"{command} (in {os.path.relpath(tree.root)})"
        raise RclError(Code.COMMAND_FAILED, command=shown, status=built.status)
