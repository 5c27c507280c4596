# SPDX-License-Identifier: MIT
"""The analysis: sections, captures, exits, identity, names, operations and refusals of small programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from programs import libraries
from rcl import compdb, predefined
from rcl.analyse import analyse
from rcl.analyse.closure import circles
from rcl.analyse.function.wrappers import Summaries
from rcl.analyse.program.calling import Calling
from rcl.analyse.section.captures import merged
from rcl.analyse.unit import reader, wording
from rcl.analyse.unit.brackets import depths, marks
from rcl.analyse.unit.text import bare
from rcl.analyse.unit.tree import Function, Unit, constant
from rcl.errors import Code, RclError
from rcl.model import Analysis, Capture, Direction, Op, Place, Reference, Section, State

INPUTS = Path(__file__).parent / "analyse"



def tree(
    tmp_path: Path, sources: dict[str, str], builds: tuple[tuple[str, ...], ...] = ((),), jobs: int = 1
) -> Analysis:
    """The analysis of a tree of these files, each .c file compiled once a build."""
    entries = []
    for name, text in sources.items():
        (tmp_path / name).write_text(text)
        for flags in builds if name.endswith(".c") else ():
            entries.append({"directory": str(tmp_path), "file": name,
                            "arguments": ["cc", *flags, "-c", "-o", "x.o", name]})  # fmt: skip
    (tmp_path / compdb.NAME).write_text(json.dumps(entries))
    return analyse(tmp_path, tmp_path / compdb.NAME, jobs=jobs)


def one_capture(capture: Capture) -> str:
    """``it out*``: the star says that the declaration outlives the section."""
    text = f"{capture.name} {capture.direction.value}" + "*" * capture.outlives
    if capture.direction is Direction.BY_REFERENCE:
        text += f" {len(capture.references)}" + "." * any(r.dot for r in capture.references)
        return text + (f" {capture.pointer}" if set("[(") & set(capture.declaration) else "")
    shown = any(part in capture.declaration for part in ("bool", "(*", "*const"))
    return text + (f" {capture.declaration}" if shown else "")


def describe(section: Section, with_lock: bool = False) -> str:
    """A section in the words that the inputs' comments use: ? enters by a try, ! leaves with the lock."""
    if section.state is not State.SHIPPED:
        assert section.reason and section.reason.sentence and section.reason.way_out
        return section.reason.code
    captures = ", ".join(one_capture(c) for c in section.captures)
    exits = ", ".join(
        e.jump + (f"({', '.join(e.locals)})" if e.locals else "") + "!" * e.keeps
        for e in section.exits if e.number or e.keeps
    )  # fmt: skip
    last = section.lock if with_lock else exits
    name = section.name + "?" * section.attempt
    need = section.identity.value + " waits" * section.blocking
    assert section.blocking == bool(section.blocking_reason)
    return f"{name} {need} | {captures} | {last}".replace("|  |", "| |").strip()


def expected(text: str) -> dict[int, str]:
    """What the comments at the acquisitions say, by line."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = re.search(r"/\* (RCL\d+|\w+_cs\?? .*?) \*/$", line)
        if match:
            found[number] = match[1]
    return found


@pytest.mark.parametrize(
    "name",
    ["shapes", "captures", "escapes", "refusals", "identity", "waiting", "callees", "wrappers", "edges", "flows",
     "lifetimes", "released", "named", "leaving", "conditions", "attempts",
     "hazards", "unseen", "surroundings", "lists", "overlaps", "bound", "ends", "noted", "given", "turns",
     "loops", "frames", "busy"],
)
def test_inputs(tmp_path: Path, name: str) -> None:
    """Every acquisition is found, and what is found is what its comment says."""
    text = (INPUTS / f"{name}.c").read_text()
    analysis = tree(tmp_path, {"in.c": text})
    found = {s.enter_token.line: describe(s, name == "wrappers") for s in analysis.sections}
    assert found == expected(text)


GLIB = """
#define get(p) ({ int temp; __atomic_load((int *)(p), &temp, 5); (int)temp; })
#define swap(p, o, n) ({ int old_ = (o); __atomic_compare_exchange_n((p), &old_, (n), 0, 5, 5); })
#define exchange(p, n) ({ int new_ = (n), was; __atomic_exchange((p), &new_, &was, 5); was; })
"""


@pytest.mark.parametrize(
    ("loop", "waits"),
    [
        ("while (!get(p)) ;", True), ("while (!swap(p, 0, 1)) ;", True), ("while (exchange(p, 1)) ;", True),
        ("do { old = *p; } while (!swap(p, old, old + 1));", False),
    ],
)  # fmt: skip
def test_atomic_operations_of_another_library(tmp_path: Path, loop: str, waits: bool) -> None:
    """What a macro makes whose text is not in the tree is seen by its operands alone."""
    (outside := tmp_path / "outside").mkdir()
    (outside / "atomics.h").write_text(GLIB)
    (root := tmp_path / "tree").mkdir()
    text = "#include <atomics.h>\nvoid f(int *p, int old);\nvoid f(int *p, int old) { pthread_mutex_lock(&m);"
    text = f"{HEAD}{text} {loop} n += old; pthread_mutex_unlock(&m); }}\n"
    sections = tree(root, {"in.c": text}, (("-isystem", str(outside)),)).sections
    assert [s.blocking for s in sections] == [waits]


def test_recursive_mutexes_that_are_only_zeroed(tmp_path: Path) -> None:
    """The runtime takes zeros for a plain mutex: one that is recursive by its type alone stays where nothing says so.
    """
    text = (INPUTS.parent / "cases" / "1663-recursive-mutexes-that-are-only-zeroed" / "in.c").read_text()
    units = tree(tmp_path, {"in.c": text}, (tuple(libraries("glib-2.0")),)).units
    refused = {unit.name for unit in units if unit.refused and unit.refused.code == Code.NOT_INITIALISED.code}
    assert refused == {"Counter.lock", "Sum.lock", "each_lock"}
    assert len(units) == len(refused) + 1


def test_why_a_value_goes_both_ways(tmp_path: Path) -> None:
    text = "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint n;\n"
    section = "int %s(int x, int c) { pthread_mutex_lock(&m); n++; %s pthread_mutex_unlock(&m); return x; }\n"
    text += section % ("needed", "x += n;") + section % ("perhaps", "if (c) x = n;")
    sections = tree(tmp_path, {"in.c": text}).sections
    why = {(s.function, c.reason) for s in sections for c in s.captures if c.name == "x"}
    assert why == {("needed", "read and written"), ("perhaps", "written on some paths")}


@pytest.mark.parametrize("open_", ["main", "-fPIC"])
def test_pointers_of_a_tree_that_others_call(tmp_path: Path, open_: str) -> None:
    """Without main(), or in a shared library, a function pointer may come from anywhere."""
    text = (INPUTS / "callees.c").read_text()
    text = text.replace("int main(void)", "int start(void); int start(void)") if open_ == "main" else text
    flags = (open_,) if open_ == "-fPIC" else ()
    sections = tree(tmp_path, {"in.c": text}, (flags,)).sections
    assert all(s.blocking for s in sections if s.function != "no_pointer")


CASES = Path(__file__).parent / "cases"
FREEING = CASES / "1640-memory-that-is-freed-where-it-was-before" / "in.c"
ALIGNING = CASES / "1642-memory-that-keeps-where-it-begins" / "in.c"


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("free(ptr);", False), ("void **head = (void **)ptr - 1; free(head[0]); free(head);", False),
        ("void *raw; raw = (char *)ptr - *(long *)ptr; if (raw) free(raw);", False),
        ("memset(ptr, 0, 8); free(ptr);", False), ("free(start_of(ptr));", False),
        ("void **at = ptr, *next; while (at) { next = *at; free(at); at = next; }", False),
        ("*(void **)ptr = NULL; free(ptr);", False), ("freed += *(long *)ptr; free(ptr);", False),
        ("last = ptr;", True), ("void *p = ptr, *q = p; last = (char *)q + 1;", True),
        ("*(void **)ptr = last; free(ptr);", True), ("last = *(void **)ptr; free(ptr);", True),
        ("void *p, *q; q = (p = ptr); last = q;", True), ("void **at = &ptr; last = *at;", True),
        ("last = memset(ptr, 0, 8);", True), ("last = start_of(ptr);", True), ("static void *p; p = ptr;", True),
        ("void *all[1]; all[0] = ptr; last = all[0];", True), ("last = ((struct list *)ptr)->items;", True),
        ("struct list l = { { ptr }, 1 }; last = l.items[0];", True), ("last = ptr ? ptr : NULL;", True),
    ],
)
def test_functions_that_free_and_keep(tmp_path: Path, body: str, kept: bool) -> None:
    """What a function that frees keeps of what it gets may come to any other of its callers."""
    before = "#include <string.h>\nstatic void *last;\nstatic long freed;\n"
    before += "static void *start_of(void *ptr) { return (char *)ptr - 8; }\n"
    text = re.sub(r"static void clear.*?\n}", lambda _: f"{before}static void clear(void *ptr) {{ {body} }}",
                  FREEING.read_text(), flags=re.DOTALL)  # fmt: skip
    [unit] = tree(tmp_path, {"in.c": text}).units
    assert (unit.refused is not None) is kept


@pytest.mark.parametrize(
    ("put", "kept"),
    [
        ("*location = (size_t)begins;", False), ("location[0] = (size_t)begins; *location += 0;", False),
        ("*location = (size_t)begins; last = begins;", True), ("last = location; *location = (size_t)begins;", True),
        ("*location = (size_t)begins; end(&begins);", True),
        ("*(size_t *)all[0] = (size_t)begins; *location = (size_t)begins;", True),
    ],
)
def test_allocators_that_align_and_keep(tmp_path: Path, put: str, kept: bool) -> None:
    """Where memory begins may be kept in it, and nowhere else: else it is not the caller's alone."""
    before = "static const void *last, *all[1];\nextern void end(const void *const *);\n"
    text = ALIGNING.read_text().replace("*location = (size_t)begins;", put)
    text = text.replace("static void set_location", f"{before}static void set_location")
    [unit] = tree(tmp_path, {"in.c": text}).units
    assert (unit.refused is not None) is kept


NUMBERS_C = """\
#include <pthread.h>
#include <string.h>
struct box { long *at; long v[4]; };
static long store[4], *slots = store;
static struct box box = { store, { 0 } };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static long *slot(struct box *b, int i) { return b->at + i; }
static void fill(long *to, long *from, int k) { while (k--) *to++ = *from++; }
static void put(long *to, long v) { *to = v; }
static void set(void *to, void *v) { *(void **)to = v; }
void begin(void) { long x = (long)&m, *p = 0; PUT; }
int add(int i)
{
    pthread_mutex_lock((pthread_mutex_t *)GET);
    int now = ++n;
    pthread_mutex_unlock((pthread_mutex_t *)GET);
    return now;
}
int main(void) { begin(); return add(1); }
"""


