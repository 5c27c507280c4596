# SPDX-License-Identifier: MIT
"""Random programs against the rewriter: always the same few, and new ones for 45 s (make fuzz runs more)."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from fuzz import campaign, crash, csmith, verdict
from fuzz.campaign import Programs
from fuzz.choices import Choices
from fuzz.csmith import Csmith
from fuzz.generated import Generated
from fuzz.insert import Inserter
from fuzz.oracle import Endless, Finding, Run, Unusable, examine
from fuzz.program import Program, batch
from fuzz.reduce import sound
from fuzz.shrink import culprits
from fuzz.ways import Ways

FIXED = 4
FIXED_OF_CSMITH = 6
FIXED_OF_WAYS = 14
RANDOM_S = 45.0
FUNCTIONS = 8
OWN = Generated(FUNCTIONS)


def wrong(first: int, seconds: float, count: int, programs: Programs = OWN) -> dict[str, str]:
    """What is wrong with some programs, by their numbers: python -m fuzz.campaign --functions 8 --only NUMBER.

    A section that stays in place because its check failed is none of it, nor is a program of the generator's that does
    not compile: make fuzz tells of those.
    """
    tally = campaign.Tally(next=first)
    results = campaign.run(tally, os.cpu_count() or 1, time.monotonic() + seconds, count, programs)
    failures = [(r.number, f) for r in results for f in r.failures if not f.safe and f.kind != verdict.UNUSABLE]
    return {f"program {number}, functions {f.functions}: {f.kind}": f.detail for number, f in failures}


def test_fixed_programs() -> None:
    assert not wrong(0, float("inf"), FIXED)


def test_programs_of_csmith() -> None:
    assert not wrong(0, float("inf"), FIXED_OF_CSMITH, Csmith())


def test_programs_of_several_ways() -> None:
    assert not wrong(0, float("inf"), FIXED_OF_WAYS, Ways())


def test_random_programs() -> None:
    first = int(os.environ.get("RCL_FUZZ", random.SystemRandom().randrange(10**9)))
    print(f"RCL_FUZZ={first}")
    assert not wrong(first, RANDOM_S, 10**6)


COUNTED = """#include <stdlib.h>
struct counted { int held; };
#define pthread_mutex_t struct counted
#define PTHREAD_MUTEX_INITIALIZER { 0 }
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
#define MUST_LOCK(m) pthread_mutex_lock(m)
#define MUST_UNLOCK(m) pthread_mutex_unlock(m)
#define enter(m) pthread_mutex_lock(m)
#define leave(m) pthread_mutex_unlock(m)
struct guarded { int unused; pthread_mutex_t lock; };
static int pthread_mutex_lock(pthread_mutex_t *m) { return m->held++ ? abort(), 1 : 0; }
static int pthread_mutex_unlock(pthread_mutex_t *m) { return --m->held ? abort(), 1 : 0; }
"""
LEFT = """static int f{number}(int n)
{{
	if (n < 0)
		goto out;
again:
	while (n < 9) {{
		n += 2;
		if (n == 5)
			break;
		if (n == 7)
			return n;
		if (n == 2)
			continue;
		n++;
	}}
	n -= 4;
	if (n == 5)
		goto again;
	n++;
out:
	n++;
	return n;
}}
"""


def test_inserted_sections_are_whole(tmp_path: Path) -> None:
    """However a section is left, its lock is released, and only then."""
    texts, calls = [COUNTED], []
    for number in range(200):
        inserter = Inserter(Choices.of_seed(str(number)), LEFT.format(number=number), (), "f")
        made = inserter.done()
        texts += [*inserter.declared, made]
        calls += [f"for (int n = -3; n < 12; n++) f{number}(n);"]
        calls += [f"if (({mutex})->held) abort();" for mutex in inserter.mutexes]
    assert len(calls) > 500
    source = tmp_path / "in.c"
    source.write_text("\n".join([*texts, "int main(void)", "{", *calls, "return 0;", "}"]))
    subprocess.run(["gcc", "-o", tmp_path / "program", source], check=True)
    subprocess.run([tmp_path / "program"], check=True)


def test_programs_that_do_not_end_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Endless):
        examine(Program(b"int main(void) { for (;;) ; }", ()))
    monkeypatch.setattr(csmith, "program", lambda _: Program(b"int main(void) { for (;;) ; }", ()))
    assert Csmith().examined(1) == verdict.Result(1, 0, {})


def test_only_sound_programs_are_made_smaller() -> None:
    assert sound(Program(b"int main(void) { return 0; }", ()))
    assert not sound(Program(b"int main(int n, char **v) { int x[2]; return x[n + 1] > 5; }", ("-w",)))


def test_a_program_is_made_of_its_number() -> None:
    one, more = batch(7, 3), batch(7, 5)
    assert one == batch(7, 3) == one.only(range(3)) == more.only(range(3))
    assert b"f1(" not in one.only([1]).source


#: what the first programs have, each by a piece of text that nothing else makes
SHAPES = {
    "nested control flow": r"switch \(\(.*\) & 3\)",
    "exit by return": r"unlock\(.*\);\s+return ",
    "common label": r"out\d+:\s+\(?.*unlock",
    "exit by a jump": r"unlock\(.*\);\s+(?:break|continue|goto skip\d+);",
    "condition wait": r"pthread_cond_(?:timed)?wait\(&\w",
    "trylock": r"if \(!pthread_mutex_trylock\(&own\[me\]",
    "recursive": r"lock\(&again\)",
    "guard": r"if \(threaded\)",
    "flag": r"if \(held\d+\)",
    "scope macro": r"SYNCHRONIZED\(&",
    "clean-up handler": r"pthread_cleanup_push",
    "wrapper": r"box_lock\(b\);",
    "lock macro": r"MUST_LOCK\(",
    "asserted": r"\n\s+assert\(pthread_mutex_lock\(",
    "counted": r"COUNT\(take\(b\)\);",
    "result handed on": r"see\(me, pthread_mutex_unlock\(",
    "given back by who is handed it": r"give_with\(b, me\);",
    "mutex of C11": r"mtx_lock\(&c11\)",
    "own lock API": r"\n\s+STORE_LOCK\(&store, store\.table\);",
    "own lock API in a macro": r"\n\s+TABLE_LOCK\(\);",
    "own lock API, for readers": r"\n\s+STORE_READ\(&store, store\.",
    "own lock API, tried": r"if \(!STORE_TRYLOCK\(&store, store\.mine\[me\]",
    "lock calls in #if": r"#if FEATURE\s+.*lock\(&own\[me\]\.mutex\)",
    "#if and #else": r"#if FEATURE\s+\{[^#]*#else\s+\{",
    "bit-fields": r"struct bits \w+ =",
    "_Atomic": r"_Atomic int \w+",
    "volatile": r"volatile int \w+",
    "array of variable length": r"int \w+\[n % 4 \+ 1\]",
    "structure returned": r"static struct pair f\d+_made",
    "old style": r"f\d+\w*\(me, n, b\)\s+int me;",
    "static local": r"static long \w+\[THREADS\]",
    "address kept": r"keep\(&\w+\)",
    "statement expression": r"\(\{ long (\w+) = .*; \1 \+ 1; \}\)",
    "name of the file's, hidden in a block": r"\n\s+(?:int|long) (?:spare|twin|size|key) = ",
    "name of the file's, as it is": r"\(long\)sizeof\(key\)",
    "address that is kept over statements": r"stay\(0, &",
    "array literal that lives on": r"int \*\w+ = \(int\[\]\)",
    "literal that a structure leads to": r"struct leading \w+ = \{ &\(long\)",
    "declared before a wait": r"long ticket\d+;\s+(?:int|long) \w+ = ",
    "declared while a lock is released": (
        r"unlock\(([^\n;]*)\);(?:\s+[^\n]*;){0,3}\s+(?:int|long) \*?\w+ = [^\n]*\s+pthread_mutex_lock\(\1\);"
    ),
    "section in an expression": r"acc\[me\] \+= \(\s+\{\s+long was\d+;",
    "exit by the program's end": r"unlock\(.*\);\s+(?:exit\(1\)|give_up\(me, .*\)|last_words\(.*\));",
    "exit by the thread's end": r"unlock\(.*\);\s+pthread_exit\(NULL\);",
    "exit by a loop without an end": r"unlock\(.*\);\s+for \(;;\)\s+(?:\{\s+)?pause\(\);",
    "program's end by a macro": r"\n\s+GIVE_UP\(",
    "jump back before the acquisition": r"\b(again\d+):\s[^}]*lock\([^}]*goto \1;",
    "jump back behind the acquisition": r"lock\([^;]*;\s+again\d+:",
    "given back by a callee sometimes": r"if \(give_if\(b,",
    "whether a callee has given it back": r"given\d+ = give_if\(b,",
    "read by its name alone": r"\n\s*\w+ = (?!n;)[a-z]+;\s",
    "declared as a copy": r"\bshort \w+ = [a-z]+;",
    "size of a variable": r"sizeof\([a-z]+\);",
    "alloca": r"alloca\(",
    "variable with a clean-up function": r"cleanup\(noted\)\)\) long \w+ =",
    "released by a clean-up function": r"cleanup\(given_back\)\)\) pthread_mutex_t \*guard\d+ =",
    "argument list in a section": r"lock\(.*;\s+(?:va_start\(list\d+, b\);\s+)?\S+\.slot\[me\] \+= va_arg\(list",
    "list of the system's": r"TAILQ_FOREACH\(item\d+, &own",
    "list without a name": r"SLIST_FOREACH\(item\d+, &own",
    "lock call of another name": r"\n\s+take_it\(",
    "inline function of another name": r"\n\s+acquire\(",
    "lock call in a comma": r"lock\(.*\), acc\[me\]\+\+;",
    "lock macros that builds define in two ways": r"\n\s+BUILT_LOCK\(",
    "section in a macro": r"\n\s+COUNTED\(",
    "section in a macro, about a field": r"\n\s+TALLY(?:_ALL)?\(.*(?:ups|downs), ",
    "macro that releases and returns": r"\n\s+GIVE_AND_RETURN\(",
    "macro that releases and jumps": r"\n\s+GIVE_AND_LEAVE\(.*, left\d+\);",
    "function that is handed another one": r"apply\(add, &",
    "table of functions": r"called\[\(.*\) & 1\]\(",
    "compound literal": r"\(int\[\]\)\{ 1,",
    "designated initialiser": r"struct pair \w+ = \{ \.b =",
    "flexible array": r"\w+->items\[",
    "comma": r"\(twice\([^\n]*\), [^\n]*\)",
    "pointer to const": r"int \*const to\d+ = &",
    "pointer that may change": r"int \*volatile to\d+ = &",
    "taken in every case": r"case 0:\s+\{\s+\(?\w*lock\([^{}]*\}\s+break;\s+case 2:",
    "released in cases": r"unlock\(.*\);\s+break;\s+default:",
    "jump out of two loops": r"unlock\(.*\);\s+goto found\d+;",
    "structure by value": r"pair_of\(&",
    "macro that keeps something meanwhile": r"\n\s+LOCK_SAVED\(.*, saved\d+\);",
    "macro that declares and locks": r"\n\s+LOCK_AS\(taken\d+, ",
    "macros with one brace each": r"\n\s+LOCK_OPEN\([^)]*\)[^;]*\n",
    "macros with a loop's ends": r"\n\s+LOCK_DO\(",
    "section in a macro's argument": r"WITH_LOCK\(.*; .*\);",
    "section in a macro's expression": r"LOCKED_VALUE\(",
    "macro that locks under a condition": r"\n\s+THREADED_LOCK\(",
    "macro with a clean-up function": r"\n\s+AUTO_LOCK\(guard\d+, ",
    "variable whose clean-up function a macro names": r"\n\s+NOTED long \w+",
    "macro with an if that releases and returns": r"\n\s+GIVE_IF\(",
    "macro that jumps under a condition": r"\n\s+LEAVE_IF\(.*, (?:skip|out)\d+\);",
    "macro that leaves a loop": r"\n\s+BREAK_IF\(",
    "macro for an if": r"\n\s+(?:\} )?UNLESS\(",
    "macro for a loop": r"\n\s+ROWS\(i\d+, \d\)",
    "macro that names a parameter": r"SCALED\(",
    "macro for a mutex": r"\n\s+pthread_mutex_lock\(MY_LOCK\)",
    "macro that declares a variable": r"\n\s+LONG_VAR\(",
    "macro that makes a variable's name": r"\n\s+long VAR\(",
    "list of macros": r"\n\s+COLUMNS\(COLUMN_VAR, ",
    "macro that takes an address": r"\*AT\(\w+\) \^=",
    "macro that sets in one build": r"BUILT_SET\(",
    "macro that takes an address in one build": r"BUILT_STEP\(",
    "type that differs in builds": r"\n\s+built_t \w+",
    "array whose size differs in builds": r"int \w+\[BUILT_SIZE\]",
    "lock macros that stand for nothing in one build": r"\n\s+QUIET_LOCK\(&quiet\[me\]",
    "lock macros that differ in two sources": r"\n\s+FILE_LOCK\(",
    "function that a macro defines": r"count_plain\(me, \d\)",
    "wrapper that does more, in another file": r"tls \+= heap_enter\(me\);",
    "attribute before the type": r"\nHOT (?:static )?long f",
    "attribute behind the type": r"long NOT_INLINE f",
    "type in a macro": r"EXPORTED\(long \) f",
    "members without a name": r"struct nameless \w+ =",
    "member of a member": r"\{ \.in\.b = ",
    "range of elements": r"\[1 \.\.\. 3\] =",
    "array of variable length in two dimensions": r"int \w+\[2\]\[n % 3 \+ 2\]",
    "pointer to an array of variable length": r"int \(\*\w+\)\[n % 3 \+ 2\] =",
    "two names in one declaration": r"long (\w+) = .*, \*\1_at = &\1;",
    "type of a parameter": r"__typeof__\(\*b\) \*",
    "type of the block's own": r"typedef long (\w+)_t; \1_t \1",
    "_Generic": r"_Generic\(\(",
    "_Generic in a macro": r"\+= KIND\(",
    "assembler": r'__asm__\("" : "\+r"\(',
    "function of a name of libc's": r"recv\(me, ",
    "section in a function of a name of libc's": r"[^ ] ?send\(me, \d\)",
    "variable of a name of libc's": r"\bint (?:time|read|exit|index|free) =",
    "ranges of cases": r"case 1 \.\.\. 2:",
    "attempt in an else if": r"else if \([^\n]*trylock\(",
    "label before a declaration": r"\n\s*skip\d+:\s+(?:int|long|size_t) \w+ =",
    "#if around a condition": r"#if FEATURE\s+if \(.*\)\r?\n#endif",
    "#if around a brace": r"#if FEATURE\s+if \(.*\) \{\r?\n#else\s+\{\r?\n#endif",
    "condition that changes a variable": r"if \(\w+\+\+ & 1\)",
    "released in a condition": r"if \(pthread_mutex_unlock\(.*\), ",
    "scope in a scope": r"(?:SYNCHRON|LOCKED_F)\w+\([^{]*\{\s+acc\[me\] \+= \d;\s+(?:SYNCHRON|LOCKED_F)\w+\(",
    "mutex in a member without a name": r"lock\(&inside\.lock\)",
    "mutex in a flexible array": r"lock\(&shelf->place\[",
    "mutexes in two dimensions": r"lock\(&grid\[me & 1\]\[",
    "bit-field that a lock guards": r"\.low \+= ",
    "union that a lock guards": r"\.byte\[\d\] \^= ",
    "static assertion": r"_Static_assert\(",
    "declared again": r"extern long twice\(",
    "attribute that is a statement": r"__attribute__\(\(fallthrough\)\);",
    "end of line": "\r\n",
    "mutex of another name": r"at\d+ = &\w",
    "object that may have no mutex": r"if \(!maybe_lock\(&maybes\[me\]\)\)",
    "wait in a callee": r"\n\s+await_grant\(b\);",
    "check that leaves its loop": r"\n\s+BREAKING_LOCK\(",
    "guard that the next statement locks": r"LOCKING_GUARD\(guard\d+, ",
    "code that no build has": r"#ifdef NEVER\r?\n",
    "lone quote": r"#error can.t be so\r?\n",
    "comment with a brace": r"/\* \{ not a brace \*/",
}


def test_every_shape_is_generated() -> None:
    """The shapes of critical sections and variables that random programs are about do occur."""
    programs = [batch(number, 16) for number in range(120)]
    texts = "".join(text.decode() for program in programs for text in program.files.values())
    assert not [shape for shape, text in SHAPES.items() if not re.search(text, texts)]
    assert {len(program.builds) for program in programs} == {1, 2}
    several = [program for program in programs if len(program.sources) > 1]
    assert len(several) < len(programs)
    assert {len(program.executables) - len(program.builds) for program in several} == {0, 1}
    for file in ("in.c", "more.c", "shared.h"):
        assert any(re.search(rb"^(?:static )?long f\d+\(int me", program.files[file], re.M) for program in several)


def test_the_function_that_fails_is_found() -> None:
    whole = batch(7, 6)
    guilty = whole.only([4]).choices[1]
    assert culprits(whole, lambda p: guilty in p.choices) == [4]
    assert culprits(whole, lambda p: p.functions == 6) == list(range(6))


PROGRAM = b"""#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
int main(void)
{
	int x = 1;
	pthread_mutex_lock(&lock);
	n += x;
	x = n + 1;
	pthread_mutex_unlock(&lock);
	printf("%d\\n", x);
	return 0;
}
"""


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("x = cs.x;", ";", "prints something else"),
        ("return 0;", "for (;;);", "hangs under posix"),
        ("n += x;", "n += *(volatile int *)0;", "ends with status -11 under posix"),
        ("n += x;", "pthread_mutex_lock((void *)&lock);", "ends with status 1 under posix"),
    ],
)
def test_a_wrong_rewriting_is_found(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, finding: str
) -> None:
    """By what the program does, if nothing else stops it."""
    from fuzz import oracle

    rewrite = oracle.rewrite

    def changed(*arguments: object, **options: object) -> object:
        made = rewrite(*arguments, **options)  # type: ignore[arg-type]
        text = made.files["in.c"].decode().replace(old, new, 1)
        return type(made)({"in.c": text.encode()}, made.patch, made.sections)

    monkeypatch.setattr(oracle, "rewrite", changed)
    monkeypatch.setattr(oracle, "TIMEOUT_S", 5)
    with pytest.raises(Finding) as found:
        examine(Program(PROGRAM, (), apart=True), [Run("posix")])
    assert found.value.kind == finding


def test_killed_while_it_applies_and_reverts() -> None:
    seed = random.SystemRandom().randrange(10**9)
    print(f"seed {seed}")
    outcomes = crash.campaign(12, seed)
    assert sum(outcomes.values()) == 12


NOT_HELD = b"""#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); return 0; }
"""


@pytest.mark.parametrize("source", [b"int main(void) { return x; }", NOT_HELD])
def test_the_generators_own_mistakes_are_told_apart(source: bytes) -> None:
    with pytest.raises(Unusable):
        examine(Program(source, ()))


@dataclass(frozen=True)
class Slow:
    """Programs that nobody waits for."""

    name = options = ""

    def examined(self, number: int) -> verdict.Result:
        time.sleep(600)
        return verdict.Result(number, 0, {})

    def failing(self, number: int, failure: verdict.Failure) -> Program:
        raise AssertionError

    def smallest(self, number: int, program: Program, kind: str, seconds: float) -> Program:
        raise AssertionError


def test_an_interrupted_campaign_ends_at_once() -> None:
    """It does not wait for the programs that are examined, and goes on with them the next time."""
    tally, began = campaign.Tally(next=7), time.monotonic()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with pytest.raises(KeyboardInterrupt):
            next(campaign.run(tally, 2, began + 600, 9, Slow()))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 60 and tally.next == 7
