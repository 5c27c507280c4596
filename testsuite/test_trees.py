# SPDX-License-Identifier: MIT
"""Trees that are laid out in an unusual way, and what they convert together."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from programs import Inputs, Tree, states
from rcl import pipeline
from rcl.errors import RclError
from rcl.model import Identity, State
from rcl.workspace import Workspace

INPUTS = Inputs("trees")
DIARY = """\
static pthread_mutex_t diary = PTHREAD_MUTEX_INITIALIZER;
static int notes;

void note(void);
void note(void)
{
	pthread_mutex_lock(&diary);
	notes++;
	pthread_mutex_unlock(&diary);
}

"""


def test_sources_behind_links(tmp_path: Path) -> None:
    """The file that a link leads to is the one that is rewritten, and compiled under each name."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "linked.h").symlink_to("../linked.h")
    (tmp_path / "link.c").symlink_to("real.c")
    sources = {"linked.h": INPUTS["linked.h"], "real.c": INPUTS["linked.c"], "main.c": INPUTS["linked-main.c"]}
    tree = Tree(tmp_path, sources, ((("real.c", "-DREAL"), ("link.c", ""), ("main.c", "")),))
    _, made = tree.check()
    assert sorted(made.files) == ["linked.h", "real.c"]
    assert {s.state for s in made.sections} == {State.SHIPPED}


def test_locks_of_one_call_are_converted_together(tmp_path: Path) -> None:
    """Two mutexes share a call, or a macro that has to stay as it is: one that cannot be converted keeps the other."""
    analysis, made = Tree(tmp_path, {"a.c": INPUTS["together.c"]}, ((("a.c", ""),),)).check()
    assert [unit.classes for unit in analysis.units] == [("given", "kept"), ("left", "right"), ("other",)]
    assert [bool(unit.refused) for unit in analysis.units] == [True, False, False]
    assert states(made) == {"of_two": "of_two_cs", "alone": "alone_cs"}


def test_some_classes_now_and_the_others_later(tmp_path: Path) -> None:
    """What a macro does besides its call is not lost where its use is written out for one mutex: else both are of one
    unit. The rewritten tree is one like any other.
    """
    sources = {"a.c": INPUTS["shared-macros.c"]}
    tree = Tree(tmp_path, sources, ((("a.c", ""),),))
    analysis, _ = tree.check(lambda unit: unit.endswith("_a"))
    alone = {u.name for u in analysis.units if len(u.classes) == 1}
    assert alone == {f"{name}_{which}" for name in ("plain", "named") for which in "ab"}
    assert not any(unit.refused for unit in analysis.units)
    analysis, _ = tree.check()
    assert {u.name: u.refused for u in analysis.units} == {"plain_b": None, "named_b": None}


def test_branches_that_take_a_lock_by_a_name_that_stays(tmp_path: Path) -> None:
    """The name is another one's, too, so its uses are written out: in the branches, too, that the client gets."""
    tree = Tree(tmp_path, {"a.c": INPUTS["named-branches.c"]}, ((("a.c", ""),),))
    _, made = tree.check(lambda unit: unit == "box.lock")
    assert states(made) == {"both": "both_cs"}


def test_a_mutex_beside_the_runtimes(tmp_path: Path) -> None:
    """What begins the value of the runtime's mutex, pthread's in it, is no initialiser of the tree's other mutexes."""
    source = Path(__file__).parent / "cases/011-macros/in.c"
    tree = Tree(tmp_path, {"a.c": source.read_text()}, ((("a.c", ""),),))
    tree.check(lambda unit: unit == "other")
    analysis, made = tree.check()
    assert {u.name: u.refused for u in analysis.units} == {"stats.lock": None}
    assert {s.state for s in made.sections} == {State.SHIPPED}


def test_described_locks_that_are_converted(tmp_path: Path) -> None:
    """rcl.toml speaks of a mutex that is the runtime's by now: the other ones can still be converted."""
    case = Path(__file__).parent / "cases/052-own-lock-api"
    text = (case / "in.c").read_text().replace("int main(void)", DIARY + "int main(void)")
    tree = Tree(tmp_path, {"a.c": text}, ((("a.c", ""),),))
    (tmp_path / "rcl.toml").write_bytes((case / "rcl.toml").read_bytes())
    analysis, _ = tree.check(lambda unit: unit != "diary")
    assert len(analysis.units) > 1
    analysis, made = tree.check()
    assert [(u.name, u.refused) for u in analysis.units] == [("diary", None)]
    assert states(made) == {"note": "note_cs"}


