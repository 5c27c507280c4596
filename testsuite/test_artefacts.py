# SPDX-License-Identifier: MIT
"""The JSON artefacts: written and read back, and refused with their place when they are not what they should be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rcl import artefacts, jsontext
from rcl.artefacts import Applied, AppliedFile, CachedAnalysis
from rcl.errors import Code, RclError
from rcl.model import LockSite, Place, Profile
from sample import lock_profile, make_analysis, make_profile, make_tree


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A profile on disk."""
    site = LockSite("a.c", 3, "f", 1, 1, 0.5, 0.5)
    lock = lock_profile("x", 0.5, declared=Place("a.c", 1), sites=(site,))
    file = tmp_path / "profile.json"
    artefacts.write(file, make_profile(lock))
    return file


def refusal(path: Path) -> str:
    with pytest.raises(RclError) as caught:
        artefacts.read(path, Profile)
    assert caught.value.code is Code.BAD_ARTEFACT
    return str(caught.value)


def test_reads_what_it_wrote(path: Path, tmp_path: Path) -> None:
    lock = artefacts.read(path, Profile).locks[0]
    assert lock.declared == Place("a.c", 1) and lock.sites[0].function == "f"
    tree = make_tree(tmp_path / "tree")
    for thing in (
        CachedAnalysis("00", make_analysis(tree)),
        Applied("applied", (AppliedFile("a.c", None, "00", 0o755),)),
    ):
        artefacts.write(tmp_path / "thing.json", thing)
        assert artefacts.read(tmp_path / "thing.json", type(thing)) == thing
        written = json.loads((tmp_path / "thing.json").read_text())
        assert {**written, **artefacts.to_json(thing)} == written
        assert json.loads(jsontext.of(type(thing))(thing)) == artefacts.to_json(thing)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"line": 3', '"line": "3"', "$.locks[0].sites[0].line: a string where a whole number is expected"),
        ('"line": 3', '"line": true', "true or false where a whole number is expected"),
        ('"line": 3', '"lin": 3', "$.locks[0].sites[0].line: field 'line' is missing"),
        ('"storage": "static"', '"storage": "stat"', "$.locks[0].storage: 'stat' is not a valid"),
        ('"threads": 2', '"threads": null', "$.threads: null where a whole number is expected"),
        ('"measured": true', '"measured": 1', "$.measured: a whole number where true or false"),
        ('"cpu": "some cpu"', '"cpu": "", "gpu": ""', "$.machine: unknown field 'gpu'"),
        ('[\n  "./demo"\n ]', '"./demo"', "$.command: a string where a list is expected"),
        ('"machine": {', '"machine": 4, "x": {', "$.machine: a whole number where an object is expected"),
        ('"rcl-profile-2"', '"rcl-profile-9"', "'rcl-profile-9' where 'rcl-profile-2' is expected"),
        ('"schema"', '"scheme"', "no schema where 'rcl-profile-2' is expected"),
    ],
)
def test_names_the_fault_and_its_line(path: Path, old: str, new: str, complaint: str) -> None:
    text = path.read_text()
    line = 1 if "schem" in new or "rcl-" in new else text[: text.index(old)].count("\n") + 1
    path.write_text(text.replace(old, new, 1))
    said = refusal(path)
    assert complaint in said
    if "is missing" not in complaint and "unknown" not in complaint:
        assert f"profile.json:{line}:" in said


def test_every_truncation_is_refused(path: Path) -> None:
    text = path.read_text()
    for length in range(0, len(text.rstrip()), 7):
        path.write_text(text[:length])
        assert "it is not JSON" in refusal(path)


def test_other_rubbish(path: Path) -> None:
    for content, complaint in (
        (b"\xff\xfe", "it is not UTF-8"),
        (b"[1]", "it is not a JSON object"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b"9" * 5000, "4300 digits"),
    ):
        path.write_bytes(content)
        assert complaint in refusal(path)


def test_missing_and_unreadable(tmp_path: Path) -> None:
    with pytest.raises(RclError) as caught:
        artefacts.read(tmp_path / "profile.json", Profile)
    assert caught.value.code is Code.MISSING_ARTEFACT
    with pytest.raises(RclError) as caught:
        artefacts.read(tmp_path, Profile)
    assert caught.value.code is Code.UNREADABLE


def test_line_of_survives_odd_layout() -> None:
    text = '{ "a\\"b" : [1, {"c":\n[] }],\n"d": {"e": \n 5}}'
    assert artefacts.line_of(text, "$.d.e") == 4
    assert artefacts.line_of(text, "$.d.missing") == 3
    assert artefacts.line_of("{}", "$.a[3]") == 1
    assert artefacts.line_of('{"a": 1}', "$.b") == 1
