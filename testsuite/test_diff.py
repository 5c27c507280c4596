# SPDX-License-Identifier: MIT
"""The parts of a rewriting: a class's, and a section's, which git must take as a patch by itself."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import sample
from rcl import artefacts, diff
from rcl.artefacts import CachedAnalysis
from rcl.cache import Cache, key_of
from rcl.errors import Code, RclError
from rcl.model import Analysis
from rcl.rewrite.patch import unified
from rcl.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """The sample tree, with a stand-in for the rewriting."""
    monkeypatch.setattr("rcl.rewrite.rewrite", sample.rewrite, raising=False)
    return Workspace.at(sample.make_tree(tmp_path / "tree"))


@pytest.fixture
def known(workspace: Workspace) -> Analysis:
    """The sample tree's analysis, also on disk."""
    analysis = sample.make_analysis(workspace.root)
    workspace.prepare()
    artefacts.write(workspace.sections, CachedAnalysis("", analysis))
    return analysis


def taken(workspace: Workspace, patch: str) -> bool:
    command = ["git", "-C", workspace.root, "apply", "--check", "-"]
    return subprocess.run(command, input=patch.encode(), check=False).returncode == 0


def test_a_class_is_its_unit_alone(workspace: Workspace, known: Analysis) -> None:
    patch = diff.of_class(workspace, known, "conn_queue.lock@queue_reset")
    assert "rcl_lock(&q->lock)" in patch and "stats_lock" not in "".join(changed(patch))
    assert taken(workspace, patch)


def changed(patch: str) -> list[str]:
    return [line for line in patch.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def test_a_section_is_its_struct_its_function_and_its_call(workspace: Workspace, known: Analysis) -> None:
    section = diff.section_called(known, "stats_lock/hit/1")
    assert section is not None
    patch = diff.of_section(workspace, known, section)
    assert taken(workspace, patch)
    lines = changed(patch)
    assert "+struct hit_cs {" in lines and "+static int hit_cs(void *context)" in lines
    assert "+\trcl_exec_anon(&stats_lock, hit_cs, &cs, sizeof(cs));" in lines and "-\thits += by;" in lines
    rest = [line for line in changed(diff.of_class(workspace, known, "stats_lock")) if line not in lines]
    assert rest == [
        "-static pthread_mutex_t stats_lock;",
        '+#include "rcl_config.h"',
        "+static rcl_mutex_t stats_lock;",
    ]


def test_a_section_answers_to_its_class(known: Analysis) -> None:
    by_class = diff.section_called(known, "conn_queue.lock@queue_reset/push/1")
    assert by_class is not None and by_class is diff.section_called(known, "conn_queue.lock/push/1")
    assert diff.section_called(known, "stats_lock") is None
    assert diff.section_called(known, "stats_lock/hit/2") is None


def test_an_unknown_class_is_refused(workspace: Workspace, known: Analysis) -> None:
    with pytest.raises(RclError) as caught:
        diff.of_class(workspace, known, "stats_lokc")
    assert caught.value.code is Code.UNKNOWN_NAME and "did you mean stats_lock?" in str(caught.value)


@pytest.mark.parametrize("last", ["\n", ""])
def test_hunks_near_and_far_and_at_the_ends(tmp_path: Path, last: str) -> None:
    old = [f"line {n}\n" for n in range(40)]
    old[20] = "form\x0cfeed\n"
    old[-1] = old[-1].rstrip("\n") + last
    new = ["added\n", *old[:3], "changed\n", *old[4:20], *old[21:39], "end" + last]
    whole = unified({"f": "".join(old).encode()}, {"f": "".join(new).encode()})
    head, hunks = diff._parsed(whole)
    (tmp_path / "f").write_text("".join(old))
    patch = head + "".join(diff._rendered(old, new, hunks))
    subprocess.run(["git", "-C", tmp_path, "apply", "-"], input=patch.encode(), check=True)
    assert (tmp_path / "f").read_text() == "".join(new)
    assert patch == re.sub(r"^(@@ .* @@).*", r"\1", whole, flags=re.MULTILINE)


def test_a_carriage_return_ends_no_line(tmp_path: Path) -> None:
    """What stands behind one is the file's, even if it begins as git's own headers do."""
    old, new = b"a\rindex b\nc\n", b"a\rindex b\nd\rdiff --git e\n"
    (tmp_path / "f").write_bytes(old)
    patch = unified({"f": old}, {"f": new})
    subprocess.run(["git", "-C", tmp_path, "apply", "-"], input=patch.encode(), check=True)
    assert (tmp_path / "f").read_bytes() == new


@pytest.mark.parametrize(("old", "new"), [(b"", b"a\nb\n"), (b"a\nb\n", b"")])
def test_a_side_without_lines(old: bytes, new: bytes) -> None:
    (hunk,) = diff._parsed(unified({"f": old}, {"f": new}))[1]
    assert (hunk.old.start, hunk.old.stop, hunk.new.start, hunk.new.stop) == (0, old.count(b"\n"), 0, new.count(b"\n"))


def test_what_stands_in_another_section_is_not_its_own() -> None:
    own = diff._Own(old=range(20, 30), new=range(5, 60), foreign=[range(10, 13)])
    for old, new, belongs in (
        (range(20, 21), range(50, 51), True),
        (range(30, 30), range(55, 57), True),
        (range(5, 5), range(5, 15), True),
        (range(8, 9), range(30, 31), True),
        (range(10, 11), range(32, 33), False),
        (range(3, 4), range(3, 4), False),
        (range(31, 32), range(60, 61), False),
    ):
        assert own.has(diff._Hunk(old, new)) == belongs, (old, new)


NAMES = ("a/z.c", "a.c", "a b.c", 'q"u.c', "a/b/c.h", "ü.c")


def test_a_patch_that_was_made_before(tmp_path: Path) -> None:
    """What the cache has of files that are the same again is what would be made of them."""
    cache, old = Cache(tmp_path), dict.fromkeys(NAMES, b"1\n2\n")
    new = dict.fromkeys(NAMES, b"1\n3\n")
    first = unified(old, new, cache)
    assert first == unified(old, new) == unified(old, new, cache)
    for name in NAMES:
        new[name] = b"1\n++ b/a.c\n-- x\ndiff --git a b\n"
        assert unified(old, new, cache) == unified(old, new) != first
    del new["a.c"]
    assert unified(old, new, cache) == unified(old, new)


@pytest.mark.parametrize("answer", [[], 1, "text", [[]], {"f": 1}, {"f": []}, {"f": ["", ""]}, {"f": [1, 2, 3]}])
def test_a_kept_patch_of_another_shape_counts_as_none(answer: object, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep(key_of("patch"), answer)
    assert unified({"f": b"1\n"}, {"f": b"2\n"}, cache) == unified({"f": b"1\n"}, {"f": b"2\n"})
