# SPDX-License-Identifier: MIT
"""Trees that are laid out in an unusual way, and what they convert together."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rcl import pipeline
from rcl.errors import RclError
from rcl.model import Identity, State
from rcl.workspace import Workspace
from test_builds import Tree, states

LINKED_H = """\
#include <pthread.h>
extern pthread_mutex_t lock;
static inline int both(int n)
{
    static int sum;
    pthread_mutex_lock(&lock);
    n = sum += n;
    pthread_mutex_unlock(&lock);
    return n;
}
"""
LINKED_C = """\
#include "linked.h"
#ifdef REAL
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define NAME real
#else
#define NAME linked
#endif
static int sum;
int NAME(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    n = sum;
    pthread_mutex_unlock(&lock);
    return n;
}
"""
LINKED_MAIN = """\
#include <stdio.h>
#include "below/linked.h"
int real(int n), linked(int n);
int main(void)
{
    printf("%d %d %d\\n", real(1), linked(2), both(3));
    return 0;
}
"""


def test_sources_behind_links(tmp_path: Path) -> None:
    """The file that a link leads to is the one that is rewritten, and compiled under each name."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "linked.h").symlink_to("../linked.h")
    (tmp_path / "link.c").symlink_to("real.c")
    sources = {"linked.h": LINKED_H, "real.c": LINKED_C, "main.c": LINKED_MAIN}
    tree = Tree(tmp_path, sources, ((("real.c", "-DREAL"), ("link.c", ""), ("main.c", "")),))
    _, made = tree.check()
    assert sorted(made.files) == ["linked.h", "real.c"]
    assert {s.state for s in made.sections} == {State.SHIPPED}


TOGETHER_C = """\
#include <pthread.h>
#include <stdio.h>
void elsewhere(pthread_mutex_t *lock) __attribute__((weak));
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t given = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int n;
#define ADDS(name, lock) \\
static int name(int by) { pthread_mutex_lock(&lock); n += by; by = n; pthread_mutex_unlock(&lock); return by; }
ADDS(add, kept)
ADDS(add_more, given)
static int of_two(int which)
{
    pthread_mutex_lock(which ? &left : &right);
    n += which;
    which = n;
    pthread_mutex_unlock(which ? &left : &right);
    return which;
}
static int alone(void)
{
    int now;
    pthread_mutex_lock(&other);
    now = ++n;
    pthread_mutex_unlock(&other);
    if (elsewhere)
        elsewhere(&given);
    return now;
}
int main(void)
{
    printf("%d %d %d %d\\n", add(1), add_more(2), of_two(3), alone());
    return 0;
}
"""


def test_locks_of_one_call_are_converted_together(tmp_path: Path) -> None:
    """Two mutexes share a call, or a macro that has to stay as it is: one that cannot be converted keeps the other."""
    analysis, made = Tree(tmp_path, {"a.c": TOGETHER_C}, ((("a.c", ""),),)).check()
    assert [unit.classes for unit in analysis.units] == [("given", "kept"), ("left", "right"), ("other",)]
    assert [bool(unit.refused) for unit in analysis.units] == [True, False, False]
    assert states(made) == {"of_two": "of_two_cs", "alone": "alone_cs"}


UNSPELLED_C = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "other.h"
#define CALL(what) pthread_mutex_##what
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t pasted = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t said = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t included = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *sized;
static pthread_mutex_t *foreign;
static int n;
#define ADDS(name, lock, unlock, mutex) \\
static int name(int by) { void *m = mutex; lock(m); n += by; by = n; unlock(m); return by; }
ADDS(add, pthread_mutex_lock, pthread_mutex_unlock, &own)
ADDS(add_pasted, CALL(lock), CALL(unlock), &pasted)
ADDS(add_said, LOCK, UNLOCK, &said)
ADDS(add_sized, pthread_mutex_lock, pthread_mutex_unlock, sized)
ADDS(add_foreign, pthread_mutex_lock, pthread_mutex_unlock, foreign)
static int add_included(int by)
{
    void *m = &included;

#include "body.inc"
    return by;
}
static void make(void)
{
#include "make.inc"
    pthread_mutex_init(sized, NULL);
    foreign = malloc(sizeof(other_mutex));
    pthread_mutex_init(foreign, NULL);
}
int add_split(int by);
int main(void)
{
    make();
    printf("%d %d %d %d\\n", add(1), add_pasted(2), add_said(3), add_sized(4));
    printf("%d %d %d\\n", add_included(5), add_split(6), add_foreign(7));
    return 0;
}
"""
SPLIT_C = """\
#include <pthread.h>
static pthread_mutex_t split = PTHREAD_MUTEX_INITIALIZER;
static int n;
#include "head.inc"
    pthread_mutex_lock(m);
    n += by;
    by = n;
    pthread_mutex_unlock(m);
    return by;
}
"""
BODY_INC = """\
    pthread_mutex_lock(m);
    n += by;
    by = n;
    pthread_mutex_unlock(m);