@pytest.mark.parametrize(
    ("put", "get"),
    [
        ("slots[1] = x", "slots[i]"), ("put(&slots[1], x)", "slots[i]"), ("put(slots + 1, x)", "store[i]"),
        ("set(&slots[1], &m)", "slots[i]"), ("set(slots, &m)", "store[i]"), ("fill(slots, &x, 1)", "slots[i]"),
        ("*slot(&box, 1) = x", "box.at[i]"), ("p = slots; p[1] = x", "slots[i]"), ("p = slots; *++p = x", "store[i]"),
        ("fill(box.at + 1, &x, 1)", "box.at[i]"), ("memcpy(&slots[1], &x, sizeof(x))", "store[i]"),
        ("__atomic_store_n(slots + 1, x, 5)", "slots[i]"), ("put(&box.v[1], x)", "box.v[i]"),
    ],
)
def test_mutexes_whose_addresses_stand_in_numbers(tmp_path: Path, put: str, get: str) -> None:
    """Where a pointer leads to numbers, what is put there by another one may be the address of a mutex."""
    units = tree(tmp_path, {"in.c": NUMBERS_C.replace("PUT", put).replace("GET", get)}).units
    assert all(unit.refused for unit in units if unit.classes)


WAYS_C = """\
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct object { pthread_mutex_t lock; long link; };
struct text { long id; char *lock; };
struct number { long id; long lock; };
struct typed { struct { long id; pthread_mutex_t *lock; } in; };
struct head { struct list *list; void *own; };
static struct list { void *last; struct head *head; } list;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct object object = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct text text;
static struct number number;
static struct typed typed;
static struct text *shown;
static char *bytes = (char *)&text;
static long *link_of;
static pthread_mutex_t *known;
static int n;
static void *told(void *lock) { return lock; }
static void put(void *to, void *v) { void **at = to; *at = v; }
static void enlist(void *begins, void *memory)
{
    struct head *head = begins;
    head->list = &list;
    head->list->last = memory;
}
static void *allocate(size_t size)
{
    char *begins = malloc(size + sizeof(struct head)), *memory = begins + sizeof(struct head);
    enlist(begins, memory);
    return memory;
}
static void *chained(size_t size)
{
    struct head *begins = malloc(size + sizeof(struct head));
    begins->list = &list;
    begins->list->head = begins;
    return begins + 1;
}
static void *joined(pthread_t thread) { void *said; pthread_join(thread, &said); return said; }
static pthread_t begun(void) { pthread_t t; pthread_create(&t, NULL, told, &m); return t; }
void begin(void) { PUT; }
int add(void)
{
    pthread_mutex_lock(OWN);
    pthread_mutex_unlock(OWN);
    pthread_mutex_t *x = (pthread_mutex_t *)GET;
    pthread_mutex_lock(x);
    int now = ++n;
    pthread_mutex_unlock(x);
    return now;
}
int main(void) { begin(); return add(); }
"""


@pytest.mark.parametrize(
    ("own", "put", "get"),
    [
        ("&m", "number.lock = (long)&m", "((struct text *)&number)->lock"),
        ("&m", "void *at = &number; shown = at; number.lock = (long)&m", "shown->lock"),
        ("&m", "put(&known, &m)", "known"),
        ("&m", "text.lock = joined(begun())", "*(void **)(bytes + 8)"),
        ("&m", "text.lock = joined(begun())", "((void **)&text)[1]"),
        ("&m", "typed.in.lock = &m", "(*(void **)((char *)&typed + 8))"),
        ("known", "known = allocate(sizeof(*known)); pthread_mutex_init(known, NULL)", "list.last"),
        ("known", "known = chained(sizeof(*known)); pthread_mutex_init(known, NULL)", "(list.head + 1)"),
        ("&object.lock", "link_of = &object.link", "((pthread_mutex_t *)link_of - 1)"),
        ("&m", "number.lock = (long)&m", "__builtin_expect(number.lock, 1)"),
    ],
)
def test_mutexes_by_ways_that_types_do_not_show(tmp_path: Path, own: str, put: str, get: str) -> None:
    """A mutex is converted with all lock calls that get it, or none of them is."""
    text = WAYS_C.replace("OWN", own).replace("PUT", put).replace("GET", get)
    units = tree(tmp_path, {"in.c": text}).units
    mine = next(unit for unit in units if unit.name in ("m", "known", "object.lock"))
    others = [unit for unit in units if unit.name == "x"]
    assert mine.refused is not None or not others


OTHERS_C = """\
#include <pthread.h>
#include <stdint.h>
struct found { long id; void *lock; };
struct kept { struct { long id; long lock; } in; };
struct number { long id; uintptr_t lock; };
static pthread_mutex_t one[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;
static void *place, *last, *known, *told;
static struct kept kept;
static struct number *number;
static uintptr_t at(const void *where) { return *(const uintptr_t *)where; }
static struct found find(void) { struct found found = { 1, (void *)at(&place) }; return found; }
static void keep(void *some[2]) { last = some[1]; }
static void tell(void **to) { *to = (void *)number->lock; }
static void enter(void *lock) { pthread_mutex_lock(lock); pthread_mutex_unlock(lock); }
static void again(void *lock) { pthread_mutex_lock(lock); pthread_mutex_unlock(lock); }
int main(void)
{
    place = &one[1];
    { void *pair[2] = { 0, &two }; keep(pair); }
    known = last;
    kept.in.lock = (long)known;
    { static struct number n; n = (struct number){ .lock = (uintptr_t)&two }; number = &n; }
    tell(&told);
    pthread_mutex_lock(&one[1]);
    pthread_mutex_unlock(&one[1]);
    enter(find().lock);
    pthread_mutex_lock(&two);
    pthread_mutex_unlock(&two);
    pthread_mutex_t *x = (pthread_mutex_t *)kept.in.lock;
    pthread_mutex_lock(x);
    pthread_mutex_unlock(x);
    again(told);
}
"""


def test_a_lock_call_that_gets_a_mutex_of_another_group(tmp_path: Path) -> None:
    """The list of a structure's values hides from the groups which mutex a field leads to."""
    units = tree(tmp_path, {"in.c": OTHERS_C}).units
    assert [(unit.classes, unit.refused) for unit in units] == [(("one", "two"), None)]


LISTED_C = """\
#include <pthread.h>
#include <dlfcn.h>
typedef void done(int);
struct work { void (*fn)(int); int n; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct work next;
static int sum;
extern void (*of_others)(int);
void (*from_others(void))(int);
static void add(int n) { sum += n; }
static void put(void (*fn)(int), int n) { struct work made = { fn, n }; next = made; }
static void run(void) { pthread_mutex_lock(&m); next.fn(next.n); pthread_mutex_unlock(&m); }
int main(void)
{
    put(add, 1);
    struct work more = { GIVEN, 2 };
    next = more;
    run();
    return sum;
}
"""


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("add", True), ("0", True), ("next.fn", True), ("of_others", False), ("from_others()", False),
        ('dlsym(0, "x")', False), ('(done *)dlsym(0, "x")', False), ("(void (*)(int))sum", False),
    ],
)  # fmt: skip
def test_pointers_that_lists_hand_on(tmp_path: Path, given: str, known: bool) -> None:
    """By its place in a list, a pointer that comes from the program's own code is followed, and no other one."""
    [section] = tree(tmp_path, {"in.c": LISTED_C.replace("GIVEN", given)}).sections
    assert section.blocking is not known


def test_a_function_of_two_programs(tmp_path: Path) -> None:
    """What any of its definitions releases may be released."""
    head = "#include <pthread.h>\nextern pthread_mutex_t one, two;\nextern int n;\nvoid give(void);\n"
    give = "void give(void) { if (n) pthread_mutex_unlock(&%s); }\n"
    use = "int use_%s(void) { pthread_mutex_lock(&%s); n++; give(); pthread_mutex_unlock(&%s); return n; }\n"
    sources = {f"{name}.c": head + f"pthread_mutex_t {name};\n" + give % name for name in ("one", "two")}
    sources["use.c"] = head + "int n;\n" + "".join(use % (name, name, name) for name in ("one", "two"))
    found = {s.function: (s.state, s.exits[0].keeps) for s in tree(tmp_path, sources).sections if s.exits}
    assert found == {"use_one": (State.SHIPPED, True), "use_two": (State.SHIPPED, True)}


def test_same_output_twice(tmp_path: Path) -> None:
    """The order of everything is fixed."""
    text = (INPUTS / "shapes.c").read_text()
    assert tree(tmp_path, {"in.c": text}) == tree(tmp_path, {"in.c": text})


IN, OUT, IN_OUT, KEPT, OWN, BY = (
    Direction.IN, Direction.OUT, Direction.IN_OUT, Direction.KEPT, Direction.SECTION_LOCAL, Direction.BY_REFERENCE,
)  # fmt: skip


@pytest.mark.parametrize(
    ("one", "two", "both"),
    [
        (IN, IN, IN), (IN, OUT, IN_OUT), (IN, KEPT, IN_OUT), (IN, IN_OUT, IN_OUT), (OUT, IN_OUT, IN_OUT),
        (IN, OWN, IN), (OUT, OWN, OUT), (KEPT, OWN, KEPT), (IN_OUT, OWN, IN_OUT), (OUT, KEPT, OUT),
        (KEPT, IN_OUT, IN_OUT), *((way, BY, BY) for way in (IN, OUT, IN_OUT, KEPT, OWN)),
    ],
)  # fmt: skip
def test_captures_of_two_builds(one: Direction, two: Direction, both: Direction) -> None:
    """What serves each build: the value is handed over wherever one of them needs it."""
    uses = (Reference(Place("a.c", 3, 1), 0, False),)

    def capture(way: Direction) -> Capture:
        return Capture("x", "int x", "int *x", way, "", references=uses if way is BY else ())

    for first, second in ((one, two), (two, one)):
        made = merged(capture(first), capture(second))
        assert made and (made.direction, made.references) == (both, uses if both is BY else ())
        assert made.perhaps_unset is (one is not two)


def test_captures_that_cannot_serve_two_builds() -> None:
    value = Capture("x", "int x", "int *x", IN, "")
    unset = replace(value, perhaps_unset=True)
    assert (merged(value, value), merged(value, unset), merged(unset, value)) == (value, unset, unset)
    hidden = replace(value, direction=BY)
    assert merged(value, hidden) is None and merged(hidden, value) is None
    for other in (replace(value, declaration="long x"), replace(value, outlives=True), replace(value, array=True)):
        assert merged(value, other) is None


def test_why_captures_cross(tmp_path: Path) -> None:
    text = (INPUTS / "captures.c").read_text()
    sections = {s.function: s for s in tree(tmp_path, {"in.c": text}).sections}
    functions = ("partly_written", "compound", "by_size", "members")
    why = {f: {c.name: c.reason for c in sections[f].captures} for f in functions}
    assert why == {
        "partly_written": {"c": "read", "x": "written on some paths"},
        "compound": {"n": "read; changes stay inside", "x": "read and written"},
        "by_size": {"large": "100 bytes"},
        "members": {"c": "read", "p": "written on some paths", "q": "written, read afterwards"},
    }


