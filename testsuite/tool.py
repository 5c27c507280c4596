# SPDX-License-Identifier: MIT
"""The command line as a test calls it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sample
from formats import validate
from rcl import artefacts
from rcl.cli import main
from rcl.workspace import sha256


class Tool:
    """Calls verbs in a tree; what they printed is in ``out`` and ``err``."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self.analyses = 0
        self._capsys = capsys
        self.out = self.err = ""

    def __call__(self, verb: str, *arguments: str) -> int:
        self._capsys.readouterr()
        status = main([verb, "-C", str(self.root), *arguments])
        self.out, self.err = self._capsys.readouterr()
        assert "Traceback" not in self.err and "internal error" not in self.err
        return status

    def json(self, verb: str, *arguments: str) -> dict[str, Any]:
        assert self(verb, "--json", *arguments) in (0, 4)
        document = json.loads(self.out)
        validate(document)
        assert document.pop("schema") == f"rcl-{verb}-1" and document.pop("tool").startswith("rcl ")
        assert "next:" not in self.err
        return dict(document)

    def text(self, verb: str, *arguments: str) -> str:
        """What a verb that must succeed prints."""
        assert self(verb, *arguments) == 0, self.err
        return self.out

    def edit(self, name: str, old: str, new: str) -> None:
        """Replaces a text that stands in a file once."""
        text = (self.root / name).read_text()
        assert text.count(old) == 1, text
        (self.root / name).write_text(text.replace(old, new))

    def profile(self, share: float) -> None:
        profile = sample.make_profile(sample.lock_profile("stats_lock", share))
        hashes = {"thread.c": sha256((self.root / "thread.c").read_bytes())}
        (self.root / ".rcl").mkdir(exist_ok=True)
        artefacts.write(self.root / ".rcl" / "profile.json", replace(profile, sources=hashes))

    def files(self) -> dict[str, bytes]:
        paths = (path for path in self.root.rglob("*") if path.is_file() and ".rcl" not in path.parts)
        return {path.name: path.read_bytes() for path in paths}
