# SPDX-License-Identifier: MIT
"""The verbs as a user calls them: the whole way on a small tree, and every kind of bad input."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rcl as rcl_package
import sample
from rcl import artefacts
from rcl.cli import main
from rcl.errors import Code, RclError
from rcl.model import Analysis, Band, Calibration, CalibrationPoint
from rcl.refusals_doc import errors_doc
from rcl.workspace import sha256
from tool import Tool

DOCS = Path(__file__).parent.parent / "docs"


def test_the_whole_way(rcl: Tool) -> None:
    before = rcl.files()
    rcl.profile(0.631)
    assert rcl("choose") == 0
    assert ".rcl/plan.toml: 1 converted, 3 kept" in rcl.out and "by the rules of the RCL paper" in rcl.err
    assert "3 more are kept" in rcl.out and "log_lock" not in rcl.out
    assert re.search(r"stats_lock +rcl:0 +63\.1 % of busy time, 15\.7 % contended: above 20 %", rcl.out)
    assert f"next: rcl -C '{rcl.root}' rewrite\n" in rcl.err
    assert rcl("rewrite") == 0
    assert re.search(r"stats_lock/hit/1 +thread\.c +8-10 .*shipped", rcl.out)
    assert "sections 1 (1 shipped) | lock calls 2, all converted" in rcl.out
    assert "patch: .rcl/rewrite.patch (git apply --check: ok)" in rcl.out
    assert rcl.files() == before, "dry by default"
    assert rcl("diff") == 0 and rcl.out == (rcl.root / ".rcl" / "rewrite.patch").read_text()
    assert rcl("rewrite", "--apply") == 0
    assert "applied to 2 files\n" in rcl.out, "with the header"
    assert "rcl_exec_anon" in (rcl.root / "thread.c").read_text()
    assert "RCL_LOCK_stats_lock   RCL_SERVER(0)   /* thread.c:2   63.1 %" in (rcl.root / "rcl_config.h").read_text()
    assert rcl("header", "--check") == 0 and "up to date" in rcl.out
    assert rcl("diff") == 0 and "rcl_exec_anon" in rcl.out
    assert rcl("locks") == 0 and "stats_lock" in rcl.out
    assert rcl("rewrite", "--revert") == 0
    assert rcl.files() == before


def test_another_rcl_looks_again(rcl: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rcl("choose", "--all") == 0 and rcl("rewrite") == 0 and rcl.analyses == 1
    monkeypatch.setattr("rcl.pipeline.own_code", lambda: "another")
    assert rcl("locks") == 0 and rcl.analyses == 2


def test_a_copied_tree_is_another_one(rcl: Tool, tmp_path: Path) -> None:
    """What .rcl/ holds is about the first one, which the copy's compile_commands.json may still name."""
    assert rcl("locks") == 0 and rcl.analyses == 1
    copy = shutil.copytree(rcl.root, tmp_path / "copy")
    assert main(["locks", "-C", str(copy)]) == 0 and rcl.analyses == 2


def test_the_analysis_is_made_once_and_again_when_something_changed(rcl: Tool) -> None:
    for arguments, analyses in (((), 1), ((), 1), (("--fresh",), 2)):
        assert rcl("analyse", *arguments) == 0
        assert rcl.analyses == analyses
    assert "4 lock classes in 3 units, 2 sections (1 shipped, 1 leased, 0 refused; 0 blocking), 2 files" in rcl.out
    (rcl.root / "log.c").write_text("changed\n")
    assert rcl("locks") == 0 and rcl.analyses == 3
    commands = rcl.root / "compile_commands.json"
    commands.write_text(commands.read_text() + "\n")
    assert rcl("locks") == 0 and rcl.analyses == 4
    (rcl.root / ".rcl" / "sections.json").write_text("{")
    assert rcl("locks") == 0 and rcl.analyses == 5


def test_locks_are_listed_with_what_refuses_them(rcl: Tool) -> None:
    assert rcl("locks") == 0
    assert re.search(r"conn_queue\.lock@queue_init +heap +thread\.c:3 +thread\.c:13 +0 +1 +0 +conn", rcl.out)
    assert "log_lock: RCL040 log.c:2: log_lock is passed to elsewhere" in rcl.out
    found = rcl.json("locks")["locks"][0]
    assert found["name"] == "stats_lock" and found["sections"] == {"shipped": 1, "leased": 0, "refused": 0}


