# SPDX-License-Identifier: MIT
"""rcl_config.h: what it says, that a compiler takes it, and that regenerating keeps what people wrote."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from rcl import choose, header
from rcl.choose import SERVED, Ground
from rcl.header import Entry
from rcl.model import SERVERS, Analysis, Kind
from rcl.plan import Treatment
from sample import lock_profile, make_analysis, make_profile, make_tree

A = Entry("a_lock", "RCL_SERVER(0)", "a.c:1   not profiled, 1 section")
B = Entry("b", "RCL_POSIX", "b.c:2   63.1 % of busy time, 15.7 % contended, 12 sections")
FIRST = header.generate([A, B], None, None)


@pytest.fixture
def known(tmp_path: Path) -> Analysis:
    """The sample tree's analysis."""
    return make_analysis(make_tree(tmp_path))


def test_a_line_says_what_is_known_of_its_class(known: Analysis) -> None:
    profile = make_profile(lock_profile("stats_lock", 0.631))
    by_hand = {"conn_queue.lock@queue_init": Treatment.parse("inline")}
    choices = choose.choose(Ground(known, (profile,)), by_hand).choices
    figures = choose.join(profile, known).figures
    text = header.generate(header.entries(known, choices, figures), None, None).text
    lines = [line for line in text.splitlines() if "define RCL_LOCK" in line]
    assert lines == [
        "#define RCL_LOCK_stats_lock                    RCL_SERVER(0)   "
        "/* thread.c:2    63.1 % of busy time, 15.7 % contended, 1 section */",
        "#define RCL_LOCK_conn_queue_lock_queue_init    RCL_INLINE      "
        "/* thread.c:13   not profiled, 1 section */",
        "#define RCL_LOCK_conn_queue_lock_queue_reset   RCL_ADAPTIVE    "
        "/* thread.c:14   not profiled, 1 section */",
    ]


def test_the_kinds_are_those_of_the_runtime() -> None:
    rcl_h = Path(__file__).parents[1].joinpath("runtime", "include", "rcl.h").read_text()
    names = re.findall(r"^\tKIND\((\w+), \w+\)", rcl_h, re.MULTILINE)
    assert [name.replace("REMOTE", "RCL") for name in names] == [kind.name for kind in Kind]
    assert [kind.value for kind in Kind] == [kind.name.lower().replace("_", "-") for kind in Kind]
    assert all(f" *   {kind.constant().replace('0', 'n')} " in header.HEAD for kind in Kind)
    assert "server n (0 to 31)" in rcl_h and SERVERS == 32