def test_spans(tmp_path: Path) -> None:
    """Spans are whole statements; the tail reaches from the release to the end of the jump."""
    text = (INPUTS / "shapes.c").read_text()
    sections = {s.function: s for s in tree(tmp_path, {"in.c": text}).sections}
    pop = sections["pop"]
    assert text[pop.enter.start : pop.enter.end] == "pthread_mutex_lock(&q->lock);"
    assert pop.leave and text[pop.leave.start : pop.leave.end] == "pthread_mutex_unlock(&q->lock);"
    fall_through, exit_1 = pop.exits
    release = exit_1.releases[0]
    assert text[release.tail.start : release.tail.end].strip() == "return NULL;"
    assert (fall_through.outs, exit_1.outs) == (("it",), ())
    assert sections["always_exits"].leave is None
    attempt, other = sections["attempt"], sections["attempt_or_leave"]
    assert text[attempt.enter.start : attempt.enter.end] == "if (pthread_mutex_trylock(&counter_lock) == 0) {"
    assert attempt.leave and text[attempt.leave.start : attempt.leave.end].split() == [
        "pthread_mutex_unlock(&counter_lock);", "}"
    ]  # fmt: skip
    assert attempt.tested and attempt.tested.branch and other.tested and not other.tested.branch
    for span in (other.tested.call, other.tested.condition):
        assert text[span.start : span.end] == "pthread_mutex_trylock(&counter_lock)"
    assert text[other.enter.start : other.enter.end].endswith("return 1;")
    assert pop.function_span and text[pop.function_span.start :].startswith("struct item *pop(")
    assert text[: pop.function_span.end].endswith("return it;\n}")


def test_nested_sections_name_each_other(tmp_path: Path) -> None:
    text = (INPUTS / "shapes.c").read_text()
    sections = {s.name: s for s in tree(tmp_path, {"in.c": text}).sections}
    assert sections["nested_queue_cs"].inner == (sections["nested_counter_cs"].id,)


def test_references(tmp_path: Path) -> None:
    """A use of a by-reference variable is known by its token, with the & before it and the dot after it."""
    text = (INPUTS / "captures.c").read_text()
    sections = {s.function: s for s in tree(tmp_path, {"in.c": text}).sections}
    uses = sections["reference"].captures[0].references
    assert [text[u.place.offset - u.ampersand : u.place.offset + 1] for u in uses] == ["&x", "x", "x"]


def test_classes_and_operations(tmp_path: Path) -> None:
    """Every token of the API is found where it is spelled, in macros too, and names its class."""
    text = (INPUTS / "wrappers.c").read_text()
    analysis = tree(tmp_path, {"in.c": text})
    assert {c.name for c in analysis.classes} == {"locks", "object.base.lock", "zeroed"}
    tokens = {(o.token.offset, o.op) for o in analysis.operations if o.old}
    spelled = {m.start() for m in re.finditer(r"\bpthread_mutex_\w+", text)}
    assert {offset for offset, _ in tokens} == spelled
    for operation in analysis.operations:
        assert text.startswith(operation.old, operation.token.offset)
        assert operation.units
    by_macro = {o.macro: o for o in analysis.operations if o.macro}
    assert [u.replacement for u in by_macro["OBJECT_LOCK"].uses] == ["rcl_lock(&o->base.lock)"] * 2
    assert set(by_macro["mutex_lock"].units) == {"locks", "zeroed"}
    added = [o for o in analysis.operations if not o.old]
    assert [(o.op, o.lock_class) for o in added] == [(Op.INITIALISER, "zeroed")]
    assert text[: added[0].token.offset].endswith("static pthread_mutex_t zeroed")
    assert [(a.name, a.parameters, a.lock) for a in analysis.accessors] == [
        ("element_mutex", "pthread_mutex_t *m, unsigned i", "&m[i]"),
        ("item_mutex", "unsigned hv", "&locks[hv & MASK(power)]"),
        ("item_trylock_mutex", "unsigned hv", "&locks[hv & MASK(power)]"),
    ]


@pytest.mark.parametrize("flags", [(), ("-fexceptions",), ("-DYES=1",)])
@pytest.mark.parametrize(
    ("inside", "code"), [("n++;", ""), ("if (n) goto end; n++; end:", ""), ("if (n) return 0;", Code.STACK_BOUND.code)]
)
def test_cleanup_handler(tmp_path: Path, flags: tuple[str, ...], inside: str, code: str) -> None:
    """A release that is handed to pthread_cleanup_push is an operation, whichever macros the C library has for it."""
    text = "int f(void); int f(void) { pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &m);\n"
    execute = "YES" if "-DYES=1" in flags else "1"
    text += f"pthread_mutex_lock(&m); {inside} pthread_cleanup_pop({execute}); return n; }}\n"
    analysis = tree(tmp_path, {"in.c": HEAD + text}, builds=(flags,))
    assert [describe(s) for s in analysis.sections] == [code or "f_cs none | |"]
    assert [(o.old, o.units) for o in analysis.operations if o.op is Op.UNLOCK] == [("pthread_mutex_unlock", ("m",))]


@pytest.mark.parametrize(
    ("attribute", "said"),
    [
        ("cleanup(done)", "f_cs none | left by reference 1 |"),
        ("cleanup(free)", "f_cs none | left by reference 1 |"),
        ("unused", "f_cs none | left section-local |"),
    ],
)
def test_variable_with_clean_up_function(tmp_path: Path, attribute: str, said: str) -> None:
    """Its value is read where its scope ends, which no expression says."""
    text = f"#define AUTO __attribute__(({attribute}))\nvoid done(int *left); int f(void);\n"
    text += "int f(void) { AUTO int left = 0; pthread_mutex_lock(&m); left = n; pthread_mutex_unlock(&m); return 0; }\n"
    (section,) = tree(tmp_path, {"in.c": HEAD + "#include <stdlib.h>\n" + text}).sections
    assert describe(section) == said


def test_lock_text_as_a_person_writes_it(tmp_path: Path) -> None:
    """What the parentheses of a macro leave behind goes; what binds an operator stays."""
    assert [bare(t) for t in ("(&(a))", "&(p)->m", "&(&a)->m", "&(*p)->m", "&f(x)->m", "&(v)[(i)]", "&(a + 1)[0]")] == [
        "&a", "&p->m", "&a.m", "&(*p)->m", "&f(x)->m", "&v[(i)]", "&(a + 1)[0]",
    ]  # fmt: skip
    assert [bare(t) for t in ("f(&(a))", "f(1, &(a))", "f(x & (MASK))", "x && (BOTH)")] == [
        "f(&a)", "f(1, &a)", "f(x & (MASK))", "x && (BOTH)",
    ]  # fmt: skip


def test_one_type_name_for_two_locks(tmp_path: Path) -> None:
    """They can only be converted together, and keep classes of their own."""
    analysis = tree(tmp_path, {"in.c": "#include <pthread.h>\nstatic pthread_mutex_t a, b[2];\npthread_mutex_t c;\n"})
    assert [(u.name, u.classes) for u in analysis.units] == [("a", ("a", "b")), ("c", ("c",))]


def test_initialisation_by_macro(tmp_path: Path) -> None:
    """Each use of a macro that initialises is a site of its own."""
    text = "#include <pthread.h>\n#define INIT(x) pthread_mutex_init((x), NULL)\n"
    text += "static pthread_mutex_t a, b; int f(void);\nint f(void) { INIT(&a); return INIT(&b); }\n"
    analysis = tree(tmp_path, {"in.c": text})
    assert [(c.name, c.initialised.line if c.initialised else 0) for c in analysis.classes] == [("a", 4), ("b", 4)]
    init = next(o for o in analysis.operations if o.op is Op.INIT)
    assert [u.replacement for u in init.uses] == ["rcl_mutex_init(&a, NULL, a)", "rcl_mutex_init(&b, NULL, b)"]


def test_initialisers_in_structs(tmp_path: Path) -> None:
    """Positional and designated initialisers name the field; the unusual kinds are initialisers too."""
    text = "#include <pthread.h>\ntypedef struct { pthread_mutex_t lock; int n; } box;\n"
    text += "static box boxes[] = { { PTHREAD_MUTEX_INITIALIZER, 1 }, { .lock = PTHREAD_MUTEX_INITIALIZER } };\n"
    text += "static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n"
    text += "int f(void); int f(void) { return boxes[0].n + pthread_mutex_lock(&again); }\n"
    analysis = tree(tmp_path, {"in.c": "#define _GNU_SOURCE\n" + text})
    found = [(o.old, o.units) for o in analysis.operations if o.op is Op.INITIALISER]
    assert found == [
        ("PTHREAD_MUTEX_INITIALIZER", ("box.lock",)),
        ("PTHREAD_MUTEX_INITIALIZER", ("box.lock",)),
        ("PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", ("again",)),
    ]


INIT_TWICE = """
#include <pthread.h>
typedef struct { pthread_mutex_t lock; int n; } box;
static pthread_mutex_t plain;
void one(box *b); void two(box *b);
void one(box *b) { pthread_mutex_init(&b->lock, 0); pthread_mutex_init(&plain, 0); }
void two(box *b) { pthread_mutex_init(&b->lock, 0); }
"""


def test_names_of_classes(tmp_path: Path) -> None:
    """Several initialisation sites make several classes of one unit; equal names get the file's stem."""
    other = "#include <pthread.h>\npthread_mutex_t *get(void);\nstatic pthread_mutex_t plain;\n"
    other += "pthread_mutex_t *get(void) { return &plain; }\n"
    analysis = tree(tmp_path, {"a.c": INIT_TWICE, "b.c": other})
    assert {c.name for c in analysis.classes} == {"a/plain", "b/plain", "box.lock@one", "box.lock@two"}
    assert {c.unit for c in analysis.classes} == {"a/plain", "b/plain", "box.lock"}


HEAD = "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int n;\n"
GET = "pthread_mutex_t *get(void);"
P = "#include <stdlib.h>\nstatic pthread_mutex_t *p;\n"
ROBUST = "void f(pthread_mutexattr_t *a) { pthread_mutexattr_setrobust(a, 1); pthread_mutex_init(&m, a); }"


@pytest.mark.parametrize(
    ("code", "body"),
    [
        (Code.ESCAPES, "void other(pthread_mutex_t *); void f(void) { other(&m); }"),
        (Code.ESCAPES, "void other(void *); void f(void) { void *p = &m; other(p); }"),
        (Code.UNKNOWN_LOCK, GET + "void f(void) { pthread_mutex_lock(get()); n++; pthread_mutex_unlock(get()); }"),
        (Code.SIZE_OF_SOME, P + "void f(void) { size_t size = sizeof(pthread_mutex_t); p = malloc(size); }"),
        (Code.SIZE_OF_SOME, P + "size_t size = sizeof(pthread_mutex_t); void f(void) { p = malloc(size); }"),
        (Code.SIZE_OF_SOME, P + "#define NEW(p, s) (size = s, p = malloc(s))\nsize_t size;"
                            " void f(void) { NEW(p, sizeof(pthread_mutex_t)); }"),
        (Code.SIZE_OF_SOME, P + "#define NEW(p, s) do { if (s < 9) n = 1; p = malloc(n); } while (0)\n"
                            " void f(void) { NEW(p, sizeof(pthread_mutex_t)); }"),
        (Code.SIZE_OF_SOME, P + "#define NEW(p) do { size_t n = sizeof(pthread_mutex_t) < 9 ? 9 : 99; p = malloc(n);"
                            " p = malloc(sizeof(pthread_mutex_t)); } while (0)\n void f(void) { NEW(p); }"),
        (Code.UNSUPPORTED_API, "void f(void) { pthread_mutex_consistent(&m); }"),
        (Code.UNSUPPORTED_API, ROBUST),
        (Code.UNSUPPORTED_API, "void g(void *); void f(void) { n = !&m; g((void *)pthread_mutex_lock); }"),
        (Code.UNSUPPORTED_API, "int (*table[])(pthread_mutex_t *) = { pthread_mutex_lock };"),
    ],
)
def test_refused_units(tmp_path: Path, code: Code, body: str) -> None:
    """Units that cannot be converted say why."""
    analysis = tree(tmp_path, {"in.c": "#define _GNU_SOURCE\n" + HEAD + body + "\n"})
    assert [u.refused.code for u in analysis.units if u.refused] == [code.code]
    for section in analysis.sections:
        assert section.state is State.REFUSED