def test_choices_by_hand_stay(rcl: Tool) -> None:
    assert rcl("choose", "--lock", "stats_lock=inline") == 0 and "inline *" in rcl.out
    plan = rcl.root / ".rcl" / "plan.toml"
    plan.write_text(plan.read_text().replace("[lock.stats_lock]", "# mine\n[lock.stats_lock]"))
    rcl.profile(0.9)
    choices = {c["name"]: c for c in rcl.json("choose")["choices"]}
    assert (choices["stats_lock"]["kind"], choices["stats_lock"]["by_hand"]) == ("inline", True)
    assert "# mine" in plan.read_text()
    plan.write_text(plan.read_text().replace("by_hand = true", "").replace('"inline"', '"rcl"'))
    choices = {c["name"]: c for c in rcl.json("choose")["choices"]}
    assert choices["stats_lock"]["kind"] == "rcl" and not choices["stats_lock"]["by_hand"], "what the rule says too"


def test_all_takes_every_class_that_can_be(rcl: Tool) -> None:
    choices = {c["name"]: c for c in rcl.json("choose", "--all", "--lock", "stats_lock=posix")["choices"]}
    assert {name: (c["convert"], c["kind"]) for name, c in choices.items()} == {
        "stats_lock": (True, "posix"),
        "conn_queue.lock@queue_init": (True, "adaptive"),
        "conn_queue.lock@queue_reset": (True, "adaptive"),
        "log_lock": (False, "adaptive"),
    }
    sections = rcl.json("rewrite")["sections"]
    assert [s["state"] for s in sections] == ["shipped", "leased"]
    assert sections[1]["reason"]["code"] == "RCL001"


def test_an_edited_header_is_kept_and_told(rcl: Tool) -> None:
    assert rcl("choose", "--lock", "stats_lock=rcl:0") == 0
    assert rcl("header", "--check") == 4 and not (rcl.root / "rcl_config.h").exists()
    assert rcl("header") == 0 and rcl("header", "--check") == 0
    header = rcl.root / "rcl_config.h"
    header.write_text(header.read_text().replace("RCL_SERVER(0) ", "RCL_SERVER(2) "))
    for _ in range(2):
        assert rcl("header") == 0
        assert "RCL_LOCK_stats_lock is kept as edited; the plan says RCL_SERVER(0)" in rcl.err
    assert re.search(r"stats_lock +RCL_SERVER\(2\)", header.read_text())
    assert rcl("choose", "--lock", "stats_lock=inline") == 0
    assert rcl("header", "--check") == 0, "the edit still wins"


def test_a_calibrated_machine_decides(rcl: Tool, tmp_path: Path) -> None:
    rcl.profile(0.5)
    points = tuple(
        CalibrationPoint(7, 1, share, 1e9, {"mcs-tp": Band(1.2, 1.3, 1.4), "rcl": Band(0.5, 0.6, 0.7)})
        for share in (0.1, 0.9)
    )
    here = sample.make_profile().machine
    for name, machine in (("here", here), ("other", replace(here, cpu="another"))):
        artefacts.write(tmp_path / name, Calibration(machine, 3, 0.0, points, None, None))
    chosen = rcl.json("choose", "--machine", str(tmp_path / "here"))["choices"][0]
    assert (chosen["name"], chosen["kind"]) == ("stats_lock", "mcs-tp") and "by rcl calibrate" in chosen["reason"]
    assert chosen["why_kind"].startswith("others: rcl 0.")
    assert "RCL paper" not in rcl.err and "another machine" not in rcl.err
    shutil.copy(tmp_path / "other", rcl.root / ".rcl" / "machine.json")
    assert rcl("choose") == 0 and "another machine than the one that was calibrated" in rcl.err
    assert rcl("choose", "--machine", str(tmp_path / "none")) == 2 and "run first: rcl calibrate" in rcl.err


def test_the_header_says_what_the_plan_was_made_of(rcl: Tool, tmp_path: Path) -> None:
    rcl.profile(0.5)
    server = tmp_path / "server.json"
    (rcl.root / ".rcl" / "profile.json").rename(server)
    rcl.profile(0.1)
    assert rcl("choose", str(server), str(rcl.root / ".rcl" / "profile.json")) == 0 and rcl("header") == 0
    text = (rcl.root / "rcl_config.h").read_text()
    assert "50.0 % of busy time" in text
    server.unlink()
    assert rcl("header") == 0 and "10.0 % of busy time" in (rcl.root / "rcl_config.h").read_text()


