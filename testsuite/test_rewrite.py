# SPDX-License-Identifier: MIT
"""Before and after: each folder of cases/ is a small program, what becomes of it, and what is reported.

A case holds ``in.c``, ``out.c`` (missing where the rewriting is refused), ``report.txt`` and perhaps ``flags``, the
compiler's, and ``rcl.toml``. Every class of the program is converted. ``RCL_UPDATE_CASES=1`` writes what comes out
instead of comparing.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from programs import libraries
from rcl import build, compdb, description
from rcl.analyse import analyse
from rcl.errors import Code, RclError
from rcl.model import Analysis, Kind, State
from rcl.rewrite import (
    Rewriting,
    client,
    compilecheck,
    ctext,
    naming,
    render,
    rewrite,
    shown,
    spatch,
    stages,
    style,
    verify,
)
from rcl.rewrite.compilecheck import Depth
from rcl.rewrite.conversion import Conversion
from rcl.rewrite.edits import Edit, chosen
from rcl.rewrite.fileplan import plan_file

CASES = sorted(Path(__file__).parent.joinpath("cases").iterdir())
NAMES = [case.name for case in CASES]
CONVERTED = [case for case in CASES if (case / "out.c").exists()]
RUNNABLE = [case for case in CONVERTED if b"int main" in (case / "in.c").read_bytes()]


def tree(folder: Path, source: bytes, flags: list[str], case: Path | None = None) -> Path:
    """A tree with one file and its compile_commands.json, and the case's rcl.toml if it has one."""
    root = folder.resolve()
    if case and (described := case / description.NAME).exists():
        (root / described.name).write_bytes(described.read_bytes())
    (root / "in.c").write_bytes(source)
    arguments = ["gcc", "-O2", "-Wall", "-Werror", *flags, "-pthread", "-c", "in.c"]
    command = {"directory": str(root), "file": "in.c", "arguments": arguments}
    (root / "compile_commands.json").write_text(json.dumps([command]))
    return root


@cache
def flags_of(case: Path) -> list[str]:
    """How a case is compiled; ``packages`` are those of pkg-config that it is built with."""
    flags, packages = (f.read_text().split() if f.exists() else [] for f in (case / "flags", case / "packages"))
    return [*flags, *libraries(*packages)] if packages else flags


def convert(root: Path) -> tuple[Analysis, Rewriting]:
    """Converts every class of the tree."""
    analysis = analyse(root, root / "compile_commands.json", jobs=1)
    units = [unit.name for unit in analysis.units]
    return analysis, rewrite(root, analysis, units, commands=root / "compile_commands.json")


@cache
def converted(case: Path) -> tuple[Analysis, Rewriting]:
    """A case's program, converted."""
    with tempfile.TemporaryDirectory() as folder:
        return convert(tree(Path(folder), (case / "in.c").read_bytes(), flags_of(case), case))


def report(made: Rewriting) -> str:
    """What became of each section."""
    lines = []
    for section in sorted(made.sections, key=lambda s: s.enter_token):
        why = f": {section.reason.code} {section.reason.sentence}" if section.reason else f" as {section.name}"
        lines.append(f"{section.enter_token} {section.function} {section.state.value}{why}\n")
    return "".join(lines)


def test_every_case_has_a_number_of_its_own() -> None:
    assert [name for name, cases in Counter(name.partition("-")[0] for name in NAMES).items() if cases > 1] == []


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_case(case: Path) -> None:
    try:
        _, made = converted(case)
        out, said = made.files.get("in.c", (case / "in.c").read_bytes()), report(made)
    except RclError as error:
        out, said = b"", f"{error}\n  {error.way_out}\n"
    compare(case / "out.c", out)
    compare(case / "report.txt", said.encode())


