# SPDX-License-Identifier: MIT
"""The report: what it takes in, and that it speaks of this rewriting only."""

from __future__ import annotations

from pathlib import Path

import pytest

from rcl.compare import Comparison, Series
from rcl.report import records
from rcl.report.text import Grid, Heading, Paragraph, html, markdown
from rcl.verify import Finding, KindResult, Verification
from rcl.verify.sanitizer import Sanitized
from rcl.workspace import Workspace
from tool import Tool


@pytest.fixture
def chosen(rcl: Tool) -> Tool:
    """The sample tree, profiled, chosen and rewritten."""
    rcl.profile(0.631)
    assert rcl("choose", "--all") == 0 and rcl("rewrite") == 0
    return rcl


def tried(*findings: Finding) -> Verification:
    sanitized = Sanitized(("a race",), ("a race", "b"))
    return Verification(("./demo", "4"), 3, 1, (KindResult("posix", findings),), sanitized)


def test_it_says_what_was_changed_and_why(chosen: Tool) -> None:
    assert chosen("report") == 0
    assert "Converted: 3 lock classes. Of 2 critical sections, 1 moved into functions of their own, 1 in" in chosen.out
    assert "| `stats_lock` | thread.c:2 | adaptive | 1 | 0 | 63.1 % of busy time, 15.7 % contended |" in chosen.out
    assert "| RCL001 | 1 | {lock} is taken here and released in another function |" not in chosen.out
    assert "| RCL001 | 1 | crosses functions |" in chosen.out
    assert "Profiled: `./demo`." in chosen.out and "Review, by section: 1 undecided, 1 in place." in chosen.out
    assert "Not run beside the original" in chosen.out and "Not measured" in chosen.out
    assert "verify -- COMMAND | rcl " in chosen.err and "compare -- COMMAND\n" in chosen.err


def test_it_takes_in_what_was_tried_and_measured(chosen: Tool) -> None:
    workspace = Workspace.at(chosen.root)
    findings = (Finding("status", "same"), Finding("stdout", "differs", "line 3: 'a' before, 'b' after"))
    records.keep_verification(workspace, tried(*findings))
    series = (Series("posix", (100.0, 110.0)), Series("rcl", (200.0, 230.0)), Series("spin", (105.0, 120.0)))
    records.keep_comparison(workspace, Comparison(("./load",), "ops_per_s", series))
    assert chosen("report") == 0 and "next:" not in chosen.err
    assert "| posix | same | differs |" in chosen.out and "posix, stdout: line 3: 'a' before, 'b' after." in chosen.out
    assert "Thread sanitizer: 1 report before, 2 after, 1 new." in chosen.out
    assert "| rcl | 215 | 200 to 230 | 2.05 |  |" in chosen.out
    assert "| spin | 112.5 | 105 to 120 | 1.07 | the ranges overlap: it may be noise |" in chosen.out
    document = chosen.json("report")
    assert document["comparison"]["about"]["patch"] == document["patch"]


def test_what_another_rewriting_did_is_not_reported(chosen: Tool) -> None:
    records.keep_verification(Workspace.at(chosen.root), tried(Finding("status", "same")))
    kept = ("--lock", "conn_queue.lock@queue_init=keep", "--lock", "conn_queue.lock@queue_reset=keep")
    assert chosen("choose", *kept) == 0
    assert chosen("rewrite") == 0 and chosen("report") == 0
    assert "Not run beside the original" in chosen.out


def test_compare_and_verify_leave_their_results(chosen: Tool) -> None:
    assert chosen("compare", "--runs", "1", "--", "true") == 0
    found = records.comparison(Workspace.at(chosen.root))
    assert found is not None and found.result.command == ("true",)


def test_the_page_holds_the_same(chosen: Tool, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert chosen("report", "--html", str(path)) == 0
    text = path.read_text()
    assert "<code>stats_lock</code>" in text and "<h2>What it gained</h2>" in text and "http" not in text


def test_marks_of_markdown_and_html_are_escaped() -> None:
    content = (Heading("a < b"), Paragraph("`x & y`"), Grid(("one|two",), (("a | b",),)))
    assert markdown("t", content) == "# t\n\n## a < b\n\n`x & y`\n\n| one\\|two |\n| --- |\n| a \\| b |\n"
    assert "<h2>a &lt; b</h2>" in html("t", content) and "<code>x &amp; y</code>" in html("t", content)