def test_a_checkout_is_checked_without_a_plan(rcl: Tool) -> None:
    assert rcl("choose", "--lock", "stats_lock=rcl:0") == 0 and rcl("rewrite", "--apply") == 0
    shutil.rmtree(rcl.root / ".rcl")
    (rcl.root / "thread.c").open("a").write("static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);\n")
    assert rcl("header", "--check") == 4 and "thread.c:" in rcl.out and "no line for other" in rcl.out
    header = rcl.root / "rcl_config.h"
    header.write_text(header.read_text() + "#define RCL_LOCK_other RCL_POSIX\n")
    assert rcl("header", "--check") == 0 and "rcl_config.h: fits the sources" in rcl.out
    assert not (rcl.root / ".rcl").exists()


def test_edits_of_the_header_survive_a_revert(rcl: Tool) -> None:
    assert rcl("choose", "--lock", "stats_lock=rcl:0") == 0 and rcl("rewrite", "--apply") == 0
    header = rcl.root / "rcl_config.h"
    header.write_text(header.read_text().replace("RCL_SERVER(0) ", "RCL_SERVER(2) "))
    assert rcl("rewrite", "--revert") == 0 and not header.exists()
    assert rcl("rewrite", "--apply") == 0
    assert re.search(r"stats_lock +RCL_SERVER\(2\)", header.read_text())


def test_an_old_header_is_told(rcl: Tool) -> None:
    assert rcl("choose", "--lock", "stats_lock=rcl:0") == 0 and rcl("header") == 0
    assert rcl("choose", "--lock", "stats_lock=spin") == 0 and rcl("rewrite", "--apply") == 0
    assert "rcl_config.h is out of date; run: rcl header" in rcl.err


def test_what_a_build_may_make_anew_is_told(rcl: Tool) -> None:
    said = "thread.c is ignored by git: if a build makes it, change what it is made of, too"
    assert rcl("choose", "--lock", "stats_lock=rcl:0") == 0 and rcl("rewrite") == 0 and said not in rcl.err
    subprocess.run(["git", "-C", rcl.root, "init", "-q"], check=True)
    (rcl.root / ".gitignore").write_text("thread.*\n")
    assert rcl("rewrite") == 0 and said in rcl.err
    source = rcl.root / "thread.c"
    source.write_text(f'#line 2 "build/thread.c"\n{source.read_text()}')
    assert rcl("rewrite") == 0 and said in rcl.err
    source.write_text(f'#line 7 "thread.l"\n{source.read_text()}')
    assert rcl("rewrite") == 0 and said not in rcl.err
    assert "thread.c is made of thread.l, as its #line says: change that, too" in rcl.err
    source.write_text(source.read_text().split("\n", 2)[2])
    assert rcl("rewrite", "--apply") == 0 and said in rcl.err


def test_a_header_without_a_class_is_brought_up_to_date(rcl: Tool) -> None:
    header = rcl.root / "rcl_config.h"
    assert rcl("choose", "--lock", "stats_lock=rcl:0") == 0 and rcl("header") == 0
    before = header.read_text()
    assert rcl("choose", "--all") == 0 and rcl("rewrite", "--apply") == 0
    assert "RCL_LOCK_conn_queue_lock_queue_init" in header.read_text()
    assert rcl("rewrite", "--revert") == 0 and header.read_text() == before