@pytest.mark.parametrize("name", ["common-unlock-label", "switch", "many-shapes", "exit-and-resume", "scope-macros"])
def test_what_would_take_spatch_long(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a large text it is shown what the rule is about, and nothing else; the result is the same."""
    monkeypatch.setattr(spatch, "SHOWN_AT_MOST", 0)
    monkeypatch.delattr(shown.Shown, "undone")
    [case] = (case for case in CASES if case.name.partition("-")[2] == name)
    _, made = convert(tree(tmp_path, (case / "in.c").read_bytes(), flags_of(case), case))
    compare(case / "out.c", made.files["in.c"])


def compare(expected: Path, got: bytes) -> None:
    if os.environ.get("RCL_UPDATE_CASES"):
        if got or expected.suffix == ".txt":
            expected.write_bytes(got)
        return
    wanted = expected.read_bytes() if expected.exists() else b""
    before, after = (text.decode("latin-1").splitlines() for text in (wanted, got))
    assert got == wanted, "\n".join(difflib.unified_diff(before, after, str(expected), "made", lineterm=""))


@pytest.mark.parametrize("case", RUNNABLE, ids=lambda case: case.name)
def test_same_output(case: Path, tmp_path: Path) -> None:
    """The rewritten program prints what the original prints, whoever executes its sections."""
    root = tree(tmp_path, (case / "in.c").read_bytes(), flags_of(case), case)
    expected = run(compiled(root, "in.c", flags_of(case)))
    (root / "in.c").write_bytes((case / "out.c").read_bytes())
    (root / compilecheck.CONFIG).write_text(config_header(case))
    program = compiled(root, "in.c", flags_of(case))
    for locks in (f"*={kind.value}" for kind in Kind):
        assert run(program, locks) == expected, locks


@pytest.mark.parametrize("name, flags", [
    ("1633", ["-DTRACING", "-DTWICE"]), ("1634", ["-DCOUNTING", "-DVERBOSE", "-DLIMITED", "-DORDERED"]),
    ("1652", ["-DTRACK"]), ("1654", ["-DTRACK"]), ("1693", []), ("1693", ["-DCOUNTING"]), ("1698", ["-DLIMIT=5"]),
    ("1699", ["-DCOUNTING"]), ("1699", ["-DQUIET"]),
])  # fmt: skip
def test_same_output_as_no_build_compiles_it(name: str, flags: list[str], tmp_path: Path) -> None:
    """So it does in a build that nobody has told rcl of, with assertions, too."""
    [case] = (case for case in CASES if case.name.partition("-")[0] == name)
    root, made = tree(tmp_path, b"", flags), ((case / name).read_bytes() for name in ("in.c", "out.c"))
    (root / compilecheck.CONFIG).write_text(config_header(case))
    printed = []
    for text in made:
        (root / "in.c").write_bytes(text.replace(b"#define NDEBUG\n", b""))
        printed.append(run(compiled(root, "in.c", ["-w", *flags])))
    assert printed[0] == printed[1]


def config_header(case: Path) -> str:
    analysis, _ = converted(case)
    return compilecheck.config_header(analysis, [unit.name for unit in analysis.units])


def compiled(root: Path, source: str, flags: list[str]) -> Path:
    library = build.library()
    program = root / "program"
    include = [f"-I{library.include}", f"-I{root}"]
    link = [f"-L{library.library}", f"-Wl,-rpath,{library.library}", "-lrcl"]
    command = ["gcc", "-O2", "-pthread", *flags, *include, str(root / source), "-o", str(program), *link]
    subprocess.run(command, check=True)
    return program


def run(program: Path, locks: str = "") -> bytes:
    environment = {**os.environ, "RCL_LOCKS": locks} if locks else None
    return subprocess.run([program], env=environment, capture_output=True, check=True, timeout=20).stdout


def test_what_does_not_compile_in_the_generated_header(tmp_path: Path) -> None:
    """That header is made for the check alone, and not there yet."""
    source = b"""#include <pthread.h>
union small { void *first; };
#define rcl_mutex_t union small
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void wait_for_it(void) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); }
"""
    with pytest.raises(RclError, match=r"rcl_config\.h:.*excess elements") as refused:
        convert(tree(tmp_path, source, []))
    assert refused.value.code is Code.DOES_NOT_COMPILE


@pytest.mark.parametrize("case", CONVERTED, ids=lambda case: case.name)
def test_rewritten_twice(case: Path, tmp_path: Path) -> None:
    """There is nothing to convert in what was converted."""
    out = (case / "out.c").read_bytes()
    root = tree(tmp_path, out, [*flags_of(case), f"-I{build.library().include}", "-I."])
    (root / compilecheck.CONFIG).write_text(config_header(case))
    analysis = analyse(root, root / "compile_commands.json", jobs=1)
    assert not any(section.state is State.SHIPPED for section in analysis.sections)
    made = rewrite(root, analysis, [u.name for u in analysis.units], commands=root / "compile_commands.json")
    assert not made.files


@pytest.mark.parametrize("case", CONVERTED, ids=lambda case: case.name)
def test_patch(case: Path, tmp_path: Path) -> None:
    """git apply makes the rewritten file of the original, byte for byte."""
    source = (case / "in.c").read_bytes()
    root = tree(tmp_path, source, flags_of(case))
    _, made = converted(case)
    if made.patch:
        patch = made.patch.encode("utf-8", "surrogateescape")
        subprocess.run(["git", "apply", "-"], input=patch, cwd=root, check=True)
    assert (root / "in.c").read_bytes() == made.files.get("in.c", source)


def case_named(name: str) -> Path:
    return next(case for case in CASES if case.name.endswith(name))


def test_kept_in_place_by_hand(tmp_path: Path) -> None:
    root = tree(tmp_path, (case_named("straight") / "in.c").read_bytes(), [])
    database = root / "compile_commands.json"
    analysis = analyse(root, database, jobs=1)
    kept = next(s.id for s in analysis.sections if s.function == "push")
    made = rewrite(root, analysis, [u.name for u in analysis.units], commands=database, keep={kept: "for a test"})
    assert {s.function: s.state for s in made.sections} == {"pop": State.SHIPPED, "push": State.LEASED}
    assert [s.reason.code for s in made.sections if s.reason] == ["RCL020"]
    assert b"rcl_lock(&lock);\n\titem->next = queue;" in made.files["in.c"]


HAND_OVER_HAND = b"""#include <pthread.h>
#include <stdint.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t hidden = PTHREAD_MUTEX_INITIALIZER;
static int steps, total;
void step(void), inside(void), unseen(void), unseen_inside(void);
static void take(uintptr_t mutex) { pthread_mutex_lock((pthread_mutex_t *)mutex); }
static void give(uintptr_t mutex) { pthread_mutex_unlock((pthread_mutex_t *)mutex); }
void step(void)
{
    pthread_mutex_lock(&first);
    steps++;
    total--;
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&first);
    total++;
    pthread_mutex_unlock(&second);
}
void inside(void)
{
    pthread_mutex_lock(&first);
    steps++;
    pthread_mutex_lock(&second);
    total++;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
}
void unseen(void)
{
    pthread_mutex_lock(&first);
    take((uintptr_t)&hidden);
    steps++;
    pthread_mutex_unlock(&first);
    give((uintptr_t)&hidden);
}
void unseen_inside(void)
{
    pthread_mutex_lock(&first);
    take((uintptr_t)&hidden);
    steps++;
    give((uintptr_t)&hidden);
    pthread_mutex_unlock(&first);
}
"""


def test_blocking_with_a_lock_held_that_is_not_converted(tmp_path: Path) -> None:
    """The runtime knows of its own mutexes alone what a thread still holds that gives another one back."""
    root = tree(tmp_path, HAND_OVER_HAND, [])
    database = root / "compile_commands.json"
    analysis = analyse(root, database, jobs=1)
    assert {s.function: s.holds for s in analysis.sections if s.holds} == {"step": ("second",), "unseen": ("hidden",)}
    for units, call in ((["first", "second"], "rcl_exec_anon"), (["first"], "rcl_exec_blocking")):
        made = rewrite(root, analysis, units, commands=database).files["in.c"].decode()
        calls = dict(reversed(found) for found in re.findall(r"(rcl_exec\w*)\(&first, (\w+)_cs", made))
        others = {"unseen_first": "rcl_exec_blocking", "unseen_inside_first": "rcl_exec_anon"}
        assert calls == {"step": call, "inside_first": "rcl_exec_anon", **others}


DETACHABLE = b"""#include <errno.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, table[4];
void none(void), value(int by), result(int *out), own(void), waits(void), address(void), keeps(int by);
void none(void) { pthread_mutex_lock(&lock); hits++; pthread_mutex_unlock(&lock); }
void value(int by) { pthread_mutex_lock(&lock); hits += by; pthread_mutex_unlock(&lock); }
void result(int *out) { int n; pthread_mutex_lock(&lock); n = hits; pthread_mutex_unlock(&lock); *out = n; }
void own(void) { pthread_mutex_lock(&lock); errno = hits; pthread_mutex_unlock(&lock); }
void waits(void) { pthread_mutex_lock(&lock); while (!*(volatile int *)&hits); pthread_mutex_unlock(&lock); }
void address(void) { int own[4] = { 1 }; pthread_mutex_lock(&lock); table[0] = own[0]; pthread_mutex_unlock(&lock); }
void keeps(int by) { pthread_mutex_lock(&lock); hits++; if (by) return; pthread_mutex_unlock(&lock); }
"""


def test_only_what_nobody_waits_for_is_detached(tmp_path: Path) -> None:
    root = tree(tmp_path, DETACHABLE, [])
    database = root / "compile_commands.json"
    made = rewrite(root, analyse(root, database, jobs=1), ["lock"], commands=database, detach=["lock"])
    calls = re.findall(r"(rcl_exec\w*)\(&lock, (\w+)_cs, (.*?0|.*?\))\)", made.files["in.c"].decode())
    assert {name: (call, given) for call, name, given in calls} == {
        "none": ("rcl_exec_detached", "NULL, 0"),
        "value": ("rcl_exec_detached", "&cs, sizeof(cs)"),
        "result": ("rcl_exec_anon", "&cs, sizeof(cs)"),
        "own": ("rcl_exec_errno", "NULL, 0"),
        "waits": ("rcl_exec_blocking", "NULL, 0"),
        "address": ("rcl_exec_anon", "&cs, sizeof(cs)"),
        "keeps": ("rcl_exec_anon", "&cs, sizeof(cs)"),
    }


def test_what_does_not_compile_stays_in_place(tmp_path: Path) -> None:
    """A capture of the wrong type breaks the build of one section; only that one falls back."""
    root = tree(tmp_path, (case_named("straight") / "in.c").read_bytes(), [])
    database = root / "compile_commands.json"
    analysis = analyse(root, database, jobs=1)
    sections = tuple(
        replace(s, captures=tuple(replace(c, declaration=f"char {c.name}") for c in s.captures))
        if s.function == "push"
        else s
        for s in analysis.sections
    )
    units = [u.name for u in analysis.units]
    made = rewrite(root, replace(analysis, sections=sections), units, commands=database)
    assert {s.function: s.state for s in made.sections} == {"pop": State.SHIPPED, "push": State.LEASED}
    assert [s.reason.code for s in made.sections if s.reason] == ["RCL017"]


SHARED = b"""#include <pthread.h>
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
#define COUNT(m, n) do { pthread_mutex_lock(m); (n)++; pthread_mutex_unlock(m); } while (0)
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int na, nb;
void give_back(void *lock);
void both(void);
void *take(void);
void *take(void) { LOCK(&a); na++; return &a; }
void give_back(void *lock) { UNLOCK((pthread_mutex_t *)lock); }
void both(void) { give_back(take()); LOCK(&b); nb++; UNLOCK(&b); %s }
"""


def test_one_of_two_locks_behind_a_macro(tmp_path: Path) -> None:
    """The macro stays as it is for the other lock; its uses for the converted one say what they mean."""
    root = tree(tmp_path, SHARED % b"", [])
    database = root / "compile_commands.json"
    made = rewrite(root, analyse(root, database, jobs=1), ["a"], commands=database).files["in.c"]
    assert b"#define LOCK(m) pthread_mutex_lock(m)" in made
    assert b"static rcl_mutex_t a = RCL_MUTEX_INITIALIZER(a);\nstatic pthread_mutex_t b" in made
    assert b"rcl_unlock((rcl_mutex_t *)lock);" in made
    assert b"LOCK(&b); nb++; UNLOCK(&b);" in made


def test_locks_of_one_macro(tmp_path: Path) -> None:
    """A macro that does more than one call cannot serve a converted and an unconverted lock."""
    root = tree(tmp_path, SHARED % b"COUNT(&a, na); COUNT(&b, nb);", [])
    database = root / "compile_commands.json"
    analysis = analyse(root, database, jobs=1)
    assert [unit.classes for unit in analysis.units] == [("a", "b")]
    assert rewrite(root, analysis, ["a"], commands=database).files


def test_a_file_that_takes_its_locks_through_a_header(tmp_path: Path) -> None:
    """None of its tokens is the API's, but it has a section."""
    (tmp_path / "lock.h").write_text(
        "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        "static inline void lock(void)\n{\n\tpthread_mutex_lock(&m);\n}\n"
        "static inline void unlock(void)\n{\n\tpthread_mutex_unlock(&m);\n}\n"
        "struct list { pthread_mutex_t m; int n; };\n"
        "static inline void lock_list(struct list *l)\n{\n\tpthread_mutex_lock(&l->m);\n}\n"
    )
    text = b'#include "lock.h"\nint f(int n);\nint f(int n)\n{\n\tlock();\n\tn++;\n\tunlock();\n\treturn n;\n}\n'
    text += b"void g(struct list *l);\nvoid g(struct list *l)\n{\n"
    text += b"\tlock_list(l);\n\tl->n++;\n\tpthread_mutex_unlock(&l->m);\n}\n"
    _, made = convert(tree(tmp_path, text, []))
    assert b"rcl_exec_anon(&m, f_cs, &cs, sizeof(cs))" in made.files["in.c"]
    assert b"rcl_exec_anon(list_mutex(l), g_cs, &cs, sizeof(cs))" in made.files["in.c"]
    assert b"static inline rcl_mutex_t *list_mutex(struct list *l)" in made.files["lock.h"]


