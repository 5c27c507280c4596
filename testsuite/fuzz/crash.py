# SPDX-License-Identifier: MIT
"""Kills ``rcl rewrite --apply`` and ``--revert`` at random moments: the next command finds the old tree or the new one.

    python -m fuzz.crash --count 1000
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from rcl.cli import main as rcl

SOURCE = b"""#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
int add_%d(int by);
int add_%d(int by)
{
	int now;

	pthread_mutex_lock(&lock);
	total += by;
	now = total;
	pthread_mutex_unlock(&lock);
	return now;
}
"""
FILES = 12
Tree = dict[str, bytes]


def prepared(root: Path) -> tuple[Tree, Tree]:
    """A tree whose rewriting is staged: what it is without and with the rewriting."""
    commands = []
    for number in range(FILES):
        name = f"part {number}.c"
        (root / name).write_bytes(SOURCE % (number, number))
        commands.append({"directory": str(root), "file": name, "arguments": ["gcc", "-Wall", "-c", name]})
    (root / "compile_commands.json").write_text(json.dumps(commands))
    old = tree(root)
    for arguments in (["choose", *_every_lock(root)], ["rewrite"], ["rewrite", "--apply"]):
        assert verb(root, *arguments) == 0, arguments
    new = tree(root)
    assert verb(root, "rewrite", "--revert") == 0
    assert tree(root) == old != new
    return old, new


def _every_lock(root: Path) -> list[str]:
    from rcl.analyse import analyse

    classes = analyse(root, root / "compile_commands.json", jobs=1).classes
    return [word for known in classes for word in ("--lock", f"{known.name}=posix")]


def tree(root: Path) -> Tree:
    """Every file of the tree but rcl's own."""
    return {p.name: p.read_bytes() for p in root.iterdir() if p.is_file()}


def verb(root: Path, *arguments: str, kill_after: float | None = None) -> int:
    """Runs a verb in a child, and kills it after a time; its status, negative where a signal ended it."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        sys.argv = ["rcl", "-C", str(root), *arguments]
        try:
            rcl()
        except SystemExit as end:
            os._exit(end.code if isinstance(end.code, int) else 1)
        except BaseException:
            os._exit(1)
        os._exit(0)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def interrupted(root: Path, old: Tree, new: Tree, chance: random.Random, longest: float) -> str:
    """One verb killed, a second one that may be killed while it recovers, and what a third one finds."""
    applied = tree(root) == new
    action = ["rewrite", "--revert" if applied else "--apply"]
    status = verb(root, *action, kill_after=chance.triangular(0, longest, longest * 0.9))
    if chance.random() < 0.3:
        verb(root, "diff", kill_after=chance.uniform(0, longest))
    between = tree(root) not in (old, new)
    assert verb(root, "diff") in (0, 2)
    found = tree(root)
    assert found in (old, new), sorted(name for name in found if found[name] not in (old.get(name), new.get(name)))
    assert (root / ".rcl" / "applied.json").exists() == (found == new)
    moved = (found == new) != applied
    how = ("killed" if status < 0 else "ended", "half way" if between else "whole")
    return ", ".join([*how, "changed" if moved else "as before"])


def campaign(count: int, seed: int) -> Counter[str]:
    """Interrupts so many times; how it was found afterwards, by outcome."""
    chance, seen = random.Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="rcl-crash-") as folder:
        root = Path(folder).resolve() / "tree"
        root.mkdir()
        old, new = prepared(root)
        began = time.monotonic()
        assert verb(root, "rewrite", "--apply") == 0
        longest = (time.monotonic() - began) * 1.2
        for _ in range(count):
            seen[interrupted(root, old, new, chance, longest)] += 1
        shutil.rmtree(root)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(prog="crash", description="kill rcl while it applies and reverts")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    for outcome, times in campaign(options.count, options.seed).most_common():
        print(f"{times:6} {outcome}")


if __name__ == "__main__":
    main()