def test_a_functions_name_as_a_macro_of_a_header(tmp_path: Path) -> None:
    """For its own functions alone, as an earlier rewriting makes it: what a section's macros say is still the name of
    its function.
    """
    case = Path(__file__).parent / "cases/1882-the-functions-name-as-a-macro-elsewhere/in.c"
    head, begins, rest = case.read_text().partition('#define __func__ "named"\n')
    own, ends, others = rest.partition("#undef __func__\n")
    sources = {"own.h": begins + own + ends, "a.c": f'{head}#include "own.h"\n{others}'}
    _, made = Tree(tmp_path, sources, ((("a.c", ""),),)).check()
    assert states(made) == {"first": "first_cs", "second": "second_cs"}
    assert b'#define __func__ "second"' in made.files["a.c"]


def test_mutexes_whose_lock_calls_nothing_spells(tmp_path: Path) -> None:
    """An option of the compiler names the call, a macro makes its name of parts, or a function includes it.

    What they get comes by void *, so that the compiler would say nothing of a call that stays pthread's. A type whose
    typedef is not of the tree stays, too.
    """
    (tmp_path / "other.h").write_text("typedef pthread_mutex_t other_mutex;\n")
    root = tmp_path / "tree"
    root.mkdir()
    sources = {"a.c": INPUTS["unspelled.c"], "b.c": INPUTS["split.c"], **INPUTS.named("body.inc", "head.inc")}
    sources["make.inc"] = "    sized = malloc(sizeof(pthread_mutex_t));\n"
    options = f"-DLOCK=pthread_mutex_lock -DUNLOCK(m)=pthread_mutex_unlock(m) -I{tmp_path}"
    analysis, made = Tree(root, sources, ((("a.c", options), ("b.c", "")),)).check()
    refused = dict.fromkeys(["pasted", "said", "included", "sized", "foreign", "split"], "RCL047")
    assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, **refused}
    assert sorted(made.files) == ["a.c"]


def test_mutexes_whose_values_stand_elsewhere(tmp_path: Path) -> None:
    """A list is included, or an option of the compiler says what a mutex begins with: that mutex alone stays."""
    sources = {"a.c": INPUTS["included-list.c"], "list.inc": "PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER\n"}
    sources |= {"pairs.inc": "{ PTHREAD_MUTEX_INITIALIZER, 1 },\n" * 2, "numbers.inc": "1, 2\n"}
    analysis, made = Tree(tmp_path, sources, ((("a.c", "-DLOCK=PTHREAD_MUTEX_INITIALIZER"),),)).check()
    refused = dict.fromkeys(["listed", "pair.lock", "said"], "RCL047")
    assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"table.lock": None, **refused}
    assert states(made) == {"change": "change_cs"}


def test_mutexes_in_structures_whose_size_is_asserted(tmp_path: Path) -> None:
    """What would not hold any more keeps its mutexes, and no others."""
    source = Path(__file__).parent / "cases/1514-assertions-about-sizes-of-structures/in.c"
    analysis, made = Tree(tmp_path, {"a.c": source.read_text()}, ((("a.c", ""),),)).check()
    codes = {u.name: u.refused and u.refused.code for u in analysis.units}
    assert codes == {"counter.lock": "RCL048", "entry.lock": None}
    assert states(made) == {"enter": "enter_cs"}


def test_sizes_of_structures_that_other_files_have_by_the_name(tmp_path: Path) -> None:
    """Without mutexes, in a build that has none, or as another structure altogether, they are sized as they should."""
    sources = {"a.c": INPUTS["sized.c"], "other.c": INPUTS["sized-other.c"], "table.h": INPUTS["sized.h"]}
    analysis, made = Tree(tmp_path, sources, ((("a.c", "-DTHREADS"), ("other.c", "")),)).check()
    assert [u.refused for u in analysis.units] == [None] * len(analysis.units)
    assert states(made) == {"add": "add_cs", "end": "end_cs", "get": "get_cs"}