"""
HEAD_INC = """\
int add_split(int by)
{
    void *m = &split;

"""


def test_mutexes_whose_lock_calls_nothing_spells(tmp_path: Path) -> None:
    """An option of the compiler names the call, a macro makes its name of parts, or a function includes it.

    What they get comes by void *, so that the compiler would say nothing of a call that stays pthread's. A type whose
    typedef is not of the tree stays, too.
    """
    (tmp_path / "other.h").write_text("typedef pthread_mutex_t other_mutex;\n")
    root = tmp_path / "tree"
    root.mkdir()
    sources = {"a.c": UNSPELLED_C, "b.c": SPLIT_C, "body.inc": BODY_INC, "head.inc": HEAD_INC}
    sources["make.inc"] = "    sized = malloc(sizeof(pthread_mutex_t));\n"
    options = f"-DLOCK=pthread_mutex_lock -DUNLOCK(m)=pthread_mutex_unlock(m) -I{tmp_path}"
    analysis, made = Tree(root, sources, ((("a.c", options), ("b.c", "")),)).check()
    refused = dict.fromkeys(["pasted", "said", "included", "sized", "foreign", "split"], "RCL047")
    assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, **refused}
    assert sorted(made.files) == ["a.c"]


INCLUDED_LIST_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t listed[] = {
#include "list.inc"
};
static struct pair { pthread_mutex_t lock; int n; } pairs[] = {
#include "pairs.inc"
};
static struct table { pthread_mutex_t lock; int n[2]; } table = { PTHREAD_MUTEX_INITIALIZER, {
#include "numbers.inc"
} };
static pthread_mutex_t said = LOCK;
static int add(int by)
{
    pthread_mutex_lock(&listed[1]);
    by += table.n[1];
    pthread_mutex_unlock(&listed[1]);
    pthread_mutex_lock(&pairs[1].lock);
    by = pairs[1].n += by;
    pthread_mutex_unlock(&pairs[1].lock);
    pthread_mutex_lock(&said);
    by += table.n[0];
    pthread_mutex_unlock(&said);
    return by;
}
static int change(int by)
{
    pthread_mutex_lock(&table.lock);
    by = table.n[1] += by;
    pthread_mutex_unlock(&table.lock);
    return by;
}
int main(void)
{
    printf("%d %d\\n", change(3), add(4));
    return 0;
}
"""


def test_mutexes_whose_values_stand_elsewhere(tmp_path: Path) -> None:
    """A list is included, or an option of the compiler says what a mutex begins with: that mutex alone stays."""
    sources = {"a.c": INCLUDED_LIST_C, "list.inc": "PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER\n"}
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


SIZED_H = """\
#ifdef THREADS
#include <pthread.h>
#endif
struct table {
    int sort;
#ifdef THREADS
    pthread_mutex_t lock;
#endif
    long n;
};
struct dumped {
    struct table source;
    long at;
};
"""
SIZED_C = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "table.h"
typedef struct { pthread_mutex_t lock; int done; } work;
struct device { pthread_mutex_t lock; int reads; };
int other(int n);
static int add(struct table *t, int n)
{
    pthread_mutex_lock(&t->lock);
    n = t->n += n;
    pthread_mutex_unlock(&t->lock);
    return n;
}
static int end(work *w)
{
    int n;
    pthread_mutex_lock(&w->lock);
    n = ++w->done;
    pthread_mutex_unlock(&w->lock);
    return n;
}
static int get(struct device *d)
{
    int n;
    pthread_mutex_lock(&d->lock);
    n = ++d->reads;
    pthread_mutex_unlock(&d->lock);
    return n;
}
int main(void)
{
    struct table *t = calloc(1, sizeof(*t));
    struct device *d = calloc(1, sizeof(struct device));
    work w;
    memset(&w, 0, sizeof(w));
    pthread_mutex_init(&w.lock, NULL);
    pthread_mutex_init(&d->lock, NULL);
    pthread_mutex_init(&t->lock, NULL);
    printf("%d %d %d %d\\n", add(t, 3), end(&w), get(d), other(2));
    return 0;
}
"""
SIZED_OTHER_C = """\
#include <stdlib.h>
#include <string.h>
#include "table.h"
typedef struct { long delay, posted, left; } work;
struct device { int handle, reads; char *name; };
int other(int n);
int other(int n)
{
    struct device *d = calloc(1, sizeof(struct device));
    struct dumped all;
    work w;
    memset(&w, 0, sizeof(w));
    memset(&all, 0, sizeof(struct dumped));
    n += w.left + d->reads + all.source.n;
    free(d);
    return n;
}
"""


def test_sizes_of_structures_that_other_files_have_by_the_name(tmp_path: Path) -> None:
    """Without mutexes, in a build that has none, or as another structure altogether, they are sized as they should."""
    sources = {"a.c": SIZED_C, "other.c": SIZED_OTHER_C, "table.h": SIZED_H}
    analysis, made = Tree(tmp_path, sources, ((("a.c", "-DTHREADS"), ("other.c", "")),)).check()
    assert [u.refused for u in analysis.units] == [None] * len(analysis.units)
    assert states(made) == {"add": "add_cs", "end": "end_cs", "get": "get_cs"}


OPAQUE_C = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct counter { union { char room[64]; long number; } private; };
void counter_init(struct counter *c);
int counter_next(struct counter *c);
int main(void)
{
    struct counter *c = WAY;
    counter_init(c);
    printf("%d\\n", counter_next(c));
    return 0;
}
"""
OPAQUE_COUNTER_C = """\
#include <pthread.h>
struct counter { pthread_mutex_t lock; int n; };
void counter_init(struct counter *c);
int counter_next(struct counter *c);
void counter_init(struct counter *c)
{
    pthread_mutex_init(&c->lock, NULL);
    c->n = 0;
}
int counter_next(struct counter *c)
{
    int n;
    pthread_mutex_lock(&c->lock);
    n = ++c->n;
    pthread_mutex_unlock(&c->lock);
    return n;
}
"""


@pytest.mark.parametrize("way", ["malloc(sizeof(struct counter))", "calloc(1, 8 + sizeof(*c))"])
def test_structures_that_have_but_room_for_a_mutex_elsewhere(tmp_path: Path, way: str) -> None:
    """Their sizes are those of another file's structure: what becomes larger there stays as it is."""
    sources = {"a.c": OPAQUE_C.replace("WAY", way), "counter.c": OPAQUE_COUNTER_C}
    analysis, _ = Tree(tmp_path, sources, ((("a.c", ""), ("counter.c", "")),)).check()
    assert [u.refused and u.refused.code for u in analysis.units] == ["RCL048"]


OPENMP_C = """\
#include <omp.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, mine;
#pragma omp threadprivate(mine)
#define EACH(clauses) _Pragma("omp parallel for") clauses
int inside(int n)
{
    int s = 0;
    pthread_mutex_lock(&lock);
#pragma omp parallel for reduction(+:s)
    for (int i = 0; i < n; i++)
        s += i;
    sum += s;
    pthread_mutex_unlock(&lock);
    return s;
}
int around(int n)
{
    int s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        s += i;
        pthread_mutex_unlock(&lock);
    }
    return s;
}
int made(int n)
{
    int s = 0;
    EACH(for (int i = 0; i < n; i++)) {
        pthread_mutex_lock(&lock);
        s += i;
        pthread_mutex_unlock(&lock);
    }
    return s;
}
int own(int n)
{
    pthread_mutex_lock(&lock);
    mine += n;
    sum += mine;
    pthread_mutex_unlock(&lock);
    return omp_get_thread_num() + mine;
}
"""


def test_openmp(tmp_path: Path) -> None:
    """What other threads run has variables of its own, or shares those of the function: it stays in place."""
    _, made = Tree(tmp_path, {"a.c": OPENMP_C}, ((("a.c", "-fopenmp"),),)).converted()
    assert states(made) == {"inside": "RCL012", "around": "RCL012", "made": "RCL012", "own": "own_cs"}
    assert next(s.identity for s in made.sections if s.function == "own") is Identity.THREAD
    assert made.files["a.c"].count(b"rcl_lock(&lock);") == 3


ELSEWHERE_C = """\
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *active = &lock;
static int sum;
void set_lock(void *other)
{
    active = other != NULL ? other : &lock;
}
int add(int n)
{
    pthread_mutex_lock(active);
    sum += n;
    n = sum;
    pthread_mutex_unlock(active);
    return n;
}
"""


def test_mutexes_that_elsewhere_gives(tmp_path: Path) -> None:
    """What a function gets without a type may be a mutex of another program's, where nobody here calls it."""
    for more, refused in ("", True), ("void begin(void) { set_lock(&lock); }\n", False):
        analysis, _ = Tree(tmp_path, {"a.c": ELSEWHERE_C + more}, ((("a.c", ""),),)).converted()
        assert {unit.name: bool(unit.refused) for unit in analysis.units} == {"lock": refused}


OF_GCC_C = """\
#include <pthread.h>
#include <sanitizer/asan_interface.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
int add(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    pthread_mutex_unlock(&lock);
    return n;
}
"""


def test_headers_that_are_gccs_own(tmp_path: Path) -> None:
    """libclang has none of the name: what gcc would read is read."""
    _, made = Tree(tmp_path, {"a.c": OF_GCC_C}, ((("a.c", ""),),)).converted()
    assert states(made) == {"add": "add_cs"}


TEMPLATE_INC = """\
static int GUARDED(SIZE)(int n)
{
    pthread_mutex_lock(&lock);
    sum += n * SIZE;
    n = sum;
    pthread_mutex_unlock(&lock);
    return n;
}
"""
TEMPLATE_C = """\
#include <pthread.h>
#include <stdio.h>
#define PASTE(size) add##size
#define GUARDED(size) PASTE(size)
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int add8(int n);
static int add16(int n);
static void show(pthread_mutex_t *own, int n)
{
    pthread_mutex_lock(own);
    printf("%d\\n", n);
    pthread_mutex_unlock(own);
}
int main(void)
{
    int n = add8(2) + add16(3);
    show(&lock, n);
    return 0;
}
#define SIZE 8
#include "template.inc"
#undef SIZE
#define SIZE 16
#include "template.inc"
"""


def test_static_functions_defined_in_another_file_than_declared(tmp_path: Path) -> None:
    """They are the unit's own: what calls them before is not the code of another program, which may use the mutex."""
    tree = Tree(tmp_path, {"template.inc": TEMPLATE_INC, "main.c": TEMPLATE_C}, ((("main.c", ""),),))
    _, made = tree.check()
    assert states(made) == {"show": "show_cs", "add8": "RCL025", "add16": "RCL025"}


SHARED_C = """\
#include <pthread.h>
pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static int total;
void add(int n)
{
    pthread_mutex_lock(&shared);
    total += n;
    pthread_mutex_unlock(&shared);
    pthread_mutex_lock(&own);
    total++;
    pthread_mutex_unlock(&own);
}
"""
SHARED_CPP = """\
#include <pthread.h>
extern "C" pthread_mutex_t shared; // own
void more(int &n)
{
    pthread_mutex_lock(&shared);
    n++;
    pthread_mutex_unlock(&shared);
}
"""


def test_mutexes_that_another_language_names_are_refused(tmp_path: Path) -> None:
    """Nothing is known of what it does, and where it declares them itself no compiler would complain."""
    tree = Tree(tmp_path, {"a.c": SHARED_C, "b.cpp": SHARED_CPP}, ((("a.c", ""), ("b.cpp", "")),))
    analysis, made = tree.converted()
    assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, "shared": "RCL046"}
    assert next(u.refused.place.line for u in analysis.units if u.refused and u.refused.place) == 2
    assert "pthread_mutex_lock(&shared)" in made.files["a.c"].decode()