def test_odd_bytes_in_names_and_sources(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    sample.make_tree(root)
    (root / "thread.c").write_bytes(b"/* caf\xe9 */\n" + sample.THREAD_C.encode())
    (root / "compile_commands.json").write_text("[]")
    odd = os.fsdecode(b"\xe9.c")
    (root / odd).write_text("")

    def analyse(tree: Path, *_: object, **__: object) -> Analysis:
        found = sample.make_analysis(tree)
        return replace(found, sources={**found.sources, odd: sha256(b"")})

    def rewrite(*arguments: Any, **_: Any) -> sample.Rewriting:
        return sample.Rewriting({odd: b"new\n"}, "\udce9\n", ())

    monkeypatch.setattr("rcl.analyse.analyse", analyse)
    monkeypatch.setattr("rcl.rewrite.rewrite", rewrite)
    monkeypatch.setattr("rcl.cli.rewriting.check_patch", lambda *_: None)
    for command in (["choose", "--all"], ["choose"], ["rewrite", "--apply"], ["diff"], ["header"]):
        capsysbinary.readouterr()
        assert main([*command, "-C", str(root)]) == 0
        out, err = capsysbinary.readouterr()
        assert b"error" not in err and (out == b"\xe9\n" or command != ["diff"])
    (root / odd).write_text("edit")
    assert main(["rewrite", "--revert", "-C", str(root)]) == 2
    assert b"\xe9.c was edited" in capsysbinary.readouterr().err


def test_one_class_is_taken_out_again(rcl: Tool) -> None:
    before = rcl.files()
    assert rcl("choose", "--all") == 0 and rcl("rewrite", "--apply") == 0
    rcl.edit("rcl_config.h", "queue_init    RCL_ADAPTIVE", "queue_init    RCL_SPIN")
    document = json.loads(rcl.text("rewrite", "--json", "--revert", "--lock", "stats_lock"))
    assert document["reverted"] == ["rcl_config.h", "thread.c"] and document["kept"] == ["conn_queue.lock"]
    text, header = (rcl.root / "thread.c").read_text(), (rcl.root / "rcl_config.h").read_text()
    assert "pthread_mutex_lock(&stats_lock)" in text and "hit_cs" not in text and "rcl_lock(&q->lock)" in text
    assert "stats_lock" not in header and re.search(r"queue_init +RCL_SPIN", header), "a person's edit stays"
    assert rcl("review") == 0 and "hit" not in rcl.out and "push" in rcl.out
    assert rcl("diff") == 0 and "hit_cs" not in rcl.out and "rcl_lock(&q->lock)" in rcl.out
    assert rcl("diff", "stats_lock") == 0 and "hit_cs" in rcl.out, "what it would be again"
    assert "convert = false # taken out by hand" in (rcl.root / ".rcl" / "plan.toml").read_text()
    assert rcl("choose") == 0 and "stats_lock" in rcl.out and "keep *" in rcl.out, "the plan remembers"
    assert rcl("header", "--check") == 0
    assert rcl("rewrite", "--revert") == 0 and rcl.files() == before


def test_the_last_class_is_a_whole_revert(rcl: Tool) -> None:
    before = rcl.files()
    assert rcl("choose", "--all") == 0 and rcl("rewrite", "--apply") == 0
    assert rcl("rewrite", "--revert", "--lock", "conn_queue.lock@queue_reset") == 0
    assert "with what can only be converted together: conn_queue.lock@queue_init" in rcl.err
    assert rcl("rewrite", "--revert", "--lock", "stats_lock") == 0 and "0 units" in rcl.out
    assert rcl.files() == before and rcl("rewrite", "--revert") == 2


def test_diffs_of_parts(rcl: Tool) -> None:
    assert rcl("choose", "--all") == 0
    assert rcl("diff", "conn_queue.lock@queue_init") == 0 and "hit_cs" not in rcl.out
    assert "hit_cs" in rcl.json("diff", "stats_lock/hit/1")["patch"]
    assert rcl("choose", "--lock", "stats_lock=rcl") == 0
    of_file = rcl.json("diff", "thread.c")["patch"]
    assert "hit_cs" in of_file and of_file.count("+++ ") == 1 and of_file in rcl.json("diff")["patch"]
    assert rcl.json("diff", str(rcl.root / "thread.c"))["patch"] == of_file
    assert rcl("diff", "threat.c") == 2
    assert rcl("diff", "stats_lok") == 2 and "did you mean stats_lock?" in rcl.err


def edit_plan(rcl: Tool, old: str, new: str) -> None:
    plan = rcl.root / ".rcl" / "plan.toml"
    plan.write_text(plan.read_text().replace(old, new, 1))


def apply(rcl: Tool) -> None:
    assert rcl("choose", "--lock", "stats_lock=rcl") == 0 and rcl("rewrite", "--apply") == 0


def spoil(name: str, text: str = "changed\n") -> Callable[[Tool], None]:
    return lambda rcl: (rcl.root / name).write_text(text) and None


CHOSEN = ("choose", "--lock", "stats_lock=rcl")


@pytest.mark.parametrize(
    ("prepare", "command", "status", "said"),
    [
        ((), "choose", 2, "RCL087: there is no .rcl/profile.json"),
        ((), "rewrite", 2, "RCL087"),
        ((), "rewrite --revert", 2, "RCL090: no rewriting is applied"),
        ((), "rewrite --revert --apply", 2, "RCL096"),
        ((), "analyze", 2, "No such command 'analyze'. Did you mean 'analyse'?"),
        ((), "undo", 2, "No such command 'undo'.\n"),
        ((), "choose --lock stats_lock", 2, "NAME=KIND[:SERVER] is expected"),
        ((), "choose --lock stats_lock=fast", 2, "'fast' is not keep, rcl:SERVER (0 to 31), or one of: posix,"),
        ((), "choose --lock stat_lock=rcl", 2, "RCL085: there is no lock class called stat_lock (did you mean"),
        ((), "choose --lock log_lock=rcl", 3, "RCL053: log.c:2: log_lock cannot be converted"),
        ((), "choose --all rcl:32", 2, "--all rcl:32: 'rcl:32' is not"),
        ((), "choose nowhere.json", 2, "RCL087: there is no nowhere.json"),
        ((), "explain RCL999", 2, "there is no such code"),
        ((), "compare --kinds keep -- true", 2, "RCL096"),
        ((), "compare -- false", 2, "RCL094: false (RCL_LOCKS='*=posix') ended with status 1"),
        ((), "profile", 2, "a command to run is missing"),
        ((), "profile --show a b", 2, "--show takes one file"),
        ((), "profile --show", 2, "RCL087"),
        ((), "nonsense", 2, "No such command"),
        ((lambda r: r.profile(0.5), CHOSEN, spoil("thread.c")), "rewrite", 2, "RCL086: .rcl/plan.toml is older than"),
        ((CHOSEN, ("choose", "--lock", "stats_lock=keep")), "rewrite", 2, "RCL089: the plan converts no lock class"),
        ((CHOSEN, spoil(".rcl/plan.toml", "[")), "rewrite", 2, "RCL088: "),
        ((CHOSEN, lambda r: edit_plan(r, "stats_lock]", "stat]")), "rewrite", 2, "RCL085"),
        ((lambda r: r.profile(0.5), spoil("thread.c")), "choose", 2, "RCL086: .rcl/profile.json is older"),
        ((spoil(".rcl", "a file"),), "choose --lock stats_lock=rcl", 2, "RCL099"),
        ((apply,), "rewrite --apply", 2, "RCL091: a rewriting is already applied"),
        ((apply,), "rewrite", 2, "RCL091"),
        ((), "rewrite --revert --lock stats_lock", 2, "RCL090"),
        ((), "rewrite --lock stats_lock", 2, "RCL096: --lock stats_lock: it goes with --revert"),
        ((apply,), "rewrite --revert --lock stat_lock", 2, "RCL085"),
        ((apply,), "rewrite --revert --lock conn_queue.lock@queue_init", 2, "it is not converted"),
        ((apply, spoil("thread.c")), "rewrite --revert --lock stats_lock", 2, "RCL092: thread.c was edited"),
        ((apply, spoil("thread.c", "rcl_lock(&m);\n")), "rewrite --revert", 2, "RCL092: thread.c was edited"),
        ((apply, spoil("log.c")), "locks", 2, "RCL086"),
        ((apply, spoil(".rcl/sections.json", "{")), "analyse", 2, "make it again: rcl rewrite --revert"),
        ((apply, spoil(".rcl/rewrite.json", "{")), "diff", 2, "make it again: rcl rewrite --revert"),
    ],
)
def test_bad_input(
    rcl: Tool, prepare: tuple[Any, ...], command: str, status: int, said: str, tmp_path: Path
) -> None:
    for step in prepare:
        if callable(step):
            step(rcl)
        else:
            assert rcl(*step) == 0
    before = rcl.files()
    found = rcl(*command.split()) if command != "nonsense" else main(["nonsense"])
    if command != "nonsense":
        assert said in rcl.err and rcl.err.count("error") <= 1
    assert found == status and rcl.files() == before


def test_apply_takes_what_was_shown_unless_that_is_out_of_date(rcl: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counting(*arguments: Any, **keywords: Any) -> sample.Rewriting:
        made.append(arguments[2])
        return sample.rewrite(*arguments, **keywords)

    monkeypatch.setattr("rcl.rewrite.rewrite", counting)
    assert rcl("choose", "--lock", "stats_lock=rcl") == 0 and rcl("rewrite") == 0 and rcl("diff") == 0
    assert made == [("stats_lock",)]
    (rcl.root / ".rcl" / "rewritten" / "thread.c").write_text("tampered\n")
    assert rcl("diff") == 0 and len(made) == 2
    assert rcl("choose", "--all") == 0 and rcl("rewrite", "--apply") == 0
    assert made[2:] == [("stats_lock", "conn_queue.lock")]
    text = (rcl.root / "thread.c").read_text()
    assert "rcl_lock(&q->lock)" in text and "rcl_exec_anon" in text


def test_a_patch_that_git_does_not_take_is_a_bug(
    rcl: Tool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(*arguments: Any, **keywords: Any) -> sample.Rewriting:
        made = sample.rewrite(*arguments, **keywords)
        return replace(made, patch=made.patch.replace("-static pthread", "-statik pthread"))

    subprocess.run(["git", "init", "-q", rcl.root.parent], check=True)
    assert rcl("choose", "--lock", "stats_lock=rcl") == 0
    monkeypatch.setattr("rcl.rewrite.rewrite", wrong)
    assert main(["rewrite", "-C", str(rcl.root)]) == 1
    assert "git apply --check: error: patch failed: thread.c" in capsys.readouterr().err


def test_a_stale_profile_can_be_taken(rcl: Tool) -> None:
    rcl.profile(0.5)
    (rcl.root / "thread.c").write_text(sample.THREAD_C + "\n")
    assert rcl("choose") == 2 and "--stale-ok" in rcl.err
    assert rcl("choose", "--stale-ok") == 0


def test_no_compile_commands(rcl: Tool, tmp_path: Path) -> None:
    assert rcl("locks", "-p", str(tmp_path)) == 2
    assert f"error RCL080: no compile_commands.json in {tmp_path}\n  build the program once under bear" in rcl.err
    assert "or pass -p DIRECTORY)" in rcl.err


def test_compile_commands_in_the_build_folder(rcl: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """There CMake and Meson leave them."""
    monkeypatch.chdir(rcl.root)
    (rcl.root / "a build").mkdir()
    (rcl.root / "compile_commands.json").rename(rcl.root / "a build" / "compile_commands.json")
    assert rcl("locks") == 2 and "bear -- make (or pass -p 'a build')\n" in rcl.err
    assert rcl("locks", "-p", "a build") == 0


def test_options_stand_before_or_after_the_verb(rcl: Tool, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-q", "--json", "-C", str(rcl.root), "locks"]) == 0
    before = capsys.readouterr()
    assert main(["locks", "-q", "--json", "-C", str(rcl.root)]) == 0
    assert capsys.readouterr() == before and before.err == "" and before.out.startswith("{")


def test_the_next_step_is_in_the_same_tree(
    rcl: Tool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the command line says it, in the shell's words; what the environment says need not be said again."""
    odd = rcl.root.rename(rcl.root.with_name("odd name"))
    monkeypatch.chdir(odd.parent)
    assert main(["-C", "odd name", "analyse", "-p", "odd name"]) == 0
    where = "rcl -C 'odd name' -p 'odd name'"
    assert f"next: {where} locks | {where} profile -- COMMAND | {where} choose\n" in capsys.readouterr().err
    monkeypatch.chdir(odd)
    monkeypatch.setenv("RCL_BUILD_DIR", ".")
    assert main(["analyse"]) == 0
    assert "next: rcl locks | rcl profile -- COMMAND | rcl choose\n" in capsys.readouterr().err


def test_quiet_and_colourless(rcl: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rcl("choose", "-q", "--lock", "stats_lock=rcl") == 0
    assert rcl.err == "" and "stats_lock" in rcl.out and "\x1b" not in rcl.out


def test_build_says_what_it_did(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("include", "lib"):
        (tmp_path / folder).mkdir()
    (tmp_path / "include" / "rcl.h").write_text("")
    (tmp_path / "lib" / "librcl.a").write_text("!<arch>\n")
    monkeypatch.setenv("RCL_PREFIX", str(tmp_path))
    monkeypatch.setattr("rcl.compdb.runtime_headers", tuple)  # which keeps where they are
    arguments = ["build", "-C", str(sample.make_tree(tmp_path / "tree"))]
    assert main([*arguments, "sh", "-c", "echo built; exit 3"]) == 3
    out, err = capfd.readouterr()
    assert out == "built\n" and "note: no rewriting is applied" in err
    assert "the tree is the original: no rewriting is applied to it\n" in err
    assert main([*arguments, "--json", "--", "echo", "built"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["compiled"] == 0 and "built\n" in err and "pass CC=gcc" in err
    (tmp_path / "tree" / "rcl_config.h").touch()
    assert main([*arguments, "true"]) == 0
    assert "no rewriting is applied" not in capfd.readouterr().err, "it is converted, and committed"


def test_build_says_what_it_has_left(rcl: Tool) -> None:
    command = {"directory": str(rcl.root), "file": "thread.c", "arguments": ["cc", "-c", "thread.c", "-o", "thread.o"]}
    (rcl.root / "compile_commands.json").write_text(json.dumps([command]))
    (rcl.root / "rcl_config.h").touch()
    made = str(rcl.root / "thread.o")
    assert rcl("build", "--", "touch", made) == 0 and "warning" not in rcl.err
    assert rcl("build", "--", "touch", "-d", "2020-01-01", made) == 0
    assert "warning: 1 source not compiled anew, the first thread.c: " in rcl.err


def test_a_tree_without_mutexes_has_no_next_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _files(tmp_path, ["int n;\n"])
    for verb in ("locks", "choose"):
        assert main([verb, *(["--all"] if verb == "choose" else []), "-C", str(tmp_path)]) == 0
        assert "next:" not in capsys.readouterr().err
    (tmp_path / "rcl_config.h").touch()
    assert main(["locks", "-C", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "no mutexes in this tree but for those that are converted\n"


def test_compare_prints_a_table(rcl: Tool) -> None:
    report = '{"schema": "rcl-load-1", "ops_per_s": 1e6}'
    assert rcl("compare", "--runs", "2", "--", "echo", report) == 0
    assert "ops_per_s (higher is better), 2 runs of each kind in turns" in rcl.out
    assert re.search(r"adaptive +1e\+06 +1e\+06 +1e\+06 +0\.0% +1\.00", rcl.out)
    assert "the runs of adaptive and posix overlap" in rcl.err
    assert "no rewriting is applied to this tree; all kinds are alike" in rcl.err
    (rcl.root / "rcl_config.h").touch()
    assert rcl("compare", "--runs", "1", "--", "true") == 0 and "no rewriting" not in rcl.err
    kinds = rcl.json("compare", "--runs", "1", "--kinds", "inline", "--", "echo", report)["kinds"]
    assert kinds == [{"kind": "inline", "values": [1e6], "median": 1e6, "spread": 0.0, "gain": 1.0}]


def test_doctor_names_every_check(rcl: Tool) -> None:
    rcl("doctor")
    for name in ("spatch", "libclang", "cc", "librcl", "recorder", "walker", "cores", "PMU", "FSGSBASE"):
        assert re.search(rf"^{name} ", rcl.out, re.MULTILINE)


def test_explain(rcl: Tool) -> None:
    assert rcl("explain", "rcl086") == 0
    assert "is older than the source" in rcl.out and "Way out: run again" in rcl.out
    assert rcl.json("explain", "RCL053")["exit_status"] == 3


def test_interrupted_work_is_finished_at_the_next_start(rcl: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rcl("choose", "--lock", "stats_lock=rcl") == 0

    class Stop(BaseException):
        pass

    def stop(*_: object) -> None:
        raise Stop

    monkeypatch.setattr("rcl.apply._roll_back", stop)
    monkeypatch.setattr("rcl.apply._complete", stop)
    with pytest.raises(Stop):
        main(["rewrite", "--apply", "-C", str(rcl.root)])
    monkeypatch.undo()
    assert main(["explain", "RCL001", "-C", str(rcl.root)]) == 0
    assert "rcl_exec_anon" in (rcl.root / "thread.c").read_text()


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "rcl: interrupted"),
        (ValueError("two\nlines"), 1, "internal error: ValueError: two; this is a bug in rcl"),
        (OSError(28, "No space left on device", "f.c"), 2, "RCL099: f.c cannot be written: No space left on device\n"),
        (OSError(28, "No space left on device"), 2, "RCL099: a file cannot be written: No space left on device\n"),
        (OSError("odd"), 1, "internal error: OSError: odd"),
        (RclError(Code.TOOL_MISSING, tool="spatch", install="install it"), 2, "RCL093: spatch is not there\n  install"),
    ],
)
def test_no_traceback_ever(
    error: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr("rcl.doctor.examine", fail)
    assert main(["doctor"]) == status
    out, err = capsys.readouterr()
    assert said in err and "Traceback" not in err and out == ""
    monkeypatch.setenv("RCL_DEBUG", "1")
    main(["doctor"])
    assert ("Traceback" in capsys.readouterr().err) == (status == 1)


def test_an_interrupt_ends_the_process_cleanly(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    (tmp_path / "rcl_config.h").touch()
    script = f"touch '{ready}'; exec sleep 30"
    command = [sys.executable, "-m", "rcl", "compare", "--", "sh", "-c", script]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True) as process:
        while not ready.exists():
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130 and err.strip() == b"rcl: interrupted"


RCL = (sys.executable, "-m", "rcl")
FUNCTION = """\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
int f(void) { int now; pthread_mutex_lock(&m); now = ++n; pthread_mutex_unlock(&m); return now; }
"""


@pytest.mark.parametrize("reaches", ["all processes", "the first one"])
@pytest.mark.parametrize("verb", ["analyse", "rewrite"])
def test_an_interrupt_while_processes_work_on_files(verb: str, reaches: str, tmp_path: Path) -> None:
    """One of them has a long file to read, the other one nothing more to do."""
    if verb == "rewrite":
        _files(tmp_path, [FUNCTION] * 40)
        subprocess.run([*RCL, "choose", "--all", "posix"], cwd=tmp_path, capture_output=True, check=True)
    else:
        _files(tmp_path, [FUNCTION, FUNCTION + "".join(f"int g{n}(void) {{ return {n}; }}\n" for n in range(50_000))])
    (temporary := tmp_path / "tmp").mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    process = subprocess.Popen([*RCL, verb, "-j", "2"], cwd=tmp_path, env=environment, stderr=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
    with process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while len(children.read_text().split()) < 2:
            time.sleep(0.005)
        time.sleep(1 if verb == "analyse" else 0.1)
        began = time.monotonic()
        (os.killpg if reaches == "all processes" else os.kill)(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
        took = time.monotonic() - began
    assert process.returncode == 130 and err.strip() == b"rcl: interrupted"
    assert took < 20 and not _left_of(process.pid) and not list(temporary.iterdir())


def test_an_interrupt_while_the_code_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([*RCL, "locks"], env=environment, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"rcl: interrupted\n")


def _files(root: Path, texts: list[str]) -> None:
    """A program of some files."""
    for number, text in enumerate(texts):
        (root / f"f{number}.c").write_text(text)
    entries = [{"file": f"f{n}.c", "directory": str(root), "command": f"cc -c f{n}.c"} for n in range(len(texts))]
    (root / "compile_commands.json").write_text(json.dumps(entries))


def _left_of(session: int) -> list[str]:
    """The processes of a session that still run."""
    listed = subprocess.run(["ps", "-eo", "sid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=2) for line in listed.splitlines()]
    return [args[0] for sid, stat, *args in rows if sid == str(session) and not stat.startswith("Z")]


def test_a_pool_that_is_left_ends_with_the_process() -> None:
    script = (
        "from concurrent.futures import ProcessPoolExecutor; from rcl import cli; pool = ProcessPoolExecutor(1); "
        "pool.submit(int).result(); cli.main = lambda: 3; cli.command()"
    )
    assert subprocess.run([sys.executable, "-c", script], timeout=60, check=False).returncode == 3


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    command = f"'{sys.executable}' -m rcl explain RCL001 | true; echo ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (result.stdout, result.stderr) == ("0\n", "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_one_that_nobody_reads(tmp_path: Path, closed: str) -> None:
    """A file that rcl opens would become it, and what commands print would go there."""
    _files(tmp_path, [FUNCTION])
    for verb, status in (("choose --all", 0), ("rewrite", 0), ("review", 0), ("nosuch", 2)):
        command = f"'{sys.executable}' -m rcl {verb} {closed}"
        result = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert result.returncode == status
        assert "internal" not in result.stderr and "Traceback" not in result.stderr
    assert (tmp_path / "f0.c").read_text() == FUNCTION


def test_the_verbs_can_be_imported() -> None:
    script = "import rcl; assert all(getattr(rcl, name) for name in dir(rcl)); rcl.choose.choose; rcl.analyse.analyse"
    subprocess.run([sys.executable, "-c", script], check=True)
    with pytest.raises(AttributeError):
        rcl_package.nonsense  # noqa: B018


def test_the_refusals_page_is_up_to_date() -> None:
    assert (DOCS / "refusals.md").read_text() == errors_doc(), "run: python -m rcl.refusals_doc > docs/refusals.md"


def test_codes_are_unique_and_complete() -> None:
    assert len({code.number for code in Code}) == len(Code)
    assert all(f"### {code.code} " in errors_doc() for code in Code)
