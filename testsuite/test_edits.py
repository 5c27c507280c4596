# SPDX-License-Identifier: MIT
"""All three verbs after edits of every kind: what they write is what they write where nothing was kept before."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rcl import compdb, description, pipeline
from rcl.errors import RclError
from rcl.model import Kind
from rcl.tree import Tree
from rcl.workspace import Workspace

QUEUE_H = """\
#include <pthread.h>
#define TAKE(m) pthread_mutex_lock(m)
#define GIVE(m) pthread_mutex_unlock(m)
struct queue {
    pthread_mutex_t lock;
    int length;
};
int pop(struct queue *queue);
int popped(void);
"""
QUEUE_C = """\
#include "queue.h"
#include <counted.h>
#include <counts.h>
#include <unistd.h>

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static count pops;
static __thread int asked;

void never(void) {
}

void ask(void) {
    asked++;
}

static void (*const noting[])(void) = {
#include "noting.inc"
};

int popped(void) {
    int n;

    TAKE(&stats_lock);
    n = pops;
    noting[0]();
    COUNTED(n);
    GIVE(&stats_lock);
    return n;
}

int pop(struct queue *queue) {
    TAKE(&queue->lock);
    if (queue->length == 0) {
        GIVE(&queue->lock);
        return 0;
    }
    queue->length--;
    GIVE(&queue->lock);
    TAKE(&stats_lock);
    pops++;
    GIVE(&stats_lock);
    return 1;
}
"""
MAIN_C = """\
#include "queue.h"

static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static int all;

int main(void) {
    struct queue queue = {PTHREAD_MUTEX_INITIALIZER, 3};

    TAKE(&all_lock);
    all = popped();
    GIVE(&all_lock);
    while (pop(&queue))
        continue;
    return 0;
}
"""
#: what declares nothing but a type, and what declares nothing at all
COUNTS_H = "typedef int count;\n"
COUNTED_H = "#define COUNTED(n)\n"
NOTING_INC = "never,\n"
LATE_C = """\
#include "queue.h"

static pthread_mutex_t late_lock = PTHREAD_MUTEX_INITIALIZER;
int late;

void later(void) {
    TAKE(&late_lock);
    late += popped();
    GIVE(&late_lock);
}
"""
FILES = {
    "queue.h": QUEUE_H, "queue.c": QUEUE_C, "main.c": MAIN_C, "include/counts.h": COUNTS_H,
    "include/counted.h": COUNTED_H, "noting.inc": NOTING_INC,
}  # fmt: skip
ONE_MORE = "    TAKE(&all_lock);\n    all--;\n    GIVE(&all_lock);\n"
REMARK = "    // rcl: keep -- told so\n"
NEEDS = '[function.popped]\nneeds = "thread"\n'
PLAN = ".rcl/plan.toml"
_COMMON = ("-pthread", "-Ifirst", "-Iinclude")
Edit = Callable[[Path], None]


def build(root: Path, *flags: str) -> None:
    """The tree's compilation database: of all the sources that are there."""
    commands = [
        {"directory": str(root), "file": path.name, "arguments": ["gcc", *flags, *_COMMON, "-c", path.name]}
        for path in sorted(root.glob("*.c"))
    ]
    (root / compdb.NAME).write_text(json.dumps(commands))


def replaced(name: str, old: str, new: str) -> Edit:
    """``old`` is a regular expression."""
    return lambda root: changed(root / name, lambda text: re.sub(old, new, text))


def changed(path: Path, how: Callable[[str], str]) -> None:
    path.write_text(how(path.read_text()))


def added(name: str, text: str) -> Edit:
    def edit(root: Path) -> None:
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
        build(root)

    return edit


def gone(name: str) -> Edit:
    def edit(root: Path) -> None:
        (root / name).unlink()
        build(root)

    return edit