NAMED_C = """\
#include <pthread.h>
#include <stdio.h>
extern pthread_mutex_t shared;
void add(int n);
int main(void)
{
    add(3);
    pthread_mutex_lock(&shared);
    printf("locked\\n");
    pthread_mutex_unlock(&shared);
    return 0;
}
"""


def test_sources_whose_command_says_what_they_are(tmp_path: Path) -> None:
    """What ends like a header may be C, or another language: gcc goes by -x."""
    tree = Tree(tmp_path, {"a.c": SHARED_C, "main.inc": NAMED_C}, ((("a.c", ""), ("main.inc", "-x c")),))
    _, made = tree.check()
    assert states(made) == {"add": "add_own_cs", "main": "main_cs"}
    again = tmp_path / "again"
    again.mkdir()
    for flag in ("-x c++", "-xc++"):
        tree = Tree(again, {"a.c": SHARED_C, "b.c": SHARED_CPP}, ((("a.c", ""), ("b.c", flag)),))
        analysis, _ = tree.converted()
        assert {u.name: u.refused and u.refused.code for u in analysis.units} == {"own": None, "shared": "RCL046"}


UNBUILT_C = """\
#include "made.h"
#include <pthread.h>
extern pthread_mutex_t shared;
void more(int *n)
{
    pthread_mutex_lock(&shared);
    ++*n;
    pthread_mutex_unlock(&shared);
}
"""
UNBUILT = ((("a.c", "-o a.o"), ("b.c", "-o b.o"), ("made.c", "-o made.o")),)