@pytest.mark.parametrize("room", ["union { char room[64]; long number; }", "struct { long some[3]; char more[40]; }"])
@pytest.mark.parametrize("way", ["malloc(sizeof(struct counter))", "calloc(1, 8 + sizeof(*c))"])
def test_structures_that_have_but_room_for_a_mutex_elsewhere(tmp_path: Path, way: str, room: str) -> None:
    """Their sizes are those of another file's structure: what becomes larger there stays as it is."""
    opaque = INPUTS["opaque.c"].replace("union { char room[64]; long number; }", room).replace("WAY", way)
    sources = {"a.c": opaque, "counter.c": INPUTS["opaque-counter.c"]}
    analysis, _ = Tree(tmp_path, sources, ((("a.c", ""), ("counter.c", "")),)).check()
    assert [u.refused and u.refused.code for u in analysis.units] == ["RCL048"]


def test_openmp(tmp_path: Path) -> None:
    """What other threads run has variables of its own, or shares those of the function: it stays in place."""
    _, made = Tree(tmp_path, {"a.c": INPUTS["openmp.c"]}, ((("a.c", "-fopenmp"),),)).converted()
    assert states(made) == {"inside": "RCL012", "around": "RCL012", "made": "RCL012", "own": "own_cs"}
    assert next(s.identity for s in made.sections if s.function == "own") is Identity.THREAD
    assert made.files["a.c"].count(b"rcl_lock(&lock);") == 3


def test_mutexes_that_elsewhere_gives(tmp_path: Path) -> None:
    """What a function gets without a type may be a mutex of another program's, where nobody here calls it."""
    for more, refused in ("", True), ("void begin(void) { set_lock(&lock); }\n", False):
        analysis, _ = Tree(tmp_path, {"a.c": INPUTS["elsewhere.c"] + more}, ((("a.c", ""),),)).converted()
        assert {unit.name: bool(unit.refused) for unit in analysis.units} == {"lock": refused}


def test_headers_that_are_gccs_own(tmp_path: Path) -> None:
    """libclang has none of the name: what gcc would read is read."""
    _, made = Tree(tmp_path, {"a.c": INPUTS["of-gcc.c"]}, ((("a.c", ""),),)).converted()
    assert states(made) == {"add": "add_cs"}


def test_static_functions_defined_in_another_file_than_declared(tmp_path: Path) -> None:
    """They are the unit's own: what calls them before is not the code of another program, which may use the mutex."""
    sources = {**INPUTS.named("template.inc"), "main.c": INPUTS["template.c"]}
    tree = Tree(tmp_path, sources, ((("main.c", ""),),))
    _, made = tree.check()
    assert states(made) == {"show": "show_cs", "add8": "RCL025", "add16": "RCL025"}


def test_mutexes_that_another_language_names_are_refused(tmp_path: Path) -> None:
    """Nothing is known of what it does, and where it declares them itself no compiler would complain."""
    tree = Tree(tmp_path, {"a.c": INPUTS["shared.c"], "b.cpp": INPUTS["shared.cpp"]}, ((("a.c", ""), ("b.cpp", "")),))
    analysis, made = tree.converted()
    assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, "shared": "RCL046"}
    assert next(u.refused.place.line for u in analysis.units if u.refused and u.refused.place) == 2
    assert "pthread_mutex_lock(&shared)" in made.files["a.c"].decode()


def test_sources_whose_command_says_what_they_are(tmp_path: Path) -> None:
    """What ends like a header may be C, or another language: gcc goes by -x."""
    sources = {"a.c": INPUTS["shared.c"], "main.inc": INPUTS["named.c"]}
    _, made = Tree(tmp_path, sources, ((("a.c", ""), ("main.inc", "-x c")),)).check()
    assert states(made) == {"add": "add_own_cs", "main": "main_cs"}
    again = tmp_path / "again"
    again.mkdir()
    for flag in ("-x c++", "-xc++"):
        sources = {"a.c": INPUTS["shared.c"], "b.c": INPUTS["shared.cpp"]}
        analysis, _ = Tree(again, sources, ((("a.c", ""), ("b.c", flag)),)).converted()
        assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, "shared": "RCL046"}