def test_mutexes_in_a_branch_inside_of_a_structure(tmp_path: Path) -> None:
    """All that changes in the header stands in that branch, which is no place for an #include."""
    (tmp_path / "lock.h").write_text(
        "#ifndef _WIN32\n#include <pthread.h>\n#endif\n\n"
        "struct lock {\n#if defined(_WIN32)\n\tSRWLOCK mutex;\n#elif 1\n"
        "\tpthread_mutex_t mutex;\n#endif\n\tint n;\n};\n"
    )
    text = b'#include "lock.h"\nint f(struct lock *l);\nint f(struct lock *l)\n{\n\tpthread_mutex_lock(&l->mutex);\n'
    text += b"\tl->n++;\n\tpthread_mutex_unlock(&l->mutex);\n\treturn 0;\n}\n"
    text += b"void init(struct lock *l);\nvoid init(struct lock *l)\n{\n\tpthread_mutex_init(&l->mutex, NULL);\n}\n"
    _, made = convert(tree(tmp_path, text, []))
    assert b"#include <pthread.h>\n#endif\n#include <rcl.h>\n\nstruct lock {\n" in made.files["lock.h"]


def test_clean_up_functions_that_a_header_names(tmp_path: Path) -> None:
    """The attribute stands in another file: its variable must not become the section's own, nor keep its type."""
    (tmp_path / "scoped.h").write_text(
        "#include <pthread.h>\n#include <stdlib.h>\n"
        "static inline void free_it(char **text)\n{\n\tfree(*text);\n}\n"
        "static inline void unlock_it(pthread_mutex_t **m)\n{\n\tpthread_mutex_unlock(*m);\n}\n"
        "#define _cleanup_(f) __attribute__((cleanup(f)))\n"
        "#define TEXT _cleanup_(free_it) char\n"
        "#define GUARD(m) _cleanup_(unlock_it) pthread_mutex_t *guard = (m); pthread_mutex_lock(guard)\n"
    )
    text = b'#include "scoped.h"\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int n;\n'
    text += b"int f(void);\nint f(void)\n{\n\tTEXT *text = NULL;\n\n\tpthread_mutex_lock(&m);\n"
    text += b"\ttext = malloc(3);\n\tn++;\n\tpthread_mutex_unlock(&m);\n\treturn 0;\n}\n"
    text += b"int g(void);\nint g(void)\n{\n\tGUARD(&m);\n\treturn n++;\n}\n"
    analysis, made = convert(tree(tmp_path, text, []))
    assert [s.state for s in analysis.sections] == [State.SHIPPED, State.SHIPPED]
    assert b"\tstruct f_cs cs = { .text = &text };\n" in made.files["in.c"]
    assert b"unlock_it(rcl_mutex_t **m)" in made.files["scoped.h"]


