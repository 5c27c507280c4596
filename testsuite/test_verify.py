# SPDX-License-Identifier: MIT
"""The original beside the rewritten program: alike where they are, and every kind of difference seen."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rcl import pipeline
from rcl.cli import main
from rcl.errors import Code, RclError
from rcl.pipeline import Staged
from rcl.verify import Verification, verify
from rcl.verify.observe import difference, observe
from rcl.verify.sanitizer import Sanitized
from rcl.verify.trial import Trial
from rcl.workspace import Workspace

PROGRAM = """\
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, racy;

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		total += i;
		pthread_mutex_unlock(&lock);
		racy++;
	}
	return NULL;
}

int main(void)
{
	struct timespec now;
	pthread_t threads[2];
	FILE *left = fopen("left.txt", "w");

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	clock_gettime(CLOCK_MONOTONIC, &now);
	fprintf(stderr, "%ld.%09ld\\n", (long)now.tv_sec, now.tv_nsec);
	printf("%ld in %s\\n", total, __FILE__);
	fprintf(left, "%ld\\n", total);
	fclose(left);
	return 0;
}
"""
MAKEFILE = "CFLAGS = -O1\nLDLIBS = -pthread\ndemo: demo.c\n\t$(CC) $(CFLAGS) -o $@ '$(CURDIR)/$<' $(LDLIBS)\n"
SECTION = "rcl_exec_anon(&lock, work_cs, &cs, sizeof(cs))"


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, Staged]:
    """A small program, converted."""
    root = tmp_path_factory.mktemp("verify") / "a tree"
    root.mkdir()
    (root / "demo.c").write_text(PROGRAM)
    (root / "Makefile").write_text(MAKEFILE)
    command = {"directory": str(root), "file": "demo.c", "arguments": ["cc", "-c", "demo.c"]}
    (root / "compile_commands.json").write_text(json.dumps([command]))
    assert main(["choose", "-q", "-C", str(root), "--all", "posix"]) == 0
    workspace = Workspace.at(root)
    return workspace, pipeline.staged(workspace, pipeline.analysis(workspace))


def tried(
    converted: tuple[Workspace, Staged],
    sanitized: bool = False,
    fault: Callable[[str], str] = str,
    build: str = "make -B",
) -> Verification:
    """The verification of a rewriting, with a fault in it."""
    workspace, made = converted
    text = made.files["demo.c"].decode()
    assert SECTION in text
    broken = replace(made, files={**made.files, "demo.c": fault(text).encode()})
    trial = Trial(("./demo",), build, "rm -f demo", ("as planned", "inline"), 2, 60)
    return verify(workspace, pipeline.analysis(workspace), broken, trial, sanitized)


def test_a_build_of_another_tree(converted: tuple[Workspace, Staged]) -> None:
    """A folder that CMake has configured names the tree: the copies keep what was built there, and would be alike."""
    workspace, _ = converted
    (workspace.root / "demo").write_bytes(b"\x7fELF of the original")
    with pytest.raises(RclError) as caught:
        tried(converted, build=f"make -B -C '{workspace.root}'")
    (workspace.root / "demo").unlink()
    assert caught.value.code is Code.BUILT_ELSEWHERE and ".rcl/verify/rewritten: it builds" in caught.value.sentence
    with pytest.raises(RclError, match=r"RCL100: make -B CURDIR='.*/a tree' made nothing"):
        tried(converted, build=f"make -B CURDIR='{workspace.root}'")


def verdicts(found: Verification) -> dict[str, str]:
    (planned, inline) = found.results
    assert {f.aspect: f.verdict for f in planned.findings} == {f.aspect: f.verdict for f in inline.findings}
    return {finding.aspect: finding.verdict for finding in planned.findings}


def test_a_right_rewriting_is_the_same(converted: tuple[Workspace, Staged]) -> None:
    workspace, _ = converted
    before = {path.name for path in workspace.root.iterdir()}
    found = tried(converted, sanitized=True)
    assert verdicts(found) == {"status": "same", "stdout": "same", "stderr": "varies", "files": "same"}
    assert found.sanitized is not None and not found.differs and found.shipped == 1
    assert found.sanitized.before == found.sanitized.after == ("data race of racy in work, demo.c",)
    assert {path.name for path in workspace.root.iterdir()} == before, "the tree stays as it is"


def test_other_results_are_found(converted: tuple[Workspace, Staged]) -> None:
    found = tried(converted, fault=lambda text: text.replace("total += i", "total += 2 * i"))
    assert found.differs
    assert verdicts(found) == {"status": "same", "stdout": "differs", "stderr": "varies", "files": "differs"}
    details = [f.detail for f in found.results[0].findings]
    assert details[1] == "line 1: '999000 in ./demo.c' before, '1998000 in ./demo.c' after"
    assert details[3].startswith("left.txt: ")


def test_another_status_is_found(converted: tuple[Workspace, Staged]) -> None:
    found = tried(converted, fault=lambda text: text.replace("return 0;\n}\n", "return total != 1;\n}\n"))
    assert verdicts(found)["status"] == "differs"
    assert found.results[0].findings[0].detail == "0 before, 1 after"


def test_a_new_race_is_found(converted: tuple[Workspace, Staged]) -> None:
    without = "racy < 0 ? rcl_lock(&lock) : 0, work_cs(&cs)"
    found = tried(converted, sanitized=True, fault=lambda text: text.replace(SECTION, without))
    assert found.sanitized is not None and found.differs
    assert found.sanitized.new == ("data race of total in work, demo.c",)


def test_what_does_not_build_is_refused(converted: tuple[Workspace, Staged]) -> None:
    with pytest.raises(RclError) as caught:
        tried(converted, build="false")
    assert caught.value.code is Code.COMMAND_FAILED


def test_a_program_that_the_sanitizer_cannot_build_is_said_so(converted: tuple[Workspace, Staged]) -> None:
    found = tried(converted, sanitized=True, build="make -B && ! grep -q fsanitize .rcl/build/bin/cc")
    assert found.sanitized is not None and "cannot be built with -fsanitize=thread" in found.sanitized.skipped
    assert not found.differs


def test_new_reports_are_those_that_the_original_has_not() -> None:
    assert Sanitized(("a", "b"), ("b", "c")).new == ("c",)


def test_a_run_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("1")
    (tmp_path / "gone").write_text("1")
    run = observe(["sh", "-c", "echo 2 > old; echo 3 > new; rm gone; pwd; exit 3"], tmp_path, {}, 60)
    assert run.status == 3 and run.stdout == b".\n" and set(run.files) == {"old", "new", "gone"}
    assert not (tmp_path / "new").exists()


def test_a_run_that_does_not_end_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(RclError, match="more than"):
        observe([shutil.which("sleep") or "sleep", "60"], tmp_path, {}, 0.1)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (0, -11, "0 before, -11 after"),
        (b"a\nb\n", b"a\nc\n", "line 2: 'b' before, 'c' after"),
        (b"a\n", b"a\nc\n", "line 2: '' before, 'c' after"),
        ({"x": "1"}, {}, "x: 1 before, not written after"),
    ],
)
def test_the_first_difference_is_named(before: object, after: object, said: str) -> None:
    assert difference(before, after) == said  # type: ignore[arg-type]