def test_sources_that_were_not_built(tmp_path: Path) -> None:
    """Meson lists all targets: one that nobody asked for lacks what its build makes. As for another language."""
    tree = Tree(tmp_path, {"a.c": SHARED_C, "b.c": UNBUILT_C}, UNBUILT)
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
    tree = Tree(tmp_path, {"a.c": SHARED_C}, ((("a.c", "-fnone"),),))
    with pytest.raises(RclError, match=r"RCL082: a\.c:1: .* unrecognized command-line option '-fnone'"):
        tree.converted()


def test_an_analysis_is_old_when_what_it_left_out_is_built(tmp_path: Path) -> None:
    Tree(tmp_path, {"a.c": SHARED_C, "b.c": UNBUILT_C}, UNBUILT)
    (tmp_path / "a.o").touch()
    known = pipeline.analysis(Workspace.at(tmp_path))
    assert pipeline.analysis(Workspace.at(tmp_path)) == known
    for name in ("made.h", "made.c", "b.o"):
        (tmp_path / name).touch()
    assert not pipeline.analysis(Workspace.at(tmp_path)).left_out


BOTH_H = """\
#ifdef __cplusplus
extern "C" {
#endif
#include <pthread.h>
struct level { pthread_mutex_t mutex; pthread_cond_t risen; int now, seen; };
extern struct level level;
static inline int rise(int by)
{
    int before;
    pthread_mutex_lock(&level.mutex);
    before = level.now;
    level.now += by;
    pthread_cond_signal(&level.risen);
    pthread_mutex_unlock(&level.mutex);
    return before;
}
static inline int reached(int least)
{
    pthread_mutex_lock(&level.mutex);
    if (level.now < 0) {
        pthread_mutex_unlock(&level.mutex);
        return -1;
    }
    level.seen++;
    while (level.now < least)
        pthread_cond_wait(&level.risen, &level.mutex);
    int now = level.now;
    pthread_mutex_unlock(&level.mutex);
    return now;
}
int from_cpp(int by);
#ifdef __cplusplus
}
#endif
"""
BOTH_CPP = """\
#include "both.hpp"
int from_cpp(int by) { return rise(by) + reached(2); }
"""
ONLY_C_H = """\
static inline void sink(int by)
{
    pthread_mutex_lock(&level.mutex);
    level.now -= by;
    pthread_mutex_unlock(&level.mutex);
}
"""
BOTH_C = """\
#include <stdio.h>
#include "both.h"
#include "only_c.h"
struct level level = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1, 0 };
int main(void)
{
    printf("%d %d ", rise(3), from_cpp(4));
    sink(2);
    printf("%d\\n", reached(5));
    return 0;
}
"""