def test_a_compiler_takes_it(known: Analysis, tmp_path: Path) -> None:
    hand = {c.name: SERVED for c in known.classes if c.unit != "log_lock"}
    made = header.generate(header.entries(known, choose.choose(Ground(known), hand).choices, {}), None, None)
    (tmp_path / "rcl_config.h").write_text(made.text)
    (tmp_path / "rcl.h").write_text("#define RCL_SERVER(n) (n)\n")
    (tmp_path / "use.c").write_text(
        '#include "rcl_config.h"\n#include "rcl_config.h"\nint a[] = {RCL_LOCK_stats_lock};\n'
    )
    command = ["cc", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", tmp_path, tmp_path / "use.c"]
    assert subprocess.run(command, check=False).returncode == 0


def test_regenerating_changes_nothing() -> None:
    again = header.generate([A, B], FIRST.text, FIRST.plain)
    assert (again.text, again.edited) == (FIRST.text, {})


def test_an_edited_kind_stays_and_its_comment_is_new() -> None:
    edited = FIRST.text.replace("RCL_SERVER(0)", "RCL_SERVER(3)")
    made = header.generate([replace(A, comment="new"), B], edited, FIRST.plain)
    assert re.search(r"a_lock +RCL_SERVER\(3\) +/\* new \*/", made.text)
    assert made.edited == {"a_lock": "RCL_SERVER(0)"}
    again = header.generate([replace(A, kind="RCL_INLINE"), B], made.text, made.plain)
    assert "RCL_SERVER(3)" in again.text and again.edited == {"a_lock": "RCL_INLINE"}


def test_a_new_plan_changes_what_nobody_edited() -> None:
    made = header.generate([replace(A, kind="RCL_INLINE"), B], FIRST.text, FIRST.plain)
    assert "RCL_INLINE" in made.text and "RCL_SERVER(0)" not in made.text.split("#include")[1]
    assert made.edited == {}


def test_without_a_memory_every_kind_is_the_persons() -> None:
    made = header.generate([replace(A, kind="RCL_INLINE"), B], FIRST.text, None)
    assert made.edited == {"a_lock": "RCL_INLINE"} and made.text == FIRST.text


def test_added_lines_and_their_order_stay() -> None:
    debug = "#ifdef DEBUG\n#define RCL_LOCK_b RCL_INLINE\n#else\n#define RCL_LOCK_b "
    added = FIRST.text.replace("#define RCL_LOCK_b ", debug)
    added = added.replace("\n#endif\n", "#endif\n/* mine */\n#define RCL_LOCK_own RCL_POSIX\n\n#endif\n", 1)
    made = header.generate([A, B, replace(A, token="late")], added, FIRST.plain)
    tail = made.text.split("#include <rcl.h>\n\n")[1]
    assert [line.split("/*")[0].strip() or "own comment" for line in tail.splitlines() if line] == [
        "#define RCL_LOCK_a_lock   RCL_SERVER(0)",
        "#ifdef DEBUG",
        "#define RCL_LOCK_b        RCL_INLINE",
        "#else",
        *[line.split("/*")[0].strip() for line in added.splitlines() if "RCL_LOCK_b " in line][1:],
        "#endif",
        "own comment",
        "#define RCL_LOCK_own RCL_POSIX",
        "#define RCL_LOCK_late     RCL_SERVER(0)",
        "#endif",
    ]


def test_classes_come_and_go() -> None:
    without = header.generate([B], FIRST.text, FIRST.plain)
    assert "a_lock" not in without.text and "RCL_LOCK_b" in without.text
    none = header.generate([], without.text, without.plain)
    assert "RCL_LOCK_b" not in none.text
    back = header.generate([A], none.text, none.plain).text
    assert back.index("#include") < back.index("RCL_LOCK_a_lock") < back.index("#endif")


SOURCES = (
    ("a.c", "static rcl_mutex_t a = RCL_MUTEX_INITIALIZER(a_lock); /* RCL_MUTEX_INITIALIZER(not_me) */\n"),
    ("b.c", "// rcl_mutex_init(m, NULL, nor_me)\n\nint f(void) { return rcl_mutex_init(at(x, 2), g(1, 2),\n b); }\n"),
)


def test_a_header_fits_its_sources() -> None:
    assert header.check(FIRST.text, SOURCES) == header.Check((), ())
    assert header.check(FIRST.text, SOURCES[:1]) == header.Check((), ("b",))


def test_a_header_that_lacks_classes_does_not_fit() -> None:
    recursive = ("r.c", "\nrcl_mutex_t r = RCL_RECURSIVE_MUTEX_INITIALIZER( r );\nrcl_mtx_init(&m, mtx_plain, c11)\n")
    found = header.check(FIRST.text, [*SOURCES, recursive])
    assert found.faults == ("r.c:2: no line for r", "r.c:3: no line for c11")
    assert header.check(None, SOURCES).faults == ("a.c:1: no line for a_lock", "b.c:3: no line for b")


@pytest.mark.parametrize(("kind", "known"), [("RCL_SERVER(31)", True), ("RCL_MCS_TP", True), ("MINE", True),
                                             ("RCL_SERVER(32)", False), ("RCL_FAST", False)])  # fmt: skip
def test_kinds_are_judged(kind: str, known: bool) -> None:
    faults = header.check(FIRST.text.replace("RCL_SERVER(0)", kind), SOURCES).faults
    assert faults == (() if known else (f"a_lock: there is no kind {kind}",))