UNBUILT = ((("a.c", "-o a.o"), ("b.c", "-o b.o"), ("made.c", "-o made.o")),)


def test_sources_that_were_not_built(tmp_path: Path) -> None:
    """Meson lists all targets: one that nobody asked for lacks what its build makes. As for another language."""
    tree = Tree(tmp_path, {"a.c": INPUTS["shared.c"], "b.c": INPUTS["unbuilt.c"]}, UNBUILT)
    with pytest.raises(RclError, match=r"RCL082: b\.c:1: "):
        tree.converted()
    (tmp_path / "a.o").touch()
    analysis, made = tree.converted()
    assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, "shared": "RCL046"}
    why = "the file does not compile: 'made.h' file not found; what was not built is left out: b.c and 1 more"
    assert analysis.warnings == (f"b.c:1: {why}",)
    assert analysis.left_out == {"b.o": "b.c", "made.o": "made.c"}
    assert analysis.sources.keys() == {"a.c", "b.c"}
    text = made.files["a.c"].decode()
    assert "pthread_mutex_lock(&shared)" in text
    assert "pthread_mutex_lock(&own)" not in text


def test_commands_that_the_compiler_does_not_take(tmp_path: Path) -> None:
    """It would say nothing of what is rewritten, of the original neither."""
    tree = Tree(tmp_path, {"a.c": INPUTS["shared.c"]}, ((("a.c", "-fnone"),),))
    with pytest.raises(RclError, match=r"RCL082: a\.c:1: .* unrecognized command-line option '-fnone'"):
        tree.converted()


def test_an_analysis_is_old_when_what_it_left_out_is_built(tmp_path: Path) -> None:
    Tree(tmp_path, {"a.c": INPUTS["shared.c"], "b.c": INPUTS["unbuilt.c"]}, UNBUILT)
    (tmp_path / "a.o").touch()
    known = pipeline.analysis(Workspace.at(tmp_path))
    assert pipeline.analysis(Workspace.at(tmp_path)) == known
    for name in ("made.h", "made.c", "b.o"):
        (tmp_path / name).touch()
    assert not pipeline.analysis(Workspace.at(tmp_path)).left_out


def test_headers_that_another_language_reads_are_both(tmp_path: Path) -> None:
    """Its compiler wants casts, and no jump past what a variable begins with; where it reads nothing C has none."""
    files = {"both.h": INPUTS["both.h"], "both.hpp": '#include "both.h"\n', "only_c.h": INPUTS["only-c.h"]}
    sources = {**files, "a.c": INPUTS["both.c"], "b.cpp": INPUTS["both.cpp"]}
    tree = Tree(tmp_path, sources, ((("a.c", ""), ("b.cpp", "")),))
    _, made = tree.check()
    assert states(made) == {"rise": "rise_cs", "reached": "reached_cs", "sink": "sink_cs"}
    assert "struct sink_cs *cs = ctx;" in made.files["only_c.h"].decode()


def test_what_another_language_cannot_read_stays(tmp_path: Path) -> None:
    """Its compiler is asked as the C compiler is."""
    used = 'int peek(void) { return pthread_mutex_trylock(&level.mutex) ? 0 : level.now; }'
    files = {"both.h": INPUTS["both.h"], "both.hpp": '#include "both.h"\n', "only_c.h": INPUTS["only-c.h"]}
    sources = {**files, "a.c": INPUTS["both.c"], "b.cpp": INPUTS["both.cpp"] + used}
    tree = Tree(tmp_path, sources, ((("a.c", ""), ("b.cpp", "")),))
    with pytest.raises(RclError, match=r"RCL046: b\.cpp:3: level\.mutex may be used here, where mutex stands in"):
        tree.converted()


