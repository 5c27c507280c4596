# SPDX-License-Identifier: MIT
"""The whole way on a small program, with nothing replaced: recorder, libclang, Coccinelle, librcl, the compiler."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = """\
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static int table[8];

static int add(int at, int by)
{
	int sum;

	pthread_mutex_lock(&table_lock);
	if (at >= 8) {
		pthread_mutex_unlock(&table_lock);
		return -1;
	}
	table[at] += by;
	sum = table[at];
	pthread_mutex_unlock(&table_lock);
	return sum;
}

static void *work(void *arg)
{
	for (int i = 0; i < 20000; i++)
		add(i % 9, 1);
	return arg;
}

int main(void)
{
	pthread_t threads[3];
	int total = 0;

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 8; i++)
		total += add(i, 0);
	printf("%d\\n", total);
	return 0;
}
"""
COMPILE = ["cc", "-g", "-O1", "-Wall", "-Werror", "-pthread", "-o", "program", "program.c"]
TOTAL = f"{3 * sum(i % 9 < 8 for i in range(20000))}\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The program, built, below a git repository that is not its own."""
    root = tmp_path / "outer" / "a tree"
    root.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", root.parent], check=True)
    (root / "program.c").write_text(PROGRAM)
    entry = {"directory": str(root), "file": "program.c", "arguments": COMPILE}
    (root / "compile_commands.json").write_text(json.dumps([entry]))
    subprocess.run(COMPILE, cwd=root, check=True)
    return root


def rcl(tree: Path, *arguments: str) -> str:
    """Runs a verb that must succeed."""
    command = [sys.executable, "-m", "rcl", *arguments]
    result = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def document(tree: Path, *arguments: str) -> dict[str, Any]:
    return dict(json.loads(rcl(tree, "--json", *arguments)))


def test_the_way(tree: Path) -> None:
    before = {path: path.read_bytes() for path in tree.iterdir() if path.suffix in (".c", ".json")}
    profile = document(tree, "profile", "./program")
    assert profile["schema"] == "rcl-profile-2" and profile["exit_status"] == 0
    assert [lock["name"] for lock in profile["locks"]] == ["table_lock"]
    chosen = document(tree, "choose", "--lock", "table_lock=rcl")
    assert "% of busy time" in chosen["choices"][0]["reason"] and chosen["passed_over"] == {}
    assert [section["state"] for section in document(tree, "rewrite")["sections"]] == ["shipped"]
    whole, section = rcl(tree, "diff"), rcl(tree, "diff", "table_lock/add/1")
    for patch in (whole, section):
        ceiling = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tree.parent)}
        command = ["git", "apply", "--check", "-"]
        subprocess.run(command, cwd=tree, env=ceiling, input=patch.encode(), check=True)
    assert "rcl_exec" in section and "rcl_mutex_t" in whole and "rcl_mutex_t" not in section
    rcl(tree, "rewrite", "--apply")
    assert re.search(r"RCL_LOCK_table_lock +RCL_SERVER\(0\) +/\* program\.c:4 ", (tree / "rcl_config.h").read_text())
    built = document(tree, "build", "--", *COMPILE)
    assert (built["compiled"], built["linked"]) == (1, 1)
    for kind in ("posix", "inline", "rcl:0"):
        environment = {**os.environ, "RCL_LOCKS": f"*={kind}"}
        result = subprocess.run(["./program"], cwd=tree, env=environment, capture_output=True, text=True, check=True)
        assert result.stdout == TOTAL
    rcl(tree, "rewrite", "--revert")
    assert {path: path.read_bytes() for path in before} == before
    assert not (tree / "rcl_config.h").exists()


IN_STEPS = """\
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void both(int by)
{
	pthread_mutex_lock(&first);
	a += by;
	pthread_mutex_lock(&second);
	b += a;
	pthread_mutex_unlock(&second);
	pthread_mutex_unlock(&first);
	pthread_mutex_lock(&second);
	b += by;
	pthread_mutex_unlock(&second);
}

int main(void)
{
	both(1);
	both(2);
	printf("%d %d\\n", a, b);
	return 0;
}
"""


