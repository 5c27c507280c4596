# SPDX-License-Identifier: MIT
"""Small real programs from their sources to their own tests, every lock converted; the whole list is `make corpus`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from rcl import Tree, artefacts
from rcl.cli import main
from rcl.corpus.report import CorpusReport, remarks
from rcl.corpus.stages import KINDS
from rcl.model import Verdict
from rcl.review.views import Standing, View

ROOT = Path(__file__).parents[1]
MEMCACHED = ROOT / "cache" / "corpus" / "memcached" / "original"


@pytest.mark.parametrize("name", ["anl", "libusb-1.0", "s3backer"])
def test_a_real_program_ends_its_tests_as_before(name: str, tmp_path: Path) -> None:
    packages = [ROOT / ".ci" / "packages", ROOT / "corpus" / name / "packages.txt"]
    installed = subprocess.run(packages, capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"its Debian packages cannot be installed: {(installed.stdout + installed.stderr).strip()[-300:]}")
    output = tmp_path / "report.json"
    status = main(["corpus", "--quick", "-o", str(output), name])
    [program] = artefacts.read(output, CorpusReport).packages
    if program.stopped.startswith("fetch: "):
        pytest.skip(f"its sources cannot be fetched: {program.stopped}")
    assert status == 0, "\n".join(remarks(program))
    assert program.conversion is not None
    assert program.conversion.shipped > 0
    assert [(run.kind, run.verdict) for run in program.runs] == [(kind, "same") for kind in KINDS]


def decided(tree: Tree) -> dict[str, View]:
    return {view.section.id: view for view in tree.review()}


def test_a_new_version_of_memcached_keeps_its_decisions(tmp_path: Path) -> None:
    """As docs/upgrades.md says; the new version has other lines, one other section and one section more."""
    if not (MEMCACHED / "compile_commands.json").exists():
        pytest.skip("memcached has not been built here: make corpus PACKAGES=memcached")
    root = tmp_path / "memcached"
    shutil.copytree(MEMCACHED, root, symlinks=True)
    commands = root / "compile_commands.json"
    commands.write_text(commands.read_text().replace(str(MEMCACHED), str(root)))
    tree = Tree(root)
    tree.choose(everything="cc-synch")
    before = decided(tree)
    rejected, changed, new = "stats_lock/assoc_expand/1", "stats_lock/assoc_init/1", "stats_lock/assoc_reset/1"
    shipped = [view for view in before.values() if view.moved]
    tree.decide([view for view in shipped if view.section.id != rejected], Verdict.ACCEPTED)
    tree.decide([before[rejected]], Verdict.REJECTED, "too hot to move")

    assoc = root / "assoc.c"
    text = assoc.read_text()
    sizes, head = "    stats_state.hash_bytes = hashsize(hashpower)", "void assoc_init("
    assert text.count(sizes) == text.count(head) == 1
    more = "void assoc_reset(void);\nvoid assoc_reset(void) {\n    STATS_LOCK();\n    stats_state.hash_bytes = 0;\n" \
           "    STATS_UNLOCK();\n}\n\n"  # fmt: skip
    assoc.write_text(text.replace(sizes, f"{sizes} + 0").replace(head, more + head))
    (root / ".rcl" / "sections.json").unlink()
    tree.choose()
    after = decided(tree)
    expected = {name: view.standing for name, view in before.items() if view.standing is Standing.IN_PLACE}
    expected |= {view.section.id: Standing.ACCEPTED for view in shipped}
    expected |= {rejected: Standing.REJECTED, changed: Standing.CHANGED, new: Standing.UNDECIDED}
    assert {name: view.standing for name, view in after.items()} == expected
    assert not after[rejected].moved