TWO = "static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;\n"
TAKE = "static void take(void *p) { pthread_mutex_lock(p); n++; pthread_mutex_unlock(p); }\n"
MANY = "static pthread_mutex_t many[2]; static char *at;"
RAW = "struct raw { char a[40], b[40], c; };" + MANY
BOX = "struct box { int n; pthread_mutex_t m; }; static struct box box; struct tail { pthread_mutex_t m; int n; };\n"
ANY = "void any(long); void all(void *); void some(char *);"
LIB = "struct box *made(void); void use(struct box *);"
PARTS = "static unsigned low, high;\n#define JOINED ((unsigned long)high << 32 | low)\n"
WAITING = "pthread_cond_t c = PTHREAD_COND_INITIALIZER;"
WAITING += "void w(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); }"
GIVING = "static pthread_mutex_t *get(void) { return &m; }"
GIVING += "static void *(*pick(void))(void) { return (void *(*)(void))get; }"
LOST = "#include <dlfcn.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
LOST += HEAD + TWO + TAKE
ALLOCATED = "static pthread_mutex_t *x; static void *kept; static void *xm(size_t k) {{ {} }}"
ALLOCATED += "static void xf(void *p) {{ free(p); }}"
ALLOCATED += "void f(void) {{ void *b = xm(9); x = xm(sizeof *x); all({}); take(&m); pthread_mutex_lock(x);"
ALLOCATED += "xf(x); xf(b); }}"
HANDLES = "typedef struct handle_ *handle; static long handles; "