def test_headers_that_another_language_reads_are_both(tmp_path: Path) -> None:
    """Its compiler wants casts, and no jump past what a variable begins with; where it reads nothing C has none."""
    files = {"both.h": BOTH_H, "both.hpp": '#include "both.h"\n', "only_c.h": ONLY_C_H}
    tree = Tree(tmp_path, {**files, "a.c": BOTH_C, "b.cpp": BOTH_CPP}, ((("a.c", ""), ("b.cpp", "")),))
    _, made = tree.check()
    assert states(made) == {"rise": "rise_cs", "reached": "reached_cs", "sink": "sink_cs"}
    assert "struct sink_cs *cs = ctx;" in made.files["only_c.h"].decode()


def test_what_another_language_cannot_read_stays(tmp_path: Path) -> None:
    """Its compiler is asked as the C compiler is."""
    used = 'int peek(void) { return pthread_mutex_trylock(&level.mutex) ? 0 : level.now; }'
    files = {"both.h": BOTH_H, "both.hpp": '#include "both.h"\n', "only_c.h": ONLY_C_H}
    tree = Tree(tmp_path, {**files, "a.c": BOTH_C, "b.cpp": BOTH_CPP + used}, ((("a.c", ""), ("b.cpp", "")),))
    with pytest.raises(RclError, match=r"b\.cpp:3"):
        tree.converted()


HOLDER_H = """\
#include <pthread.h>
struct holder { pthread_mutex_t mutex; int n; };
int count(struct holder *h);
int size(struct holder *h);
"""
HOLDER_C = """\
#include "holder.h"
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
int total;
void add(int n)
{
    pthread_mutex_lock(&own);
    total += n;
    pthread_mutex_unlock(&own);
}
int use(struct holder *h)
{
    pthread_mutex_lock(&h->mutex);
    h->n++;
    pthread_mutex_unlock(&h->mutex);
    return %s(h);
}
"""
HOLDER_CPP = """\
extern "C" {
#include "holder.h"
}
extern "C" int
count(struct holder *h)
{
    if (size(h)) { h->n--; }
    return h->n;
}
"""