@cache
def stages_of(name: str) -> stages.Converted:
    """What becomes of a case's text."""
    return made_of(name)


def made_of(name: str) -> stages.Converted:
    with tempfile.TemporaryDirectory() as folder:
        case = case_named(name)
        root = tree(Path(folder), (case / "in.c").read_bytes(), [])
        analysis = analyse(root, root / "compile_commands.json", jobs=1)
        conversion = Conversion(analysis, frozenset(u.name for u in analysis.units))
        plan = plan_file((case / "in.c").read_text("latin-1"), conversion.part("in.c"))
        asked = stages.asking(plan)
        [answer] = spatch.run([asked])
        return stages.convert(plan, naming.FileFlags(), asked, answer)


def inlined_back(converted: stages.Converted) -> dict[str, str]:
    return verify.inline_back(converted, verify.back_of(converted))


def strange(converted: stages.Converted) -> str | None:
    return verify.strange(converted, verify.back_of(converted))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("straight", "queue = item->next;\n", ";\n"),  # lost
        ("straight", "queue = item->next;\n", "queue = item->next;\n\tqueue = NULL;\n"),  # added
        ("straight", "item = cs.item;", "item = NULL;"),  # not handed out
        ("straight", "cs->item = item;", "cs->item = NULL;"),
        ("straight", "&cs, sizeof(cs)", "&cs, 0"),
        ("exit-and-resume", "cs->at = 1;", "cs->at = 2;"),  # goes on elsewhere
        ("exit-and-resume", "cs.spent = spent;", ";"),  # not handed back
        ("exit-and-resume", "job = cs->job;\n\t\tif", ";\n\t\tif"),  # not kept
        ("exit-and-resume", "spent += work(job);", ";"),
        ("waits-as-exits", "cs->at = 2;", "cs->at = 1;"),
        ("waits-as-exits", "if (jobs == NULL)\n\t\treturn", "while (jobs == NULL)\n\t\treturn"),
        ("waits-as-exits", "&lock, until)", "&lock, NULL)"),
        ("waits-as-exits", "result = rcl_waited();", "result = 0;"),
        ("released-in-every-branch", "misses++;\n\t}", ";\n\t}"),
        ("parts-by-reference", "&(*at)->value", "(*at)->value"),  # another type
        ("parts-by-reference", "&(*row)[1]", "row[1]"),
        ("parts-by-reference", "&(*row)[1]", "&*row[1]"),  # another binding
        ("parts-by-reference", "(*row)++", "*row++"),
        ("parts-by-reference", "advance(at, row)", "advance(&at, row)"),
        ("parts-by-reference", "while (*at != NULL)", "while (at != NULL)"),
    ],
)
def test_inlining_back_finds_a_changed_section(name: str, old: str, new: str) -> None:
    converted = stages_of(name)
    assert not inlined_back(converted)
    changed = replace(converted, text=converted.text.replace(old, new, 1))
    assert changed.text != converted.text
    assert inlined_back(changed)