def test_what_only_the_compiler_takes_is_as_of_another_language(tmp_path: Path) -> None:
    """A function in a function, say. Its lock calls tell of the mutexes that it has, by their structures, too."""
    sources = {"a.c": INPUTS["shared.c"], "b.c": INPUTS["nested.c"]}
    tree = Tree(tmp_path, sources, ((("a.c", ""), ("b.c", "")),))
    analysis, made = tree.converted()
    assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, "shared": "RCL046"}
    why = "what only the build's compiler takes is left out: b.c"
    assert analysis.warnings == (f"b.c:7: the file does not compile: function definition is not allowed here; {why}",)
    assert (analysis.left_out, analysis.others) == ({}, ("b.c",))
    assert "pthread_mutex_lock(&own)" not in made.files["a.c"].decode()
    assert tree.output("*=rcl") == ["7\n"]
    with pytest.raises(RclError, match=r"RCL082: b\.c:7: "):
        Tree(tmp_path, {"b.c": INPUTS["nested.c"]}, ((("b.c", ""),),)).converted()
    files = {"both.h": INPUTS["both.h"], "only_c.h": INPUTS["only-c.h"], "a.c": INPUTS["both.c"]}
    used = '#include "both.h"\nint peek(void) { return pthread_mutex_trylock(&level.mutex) ? 0 : level.now; }\n'
    tree = Tree(tmp_path, {**files, "b.c": INPUTS["nested.c"] + used}, ((("a.c", ""), ("b.c", "")),))
    refused = {u.name: u.refused and u.refused.code for u in tree.converted()[0].units}
    assert refused == {"level.mutex": "RCL046"}


@pytest.mark.parametrize(("called", "code", "file"), [("count", "RCL046", "b.cpp"), ("size", "RCL044", "holder.h")])
def test_functions_that_another_language_defines(tmp_path: Path, called: str, code: str, file: str) -> None:
    """They stand in the tree; what is only called there does not."""
    files = {"holder.h": INPUTS["holder.h"], "a.c": INPUTS["holder.c"] % called, "b.cpp": INPUTS["holder.cpp"]}
    analysis, _ = Tree(tmp_path, files, ((("a.c", ""), ("b.cpp", "")),)).converted()
    refused = {u.name: u.refused and (u.refused.code, u.refused.place.file) for u in analysis.units}
    assert refused == {"own": None, "holder.mutex": (code, file)}


@pytest.mark.parametrize(
    ("declared", "given"),
    [
        ("extern pthread_mutex_t *other(void);", "other()"), ("pthread_mutex_t **other(int);", "*other(1)"),
        ("typedef pthread_mutex_t *lock_t;\nlock_t other(int);", "other(1)"),
        ("extern int other(void);", "other() ? at : &own"),
    ],
)  # fmt: skip
def test_mutexes_that_functions_of_elsewhere_return(tmp_path: Path, declared: str, given: str) -> None:
    """The type says all that is to know: what gives them is only declared here, and would be the runtime's."""
    text = (
        f"#include <pthread.h>\n{declared}\nstatic pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, *at = &own;\n"
        f"int f(int n)\n{{\n\tat = {given};\n\tpthread_mutex_lock(at);\n\tn++;\n\tpthread_mutex_unlock(at);\n"
        "\treturn n;\n}\n"
    )
    analysis, _ = Tree(tmp_path, {"a.c": text}, ((("a.c", ""),),)).converted()
    [unit] = analysis.units
    assert (unit.refused and unit.refused.code) == (None if "int other" in declared else "RCL044")


ADDING = "void add(void)\n{\n\tpthread_mutex_lock(&own);\n\tn++;\n\tpthread_mutex_unlock(&own);\n}\n"


@pytest.mark.parametrize("use", ["", "static inline void f(void)\n{\n\tpthread_mutex_lock(&other);\n}\n"])
def test_mutexes_that_are_only_declared(tmp_path: Path, use: str) -> None:
    """Nothing of the program uses one: it stays as it is, and the others are converted."""
    declared = "extern pthread_mutex_t other;\nextern pthread_cond_t never;\n"
    own = "static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;\nint n;\n"
    text = f"#include <pthread.h>\n{declared}{own}{use}{ADDING}"
    analysis, made = Tree(tmp_path, {"a.c": text}, ((("a.c", ""),),)).converted()
    assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, "other": "RCL044"}
    assert declared.encode() in made.files["a.c"]
    assert b"rcl_exec_anon(&own, add_cs" in made.files["a.c"]