@pytest.mark.parametrize(
    ("refused", "body"),
    [
        # a number
        (set(), "long f(void) { return (long)&m % 7; }"),
        (set(), "long h; void f(void) { h = (long)&m; take(&other); }"),
        # arguments without a type
        ({"m"}, "void g(int k, ...) { va_list l; va_start(l, k); take(va_arg(l, void *)); }"
                "void f(void) { g(1, &m); }"),
        ({"m"}, "void v(va_list l) { take(va_arg(l, void *)); } void g(int k, ...) { va_list l; va_start(l, k); v(l); }"
                "void f(void) { g(1, &m); }"),
        ({"m"}, "void g(int k, ...) { va_list l; va_start(l, k); pthread_mutex_lock(va_arg(l, pthread_mutex_t *)); }"
                "void f(void) { g(1, &m); }"),
        ({"m"}, "void g(int k, ...) { va_list l, c; va_start(l, k); va_copy(c, l); take(va_arg(c, void *)); }"
                "void f(void) { g(1, &m); }"),
        # numbers that something is done to
        ({"m"}, "void f(long q) { long h = q ?: (long)&m; take((void *)h); }"),
        ({"m"}, "void f(void *q) { void *p = q ?: &m; take(p); }"),
        ({"m"}, "static long l[4]; void g(void) { long *p = l + 2; p[-1] = (long)&m; }"
                "void f(void) { take((void *)l[1]); }"),
        (set(), "static long h; void f(void) { h = (long)&m > 7; take((void *)h); }"),
        (set(), "static int h; void f(void) { h = (int)(long)&m; take((void *)(long)h); }"),
        # what code of elsewhere does to memory
        ({"m"}, ANY + "static void *s; void g(void) { __atomic_store_n(&s, &m, 0); }"
                "void f(void) { all(__atomic_load_n(&s, 0)); }"),
        ({"m"}, ANY + "static void *s; void g(void) { void *p = &m; __atomic_exchange(&s, &p, &p, 0); }"
                "void f(void) { all(__sync_lock_test_and_set(&s, 0)); }"),
        ({"m"}, "static int c(const void *a, const void *b) { take(*(void **)a); return a < b; } static void *l[2];"
                "void f(void) { l[0] = &m; qsort(l, 2, 8, c); }"),
        ({"m"}, "static int c(const void *a, const void *b) { return a < b; } static long l[2];"
                "void f(void) { l[0] = (long)&m; long *p = bsearch(l, l, 2, 8, c); take((void *)*p); }"),
        # memory of another type, or of a size that is not the mutex's
        ({"other"}, "static char raw[40]; void f(void) { take(raw); take(&other); }"),
        ({"heap"}, "static pthread_mutex_t *heap; void f(void) { heap = malloc(40); pthread_mutex_lock(heap); }"),
        (set(), "static pthread_mutex_t *heap; void f(void) { heap = malloc(sizeof *heap); take(heap); }"),
        # structures that are taken for the mutex in them
        (set(), BOX + "void f(struct box *b) { pthread_mutex_lock(&b->m); free(b); }"),
        ({"box.m"}, BOX + "void f(char *b) { b = (char *)&box; take(b + 8); }"),
        # handles of a type that nobody defines, and pointers to other structures
        ({"made"}, HANDLES + "static void g(handle *h) { pthread_mutex_t *made = malloc(sizeof *made);"
                   "pthread_mutex_init(made, 0); *h = (handle)made; }"
                   "void f(handle *h) { g(h); pthread_mutex_t *p = *(pthread_mutex_t **)h; pthread_mutex_lock(p); }"),
        ({"m"}, BOX + "static struct box *s; void g(struct box **b) { *b = (struct box *)&m; }"
                "void f(void) { g(&s); pthread_mutex_lock(*(pthread_mutex_t **)&s); }"),
        (set(), HANDLES + "void f(handle h) { pthread_mutex_lock(&m); n += h != 0; pthread_mutex_unlock(&m); }"),
        # lists
        # beside what may be anybody's
        ({"m"}, "long any(void); static long h; void g(void) { h = (long)&m; h = any(); }"
                "void f(void) { take((void *)h); }"),
        ({"m"}, "void any(long *); static long h; void g(void) { h = (long)&m; any(&h); }"
                "void f(void) { take((void *)h); }"),
        ({"m"}, "extern long h; void g(void) { h = (long)&m; } void f(void) { take((void *)h); }"),
        ({"m"}, "void g(long h) { take((void *)h); } void f(long h) { g((long)&m); g(h); }"),
        ({"m"}, "long f(void) { return (long)&m; } void g(long h) { take((void *)h); }"),
        ({"m"}, "struct raw { char b[40]; }; static void *l[2];"
                "void f(void) { l[0] = &m; l[1] = malloc(sizeof(struct raw)); take(l[1]); }"),
        ({"m"}, "static void *l[2]; static long k[9]; void f(void) { l[0] = &m; l[1] = k; take(l[1]); }"),
        ({"m"}, "void any(long); static long h; void g(void) { h = (long)&m; any(h); }"
                "void f(void) { take((void *)h); }"),
        ({"m"}, "void any(long); static long h; static long get(void) { return h; }"
                "void g(void) { h = (long)&m; any(get()); } void f(void) { take((void *)get()); }"),
        ({"m"}, "static long h; void g(void) { h = (long)&m; __asm__(\"mov %%rax, %0\" : \"=r\"(h)); }"
                "void f(void) { take((void *)h); }"),
        ({"m"}, "long read(int, void *, unsigned long); static long h; void g(void) { h = (long)&m; read(0, &h, 8); }"
                "void f(void) { take((void *)h); }"),
        ({"m"}, "static long get(void) { return (long)&m; } long (*p)(void) = get;"
                "void f(void) { long h = p(); take((void *)h); }"),
        ({"m"}, "void any(void (*)(long)); static void g(long h) { take((void *)h); }"
                "void f(void) { long h = (long)&m; g(h); any(g); }"),
        ({"m"}, "static long h; void g(void) { h = (long)&m ^ 5; }"
                "void f(void) { pthread_mutex_lock((void *)(h ^ 5)); }"),
        # what goes to code of elsewhere from a function, as a number or not
        *(({"m"}, ANY + body) for body in (
            "long get(void) { return (long)&m; } void f(void) { any(get()); }",
            "long get(void) { return (long)&m; } void f(int k) { long h = k ? get() + 8 : 0; any(h); }",
            "static long get(void) { return (long)&m; } long (*by)(void) = get; void f(void) { any(by()); }",
            "static void get(long *h) { *h = (long)&m; } void f(void) { long h; get(&h); any(h); }",
            "static struct { long h; } s; void g(void) { s.h = (long)&m; } void f(void) { any(s.h); }",
            "static long get(void *p) { return (long)p; } void f(void) { any(get(&m)); }",
            "void f(void) { long h = (long)&m; void *p = (void *)h; all(p); some((char *)h); }",
            "void *get(void) { return &m; } void f(void) { all(get()); }",
            "pthread_mutex_t *get(void) { return &m; } void f(void) { all(get()); }",
            "char *get(void) { return (char *)&m; } void f(void) { some(get()); }",
        )),
        ({"own"}, ANY + "static long made(void) { pthread_mutex_t *own = malloc(sizeof *own);"
                  "pthread_mutex_init(own, 0); return (long)own; } void f(void) { any(made()); }"),
        *((set(), ANY + "void t(void) { take(&m); }" + body) for body in (
            "static int get(void *p) { return (int)((long)p >> 4) % 97; } void f(void) { any(get(&m)); }",
            "static int get(void *p) { return p != &m; } void f(void *p) { any(get(p)); any((long)&m == n); }",
            "static long get(pthread_mutex_t *p) { return pthread_mutex_trylock(p); } void f(void) { any(get(&m)); }",
            "static void *get(void *p) { return p; } void f(void) { n = get(&m) != 0; some(get(\"a\")); }",
            "static void *get(void *p) { return p; } void f(void) { char *s = get(\"a\"); get(&m); some(s); }",
            "static void g(int k, void *p) { n = *(long *)p; any(*(long *)p); }"
            "void f(void) { long h = 7; g(1, &h); g(2, &m); any(h); }",
            "static long get(void *p) { return sizeof p; } void f(void) { any(get(&m)); }",
            "void f(void) { char text[40]; snprintf(text, 40, \"%p\", (void *)&m); some(text); }",
            "static pthread_mutex_t copy; void f(void) { memcpy(&copy, &m, sizeof m); any(n); }",
            "typedef void fn(pthread_mutex_t *); static void own(pthread_mutex_t *p) { n = p != 0; }"
            "static pthread_mutex_t *get(void) { return &m; }"
            "static void by(fn g) { g(get()); } void f(void) { by(own); }",
            BOX + "long get(void) { return (long)&box; } void f(struct box *b) { take(&b->m); any(get()); }",
        )),
        ({"m"}, "struct at { pthread_mutex_t *p; }; void any(struct at *);"
                "void f(void) { struct at a = { &m }; any(&a); }"),
        # a thread's routine that nobody knows
        ({"m"}, "void f(pthread_t *t, void *(*r)(void *)) { pthread_create(t, 0, r, &m); }"),
        ({"m"}, "void *r(void *); void f(pthread_t *t) { pthread_create(t, 0, r, &m); }"),
        (set(), "static void *r(void *p) { take(p); return p; }"
                "void f(pthread_t *t) { pthread_create(t, 0, r, &m); }"),
        # what leads to memory of a mutex's size has no type
        ({"bare"}, "void any(void *); static void *bare; void g(void) { bare = malloc(sizeof(pthread_mutex_t)); }"
                   "void f(void) { take(bare); any(bare); }"),
        ({"bare"}, BOX + "static void *bare; void g(int k) { bare = malloc(sizeof(pthread_mutex_t));"
                   "if (k) bare = malloc(sizeof(struct tail *)); } void f(void) { take(bare); }"),
        ({"bare"}, "static void *bare; void g(void) { bare = malloc(sizeof(pthread_mutex_t)); }"
                   "void f(void) { bare = malloc(40); take(bare); }"),
        (set(), "static void *bare; void g(void) { bare = malloc(sizeof(pthread_mutex_t)); }"
                "void f(void) { take(bare); }"),
        (set(), "static void *bare; void *made(unsigned long n) { return malloc(n); }"
                "void g(void) { bare = made(sizeof(pthread_mutex_t)); } void f(void) { take(bare); }"),
        # the size is a pool's, whose mutexes another call gives
        ({"own"}, "static pthread_mutex_t *own; struct pool { unsigned long n; };"
                  "static void *pool(unsigned long n) { struct pool *p = malloc(sizeof *p); p->n = n; return p; }"
                  "static void *give(void *p) { return malloc(((struct pool *)p)->n); }"
                  "void f(void) { void *p = pool(sizeof(pthread_mutex_t)); own = give(p); pthread_mutex_lock(own); }"
                  "void g(void) { own = malloc(sizeof *own); }"),
        # elements and members that a number finds
        ({"many"}, "static pthread_mutex_t many[2]; void f(void) { long h = (long)many + 40; take((void *)h); }"),
        ({"many"}, "static pthread_mutex_t *many; void g(void) { many = malloc(2 * sizeof *many); }"
                   "void f(void) { long h = (long)many; take((void *)(h + 40)); }"),
        ({"tail.m"}, BOX + "void f(struct tail *t) { pthread_mutex_lock((pthread_mutex_t *)t); }"),
        ({"tail.m", "m"}, BOX + "void f(struct tail *t) { take(t); take(&m); }"),
        ({"many"}, MANY + "void g(void) { at = (char *)many; } void f(void) { take(&at[40]); }"),
        ({"many"}, MANY + "void g(void) { at = (char *)many; at += 40; } void f(void) { take(at); }"),
        ({"many"}, MANY + "void g(void) { at = (char *)many; at++; } void f(void) { take(at); }"),
        ({"many"}, MANY + "struct raw { char a[40]; }; static struct raw *r; void g(void) { r = (struct raw *)many; }"
                   "void f(void) { take(&r[1]); }"),
        ({"own"}, "static pthread_mutex_t *own; static char *at;"
                  "void g(void) { own = malloc(2 * sizeof *own); at = (char *)own; } void f(void) { take(&at[40]); }"),
        # that bytes are counted to, from a pointer whose type says nothing of them
        ({"many"}, MANY + "void f(void) { void *b = many; b += 40; pthread_mutex_lock(b); }"),
        ({"many"}, MANY + "void f(void) { void *b = &many[1]; for (int i = 0; i < 40; i++) b--; take(b); }"),
        ({"many"}, MANY + "void f(void) { void *b = (char *)many + 40; pthread_mutex_lock(b); }"),
        ({"many"}, MANY + "void f(void) { pthread_mutex_lock((pthread_mutex_t *)((char *)many + 40)); }"),
        ({"many"}, MANY + "void f(int i) { pthread_mutex_lock((void *)many + i); }"),
        ({"many"}, MANY + "void f(void) { pthread_mutex_lock((void *)((long)many + 40)); }"),
        ({"many"}, MANY + "void f(void) { pthread_mutex_lock((void *)&((char *)many)[40]); }"),
        ({"many"}, MANY + "void f(void) { pthread_mutex_lock((void *)((char (*)[40])many)[1]); }"),
        ({"many"}, MANY + "void f(void) { pthread_mutex_t *p = many; *(char **)&p += 40; pthread_mutex_lock(p); }"),
        ({"many"}, MANY + "static void *get(void) { return many; } void f(void) { pthread_mutex_lock(get() + 40); }"),
        ({"many"}, MANY + "void f(void) { pthread_mutex_lock((void *)many + sizeof *many + 40); }"),
        ({"box.m"}, BOX + "void f(void) { void *p = &box.m; p -= 8; take(p + 8); }"),
        (set(), MANY + "void f(int i) { void *b = many; b += i * sizeof *many; take(b + sizeof(pthread_mutex_t)); }"),
        (set(), MANY + "void f(void) { void *b = many; take((pthread_mutex_t *)b + 1); take(many + 1); }"),
        (set(), MANY + "void f(void) { void *b = many + 1; take(&((__typeof__(&many[0]))b)[-1]); }"),
        (set(), MANY + "static pthread_mutex_t *get(void) { return many; } void f(void) { take(get() + 1); }"),
        (set(), "void f(void) { void *b = (char *)&m + n; take(b); }"),
        (set(), "struct two { pthread_mutex_t a, b; }; void f(struct two *t) { take((void *)&t->a"
                " + (unsigned long)&((struct two *)0)->b - __builtin_offsetof(struct two, a)); }"),
        ({"two.a", "two.b"}, "struct two { pthread_mutex_t a; int n; pthread_mutex_t b; };"
                             "void f(struct two *t) { take((char *)&t->a + 48); pthread_mutex_lock(&t->b); }"),
        # a structure that is none is put over them
        ({"many"}, RAW + "static struct raw *r; void g(void) { r = (struct raw *)many; } void f(void) { take(r->b); }"),
        ({"many"}, RAW + "void f(void) { take(&((struct raw *)many)->c); }"),
        ({"many"}, RAW + "struct all { long n; struct raw raw; };"
                   "void f(void) { take(((struct all *)many)->raw.b); }"),
        ({"tail.m"}, BOX + RAW + "void f(struct tail *t) { take(((struct raw *)t)->b); pthread_mutex_lock(&t->m); }"),
        (set(), RAW + "static struct raw raw; void f(void) { pthread_mutex_lock((void *)raw.b); take(many); }"),
        # by its name, and where the compiler does not look
        ({"shared"}, "pthread_mutex_t shared; void f(void) { take(dlsym(0, \"shared\")); }"),
        ({"m"}, "void f(void) { __asm__(\"call lock\" :: \"D\"(&m)); }"),
        ({"m", "other"}, "int f(void) { return _Generic(&m, pthread_mutex_t *: 1, default: 0); }"),
        ({"m", "other"}, "int f(void) { return __builtin_types_compatible_p(__typeof__(m), pthread_mutex_t); }"),
        # a number that is put together of parts, and what may be looked at as such
        ({"m"}, PARTS + "void g(void) { low = (long)&m; high = (long)&m >> 32; }"
                "void f(void) { pthread_mutex_lock((void *)JOINED); }"),
        ({"m"}, PARTS + "static union { pthread_mutex_t *p; unsigned part[2]; } u; void g(void) { u.p = &m; }"
                "void f(void) { low = u.part[0]; high = u.part[1]; pthread_mutex_lock((void *)JOINED); }"),
        ({"m", "other"}, PARTS + "void g(void) { low = (long)&m; high = (long)&m >> 32; }"
                         "void f(void) { pthread_mutex_lock(n ? &other : (void *)JOINED); }"),
        (set(), PARTS + "int g(void) { low = (long)&m == n; return JOINED; } void f(void) { take(&other); }"),
        # a function that is called by a pointer of another type
        ({"m"}, GIVING + "void f(void) { pthread_mutex_lock(pick()()); }"),
        ({"m", "other"}, GIVING + "void f(void) { pthread_mutex_lock(n ? &other : pick()()); }"),
        ({"m"}, GIVING + "static union { long k; void *(*get)(void); } u;"
                "void f(void) { u.k = (long)get; pthread_mutex_lock(u.get()); }"),
        # a condition by such ways: its mutex
        ({"m"}, WAITING + PARTS + "void g(void) { low = (long)&c; high = (long)&c >> 32; }"
                "void f(void) { pthread_cond_t *p = (void *)JOINED; pthread_cond_signal(p); }"),
        ({"m"}, WAITING + "static pthread_cond_t *get(void) { return &c; } static void *(*other_get)(void);"
                "void f(void) { other_get = (void *(*)(void))get; pthread_cond_broadcast(other_get()); }"),
        ({"m"}, WAITING + "extern long raw[6] __asm__(\"c\"); void f(void) { pthread_cond_signal((void *)raw); }"),
        (set(), WAITING + "void f(void) { pthread_cond_signal(&c); }"),
        # what code of elsewhere gets, and gives back
        ({"m", "other"}, "void f(void) { void *p; __asm__(\"\" : \"=r\"(p) : \"0\"(&m)); take(n ? &other : p); }"),
        ({"m", "other"}, "static void *run(void *p) { return p; } void f(pthread_t t) { void *p;"
                         "pthread_create(&t, 0, run, &m); pthread_join(t, &p); take(n ? &other : p); }"),
        ({"m", "other"}, "static void *kept; static int in(void *p) { kept = p; return 0; }"
                         "static void each(int (*call)(long), long p) { call(p); }"
                         "void g(void) { each((int (*)(long))in, (long)&m); }"
                         "void f(void) { pthread_mutex_lock(n ? &other : kept); }"),
        # memory of the program's own allocator, which goes elsewhere
        (set(), ANY + ALLOCATED.format("void *p; if (!(p = malloc(k))) abort(); return memset(p, 0, k), p;", "0")),
        (set(), ANY + ALLOCATED.format("void *p = malloc(k); if (p == NULL) abort(); memset(p, 0, k); return p;", "b")),
        (set(), ANY + ALLOCATED.format("long *p = calloc(1, k + 8); *p = k; return p ? p + 1 : NULL;", "b")),
        ({"x"}, ANY + ALLOCATED.format("void *p = malloc(k); kept = memset(p, 0, k); return p;", "kept")),
        ({"x"}, ANY + ALLOCATED.format("void *p; kept = (p = malloc(k)); return p;", "kept")),
        ({"x"}, ANY + ALLOCATED.format("void *p = malloc(k); kept = p; return p;", "kept")),
        ({"x"}, ANY + ALLOCATED.format("return kept = malloc(k);", "kept")),
        ({"x"}, ANY + ALLOCATED.format("void *p = malloc(k); all(p); return p;", "0")),
        ({"x"}, ANY + ALLOCATED.format("void *p = malloc(k); all(&p); return p;", "0")),
        ({"x"}, ANY + ALLOCATED.format("static void *p; return p ? p : (p = malloc(k));", "b")),
        ({"x"}, ANY + ALLOCATED.format("return k > 9 ? malloc(k) : kept;", "b")),
        # what parameters without a type get, and no more becomes of it
        ({"m"}, ANY + "static void g(void *p) { all(p); } static void in(void *p) { if (p) g(p); }"
                "void f(void) { in(&m); }"),
        ({"m"}, ANY + "static void g(void **to) { *to = &m; } void f(void) { void *p; g(&p); all(p); }"),
        ({"m"}, ANY + "static void g(void **to, void *p) { *to = p; } void f(void) { void *p; g(&p, &m); all(p); }"),
        ({"m"}, ANY + "static void g(void *to[], void *p) { to[2] = p; }"
                "void f(void) { void *l[3]; g(l, &m); all(l[2]); }"),
        ({"m"}, ANY + "static void g(void **to, void *p) { __atomic_store_n(to, p, 0); }"
                "void f(void) { void *p; g(&p, &m); all(p); }"),
        ({"m"}, ANY + "static void g(void *to) { pthread_mutex_t *p = &m; memcpy(to, &p, sizeof p); }"
                "void f(void) { void *p; g(&p); all(p); }"),
        ({"m"}, "static void g(void *to, const void *from) { char *a = to; const char *b = from; *a++ = *b++; }"
                "void f(void) { pthread_mutex_t *p = &m, *q; g(&q, &p); pthread_mutex_lock(q); }"),
        ({"m"}, "static int g(void *p) { return ((pthread_mutex_t *)p)->__data.__lock; } void f(void) { n += g(&m); }"),
        # what the C library, and gcc, only look at
        (set(), "static void *s; void f(void) { s = &m; n += __builtin_object_size(s, 0) > strlen(s); take(s); }"),
        # what others define
        ({"theirs"}, "extern pthread_mutex_t theirs[2]; void f(void) { take(&theirs[1]); }"),
        ({"theirs"}, "void f(void) { extern pthread_mutex_t theirs; pthread_mutex_lock(&theirs); }"),
        ({"own", "theirs"}, "pthread_mutex_t own; extern pthread_mutex_t theirs __asm__(\"own\");"
                            "void f(void) { take(&own); pthread_mutex_lock(&theirs); }"),
        ({"unused"}, "extern pthread_mutex_t unused; void f(void) { take(&m); }"),
        ({"box.m"}, BOX + LIB + "void f(void) { pthread_mutex_lock(&made()->m); }"),
        ({"box.m"}, BOX + LIB + "void f(void) { pthread_mutex_lock(&box.m); use(&box); }"),
        (set(), BOX + LIB + "void f(void) { pthread_mutex_lock(&box.m); }"),
    ],
)  # fmt: skip
def test_mutexes_whose_type_is_lost(tmp_path: Path, refused: set[str], body: str) -> None:
    """A mutex is not converted where a call that stays pthread's may get it, and no compiler would say so."""
    analysis = tree(tmp_path, {"in.c": LOST + body + "\n"})
    known = {c.unit for c in analysis.classes}
    assert {u.name for u in analysis.units if u.refused} & known == refused


