# SPDX-License-Identifier: MIT
"""The review: what it shows of a section, which decisions count and for how long, the page and the questions."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import sample
from rcl.model import Decision, Section, State, Verdict
from rcl.review import decisions
from rcl.review.page import page
from rcl.review.sidebyside import Line, lexed, rows
from rcl.review.views import Excerpt, Standing, View, views
from rcl.rewrite import ctext
from tool import Tool

HIT = "stats_lock/hit/1"


def file_of(rcl: Tool) -> Path:
    return rcl.root / "rcl-review.toml"


@pytest.fixture
def chosen(rcl: Tool) -> Tool:
    """The sample tree with everything chosen that can be."""
    assert rcl("choose", "--all") == 0
    return rcl


def standing(rcl: Tool, name: str = HIT) -> str:
    found = {s["id"]: s["standing"] for s in rcl.json("review")["sections"]}
    return str(found[name])


# ------------------------------------------------------------------------------------ decisions


def test_every_section_is_listed_and_only_shipped_ones_are_asked_about(chosen: Tool) -> None:
    assert chosen("review") == 0
    assert re.search(rf"{HIT} +thread\.c:8-10 +shipped +undecided", chosen.out)
    assert re.search(r"conn_queue\.lock/push/1 +thread\.c:18-20 +leased +in place +RCL001", chosen.out)
    assert "2 sections: 1 undecided, 1 in place" in chosen.out
    assert chosen("review", "--status") == 4


def test_an_accepted_section_stays_accepted(chosen: Tool) -> None:
    assert chosen("review", "--accept", HIT) == 0 and "1 accepted" in chosen.out
    assert chosen("review", "--status") == 0
    assert '[section."stats_lock/hit/1"]\nverdict = "accepted"' in file_of(chosen).read_text()
    assert chosen("review", "--undo", "stats_lock") == 0
    assert chosen("review", "--status") == 4 and standing(chosen) == "undecided"


def test_a_rejected_section_is_leased_and_the_reason_is_kept(chosen: Tool) -> None:
    assert chosen("review", "--reject", HIT) == 2 and "say why" in chosen.err
    assert chosen("review", "--reject", HIT, "-m", "too hot to move") == 0
    assert chosen("rewrite") == 0
    assert re.search(rf"{HIT} .*leased +RCL020", chosen.out) and "kept in place by hand: too hot to move" in chosen.out
    assert "rcl_exec" not in (chosen.root / ".rcl" / "rewritten" / "thread.c").read_text()
    assert standing(chosen) == "rejected" and chosen("review", "--status") == 0
    assert chosen("review", "--accept", HIT) == 0 and standing(chosen) == "accepted"
    assert chosen("rewrite") == 0 and "1 shipped" in chosen.out


def test_what_was_rejected_is_not_accepted_with_the_rest(chosen: Tool) -> None:
    assert chosen("review", "--reject", HIT, "-m", "too hot to move") == 0
    source = chosen.root / "thread.c"
    for _ in range(2):
        assert chosen("review", "--accept") == 0 and chosen("review", "--accept", "stats_lock") == 0
        assert [d.verdict for d in decisions.read(file_of(chosen))] == [Verdict.REJECTED]
        source.write_text(source.read_text().replace("hits += by", "hits += 2 * by"))
        assert chosen("choose", "--all") == 0
    assert standing(chosen) == "changed"


def test_a_decision_counts_while_the_text_is_the_same(chosen: Tool) -> None:
    assert chosen("review", "--accept") == 0
    source = chosen.root / "thread.c"
    source.write_text(source.read_text().replace("hits += by", "hits += 2 * by"))
    assert chosen("choose", "--all") == 0
    assert standing(chosen) == "changed" and chosen("review", "--status") == 4


def test_a_rejected_section_stays_in_place_when_its_text_changes(chosen: Tool) -> None:
    assert chosen("review", "--reject", HIT, "-m", "not this one") == 0
    source = chosen.root / "thread.c"
    source.write_text(source.read_text().replace("hits += by", "hits += 2 * by"))
    assert chosen("choose", "--all") == 0 and chosen("rewrite") == 0
    assert re.search(rf"{HIT} .*leased +RCL020", chosen.out) and standing(chosen) == "changed"


def test_a_decision_follows_its_text_to_another_ordinal() -> None:
    text = "lock();\na();\nunlock();\nlock();\nb();\nunlock();\n"
    first, second = (section("f", 1), section("f", 4, 2))
    made = Decision(first.id, Verdict.ACCEPTED, decisions.original_hash(text, second), "0")
    found = decisions.matched([first, second], [made], lambda _: text)
    assert found == {second.id: made}
    other = replace(made, original="else")
    assert decisions.matched([first, second], [other], lambda _: text) == {first.id: other}


def section(function: str, line: int, ordinal: int = 1) -> Section:
    found = sample.section("lock", function, line, line + 2)
    return replace(found, id=f"lock/{function}/{ordinal}")


def test_what_people_write_into_the_file_stays(chosen: Tool) -> None:
    assert chosen("review", "--accept", HIT) == 0
    path = file_of(chosen)
    path.write_text(path.read_text().replace("[section", "# asked Ann about it\n[section"))
    assert chosen("review", "--accept", HIT, "-m", "again") == 0
    assert "# asked Ann about it" in path.read_text()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("schema = 1\n", 1, "schema 'rcl-decisions-1' is expected"),
        ("schema = ", 1, "it is not TOML"),
        ('schema = "rcl-decisions-1"\nsection = 3\n', 1, "tables are expected"),
        ('schema = "rcl-decisions-1"\n[section."a/b/1"]\nverdict = "yes"\noriginal = ""\n', 3, "accepted or rejected"),
        ('schema = "rcl-decisions-1"\n[section."a/b/1"]\nverdict = "accepted"\n', 2, "field 'original' is missing"),
        ('schema = "rcl-decisions-1"\n[section.x]\nwho = "me"\n', 3, "unknown field 'who'"),
        ('schema = "rcl-decisions-1"\n[section.x]\nverdict = 1\n', 3, "verdict must be a string"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(chosen: Tool, text: str, line: int, why: str) -> None:
    file_of(chosen).write_text(text)
    assert chosen("review") == 2
    assert f"rcl-review.toml:{line}: " in chosen.err and why in chosen.err


# ---------------------------------------------------------------------------------------- views


def view_of(rcl: Tool, old: str = "", new: str = "") -> View:
    """The view of the sample's section, with a text in the rewritten file in the place of another."""
    from rcl import artefacts, pipeline
    from rcl.artefacts import CachedAnalysis
    from rcl.workspace import Workspace

    workspace = Workspace.at(rcl.root)
    known = artefacts.read(workspace.sections, CachedAnalysis).analysis
    function = (rcl.root / "thread.c").read_bytes().index(b"void hit")
    span = replace(known.sections[0].enter, start=function, end=function, line=6, end_line=11)
    sections = (replace(known.sections[0], function_span=span), *known.sections[1:])
    made = pipeline.staged(workspace, known)
    files = {name: text.replace(old.encode(), new.encode()) for name, text in made.files.items()}
    made = replace(made, sections=sections, files=files)
    return views(workspace, known, made, None, {})[0]


