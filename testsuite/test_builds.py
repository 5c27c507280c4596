# SPDX-License-Identifier: MIT
"""Sources that a tree builds in several ways: every build of what comes out compiles and does the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from programs import Inputs, Tree, states
from rcl import compdb
from rcl.analyse import analyse
from rcl.model import Direction, State
from rcl.rewrite import rewrite

INPUTS = Inputs("builds")


def test_macros_that_builds_define_differently(tmp_path: Path) -> None:
    """A lock that one build means by pointer: where that is all, a macro beside the lock's names it for both."""
    sources = INPUTS.named("mutex.h", "mutex.c", "pool.c")
    programs = tuple(tuple((file, f"-DDEBUG={n}") for file in ("mutex.c", "pool.c")) for n in (0, 1))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"take": "take_cs", "note": "note_cs"}
    assert "rcl_exec_anon(mx_mutex(&log->lock), note_cs" in made.files["pool.c"].decode()
    header = made.files["mutex.h"].decode()
    assert "#define mx_lock(m) rcl_lock((m))\n#define mx_mutex(m) (m)\n" in header
    assert "is found */\n#define mx_mutex(m) (*(m))\n" in header


def test_one_class_behind_a_macro_that_initialises(tmp_path: Path) -> None:
    """A macro that must stay initialises all its mutexes alike: also one that is in a single build is of their unit."""
    sources = INPUTS.named("mutex.h", "mutex.c", "pool.c", "trace.c")
    pools = [tuple((file, f"-DDEBUG={n}") for file in ("mutex.c", "pool.c")) for n in (0, 1)]
    analysis, made = Tree(tmp_path, sources, (*pools, (("trace.c", "-DDEBUG=0"),))).check()
    assert len(analysis.units) == 1
    assert states(made)["main"] == "main_cs"
    assert "#define mx_t rcl_mutex_t\n" in made.files["mutex.h"].decode()


def test_waits_that_builds_define_differently(tmp_path: Path) -> None:
    """As above for a wait; the lock's macro is made of another one, and in a build of decided branches."""
    sources = {"mutex.h": INPUTS["wait.h"], "mutex.c": INPUTS["wait.c"], "queue.c": INPUTS["queue.c"]}
    programs = tuple(tuple((file, f"-DDEBUG={n}") for file in ("mutex.c", "queue.c")) for n in (0, 1))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"take": "take_cs", "await": "await_cs", "add": "add_cs"}
    header, source = made.files["mutex.h"].decode(), made.files["queue.c"].decode()
    assert "#define cv_wait_request(c, m) rcl_wait((c), (m))\n" in header
    assert "#define cv_wait_request(c, m) rcl_wait(*(c), *(m))\n" in header
    assert "return cv_wait_request(&q->filled, &q->lock);" in source
    assert "rcl_exec_waiting(mx_mutex(lock), await_cs" in source
    assert "    mx_t *lock;" in source


def test_builds_without_locks(tmp_path: Path) -> None:
    """A header that defines the lock API away defines the runtime's away; what such a build captures counts, too."""
    sources = {**INPUTS.named("no-threads.h", "client.h", "client.c"), "main.c": INPUTS["client-main.c"]}
    programs = tuple((("client.c", flag), ("main.c", flag)) for flag in ("", "-DTHREADS"))
    analysis, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"drop": "drop_cs", "count": "count_cs", "client_send": "client_send_cs"}
    assert not analysis.warnings
    drop = next(s for s in analysis.sections if s.function == "drop")
    assert [(c.name, c.direction.value) for c in drop.captures] == [("c", "in"), ("size", "in"), ("noted", "in-out")]
    assert "#  undef rcl_mutex_init\n#  define pthread_mutex_init(A, B)\n" in made.files["no-threads.h"].decode()
    assert "#  define rcl_exec_anon(mutex, section, context, size) (section)(context)\n" in (
        made.files["no-threads.h"].decode()
    )


def test_variables_that_a_build_without_the_lock_uses_otherwise(tmp_path: Path) -> None:
    """Such a build calls the section's function, too, which has what the build with the lock gives it and takes back.
    """
    programs = ((("in.c", ""),), (("in.c", "-DTHREADS"),))
    _, made = Tree(tmp_path, {"in.c": INPUTS["unlocked.c"]}, programs).check()
    disagreed = dict.fromkeys(("set", "seen", "behind", "left"), "RCL018")
    assert states(made) == {**disagreed, "alike": "alike_cs"}


def test_what_only_one_build_writes(tmp_path: Path) -> None:
    """It comes out as it went in where the other build does not name it."""
    programs = tuple((("either.c", flag),) for flag in ("", "-DTRACE"))
    analysis, made = Tree(tmp_path, {"either.c": INPUTS["either.c"]}, programs).check()
    assert [s.state for s in made.sections] == [State.SHIPPED] * 4
    section = next(s for s in analysis.sections if s.name == "hit_lock_1_cs")
    text = made.files["either.c"].decode()
    assert "\n#ifndef TRACE\nstruct hit_lock_2_cs {" in text
    assert "\n#endif\n\n#ifdef TRACE\nstruct hit_lock_4_cs {" in text
    assert "\n#ifndef TRACE\n#if defined(__GNUC__)\n/* lock, either.c:25-27 */\nstatic int hit_lock_3_cs(" in text
    assert {c.name: c.direction.value for c in section.captures} == {"n": "in", "seen": "in-out", "last": "in-out"}


def test_a_program_with_functions_in_the_place_of_the_lock_wrappers(tmp_path: Path) -> None:
    """A test program links the sections without the mutex that they name."""
    flags = "-Werror -Wmissing-prototypes -Wredundant-decls"
    programs = tuple(((file, flags), ("stats.c", flags)) for file in ("server.c", "tester.c"))
    sources = INPUTS.named("stats.h", "stats.c", "server.c", "tester.c")
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"hit": "hit_cs"}
    tester = made.files["tester.c"].decode()
    assert tester.count("rcl_mutex_t *stats_mutex(void)") == 2 and "return &unshared;" in tester