@pytest.mark.parametrize(
    "body",
    [
        "long h; void f(void) { h = (long)&m; pthread_mutex_lock((pthread_mutex_t *)h); }",
        "long h[2]; void f(void) { h[1] = (long)&m; take((void *)h[1]); take(&other); }",
        "void f(void) { unsigned long h = (unsigned long)&m | 1; take((void *)(h & ~1UL)); }",
        "static long h; void g(void) { h = (long)&m >> 3; } void f(void) { take((void *)(h << 3)); }",
        "static long h; void g(void) { h |= (long)&m; } void f(void) { take((void *)h); }",
        "void f(void) { take(__builtin_choose_expr(1, (void *)&m, 0)); }",
        "union u { void *p; long i; }; void f(union u u) { u.p = &m; take((void *)u.i); }",
        HANDLES + "static handle h; void g(void) { h = (handle)&m; }"
        "void f(void) { pthread_mutex_lock((pthread_mutex_t *)h); }",
        BOX + "static struct box *s; void g(void) { s = (struct box *)&m; } void f(void) { take(s); }",
        "static void *list[] = { &other, &m }; void f(void) { take(list[1]); }",
        "static void g(void **l) { take(l[1]); } void f(void) { g((void *[]){ 0, &m }); }",
        "static void g(long *l) { take((void *)l[1]); } void f(void) { g((long []){ 0, (long)&m }); }",
        "void f(void) { void **l = (void *[]){ 0, &m }; pthread_mutex_lock(l[1]); }",
        "static struct { int n; long h; } list[] = { { 0, (long)&m } };"
        "void f(void) { take((void *)list[0].h); }",
        "struct h { long l; };"
        "void f(void) { struct h a = { (long)&m }; long b; memcpy(&b, &a, 8); take((void *)b); }",
        "struct h { long l; }; static void g(long *a) { take((void *)*a); }"
        "void f(void) { struct h a = { (long)&m }; g((long *)&a); }",
        HANDLES + "static void g(handle *h) { take(*h); }"
        "void f(void) { handle h; *(pthread_mutex_t **)&h = &m; g(&h); }",
        "union u { void *p; long l; }; void f(void) { long h = ((union u)(void *)&m).l; take((void *)h); }",
        "struct h { long l; }; void f(void) { pthread_mutex_t *p = &m; take((void *)((struct h *)&p)->l); }",
        "struct h { long l; }; void f(void) { void *p = &m; struct h h = *(struct h *)&p; take((void *)h.l); }",
        "struct h { int n; void *p; }; static struct h h; void f(void) {"
        "*(void **)((char *)&h + __builtin_offsetof(struct h, p)) = &m; take(h.p); }",
        "static void *s; void g(void) { __atomic_store_n(&s, &m, 0); } void f(void) { take(__atomic_load_n(&s, 0)); }",
        "static _Atomic(void *) s; void g(void) { __c11_atomic_store(&s, &m, 0); }"
        "void f(void) { take(__c11_atomic_load(&s, 0)); }",
        "static _Atomic long s; void g(void) { __c11_atomic_store(&s, (long)&m, 0); }"
        "void f(void) { take((void *)s); }",
        "static void *s; void g(void) { void *p = &m, *q = 0; __atomic_compare_exchange(&s, &q, &p, 0, 0, 0); }"
        "void f(void) { void *p; __atomic_load(&s, &p, 0); take(p); }",
        "static long s; void g(void) { __sync_fetch_and_or(&s, (long)&m); }"
        "void f(void) { take((void *)__sync_val_compare_and_swap(&s, 0, 0)); }",
        "struct h { int n; long h; }; void g(struct h *h) { take((void *)h->h); }"
        "void f(void) { g(&(struct h){ .h = (long)&m }); }",
    ],
)  # fmt: skip
def test_mutexes_that_go_by_other_types(tmp_path: Path, body: str) -> None:
    """Where all that a lock call may get is known, it is converted with the mutexes that it gets."""
    analysis = tree(tmp_path, {"in.c": LOST + body + "\n"})
    assert not {u.name for u in analysis.units if u.refused} & {c.unit for c in analysis.classes}
    calls = [o for o in analysis.operations if o.op is Op.LOCK and ("take(" in body or o.token.offset >= len(LOST))]
    assert len(calls) == 1 + body.count("pthread_mutex_lock(") - ("take(" not in body)
    assert all(o.units for o in calls)


@pytest.mark.parametrize(
    ("together", "body"),
    [
        (True, "struct b { int k; mutex m; }; void f(struct b *b) { lock(&((struct a *)b)->m); }"),
        (True, "typedef struct { struct { int k; mutex q; } x; } b; struct a *f(b *p) { return (struct a *)p; }"),
        (True, "union b { struct a a; struct { int k; mutex q; } x; }; int f(union b *b) { return b->a.k; }"),
        (False, "struct b { long k[2]; mutex m; }; void *f(struct b *b) { return (struct a *)b; }"),
        (False, "struct b { int k; mutex m; }; void *f(struct b *b) { return (void *)b; }"),
    ],
)
def test_structures_that_are_each_other(tmp_path: Path, together: bool, body: str) -> None:
    """The mutexes at one place of structures that are cast to each other, or of a union's, are one."""
    text = "#include <pthread.h>\nstruct a { int k; mutex m; };\n" + body + "\n"
    text = text.replace(" mutex ", " pthread_mutex_t ").replace(" lock(", " pthread_mutex_lock(")
    analysis = tree(tmp_path, {"in.c": text})
    assert len(analysis.classes) == 2 and len(analysis.units) == (1 if together else 2)


def test_a_number_with_a_mark_out_of_a_structure_that_is_looked_at_as_another(tmp_path: Path) -> None:
    """What a lock call gets has no declaration then, but what it is made of has."""
    body = "static struct { long x; void *p; } s; static struct t { long x; unsigned long h; } *t;\n"
    body += "static void *w = &s; static unsigned long h;\n"
    body += "void g(void) { s.p = &m; t = w; h = t->h | 1; }\n"
    body += "void f(void) { pthread_mutex_lock((void *)(h & ~1UL)); }\n"
    analysis = tree(tmp_path, {"in.c": HEAD + body})
    assert {u.name: u.refused.code for u in analysis.units if u.refused}["m"] == Code.UNKNOWN_LOCK.code


def test_hidden_behind_void(tmp_path: Path) -> None:
    """A lock call that may get a mutex by ``void *`` unseen: the compiler would say nothing of a half conversion."""
    body = "static long cookie; void take(void *p) { pthread_mutex_t *q = p; pthread_mutex_lock(q); }\n"
    body += "long other(void); void g(void) { cookie = other(); }\n"
    body += "void f(void) { void *p = &m; cookie = (long)p; take((void *)cookie); }\n"
    analysis = tree(tmp_path, {"in.c": HEAD + body})
    assert "m" in {u.name for u in analysis.units}
    assert {u.refused and u.refused.code for u in analysis.units} == {Code.UNKNOWN_LOCK.code}


def test_bytes_are_no_mutexes(tmp_path: Path) -> None:
    """What is known by ``void *`` may be read, copied and measured: nothing that does so takes a mutex."""
    body = "void f(void *p, int fd) { char b[9]; p = p ? p : &m; read(fd, p, 9); memcpy(b, p, 9); n = strlen(p); }"
    analysis = tree(tmp_path, {"in.c": "#include <string.h>\n#include <unistd.h>\n" + HEAD + body + "\n"})
    assert [u.refused for u in analysis.units] == [None]