@pytest.mark.parametrize(("called", "code", "file"), [("count", "RCL046", "b.cpp"), ("size", "RCL044", "holder.h")])
def test_functions_that_another_language_defines(tmp_path: Path, called: str, code: str, file: str) -> None:
    """They stand in the tree; what is only called there does not."""
    files = {"holder.h": HOLDER_H, "a.c": HOLDER_C % called, "b.cpp": HOLDER_CPP}
    analysis, _ = Tree(tmp_path, files, ((("a.c", ""), ("b.cpp", "")),)).converted()
    refused = {u.name: u.refused and (u.refused.code, u.refused.place.file) for u in analysis.units}
    assert refused == {"own": None, "holder.mutex": (code, file)}


CLANG_C = """\
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
int locks(long n), unlocks(long n), straight(long n);
int locks(long n) { LOCK(&lock); total += n; pthread_mutex_unlock(&lock); return 0; }
int unlocks(long n) { pthread_mutex_lock(&lock); total += n; UNLOCK(&lock); return 1; }
int straight(long n) { pthread_mutex_lock(&lock); total += n; pthread_mutex_unlock(&lock); return 2; }
"""


def test_what_clang_says_is_about_the_section_that_it_names(tmp_path: Path) -> None:
    """Behind its first words come lines of the source, which passed for the beginning of the next file's name."""
    tree = Tree(tmp_path, {"a.c": CLANG_C}, ((("a.c", "-Wunused-macros"),),), "clang")
    _, made = tree.converted()
    assert states(made) == {"locks": "RCL017", "unlocks": "RCL017", "straight": "straight_cs"}


NOTING_H = """\
#define NOTE_LOCK(m) note_lock(m, 1)
#define NOTE_UNLOCK(m) (void)note_unlock(m)
#define LAST_UNLOCK(m) NOTE_UNLOCK(m)
"""
NOTING_C = """\
#include <pthread.h>
#include <stdio.h>
#include "noting.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, noted;
static void note_lock(pthread_mutex_t *m, long by)
{
    pthread_mutex_lock(m);
    noted += by;
}
static int note_unlock(pthread_mutex_t *m)
{
    return pthread_mutex_unlock(m);
}
static void straight(long n)
{
    note_lock(&lock, n);
    total += n;
    note_unlock(&lock);
}
static void by_macro(long n)
{
    NOTE_LOCK(&lock);
    total -= n;
    NOTE_UNLOCK(&lock);
}
int main(void)
{
    straight(3);
    by_macro(4);
    twice(0);
    twice(1);
    printf("%ld %ld\\n", total, noted);
    return 0;
}
"""
TWICE = """\
static void twice(int how)
{
    if (how)
        NOTE_LOCK(&lock);
    else
        note_lock(&lock, 2);
    total++;
    LAST_UNLOCK(&lock);
}
"""


@pytest.mark.parametrize("stays", [False, True])
def test_static_functions_that_a_headers_macros_name(tmp_path: Path, stays: bool) -> None:
    """They stay while something goes through the macro, and go with the last that did."""
    twice = TWICE if stays else "#define twice(how) (void)(how)\n"
    source = NOTING_C.replace("int main", f"{twice}int main")
    tree = Tree(tmp_path, {"noting.h": NOTING_H, "a.c": source}, ((("a.c", ""),),))
    _, made = tree.check()
    moved = {"straight": "straight_cs", "by_macro": "by_macro_cs"}
    assert states(made) == moved | ({"twice": "RCL036"} if stays else {})
    assert ("static void note_lock(" in made.files["a.c"].decode()) is stays