def test_a_view_holds_what_the_section_becomes(chosen: Tool) -> None:
    view = view_of(chosen)
    assert view.original == Excerpt(8, ("\tpthread_mutex_lock(&stats_lock);", "\thits += by;",
                                        "\tpthread_mutex_unlock(&stats_lock);"))  # fmt: skip
    assert view.moved.lines[0] == "struct hit_cs {" and view.moved.lines[-2:] == ("\treturn 0;", "}")
    assert [line.strip() for line in view.caller.lines if line] == [
        "struct hit_cs cs = {.by = by};",
        "rcl_exec_anon(&stats_lock, hit_cs, &cs, sizeof(cs));",
    ]
    assert view.standing is Standing.UNDECIDED


def test_a_section_inside_another_is_called_from_that_ones_function(chosen: Tool) -> None:
    view = view_of(chosen, "void hit(int by)", "static int outer_cs(void *ctx)")
    assert any("rcl_exec_anon(&stats_lock, hit_cs" in line for line in view.caller.lines)


def test_every_function_of_a_text_is_found() -> None:
    text = "int a;\n/* f */\nint f(int x)\n{ if (x) { return 1; } return 0; }\n#if X\nint g(void) {\n#else\n" \
           "int g(int x) {\n#endif\n\treturn f(1);\n}\nint h();\nint k(x) int x; { return x; }\n"  # fmt: skip
    found = list(ctext.definitions(text))
    assert [f.name for f in found] == ["f", "g", "k"]
    for known in found:
        assert (known.body, known.end) == ctext.function_body(text, known.name)
        assert known.head == ctext.function_head(text, known.name, known.body)


def test_lines_are_paired_and_words_that_differ_are_marked() -> None:
    left = lexed(Excerpt(5, ("lock(&m);", "\ttotal += by; /* all */", "unlock(&m);")))
    right = lexed(Excerpt(9, ("int by = cs->by;", "\t\ttotal += cs->by; /* all */", "return 0;")))
    assert [line.number for line in left] == [5, 6, 7]
    assert [w.kind for w in left[1].words if w.text == "/* all */"] == ["comment"]
    found = rows(left, right)
    assert [(row.left and row.left.number, row.right and row.right.number) for row in found] == [
        (5, None), (None, 9), (6, 10), (7, None), (None, 11),
    ]  # fmt: skip
    pair = found[2]
    assert pair.left is not None and pair.right is not None
    assert [w.text for w in pair.left.words if w.changed] == []
    assert "".join(w.text for w in pair.right.words if w.changed) == "cs->"


def test_a_line_that_only_moved_is_no_change() -> None:
    found = rows(lexed(Excerpt(1, ("\tx++;",))), lexed(Excerpt(7, ("\t\t\tx++;",))))
    assert [row.changed for row in found] == [False]


def test_lexing_keeps_every_character() -> None:
    lines = ("#if A \\", "  && B", '\tputs("/* no */"); // yes', "/* one", " * two */ int x;", "", "\u00e9 @ `")
    assert tuple("".join(w.text for w in line.words) for line in lexed(Excerpt(1, lines))) == lines
    assert all(isinstance(line, Line) for line in lexed(Excerpt(1, lines)))