def test_builds_are_merged(tmp_path: Path) -> None:
    """What any build needs is captured, and an exit that one build does not compile is the others'."""
    body = "int f(int a, int b); int f(int a, int b) { pthread_mutex_lock(&m); n = a;\n%s\npthread_mutex_unlock(&m);"
    body += " return 0; }\n"
    more = "#ifdef MORE\nn += b;\n#endif"
    found = tree(tmp_path, {"in.c": HEAD + body % more}, ((), ("-DMORE",))).sections
    assert [describe(s) for s in found] == ["f_cs none | a in, b in |"]
    leaves = "#ifdef MORE\nif (b) { pthread_mutex_unlock(&m); return 1; }\n#endif"
    found = tree(tmp_path, {"in.c": HEAD + body % leaves}, ((), ("-DMORE",))).sections
    assert [describe(s) for s in found] == ["f_cs none | a in, b in | return 1;"]
    ends = "#ifdef MORE\nif (b) { pthread_mutex_unlock(&m); b++; } else\n#endif\n"
    found = tree(tmp_path, {"in.c": HEAD + body % ends}, ((), ("-DMORE",))).sections
    assert [describe(s) for s in found] == [Code.BUILDS_DISAGREE.code]
    counts = "int f(void); int f(void) {\n#ifdef MORE\nint calls = 0;\n#endif\npthread_mutex_lock(&m); n++;\n"
    counts += "#ifdef MORE\ncalls += n;\nn = calls;\n#endif\npthread_mutex_unlock(&m); return 0; }\n"
    (section,) = tree(tmp_path, {"in.c": HEAD + counts}, ((), ("-DMORE",))).sections
    assert section.reason and section.reason.code == Code.BUILDS_DISAGREE.code
    assert "calls is not declared in all" in section.reason.sentence


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_long_chain_of_else_if(tmp_path: Path, jobs: int) -> None:
    """Generated code is nested deep; it goes through functions and between processes all the same."""
    chain = " else ".join(f"if (n == {i}) n++;" for i in range(600))
    text = f"int f(void); int f(void) {{ pthread_mutex_lock(&m); {chain} pthread_mutex_unlock(&m); return 0; }}\n"
    (section,) = tree(tmp_path, {"in.c": HEAD + text, "other.c": "int other;\n"}, jobs=jobs).sections
    assert section.state is State.SHIPPED


def test_structs_without_a_name(tmp_path: Path) -> None:
    """They are called by their first variable, never by where they stand."""
    text = "#include <pthread.h>\nstatic struct { pthread_mutex_t lock; int n; } pool, table[3]; int f(void);\n"
    text += "int f(void) { return pthread_mutex_init(&pool.lock, 0) + pthread_mutex_init(&table[0].lock, 0); }\n"
    names = {c.name for c in tree(tmp_path, {"in.c": text}).classes}
    assert len(names) == 2 and all(name.startswith("pool.lock@f") for name in names)


def test_code_that_no_build_compiles(tmp_path: Path) -> None:
    """Tokens there are not operations, but are reported."""
    body = "#ifdef NEVER\nvoid f(void) { pthread_mutex_lock(&m); } /* pthread_mutex_lock */\n#endif\n"
    analysis = tree(tmp_path, {"in.c": HEAD + body})
    assert analysis.warnings == ("in.c:5: pthread_mutex_lock in code that no build compiles",)
    sized = "struct pool { char slots[4][sizeof(pthread_mutex_t)]; }; enum { ROOM = 64 - sizeof(pthread_mutex_t) };\n"
    said = ("in.c:4: pthread_mutex_t stays as it is here",) * 2
    assert tree(tmp_path, {"in.c": HEAD + sized}).warnings == said
    macro = "#define mtx_lock(m) pthread_mutex_lock(m)\n"
    body = "void f(void); void f(void) { mtx_lock(&m); pthread_mutex_unlock(&m); }\n"
    assert tree(tmp_path, {"in.c": HEAD + macro + body}).warnings == ()


def test_variables_that_only_what_no_build_compiles_names(tmp_path: Path) -> None:
    """The section has those that can be handed to it; of the others there is a warning."""
    before = "int f(int n); int f(int n) {\nint high = 0;\n#ifdef T\nlong own = 0;\n#endif\n"
    before += "pthread_mutex_lock(&m); n++;\n"
    behind = "pthread_mutex_unlock(&m); return high + n; }\n"
    said = "is not handed to the section, in code that no build compiles"

    def warned(text: str) -> tuple[str, ...]:
        return tree(tmp_path, {"in.c": HEAD + before + text + behind}).warnings

    assert warned("#ifdef T\nhigh = n;\nq->high = 1;\n#endif\n") == ()
    assert warned("#ifdef T\nn = 1;\n#else\nn = 2;\n#endif\n") == ()
    assert warned("#ifdef T\n{ int high = n; n = high; }\n#endif\n") == ()
    assert warned("#ifdef T\nn++;\n#elif U\nhigh = n;\n#endif\n") == ()
    assert warned("#ifdef T\nif (high > n)\n{ int high = n; n = high; }\n#endif\n") == ()
    assert warned("#ifdef T\n\nown = n;\n#endif\n") == (f"in.c:12: own {said}",)
    assert warned("#ifdef T\nlong own = n; n = own;\n#endif\n") == ()
    each = before.replace("#endif", "#else\nlong own;\n#endif") + "own = n;\nn = (int)own;\n"
    assert tree(tmp_path, {"in.c": HEAD + each + behind}).warnings == (f"in.c:7: own {said}",)
    assert tree(tmp_path, {"in.c": HEAD + each.replace("own = 0", "own") + behind}).warnings == ()
    nothing = "#define note(x) ((void)0)\n"
    assert tree(tmp_path, {"in.c": HEAD + nothing + before + "note(high);\n" + behind}).warnings == ()
    pointed = nothing + before.replace("int high = 0;", "int high = 0, *p = &high;")
    assert tree(tmp_path, {"in.c": HEAD + pointed + "*p += 1; note(high);\n" + behind}).warnings == ()
    sized = "#ifdef U\n#define fits() (sizeof(text) > 2)\n#else\n#define fits() 1\n#endif\n"
    sized += before.replace("int high = 0;", "char text[4]; int high = 0;") + "n += fits();\n"
    assert tree(tmp_path, {"in.c": HEAD + sized + behind}).warnings == (f"in.c:15: text {said}",)


def test_unlocked_in_another_file(tmp_path: Path) -> None:
    """A callee of another file that releases the lock and takes it again belongs to its caller's section."""
    head = "#include <pthread.h>\nextern pthread_mutex_t m; void drop(int *n); void f(int *n);\n"
    user = head + "pthread_mutex_t m;\nvoid f(int *n) { pthread_mutex_lock(&m); drop(n); pthread_mutex_unlock(&m); }\n"
    callee = head + "void drop(int *n) { ++*n; pthread_mutex_unlock(&m); ++*n; pthread_mutex_lock(&m); }\n"
    found = tree(tmp_path, {"a.c": user, "b.c": callee}).sections
    assert {s.function: (s.state, s.blocking_reason) for s in found} == {
        "f": (State.SHIPPED, "calls drop, which releases its lock for a while")
    }


def test_input_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RclError) as caught:
        compdb.load(tmp_path)
    assert caught.value.code is Code.NO_COMPILE_COMMANDS


@pytest.mark.parametrize(
    ("last", "code", "line"),
    [
        ("pthread_create(&t, NULL, run, NULL);", "RCL011", 10), ("if (getenv(\"A\")) alloca(n);", "RCL012", 10),
        ("#ifdef NEVER\n\tpthread_mutex_unlock(&m);\n#endif", "RCL016", 6), ("n++;", "", 0),
    ],
)  # fmt: skip
def test_what_a_section_is_cut_for_is_said(tmp_path: Path, last: str, code: str, line: int) -> None:
    text = (
        "#include <alloca.h>\n#include <pthread.h>\n#include <stdlib.h>\n"
        "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int n; static pthread_t t; void *run(void *);\n"
        f"void add(void) {{\n\tpthread_mutex_lock(&m);\n\tn += 3;\n\tif (n > 10)\n\t\tn = 0;\n\t{last}\n"
        "\tpthread_mutex_unlock(&m);\n\t(void)t;\n}\n"
    )
    [section] = tree(tmp_path, {"in.c": text}).sections
    assert (section.partly, section.cut.code if section.cut else "") == (bool(code), code)
    assert section.cut is None or (section.cut.place and section.cut.place.line == line)


