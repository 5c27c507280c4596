# SPDX-License-Identifier: MIT
"""What a tree may hold to do harm: no name and no flag runs anything, and bad input is a sentence with a code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = b"""#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
void f(int by);
void f(int by) { pthread_mutex_lock(&lock); n += by; pthread_mutex_unlock(&lock); }
"""


def tree(root: Path, sources: dict[str, bytes], before: dict[str, tuple[str, ...]] | None = None) -> Path:
    """A tree with files of these names, and a program beside them that leaves a trace if something runs it."""
    root.mkdir()
    commands = []
    for name, source in sources.items():
        (root / name).write_bytes(source)
        words = [*(before or {}).get(name, ("gcc",)), "-c", f"./{name}"]
        commands.append({"directory": str(root), "file": name, "arguments": words})
    for trap in ("evil", "cc1", "as"):
        (root / trap).write_text(f"#!/bin/sh\ntouch {root}/ran\nexit 1\n")
        (root / trap).chmod(0o755)
    (root / "compile_commands.json").write_text(json.dumps(commands))
    return root


def names(root: Path) -> set[str]:
    """What stands in a tree, but for rcl's own folder."""
    return {path.name for path in root.iterdir()} - {".rcl"}


def rcl(root: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "rcl", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, check=False, timeout=120)


def told(done: subprocess.CompletedProcess[bytes]) -> None:
    """A verb ends well, or with a sentence and a code."""
    assert b"Traceback" not in done.stderr, done.stderr.decode("utf-8", "replace")
    assert done.returncode in (0, 2, 3), done.stderr.decode("utf-8", "replace")
    assert done.returncode == 0 or b"RCL" in done.stderr


NAMES = ("a b.c", "it's.c", 'quo"te.c', "$(touch ran).c", "a;touch ran;.c", "`touch ran`.c", "out.c")


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    root = tree(tmp_path / "tree", dict.fromkeys(NAMES, SOURCE))
    there = names(root)
    told(rcl(root, "choose", *(f"--lock={name}=posix" for name in locks(root))))
    assert rcl(root, "rewrite", "--apply").returncode == 0
    assert all(b"rcl_mutex_t lock" in (root / name).read_bytes() for name in NAMES)
    assert rcl(root, "rewrite", "--revert").returncode == 0
    assert all((root / name).read_bytes() == SOURCE for name in NAMES)
    assert names(root) == there


def locks(root: Path) -> list[str]:
    return [lock["name"] for lock in json.loads(rcl(root, "locks", "--json").stdout)["locks"]]


COMMANDS = (
    ("./evil",),
    ("evil",),
    ("sh", "-c", "touch ran"),
    ("gcc", "-B."),
    ("gcc", "-B", "."),
    ("gcc", "-wrapper", "./evil"),
    ("gcc", "-fplugin=./evil"),
    ("gcc", "-specs=evil"),
    ("gcc", "-oran"),
    ("gcc", "-aux-info", "ran"),
    ("gcc", "--save-temps"),
    ("gcc", "-fdump-tree-all"),
)


def test_no_compile_command_runs_what_the_tree_brings(tmp_path: Path) -> None:
    """To analyse and to rewrite is not to build."""
    before = {f"{number}.c": command for number, command in enumerate(COMMANDS)}
    root = tree(tmp_path / "tree", dict.fromkeys(before, SOURCE), before)
    there = names(root)
    told(rcl(root, "choose", *(f"--lock={name}=posix" for name in locks(root))))
    told(rcl(root, "rewrite"))
    assert names(root) == there


SOURCES = {"empty": b"", "nothing but noise": bytes(range(256)) * 8}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_any_source(tmp_path: Path, source: bytes) -> None:
    root = tree(tmp_path / "tree", {"a.c": source})
    told(rcl(root, "analyse"))
    assert (root / "a.c").read_bytes() == source