CALL = "rcl_exec_anon(&(&table)->lock, OWN_cs, &cs, sizeof(cs));"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("int *field = cs->field;\n\n\t*field += 1;", "int *field;\n\n\t*field += 1;", "does not read field"),
        ("*field += 1;\n\treturn", "*field += 2;\n\treturn", "is not the original's"),
        ("*field += 1;\n\treturn", "field += 1;\n\treturn", "is not the original's"),
        ("(t)->counts[1] = (n);\n", ";\n", "is not the original's"),
        (CALL, "", "does not execute it once"),
        ("#define OWN(", "#define ANOTHER(", "no macro OWN"),
        (CALL, f"{CALL} {CALL}", "does not execute it once"),
    ],
)
def test_a_section_of_a_macro_that_is_not_what_it_was(old: str, new: str, complaint: str) -> None:
    converted = stages_of("what-macros-hand-over")
    assert not verify.check(converted).wrong
    changed = replace(converted, text=converted.text.replace(old, new, 1))
    assert changed.text != converted.text
    try:
        [wrong] = verify.check(changed).wrong.values()
    except ValueError as error:
        wrong = str(error)
    assert complaint in wrong


@pytest.mark.parametrize("name", ["exit-and-resume", "waits-as-exits", "parts-by-reference"])
def test_every_token_is_looked_at(name: str) -> None:
    """But for what the compiler sees: members of contexts, heads of functions, what a label needs."""
    converted = stages_of(name)
    text = converted.text
    compiled = [m.span() for p in converted.pieces for m in re.finditer(rf"struct {p.section.name} \{{[^}}]*}};", text)]
    compiled += [m.span() for m in re.finditer(r"static int \w+_cs\(void \*\w+\)|\bat_\d:\s*;", text)]
    for token in ctext.code(text)[::3]:
        if not any(start <= token.start < end for start, end in compiled):
            lacking = replace(converted, text=f"{text[: token.start]} {text[token.end :]}")
            assert complains(lacking), (token.text, ctext.line_number(text, token.start))


