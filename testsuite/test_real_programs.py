# SPDX-License-Identifier: MIT
"""Small real programs from their sources to their own tests, every lock converted; the whole list is `make corpus`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rcl import artefacts
from rcl.cli import main
from rcl.corpus.report import CorpusReport, remarks
from rcl.corpus.stages import KINDS

ROOT = Path(__file__).parents[1]


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