# ----------------------------------------------------------------------------------------- page


def browser() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("chromium is not installed")
    return found


def shown_by(path: Path, script: str, tmp_path: Path) -> str:
    """The page's document after it has run, and a script after it."""
    tried = tmp_path / "tried.html"
    tried.write_text(path.read_text().replace("</html>", f"<script>{script}</script></html>"))
    command = [browser(), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'user'}",
               "--virtual-time-budget=2000", "--dump-dom", tried.as_uri()]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def test_the_page_filters_and_opens_by_keyboard(chosen: Tool, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    assert chosen("review", "--html", str(path)) == 0 and "written" in chosen.err
    assert 'src="' not in path.read_text() and "http" not in path.read_text(), "it needs nothing else"
    script = (
        "parts.forEach(p=>{p.open=false});text.value='HIT shipped';text.value='hit';"
        "text.dispatchEvent(new Event('input'));dispatchEvent(new KeyboardEvent('keydown',{key:'j'}));"
    )
    seen = shown_by(path, script, tmp_path)
    assert ">1 of 2<" in seen
    details = dict(re.findall(r'<details id="([^"]+)"([^>]*)>', seen))
    assert details[HIT] == ' open=""' and "hidden" in details["conn_queue.lock/push/1"]


def test_what_is_too_wide_for_the_page_is_not_cut(chosen: Tool, tmp_path: Path) -> None:
    """Remarks are broken into lines; tables that are wider can be moved."""
    path = tmp_path / "review.html"
    assert chosen("review", "--html", str(path)) == 0
    script = (
        "document.body.style.width='300px';parts.forEach(p=>{p.open=true;p.style.contentVisibility='visible'});"
        "const end=e=>e.getBoundingClientRect().right,all=[...document.querySelectorAll('.grid>div')];"
        "document.body.dataset.cut=all.filter(d=>end(d)>end(d.closest('details'))).length+' of '+all.length"
    )
    seen = shown_by(path, script, tmp_path)
    assert re.search(r'data-cut="0 of [1-9]', seen)


def test_a_page_of_a_thousand_sections_is_closed_and_complete(chosen: Tool, tmp_path: Path) -> None:
    view = view_of(chosen)
    many = [replace(view, section=replace(view.section, id=f"stats_lock/f<{n}>&/1")) for n in range(1000)]
    path = tmp_path / "many.html"
    path.write_text(page("many", many))
    seen = shown_by(path, "dispatchEvent(new KeyboardEvent('keydown',{key:'k'}));", tmp_path)
    assert ">1000 of 1000<" in seen and seen.count("<details") == 1000 and ' open=""' not in seen
    assert "stats_lock/f&lt;999&gt;&amp;/1" in seen


# ----------------------------------------------------------------------------------------- asking


def answered(rcl: Tool, answers: str) -> str:
    """What a terminal shows when a person answers so."""
    master, slave = pty.openpty()
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import sample; import rcl.rewrite; "
        "rcl.rewrite.rewrite = sample.rewrite; from rcl.cli import main; "
        "sys.exit(main(['review', '-q', '-C', sys.argv[2]]))"
    )
    command = [sys.executable, "-c", program, str(Path(__file__).parent), str(rcl.root)]
    environment = {**os.environ, "COLUMNS": "160", "TERM": "xterm", "NO_COLOR": "1"}
    os.write(master, answers.encode())
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        shown = b""
        while chunk := _read(master):
            shown += chunk
    os.close(master)
    assert process.returncode == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.decode())


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def test_it_asks_about_each_open_section(chosen: Tool) -> None:
    shown = answered(chosen, "?\nwhat\no\ny\n")
    assert f"{HIT}  (1 of 1)  thread.c:8-10" in shown and "y  accept this section" in shown
    assert "static int hit_cs(void *context)" in shown and " - " in shown, "side by side, then as a diff"
    assert standing(chosen) == "accepted"


def test_a_rejection_asks_why(chosen: Tool) -> None:
    answered(chosen, "n\nit sleeps\n")
    found = decisions.read(file_of(chosen))
    assert [(d.section, d.verdict, d.note) for d in found] == [(HIT, Verdict.REJECTED, "it sleeps")]


@pytest.mark.parametrize(("answer", "left"), [("a", "accepted"), ("d", "undecided"), ("q", "undecided")])
def test_the_other_answers(chosen: Tool, answer: str, left: str) -> None:
    answered(chosen, f"{answer}\n")
    assert standing(chosen) == left


def test_the_editor_opens_at_the_section(chosen: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/seen\n')
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    answered(chosen, "e\n")
    assert (tmp_path / "seen").read_text() == f"+8 {chosen.root}/thread.c\n"


def test_leased_sections_are_shown_with_their_reason(chosen: Tool) -> None:
    document = chosen.json("review", "conn_queue.lock")
    (leased,) = document["sections"]
    assert leased["state"] == State.LEASED.value and "RCL001" in leased["remarks"]
    assert document["count"]["in place"] == 1