def complains(converted: stages.Converted) -> bool:
    try:
        found = verify.check(converted)
    except ValueError:
        return True
    return bool(found.wrong or found.strange)


@pytest.mark.parametrize(
    ("name", "module", "function", "made"),
    [
        ("exits-by-return", client, "branch", lambda piece, condition, lines: lines),
        ("spaces-and-braces-below", style.Style, "braced", lambda style, head, lines: ["{", *lines, "}"]),
        ("exits-by-return", render, "written", lambda piece, way, mark="": [f"return {way.number + 1};"]),
        ("exits-by-return", client, "_way_out", lambda piece, way, skip=False: []),
    ],
)
def test_a_client_that_does_not_ask_for_the_exit(
    name: str,
    module: ModuleType | type[style.Style],
    function: str,
    made: Callable[..., list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What writes the client is wrong: to put back what it has written does not show that."""
    monkeypatch.setattr(module, function, made)
    assert "its client does not ask which way it was left" in inlined_back(made_of(name)).values()


@pytest.mark.parametrize(
    ("name", "function", "made"),
    [
        ("straight", "_read", lambda piece, captures, anew=(), within=(): []),
        ("straight", "_context_variable", lambda piece: ([f"struct {piece.section.name} {piece.variable};"], [])),
    ],
)
def test_a_client_that_does_not_hand_over_values(
    name: str, function: str, made: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, function, made)
    assert "its client does not give or take back what it should" in inlined_back(made_of(name)).values()


@pytest.mark.parametrize("lost", ["take_held(&list_lock, where)", "give_held(&list_lock)"])
def test_a_note_that_is_lost(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What writes the section's function is wrong."""
    real = render._noted
    monkeypatch.setattr(render, "_noted", lambda piece, call: [] if call == lost else real(piece, call))
    complaints = inlined_back(made_of("what-lock-functions-note-with-it"))
    assert "it lacks what a lock function notes" in complaints.values()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("struct item *next;", "struct item  *next;"),  # white space elsewhere
        ("int main(void)", "int stray;\n\nint main(void)"),
    ],
)
def test_nothing_else_is_changed(old: str, new: str) -> None:
    converted = stages_of("straight")
    assert strange(converted) is None
    changed = replace(converted, text=converted.text.replace(old, new, 1))
    assert strange(changed)


def test_a_section_that_nobody_executes_is_lost() -> None:
    converted = stages_of("straight")
    [first, *_] = converted.pieces
    assert not verify.check(converted).lost
    without = re.sub(rf"\b{first.section.name},", "NULL,", converted.text, count=1)
    assert verify.check(replace(converted, text=without)).lost == (first.section.id,)


def test_a_blank_line_that_stands_twice_is_not_lost() -> None:
    converted = stages_of("straight")
    twice = replace(converted.plan, text=converted.plan.text + "\n\n")
    assert strange(replace(converted, plan=twice, text=converted.text + "\n"))


DEEP = {"in.c": Depth.LITTLE}


def test_compiling_leaves_nothing_in_the_tree(tmp_path: Path) -> None:
    """Not even the notes that gcc writes for a coverage build, and that the original's warnings are looked up for."""
    flags = ["-g", "-ftest-coverage", "-fprofile-arcs", "-save-temps"]
    root = tree(tmp_path, b"void f(void) {\n    int unused;\n}\n", flags)
    before = {path.name for path in root.iterdir()}
    [command] = compdb.load(root)
    check = compilecheck.Check(root, {"in.c": b"void f(void) {\n    int new;\n}\n"}, DEEP)
    [found] = check.messages([command], 1)
    assert "new" in found.text
    assert {path.name for path in root.iterdir()} == before