KNOWN = "struct pool { pthread_mutex_t mutex; int done; };\n"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({}, None),
        ({"pool.h": f"#include <pthread.h>\n{KNOWN}", "pool.c": ""}, "RCL046"),  # a header has it
        ({"pool.cpp": "struct pool { long mutex[5]; int done; };\n"}, "RCL046"),  # another language says what is in it
        ({"pool.cpp": "#include <pthread.h>\nstatic pthread_mutex_t *taken;\n"}, "RCL046"),
        ({"pool.cpp": '#include "pool.c"\n'}, "RCL046"),
    ],
)  # fmt: skip
def test_structures_that_are_names_to_another_language(
    tmp_path: Path, changed: dict[str, str], code: str | None
) -> None:
    sources = {name: changed.get(name, "") + INPUTS[name] for name in ("pool.h", "pool.c", "pool.cpp")}
    if changed.get("pool.c") is not None:
        sources["pool.c"] = sources["pool.c"].replace(KNOWN, "")
    tree = Tree(tmp_path, sources, ((("pool.c", ""), ("pool.cpp", "")),))
    [unit] = tree.converted()[0].units
    assert (unit.refused and unit.refused.code) == code


def test_what_clang_says_is_about_the_section_that_it_names(tmp_path: Path) -> None:
    """Behind its first words come lines of the source, which passed for the beginning of the next file's name."""
    tree = Tree(tmp_path, {"a.c": INPUTS["clang.c"]}, ((("a.c", "-Wunused-macros"),),), "clang")
    _, made = tree.converted()
    assert states(made) == {"locks": "RCL017", "unlocks": "RCL017", "straight": "straight_cs"}


@pytest.mark.parametrize("stays", [False, True])
def test_static_functions_that_a_headers_macros_name(tmp_path: Path, stays: bool) -> None:
    """They stay while something goes through the macro, and go with the last that did."""
    twice = INPUTS["twice.c"] if stays else "#define twice(how) (void)(how)\n"
    noting = INPUTS["noting.c"].replace("int main", f"{twice}int main")
    tree = Tree(tmp_path, {"noting.h": INPUTS["noting.h"], "a.c": noting}, ((("a.c", ""),),))
    _, made = tree.check()
    moved = {"straight": "straight_cs", "by_macro": "by_macro_cs"}
    assert states(made) == moved | ({"twice": "RCL036"} if stays else {})
    assert ("static void note_lock(" in made.files["a.c"].decode()) is stays


def test_static_functions_that_one_build_uses_still(tmp_path: Path) -> None:
    """The other one would complain of them, also where a section goes through macros to such a function."""
    tree = Tree(tmp_path, {"a.c": INPUTS["half-used.c"]}, ((("a.c", "-DFEATURE=0"),), (("a.c", "-DFEATURE=1"),)))
    _, made = tree.check()
    assert states(made) == {"by_macro": "by_macro_cs", "other": "other_cs", "in_one_build": "RCL021"}
    assert "static inline void give(" in made.files["a.c"].decode()


def test_lock_guards_whose_functions_another_file_has(tmp_path: Path) -> None:
    """As long as every build says of those what makes it a guard."""
    sources = {**INPUTS.named("guard.h", "guard.c"), "main.c": INPUTS["guarded.c"]}
    plain, counted = (("guard.c", ""), ("main.c", "")), (("guard.c", "-DCOUNTED"), ("main.c", ""))
    for name, programs, becomes in (("one", (plain,), "add_cs"), ("two", (plain, counted), "RCL012")):
        (tmp_path / name).mkdir()
        _, made = Tree(tmp_path / name, sources, programs).check()
        assert states(made) == {"add": becomes, "early": "RCL012"}