def test_programs_that_each_define_the_lock_wrappers(tmp_path: Path) -> None:
    """Each has a function that returns its mutex, or the other one would not link."""
    server = INPUTS["server.c"].replace("static pthread", "pthread")
    sources = {**INPUTS.named("stats.h", "stats.c"), "server.c": server}
    programs = tuple(((file, ""), ("stats.c", "")) for file in ("server.c", "second.c"))
    _, made = Tree(tmp_path, {**sources, "second.c": INPUTS["second.c"]}, programs).check()
    assert states(made) == {"hit": "hit_cs"}
    for file in ("server.c", "second.c"):
        assert "rcl_mutex_t *stats_mutex(void) {\n    return &stats;\n}\n" in made.files[file].decode()


def test_builds_that_each_define_a_lock_wrapper(tmp_path: Path) -> None:
    """So it is with the builds of a file."""
    sources = INPUTS.named("stats.h", "stats.c", "defined.c")
    programs = tuple((("defined.c", flag), ("stats.c", flag)) for flag in ("", "-DCHECKED"))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"hit": "hit_cs"}
    assert made.files["defined.c"].decode().count("rcl_mutex_t *stats_mutex(void) {") == 2


def test_a_program_that_brings_lock_wrappers_in_the_place_of_weak_ones(tmp_path: Path) -> None:
    """What returns their mutex is as weak as they are, or the two would not link."""
    sources = INPUTS.named("stats.h", "stats.c", "default.c", "server.c", "plain.c")
    programs = tuple((("stats.c", ""), ("default.c", ""), (file, "")) for file in ("server.c", "plain.c"))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"hit": "hit_cs"}
    assert "__attribute__((weak)) rcl_mutex_t *stats_mutex(void) {" in made.files["default.c"].decode()


def test_a_function_in_the_place_of_a_lock_wrapper_that_does_something_else(tmp_path: Path) -> None:
    programs = tuple(((file, ""), ("stats.c", "")) for file in ("server.c", "tester.c"))
    counts = INPUTS["tester.c"].replace("void stats_lock(void) { }", 'void stats_lock(void) { puts("counted"); }')
    sources = {**INPUTS.named("stats.h", "stats.c", "server.c"), "tester.c": counts}
    _, made = Tree(tmp_path, sources, programs).check()
    assert "hit" not in states(made)


def test_a_program_that_has_no_mutex_to_hand_to_the_lock_wrappers(tmp_path: Path) -> None:
    programs = tuple(((file, ""), ("table.c", "")) for file in ("threads.c", "alone.c"))
    sources = INPUTS.named("table.h", "table.c", "threads.c", "alone.c")
    _, made = Tree(tmp_path, sources, programs).check()
    assert "table_add" not in states(made)


def test_a_program_in_which_a_function_returns_that_ends_another_one(tmp_path: Path) -> None:
    programs = tuple(((file, ""), ("account.c", "")) for file in ("bank.c", "audit.c"))
    sources = INPUTS.named("fatal.h", "account.c", "bank.c", "audit.c")
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"draw": "draw_cs"}


def test_a_program_with_a_function_in_the_place_of_libc_s(tmp_path: Path) -> None:
    programs = tuple(((file, ""), ("fill.c", "")) for file in ("drain.c", "filled.c"))
    sources = INPUTS.named("fill.h", "fill.c", "drain.c", "filled.c")
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"fill": "fill_cs"}


def test_one_of_two_classes_behind_the_same_macros(tmp_path: Path) -> None:
    """The macros stay for the other class; where they are used for this one, the runtime's calls stand."""
    tree = Tree(tmp_path, {"program.c": INPUTS["partly.c"]}, ((("program.c", ""),),))
    analysis = analyse(tmp_path, tmp_path / compdb.NAME, jobs=1)
    made = rewrite(tmp_path, analysis, ["other"], commands=tmp_path / compdb.NAME)
    text = made.files["program.c"].decode()
    assert "#define mutex_unlock(x) pthread_mutex_unlock(x)" in text and "rcl_exec" in text
    assert "mutex_unlock(&locks[hash & mask(power)])" in text
    assert tree.check()[1].count(State.SHIPPED) == 2


def test_lock_calls_that_one_build_lacks(tmp_path: Path) -> None:
    """Where the lock calls stand alone in an #if, the build without them calls the section's function."""
    programs = ((("daemon.c", "-DUSE_THREADS"),), (("daemon.c", "-DNONE"),))
    _, made = Tree(tmp_path, {"daemon.c": INPUTS["locked-if.c"]}, programs).check()
    assert states(made) == {"add": "add_cs", "accept_one": "accept_one_cs"}
    source = made.files["daemon.c"].decode()
    assert (
        "    way = rcl_exec_anon(&daemon->lock, accept_one_cs, &cs, sizeof(cs));\n#else\n    way = accept_one_cs(&cs);"
        in source
    )