def test_one_lock_is_taken_out_of_a_converted_tree(tree: Path) -> None:
    source = tree / "program.c"
    source.write_text(IN_STEPS)
    rcl(tree, "choose", "--all", "cc-synch")
    rcl(tree, "rewrite", "--apply")
    assert source.read_text().count("rcl_exec") == 3
    rcl(tree, "rewrite", "--revert", "--lock", "second")
    assert "static pthread_mutex_t second" in source.read_text() and "static rcl_mutex_t first" in source.read_text()
    rcl(tree, "build", "--", *COMPILE)
    result = subprocess.run(["./program"], cwd=tree, capture_output=True, text=True, check=True)
    assert result.stdout == "3 7\n"
    rcl(tree, "rewrite", "--revert")
    assert source.read_text() == IN_STEPS and not (tree / "rcl_config.h").exists()


def test_a_tree_is_converted_in_steps(tree: Path) -> None:
    (tree / "program.c").write_text(IN_STEPS)
    rcl(tree, "choose", "--lock", "first=posix")
    rcl(tree, "rewrite", "--apply")
    shutil.rmtree(tree / ".rcl")
    after_the_first = {path.name: path.read_bytes() for path in tree.iterdir() if path.is_file()}
    assert [lock["name"] for lock in document(tree, "locks")["locks"]] == ["second"]
    rcl(tree, "choose", "--lock", "second=cc-synch")
    rcl(tree, "rewrite", "--apply")
    header = (tree / "rcl_config.h").read_text()
    assert "RCL_LOCK_first   RCL_POSIX" in header and "RCL_LOCK_second   RCL_CC_SYNCH" in header
    rcl(tree, "build", "--", *COMPILE)
    result = subprocess.run(["./program"], cwd=tree, capture_output=True, text=True, check=True)
    assert result.stdout == "3 7\n"
    rcl(tree, "rewrite", "--revert")
    left = {path.name: path.read_bytes() for path in tree.iterdir() if path.is_file() and path.name != "program"}
    assert left == {name: text for name, text in after_the_first.items() if name != "program"}


def test_a_plan_by_hand_lasts_while_there_are_the_same_classes(tree: Path) -> None:
    rcl(tree, "choose", "--all")
    source = tree / "program.c"
    source.write_text(f"\n{IN_STEPS}")
    refused = subprocess.run(
        [sys.executable, "-m", "rcl", "rewrite"], cwd=tree, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2 and "RCL086" in refused.stderr and "rcl choose" in refused.stderr
    rcl(tree, "choose", "--all")
    source.write_text(IN_STEPS.replace("a += by", "a += 2 * by"))
    assert "a += 2 * by" in rcl(tree, "diff")
    rcl(tree, "rewrite", "--apply")
    assert "a += 2 * by" in source.read_text() and "rcl_exec" in source.read_text()


def test_a_section_that_keeps_its_lock_is_said_to(tree: Path) -> None:
    """A lock function that does more than lock is moved itself; its callers, which are not, are not said to be."""
    taking = "\tpthread_mutex_lock(&first);\n"
    source = IN_STEPS.replace(taking, "\tenter(by);\n")
    enter = f"static void enter(int n)\n{{\n{taking}\tif (!n)\n\t\treturn;\n\ta = n;\n}}\n\n"
    source = source.replace("static void both", f"{enter}static void both")
    (tree / "program.c").write_text(source)
    rcl(tree, "choose", "--all")
    said = rcl(tree, "rewrite")
    assert re.search(r"first/enter/1 .* shipped, partly", said) and re.search(r"second/both/1 .* shipped\b(?!,)", said)
    assert "sections 3 (3 shipped, 1 of them partly)" in said and "runs in place" in said
    parts = {section["id"]: section["partly"] for section in document(tree, "rewrite")["sections"]}
    assert parts == {"first/enter/1": True, "second/both/1": False, "second/both/2": False}
    assert "3 moved into functions of their own (1 in part: the lock is kept" in rcl(tree, "report")