HALF_USED_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
#define GIVE(m) give(m)
#define GIVE_BACK(m) GIVE(m)
static void give(pthread_mutex_t *m)
{
    pthread_mutex_unlock(m);
}
static void by_macro(long n)
{
    pthread_mutex_lock(&lock);
    total += n;
    GIVE_BACK(&lock);
}
static void other(long n)
{
    pthread_mutex_lock(&lock);
    total -= n;
    pthread_mutex_unlock(&lock);
}
static void in_one_build(int n)
{
#if FEATURE
    if (n)
        pthread_mutex_lock(&lock);
    else
        pthread_mutex_lock(&lock);
#endif
    total += n;
#if FEATURE
    give(&lock);
#endif
}
int main(void)
{
    by_macro(3);
    other(1);
    in_one_build(0);
    printf("%ld\\n", total);
    return 0;
}
"""


def test_static_functions_that_one_build_uses_still(tmp_path: Path) -> None:
    """The other one would complain of them, also where a section goes through macros to such a function."""
    tree = Tree(tmp_path, {"a.c": HALF_USED_C}, ((("a.c", "-DFEATURE=0"),), (("a.c", "-DFEATURE=1"),)))
    _, made = tree.check()
    assert states(made) == {"by_macro": "by_macro_cs", "other": "other_cs", "in_one_build": "RCL021"}
    assert "static inline void give(" in made.files["a.c"].decode()


GUARD_H = """\
#include <pthread.h>
#define _cleanup_(f) __attribute__((cleanup(f)))
struct queue {
    pthread_mutex_t lock;
    int n;
};
struct queue *queue_lock(struct queue *q);
void queue_unlockp(struct queue **q);
#define QUEUE_GUARD(q) _cleanup_(queue_unlockp) struct queue *guard_ = queue_lock(q)
"""
GUARD_C = """\
#include "guard.h"
#ifdef COUNTED
extern int given;
#define NOTE (given++)
#else
#define NOTE
#endif
struct queue *queue_lock(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    return q;
}
void queue_unlockp(struct queue **q)
{
    if (*q)
        pthread_mutex_unlock(&(*q)->lock);
    NOTE;
}
"""
GUARDED_C = """\
#include <stdio.h>
#include "guard.h"
int given;
static int add(struct queue *q, int n)
{
    QUEUE_GUARD(q);
    if (n < 0)
        return -1;
    q->n += n;
    return q->n + given;
}
static int early(struct queue *q)
{
    QUEUE_GUARD(q);
    q->n++;
    queue_unlockp(&guard_);
    guard_ = NULL;
    return given;
}
int main(void)
{
    struct queue q = { .n = 1 };

    pthread_mutex_init(&q.lock, NULL);
    printf("%d ", add(&q, 2));
    printf("%d ", add(&q, -2));
    printf("%d %d\\n", early(&q), given);
    return 0;
}
"""


def test_lock_guards_whose_functions_another_file_has(tmp_path: Path) -> None:
    """As long as every build says of those what makes it a guard."""
    sources = {"guard.h": GUARD_H, "guard.c": GUARD_C, "main.c": GUARDED_C}
    plain, counted = (("guard.c", ""), ("main.c", "")), (("guard.c", "-DCOUNTED"), ("main.c", ""))
    for name, programs, becomes in (("one", (plain,), "add_cs"), ("two", (plain, counted), "RCL012")):
        (tmp_path / name).mkdir()
        _, made = Tree(tmp_path / name, sources, programs).check()
        assert states(made) == {"add": becomes, "early": "RCL012"}


LOCKABLE_H = """\
#include "lib.h"
#include <pthread.h>
typedef struct Mutex { pthread_mutex_t lock; } Mutex;
typedef struct LockGuard { Mutex *mutex; } LockGuard;
typedef struct Object { Mutex parent; int n; } Object;
void MutexLock(Mutex *m);
void MutexUnlock(Mutex *m);
LockGuard LockGuardLock(Mutex *m);
LockGuard ObjectGuard(Object *o);
void LockGuardUnlock(LockGuard *l);
DEFINE_CLEAR(LockGuard, LockGuardUnlock)
#define LOCK_GUARD AUTO(LockGuard)
#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define WITH_GUARD_(taken, name) \\
    for (LOCK_GUARD name = taken; name.mutex; name.mutex = (LockGuardUnlock(&name), NULL))