#: each with what takes it back, so that any of them may come at any time
EDITS: dict[str, tuple[Edit, Edit]] = {
    "a value": (replaced("queue.c", r"n = pops", "n = 2 * pops"), replaced("queue.c", r"2 \* pops", "pops")),
    "a line": (replaced("queue.c", r"\A", "\n"), replaced("queue.c", r"\A\n", "")),
    "a comment": (replaced("main.c", r" = popped", " /**/ = popped"), replaced("main.c", r" /\*\*/", "")),
    "a section": (
        replaced("main.c", r"    return 0;", f"{ONE_MORE}\\g<0>"),
        replaced("main.c", re.escape(ONE_MORE), ""),
    ),
    "a wait": (
        replaced("queue.c", r"return n;", "sleep(1);\n    \\g<0>"),
        replaced("queue.c", r"sleep\(1\);\n    ", ""),
    ),
    "a remark": (replaced("main.c", r"    TAKE.*\n    all\b(?!-)", f"{REMARK}\\g<0>"), replaced("main.c", REMARK, "")),
    "a name": (replaced("queue.c", r"stats_lock", "count_lock"), replaced("queue.c", r"count_lock", "stats_lock")),
    "a macro": (replaced("queue.h", r"_lock\(m\)", "_lock((m))"), replaced("queue.h", r"\(\(m\)\)", "(m)")),
    "a field": (replaced("queue.h", r"int length;", "int more, length;"), replaced("queue.h", r"int more, ", "int ")),
    "a type": (
        replaced("include/counts.h", "int", "unsigned"), replaced("include/counts.h", "unsigned", "int"),
    ),
    "a list": (replaced("noting.inc", "never", "ask"), replaced("noting.inc", "ask", "never")),
    "a header that hides another": (
        added("first/counted.h", "#define COUNTED(n) asked += n\n"), gone("first/counted.h"),
    ),
    "flags": (lambda root: build(root, "-O1", "-Wall"), build),
    "a file": (added("late.c", LATE_C), gone("late.c")),
    "a description": (added(description.NAME, NEEDS), gone(description.NAME)),
    "a kind": (replaced(PLAN, r'kind = "posix"', 'kind = "rcl"'), replaced(PLAN, r'kind = "rcl"', 'kind = "posix"')),
    "a note": (replaced(PLAN, r"(?m)^tool = ", "# mine\n\\g<0>"), replaced(PLAN, r"# mine\n", "")),
}


def written(root: Path, everything: str) -> dict[str, bytes]:
    """What the verbs write, or what they refuse."""
    workspace = Workspace.at(root, jobs=1)
    try:
        Tree(root, jobs=1).choose(everything=everything)
        pipeline.staged(workspace, pipeline.analysis(workspace), fresh=True)
    except RclError as error:
        return {"refused": str(error).encode()}
    kept = (path for path in workspace.folder.rglob("*") if path.is_file() and workspace.cache not in path.parents)
    return {path.relative_to(workspace.folder).as_posix(): path.read_bytes() for path in kept}


def written_cold(root: Path, everything: str) -> dict[str, bytes]:
    """What they write with a plan and nothing else below .rcl/."""
    folder, aside = root / ".rcl", root.parent / "aside"
    folder.rename(aside)
    folder.mkdir()
    shutil.copy(aside / "plan.toml", folder)
    try:
        return written(root, everything)
    finally:
        shutil.rmtree(folder)
        aside.rename(folder)


@pytest.mark.parametrize("everything", ["", Kind.POSIX.value])
def test_series_of_edits(tmp_path: Path, everything: str) -> None:
    """Each is done and, some edits later, taken back."""
    root = tmp_path.resolve() / "tree"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    build(root)
    before, results = "", [written(root, Kind.POSIX.value)]
    waiting, chance = [(name, 0) for name in EDITS], Random(everything)
    while waiting:
        name, step = waiting.pop(chance.randrange(len(waiting)))
        EDITS[name][step](root)
        waiting += [(name, 1)] if step == 0 else []
        expected = written_cold(root, everything)
        results.append(written(root, everything))
        assert results[-1] == expected, f"{name}, after {before}"
        before = name
    assert "refused" not in results[0] and "refused" not in results[-1]
    assert len({tuple(sorted(result.items())) for result in results}) > len(EDITS)