def test_a_folder_that_is_a_link(tmp_path: Path) -> None:
    """What is compiled through it is the changed file, and nothing behind it is written to."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "o.h").write_text("int o;\n")
    root = tmp_path / "tree"
    root.mkdir()
    tree(root, b"void f(void) {}\n", [])
    (root / "own").mkdir()
    (root / "own" / "a.c").write_text("#include <o.h>\nint a;\n")
    for link, target in {"by": "own", "absolute": str(root / "own"), "o": "../outside"}.items():
        (root / link).symlink_to(target)
    words = ["gcc", "-I../o", "-c", "a.c"]
    entries = [{"directory": link, "file": "a.c", "arguments": words} for link in ("by", "absolute")]
    (root / compdb.NAME).write_text(json.dumps(entries))
    changed = {"own/a.c": b"#include <o.h>\nint a = b;\n"}
    said = compilecheck.Check(root, changed, {}).messages(compdb.load(root), 1)
    assert [(message.line, message.error) for message in said] == [(2, True)] * 2
    assert (root / "own" / "a.c").read_text() == "#include <o.h>\nint a;\n"


def test_a_header_of_the_tree_with_the_name_of_a_systems(tmp_path: Path) -> None:
    """It is not read where the build does not read it: the compiler asks no more of what it finds errors in."""
    text = "#include <search.h>\nint f(ENTRY *one) {{ if (one->key) return 1; {} }}\n"
    root = tree(tmp_path, text.format("return 0;").encode(), [])
    (root / "search.h").write_text("int searched;\n")
    [said] = compilecheck.Check(root, {"in.c": text.format("").encode()}, DEEP).messages(compdb.load(root), 1)
    assert "reaches end" in said.text


def test_the_root_of_the_tree_among_the_folders_of_headers(tmp_path: Path) -> None:
    """Its header is read, not one of that name in a folder that is asked later, as perl's config.h is."""
    text = b"#include <config.h>\nvoid f(void);\n"
    root = tree(tmp_path, text, [])
    [command] = compdb.load(root)
    (root / "config.h").write_text("#define READY 1\n")
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / "config.h").write_text("#define READY 0\n")
    folders = ("-I.", f"-I{tmp_path / 'later'}")
    command = replace(command, words=(*command.words, *folders), flags=(*command.flags, *folders))
    rewritten = text + b'#include "rcl_config.h"\n#if !READY\n#error\n#endif\n'
    changed = {"in.c": rewritten, "rcl_config.h": b"#include <rcl.h>\n"}
    assert not compilecheck.Check(root, changed, {}).messages([command], 1)


def test_what_the_flags_and_a_header_say_of_the_tree(tmp_path: Path) -> None:
    """As libvirt's do: the flags' definition of a folder is the header's, but a file that they name is the changed one.
    """
    names = {"TOP": f"{tmp_path}/build", "OWN": f"{tmp_path}/own.h"}
    root = tree(tmp_path, b"", ["-DTOP=\"{TOP}\"".format(**names), "-D", "OWN=\"{OWN}\"".format(**names)])
    (root / "build").mkdir()
    (root / "own.h").write_text("int own;\n")
    changed = {
        "in.c": '#define TOP "{TOP}"\n#include OWN\nconst char *top = TOP;\nint *p = &own;\n'.format(**names).encode(),
        "own.h": b"long own;\n",
    }
    said = compilecheck.Check(root, changed, DEEP).messages(compdb.load(root), 1)
    assert [(message.line, "redefined" in message.text) for message in said] == [(4, False)]


def test_messages_of_variables_without_a_name(tmp_path: Path) -> None:
    """gcc calls them by numbers, and counts all that is declared: the original has the same warning."""
    text = b"""#include <string.h>
struct one { char *sub; unsigned long before; };
struct one *any(const void *p);
%sint is(const void *o)
{
    return ({ char *d; struct one r; r = *any(o); memcpy(&d, &r, sizeof d); d; }) + any(o)->before != 0;
}
"""
    root = tree(tmp_path, text % b"", ["-Waddress"])
    more = b"static inline int more(int n)\n{\n    int m = n + 1;\n    return m;\n}\n"
    check = compilecheck.Check(root, {"in.c": text % more}, DEEP)
    assert check.messages(compdb.load(root), 1) == []


INLINED = b"""\
extern int *volatile x;
void use(int *p);
int ready(void);

static void release(int **from)
{
	int *p = *from;

	if (ready())
		use(p);
}

void acquire(int c)
{
	int *q;

	if (ready())
		q = x;
	if (c)
		release(&q);
}
"""


def test_a_warning_tells_where_its_variable_is_declared(tmp_path: Path) -> None:
    """It is what a section should have set; the warning's own place may be in another function."""
    root = tree(tmp_path, b"", [])
    [found] = compilecheck.Check(root, {"in.c": INLINED}, DEEP).messages(compdb.load(root), 1)
    assert (found.line, found.declared) == (10, 15)


