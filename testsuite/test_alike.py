# SPDX-License-Identifier: MIT
"""Functions of headers that many files include: those that are alike are looked at once, and nothing else is found so.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from rcl import compdb
from rcl.analyse import Unit, analyse
from rcl.analyse.unit import alike, store
from rcl.artefacts import to_json
from rcl.cache import Cache

HEADER = """#include <pthread.h>
#ifndef TAKE
#define TAKE(m) pthread_mutex_lock(m)
#endif
#define GIVE(m) RELEASE(m)
#ifndef RELEASE
#define RELEASE(m) pthread_mutex_unlock(m)
#endif
#ifndef MOST
#define MOST 3
#endif
extern pthread_mutex_t lock;
extern int n;
static inline void take(pthread_mutex_t *m) { TAKE(m); }
static inline int step(void) {
    int r;
    TAKE(&lock);
#ifdef TWICE
    n++;
#endif
    r = n++;
    GIVE(&lock);
    return r;
}
static inline int stays(int v) {
    take(&lock);
    if (v > MOST)
        return 0;
    n = v;
    GIVE(&lock);
    return 1;
}
"""
USE = """#include "h.h"
int use_{0}(void) {{
    int r;
    take(&lock);
    r = n;
    GIVE(&lock);
    return r + step();
}}
"""
#: what stands before the header in a file
BEFORE = {
    "same": "",
    "another": "int another;\n",
    "twice": "#define TWICE\n",
    "constant": "#define MOST 4\n",
    "elsewhere": "#define MOST 3\n",
    "macro": "#define TAKE(m) do { pthread_mutex_lock(m); } while (0)\n",
    "inner": "#define RELEASE(x) ((void)pthread_mutex_unlock(x))\n",
    "gone": "#define TAKE(m)\n#define RELEASE(m)\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree of a file for each entry, each compiled twice, and one that defines what the header declares."""
    (tmp_path / "h.h").write_text(HEADER)
    texts = {f"{name}.c": before + USE.format(name) for name, before in BEFORE.items()}
    texts["main.c"] = USE.format("main") + "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nint n;\n"
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    commands = [
        {"directory": str(tmp_path), "file": name, "arguments": ["gcc", flag, "-pthread", "-c", name]}
        for name in texts for flag in ("-DONE", "-DTWO")
    ]  # fmt: skip
    (tmp_path / compdb.NAME).write_text(json.dumps(commands))
    return tmp_path.resolve()


def said(root: Path, cache: Cache | None = None) -> str:
    return json.dumps(to_json(analyse(root, root / compdb.NAME, jobs=2, cache=cache or Cache())))


def units_of(root: Path) -> list[Unit]:
    stored = store.Store(Cache(), root)
    return stored.together([stored.keep(c, *store.read(c, root)) for c in compdb.load(root / compdb.NAME)])


def apart(root: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said if each unit has all its functions for itself."""
    with monkeypatch.context() as patch:
        patch.setattr(alike.Alike, "_surroundings", lambda self, unit, file: id(unit))
        return said(root)


def test_which_are_alike(root: Path) -> None:
    units = units_of(root)
    own = {unit.file.removesuffix(".c") for unit in units if any(f.file == "h.h" for f in unit.functions)}
    assert own == BEFORE.keys() - {"another"}
    assert all("h.h" in unit.elsewhere for unit in units if unit.file in ("another.c", "main.c"))
    for one, two in zip(units[::2], units[1::2], strict=True):
        assert two.elsewhere.keys() == {one.file, "h.h"} and not two.functions
        assert one.files == two.files and one.file not in one.elsewhere


def test_the_same_is_said(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(root) == apart(root, monkeypatch)


@pytest.mark.parametrize("seed", range(3))
def test_after_edits(root: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit may change which unit has a header's functions, and whether others have them alike."""
    chance, cache = Random(seed), Cache(root / ".rcl" / "cache")
    for _ in range(4):
        path = root / f"{chance.choice(sorted(BEFORE))}.c"
        before = BEFORE[chance.choice(sorted(BEFORE))]
        path.write_text(before + USE.format(path.stem).replace("r = n", chance.choice(["r = n", "r = ++n"])))
        now = said(root, cache)
        assert now == said(root) == apart(root, monkeypatch)
