# SPDX-License-Identifier: MIT
"""A program goes on after it was rewritten: a new version with the old plan and decisions, and the patch rebased."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

OLD = """\
#include <pthread.h>
#include <stdio.h>

enum { SIZE = 8 };

/* what is looked up */
struct entry {
	int at, by;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int table[SIZE], logged;

static void add(int at, int by)
{
	pthread_mutex_lock(&table_lock);
	table[at] += by;
	pthread_mutex_unlock(&table_lock);
}

static int get(int at)
{
	int found;

	pthread_mutex_lock(&table_lock);
	found = table[at];
	pthread_mutex_unlock(&table_lock);
	return found;
}

static void note(int what)
{
	pthread_mutex_lock(&log_lock);
	logged += what;
	pthread_mutex_unlock(&log_lock);
}

int main(void)
{
	add(1, 2);
	note(get(1));
	printf("%d\\n", logged);
	return 0;
}
"""
#: lines move, and one section adds twice
ELSEWHERE = OLD.replace("\tint at, by;\n", "\tint at;\n\tint by;\n\tint next;\n")
CHANGED = ELSEWHERE.replace("table[at] += by;", "table[at] += 2 * by;")
#: and there is a new one
GROWN = CHANGED.replace(
    "static void note(",
    "static void clear(int at)\n{\n\tpthread_mutex_lock(&table_lock);\n\ttable[at] = 0;\n"
    "\tpthread_mutex_unlock(&table_lock);\n}\n\nstatic void note(",
).replace("\tnote(get", "\tclear(0);\n\tnote(get")
COMPILE = ["cc", "-Wall", "-Werror", "-pthread", "-o", "program", "program.c"]
CARRIED = ("plan.toml", "rcl-review.toml", "rcl_config.h")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with a branch ``upstream`` and, rewritten and reviewed, ``rcl``."""
    root = tmp_path / "program"
    root.mkdir()
    (root / ".gitignore").write_text("program\ncompile_commands.json\n")
    entry = {"directory": str(root), "file": "program.c", "arguments": COMPILE}
    (root / "compile_commands.json").write_text(json.dumps([entry]))
    git(root, "init", "-q", "-b", "upstream")
    release(root, OLD)
    git(root, "switch", "-q", "-c", "rcl")
    rcl(root, "choose", "--all", "cc-synch")
    rcl(root, "review", "--reject", "log_lock/note/1", "-m", "too hot to move")
    rcl(root, "review", "--accept", "table_lock")
    rcl(root, "rewrite", "--apply")
    shutil.copy(root / ".rcl" / "plan.toml", root / "plan.toml")
    git(root, "add", ".")
    git(root, "commit", "-qm", "Rewritten by rcl")
    shutil.rmtree(root / ".rcl")
    return root


def git(root: Path, *arguments: str, check: bool = True) -> bool:
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    done = subprocess.run(["git", "-C", root, *who, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0 or not check, done.stdout + done.stderr
    return done.returncode == 0


def release(root: Path, text: str) -> None:
    """A version of the program, on the branch that is checked out."""
    (root / "program.c").write_text(text)
    git(root, "add", ".")
    git(root, "commit", "-qm", "A version")


def upstream(root: Path, text: str) -> None:
    git(root, "switch", "-q", "upstream")
    release(root, text)


def rcl(root: Path, *arguments: str, status: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "rcl", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def carried_over(root: Path) -> None:
    """The branch ``again``: the new version with what people decided about the old one, as docs/upgrades.md says."""
    git(root, "switch", "-q", "-c", "again", "upstream")
    git(root, "checkout", "rcl", "--", *CARRIED)
    (root / ".rcl").mkdir()
    shutil.copy(root / "plan.toml", root / ".rcl" / "plan.toml")
    rcl(root, "choose")


def standings(root: Path, status: int) -> dict[str, str]:
    found = json.loads(rcl(root, "review", "--status", "--json", status=status))
    return {section["id"]: section["standing"] for section in found["sections"]}


def runs(root: Path) -> str:
    rcl(root, "build", "--", *COMPILE)
    return subprocess.run(["./program"], cwd=root, capture_output=True, text=True, check=True).stdout


def without_lines(root: Path) -> str:
    """The program, but for the line numbers in the comments of contexts."""
    return re.sub(r"program\.c:\d+(-\d+)?", "program.c", (root / "program.c").read_text())


ACCEPTED = {"table_lock/add/1": "accepted", "table_lock/get/1": "accepted", "log_lock/note/1": "rejected"}


def test_only_what_changed_is_reviewed_again(tree: Path) -> None:
    upstream(tree, GROWN)
    carried_over(tree)
    assert standings(tree, 4) == {**ACCEPTED, "table_lock/add/1": "changed", "table_lock/clear/1": "undecided"}
    rcl(tree, "review", "--accept")
    assert standings(tree, 0) == {**ACCEPTED, "table_lock/clear/1": "accepted"}
    rcl(tree, "rewrite", "--apply")
    text = (tree / "program.c").read_text()
    assert text.count("rcl_exec") == 3 and "rcl_lock(&log_lock)" in text, "what was rejected stays in place"
    assert runs(tree) == "4\n"


def test_a_rebased_patch_is_what_would_be_made_anew(tree: Path) -> None:
    upstream(tree, ELSEWHERE)
    git(tree, "switch", "-q", "rcl")
    git(tree, "rebase", "-q", "upstream")
    rebased, output = without_lines(tree), runs(tree)
    shutil.rmtree(tree / ".rcl")
    carried_over(tree)
    assert standings(tree, 0) == ACCEPTED
    rcl(tree, "rewrite", "--apply")
    assert without_lines(tree) == rebased and output == "2\n"


def test_a_rebase_stops_at_what_changed_in_a_moved_section(tree: Path) -> None:
    upstream(tree, CHANGED)
    git(tree, "switch", "-q", "rcl")
    assert not git(tree, "rebase", "-q", "upstream", check=False)
    assert "<<<<<<<" in (tree / "program.c").read_text()
    git(tree, "rebase", "--abort")


def test_the_compiler_finds_what_a_rebase_leaves_unconverted(tree: Path) -> None:
    upstream(tree, GROWN.replace("2 * by", "by"))
    git(tree, "switch", "-q", "rcl")
    git(tree, "rebase", "-q", "upstream")
    done = subprocess.run(
        [sys.executable, "-m", "rcl", "build", "--", *COMPILE], cwd=tree, capture_output=True, text=True, check=False,
        env={**os.environ, "LC_ALL": "C"},
    )  # fmt: skip
    assert done.returncode != 0 and "incompatible pointer type" in done.stderr