@pytest.mark.parametrize("option", ["", " -DTYPEOF"])
def test_lock_guards_that_another_file_gives_as_structures(tmp_path: Path, option: str) -> None:
    """Their clean-up functions are made by a library's macro, and empty them by its function."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "lib.h").write_text(INPUTS["lib.h"])
    sources = {**INPUTS.named("lockable.h", "lockable.c"), "main.c": INPUTS["locked.c"]}
    flags = f"-isystem {tmp_path}{option}"
    tree = Tree(tmp_path / "tree", sources, ((("lockable.c", flags), ("main.c", flags)),))
    _, made = tree.check()
    assert states(made) == {
        "add": "add_cs", "early": "RCL012", "get": "get_cs", "of_object": "of_object_cs",
        "without_braces": "without_braces_cs",
    }  # fmt: skip
    assert "rcl_exec_anon(LockGuardMutex(&m), add_cs, &cs, sizeof(cs))" in made.files["main.c"].decode()


@pytest.mark.parametrize(
    ("held", "skipped"),
    [
        ('pthread_mutex_t door __asm__("gate_1") = PTHREAD_MUTEX_INITIALIZER;\n#define MUTEX door',
         "extern pthread_mutex_t gate_1;\n#define RAW &gate_1"),
        ("#pragma redefine_extname door gate_2\npthread_mutex_t door;\n#define MUTEX door",
         "extern pthread_mutex_t gate_2;\n#define RAW &gate_2"),
        ("pthread_mutex_t door;\n#define MUTEX door",
         'static long raw[5] __attribute__((weakref("door")));\n#define RAW raw'),
        ("pthread_mutex_t door;\n#define MUTEX door",
         '#define RAW ({ extern char raw[40] __asm__("door"); raw; })'),
        ("struct door { long n; pthread_mutex_t lock; } door;\n#define MUTEX door.lock",
         "struct gate { long n[6]; } door;\n#define RAW &door.n[1]"),
        ("struct door { pthread_mutex_t lock; int n; } doors[2];\n#define MUTEX doors[1].lock",
         "struct door { char lock[40]; int n; };\nextern struct door doors[2];\n#define RAW doors->lock"),
    ],
)  # fmt: skip
def test_mutexes_that_another_file_knows_by_another_name_or_type(tmp_path: Path, held: str, skipped: str) -> None:
    """No compiler says that they are the same memory: a lock call of the other file would be pthread's still."""
    sources = {"held.c": INPUTS["held.c"] % held, "skipped.c": INPUTS["skipped.c"] % skipped}
    tree = Tree(tmp_path, sources, ((("held.c", "-fcommon"), ("skipped.c", "-fcommon")),))
    analysis, made = tree.converted()
    assert [u.name for u in analysis.units if "door" in u.name and u.refused is None] == []
    assert "pthread_mutex_lock(&MUTEX)" in made.files.get("held.c", sources["held.c"].encode()).decode()


@pytest.mark.parametrize(
    ("declared", "defined"),
    [
        ("EXPORT void NAME", "void NAME"),
        ("extern EXPORT void NAME", "void NAME"),
        ("DECLARE(void) NAME", "DECLARE(void) NAME"),
        ("void NAME", '__attribute__((visibility("default"))) void NAME'),
    ],
)
def test_what_other_libraries_see(tmp_path: Path, declared: str, defined: str) -> None:
    """What is made of the lock functions of a library is seen outside of it, as they are."""
    heads = [said.replace("NAME", f"{name}(struct lock *lock)")
             for said in (declared, defined) for name in ("take_lock", "drop_lock")]  # fmt: skip
    shown = {"lock.h": INPUTS["shown.h"] % tuple(heads[:2]), "lock.c": INPUTS["shown.c"] % tuple(heads[2:])}
    sources = {**shown, "main.c": INPUTS["shown-main.c"]}
    _, made = Tree(tmp_path, sources, ((("lock.c", "-fvisibility=hidden"), ("main.c", "")),)).check()
    assert states(made) == {"main": "main_cs"}
    said = subprocess.run(["readelf", "-sW", tmp_path / "0-lock.c.o"], capture_output=True, text=True, check=True)
    seen = {line.split()[7]: line.split()[5] for line in said.stdout.splitlines() if " FUNC " in line}
    names = ("take_lock", "take_lock_held", "take_mutex", "drop_lock", "drop_lock_held")
    assert seen == dict.fromkeys(names, "DEFAULT")


def test_static_lock_functions_that_a_header_declares(tmp_path: Path) -> None:
    """They stay, inline: gcc complains of the header's prototypes of functions that nobody defines."""
    sources = {"declared.c": INPUTS["declared.c"], "declared.h": INPUTS["declared.h"]}
    _, made = Tree(tmp_path, sources, ((("declared.c", "-Wall"),),)).check()
    assert states(made) == {"messages_add": "messages_add_cs"}
    assert made.files["declared.c"].decode().count("\nstatic inline int messages_") == 2