#define WITH_MUTEX(m) WITH_GUARD_(LockGuardLock(m), CONCAT(var, __COUNTER__))
#define WITH_OBJECT(o) WITH_GUARD_(ObjectGuard(o), CONCAT(var, __COUNTER__))
"""
LIB_H = """\
#include <stddef.h>
static inline void *g_steal_pointer(void *at)
{
    void **to = at, *found = *to;

    *to = NULL;
    return found;
}
#ifdef TYPEOF
#define g_steal_pointer(at) ((__typeof__(*(at)))(g_steal_pointer)(at))
#else
#define g_steal_pointer(at) (0 ? (*(at)) : (g_steal_pointer)(at))
#endif
#define DEFINE_CLEAR(type, func) static inline __attribute__((unused)) void clear_##type(type *at) { (func)(at); }
#define AUTO(type) __attribute__((unused, cleanup(clear_##type))) type
"""
LOCKABLE_C = """\
#include "lockable.h"
void MutexLock(Mutex *m)
{
    pthread_mutex_lock(&m->lock);
}
void MutexUnlock(Mutex *m)
{
    pthread_mutex_unlock(&m->lock);
}
LockGuard LockGuardLock(Mutex *m)
{
    LockGuard l = { m };

    MutexLock(l.mutex);
    return l;
}
LockGuard ObjectGuard(Object *o)
{
    return LockGuardLock(&o->parent);
}
void LockGuardUnlock(LockGuard *l)
{
    if (!l || !l->mutex)
        return;
    MutexUnlock(g_steal_pointer(&l->mutex));
}
"""
LOCKED_C = """\
#include <stdio.h>
#include "lockable.h"
static Mutex m = { PTHREAD_MUTEX_INITIALIZER };
static int count;
static int add(int n)
{
    int by = n * 2;
    LOCK_GUARD lock = LockGuardLock(&m);

    if (n < 0)
        return -1;
    count += by;
    return count;
}
static int get(void)
{
    WITH_MUTEX(&m) {
        if (count > 3)
            return count;
        count++;
    }
    return 0;
}
static int of_object(Object *o)
{
    WITH_OBJECT(o) {
        if (o->n == 2)
            break;
        o->n++;
    }
    return o->n;
}
static int without_braces(Object *o)
{
    WITH_OBJECT(o)
        o->n++;
    return o->n;
}
static int early(int n)
{
    LOCK_GUARD lock = LockGuardLock(&m);

    count += n;
    LockGuardUnlock(&lock);
    return count + n;
}
int main(void)
{
    Object o = { .n = 1 };

    pthread_mutex_init(&o.parent.lock, NULL);
    printf("%d ", add(1));
    printf("%d ", add(-1));
    printf("%d ", get());
    printf("%d ", get());
    printf("%d ", of_object(&o));
    printf("%d ", without_braces(&o));
    printf("%d\\n", early(1));
    return 0;
}
"""


@pytest.mark.parametrize("option", ["", " -DTYPEOF"])
def test_lock_guards_that_another_file_gives_as_structures(tmp_path: Path, option: str) -> None:
    """Their clean-up functions are made by a library's macro, and empty them by its function."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "lib.h").write_text(LIB_H)
    sources = {"lockable.h": LOCKABLE_H, "lockable.c": LOCKABLE_C, "main.c": LOCKED_C}
    flags = f"-isystem {tmp_path}{option}"
    tree = Tree(tmp_path / "tree", sources, ((("lockable.c", flags), ("main.c", flags)),))
    _, made = tree.check()
    assert states(made) == {
        "add": "add_cs", "early": "RCL012", "get": "get_cs", "of_object": "of_object_cs",
        "without_braces": "without_braces_cs",
    }  # fmt: skip
    assert "rcl_exec_anon(LockGuardMutex(&m), add_cs, &cs, sizeof(cs))" in made.files["main.c"].decode()


HELD_C = """\
#include <pthread.h>
%s
int count;
void skip(void);
int next(void)
{
    int n;

    pthread_mutex_lock(&MUTEX);
    n = ++count;
    pthread_mutex_unlock(&MUTEX);
    return n;
}
"""
SKIPPED_C = """\
#include <pthread.h>
%s
extern int count;
void skip(void)
{
    pthread_mutex_lock((pthread_mutex_t *)RAW);
    count++;
    pthread_mutex_unlock((pthread_mutex_t *)RAW);
}
"""


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
    sources = {"held.c": HELD_C % held, "skipped.c": SKIPPED_C % skipped}
    tree = Tree(tmp_path, sources, ((("held.c", "-fcommon"), ("skipped.c", "-fcommon")),))
    analysis, made = tree.converted()
    assert [u.name for u in analysis.units if "door" in u.name and u.refused is None] == []
    assert "pthread_mutex_lock(&MUTEX)" in made.files.get("held.c", sources["held.c"].encode()).decode()


SHOWN_H = """\
#include <pthread.h>
#define EXPORT __attribute__((visibility("default")))
#define DECLARE(type) EXPORT type
struct lock { pthread_mutex_t mutex; int depth; };
%s;
%s;
"""
SHOWN_C = """\
#include "lock.h"
%s
{
    pthread_mutex_lock(&lock->mutex);
    lock->depth++;
}
%s
{
    lock->depth--;
    pthread_mutex_unlock(&lock->mutex);
}
"""
SHOWN_MAIN = """\
#include <stdio.h>
#include "lock.h"
static struct lock guard = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int total;
int main(void)
{
    take_lock(&guard);
    total += guard.depth;
    drop_lock(&guard);
    printf("%d\\n", total);
    return 0;
}
"""


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
    sources = {"lock.h": SHOWN_H % tuple(heads[:2]), "lock.c": SHOWN_C % tuple(heads[2:]), "main.c": SHOWN_MAIN}
    _, made = Tree(tmp_path, sources, ((("lock.c", "-fvisibility=hidden"), ("main.c", "")),)).check()
    assert states(made) == {"main": "main_cs"}
    said = subprocess.run(["readelf", "-sW", tmp_path / "0-lock.c.o"], capture_output=True, text=True, check=True)
    seen = {line.split()[7]: line.split()[5] for line in said.stdout.splitlines() if " FUNC " in line}
    names = ("take_lock", "take_lock_held", "take_mutex", "drop_lock", "drop_lock_held")
    assert seen == dict.fromkeys(names, "DEFAULT")