def test_a_section_in_an_if_ends_where_it_begins_or_behind(tmp_path: Path) -> None:
    """The entry's extent has all of the outer #if."""
    text = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void before_fork(void)
{
#if 1
#  if 1
\tpthread_mutex_lock(&m);
#  endif
\tpthread_mutex_lock(&n);
#endif
}
void behind_fork(void)
{
\tpthread_mutex_unlock(&n);
\tpthread_mutex_unlock(&m);
}
"""
    sections = tree(tmp_path, {"in.c": text}).sections
    assert [(s.enter_token.line, s.last_line) for s in sections] == [(7, 7), (9, 9)]


@pytest.mark.parametrize("text", ["{", "{}", "[{}]", "[]", '[{"file": "a.c"}]', '[{"file": "a.c", "command": "\'"}]'])
def test_bad_compile_commands(tmp_path: Path, text: str) -> None:
    (tmp_path / compdb.NAME).write_text(text)
    with pytest.raises(RclError) as caught:
        compdb.load(tmp_path)
    assert caught.value.code is Code.BAD_COMPILE_COMMANDS


def test_compile_commands_of_another_tree(tmp_path: Path) -> None:
    """Those of a copied tree name the first one's sources: in the copy there would be nothing to see."""
    (tmp_path / "first").mkdir()
    (tmp_path / "copy").mkdir()
    (tmp_path / "first" / "a.c").write_text("int a;\n")
    entry = {"directory": str(tmp_path / "first"), "file": "a.c", "command": "cc -c a.c"}
    (tmp_path / "copy" / compdb.NAME).write_text(json.dumps([entry]))
    why = f"it names no source in {tmp_path}/copy; the first that it names is {tmp_path}/first/a.c"
    with pytest.raises(RclError, match=f"^RCL081: .*{why}$"):
        analyse(tmp_path / "copy", tmp_path / "copy" / compdb.NAME, jobs=1)


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int a;\n")
    entry = {"directory": "old", "file": "../a.c", "command": "cc -c ../a.c"}
    (tmp_path / compdb.NAME).write_text(json.dumps([entry]))
    with pytest.raises(RclError, match=f"^RCL081: .* {tmp_path}/old, where a.c is compiled, is not there$"):
        analyse(tmp_path, tmp_path / compdb.NAME, jobs=1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_source_that_does_not_compile(tmp_path: Path, jobs: int) -> None:
    with pytest.raises(RclError) as caught:
        tree(tmp_path, {"in.c": "int f(void) {\n\treturn x;\n}\n", "other.c": "int n;\n"}, jobs=jobs)
    assert caught.value.code is Code.SOURCE_DOES_NOT_COMPILE
    assert caught.value.place and (caught.value.place.file, caught.value.place.line) == ("in.c", 2)


def test_forms_of_commands(tmp_path: Path) -> None:
    """Both forms are read, paths made absolute, output options dropped, equal commands merged."""
    entries = [
        {"directory": "sub", "file": "a.c", "command": "gcc -O2 -DX='a b' -I .. -c -o a.o -MF a.d a.c"},
        {"directory": str(tmp_path / "sub"), "file": "../sub/a.c",
         "arguments": ["gcc", "-O2", "-DX=a b", "-I", "..", "-Wall", "a.c"]},
        {"directory": ".", "file": "b.S", "command": "gcc -c b.S"},
    ]  # fmt: skip
    (tmp_path / compdb.NAME).write_text(json.dumps(entries))
    found = compdb.load(tmp_path / compdb.NAME)
    further = (*predefined.flags(["gcc"], []), *compdb.runtime_headers())
    assert [(c.file, c.flags) for c in found] == [
        (tmp_path / "sub" / "a.c", ("-O2", "-DX=a b", "-I", "..", *further))
    ]


@pytest.mark.parametrize(
    "before, compiler",
    [
        ("ccache", "gcc"), ("/usr/bin/ccache distcc", "/usr/bin/cc"), ("env LC_ALL=C", "clang-14"),
        ("/bin/sh ../libtool --tag=CC --mode=compile", "x86_64-linux-gnu-gcc-12"), ("", "tcc -run gcc"),
    ],
)  # fmt: skip
def test_commands_that_a_launcher_begins(tmp_path: Path, before: str, compiler: str) -> None:
    """The compiler is asked what it says of the rewritten file, without what begins it in the build."""
    entry = {"directory": ".", "file": "a.c", "command": f"{before} {compiler} -O2 -o gcc -c a.c"}
    (tmp_path / compdb.NAME).write_text(json.dumps([entry]))
    [command] = compdb.load(tmp_path)
    assert command.words == (*compiler.split(), "-O2", "-o", "gcc", "-c", "a.c")


@pytest.mark.parametrize("command", ["g++ -c a.c", "ccache clang++-14 -O2 -c a.c", "gcc -x c++ -c a.c"])
def test_sources_that_are_compiled_as_another_language(tmp_path: Path, command: str) -> None:
    """What is called like C is what its compiler takes it for."""
    (tmp_path / "a.c").touch()
    (tmp_path / compdb.NAME).write_text(json.dumps([{"directory": ".", "file": "a.c", "command": command}]))
    assert [c.file for c in compdb.cpp(tmp_path)] == compdb.not_c(tmp_path) == [tmp_path / "a.c"]
    with pytest.raises(RclError, match=r"RCL081: .* has them compiled as C"):
        compdb.load(tmp_path)


@pytest.mark.parametrize("compiler", ["none-eabi-gcc", "tools/gcc"])
def test_compilers_that_are_not_there(tmp_path: Path, compiler: str) -> None:
    """What they would say of the program nobody knows; of a target that was not built it does not matter."""
    entries = [{"file": f"{name}.c", "command": f"{cc} -c {name}.c -o {name}.o"}
               for name, cc in (("own", "gcc"), ("other", compiler))]  # fmt: skip
    (tmp_path / compdb.NAME).write_text(json.dumps(entries))
    (tmp_path / "own.c").write_text("int own;\n")
    (tmp_path / "other.c").write_text("int other;\n")
    why = f"the compiler {compiler}, which compile_commands.json names, is not there"
    with pytest.raises(RclError, match=why):
        analyse(tmp_path, tmp_path / compdb.NAME, jobs=1)
    (tmp_path / "own.o").touch()
    found = analyse(tmp_path, tmp_path / compdb.NAME, jobs=1)
    assert found.warnings == (f"other.c: {why}; what was not built is left out: other.c",)


def test_words_of_response_files(tmp_path: Path) -> None:
    """They stand for what they hold, from where the compiler runs, also within each other; others are words."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "all").write_text("-DX='a b'\n@more -I..\n")
    (tmp_path / "sub" / "more").write_text("-DY @more")
    entry = {"directory": "sub", "file": "a.c", "command": "gcc @all @none -c a.c"}
    (tmp_path / compdb.NAME).write_text(json.dumps([entry]))
    [command] = compdb.load(tmp_path)
    assert command.flags[:4] == ("-DX=a b", "-DY", "-DY", "-DY") and "-I.." in command.flags
    assert command.words[-4:] == ("-I..", "@none", "-c", "a.c")
    (tmp_path / "sub" / "more").write_text("-DY='")
    with pytest.raises(RclError) as caught:
        compdb.load(tmp_path)
    assert caught.value.code is Code.BAD_COMPILE_COMMANDS and "more" in caught.value.sentence


@pytest.mark.parametrize(
    "call",
    [
        "p = (alloca)(n)", "p = __builtin_alloca(n)", "p = __builtin_alloca_with_align(n, 64)",
        "n = (setjmp)(back)", "n = _setjmp(back)", "n = (sigsetjmp)(back, 0)", "n = __sigsetjmp(back, 0)",
        "n = __builtin_setjmp(words)", "n = getcontext(&context)", "makecontext(&context, done, 0)",
        "n = swapcontext(&context, &context)", "p = __builtin_frame_address(0)",
        "p = __builtin_return_address(0)", "n = vfork()",
    ],
)  # fmt: skip
def test_calls_that_are_bound_to_their_frame(tmp_path: Path, call: str) -> None:
    """Each function that uses its caller's frame, or keeps a place in it, keeps its section where it is."""
    text = (
        "#define _GNU_SOURCE\n#include <alloca.h>\n#include <pthread.h>\n#include <setjmp.h>\n#include <ucontext.h>\n"
        "#include <unistd.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic sigjmp_buf back;\n"
        "static void *p, *words[5];\nstatic ucontext_t context;\nvoid done(void);\n"
        f"int own(int n)\n{{\n\tpthread_mutex_lock(&m);\n\t{call};\n\tpthread_mutex_unlock(&m);\n\treturn n;\n}}\n"
    )
    [section] = tree(tmp_path, {"in.c": text}).sections
    assert section.reason is not None and section.reason.code == "RCL012"


@pytest.mark.parametrize(
    ("size", "value"),
    [
        ("sizeof(long) > sizeof(char)", 1), ("sizeof(void *) == 4", 0), ("sizeof(struct plain) > 8", 1),
        ("sizeof(p) == 8", 1), ("sizeof(*p) > 8", 1), ("sizeof(struct keeps) == 8", 1), ("sizeof(a) > 8", 1),
        ("sizeof(pthread_mutex_t) > 8", None), ("sizeof(struct locked) > 8", None), ("sizeof(*l) > 8", None),
        ("sizeof(l->inside.locks) > 8", None), ("sizeof(__typeof__(l->inside)) > 8", None),
        ("sizeof(struct locked[2]) > 8", None), ("sizeof(int[n]) > 8", None), ("_Alignof(struct locked) > 8", None),
    ],
)  # fmt: skip
def test_sizes_that_are_constant(tmp_path: Path, size: str, value: int | None) -> None:
    """Those that do not change with the locks."""
    source = tmp_path / "a.c"
    source.write_text(f"""#include <pthread.h>
struct plain {{ long a, b; }};
struct keeps {{ pthread_mutex_t *lock; }};
struct locked {{ struct {{ pthread_mutex_t locks[2]; int n; }} inside; }};
int f(int n, struct plain *p, struct locked *l) {{
    long a[2] = {{ 0 }};
    (void)p, (void)l, (void)a, (void)n;
    return {size};
}}
""")
    unit, _ = reader.read(compdb.CompileCommand(source, tmp_path, ("-pthread",)), tmp_path)
    [returned] = unit.functions[0].of_kinds("RETURN_STMT")
    assert constant(returned.kids[0]) == value


def test_what_a_macro_makes_is_looked_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All expressions that a use of a macro makes stand in one place; there may be dozens."""
    asked: list[str] = []
    look = wording.with_bodies

    def noting(unit: Unit, text_of: Callable[[str], str], text: str) -> list[str]:
        asked.append(text)
        return look(unit, text_of, text)

    monkeypatch.setattr(wording, "with_bodies", noting)
    (source := tmp_path / "in.c").write_text("""
#define twice(p) (__atomic_fetch_add((p), 1, 5) + __atomic_fetch_add((p), 1, 5))
int f(int *p) { return twice(p) + __atomic_fetch_sub(p, 1, 5); }
int g(int *p) { return twice(p); }
""")
    unit, _ = reader.read(compdb.CompileCommand(source, tmp_path, ()), tmp_path)
    assert asked == ["twice(p)", "__atomic_fetch_sub(p, 1, 5)", "twice(p)"]
    assert [len([*f.of_kinds("CALL_EXPR")]) for f in unit.functions] == [3, 2]


def test_circles() -> None:
    """What follows from a key comes before it, within a circle, too, where that is found by it."""
    following = {"main": ["a"], "a": ["b", "c"], "b": ["end"], "c": ["b", "a"], "end": [], "alone": ["alone"]}
    assert circles(following, following.__getitem__) == [["end"], ["b"], ["c", "a"], ["main"], ["alone"]]
    following |= {"b": ["end", "a"]}  # b is before c, which was begun behind it
    assert circles(following, following.__getitem__) == [["end"], ["b", "c", "a"], ["main"], ["alone"]]


@pytest.mark.parametrize("first", ["main", "a", "b", "c", "end"])
def test_what_a_function_may_call(first: str) -> None:
    """It is the same whichever function was asked about before, and one set for those that call each other."""
    called = {"main": {"a"}, "a": {"b", "end"}, "b": {"c"}, "c": {"a"}, "end": set[str]()}
    functions = {key: [cast(Function, SimpleNamespace())] for key in called}
    calling = Calling(functions, lambda _: set(), {id(f): called[key] for key, [f] in functions.items()})
    calling.below(first)
    below = {key: calling.below(key) for key in called}
    circle = {"a", "b", "c", "end"}
    assert below == {"main": {"main"} | circle, "a": circle, "b": circle, "c": circle, "end": {"end"}}
    assert below["a"] is below["b"] is below["c"]


@given(st.text("([{}]),;\"'/*\n\\ a"))
def test_marks(text: str) -> None:
    """They are those of the characters that are looked at one by one."""
    assert [*marks(text, 0)] == [(i, depth) for i, depth in depths(text, 0) if text[i] in "([{}]),;"]


@pytest.mark.parametrize("name", ["wrappers.c", "released.c", "callees.c", "unseen.c", "overlaps.c", "asserting"])
def test_functions_that_only_call_some_that_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """What their calls say of them is what their graphs say."""
    text = _ASSERTING if name == "asserting" else (INPUTS / name).read_text()
    made = tree(tmp_path, {"a.c": text})
    monkeypatch.setattr(Summaries, "_others", lambda *_: None)
    assert tree(tmp_path, {"a.c": text}) == made


#: what an assertion that fails does to locks does not count, nor what a macro's dead branch does beside another one
_ASSERTING = """
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int n, k;
int asked(void);
void given(void) { while (asked()) pthread_mutex_unlock(&m); }
void taken(void) { while (asked()) pthread_mutex_lock(&other); }
#define EITHER(n) do { if (sizeof(n) > 4) given(); else taken(); } while (0)
void checked(void) { if (n < 0) { given(); abort(); } n++; }
void dead(void) { EITHER(n); n++; }
void both(void) { taken(); given(); }
void (*pointed)(void) = both;
void through(void) { pointed(); }
int f(void) { pthread_mutex_lock(&m); k++; checked(); k += n; pthread_mutex_unlock(&m); return k; }
int g(void) { pthread_mutex_lock(&m); k++; dead(); k += n; pthread_mutex_unlock(&m); return k; }
int h(void) { pthread_mutex_lock(&m); k++; through(); k += n; pthread_mutex_unlock(&m); return k; }
"""
