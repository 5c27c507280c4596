# SPDX-License-Identifier: MIT
"""What stays in place, as other tools read it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import sample
from rcl.model import Place
from rcl.remarks import UNSEEN, Remark, by_file, github, remarks, sarif
from tool import Tool


def test_each_section_and_class_that_stays_is_told(tmp_path: Path) -> None:
    known = sample.make_analysis(sample.make_tree(tmp_path))
    known = replace(known, warnings=("log.c:7: pthread_mutex_lock in code that no build compiles", "of no place"))
    assert [(a.level, a.code, str(a.place)) for a in remarks(known)] == [
        ("note", "RCL001", "thread.c:18"), ("warning", "RCL040", "log.c:2"), ("warning", UNSEEN, "log.c:7"),
    ]  # fmt: skip


def test_a_person_reads_one_line_a_file() -> None:
    warnings = ("a.h:3: mtx_t in code", "a.h:9: mtx_lock in code", "b.c:1: mtx_t in code", "of no place")
    assert by_file(warnings) == ["a.h:3: mtx_t in code, and 1 more in this file", *warnings[2:]]


def test_sarif_has_a_rule_for_each_result() -> None:
    found = [Remark("note", "RCL004", Place("a dir/b.c", 3), "why"), Remark("warning", UNSEEN, Place("c.c", 1), "")]
    document = sarif(found)
    (run,) = document["runs"]
    assert document["version"] == "2.1.0" and [r["id"] for r in run["tool"]["driver"]["rules"]] == ["RCL004", UNSEEN]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20dir/b.c" and place["region"] == {"startLine": 3}


def test_annotations_are_escaped() -> None:
    odd = Remark("note", "RCL001", Place("a,b:c.c", 3), "50 %\nof it: yes")
    assert github([odd]) == "::notice file=a%2Cb%3Ac.c,line=3,title=RCL001::50 %25%0Aof it: yes\n"


def test_analyse_writes_them(rcl: Tool, tmp_path: Path) -> None:
    path = tmp_path / "found.sarif"
    assert rcl("analyse", "--sarif", str(path)) == 0
    assert [r["ruleId"] for r in json.loads(path.read_text())["runs"][0]["results"]] == ["RCL001", "RCL040"]
    assert rcl("analyse", "--github") == 0 and rcl.out.startswith("::notice file=thread.c,line=18,title=RCL001::")