def test_a_warning_that_is_no_error_counts_if_a_function_alone_shows_it(tmp_path: Path) -> None:
    """Only where it would stop the build is a file compiled with all that the tree's optimiser does."""
    root = tree(tmp_path, b"int first(void);\n", [])
    [command] = compdb.load(root)
    command = replace(command, words=tuple(word for word in command.words if word != "-Werror"))
    alone = b"int first(void);\nint f(void) {\n    int x;\n    if (first())\n        x = first();\n    return x;\n}\n"

    def said(text: bytes, depth: Depth) -> list[tuple[int, bool]]:
        found = compilecheck.Check(root, {"in.c": text}, {"in.c": depth}).messages([command], 1)
        return [(message.line, message.error) for message in found]

    assert [said(text, Depth.LITTLE) for text in (alone, INLINED)] == [[(6, False)], []]
    assert [said(text, Depth.LOWERED) for text in (alone, INLINED)] == [[], []]
    never = b"int f(void) {\n    int x;\n    return x;\n}\n"
    assert said(never, Depth.LOWERED) == [(3, False)]


def test_what_is_said_of_the_code_is_asked_where_the_flags_do(tmp_path: Path) -> None:
    """gcc makes code then, though nothing that the sections copy may have no value."""
    root = tree(tmp_path, b"", [])
    [command] = compdb.load(root)
    words = tuple(word for word in command.words if word != "-Werror")
    large = b"void use(char *);\nvoid f(void) {\n    char room[1000];\n    use(room);\n}\n"
    check = compilecheck.Check(root, {"in.c": large}, {"in.c": Depth.LOWERED})
    commands = [replace(command, words=(*words, *more)) for more in ((), ("-Wframe-larger-than=100",))]
    assert [[message.line for message in check.messages([one], 1)] for one in commands] == [[], [5]]


COPIES = b"""\
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int total;

void given(int a)
{
	pthread_mutex_lock(&m);
	total += a;
	pthread_mutex_unlock(&m);
}

int set_on_one_way(int a)
{
	int x;

	if (a)
		x = total;
	pthread_mutex_lock(&m);
	if (a)
		total += x;
	pthread_mutex_unlock(&m);
	return total;
}

int set_on_all_ways(int a)
{
	int x;

	if (a)
		x = 1;
	else
		x = 2;
	pthread_mutex_lock(&m);
	total += x;
	pthread_mutex_unlock(&m);
	return total;
}

int handed_out(void)
{
	int x;

	pthread_mutex_lock(&m);
	x = total;
	pthread_mutex_unlock(&m);
	return x;
}

int handed_out_on_one_way(int a)
{
	register int x;

	pthread_mutex_lock(&m);
	if (a)
		x = total;
	pthread_mutex_unlock(&m);
	return a ? x : 0;
}

int tried(void)
{
	int x = 0;

	if (pthread_mutex_trylock(&m) == 0) {
		x = total;
		pthread_mutex_unlock(&m);
	}
	return x;
}

int waiting(void)
{
	int x;

	pthread_mutex_lock(&m);
	while (!total)
		pthread_cond_wait(&c, &m);
	x = total;
	pthread_mutex_unlock(&m);
	return x;
}

int declared_inside(int a)
{
	pthread_mutex_lock(&m);
	int x;
	if (a)
		x = total;
	pthread_mutex_unlock(&m);
	return a ? x : 0;
}
"""


def test_where_a_variable_may_have_no_value_gcc_is_asked(tmp_path: Path) -> None:
    """It optimises where one is copied that has none on some way, or where the analysis cannot tell; else not."""
    root = tree(tmp_path, COPIES, [])
    [entry] = json.loads((root / compdb.NAME).read_text())
    entry["arguments"].remove("-Werror")
    (root / compdb.NAME).write_text(json.dumps([entry]))
    analysis, made = convert(root)
    settled = {s.function: s.settled for s in analysis.sections}
    assert [name for name, known in settled.items() if known] == ["given", "set_on_all_ways", "handed_out"]
    kept = {s.function: s.reason.sentence for s in made.sections if s.reason}
    assert kept.keys() == {"set_on_one_way", "handed_out_on_one_way", "declared_inside"}
    assert all("may be used uninitialized" in why for why in kept.values())


def test_a_function_that_ends_without_a_value_is_seen_whatever_the_build_asks_for(tmp_path: Path) -> None:
    """Without the optimiser, too: gcc looks for such functions only where it makes code."""
    root = tree(tmp_path, b"int first(void);\n", [])
    [command] = compdb.load(root)
    command = replace(command, words=tuple(word for word in command.words if not word.startswith(("-O", "-W"))))
    changed = {"in.c": b"int first(void);\nint f(void) {\n    if (first())\n        return 1;\n}\n"}
    for depth in (Depth.LOWERED, Depth.LITTLE):
        [found] = compilecheck.Check(root, changed, {"in.c": depth}).messages([command], 1)
        assert (found.line, found.error) == (5, False)


def test_what_was_made_of_each_place_is_found() -> None:
    places = [(Edit(0, 1, 0, "x"), Edit(0, 1, 0, "z")), (Edit(2, 5, 0, "- y"), Edit(4, 5, 0, "y"))]
    assert chosen("a + b;", "x +y;", places) == [places[0][0], places[1][1]]
    assert chosen("a + b;", "z - y;", places) == [places[0][1], places[1][0]]
    assert chosen("a + b;", "a + y;", places) is None
    assert chosen("a + b;", "x + y", places) is None