@pytest.mark.parametrize("flags", [("",), ("", "-DSPIN"), ("-DSPIN", "")])
def test_other_locks_in_the_place_of_lock_calls(tmp_path: Path, flags: tuple[str, ...]) -> None:
    """What another build does in the place of the lock calls is done around the call of the section's function there,
    unless it changes what the section is given, or names what it changes; or is a lock call, too.
    """
    programs = tuple((("slots.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"slots.c": INPUTS["spin-if.c"]}, programs).check()
    either = "either_cs" if len(flags) == 1 else "RCL021"
    leased = dict.fromkeys(("counted", "moved"), "RCL021")
    shipped = {name: f"{name}_cs" for name in ("find", "counted_there", "tested")}
    assert states(made) == {**leased, **shipped, "either": either}
    assert [s.function for s in made.sections if s.partly] == ["counted_there"]
    taken = "    spin_lock(&spin);\n    way = find_cs(&cs);\n    spin_unlock(&spin);\n#else\n"
    assert taken.replace("    ", "\t") in made.files["slots.c"].decode()


def test_own_lock_macros_that_stand_for_nothing_in_one_build(tmp_path: Path) -> None:
    """That build never initialises the mutex: what it compiles, too, must not come to take it."""
    programs = ((("queue.c", "-DTHREADS"),), (("queue.c", ""),))
    _, made = Tree(tmp_path, {"queue.c": INPUTS["own-macros.c"]}, programs).check()
    assert states(made) == {"add": "RCL018", "put": "RCL018", "take": "take_cs"}


def test_what_only_an_assert_needs(tmp_path: Path) -> None:
    """A build without asserts does not complain of what the section hands out for one."""
    programs = ((("checked.c", "-UNDEBUG"),), (("checked.c", "-DNDEBUG"),))
    _, made = Tree(tmp_path, {"checked.c": INPUTS["checked.c"]}, programs).check()
    assert states(made)["twice"] == "twice_cs"
    assert "(void)n;" in made.files["checked.c"].decode()


def test_variables_that_only_one_build_declares(tmp_path: Path) -> None:
    """What goes into a section does so in those builds alone; where it is all that does the section stays in place."""
    programs = ((("counted.c", "-UNDEBUG"),), (("counted.c", "-DNDEBUG"),))
    _, made = Tree(tmp_path, {"counted.c": INPUTS["counted.c"]}, programs).check()
    assert states(made) == {"all": "all_cs", "rest": "RCL018"}
    source = made.files["counted.c"].decode()
    assert "\n#ifndef NDEBUG\n    int total;" in source
    assert "\n#ifndef NDEBUG\n        .total = total,\n#endif\n" in source
    assert "\n#ifndef NDEBUG\n    int total = cs->total;\n#endif\n" in source


def test_variables_that_each_build_declares_for_itself(tmp_path: Path) -> None:
    """They are one where they read alike; if not, or if another build means something else, the section stays."""
    programs = ((("twice.c", ""),), (("twice.c", "-DWIDE"),))
    _, made = Tree(tmp_path, {"twice.c": INPUTS["declared-twice.c"]}, programs).check()
    alike = ("before", "counted", "alike", "more", "begun", "kept_outside", "kept_in_one")
    shipped = {name: f"{name}_cs" for name in (*alike, "kept_there")}  # this up to the #if
    disagreeing = ("inside", "other_types", "head", "hides", "no_name", "ways", "part_of_a_type",
                   "used_in_one")  # fmt: skip
    assert states(made) == {**shipped, **dict.fromkeys(disagreeing, "RCL018")}
    source = made.files["twice.c"].decode()
    assert "    int seen;       /* in */\n};" in source  # behind no #if
    assert "    sum += n;\n    return RCL_KEEP;\n" in source


def test_variables_whose_type_is_a_macro(tmp_path: Path) -> None:
    """They are declared with its name, also parameters, where that means the same before the function."""
    programs = ((("types.c", ""),), (("types.c", "-DWIDE"),))
    _, made = Tree(tmp_path, {"types.c": INPUTS["macro-types.c"]}, programs).check()
    assert states(made) == {"given": "given_cs", **dict.fromkeys(("old", "list", "named", "again"), "RCL018")}
    assert "\n    number n; " in made.files["types.c"].decode()


@pytest.mark.parametrize("flags", [("", "-DIMPATIENT"), ("-DIMPATIENT", "")])
def test_an_attempt_that_waits_in_another_build(tmp_path: Path, flags: tuple[str, str]) -> None:
    """The section cannot be executed in both ways."""
    programs = tuple((("tried.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"tried.c": INPUTS["tried.c"]}, programs).check()
    assert states(made) == {"add": "RCL018"}


@pytest.mark.parametrize("flags", [("", "-DCHECKS"), ("-DCHECKS", "")])
def test_releases_whose_results_one_build_uses(tmp_path: Path, flags: tuple[str, str]) -> None:
    """What is done with a result stays behind the section, in all builds or in none."""
    programs = tuple((("checked.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"checked.c": INPUTS["checked-in-one.c"]}, programs).check()
    assert states(made) == {"given": "RCL018", "left": "RCL018"}


@pytest.mark.parametrize("flags", [("", "-DMORE"), ("-DMORE", "")])
def test_what_a_section_needs_in_one_build_alone(tmp_path: Path, flags: tuple[str, str]) -> None:
    """It is executed in the same way in all of them."""
    programs = tuple((("needing.c", flag),) for flag in flags)
    analysis, made = Tree(tmp_path, {"needing.c": INPUTS["needing.c"]}, programs).check()
    assert made.count(State.SHIPPED) == 8
    needs = {s.function: (s.identity.value, s.blocking) for s in analysis.sections}
    assert needs == {
        "calls": ("thread", False), "names": ("thread", False), "awaits": ("none", True), "lends": ("none", True),
        "holds": ("thread", True), "notes": ("none", False), "gives": ("none", False),
        "SPIN": ("none", True),
    }  # fmt: skip


def test_what_each_build_takes_a_lock_by(tmp_path: Path) -> None:
    """One test of both results cannot become a client's, nor does one build have what a macro declares in another."""
    programs = tuple((("each.c", flag),) for flag in ("", "-DIMPATIENT"))
    _, made = Tree(tmp_path, {"each.c": INPUTS["each.c"]}, programs).check()
    assert states(made) == {"kept": "RCL021", "asked": "RCL021", "named_by_macros": "RCL018"}


def test_what_one_build_needs_behind_a_section_and_another_one_in_a_way_out(tmp_path: Path) -> None:
    """The client declares it before the section, for both."""
    programs = ((("traced.c", ""),), (("traced.c", "-DTRACE"),))
    _, made = Tree(tmp_path, {"traced.c": INPUTS["traced.c"]}, programs).check()
    assert states(made) == {"all": "all_cs"}


def test_what_no_build_compiles_where_one_means_another_by_its_name(tmp_path: Path) -> None:
    """That a build names the variable in no other place counts for it alone: of the others there is a warning."""
    programs = tuple((("members.c", flag),) for flag in ("", "-DWIDE"))
    analysis, made = Tree(tmp_path, INPUTS.named("members.c"), programs).check()
    assert states(made) == {"count": "count_cs"}
    assert analysis.warnings == ("members.c:10: high is not handed to the section, in code that no build compiles",)


def test_what_no_build_compiles_in_branches_that_some_do(tmp_path: Path) -> None:
    """It might leave the section, which is cut before the outermost #if then."""
    programs = ((("elsewhere.c", "-DWIDE"),), (("elsewhere.c", "-DNARROW"),))
    _, made = Tree(tmp_path, {"elsewhere.c": INPUTS["elsewhere.c"]}, programs).check()
    kept = {s.function for s in made.sections if s.partly}
    assert set(states(made)) == {"nested", "chosen", "between", "in_a_way_out", "to_a_label"}
    assert made.count(State.SHIPPED) == 5 and kept == {"nested", "chosen"}


def test_wrappers_that_one_build_uses(tmp_path: Path) -> None:
    """What names a wrapper's mutex is unused in a build without the only section through it."""
    programs = ((("taken.c", ""),), (("taken.c", "-DFEATURE"),))
    _, made = Tree(tmp_path, {"taken.c": INPUTS["taken.c"]}, programs).check()
    assert states(made) == {"more": "more_cs", "twice": "RCL005"}
    assert "\nstatic inline rcl_mutex_t *take_mutex(struct box *b)" in made.files["taken.c"].decode()


@pytest.mark.parametrize("header", [False, True])
def test_wrappers_that_one_build_still_uses_by_macros(tmp_path: Path, header: bool) -> None:
    """They are inline then, or the other build would complain of them, and the section stay in place."""
    macros = "#define TAKE(b) take(b)\n#define GIVE(b) give(b)\n"
    sources = {"spared.c": INPUTS["spared.c"]}
    if header:
        own = INPUTS["spared.c"].replace(macros, '#include "spared.h"\n').replace("    TAKE(b)", "    take(b)")
        sources = {"spared.c": own.replace("    GIVE(b)", "    give(b)"), "spared.h": macros}
    programs = ((("spared.c", ""),), (("spared.c", "-DFEATURE"),))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"more": "more_cs", "main": "RCL005"}
    assert made.files["spared.c"].decode().count("\nstatic inline void ") == 2


@pytest.mark.parametrize("flags", [("-DA", ""), ("", "-DA")])
def test_wrappers_that_lock_something_else_in_each_build(tmp_path: Path, flags: tuple[str, str]) -> None:
    """The section would take one build's mutex in all of them."""
    programs = tuple((("taken.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"taken.c": INPUTS["taken-by.c"]}, programs).check()
    known = states(made)
    assert {name: known[name] for name in ("third", "fifth")} == {"third": "third_cs", "fifth": "fifth_cs"}
    assert {known[name] for name in ("first", "second", "fourth")} == {"RCL018"}


def test_sections_of_which_each_build_has_another_one(tmp_path: Path) -> None:
    """What is made of each stands behind the condition of its branch: elsewhere nothing would use it."""
    programs = tuple((("chosen.c", f"-Wextra {flags}"),) for flags in ("-DSIZE=2", "-DSIZE=1 -DSMALL=1", "-DSIZE=0"))
    _, made = Tree(tmp_path, {"chosen.c": INPUTS["chosen.c"]}, programs).check()
    assert made.count(State.SHIPPED) == 3
    source = made.files["chosen.c"].decode()
    assert "\n#if SIZE > 1 /* large */\nstruct counted_lock_1_cs {" in source
    assert "\n#if !(SIZE > 1) && (defined(SMALL) && SMALL)\nstruct counted_lock_2_cs {" in source
    assert "\n#if !(SIZE > 1) && !(defined(SMALL) && SMALL)\nstruct counted_lock_3_cs {" in source


def test_variables_that_change_while_the_lock_is_released(tmp_path: Path) -> None:
    """Of what another build takes the address of, the section has a pointer: it is not given anew."""
    programs = ((("paused.c", ""),), (("paused.c", "-DADDRESS"),))
    _, made = Tree(tmp_path, {"paused.c": INPUTS["paused.c"]}, programs).check()
    assert states(made) == {"counted": "counted_cs"}
    assert "int *n;" in made.files["paused.c"].decode()


def test_what_only_some_builds_change_while_the_lock_is_released(tmp_path: Path) -> None:
    """The client gives it back to the section in all of them: what it gives must be what the section had.

    What a macro is given where the section is left for good is handed out: a build that makes nothing of it may not be
    the only one.
    """
    programs = ((("left.c", ""),), (("left.c", "-DSETS"),))
    analysis, made = Tree(tmp_path, {"left.c": INPUTS["left.c"]}, programs).check()
    assert states(made) == {"counted": "counted_cs", "declared": "declared_cs", "left": "left_cs"}
    directions = {s.function: c.direction for s in analysis.sections for c in s.captures if c.name == "i"}
    assert directions == {"counted": Direction.OUT, "declared": Direction.OUT, "left": Direction.OUT}


def test_wrappers_of_a_header_that_one_file_still_needs(tmp_path: Path) -> None:
    """One section of the other file goes on using them."""
    programs = ((("given.c", ""), ("late.c", "")),)
    _, made = Tree(tmp_path, {**INPUTS.named("given.h", "given.c"), "late.c": INPUTS["given-late.c"]}, programs).check()
    assert states(made) == {"more": "RCL017", "less": "less_cs", "twice": "RCL005"}


def test_arrays_that_have_another_size_in_each_build(tmp_path: Path) -> None:
    """They are declared with what stands between the brackets."""
    programs = ((("sizes.c", ""),), (("sizes.c", "-DBIG"),))
    _, made = Tree(tmp_path, {"sizes.c": INPUTS["sizes.c"]}, programs).check()
    assert states(made) == {"whole": "whole_cs", "element": "element_cs"}
    text = made.files["sizes.c"].decode()
    assert "int (*row)[SIZE];" in text and "number (*rows)[SIZE];" in text and "number *row;" in text


def test_lock_functions_of_another_file_that_return_before(tmp_path: Path) -> None:
    """What they are given can be asked for in any file, their own variables by a function beside them."""
    sources = {**INPUTS.named("nulled.h", "nulled.c"), "use.c": INPUTS["nulled-use.c"]}
    _, made = Tree(tmp_path, sources, ((("nulled.c", ""), ("use.c", "")),)).check()
    assert states(made) == {"add": "add_cs", "more": "more_cs"}
    assert b"if (g != NULL)" in made.files["use.c"]
    assert b"if (guard_enter_needed(g))" in made.files["use.c"]


def test_lock_functions_of_another_file_that_note_something(tmp_path: Path) -> None:
    """What they do besides is declared in their header, behind the last line of it, too."""
    sources = {**INPUTS.named("noting.h", "noting.c"), "use.c": INPUTS["noting-use.c"]}
    _, made = Tree(tmp_path, sources, ((("noting.c", ""), ("use.c", "")),)).check()
    assert states(made) == {"use": "use_cs"}
    assert made.files["noting.h"].endswith(b"void give(struct noting *l);\nvoid give_held(struct noting *l);\n")


def test_functions_that_have_another_name_in_each_build(tmp_path: Path) -> None:
    """They are one function in the source, and so are their sections, the mutex's class, and what is made of them."""
    sources = {**INPUTS.named("template.h", "template.c"), "main.c": INPUTS["template-main.c"]}
    programs = tuple(tuple((f, f"-DDEPTH={depth}") for f in ("template.c", "main.c")) for depth in (8, 10))
    analysis, made = Tree(tmp_path, sources, programs).check()
    assert [c.name for c in analysis.classes] == ["frame.mutex"]
    assert states(made) == {"frame_put": "frame_put_cs", "frame_get": "frame_get_cs"}
    assert "rcl_mutex_init( &f->mutex, NULL, frame_mutex )" in made.files["template.c"].decode()


def test_functions_whose_name_is_made_in_each_build(tmp_path: Path) -> None:
    """As above, by a macro that is given a part of the name; what says the name by another macro stays."""
    _, made = Tree(tmp_path, {"w.c": INPUTS["widths.c"]}, ((("w.c", "-DWIDTH=8"),), (("w.c", "-DWIDTH=16"),))).check()
    assert states(made) == {"add_8bit": "add_8bit_cs", "count_8bit": "count_8bit_cs", "told_8bit": "RCL018"}


@pytest.mark.parametrize("ways", [(0, 1), (1, 0), (0,)])
def test_variables_that_a_section_uses_in_some_builds(tmp_path: Path, ways: tuple[int, ...]) -> None:
    """The compiler does not complain of the others, nor of the function's name in what no build compiles."""
    programs = tuple((("used.c", f"-DCHECKED={way}"),) for way in ways)
    _, made = Tree(tmp_path, INPUTS.named("used.c"), programs).check()
    assert all(s.state is State.SHIPPED for s in made.sections) and len(made.sections) == 5


@pytest.mark.parametrize("ways", [(0, 1), (1, 0), (2, 0, 1)])
def test_variables_of_some_builds_that_come_out(tmp_path: Path, ways: tuple[int, ...]) -> None:
    """What a section is given, hands out, has by reference, declares and keeps stands in the #if that declares it."""
    _, made = Tree(tmp_path, {"some.c": INPUTS["some.c"]}, tuple((("some.c", f"-DWAY={way}"),) for way in ways)).check()
    assert [name for name, state in states(made).items() if state == "RCL018"] == ["named_alike_there"]
    assert len([s for s in made.sections if s.state is State.SHIPPED]) == len(made.sections) - 1
    members = "#ifWAY\nlong*sum;/*byreference*/\nlong*all;/*byreference*/\n#endif"
    assert members in made.files["some.c"].decode().replace(" ", "")


def test_what_only_one_build_takes_the_address_of(tmp_path: Path) -> None:
    """It is a pointer's target in the code of the others, too, where a compiler would take the pointer as well."""
    programs = ((("address.c", "-DADDRESS"),), (("address.c", ""),))
    _, made = Tree(tmp_path, {"address.c": INPUTS["address.c"]}, programs).check()
    assert states(made) == {"count": "count_cs"}
    text = made.files["address.c"].decode()
    assert "    add(k, n);\n#else\n    total += (int)(unsigned long)*k & 7;\n    (*k)++;\n#endif" in text


def test_the_name_of_a_function_that_is_built_in_two_ways(tmp_path: Path) -> None:
    _, made = Tree(tmp_path, {"name.c": INPUTS["name.c"]}, ((("name.c", "-DLOG"),), (("name.c", ""),))).check()
    assert states(made) == {"count": "count_cs"}


def test_a_section_behind_else(tmp_path: Path) -> None:
    """Where the other branch is built nothing uses what is made of it."""
    programs = tuple((("n.c", f"-DFEATURE={n} -DMORE=0"),) for n in (1, 0))
    tree = Tree(tmp_path, {"n.c": INPUTS["else.c"]}, programs)
    _, made = tree.check()
    assert states(made) == {"count": "count_cs"}
    assert "#if !(FEATURE && !MORE)\nstruct count_cs {" in made.files["n.c"].decode()


def test_files_that_are_read_again_with_other_macros(tmp_path: Path) -> None:
    sources = {"list.c": INPUTS["again.c"], "ops.def": "OP(one, 1)\nOP(two, 2)\n", "template.h": INPUTS["again.h"]}
    _, made = Tree(tmp_path, sources, ((("list.c", ""),),)).check()
    assert states(made) == {"OP": "RCL006", "add": "RCL025", "work": "work_cs"}


def test_macro_for_a_librarys_mutexes_too(tmp_path: Path) -> None:
    """A mutex in a structure of a library stays pthread's, and so do all that the same macro takes."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "part.h").write_text(INPUTS["librarys.h"])
    (tmp_path / "tree").mkdir()
    flags = f"-isystem {tmp_path / 'library'}"
    tree = Tree(tmp_path / "tree", {"main.c": INPUTS["librarys.c"]}, ((("main.c", flags),),))
    analysis, made = tree.check()
    refused = {unit.name: unit.refused.sentence for unit in analysis.units if unit.refused}
    assert refused == {
        "own": "the mutex expression LOCK(&part.mutex) cannot be traced to a declaration",
        "part.mutex": "the mutex expression part.mutex cannot be traced to a declaration",
    }
    assert states(made) == {"beside": "beside_cs"}


def test_what_a_lock_function_of_another_file_notes_that_does_not_compile(tmp_path: Path) -> None:
    """What it notes names its parameter by typeof alone: the sections that would call that stay, the others do not."""
    sources = {**INPUTS.named("notes.h", "notes.c"), "main.c": INPUTS["notes-main.c"]}
    tree = Tree(tmp_path, sources, ((("notes.c", ""), ("main.c", "")),))
    _, made = tree.check()
    assert states(made) == {"add": "RCL017", "add_plainly": "add_plainly_cs"}
    assert b"_held" not in b"".join(made.files.values())


def test_guards_of_several_builds(tmp_path: Path) -> None:
    """What they return is worked out in the section in each; without the guard there is no section."""
    sources = {"guarded.h": INPUTS["guarded.h"], "a.c": INPUTS["guarded.c"], "b.c": INPUTS["more-guarded.c"]}
    both = "-DTHREADS", "-DTHREADS -DTWO"
    programs = tuple((("a.c", flags), ("b.c", flags)) for flags in both)
    (tmp_path / "with").mkdir()
    _, made = Tree(tmp_path / "with", sources, programs).check()
    assert states(made) == {"get": "get_cs", "more": "more_cs", "queue_add": "queue_add_cs"}
    (tmp_path / "without").mkdir()
    programs = tuple((("a.c", flags), ("b.c", flags)) for flags in (both[0], ""))
    _, made = Tree(tmp_path / "without", sources, programs).check()
    assert states(made) == {"get": "RCL018", "more": "RCL018", "queue_add": "RCL018"}


def test_a_guard_under_which_only_one_build_returns(tmp_path: Path) -> None:
    """What the section hands out there is nothing that the client of another build could hand in."""
    _, made = Tree(tmp_path, {"a.c": INPUTS["returning.c"]}, ((("a.c", "-DLIMITED"),), (("a.c", ""),))).check()
    assert states(made) == {"hit": "hit_cs"}


def test_ways_out_that_only_some_builds_have(tmp_path: Path) -> None:
    """Where a build compiles nothing of a release and what follows it, the client asks for that exit in the same #if.

    A break would leave the client's switch, and what a macro makes each build compiles.
    """
    flags = ("", "-DLIMITED", "-DLIMITED -DTOLD")
    _, made = Tree(tmp_path, {"in.c": INPUTS["ways.c"]}, tuple((("in.c", flag),) for flag in flags)).check()
    refused = {"breaks": "RCL018", "macro": "RCL018", "otherwise": "RCL021", "twice": "RCL021"}
    shipped = {name: f"{name}_cs" for name in ("keeps", "gives", "alike", "ended")}
    assert states(made) == {**shipped, **refused}
    source = made.files["in.c"].decode()
    assert "#ifdef LIMITED\n    case 1:\n        return -1;\n#endif\n" in source
    assert "#if defined(LIMITED) /* or not */\n#ifndef TOLD\n        case 2: {\n" in source
    assert "    if (rcl_exec_anon(&lock, alike_cs, &cs, sizeof(cs)) == 1) {\n        return 7;\n" in source


def test_what_a_way_out_of_some_builds_alone_needs(tmp_path: Path) -> None:
    """It is handed over in the same #if, which is not asked twice."""
    _, made = Tree(tmp_path, {"in.c": INPUTS["declaring-way.c"]}, ((("in.c", ""),), (("in.c", "-DHOOKS"),))).check()
    assert states(made) == {"count": "count_cs"}
    source = made.files["in.c"].decode()
    assert "int (*called)(int) = hook;\n        cs->called = called;\n        return 2;\n" in source
    assert "#ifdef HOOKS\n    case 2: {\n        int (*called)(int) = cs.called;\n" in source


def test_all_of_clangs_warnings(tmp_path: Path) -> None:
    """It warns of declarations behind statements then, and of a parameter that nothing uses unless told not to."""
    for flags, said in (("", "(void)ctx;\n"), ("-Wno-unused-parameter", "void *ctx)\n{\n    total++;\n")):
        folder = tmp_path / (flags or "all")
        folder.mkdir()
        builds = ((("in.c", f"-Weverything {flags}"),),)
        _, made = Tree(folder, {"in.c": INPUTS["strict.c"]}, builds, "clang").converted()
        assert states(made) == {"add": "add_cs", "more": "more_cs"}
        assert said in made.files["in.c"].decode()


def test_ways_out_of_some_builds_beside_other_things(tmp_path: Path) -> None:
    """A client does more than to ask for the exit where a lock is taken on a condition, tested, or given up to wait, or
    where something stands behind a release before it goes on; if nothing does it need not ask.
    """
    flags = ("", "-DLIMITED", "-DLIMITED -DTOLD")
    _, made = Tree(tmp_path, {"in.c": INPUTS["other-ways.c"]}, tuple((("in.c", flag),) for flag in flags)).check()
    refused = {**dict.fromkeys(("asked", "tested", "waits", "ends", "counts"), "RCL018"), "keeps": "RCL021"}
    shipped = ("kept", "falls", "loops", "both", "nothing", "goes_on")
    assert states(made) == {**refused, **{name: f"{name}_cs" for name in shipped}}
    assert b"rcl_exec_anon(&lock, nothing_cs, &cs, sizeof(cs));\n}" in made.files["in.c"]


def test_ways_out_that_are_not_the_same_in_all_builds(tmp_path: Path) -> None:
    """What follows a release ends, leaves a loop or declares something in some builds, or goes on behind it."""
    flags = ("", "-DLIMITED", "-DLIMITED -DTOLD", "-DTOLD")
    _, made = Tree(tmp_path, {"in.c": INPUTS["more-ways.c"]}, tuple((("in.c", flag),) for flag in flags)).check()
    refused = ("leaves", "stops_there", "no_end", "in_branches", "labelled")
    shipped = ("same", "late", "later", "either", "declares", "stops")
    assert states(made) == {**dict.fromkeys(refused, "RCL018"), **{name: f"{name}_cs" for name in shipped}}
    source = made.files["in.c"].decode()
    assert "late_cs, &cs, sizeof(cs)) == 1)\n        return;\n#ifdef LIMITED\n" in source
    assert "#ifdef TOLD\n    case 2:\n        got = cs.got;\n        return got;\n#endif\n" in source


def test_ways_out_that_only_some_builds_have_of_lock_guards(tmp_path: Path) -> None:
    """What a guarded section works out to be returned is handed out in all builds, or in none."""
    _, made = Tree(tmp_path, {"in.c": INPUTS["guard-ways.c"]}, ((("in.c", ""),), (("in.c", "-DLIMITED"),))).check()
    assert states(made) == {"use": "RCL018", "inner": "RCL018", "inner_too": "inner_too_cs", "more": "more_cs"}


def test_ways_out_that_only_some_builds_have_behind_lock_functions(tmp_path: Path) -> None:
    """The section does itself what such a function does before it gives the lock back."""
    left = "    if (n > 1) {\n        give(&shared);\n        return -1;\n    }\n"
    leave = f"#ifdef LIMITED\n{left}#endif\n    sum = shared"
    use = INPUTS["noting-use.c"].replace("    sum = shared", leave)
    sources = {**INPUTS.named("noting.h", "noting.c"), "use.c": use}
    builds = tuple((("noting.c", flag), ("use.c", flag)) for flag in ("", "-DLIMITED"))
    _, made = Tree(tmp_path, sources, builds).check()
    assert states(made) == {"use": "use_cs"}
    assert "        give_held(&shared);\n        return 1;\n    }\n#endif\n" in made.files["use.c"].decode()


def test_a_lock_that_a_build_without_locks_would_keep(tmp_path: Path) -> None:
    """There the section only says how it was left."""
    drops = "    n += c->dropped;"
    left = INPUTS["client.c"].replace(drops, f"    if (n > 4 && n < 7)\n        return -2;\n{drops}")
    main = INPUTS["client-main.c"].replace("sum += client_send(&c, i * 10)", """{
        int sent = client_send(&c, i * 10);
        if (sent == -2)
            pthread_mutex_unlock(&c.lock);
        sum += sent;
    }""")
    sources = {**INPUTS.named("no-threads.h", "client.h"), "client.c": left, "main.c": main}
    programs = tuple((("client.c", flag), ("main.c", flag)) for flag in ("", "-DTHREADS"))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"drop": "drop_cs", "count": "count_cs", "client_send": "client_send_cs"}
    assert "((int){ (section)(context) } &= ~RCL_KEEP)\n" in made.files["no-threads.h"].decode()


def counting(field: str) -> dict[str, str]:
    """A header with a section in a macro, which two sources use, each with a field."""
    setting = INPUTS["count-set.c"].replace("FIELD", field)
    return {"stats.h": INPUTS["count.h"], "get.c": INPUTS["count-get.c"], "set.c": setting}


def test_sections_in_macros_that_several_files_use(tmp_path: Path) -> None:
    sources = counting("sets")
    sources["none.c"] = '#include "stats.h"\n'
    _, made = Tree(tmp_path, sources, ((("get.c", ""), ("set.c", ""), ("none.c", "")),)).check()
    assert states(made) == {"COUNT": "COUNT_cs"}
    assert b"static inline int COUNT_cs(void *ctx)" in made.files["stats.h"]


def test_macros_that_another_file_uses_otherwise(tmp_path: Path) -> None:
    sources = counting("other")
    _, made = Tree(tmp_path, sources, ((("get.c", ""), ("set.c", "")),)).check()
    assert states(made) == {"COUNT": "RCL006"}


def test_macros_that_another_build_uses_otherwise(tmp_path: Path) -> None:
    sources = counting("FIELD")
    builds = tuple((("get.c", ""), ("set.c", f"-DFIELD={field}")) for field in ("sets", "other"))
    _, made = Tree(tmp_path, sources, builds).check()
    assert states(made) == {"COUNT": "RCL006"}


def test_macros_that_no_build_uses_somewhere(tmp_path: Path) -> None:
    unused = "#ifdef NEVER\n    COUNT(own, other, n);\n#endif\n}\n"
    set_c = INPUTS["count-set.c"].replace("FIELD", "sets").replace("}\n", unused)
    sources = {**counting("sets"), "set.c": set_c}
    _, made = Tree(tmp_path, sources, ((("get.c", ""), ("set.c", "")),)).check()
    assert states(made) == {"COUNT": "RCL006"}


def test_macros_that_lock_in_one_build_alone(tmp_path: Path) -> None:
    """Where no lock is taken the macro must not execute a section: there its mutex is nobody's."""
    nothing = "".join(f"#define pthread_mutex_{call}(m) ((void)(m))\n" for call in ("lock", "unlock"))
    stats_h = INPUTS["count.h"].replace("\nstruct", f"#ifdef QUIET\n{nothing}#endif\nstruct", 1)
    sources = {**counting("sets"), "stats.h": stats_h}
    builds = ((("get.c", ""), ("set.c", "")), (("get.c", "-DQUIET"), ("set.c", "-DQUIET")))
    _, made = Tree(tmp_path, sources, builds).check()
    assert states(made) == {"COUNT": "RCL006"}


@pytest.mark.parametrize("flags", [("", "-DA"), ("-DA", "")])
def test_macros_with_sections_that_one_build_uses(tmp_path: Path, flags: tuple[str, str]) -> None:
    """Another build may use none of them, or another one of that name."""
    programs = tuple((("used.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"used.c": INPUTS["used-in-one.c"]}, programs).check()
    assert states(made) == {name: f"{name}_cs" for name in ("STAT", "STEP", "MORE", "LESS")}
    text = made.files["used.c"].decode()
    assert {name for name in states(made) if f"static inline int {name}_cs" in text} == {"STAT", "MORE"}


def test_lock_macros_that_builds_define_with_another_expression(tmp_path: Path) -> None:
    """Also those that are given nothing, and attempts."""
    programs = ((("locked.c", "-DONE"),), (("locked.c", ""),))
    _, made = Tree(tmp_path, {"locked.c": INPUTS["locked-otherwise.c"]}, programs).check()
    assert states(made) == {"one": "one_cs", "two": "two_cs", "three": "three_cs", "four": "RCL005"}
    text = made.files["locked.c"].decode()
    assert "#define LOCK_MUTEX() (&a)" in text and "#define TRY_MUTEX(m) ((m) + 0)" in text


def test_sizes_of_builds_whose_section_does_not_use_the_array(tmp_path: Path) -> None:
    """Its client hands it to the section in each build, so it is declared as the source does."""
    quiet = "-Wno-unused-variable"
    programs = tuple((("in.c", f"{more} {quiet}"),) for more in ("-DMORE", ""))
    _, made = Tree(tmp_path, {"in.c": INPUTS["unused-size.c"]}, programs).check()
    assert states(made) == {"count": "count_cs"}
    assert b"int (*each)[SIZE];" in made.files["in.c"]


def test_macros_that_do_more_in_each_build(tmp_path: Path) -> None:
    """What lock macros of a header do besides, other things in each build, goes into macros beside them, in each."""
    sources = {"doing.h": INPUTS["doing.h"], "in.c": INPUTS["doing.c"], "other.c": INPUTS["doing-other.c"]}
    programs = tuple((("in.c", flag), ("other.c", flag)) for flag in ("", "-DDEBUG"))
    _, made = Tree(tmp_path, sources, programs).check()
    shipped = {name: f"{name}_cs" for name in ("in_header", "other")}
    assert states(made) == {**shipped, "plain": "RCL018"}
    header = made.files["doing.h"].decode()
    assert header.count("NOTED_LOCK_HELD(b) do {") == header.count("NOTED_LOCK_AHEAD(b) do {") == 2


def test_macros_that_do_more_whose_names_another_file_has(tmp_path: Path) -> None:
    """No macro is made of a name that the program has."""
    sources = {"in.c": INPUTS["named.c"], "other.c": INPUTS["naming.c"]}
    _, made = Tree(tmp_path, sources, ((("in.c", ""), ("other.c", "")),)).check()
    assert states(made) == {"taken": "RCL008", "given": "given_cs"}


def test_ways_out_that_say_their_line_in_one_build(tmp_path: Path) -> None:
    """They are apart in the others, too."""
    _, made = Tree(tmp_path, {"in.c": INPUTS["lines.c"]}, ((("in.c", ""),), (("in.c", "-DDEBUG"),))).check()
    assert states(made) == {"add": "add_cs"}
    assert made.files["in.c"].decode().count("\t\tFAIL();\n") == 2


def test_other_names_that_mean_another_function_in_each_build(tmp_path: Path) -> None:
    """A static function that is another name of one whose name a macro makes is no function of elsewhere."""
    _, made = Tree(tmp_path, {"in.c": INPUTS["alias.c"]}, ((("in.c", ""),), (("in.c", "-DLOCAL"),))).check()
    assert states(made) == {"search_table": "search_table_cs"}


@pytest.mark.parametrize("flags", [("", "-DSMALL"), ("-DSMALL", "")])
def test_numbers_of_types_that_each_build_has_for_itself(tmp_path: Path, flags: tuple[str, str]) -> None:
    """What a lock function's parameter makes of them its callers say, whichever build comes first, if it is declared
    alike.
    """
    programs = tuple((("in.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"in.c": INPUTS["converted.c"]}, programs).check()
    assert states(made) == {"lock_each": "RCL032", "add": "add_cs", "add_wide": "add_wide_cs"}
    text = made.files["in.c"].decode()
    assert "if ((flag)n)" in text and "if ((int)n)" in text


def test_what_tried_the_compiler(tmp_path: Path) -> None:
    """What configure programs left in compile_commands.json is no part of the program, whatever became of it."""
    tree = Tree(tmp_path, {"in.c": "int main(void) { return 0; }\n"}, ((("in.c", ""),),))
    database = tmp_path / compdb.NAME
    [entry] = json.loads(database.read_text())
    gone = [("build", "conftest.c"), ("build/CMakeFiles/CMakeScratch/TryCompile-a1", "/usr/share/cmake/abi.c"),
            ("build", "meson-private/tmp1/testfile.c"), ("build/.conf_check_0a", "test.c")]  # fmt: skip
    (tmp_path / ".sconf_temp").mkdir()
    (tmp_path / ".sconf_temp" / "conftest_0.c").write_text("no C\n")
    (tmp_path / "conftest.c").write_text("int conftest(void);\n")
    there = [(".", ".sconf_temp/conftest_0.c"), (".", "conftest.c")]
    entries = [{**entry, "directory": str(tmp_path / folder), "file": file} for folder, file in gone + there]
    database.write_text(json.dumps([entry, *entries]))
    assert [command.file.name for command in compdb.load(database)] == ["in.c", "conftest.c"]
    assert sorted(tree.converted()[0].sources) == ["conftest.c", "in.c"]
