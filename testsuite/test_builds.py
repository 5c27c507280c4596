# SPDX-License-Identifier: MIT
"""Sources that a tree builds in several ways: every build of what comes out compiles and does the same."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from rcl import build, compdb
from rcl.analyse import analyse
from rcl.model import Analysis, Direction, Kind, State
from rcl.rewrite import Rewriting, compilecheck, rewrite

#: what each program is built of: files, each with its flags
Programs = tuple[tuple[tuple[str, str], ...], ...]


class Tree:
    """A tree, each of whose programs is linked of files compiled with flags of their own."""

    def __init__(self, root: Path, sources: dict[str, str], programs: Programs, compiler: str = "gcc") -> None:
        self.root, self.programs = root, programs
        for name, text in sources.items():
            (root / name).write_text(text)
        entries = []
        for file, flags in dict.fromkeys(part for parts in programs for part in parts):
            arguments = [compiler, "-O2", "-Wall", "-Wextra", *flags.split(), "-c", file]
            entries.append({"directory": str(root), "file": file, "arguments": arguments})
        (root / compdb.NAME).write_text(json.dumps(entries))

    def converted(self) -> tuple[Analysis, Rewriting]:
        """Every class converted that can be, and the result written to the tree."""
        database = self.root / compdb.NAME
        analysis = analyse(self.root, database, jobs=1)
        units = [u.name for u in analysis.units if not u.refused]
        made = rewrite(self.root, analysis, units, commands=database)
        for name, content in made.files.items():
            (self.root / name).write_bytes(content)
        (self.root / compilecheck.CONFIG).write_text(compilecheck.config_header(analysis, units))
        return analysis, made

    def output(self, locks: str = "") -> list[str]:
        """What the programs print."""
        library = build.library()
        said = []
        for number, parts in enumerate(self.programs):
            objects = []
            for file, flags in parts:
                objects.append(str(self.root / f"{number}-{file}.o"))
                command = ["gcc", "-O2", "-Wall", "-Werror", *flags.split(), f"-I{library.include}", f"-I{self.root}"]
                subprocess.run([*command, "-c", str(self.root / file), "-o", objects[-1]], check=True)
            program = str(self.root / f"program-{number}")
            link = [f"-L{library.library}", f"-Wl,-rpath,{library.library}", "-lrcl", "-pthread"]
            subprocess.run(["gcc", *objects, "-o", program, *link], check=True)
            env = {"RCL_LOCKS": locks} if locks else None
            done = subprocess.run([program], env=env, capture_output=True, text=True, check=True, timeout=20)
            said.append(done.stdout)
        return said

    def check(self) -> tuple[Analysis, Rewriting]:
        """Convert the tree; its programs must print the same as before."""
        before = self.output()
        analysis, made = self.converted()
        for kind in (Kind.POSIX, Kind.INLINE, Kind.RCL):
            assert self.output(f"*={kind.value}") == before, kind
        return analysis, made


def states(made: Rewriting) -> dict[str, str]:
    """What became of each function's section: its context's name, or the code of its reason."""
    shipped = {s.function: s.name for s in made.sections if s.state is State.SHIPPED}
    return {**{s.function: s.reason.code for s in made.sections if s.reason}, **shipped}


MUTEX_H = """\
#include <pthread.h>
#if DEBUG < 1
#define mx_t pthread_mutex_t
#define mx_init(m, a) pthread_mutex_init((m), (a))
#define mx_lock(m) pthread_mutex_lock((m))
#define mx_unlock(m) pthread_mutex_unlock((m))
#else
#define mx_t pthread_mutex_t *
int mx_init(mx_t *m, const pthread_mutexattr_t *a);
#define mx_lock(m)   pthread_mutex_lock(*(m))  /* so that one
                                                  that is not initialised is found */
#define mx_unlock(m) pthread_mutex_unlock(*(m))
#endif
"""
MUTEX_C = """\
#include <stdlib.h>
#include "mutex.h"
#if DEBUG
int mx_init(mx_t *m, const pthread_mutexattr_t *a)
{
    *m = malloc(sizeof(pthread_mutex_t));
    return pthread_mutex_init(*m, a);
}
#else
int nothing;
#endif
"""
POOL_C = """\
#include <stdio.h>
#include "mutex.h"
struct pool { mx_t lock; int used; };
struct log { mx_t lock; int lines; };
static int take(struct pool *p, int n)
{
    int left;
    mx_lock(&p->lock);
    p->used += n;
#if DEBUG
    if (p->used > 100) {
        mx_unlock(&p->lock);
        return -1;
    }
#endif
    left = 100 - p->used;
    mx_unlock(&p->lock);
    return left;
}
static void note(struct log *log)
{
    mx_lock(&log->lock);
    log->lines++;
    mx_unlock(&log->lock);
}
int main(void)
{
    struct pool pool = { .used = 0 };
    struct log log = { .lines = 0 };
    int sum = mx_init(&pool.lock, NULL) + mx_init(&log.lock, NULL);
    for (int i = 0; i < 20; i++) {
        sum += take(&pool, 7);
        note(&log);
    }
    printf("%d %d %d\\n", sum, pool.used, log.lines);
    return 0;
}
"""


def test_macros_that_builds_define_differently(tmp_path: Path) -> None:
    """A lock that one build means by pointer: where that is all, a macro beside the lock's names it for both."""
    sources = {"mutex.h": MUTEX_H, "mutex.c": MUTEX_C, "pool.c": POOL_C}
    programs = tuple(tuple((file, f"-DDEBUG={n}") for file in ("mutex.c", "pool.c")) for n in (0, 1))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"take": "take_cs", "note": "note_cs"}
    assert "rcl_exec_anon(mx_mutex(&log->lock), note_cs" in made.files["pool.c"].decode()
    header = made.files["mutex.h"].decode()
    assert "#define mx_lock(m) rcl_lock((m))\n#define mx_mutex(m) (m)\n" in header
    assert "is found */\n#define mx_mutex(m) (*(m))\n" in header


TRACE_C = """\
#include <stdio.h>
#include "mutex.h"
static mx_t trace_lock;
static int lines;
int main(void)
{
    mx_init(&trace_lock, NULL);
    mx_lock(&trace_lock);
    lines++;
    mx_unlock(&trace_lock);
    printf("%d\\n", lines);
    return 0;
}
"""


def test_one_class_behind_a_macro_that_initialises(tmp_path: Path) -> None:
    """A macro that must stay initialises all its mutexes alike: also one that is in a single build is of their unit."""
    sources = {"mutex.h": MUTEX_H, "mutex.c": MUTEX_C, "pool.c": POOL_C, "trace.c": TRACE_C}
    pools = [tuple((file, f"-DDEBUG={n}") for file in ("mutex.c", "pool.c")) for n in (0, 1)]
    analysis, made = Tree(tmp_path, sources, (*pools, (("trace.c", "-DDEBUG=0"),))).check()
    assert len(analysis.units) == 1
    assert states(made)["main"] == "main_cs"
    assert "#define mx_t rcl_mutex_t\n" in made.files["mutex.h"].decode()


WAIT_H = (
    MUTEX_H
    + """\
#if DEBUG < 1
#define cv_t pthread_cond_t
#define cv_init(c, a) pthread_cond_init((c), (a))
#define cv_wait(c, m) pthread_cond_wait((c), (m))
#define cv_signal(c) pthread_cond_signal((c))
#define MX_LOCK(m) mx_lock(m)
#else
#define cv_t pthread_cond_t *
int cv_init(cv_t *c, const pthread_condattr_t *a);
#define cv_wait(c, m) pthread_cond_wait(*(c), *(m))
#define cv_signal(c) pthread_cond_signal(*(c))
#define MX_LOCK(m) { if (DEBUG > 3) { mx_lock(m); cv_noted(#m); } else { mx_lock(m); } }
int cv_noted(const char *name);
#endif
"""
)
WAIT_C = MUTEX_C.replace(
    "#else",
    """\
int cv_init(cv_t *c, const pthread_condattr_t *a)
{
    *c = malloc(sizeof(pthread_cond_t));
    return pthread_cond_init(*c, a);
}
int cv_noted(const char *name)
{
    return name != NULL;
}
#else""",
)
QUEUE_C = """\
#include <stdio.h>
#include "mutex.h"
struct queue { mx_t lock; cv_t filled; int jobs, taken; };
static int take(struct queue *q)
{
    int job;
    MX_LOCK(&q->lock);
    while (q->jobs == 0) {
        cv_wait(&q->filled, &q->lock);
    }
    job = q->jobs--;
    q->taken++;
    mx_unlock(&q->lock);
    return job;
}
static void await(struct queue *q, int taken)
{
    mx_t *lock = &q->lock;
    MX_LOCK(lock);
    while (q->taken < taken) {
        cv_wait(&q->filled, lock);
    }
    mx_unlock(lock);
}
static void add(struct queue *q)
{
    MX_LOCK(&q->lock);
    q->jobs++;
    cv_signal(&q->filled);
    mx_unlock(&q->lock);
}
static void *work(void *q)
{
    for (int i = 0; i < 20; i++)
        add(q);
    return NULL;
}
int main(void)
{
    struct queue q = { .jobs = 0, .taken = 0 };
    int failed = mx_init(&q.lock, NULL) + cv_init(&q.filled, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, work, &q);
    for (int i = 0; i < 20; i++)
        take(&q);
    await(&q, 20);
    pthread_join(thread, NULL);
    printf("%d %d %d\\n", failed, q.jobs, q.taken);
    return 0;
}
"""


def test_waits_that_builds_define_differently(tmp_path: Path) -> None:
    """As above for a wait; the lock's macro is made of another one, and in a build of decided branches."""
    sources = {"mutex.h": WAIT_H, "mutex.c": WAIT_C, "queue.c": QUEUE_C}
    programs = tuple(tuple((file, f"-DDEBUG={n}") for file in ("mutex.c", "queue.c")) for n in (0, 1))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"take": "take_cs", "await": "await_cs", "add": "add_cs"}
    header, source = made.files["mutex.h"].decode(), made.files["queue.c"].decode()
    assert "#define cv_wait_request(c, m) rcl_wait((c), (m))\n" in header
    assert "#define cv_wait_request(c, m) rcl_wait(*(c), *(m))\n" in header
    assert "return cv_wait_request(&q->filled, &q->lock);" in source
    assert "rcl_exec_waiting(mx_mutex(lock), await_cs" in source
    assert "    mx_t *lock;" in source


NO_THREADS_H = """\
#ifndef NO_THREADS_H
#define NO_THREADS_H

#  define pthread_mutex_init(A, B)
#  define pthread_mutex_destroy(A)
#  define pthread_mutex_lock(A)
#  define pthread_mutex_unlock(A) ((void)0)

#endif
"""
CLIENT_H = """\
#ifdef THREADS
#  include <pthread.h>
#else
#  include "no-threads.h"
#endif

struct client {
#ifdef THREADS
    pthread_mutex_t lock, log_lock;
#endif
    int packets, bytes, dropped;
};

void client_init(struct client *c);
int client_send(struct client *c, int size);
"""
CLIENT_C = """\
#include "client.h"
#ifdef THREADS
#define NOTED(c)
#else
#define NOTED(c) noted = (c)->dropped
#endif

void client_init(struct client *c)
{
    c->packets = c->bytes = c->dropped = 0;
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_init(&c->log_lock, NULL);
}

static void drop(struct client *c, int size)
{
    int noted = 0;

    pthread_mutex_lock(&c->log_lock);
    c->dropped += size;
    NOTED(c);
    pthread_mutex_unlock(&c->log_lock);
    c->bytes += noted;
}

static int count(struct client *c)
{
    int n;

    pthread_mutex_lock(&c->lock);
    n = c->packets;
#ifdef THREADS
    if (n > 8) {
        pthread_mutex_unlock(&c->lock);
        return -1;
    }
#endif
    n += c->dropped;
    pthread_mutex_unlock(&c->lock);
    return n;
}

int client_send(struct client *c, int size)
{
    pthread_mutex_lock(&c->lock);
    if (size > 100) {
        pthread_mutex_unlock(&c->lock);
        drop(c, size);
        return -1;
    }
    c->packets++;
    c->bytes += size;
    pthread_mutex_unlock(&c->lock);
    return count(c);
}
"""
CLIENT_MAIN_C = """\
#include <stdio.h>
#include "client.h"
int main(void)
{
    struct client c;
    int sum = 0;
    client_init(&c);
    for (int i = 0; i < 20; i++)
        sum += client_send(&c, i * 10);
    printf("%d %d %d %d\\n", sum, c.packets, c.bytes, c.dropped);
    return 0;
}
"""


def test_builds_without_locks(tmp_path: Path) -> None:
    """A header that defines the lock API away defines the runtime's away; what such a build captures counts, too."""
    sources = {"no-threads.h": NO_THREADS_H, "client.h": CLIENT_H, "client.c": CLIENT_C, "main.c": CLIENT_MAIN_C}
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


UNLOCKED_C = """\
#include <pthread.h>
#include <stdio.h>
static int hits;
#ifdef THREADS
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define SET(x, to) ((x) = (to))
#define SEEN(x) ((void)(x))
#define LEAVE(x)
#else
#define SET(x, to) ((void)(to))
#define SEEN(x) ((x)++)
#define LEAVE(x) if (x) return 1
#endif
static int set(int n)
{
    int last = 7;
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    hits += n;
    SET(last, hits);
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
    return last;
}
#ifdef THREADS
static
#else
extern int seen(int n);
#endif
int seen(int n)
{
    int last = 7;
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    hits += n;
    SEEN(last);
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
    return last;
}
static int behind(int n)
{
    int last = 7, sum = 0;
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    last = n * 2;
    hits += last;
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
#ifndef THREADS
    sum += last;
#endif
    return sum;
}
static int left(int n)
{
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    hits += n;
    LEAVE(hits & 1);
    hits++;
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}
static int alike(int n)
{
    int last = 7;
#ifdef THREADS
    pthread_mutex_lock(&lock);
#endif
    last += hits + n;
#ifdef THREADS
    pthread_mutex_unlock(&lock);
#endif
    SEEN(n);
    return last + n;
}
int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %d %d\\n", set(i), seen(i), behind(i), left(i), alike(i));
    return 0;
}
"""


def test_variables_that_a_build_without_the_lock_uses_otherwise(tmp_path: Path) -> None:
    """Such a build calls the section's function, too, which has what the build with the lock gives it and takes back.
    """
    programs = ((("in.c", ""),), (("in.c", "-DTHREADS"),))
    _, made = Tree(tmp_path, {"in.c": UNLOCKED_C}, programs).check()
    disagreed = dict.fromkeys(("set", "seen", "behind", "left"), "RCL018")
    assert states(made) == {**disagreed, "alike": "alike_cs"}


EITHER_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;
#ifdef TRACE
#define SEEN(n) seen = (n)
#else
#define SEEN(n)
#endif
static int hit(int n)
{
    int seen = 3, last = 4;
    pthread_mutex_lock(&lock);
    hits += n;
    SEEN(hits);
#ifdef TRACE
    last = hits;
#endif
    pthread_mutex_unlock(&lock);
#ifndef TRACE
    pthread_mutex_lock(&lock);
    hits += last & 1;
    pthread_mutex_unlock(&lock);
#  if defined(__GNUC__)
    pthread_mutex_lock(&lock);
    hits++;
    pthread_mutex_unlock(&lock);
#  endif
#else
    pthread_mutex_lock(&lock);
    hits += last & 2;
    pthread_mutex_unlock(&lock);
#endif
    return seen * 10 + last;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += hit(i);
    printf("%d %d\\n", sum, hits);
    return 0;
}
"""


def test_what_only_one_build_writes(tmp_path: Path) -> None:
    """It comes out as it went in where the other build does not name it."""
    programs = tuple((("either.c", flag),) for flag in ("", "-DTRACE"))
    analysis, made = Tree(tmp_path, {"either.c": EITHER_C}, programs).check()
    assert [s.state for s in made.sections] == [State.SHIPPED] * 4
    section = next(s for s in analysis.sections if s.name == "hit_lock_1_cs")
    text = made.files["either.c"].decode()
    assert "\n#ifndef TRACE\nstruct hit_lock_2_cs {" in text
    assert "\n#endif\n\n#ifdef TRACE\nstruct hit_lock_4_cs {" in text
    assert "\n#ifndef TRACE\n#if defined(__GNUC__)\n/* lock, either.c:25-27 */\nstatic int hit_lock_3_cs(" in text
    assert {c.name: c.direction.value for c in section.captures} == {"n": "in", "seen": "in-out", "last": "in-out"}


STATS_H = """\
void stats_lock(void);
void stats_unlock(void);
int hit(int by);
"""
STATS_C = """\
#include "stats.h"
static int hits;
int hit(int by)
{
    int now;
    stats_lock();
    hits += by;
    now = hits;
    stats_unlock();
    return now;
}
"""
SERVER_C = """\
#include <pthread.h>
#include <stdio.h>
#include "stats.h"
static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
void stats_lock(void) { pthread_mutex_lock(&stats); }
void stats_unlock(void) { pthread_mutex_unlock(&stats); }
int main(void)
{
    printf("%d %d\\n", hit(1), hit(2));
    return 0;
}
"""
#: it has prototypes of its own for what stands in for the server's
TESTER_C = """\
#include <stdio.h>
void stats_lock(void);
void stats_unlock(void);
int hit(int by);
void stats_lock(void) { }
void stats_unlock(void) { }
int main(void)
{
    printf("%d\\n", hit(3) + hit(4));
    return 0;
}
"""


def test_a_program_with_functions_in_the_place_of_the_lock_wrappers(tmp_path: Path) -> None:
    """A test program links the sections without the mutex that they name."""
    flags = "-Werror -Wmissing-prototypes -Wredundant-decls"
    programs = tuple(((file, flags), ("stats.c", flags)) for file in ("server.c", "tester.c"))
    sources = {"stats.h": STATS_H, "stats.c": STATS_C, "server.c": SERVER_C, "tester.c": TESTER_C}
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"hit": "hit_cs"}
    tester = made.files["tester.c"].decode()
    assert tester.count("rcl_mutex_t *stats_mutex(void)") == 2 and "return &unshared;" in tester


#: another server, with lock functions of its own, whose mutex has the same name
SECOND_C = """\
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include "stats.h"
pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
void stats_lock(void) { assert(pthread_mutex_lock(&stats) == 0); }
void stats_unlock(void) { pthread_mutex_unlock(&stats); }
int main(void)
{
    printf("%d\\n", hit(5) - hit(6));
    return 0;
}
"""
#: with another lock function in each build
DEFINED_C = """\
#include <pthread.h>
#include <stdio.h>
#include "stats.h"
static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
#ifdef CHECKED
void stats_lock(void)
{
    if (pthread_mutex_lock(&stats) != 0)
        __builtin_trap();
}
#else
void stats_lock(void) { pthread_mutex_lock(&stats); }
#endif
void stats_unlock(void) { pthread_mutex_unlock(&stats); }
int main(void)
{
    printf("%d\\n", hit(7));
    return 0;
}
"""


def test_programs_that_each_define_the_lock_wrappers(tmp_path: Path) -> None:
    """Each has a function that returns its mutex, or the other one would not link."""
    sources = {"stats.h": STATS_H, "stats.c": STATS_C, "server.c": SERVER_C.replace("static pthread", "pthread")}
    programs = tuple(((file, ""), ("stats.c", "")) for file in ("server.c", "second.c"))
    _, made = Tree(tmp_path, {**sources, "second.c": SECOND_C}, programs).check()
    assert states(made) == {"hit": "hit_cs"}
    for file in ("server.c", "second.c"):
        assert "rcl_mutex_t *stats_mutex(void) {\n    return &stats;\n}\n" in made.files[file].decode()


def test_builds_that_each_define_a_lock_wrapper(tmp_path: Path) -> None:
    """So it is with the builds of a file."""
    sources = {"stats.h": STATS_H, "stats.c": STATS_C, "defined.c": DEFINED_C}
    programs = tuple((("defined.c", flag), ("stats.c", flag)) for flag in ("", "-DCHECKED"))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"hit": "hit_cs"}
    assert made.files["defined.c"].decode().count("rcl_mutex_t *stats_mutex(void) {") == 2


#: lock functions for programs that bring none
DEFAULT_C = """\
#include "stats.h"
__attribute__((weak)) void stats_lock(void) { }
__attribute__((weak)) void stats_unlock(void) { }
"""
PLAIN_C = """\
#include <stdio.h>
#include "stats.h"
int main(void)
{
    printf("%d\\n", hit(8));
    return 0;
}
"""


def test_a_program_that_brings_lock_wrappers_in_the_place_of_weak_ones(tmp_path: Path) -> None:
    """What returns their mutex is as weak as they are, or the two would not link."""
    sources = {"stats.h": STATS_H, "stats.c": STATS_C, "default.c": DEFAULT_C, "server.c": SERVER_C, "plain.c": PLAIN_C}
    programs = tuple((("stats.c", ""), ("default.c", ""), (file, "")) for file in ("server.c", "plain.c"))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"hit": "hit_cs"}
    assert "__attribute__((weak)) rcl_mutex_t *stats_mutex(void) {" in made.files["default.c"].decode()


def test_a_function_in_the_place_of_a_lock_wrapper_that_does_something_else(tmp_path: Path) -> None:
    programs = tuple(((file, ""), ("stats.c", "")) for file in ("server.c", "tester.c"))
    counts = TESTER_C.replace("void stats_lock(void) { }", 'void stats_lock(void) { puts("counted"); }')
    sources = {"stats.h": STATS_H, "stats.c": STATS_C, "server.c": SERVER_C, "tester.c": counts}
    _, made = Tree(tmp_path, sources, programs).check()
    assert "hit" not in states(made)


TABLE_H = """\
#include <pthread.h>
struct table {
    pthread_mutex_t *lock;
    int sum;
};
void table_lock(pthread_mutex_t *lock);
void table_unlock(pthread_mutex_t *lock);
int table_add(struct table *table, int more);
"""
TABLE_C = """\
#include "table.h"
int table_add(struct table *table, int more)
{
    int now;
    table_lock(table->lock);
    table->sum += more;
    now = table->sum;
    table_unlock(table->lock);
    return now;
}
"""
THREADS_C = """\
#include <stdio.h>
#include "table.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void table_lock(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
void table_unlock(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
int main(void)
{
    struct table table = { &lock, 3 };
    printf("%d\\n", table_add(&table, 4));
    return 0;
}
"""
ALONE_C = """\
#include <stdio.h>
#include "table.h"
void table_lock(pthread_mutex_t *lock) { (void)lock; }
void table_unlock(pthread_mutex_t *lock) { (void)lock; }
int main(void)
{
    struct table table = { NULL, 5 };
    printf("%d\\n", table_add(&table, 6));
    return 0;
}
"""


def test_a_program_that_has_no_mutex_to_hand_to_the_lock_wrappers(tmp_path: Path) -> None:
    programs = tuple(((file, ""), ("table.c", "")) for file in ("threads.c", "alone.c"))
    sources = {"table.h": TABLE_H, "table.c": TABLE_C, "threads.c": THREADS_C, "alone.c": ALONE_C}
    _, made = Tree(tmp_path, sources, programs).check()
    assert "table_add" not in states(made)


FATAL_H = """\
void fatal(const char *why);
int draw(int from);
"""
ACCOUNT_C = """\
#include <pthread.h>
#include "fatal.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum = 10;
int draw(int from)
{
    pthread_mutex_lock(&lock);
    if (from > sum) {
        fatal("overdrawn");
        pthread_mutex_unlock(&lock);
        fatal("not drawn");
        return -1;
    }
    sum -= from;
    pthread_mutex_unlock(&lock);
    return from;
}
"""
BANK_C = """\
#include <stdio.h>
#include <stdlib.h>
#include "fatal.h"
void fatal(const char *why) { puts(why); exit(0); }
int main(void)
{
    printf("%d\\n", draw(3));
    return draw(30);
}
"""
AUDIT_C = """\
#include <stdio.h>
#include "fatal.h"
void fatal(const char *why) { puts(why); }
int main(void)
{
    printf("%d\\n", draw(30));
    printf("%d\\n", draw(3));
    return 0;
}
"""


def test_a_program_in_which_a_function_returns_that_ends_another_one(tmp_path: Path) -> None:
    programs = tuple(((file, ""), ("account.c", "")) for file in ("bank.c", "audit.c"))
    sources = {"fatal.h": FATAL_H, "account.c": ACCOUNT_C, "bank.c": BANK_C, "audit.c": AUDIT_C}
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"draw": "draw_cs"}


FILL_H = """\
int fill(int from);
"""
FILL_C = """\
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
#include "fill.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char buffer[16];
int fill(int from)
{
    int n;
    pthread_mutex_lock(&lock);
    n = read(from, buffer, sizeof buffer);
    pthread_mutex_unlock(&lock);
    return n < 0 ? -errno : n;
}
"""
DRAIN_C = """\
#include <errno.h>
#include <stdio.h>
#include "fill.h"
int main(void)
{
    errno = 0;
    printf("%d\\n", fill(-1));
    return 0;
}
"""
#: it has a function of its own in the place of libc's
FILLED_C = """\
#include <stdio.h>
#include <unistd.h>
#include "fill.h"
ssize_t read(int from, void *buffer, size_t size) { return buffer ? from + (int)size : 0; }
int main(void)
{
    printf("%d\\n", fill(-1));
    return 0;
}
"""


def test_a_program_with_a_function_in_the_place_of_libc_s(tmp_path: Path) -> None:
    programs = tuple(((file, ""), ("fill.c", "")) for file in ("drain.c", "filled.c"))
    sources = {"fill.h": FILL_H, "fill.c": FILL_C, "drain.c": DRAIN_C, "filled.c": FILLED_C}
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"fill": "fill_cs"}


PARTLY_C = """\
#include <pthread.h>
#include <stdio.h>
#define mutex_lock(x) pthread_mutex_lock(x)
#define mutex_unlock(x) pthread_mutex_unlock(x)
#define mask(n) ((1u << (n)) - 1)
static pthread_mutex_t locks[8] = { [0 ... 7] = PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int power = 3, n;
static void lock(unsigned int hash) { mutex_lock(&locks[hash & mask(power)]); }
static void unlock(unsigned int hash) { mutex_unlock(&locks[hash & mask(power)]); }
int main(void)
{
    lock(3);
    n++;
    unlock(3);
    mutex_lock(&other);
    n++;
    mutex_unlock(&other);
    printf("%d\\n", n);
    return 0;
}
"""


def test_one_of_two_classes_behind_the_same_macros(tmp_path: Path) -> None:
    """The macros stay for the other class; where they are used for this one, the runtime's calls stand."""
    tree = Tree(tmp_path, {"program.c": PARTLY_C}, ((("program.c", ""),),))
    analysis = analyse(tmp_path, tmp_path / compdb.NAME, jobs=1)
    made = rewrite(tmp_path, analysis, ["other"], commands=tmp_path / compdb.NAME)
    text = made.files["program.c"].decode()
    assert "#define mutex_unlock(x) pthread_mutex_unlock(x)" in text and "rcl_exec" in text
    assert "mutex_unlock(&locks[hash & mask(power)])" in text
    assert tree.check()[1].count(State.SHIPPED) == 2


LOCKED_IF_C = """\
#if defined(USE_THREADS)
#include <pthread.h>
#endif
#include <stdio.h>

struct daemon {
#if defined(USE_THREADS)
    pthread_mutex_t lock;
#endif
    int connections, limit, refused;
};

static struct daemon all = {
#if defined(USE_THREADS)
    .lock = PTHREAD_MUTEX_INITIALIZER,
#endif
    .limit = 2
};
static int count;

/* the lock calls stand alone in an #if: without threads there is no lock */
static void add(struct daemon *daemon, int n)
{
#if defined(USE_THREADS)
    pthread_mutex_lock(&daemon->lock);
#endif
    daemon->connections += n;
    count++;
#if defined(USE_THREADS)
    pthread_mutex_unlock(&daemon->lock);
#endif /* USE_THREADS */
}

static int accept_one(struct daemon *daemon)
{
    int id;

#if defined(USE_THREADS)
    pthread_mutex_lock(&daemon->lock);
#endif
    if (daemon->connections >= daemon->limit) {
        daemon->refused++;
#if defined(USE_THREADS)
        pthread_mutex_unlock(&daemon->lock);
#endif
        printf("refused\\n");
        return -1;
    }
    id = daemon->connections++;
#if defined(USE_THREADS)
    pthread_mutex_unlock(&daemon->lock);
#endif
    return id;
}

int main(void)
{
    add(&all, 1);
    printf("%d %d\\n", accept_one(&all), accept_one(&all));
    printf("%d %d %d\\n", all.connections, all.refused, count);
    return 0;
}
"""


def test_lock_calls_that_one_build_lacks(tmp_path: Path) -> None:
    """Where the lock calls stand alone in an #if, the build without them calls the section's function."""
    programs = ((("daemon.c", "-DUSE_THREADS"),), (("daemon.c", "-DNONE"),))
    _, made = Tree(tmp_path, {"daemon.c": LOCKED_IF_C}, programs).check()
    assert states(made) == {"add": "add_cs", "accept_one": "accept_one_cs"}
    source = made.files["daemon.c"].decode()
    assert (
        "    way = rcl_exec_anon(&daemon->lock, accept_one_cs, &cs, sizeof(cs));\n#else\n    way = accept_one_cs(&cs);"
        in source
    )


OWN_MACROS_C = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef THREADS
#define INIT(m) pthread_mutex_init(m, NULL)
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
#else
#define INIT(m)
#define LOCK(m)
#define UNLOCK(m)
#endif
struct queue { pthread_mutex_t m; int n; };
static int add(struct queue *queue, int n)
{
    LOCK(&queue->m);
    queue->n += n;
    n = queue->n;
    UNLOCK(&queue->m);
    return n;
}
#ifdef THREADS
static
#else
extern int put(struct queue *queue, int n);
#endif
int put(struct queue *queue, int n)
{
    LOCK(&queue->m);
    queue->n += n;
    UNLOCK(&queue->m);
    return n;
}
#ifdef THREADS
static int take(struct queue *queue, int n)
{
    LOCK(&queue->m);
    n = queue->n -= n;
    UNLOCK(&queue->m);
    return n;
}
#endif
int main(void)
{
    struct queue *queue = malloc(sizeof *queue);
    memset(queue, 0x5a, sizeof *queue);
    INIT(&queue->m);
    queue->n = 0;
    int sum = add(queue, 3) + add(queue, 4) + put(queue, 5);
#ifdef THREADS
    sum += take(queue, 3) - 4;
#endif
    free(queue);
    printf("%d\\n", sum);
    return 0;
}
"""


def test_own_lock_macros_that_stand_for_nothing_in_one_build(tmp_path: Path) -> None:
    """That build never initialises the mutex: what it compiles, too, must not come to take it."""
    programs = ((("queue.c", "-DTHREADS"),), (("queue.c", ""),))
    _, made = Tree(tmp_path, {"queue.c": OWN_MACROS_C}, programs).check()
    assert states(made) == {"add": "RCL018", "put": "RCL018", "take": "take_cs"}


CHECKED_C = """\
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 3;
static int twice(void)
{
    pthread_mutex_lock(&lock);
    {
        int const n = count;
        int const both = n * 2;
        pthread_mutex_unlock(&lock);
        assert(n >= 0);
        return both;
    }
}
int main(void)
{
    printf("%d\\n", twice());
    return 0;
}
"""


def test_what_only_an_assert_needs(tmp_path: Path) -> None:
    """A build without asserts does not complain of what the section hands out for one."""
    programs = ((("checked.c", "-UNDEBUG"),), (("checked.c", "-DNDEBUG"),))
    _, made = Tree(tmp_path, {"checked.c": CHECKED_C}, programs).check()
    assert states(made)["twice"] == "twice_cs"
    assert "(void)n;" in made.files["checked.c"].decode()


COUNTED_C = """\
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counts[3] = { 1, 2, 3 };
static int all(int most)
{
    int i, sum = 0;
#ifndef NDEBUG
    int total = most / 1000;
#endif
    pthread_mutex_lock(&lock);
    for (i = 0; i < 3; i++) {
        sum += counts[i] % most;
#ifndef NDEBUG
        total += counts[i];
        assert(total < most);
#endif
    }
    pthread_mutex_unlock(&lock);
    return sum;
}
static int rest(int most)
{
    int i;
#ifdef NDEBUG
    (void)most;
#else
    int total = 0;
#endif
    pthread_mutex_lock(&lock);
    for (i = 0; i < 3; i++) {
        counts[i]--;
#ifndef NDEBUG
        total += counts[i];
#endif
    }
    pthread_mutex_unlock(&lock);
#ifndef NDEBUG
    assert(total < most);
#endif
    return 0;
}
int main(void)
{
    printf("%d %d %d\\n", all(1000), rest(1000), all(2000));
    return 0;
}
"""


def test_variables_that_only_one_build_declares(tmp_path: Path) -> None:
    """What goes into a section does so in those builds alone; where it is all that does the section stays in place."""
    programs = ((("counted.c", "-UNDEBUG"),), (("counted.c", "-DNDEBUG"),))
    _, made = Tree(tmp_path, {"counted.c": COUNTED_C}, programs).check()
    assert states(made) == {"all": "all_cs", "rest": "RCL018"}
    source = made.files["counted.c"].decode()
    assert "\n#ifndef NDEBUG\n    int total;" in source
    assert "\n#ifndef NDEBUG\n        .total = total,\n#endif\n" in source
    assert "\n#ifndef NDEBUG\n    int total = cs->total;\n#endif\n" in source


DECLARED_TWICE_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static int *kept, seen = 1000;
#ifdef WIDE
#define SAY() printf("%ld ", now)
#else
#define SAY() ((void)0)
#endif
__attribute__((noipa)) static void keep(int *k)
{
    *k = (int)sum;
    kept = k;
}
static long before(int n)
{
#ifdef WIDE
    int seen = n + 1;
#else
    int seen = n;
#endif
    pthread_mutex_lock(&lock);
    sum += seen;
    pthread_mutex_unlock(&lock);
    return seen;
}
static long counted(int n)
{
#ifdef WIDE
    int count = n + 1;
#else
    int count = n;
#endif
    pthread_mutex_lock(&lock);
    if (sum++ % 2)
        count++;
    pthread_mutex_unlock(&lock);
    return count;
}
static long inside(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    long now = sum + (1L << 40);
#else
    int now = (int)sum;
#endif
    pthread_mutex_unlock(&lock);
    return now;
}
static long alike(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    long now = sum + (1L << 40);
#else
    long now = sum;
#endif
    pthread_mutex_unlock(&lock);
    return now;
}
static long other_types(int n)
{
#ifdef WIDE
    long seen = n + (1L << 40);
#else
    int seen = n;
#endif
    pthread_mutex_lock(&lock);
    sum += seen * n;
    pthread_mutex_unlock(&lock);
    return seen;
}
#ifdef WIDE
static long head(long wide, int n)
#else
static long head(int wide, int n)
#endif
{
    pthread_mutex_lock(&lock);
    sum += wide * n;
    pthread_mutex_unlock(&lock);
    return wide;
}
#ifdef WIDE
#define MORE(n) more(n, 4)
static long more(int n, int m)
#else
#define MORE(n) more(n)
static long more(int n)
#endif
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    sum += m;
#endif
    pthread_mutex_unlock(&lock);
    return sum;
}
#ifdef WIDE
static
#endif
long begun(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    pthread_mutex_unlock(&lock);
    return sum;
}
static long kept_there(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    int own;
    keep(&own);
#else
    int own;
    keep(&own);
    own++;
#endif
    pthread_mutex_unlock(&lock);
    *kept += 3;
    return own;
}
static long kept_outside(int n)
{
#ifdef WIDE
    int own = n;
#else
    int own = n + 1;
#endif
    pthread_mutex_lock(&lock);
    keep(&own);
    pthread_mutex_unlock(&lock);
    *kept += 3;
    return own;
}
static long kept_in_one(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    int own;
    keep(&own);
#endif
    pthread_mutex_unlock(&lock);
#ifdef WIDE
    *kept += 3;
    return own;
#else
    return n;
#endif
}
static long hides(int n)
{
    pthread_mutex_lock(&lock);
#ifdef WIDE
    int seen = (int)sum;
#endif
    sum += seen;
    pthread_mutex_unlock(&lock);
    seen += n;
    return seen;
}
static long no_name(int n)
{
#ifdef WIDE
    struct { int x, y; } pair = { n, 1 };
#else
    struct { int y, x; } pair = { n, 2 };
#endif
    pthread_mutex_lock(&lock);
    sum += pair.x;
    pair.y = (int)sum;
    pthread_mutex_unlock(&lock);
    return pair.y;
}
static long ways(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifndef WIDE
    if (n == 3) {
        int now = (int)sum;
        pthread_mutex_unlock(&lock);
        return now;
    }
#endif
    if (n == 4) {
        long now = sum + (1L << 40);
        sum += now % 7;
        pthread_mutex_unlock(&lock);
        SAY();
        return 4;
    }
    pthread_mutex_unlock(&lock);
    return n;
}
static long part_of_a_type(int n)
{
#ifdef WIDE
    long
#endif
    int made = n;
    pthread_mutex_lock(&lock);
    made = made * 1000000 + 10000;
    sum += made * 10000 % 7;
    pthread_mutex_unlock(&lock);
    return made;
}
static long used_in_one(int n)
{
#ifdef WIDE
    long
#endif
    int made = n;
#ifdef WIDE
    made += 1L << 40;
#endif
    pthread_mutex_lock(&lock);
    sum++;
#ifndef WIDE
    made++;
#endif
    pthread_mutex_unlock(&lock);
    return made;
}
int main(void)
{
    for (int n = 0; n < 9; n++) {
        printf("%ld %ld %ld %ld %ld ", before(n), counted(n), inside(n), alike(n), other_types(n));
        printf("%ld %ld ", MORE(n), begun(n));
        printf("%ld %ld %ld %ld ", head(n, n), kept_there(n), kept_outside(n), kept_in_one(n));
        printf("%ld %ld %ld %ld %ld ", hides(n), no_name(n), ways(n), part_of_a_type(n % 3), used_in_one(n));
        printf("%ld %d\\n", sum, seen);
    }
    return 0;
}
"""


def test_variables_that_each_build_declares_for_itself(tmp_path: Path) -> None:
    """They are one where they read alike; if not, or if another build means something else, the section stays."""
    programs = ((("twice.c", ""),), (("twice.c", "-DWIDE"),))
    _, made = Tree(tmp_path, {"twice.c": DECLARED_TWICE_C}, programs).check()
    alike = ("before", "counted", "alike", "more", "begun", "kept_outside", "kept_in_one")
    shipped = {name: f"{name}_cs" for name in (*alike, "kept_there")}  # this up to the #if
    disagreeing = ("inside", "other_types", "head", "hides", "no_name", "ways", "part_of_a_type",
                   "used_in_one")  # fmt: skip
    assert states(made) == {**shipped, **dict.fromkeys(disagreeing, "RCL018")}
    source = made.files["twice.c"].decode()
    assert "    int seen;       /* in */\n};" in source  # behind no #if
    assert "    sum += n;\n    return RCL_KEEP;\n" in source


MACRO_TYPES_C = """\
#include <pthread.h>
#include <stdio.h>
#ifdef WIDE
#define number long
#define NAME *v
#else
#define number int
#define NAME v
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static long given(number n, const number *from)
{
    pthread_mutex_lock(&lock);
    sum += n;
    n += *from;
    pthread_mutex_unlock(&lock);
    return n;
}
static long old(n, m)
    number m;
    number n;
{
    pthread_mutex_lock(&lock);
    sum += n + m;
    pthread_mutex_unlock(&lock);
    return n;
}
static long list(number few[2])
{
    pthread_mutex_lock(&lock);
    sum += few[1];
    pthread_mutex_unlock(&lock);
    return few[0];
}
static long named(number NAME)
{
    pthread_mutex_lock(&lock);
    sum += v != 0;
    pthread_mutex_unlock(&lock);
    return 1;
}
static long again(int n)
{
#undef number
#ifdef WIDE
#define number char
#else
#define number short
#endif
    number few = n;
    pthread_mutex_lock(&lock);
    sum += few * 2;
    pthread_mutex_unlock(&lock);
    return few;
#undef number
#ifdef WIDE
#define number long
#else
#define number int
#endif
}
int main(void)
{
    number few[2] = { 1, 2 };
    for (int n = 0; n < 6; n++)
        printf("%ld %ld %ld %ld %ld ", given(n, few), old(n, n), list(few), named(0), again(n * 1000));
    printf("%ld\\n", sum);
    return 0;
}
"""


def test_variables_whose_type_is_a_macro(tmp_path: Path) -> None:
    """They are declared with its name, also parameters, where that means the same before the function."""
    programs = ((("types.c", ""),), (("types.c", "-DWIDE"),))
    _, made = Tree(tmp_path, {"types.c": MACRO_TYPES_C}, programs).check()
    assert states(made) == {"given": "given_cs", **dict.fromkeys(("old", "list", "named", "again"), "RCL018")}
    assert "\n    number n; " in made.files["types.c"].decode()


TRIED_C = """\
#include <pthread.h>
#include <stdio.h>
#ifdef IMPATIENT
#define LOCK pthread_mutex_trylock
#else
#define LOCK pthread_mutex_lock
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int add(int n)
{
    if (LOCK(&lock) != 0)
        return -1;
    sum += n;
    pthread_mutex_unlock(&lock);
    return sum;
}
int main(void)
{
    int got = add(1);

    printf("%d %d\\n", got, sum);
    return 0;
}
"""


@pytest.mark.parametrize("flags", [("", "-DIMPATIENT"), ("-DIMPATIENT", "")])
def test_an_attempt_that_waits_in_another_build(tmp_path: Path, flags: tuple[str, str]) -> None:
    """The section cannot be executed in both ways."""
    programs = tuple((("tried.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"tried.c": TRIED_C}, programs).check()
    assert states(made) == {"add": "RCL018"}


CHECKED_IN_ONE_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, failed;
static void check(int error) { failed += error != 0; }
#ifdef CHECKS
#define CHECKED check
#else
#define CHECKED (void)
#endif
static int given(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    CHECKED(pthread_mutex_unlock(&lock));
    return n;
}
static int left(int n)
{
    pthread_mutex_lock(&lock);
    if (n == 2) {
        CHECKED(pthread_mutex_unlock(&lock));
        return 5;
    }
    sum += n;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    for (int n = 0; n < 4; n++)
        printf("%d %d %d\\n", given(n), left(n), sum);
    check(failed);
    return failed;
}
"""


@pytest.mark.parametrize("flags", [("", "-DCHECKS"), ("-DCHECKS", "")])
def test_releases_whose_results_one_build_uses(tmp_path: Path, flags: tuple[str, str]) -> None:
    """What is done with a result stays behind the section, in all builds or in none."""
    programs = tuple((("checked.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"checked.c": CHECKED_IN_ONE_C}, programs).check()
    assert states(made) == {"given": "RCL018", "left": "RCL018"}


NEEDING_C = """\
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef MORE
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
#endif
static int sum, given;
static volatile int ready = 1;
static __thread int own;
#define SPIN(n) do { pthread_mutex_lock(&lock); while (!ready) ; sum += (n); pthread_mutex_unlock(&lock); } while (0)
static int calls(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    sum += pthread_equal(pthread_self(), pthread_self()) != 0;
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
static int names(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    own++;
#endif
    pthread_mutex_unlock(&lock);
    return own;
}
static int awaits(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    while (!ready)
        ;
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
#ifdef MORE
static void lend(void)
{
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
}
#endif
static int lends(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    lend();
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
static int holds(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    pthread_rwlock_rdlock(&table);
#endif
    pthread_mutex_unlock(&lock);
#ifdef MORE
    pthread_rwlock_unlock(&table);
#endif
    return n;
}
static void give(void)
{
    given++;
    pthread_mutex_unlock(&lock);
}
static int notes(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef MORE
    if (n == 2) {
        give();
        return 0;
    }
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
static int gives(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    give();
    return n;
}
int main(void)
{
    SPIN(2);
    for (int n = 0; n < 4; n++) {
        printf("%d %d %d %d ", calls(n), names(n), awaits(n), lends(n));
        printf("%d %d %d %d %d\\n", holds(n), notes(n), gives(n), sum, given);
    }
    return ready - 1;
}
"""


@pytest.mark.parametrize("flags", [("", "-DMORE"), ("-DMORE", "")])
def test_what_a_section_needs_in_one_build_alone(tmp_path: Path, flags: tuple[str, str]) -> None:
    """It is executed in the same way in all of them."""
    programs = tuple((("needing.c", flag),) for flag in flags)
    analysis, made = Tree(tmp_path, {"needing.c": NEEDING_C}, programs).check()
    assert made.count(State.SHIPPED) == 8
    needs = {s.function: (s.identity.value, s.blocking) for s in analysis.sections}
    assert needs == {
        "calls": ("thread", False), "names": ("thread", False), "awaits": ("none", True), "lends": ("none", True),
        "holds": ("thread", True), "notes": ("none", False), "gives": ("none", False),
        "SPIN": ("none", True),
    }  # fmt: skip


EACH_C = """\
#include <pthread.h>
#include <stdio.h>
#ifdef IMPATIENT
#define PARAMETER , int extra
#define ARGUMENT , 3
#define WITH(what) do { what; } while (0)
#else
#define PARAMETER
#define ARGUMENT
#define WITH(what) ((void)0)
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int kept(int n)
{
    int error;
#ifdef IMPATIENT
    error = pthread_mutex_trylock(&lock);
#else
    error = pthread_mutex_lock(&lock);
#endif
    if (error != 0)
        return -1;
    sum += n;
    pthread_mutex_unlock(&lock);
    return sum;
}
static int asked(int n)
{
#ifdef IMPATIENT
    if (pthread_mutex_trylock(&lock) != 0)
#else
    if (pthread_mutex_lock(&lock) != 0)
#endif
        return -1;
    sum += n;
    pthread_mutex_unlock(&lock);
    return sum;
}
static int named_by_macros(int n PARAMETER)
{
    pthread_mutex_lock(&lock);
    sum += n;
    WITH(sum += extra);
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    int got = kept(1) + asked(2) + named_by_macros(3 ARGUMENT);

    printf("%d %d\\n", got, sum);
    return 0;
}
"""


def test_what_each_build_takes_a_lock_by(tmp_path: Path) -> None:
    """One test of both results cannot become a client's, nor does one build have what a macro declares in another."""
    programs = tuple((("each.c", flag),) for flag in ("", "-DIMPATIENT"))
    _, made = Tree(tmp_path, {"each.c": EACH_C}, programs).check()
    assert states(made) == {"kept": "RCL021", "asked": "RCL021", "named_by_macros": "RCL018"}


TRACED_C = """\
#include <pthread.h>
#include <stdio.h>
#ifdef TRACE
#define TRACED(n) (traced += (n))
#else
#define TRACED(n) ((void)0)
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, traced;
static int all(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    int read = sum * 2;
    if (n == 2) {
        pthread_mutex_unlock(&lock);
        return read;
    }
    read++;
    pthread_mutex_unlock(&lock);
    TRACED(read);
    return n;
}
int main(void)
{
    int got = all(1) + all(2) + all(3);

    printf("%d %d %d\\n", got, sum, traced);
    return 0;
}
"""


def test_what_one_build_needs_behind_a_section_and_another_one_in_a_way_out(tmp_path: Path) -> None:
    """The client declares it before the section, for both."""
    programs = ((("traced.c", ""),), (("traced.c", "-DTRACE"),))
    _, made = Tree(tmp_path, {"traced.c": TRACED_C}, programs).check()
    assert states(made) == {"all": "all_cs"}


ELSEWHERE_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int nested(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    sum++;
#ifdef TRACE
    if (sum > 100) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
#endif
    sum *= 2;
    pthread_mutex_unlock(&lock);
    return n;
}
static int chosen(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    sum += 3;
#elif defined(NARROW)
    sum -= 3;
#else
    if (sum < 0)
        return -1;
#endif
    sum++;
    pthread_mutex_unlock(&lock);
    return n;
}
static int between(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    if (n == 3) {
        pthread_mutex_unlock(&lock);
        return 5;
    }
#elif defined(TRACE)
    sum += 9;
#else
    if (n == 4) {
        pthread_mutex_unlock(&lock);
        return 6;
    }
#endif
    sum++;
    pthread_mutex_unlock(&lock);
    return n;
}
static int in_a_way_out(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
    if (n == 4) {
        pthread_mutex_unlock(&lock);
#ifdef WIDE
        sum++;
#ifdef TRACE
        return sum;
#endif
#endif
        return 6;
    }
    sum++;
    pthread_mutex_unlock(&lock);
    return n;
}
static int to_a_label(int n)
{
    pthread_mutex_lock(&lock);
    sum += n;
#ifdef WIDE
    sum++;
#ifdef TRACE
    if (sum > 100)
        goto less;
#endif
#endif
    if (n == 7)
        goto less;
    sum *= 2;
less:
    sum--;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    for (int n = 0; n < 6; n++)
        printf("%d %d %d %d %d ", nested(n), chosen(n), between(n), in_a_way_out(n), to_a_label(n));
    printf("%d\\n", sum);
    return 0;
}
"""


def test_what_no_build_compiles_in_branches_that_some_do(tmp_path: Path) -> None:
    """It might leave the section, which is cut before the outermost #if then."""
    programs = ((("elsewhere.c", "-DWIDE"),), (("elsewhere.c", "-DNARROW"),))
    _, made = Tree(tmp_path, {"elsewhere.c": ELSEWHERE_C}, programs).check()
    kept = {s.function for s in made.sections if s.partly}
    assert set(states(made)) == {"nested", "chosen", "between", "in_a_way_out", "to_a_label"}
    assert made.count(State.SHIPPED) == 5 and kept == {"nested", "chosen"}


TAKEN_C = """\
#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t lock; int n; };
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3 };
static int take(struct box *b) { return pthread_mutex_lock(&b->lock); }
static int give(struct box *b) { return pthread_mutex_unlock(&b->lock); }
static int more(struct box *b, int n)
{
#ifdef FEATURE
    if (take(b) != 0)
        return -1;
    b->n += n;
    give(b);
#endif
    return n;
}
static int twice(struct box *b, int late)
{
    if (late)
        take(b);
    late = !late;
    if (!late)
        give(b);
    return b->n *= 2;
}
int main(void)
{
    printf("%d %d %d\\n", more(&box, 4), twice(&box, 0), twice(&box, 1));
    return 0;
}
"""


def test_wrappers_that_one_build_uses(tmp_path: Path) -> None:
    """What names a wrapper's mutex is unused in a build without the only section through it."""
    programs = ((("taken.c", ""),), (("taken.c", "-DFEATURE"),))
    _, made = Tree(tmp_path, {"taken.c": TAKEN_C}, programs).check()
    assert states(made) == {"more": "more_cs", "twice": "RCL005"}
    assert "\nstatic inline rcl_mutex_t *take_mutex(struct box *b)" in made.files["taken.c"].decode()


SPARED_C = """\
#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t lock; int n; };
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3 };
#define TAKE(b) take(b)
#define GIVE(b) give(b)
static void take(struct box *b) { pthread_mutex_lock(&b->lock); }
static void give(struct box *b) { pthread_mutex_unlock(&b->lock); }
static void more(struct box *b, int n)
{
    TAKE(b);
    b->n += n;
    GIVE(b);
}
int main(int argc, char **argv)
{
    more(&box, argc);
#ifdef FEATURE
    int late = argc == 1;
    if (late)
        TAKE(&box);
    late = !late;
    if (!late)
        GIVE(&box);
#endif
    printf("%d %d\\n", box.n, argv[0] != NULL);
    return 0;
}
"""


@pytest.mark.parametrize("header", [False, True])
def test_wrappers_that_one_build_still_uses_by_macros(tmp_path: Path, header: bool) -> None:
    """They are inline then, or the other build would complain of them, and the section stay in place."""
    macros = "#define TAKE(b) take(b)\n#define GIVE(b) give(b)\n"
    sources = {"spared.c": SPARED_C}
    if header:
        own = SPARED_C.replace(macros, '#include "spared.h"\n').replace("    TAKE(b)", "    take(b)")
        sources = {"spared.c": own.replace("    GIVE(b)", "    give(b)"), "spared.h": macros}
    programs = ((("spared.c", ""),), (("spared.c", "-DFEATURE"),))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"more": "more_cs", "main": "RCL005"}
    assert made.files["spared.c"].decode().count("\nstatic inline void ") == 2


TAKEN_BY_C = """\
#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t own, other; int n; };
struct box box = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0 };
void own_take(struct box *b);
void own_give(struct box *b);
void other_take(struct box *b);
void other_give(struct box *b);
void own_take(struct box *b) { pthread_mutex_lock(&b->own); }
void own_give(struct box *b) { pthread_mutex_unlock(&b->own); }
void other_take(struct box *b) { pthread_mutex_lock(&b->other); }
void other_give(struct box *b) { pthread_mutex_unlock(&b->other); }
#ifdef A
#define TAKE(b) own_take(b)
#define GIVE(b) own_give(b)
#else
#define TAKE(b) other_take(b)
#define GIVE(b) other_give(b)
#endif
#ifdef A
#define take own_take
#define give own_give
#else
#define take other_take
#define give other_give
#endif
static int first(struct box *b, int n)
{
    TAKE(b);
    b->n += n;
    GIVE(b);
    return n;
}
static int second(struct box *b, int n)
{
    take(b);
    b->n += n;
    give(b);
    return n;
}
#ifdef A
#define MUTEX(b) &(b)->own
#else
#define MUTEX(b) &(b)->other
#endif
static int third(struct box *b, int n)
{
    pthread_mutex_lock(MUTEX(b));
    b->n += n;
    pthread_mutex_unlock(MUTEX(b));
    return n;
}
static void take_it(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void give_it(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static void take_too(pthread_mutex_t *m) { pthread_mutex_lock(m); }
#ifdef A
#define TAKE4(b) take_it(&(b)->own)
#define GIVE4(b) give_it(&(b)->own)
#define TAKE5 take_it
#else
#define TAKE4(b) take_it(&(b)->other)
#define GIVE4(b) give_it(&(b)->other)
#define TAKE5 take_too
#endif
static int fourth(struct box *b, int n)
{
    TAKE4(b);
    b->n += n;
    GIVE4(b);
    return n;
}
static int fifth(struct box *b, int n)
{
    TAKE5(&b->own);
    b->n += n;
    give_it(&b->own);
    return n;
}
int main(void)
{
    take_too(&box.own); give_it(&box.own); take_it(&box.own); give_it(&box.own);
    fourth(&box, 1); fifth(&box, 2);
    for (int n = 0; n < 6; n++)
        printf("%d %d %d", first(&box, n), second(&box, n), third(&box, n));
    printf("%d\\n", box.n);
    other_take(&box); other_give(&box); own_take(&box); own_give(&box);
    return 0;
}
"""


@pytest.mark.parametrize("flags", [("-DA", ""), ("", "-DA")])
def test_wrappers_that_lock_something_else_in_each_build(tmp_path: Path, flags: tuple[str, str]) -> None:
    """The section would take one build's mutex in all of them."""
    programs = tuple((("taken.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"taken.c": TAKEN_BY_C}, programs).check()
    known = states(made)
    assert {name: known[name] for name in ("third", "fifth")} == {"third": "third_cs", "fifth": "fifth_cs"}
    assert {known[name] for name in ("first", "second", "fourth")} == {"RCL018"}


CHOSEN_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 5;
static int counted(int n)
{
#if SIZE > 1 /* large */
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
#elif defined(SMALL) && \\
    SMALL
    pthread_mutex_lock(&lock);
    total -= n;
    pthread_mutex_unlock(&lock);
#else
    n *= 2;
    pthread_mutex_lock(&lock);
    total *= n;
    pthread_mutex_unlock(&lock);
#endif
    return n;
}
int main(void)
{
    printf("%d\\n", counted(3));
    printf("%d\\n", total);
    return 0;
}
"""


def test_sections_of_which_each_build_has_another_one(tmp_path: Path) -> None:
    """What is made of each stands behind the condition of its branch: elsewhere nothing would use it."""
    programs = tuple((("chosen.c", f"-Wextra {flags}"),) for flags in ("-DSIZE=2", "-DSIZE=1 -DSMALL=1", "-DSIZE=0"))
    _, made = Tree(tmp_path, {"chosen.c": CHOSEN_C}, programs).check()
    assert made.count(State.SHIPPED) == 3
    source = made.files["chosen.c"].decode()
    assert "\n#if SIZE > 1 /* large */\nstruct counted_lock_1_cs {" in source
    assert "\n#if !(SIZE > 1) && (defined(SMALL) && SMALL)\nstruct counted_lock_2_cs {" in source
    assert "\n#if !(SIZE > 1) && !(defined(SMALL) && SMALL)\nstruct counted_lock_3_cs {" in source


PAUSED_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 5;
static void twice(int *n) { *n *= 2; }
static int counted(int n)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 3; i++) {
#ifdef ADDRESS
        twice(&n);
#endif
        total += n;
        pthread_mutex_unlock(&lock);
        n += i;
        pthread_mutex_lock(&lock);
    }
    total *= n;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    int n = 1;
    twice(&n);
    n = counted(n);
    printf("%d %d\\n", n, total);
    return 0;
}
"""


def test_variables_that_change_while_the_lock_is_released(tmp_path: Path) -> None:
    """Of what another build takes the address of, the section has a pointer: it is not given anew."""
    programs = ((("paused.c", ""),), (("paused.c", "-DADDRESS"),))
    _, made = Tree(tmp_path, {"paused.c": PAUSED_C}, programs).check()
    assert states(made) == {"counted": "counted_cs"}
    assert "int *n;" in made.files["paused.c"].decode()


LEFT_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total = 5;
#ifdef SETS
#define SET(x, to) ((x) = (to))
#else
#define SET(x, to) ((void)(to))
#endif
static int counted(int n, int more)
{
    int i = n * 3;

    total += i;
    pthread_mutex_lock(&lock);
    i = 8;
    if (more) {
        pthread_mutex_unlock(&lock);
        SET(i, n);
        pthread_mutex_lock(&lock);
    }
    i -= 3;
    total += i;
    pthread_mutex_unlock(&lock);
    return n;
}
static int declared(int n, int more)
{
    pthread_mutex_lock(&lock);
    int i = 8;
    if (more) {
        pthread_mutex_unlock(&lock);
        SET(i, n);
        pthread_mutex_lock(&lock);
    }
    total += i;
    pthread_mutex_unlock(&lock);
    return n;
}
static int left(int n, int more)
{
    int i = n * 3;

    total += i;
    pthread_mutex_lock(&lock);
    i = 8;
    if (more < 0) {
        pthread_mutex_unlock(&lock);
        SET(i, n);
        return n - 1;
    }
    if (more) {
        pthread_mutex_unlock(&lock);
        total += n;
        pthread_mutex_lock(&lock);
    }
    i -= 3;
    total += i;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    int n = counted(6, 1) + counted(2, 0);
    n += declared(6, 1) + declared(2, 0);
    n += left(6, 1) + left(2, 0) + left(3, -1);
    printf("%d %d\\n", n, total);
    return 0;
}
"""


def test_what_only_some_builds_change_while_the_lock_is_released(tmp_path: Path) -> None:
    """The client gives it back to the section in all of them: what it gives must be what the section had.

    What changes where the section is left for good is the client's alone.
    """
    programs = ((("left.c", ""),), (("left.c", "-DSETS"),))
    analysis, made = Tree(tmp_path, {"left.c": LEFT_C}, programs).check()
    assert states(made) == {"counted": "counted_cs", "declared": "declared_cs", "left": "left_cs"}
    directions = {s.function: c.direction for s in analysis.sections for c in s.captures if c.name == "i"}
    assert directions == {"counted": Direction.OUT, "declared": Direction.OUT, "left": Direction.KEPT}


GIVEN_H = """\
#include <pthread.h>
struct box { pthread_mutex_t lock; int n; };
static int take(struct box *b) { return pthread_mutex_lock(&b->lock); }
static int give(struct box *b) { return pthread_mutex_unlock(&b->lock); }
int twice(struct box *b, int late);
"""
GIVEN_C = """\
#include <stdio.h>
#include "given.h"
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3 };
static int more(struct box *b, int n)
{
    take(b);
    b->n += n;
    give(b);
    return n;
}
static int less(struct box *b, int n)
{
    take(b);
    b->n -= n;
    give(b);
    return n;
}
int main(void)
{
    printf("%d %d %d %d\\n", more(&box, 4), less(&box, 2), twice(&box, 0), twice(&box, 1));
    return 0;
}
"""
GIVEN_LATE_C = """\
#include "given.h"
int twice(struct box *b, int late)
{
    if (late)
        take(b);
    late = !late;
    if (!late)
        give(b);
    return b->n *= 2;
}
"""


def test_wrappers_of_a_header_that_one_file_still_needs(tmp_path: Path) -> None:
    """One section of the other file goes on using them."""
    programs = ((("given.c", ""), ("late.c", "")),)
    _, made = Tree(tmp_path, {"given.h": GIVEN_H, "given.c": GIVEN_C, "late.c": GIVEN_LATE_C}, programs).check()
    assert states(made) == {"more": "RCL017", "less": "less_cs", "twice": "RCL005"}


SIZES_C = """\
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#ifdef BIG
#define SIZE 7
typedef long number;
#else
#define SIZE 4
typedef int number;
#endif
#define ZERO(x) memset(&(x), 0, sizeof(x))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static int whole(int n)
{
    int row[SIZE] = { 1, n };

    pthread_mutex_lock(&lock);
    sum += row[1] + sizeof(row);
    ZERO(row);
    pthread_mutex_unlock(&lock);
    return row[0];
}

static number element(int n)
{
    number row[ SIZE ] = { 1, n };
    number rows[2][SIZE] = { { n } };
    number *last = row;
    const char *names[SIZE] = { "zero", "one" };

    pthread_mutex_lock(&lock);
    sum += row[1] + names[1][0];
    row[SIZE - 1] = 3;
    rows[1][SIZE - 2] = n;
    last += n > 0;
    pthread_mutex_unlock(&lock);
    return row[SIZE - 1] + rows[1][SIZE - 2] + *last;
}

int main(void)
{
    printf("%d %ld", whole(3), (long)element(4));
    printf(" %ld\\n", sum);
    return 0;
}
"""


def test_arrays_that_have_another_size_in_each_build(tmp_path: Path) -> None:
    """They are declared with what stands between the brackets."""
    programs = ((("sizes.c", ""),), (("sizes.c", "-DBIG"),))
    _, made = Tree(tmp_path, {"sizes.c": SIZES_C}, programs).check()
    assert states(made) == {"whole": "whole_cs", "element": "element_cs"}
    text = made.files["sizes.c"].decode()
    assert "int (*row)[SIZE];" in text and "number (*rows)[SIZE];" in text and "number *row;" in text


NULLED_H = """\
#include <pthread.h>
typedef struct guard guard;
extern guard own;
void guard_lock(guard *g);
void guard_unlock(guard *g);
void guard_enter(guard *g);
void guard_leave(guard *g);
"""

NULLED_C = """\
#include "nulled.h"
struct guard { pthread_mutex_t mutex; };
guard own = { PTHREAD_MUTEX_INITIALIZER };
static int threads = 1;

void guard_lock(guard *g)
{
    if (g == NULL)
        return;
    pthread_mutex_lock(&g->mutex);
}

void guard_unlock(guard *g)
{
    if (g == NULL)
        return;
    pthread_mutex_unlock(&g->mutex);
}

void guard_enter(guard *g)
{
    if (g == NULL || !threads)
        return;
    pthread_mutex_lock(&g->mutex);
}

void guard_leave(guard *g)
{
    if (g == NULL || !threads)
        return;
    pthread_mutex_unlock(&g->mutex);
}
"""

NULLED_USE_C = """\
#include <stdio.h>
#include "nulled.h"
static int count;

static void add(guard *g)
{
    guard_lock(g);
    count++;
    guard_unlock(g);
}

static void more(guard *g)
{
    guard_enter(g);
    count++;
    guard_leave(g);
}

int main(void)
{
    add(&own);
    add(NULL);
    more(&own);
    more(NULL);
    printf("%d\\n", count);
    return 0;
}
"""


def test_lock_functions_of_another_file_that_return_before(tmp_path: Path) -> None:
    """What they are given can be asked for in any file, their own variables by a function beside them."""
    sources = {"nulled.h": NULLED_H, "nulled.c": NULLED_C, "use.c": NULLED_USE_C}
    _, made = Tree(tmp_path, sources, ((("nulled.c", ""), ("use.c", "")),)).check()
    assert states(made) == {"add": "add_cs", "more": "more_cs"}
    assert b"if (g != NULL)" in made.files["use.c"]
    assert b"if (guard_enter_needed(g))" in made.files["use.c"]


NOTING_H = """\
#include <pthread.h>
struct noting { pthread_mutex_t lock; int taken, given; };
extern struct noting shared;
void take(struct noting *l, int n);
void give(struct noting *l);
"""

NOTING_C = """\
#include "noting.h"
struct noting shared = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static int notes;

void take(struct noting *l, int n)
{
    pthread_mutex_lock(&l->lock);
    l->taken += n;
    notes++;
}

void give(struct noting *l)
{
    l->given += notes;
    pthread_mutex_unlock(&l->lock);
}
"""

NOTING_USE_C = """\
#include <stdio.h>
#include "noting.h"

static int use(int n)
{
    int sum;

    take(&shared, n);
    sum = shared.taken * 100 + shared.given;
    give(&shared);
    return sum;
}

int main(void)
{
    int sum = use(1);

    sum += use(2);
    printf("%d\\n", sum);
    return 0;
}
"""


def test_lock_functions_of_another_file_that_note_something(tmp_path: Path) -> None:
    """What they do besides is declared in their header, behind the last line of it, too."""
    sources = {"noting.h": NOTING_H, "noting.c": NOTING_C, "use.c": NOTING_USE_C}
    _, made = Tree(tmp_path, sources, ((("noting.c", ""), ("use.c", "")),)).check()
    assert states(made) == {"use": "use_cs"}
    assert made.files["noting.h"].endswith(b"void give(struct noting *l);\nvoid give_held(struct noting *l);\n")


TEMPLATE_H = """\
#include <pthread.h>
#define GLUE(depth, name) pixels_##depth##_##name
#define EXPANDED(depth, name) GLUE(depth, name)
#define TEMPLATE(name) EXPANDED(DEPTH, name)
#if DEPTH == 8
typedef unsigned char pixel;
#else
typedef unsigned short pixel;
#endif
struct frame {
    pthread_mutex_t mutex;
    pthread_cond_t drawn;
    int lines;
    pixel first;
};
#define frame_new TEMPLATE(frame_new)
#define frame_put TEMPLATE(frame_put)
#define frame_get TEMPLATE(frame_get)
int frame_new(struct frame *f);
int frame_put(struct frame *f, int n);
int frame_get(struct frame *f, int n);
"""

TEMPLATE_C = """\
#include "template.h"

int frame_new( struct frame *f )
{
    f->lines = 0;
    if( pthread_mutex_init( &f->mutex, NULL ) )
        return -1;
    return pthread_cond_init( &f->drawn, NULL );
}

int frame_put( struct frame *f, int n )
{
    pixel before;

    pthread_mutex_lock( &f->mutex );
    before = f->first;
    f->first = n * 300;
    f->lines = n;
    pthread_cond_broadcast( &f->drawn );
    pthread_mutex_unlock( &f->mutex );
    return before + 1;
}

/* Calls itself without the lock. */
int frame_get( struct frame *f, int n )
{
    pthread_mutex_lock( &f->mutex );
    while( f->lines < n )
        pthread_cond_wait( &f->drawn, &f->mutex );
    if( n < 0 )
    {
        pthread_mutex_unlock( &f->mutex );
        return frame_get( f, 0 );
    }
    n += f->first;
    pthread_mutex_unlock( &f->mutex );
    return n;
}
"""

TEMPLATE_MAIN = """\
#include <stdio.h>
#include "template.h"
int main(void)
{
    static struct frame f;

    if (frame_new(&f))
        return 1;
    printf("%d", frame_put(&f, 3));
    printf(" %d %d\\n", frame_get(&f, 2), frame_get(&f, -2));
    return 0;
}
"""


def test_functions_that_have_another_name_in_each_build(tmp_path: Path) -> None:
    """They are one function in the source, and so are their sections, the mutex's class, and what is made of them."""
    sources = {"template.h": TEMPLATE_H, "template.c": TEMPLATE_C, "main.c": TEMPLATE_MAIN}
    programs = tuple(tuple((f, f"-DDEPTH={depth}") for f in ("template.c", "main.c")) for depth in (8, 10))
    analysis, made = Tree(tmp_path, sources, programs).check()
    assert [c.name for c in analysis.classes] == ["frame.mutex"]
    assert states(made) == {"frame_put": "frame_put_cs", "frame_get": "frame_get_cs"}
    assert "rcl_mutex_init( &f->mutex, NULL, frame_mutex )" in made.files["template.c"].decode()


WIDTHS_C = """\
#include <pthread.h>
#include <stdio.h>
#if WIDTH == 8
#define NAME(x) x##_8bit
#define sum_t int
#else
#define NAME(x) x##_16bit
#define sum_t long
#endif
#define LOG(text) printf("%s " text "\\n", __func__)
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sum_t total;
static sum_t NAME(add)(sum_t n)
{
    sum_t sum;

    pthread_mutex_lock(&lock);
    total += n;
    if (n > 3) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    sum = total;
    pthread_mutex_unlock(&lock);
    return sum;
}
static sum_t NAME(count)(sum_t n)
{
    static pthread_mutex_t calls = PTHREAD_MUTEX_INITIALIZER;
    sum_t sum;

    pthread_mutex_lock(&calls);
    total += n;
    sum = total;
    printf("%s\\n", __func__);
    pthread_mutex_unlock(&calls);
    return sum;
}
static void NAME(told)(sum_t n)
{
    pthread_mutex_lock(&lock);
    total += n;
    LOG("told");
    pthread_mutex_unlock(&lock);
}
int main(void)
{
    printf("%d", (int)NAME(count)(NAME(add)(2)));
    NAME(told)(3);
    printf("%d\\n", (int)total);
    return 0;
}
"""


def test_functions_whose_name_is_made_in_each_build(tmp_path: Path) -> None:
    """As above, by a macro that is given a part of the name; what says the name by another macro stays."""
    _, made = Tree(tmp_path, {"w.c": WIDTHS_C}, ((("w.c", "-DWIDTH=8"),), (("w.c", "-DWIDTH=16"),))).check()
    assert states(made) == {"add_8bit": "add_8bit_cs", "count_8bit": "count_8bit_cs", "told_8bit": "RCL018"}


USED_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;
#if CHECKED
#define COUNT(n, of) (total += (n) % (of))
#else
#define COUNT(n, of) (total += (n))
#endif
static void put(long *to) { *to += 2; }
static int counter(int n)
{
    int i;

    pthread_mutex_lock(&m);
#if CHECKED
    for (i = 0; i < n; i++)
        total += i;
#endif
    total += n;
    pthread_mutex_unlock(&m);
    for (i = 0; i < 3; i++)
        n += i;
    return n;
}
static int by_macro(int n, int of)
{
    pthread_mutex_lock(&m);
    COUNT(n, of);
    pthread_mutex_unlock(&m);
    return n;
}
static long by_reference(int n)
{
    long sum = n;

    put(&sum);
    pthread_mutex_lock(&m);
#if CHECKED
    put(&sum);
#endif
    total += n;
    pthread_mutex_unlock(&m);
    return sum;
}
static int named(int n)
{
    pthread_mutex_lock(&m);
#if CHECKED
    printf("%s\\n", __func__);
#endif
    total += n;
    pthread_mutex_unlock(&m);
    return n;
}
static int left(int n, int most)
{
    pthread_mutex_lock(&m);
#if CHECKED
    if (total > most)
        total = most;
#endif
    if (n > 3) {
        total += n;
        pthread_mutex_unlock(&m);
        return 1;
    } else {
        pthread_mutex_unlock(&m);
        return 2;
    }
}
int main(void)
{
    printf("%d %d %ld %d", counter(2), by_macro(5, 4), by_reference(3), named(4));
    printf(" %d %d %ld\\n", left(2, 9), left(4, 9), total);
    return 0;
}
"""


@pytest.mark.parametrize("ways", [(0, 1), (1, 0), (0,)])
def test_variables_that_a_section_uses_in_some_builds(tmp_path: Path, ways: tuple[int, ...]) -> None:
    """The compiler does not complain of the others, nor of the function's name in what no build compiles."""
    _, made = Tree(tmp_path, {"used.c": USED_C}, tuple((("used.c", f"-DCHECKED={way}"),) for way in ways)).check()
    assert all(s.state is State.SHIPPED for s in made.sections) and len(made.sections) == 5


SOME_C = """\
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
long total, seen = 4;
void *place = &total, **found = &place;
static void put(long *to) { *to += 3; }
static long use(void *at) { return at == (void *)found ? 1 : at == place ? 2 : 3; }
static int handed_out(int n)
{
#if WAY
    long now;
#endif
    pthread_mutex_lock(&m);
    total += n;
#if WAY
    now = total;
#endif
    pthread_mutex_unlock(&m);
#if WAY
    printf("%ld\\n", now);
#endif
    return n;
}
static int there_and_back(int n)
{
#if !WAY
    n++;
#else
    int more = n;
#endif
    pthread_mutex_lock(&m);
    total += n;
    if (n > 3) {
#if WAY == 1
        more += total;
#endif
        pthread_mutex_unlock(&m);
#if WAY
        n += more;
#endif
        return n + 5;
    }
    pthread_mutex_unlock(&m);
#if WAY
    n -= more;
#endif
    return n;
}
static int by_reference(int n)
{
#if WAY
    long sum = n, all[] = { 1, 2, n };
    put(&sum);
#endif
    pthread_mutex_lock(&m);
    total += n;
#if WAY == 1
    put(&sum);
    put(all + 1);
#else
    put(&total);
#endif
    pthread_mutex_unlock(&m);
#if WAY
    n += sum + all[1];
#endif
    return n;
}
static int declared_inside(int n)
{
    pthread_mutex_lock(&m);
    total += n;
#if WAY
    int now = total;
#endif
    if (n == 5) {
#if WAY
        int more = n;
        now += more;
#endif
        pthread_mutex_unlock(&m);
#if WAY
        n += more + now;
#endif
        return n + 1;
    }
    pthread_mutex_unlock(&m);
#if WAY == 1
    n += now;
#endif
    return n;
}
static int gone_on_with(int n)
{
#if WAY
    int before = n;
#endif
    pthread_mutex_lock(&m);
    total += n;
#if WAY
    before += total;
    int now = before;
#endif
    if (n > 2) {
        pthread_mutex_unlock(&m);
        printf("between\\n");
        pthread_mutex_lock(&m);
    }
    while (total < 0)
        pthread_cond_wait(&changed, &m);
    n++;
#if WAY
    n += now + before;
#endif
    total += n;
    pthread_mutex_unlock(&m);
    return n;
}
static int pointing(int n)
{
#if WAY
    pthread_mutex_t *also = n ? &other : &m;
    pthread_cond_t *told = &changed;
#endif
    pthread_mutex_lock(&m);
    total += n;
#if WAY
    total += also == &other;
    pthread_cond_signal(told);
#endif
    pthread_mutex_unlock(&m);
    return n;
}
static int named_alike(int n)
{
    pthread_mutex_lock(&m);
#if WAY
    long seen = total;
#endif
    total += seen + n;
    pthread_mutex_unlock(&m);
    seen += n;
    return seen;
}
static int named_alike_there(int n)
{
#if WAY
    void *found = &n;
    *(&found) = &total;
#endif
    pthread_mutex_lock(&m);
    total += use(found) + n;
#if WAY == 1
    *(&found) = &n;
#endif
    pthread_mutex_unlock(&m);
    return n;
}
int main(void)
{
    put(&total);
    printf("%d %d\\n", named_alike(2), named_alike_there(3));
    printf("%d %d %d\\n", handed_out(4), there_and_back(2), there_and_back(6));
    printf("%d %d %d\\n", by_reference(4), declared_inside(4), declared_inside(5));
    printf("%d %d %d %ld\\n", gone_on_with(1), gone_on_with(6), pointing(2), total);
    pthread_mutex_lock(&other);
    total++;
    pthread_mutex_unlock(&other);
    return 0;
}
"""


@pytest.mark.parametrize("ways", [(0, 1), (1, 0), (2, 0, 1)])
def test_variables_of_some_builds_that_come_out(tmp_path: Path, ways: tuple[int, ...]) -> None:
    """What a section is given, hands out, has by reference, declares and keeps stands in the #if that declares it."""
    _, made = Tree(tmp_path, {"some.c": SOME_C}, tuple((("some.c", f"-DWAY={way}"),) for way in ways)).check()
    assert [name for name, state in states(made).items() if state == "RCL018"] == ["named_alike_there"]
    assert len([s for s in made.sections if s.state is State.SHIPPED]) == len(made.sections) - 1
    members = "#ifWAY\nlong*sum;/*byreference*/\nlong*all;/*byreference*/\n#endif"
    assert members in made.files["some.c"].decode().replace(" ", "")


ADDRESS_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
void add(long *to, long n);
void add(long *to, long n) { *to += n; }
static long count(long n)
{
    long k = n;

    pthread_mutex_lock(&lock);
    total += n;
#ifdef ADDRESS
    add(&k, n);
#else
    total += (int)(unsigned long)k & 7;
    k++;
#endif
    total += 2;
    pthread_mutex_unlock(&lock);
    return k;
}
int main(void)
{
    long sum = 0;
    for (int i = 0; i < 9; i++)
        sum += count(i);
    printf("%ld %ld\\n", sum, total);
    return 0;
}
"""


def test_what_only_one_build_takes_the_address_of(tmp_path: Path) -> None:
    """It is a pointer's target in the code of the others, too, where a compiler would take the pointer as well."""
    programs = ((("address.c", "-DADDRESS"),), (("address.c", ""),))
    _, made = Tree(tmp_path, {"address.c": ADDRESS_C}, programs).check()
    assert states(made) == {"count": "count_cs"}
    text = made.files["address.c"].decode()
    assert "    add(k, n);\n#else\n    total += (int)(unsigned long)*k & 7;\n    (*k)++;\n#endif" in text


NAME_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
#ifdef LOG
#define NOTE(where) printf("%s ", where)
#else
#define NOTE(where) (void)where
#endif
void count(int by);
void count(int by)
{
    pthread_mutex_lock(&lock);
    NOTE(__func__);
    n += by;
    pthread_mutex_unlock(&lock);
}
int main(void) { count(3); printf("%d\\n", n); return 0; }
"""


def test_the_name_of_a_function_that_is_built_in_two_ways(tmp_path: Path) -> None:
    _, made = Tree(tmp_path, {"name.c": NAME_C}, ((("name.c", "-DLOG"),), (("name.c", ""),))).check()
    assert states(made) == {"count": "count_cs"}


ELSE_C = """\
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void count(int by)
{
#if FEATURE /* counts in
               another way */
    n += 2 * by;
#elif MORE > 1
    n += 3 * by;
#else
    n++;
#endif
#if FEATURE && !MORE // as it was
    n--;
#else
    pthread_mutex_lock(&lock);
    n += by;
    pthread_mutex_unlock(&lock);
#endif
}
int main(void) { count(3); printf("%d\\n", n); return 0; }
"""


def test_a_section_behind_else(tmp_path: Path) -> None:
    """Where the other branch is built nothing uses what is made of it."""
    tree = Tree(tmp_path, {"n.c": ELSE_C}, ((("n.c", "-DFEATURE=1 -DMORE=0"),), (("n.c", "-DFEATURE=0 -DMORE=0"),)))
    _, made = tree.check()
    assert states(made) == {"count": "count_cs"}
    assert "#if !(FEATURE && !MORE)\nstruct count_cs {" in made.files["n.c"].decode()


AGAIN_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
#define OP(name, k) \\
    static int name(int i) { pthread_mutex_lock(&m); n += i * k; pthread_mutex_unlock(&m); return n; }
#include "ops.def"
#undef OP
#define TYPE char
#define add small_add
#include "template.h"
#undef TYPE
#undef add
#define TYPE double
#define add large_add
#include "template.h"
#undef add
static int work(int i)
{
    pthread_mutex_lock(&m);
    n += i;
    pthread_mutex_unlock(&m);
    return n;
}
int main(void)
{
    switch (work(1)) {
#define OP(name, k) case k: name(k); break;
#include "ops.def"
    }
    printf("%d\\n", work(2));
    printf("%d\\n", small_add(2) + large_add(1));
    return 0;
}
"""
AGAIN_H = """\
static int add(int i)
{
    int t;
    pthread_mutex_lock(&m);
    n += i * (int)sizeof(TYPE);
    t = n + i;
    pthread_mutex_unlock(&m);
    return t;
}
"""


def test_files_that_are_read_again_with_other_macros(tmp_path: Path) -> None:
    sources = {"list.c": AGAIN_C, "ops.def": "OP(one, 1)\nOP(two, 2)\n", "template.h": AGAIN_H}
    _, made = Tree(tmp_path, sources, ((("list.c", ""),),)).check()
    assert states(made) == {"OP": "RCL006", "add": "RCL025", "work": "work_cs"}


LIBRARYS_H = """\
#include <pthread.h>
struct part { pthread_mutex_t mutex; int count; };
static inline int part_count(const struct part *part) { return part->count; }
"""
LIBRARYS_C = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "part.h"
#define LOCK(m) do { int error = pthread_mutex_lock(m); if (error) { perror("lock"); abort(); } } while (0)
#define UNLOCK(m) do { int error = pthread_mutex_unlock(m); if (error) abort(); } while (0)
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t apart = PTHREAD_MUTEX_INITIALIZER;
static struct part part = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int count, further;
static void here(void)
{
	LOCK(&own);
	count++;
	UNLOCK(&own);
}
static void there(void)
{
	LOCK(&part.mutex);
	part.count++;
	UNLOCK(&part.mutex);
}
static void beside(void)
{
	pthread_mutex_lock(&apart);
	further++;
	pthread_mutex_unlock(&apart);
}
int main(void)
{
	here();
	there();
	beside();
	printf("%d %d %d\\n", count, part_count(&part), further);
	return 0;
}
"""


def test_macro_for_a_librarys_mutexes_too(tmp_path: Path) -> None:
    """A mutex in a structure of a library stays pthread's, and so do all that the same macro takes."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "part.h").write_text(LIBRARYS_H)
    (tmp_path / "tree").mkdir()
    flags = f"-isystem {tmp_path / 'library'}"
    tree = Tree(tmp_path / "tree", {"main.c": LIBRARYS_C}, ((("main.c", flags),),))
    analysis, made = tree.check()
    refused = {unit.name: unit.refused.sentence for unit in analysis.units if unit.refused}
    assert refused == {
        "own": "the mutex expression LOCK(&part.mutex) cannot be traced to a declaration",
        "part.mutex": "the mutex expression part.mutex cannot be traced to a declaration",
    }
    assert states(made) == {"beside": "beside_cs"}


_NOTES_H = """#include <pthread.h>

struct my_mutex { pthread_mutex_t m; long line; };

void my_lock(struct my_mutex *l, short line);
void my_unlock(struct my_mutex *l);
"""

_NOTES = """#include "notes.h"

void my_lock(struct my_mutex *l, short line)
{
	(void)line;
	pthread_mutex_lock(&l->m);
	__typeof__(line) copy = 3;
	l->line += copy;
}

void my_unlock(struct my_mutex *l)
{
	l->line++;
	pthread_mutex_unlock(&l->m);
}
"""

_NOTES_MAIN = """#include "notes.h"
#include <stdio.h>

static struct my_mutex list_lock = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int sum;

static void add(int n)
{
	my_lock(&list_lock, 1);
	sum += n;
	my_unlock(&list_lock);
}

static void add_plainly(int n)
{
	pthread_mutex_lock(&list_lock.m);
	sum += n;
	pthread_mutex_unlock(&list_lock.m);
}

int main(void)
{
	add(1);
	add_plainly(1);
	printf("%d %ld\\n", sum, list_lock.line);
	return 0;
}
"""


def test_what_a_lock_function_of_another_file_notes_that_does_not_compile(tmp_path: Path) -> None:
    """What it notes names its parameter by typeof alone: the sections that would call that stay, the others do not."""
    sources = {"notes.h": _NOTES_H, "notes.c": _NOTES, "main.c": _NOTES_MAIN}
    tree = Tree(tmp_path, sources, ((("notes.c", ""), ("main.c", "")),))
    _, made = tree.check()
    assert states(made) == {"add": "RCL017", "add_plainly": "add_plainly_cs"}
    assert b"_held" not in b"".join(made.files.values())


GUARDED_H = """\
#ifndef G_H
#define G_H
#include <pthread.h>
struct queue {
    pthread_mutex_t lock;
    int n;
};

static inline struct queue *queue_lock(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    return q;
}

static inline void queue_unlockp(struct queue **q)
{
    if (*q)
        pthread_mutex_unlock(&(*q)->lock);
}
#ifdef THREADS
#define QUEUE_GUARD(q) \\
    struct queue *guard_ __attribute__((unused, cleanup(queue_unlockp))) = queue_lock(q)
#define WITH_QUEUE(q) \\
    for (struct queue *guard_ __attribute__((unused, cleanup(queue_unlockp))) = queue_lock(q), \\
         *once_ = NULL; !once_; once_ = (void *)1)
#else
#define QUEUE_GUARD(q) do { } while (0)
#define WITH_QUEUE(q) for (int once_ = 0; !once_; once_ = 1)
#endif

static inline int queue_add(struct queue *q, int by)
{
    QUEUE_GUARD(q);
    if (by < 0)
        return -1;
    q->n += by;
    return q->n;
}
int more(struct queue *q);
#endif
"""

GUARDED_C = """\
#include <stdio.h>
#include "guarded.h"

static int get(struct queue *q)
{
    QUEUE_GUARD(q);
    return q->n;
}

int main(void)
{
    struct queue q = { .n = 3 };

    pthread_mutex_init(&q.lock, NULL);
    printf("%d %d\\n", queue_add(&q, 2), queue_add(&q, -2));
    printf("%d %d\\n", get(&q), more(&q));
    return 0;
}
"""

MORE_GUARDED_C = """\
#include "guarded.h"

int more(struct queue *q)
{
    int n = queue_add(q, 1);

    WITH_QUEUE (q) {
        if (q->n > 5)
            return n + q->n;
#ifndef TWO
        q->n += 2;
#else
        q->n += 3;
#endif
    }
    return n;
}
"""


def test_guards_of_several_builds(tmp_path: Path) -> None:
    """What they return is worked out in the section in each; without the guard there is no section."""
    sources = {"guarded.h": GUARDED_H, "a.c": GUARDED_C, "b.c": MORE_GUARDED_C}
    both = "-DTHREADS", "-DTHREADS -DTWO"
    programs = tuple((("a.c", flags), ("b.c", flags)) for flags in both)
    (tmp_path / "with").mkdir()
    _, made = Tree(tmp_path / "with", sources, programs).check()
    assert states(made) == {"get": "get_cs", "more": "more_cs", "queue_add": "queue_add_cs"}
    (tmp_path / "without").mkdir()
    programs = tuple((("a.c", flags), ("b.c", flags)) for flags in (both[0], ""))
    _, made = Tree(tmp_path / "without", sources, programs).check()
    assert states(made) == {"get": "RCL018", "more": "RCL018", "queue_add": "RCL018"}


RETURNING_C = """\
#include <pthread.h>
#include <stdio.h>
static void give_back(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lost;
static int hit(int n)
{
    {
        pthread_mutex_t *guard __attribute__((cleanup(give_back), unused)) = (pthread_mutex_lock(&lock), &lock);
        hits += n;
#ifdef LIMITED
        if (hits > 5)
            return hits + lost;
#endif
    }
    lost++;
    return -1;
}
int main(void) { printf("%d %d\\n", hit(2), hit(7)); return 0; }
"""


def test_a_guard_under_which_only_one_build_returns(tmp_path: Path) -> None:
    """What the section hands out there is nothing that the client of another build could hand in."""
    _, made = Tree(tmp_path, {"a.c": RETURNING_C}, ((("a.c", "-DLIMITED"),), (("a.c", ""),))).check()
    assert states(made) == {"hit": "hit_cs"}


WAYS_C = """\
#include <pthread.h>
#include <stdio.h>
#ifdef LIMITED
#define CHECKED(n) if ((n) % 3 == 0) return -9
#else
#define CHECKED(n) hits += (n) % 3
#endif
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lost;
static int keeps(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 5) {
        lost++;
        return -1;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return hits;
}
static int gives(int n)
{
    int seen = 0;
#ifdef LIMITED
    int limit = 4;
#endif
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#if defined(LIMITED) /* or not */
# ifdef TOLD
        if (hits > 40) {
            pthread_mutex_unlock(&lock);
            continue;
        }
# else
        if (i > limit) {
            int left = n - i;
            lost++;
            pthread_mutex_unlock(&lock);
            seen += left;
            goto out;
        }
# endif
        lost += limit;
#else
        if (hits > 90) {
            pthread_mutex_unlock(&lock);
            return -2;
        }
#endif
        if (hits > 100) {
            pthread_mutex_unlock(&lock);
            return -2;
        }
        hits += 1 + (i > n);
        pthread_mutex_unlock(&lock);
        seen++;
    }
    goto out;
out:
    return seen;
}
static int alike(int n)
{
    pthread_mutex_lock(&lock);
    if (n == 2) {
        pthread_mutex_unlock(&lock);
        return 7;
    }
#ifdef LIMITED
    if (n == 3) {
        pthread_mutex_unlock(&lock);
        return 7;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int breaks(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#ifdef LIMITED
        if (i > 4) {
            pthread_mutex_unlock(&lock);
            break;
        }
#endif
        hits++;
        pthread_mutex_unlock(&lock);
    }
    return i;
}
static int macro(int n)
{
    pthread_mutex_lock(&lock);
    hits += n;
    CHECKED(n);
    pthread_mutex_unlock(&lock);
    return n;
}
static int otherwise(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 4) {
        hits++;
        pthread_mutex_unlock(&lock);
#ifdef LIMITED
        return 5;
#else
        return 6;
#endif
    }
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int twice(int n)
{
    pthread_mutex_lock(&lock);
    hits++;
#ifdef LIMITED
    pthread_mutex_unlock(&lock);
    lost += n;
    pthread_mutex_lock(&lock);
#endif
    hits++;
    pthread_mutex_unlock(&lock);
    return n;
}
static int ended(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    if (n > 2) {
        hits++;
        pthread_mutex_unlock(&lock);
        return n;
    }
    hits += 2;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void)
{
    for (int i = 0; i < 9; i++) {
        int n = keeps(i);
        if (n < 0)
            pthread_mutex_unlock(&lock);
        printf("%d %d %d ", n, gives(i * 2), alike(i));
        printf("%d %d %d %d %d\\n", breaks(i), i % 3 ? macro(i) : 0, otherwise(i), twice(i), ended(i));
    }
    printf("%d %d\\n", hits, lost);
    return 0;
}
"""


def test_ways_out_that_only_some_builds_have(tmp_path: Path) -> None:
    """Where a build compiles nothing of a release and what follows it, the client asks for that exit in the same #if.

    A break would leave the client's switch, and what a macro makes each build compiles.
    """
    flags = ("", "-DLIMITED", "-DLIMITED -DTOLD")
    _, made = Tree(tmp_path, {"in.c": WAYS_C}, tuple((("in.c", flag),) for flag in flags)).check()
    refused = {"breaks": "RCL018", "macro": "RCL018", "otherwise": "RCL021", "twice": "RCL021"}
    shipped = {name: f"{name}_cs" for name in ("keeps", "gives", "alike", "ended")}
    assert states(made) == {**shipped, **refused}
    source = made.files["in.c"].decode()
    assert "#ifdef LIMITED\n    case 1:\n        return -1;\n#endif\n" in source
    assert "#if defined(LIMITED) /* or not */\n#ifndef TOLD\n        case 2: {\n" in source
    assert "    if (rcl_exec_anon(&lock, alike_cs, &cs, sizeof(cs)) == 1) {\n        return 7;\n" in source


DECLARING_WAY_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;
static int told(int n) { return n * 2; }
static int (*hook)(int) = told;
static int count(int n)
{
    pthread_mutex_lock(&lock);
    if (n < 0) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    hits += n;
#ifdef HOOKS
    if (hook) {
        int (*called)(int) = hook;
        pthread_mutex_unlock(&lock);
        return called(n);
    }
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    printf("%d %d", count(3), count(-1));
    printf(" %d %d\\n", hits, hook(1));
    return 0;
}
"""


def test_what_a_way_out_of_some_builds_alone_needs(tmp_path: Path) -> None:
    """It is handed over in the same #if, which is not asked twice."""
    _, made = Tree(tmp_path, {"in.c": DECLARING_WAY_C}, ((("in.c", ""),), (("in.c", "-DHOOKS"),))).check()
    assert states(made) == {"count": "count_cs"}
    source = made.files["in.c"].decode()
    assert "int (*called)(int) = hook;\n        cs->called = called;\n        return 2;\n" in source
    assert "#ifdef HOOKS\n    case 2: {\n        int (*called)(int) = cs.called;\n" in source


STRICT_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;
static int add(int n)
{
    int now;
    calls++;
    pthread_mutex_lock(&lock);
    total += n;
    now = total;
    pthread_mutex_unlock(&lock);
    return now;
}
static void more(void)
{
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
}
int main(void)
{
    more();
    printf("%d %d\\n", add(3), calls);
    return 0;
}
"""


def test_all_of_clangs_warnings(tmp_path: Path) -> None:
    """It warns of declarations behind statements then, and of a parameter that nothing uses unless told not to."""
    for flags, said in (("", "(void)ctx;\n"), ("-Wno-unused-parameter", "void *ctx)\n{\n    total++;\n")):
        folder = tmp_path / (flags or "all")
        folder.mkdir()
        builds = ((("in.c", f"-Weverything {flags}"),),)
        _, made = Tree(folder, {"in.c": STRICT_C}, builds, "clang").converted()
        assert states(made) == {"add": "add_cs", "more": "more_cs"}
        assert said in made.files["in.c"].decode()


OTHER_WAYS_C = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int hits, threaded = 1;
static int asked(int n)
{
    if (threaded)
        pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        if (threaded)
            pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    hits += n;
    if (threaded)
        pthread_mutex_unlock(&lock);
    return n;
}
static int tested(int n)
{
    if (pthread_mutex_lock(&lock) != 0)
        return -2;
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int kept(int n)
{
    int error = pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n + error;
}
static int waits(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    while (hits < 0)
        pthread_cond_wait(&filled, &lock);
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int ends(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 40) {
        pthread_mutex_unlock(&lock);
        abort();
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int falls(int n)
{
    pthread_mutex_lock(&lock);
    hits++;
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return 1;
    }
#ifdef LIMITED
    hits += 2;
    pthread_mutex_unlock(&lock);
    return 2;
#else
    if (n > 2) {
        pthread_mutex_unlock(&lock);
        return 3;
    }
    pthread_mutex_unlock(&lock);
#endif
    return 4;
}
static int keeps(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 4) {
        hits++;
#ifndef LIMITED
        pthread_mutex_unlock(&lock);
#endif
        return -1;
    }
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int loops(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#ifdef LIMITED
        if (i == 3) {
            pthread_mutex_unlock(&lock);
            continue;
        }
#endif
#ifdef TOLD
        if (i == 5) {
            pthread_mutex_unlock(&lock);
            goto out;
        }
#endif
        hits += i;
        pthread_mutex_unlock(&lock);
    }
#ifdef TOLD
out:
#endif
    return i;
}
static int both(int n)
{
    int more = 0;
    pthread_mutex_lock(&lock);
    if (n > 6) {
        more = hits;
        pthread_mutex_unlock(&lock);
        return more + 1;
    }
#ifdef LIMITED
    if (n > 4) {
        more = hits + n;
        pthread_mutex_unlock(&lock);
        return more;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static void nothing(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
}
static void counts(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        threaded++;
        return;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
}
static int goes_on(int n)
{
    int left = 1;
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#ifdef LIMITED
        if (i > 4) {
            left += hits;
            pthread_mutex_unlock(&lock);
            continue;
        }
#endif
        left += i;
        pthread_mutex_unlock(&lock);
    }
    return left;
}
int main(void)
{
    for (int i = 0; i < 9; i++) {
        nothing(i);
        counts(i);
        printf("%d %d %d %d %d ", goes_on(i), asked(i), tested(i), kept(i), waits(i));
        int n = keeps(i);
#ifdef LIMITED
        if (n < 0)
            pthread_mutex_unlock(&lock);
#endif
        printf("%d %d %d %d %d\\n", ends(i), falls(i), n, loops(i), both(i));
    }
    pthread_cond_signal(&filled);
    printf("%d\\n", hits);
    return 0;
}
"""


def test_ways_out_of_some_builds_beside_other_things(tmp_path: Path) -> None:
    """A client does more than to ask for the exit where a lock is taken on a condition, tested, or given up to wait, or
    where something stands behind a release before it goes on; if nothing does it need not ask.
    """
    flags = ("", "-DLIMITED", "-DLIMITED -DTOLD")
    _, made = Tree(tmp_path, {"in.c": OTHER_WAYS_C}, tuple((("in.c", flag),) for flag in flags)).check()
    refused = {**dict.fromkeys(("asked", "tested", "waits", "ends", "counts"), "RCL018"), "keeps": "RCL021"}
    shipped = ("kept", "falls", "loops", "both", "nothing", "goes_on")
    assert states(made) == {**refused, **{name: f"{name}_cs" for name in shipped}}
    assert b"rcl_exec_anon(&lock, nothing_cs, &cs, sizeof(cs));\n}" in made.files["in.c"]


MORE_WAYS_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lost;
#ifdef LIMITED
#define LEAVE(n) return (n)
#define STOP(n) if ((n) > 5) break
#else
#define LEAVE(n) lost += (n)
#define STOP(n) lost += (n)
#endif
static int same(int n)
{
    int got = 1;
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n == 3) {
        got = hits;
        pthread_mutex_unlock(&lock);
        return got;
    }
#endif
    hits += got;
#ifdef TOLD
    if (n == 4) {
        got = hits;
        pthread_mutex_unlock(&lock);
        return got;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return 0;
}
static void late(int n)
{
    pthread_mutex_lock(&lock);
    if (n == 2) {
        pthread_mutex_unlock(&lock);
        return;
    }
    hits++;
    pthread_mutex_unlock(&lock);
#ifdef LIMITED
    lost += n;
#endif
}
static void later(int n)
{
    int left = n;
    pthread_mutex_lock(&lock);
    if (n == 2) {
        left += hits;
        pthread_mutex_unlock(&lock);
        goto out;
    }
    hits++;
    pthread_mutex_unlock(&lock);
#ifdef LIMITED
    lost += left;
#endif
out:
    lost += left;
}
static void either(int n)
{
    pthread_mutex_lock(&lock);
    if (n == 2) {
        pthread_mutex_unlock(&lock);
        return;
    }
    if (n == 3) {
        pthread_mutex_unlock(&lock);
        goto out;
    }
    hits++;
    pthread_mutex_unlock(&lock);
#ifdef LIMITED
    lost += n;
#endif
out:
    return;
}
static int leaves(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 4) {
        hits++;
        pthread_mutex_unlock(&lock);
        LEAVE(n);
        return -1;
    }
#ifdef LIMITED
    hits += 2;
#else
    hits += 3;
#endif
    pthread_mutex_unlock(&lock);
    return n;
}
static int declares(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 6) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    if (n > 4) {
        hits++;
        pthread_mutex_unlock(&lock);
        lost++;
#ifdef LIMITED
        int left = n;
        lost += left;
#endif
        return -2;
    }
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int stops(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
        if (i > 6) {
            pthread_mutex_unlock(&lock);
            return -1;
        }
        if (i > 3) {
            hits++;
            pthread_mutex_unlock(&lock);
            STOP(i);
            continue;
        }
        hits += 2;
        pthread_mutex_unlock(&lock);
    }
    return i;
}
static int stops_there(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        pthread_mutex_lock(&lock);
#ifdef TOLD
        if (i > 3) {
            hits++;
            pthread_mutex_unlock(&lock);
            STOP(i);
            lost++;
            continue;
        }
#endif
        hits += 2;
        pthread_mutex_unlock(&lock);
        lost += 2;
    }
    return i;
}
static int no_end(int n)
{
    pthread_mutex_lock(&lock);
#ifdef LIMITED
    if (n > 5) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    if (n > 3) {
        hits++;
        pthread_mutex_unlock(&lock);
        return -2;
    } else {
        lost++;
        pthread_mutex_unlock(&lock);
        return -3;
    }
}
static int in_branches(int n)
{
    if (n > 3) {
        lost++;
        pthread_mutex_lock(&lock);
    } else {
        pthread_mutex_lock(&lock);
    }
    hits++;
#ifdef LIMITED
    if (n > 4) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
#endif
    hits += n;
    pthread_mutex_unlock(&lock);
    return n;
}
static int labelled(int n)
{
    pthread_mutex_lock(&lock);
    if (n > 4)
    again:
#ifdef LIMITED
        return -1;
#else
        hits++;
#endif
    hits += n;
    if (hits < 0)
        goto again;
    pthread_mutex_unlock(&lock);
    return n;
}
int main(void)
{
    for (int i = 0; i < 9; i++) {
        late(i);
        later(i);
        either(i);
        printf("%d %d ", same(i), leaves(i));
        printf("%d %d %d %d %d ", declares(i), stops(i), stops_there(i), no_end(i), in_branches(i));
        int n = labelled(i);
        if (n < 0)
            pthread_mutex_unlock(&lock);
        printf("%d\\n", n);
    }
    printf("%d %d\\n", hits, lost);
    return 0;
}
"""


def test_ways_out_that_are_not_the_same_in_all_builds(tmp_path: Path) -> None:
    """What follows a release ends, leaves a loop or declares something in some builds, or goes on behind it."""
    flags = ("", "-DLIMITED", "-DLIMITED -DTOLD", "-DTOLD")
    _, made = Tree(tmp_path, {"in.c": MORE_WAYS_C}, tuple((("in.c", flag),) for flag in flags)).check()
    refused = ("leaves", "stops_there", "no_end", "in_branches", "labelled")
    shipped = ("same", "late", "later", "either", "declares", "stops")
    assert states(made) == {**dict.fromkeys(refused, "RCL018"), **{name: f"{name}_cs" for name in shipped}}
    source = made.files["in.c"].decode()
    assert "late_cs, &cs, sizeof(cs)) == 1)\n        return;\n#ifdef LIMITED\n" in source
    assert "#ifdef TOLD\n    case 2:\n        got = cs.got;\n        return got;\n#endif\n" in source


GUARD_WAYS_C = """\
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, lost;
static inline pthread_mutex_t *taken(pthread_mutex_t *m) { pthread_mutex_lock(m); return m; }
static inline void given(pthread_mutex_t **m) { if (*m) pthread_mutex_unlock(*m); }
#define GUARD(m) __attribute__((cleanup(given))) pthread_mutex_t *guard_ = taken(m)
static int use(int n)
{
    GUARD(&lock);
    hits += n;
#ifdef LIMITED
    if (n > 1)
        return hits * 2;
#endif
    hits++;
    return 0;
}
static int inner(int n)
{
    lost++;
    {
        GUARD(&lock);
        hits += n;
#ifdef LIMITED
        if (n > 1)
            return hits * 2;
#endif
        hits++;
    }
    return lost;
}
static int inner_too(int n)
{
    lost++;
    {
        GUARD(&lock);
        hits += n;
        if (n > 2)
            return hits * 3;
#ifdef LIMITED
        if (n > 1)
            return hits * 2;
#endif
        hits++;
    }
    return lost;
}
static void more(int n)
{
    GUARD(&lock);
    hits += n;
#ifdef LIMITED
    if (n > 1)
        return;
#endif
    hits++;
}
int main(void)
{
    for (int i = 0; i < 4; i++) {
        more(i);
        printf("%d %d %d\\n", use(i), inner(i), inner_too(i));
    }
    return 0;
}
"""


def test_ways_out_that_only_some_builds_have_of_lock_guards(tmp_path: Path) -> None:
    """What a guarded section works out to be returned is handed out in all builds, or in none."""
    _, made = Tree(tmp_path, {"in.c": GUARD_WAYS_C}, ((("in.c", ""),), (("in.c", "-DLIMITED"),))).check()
    assert states(made) == {"use": "RCL018", "inner": "RCL018", "inner_too": "inner_too_cs", "more": "more_cs"}


def test_ways_out_that_only_some_builds_have_behind_lock_functions(tmp_path: Path) -> None:
    """The section does itself what such a function does before it gives the lock back."""
    left = "    if (n > 1) {\n        give(&shared);\n        return -1;\n    }\n"
    leave = f"#ifdef LIMITED\n{left}#endif\n    sum = shared"
    sources = {"noting.h": NOTING_H, "noting.c": NOTING_C, "use.c": NOTING_USE_C.replace("    sum = shared", leave)}
    builds = tuple((("noting.c", flag), ("use.c", flag)) for flag in ("", "-DLIMITED"))
    _, made = Tree(tmp_path, sources, builds).check()
    assert states(made) == {"use": "use_cs"}
    assert "        give_held(&shared);\n        return 1;\n    }\n#endif\n" in made.files["use.c"].decode()


def test_a_lock_that_a_build_without_locks_would_keep(tmp_path: Path) -> None:
    """There the section only says how it was left."""
    left = CLIENT_C.replace("    n += c->dropped;", "    if (n > 4 && n < 7)\n        return -2;\n    n += c->dropped;")
    main = CLIENT_MAIN_C.replace("sum += client_send(&c, i * 10)", """{
        int sent = client_send(&c, i * 10);
        if (sent == -2)
            pthread_mutex_unlock(&c.lock);
        sum += sent;
    }""")
    sources = {"no-threads.h": NO_THREADS_H, "client.h": CLIENT_H, "client.c": left, "main.c": main}
    programs = tuple((("client.c", flag), ("main.c", flag)) for flag in ("", "-DTHREADS"))
    _, made = Tree(tmp_path, sources, programs).check()
    assert states(made) == {"drop": "drop_cs", "count": "count_cs", "client_send": "client_send_cs"}
    assert "((int){ (section)(context) } &= ~RCL_KEEP)\n" in made.files["no-threads.h"].decode()


COUNT_H = """\
#include <pthread.h>

struct stats {
    pthread_mutex_t lock;
    long gets, sets;
    int other;
};

extern struct stats stats;

/* One more of something. */
#define COUNT(s, what, n) do { \\
    pthread_mutex_lock(&(s)->lock); \\
    (s)->what += (n); \\
    pthread_mutex_unlock(&(s)->lock); \\
} while (0)

void set(int n);
"""
COUNT_GET_C = """\
#include <stdio.h>
#include "stats.h"
struct stats stats = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 };
int main(void)
{
    for (int i = 0; i < 3; i++)
        COUNT(&stats, gets, i);
    set(5);
    printf("%ld %ld %d\\n", stats.gets, stats.sets, stats.other);
    return 0;
}
"""
COUNT_SET_C = """\
#include "stats.h"
void set(int n)
{
    struct stats *own = &stats;
    COUNT(own, FIELD, n);
}
"""


def test_sections_in_macros_that_several_files_use(tmp_path: Path) -> None:
    sources = {"stats.h": COUNT_H, "get.c": COUNT_GET_C, "set.c": COUNT_SET_C.replace("FIELD", "sets")}
    sources["none.c"] = '#include "stats.h"\n'
    _, made = Tree(tmp_path, sources, ((("get.c", ""), ("set.c", ""), ("none.c", "")),)).check()
    assert states(made) == {"COUNT": "COUNT_cs"}
    assert b"static inline int COUNT_cs(void *ctx)" in made.files["stats.h"]


def test_macros_that_another_file_uses_otherwise(tmp_path: Path) -> None:
    sources = {"stats.h": COUNT_H, "get.c": COUNT_GET_C, "set.c": COUNT_SET_C.replace("FIELD", "other")}
    _, made = Tree(tmp_path, sources, ((("get.c", ""), ("set.c", "")),)).check()
    assert states(made) == {"COUNT": "RCL006"}


def test_macros_that_another_build_uses_otherwise(tmp_path: Path) -> None:
    sources = {"stats.h": COUNT_H, "get.c": COUNT_GET_C, "set.c": COUNT_SET_C}
    builds = tuple((("get.c", ""), ("set.c", f"-DFIELD={field}")) for field in ("sets", "other"))
    _, made = Tree(tmp_path, sources, builds).check()
    assert states(made) == {"COUNT": "RCL006"}


def test_macros_that_no_build_uses_somewhere(tmp_path: Path) -> None:
    unused = "#ifdef NEVER\n    COUNT(own, other, n);\n#endif\n}\n"
    set_c = COUNT_SET_C.replace("FIELD", "sets").replace("}\n", unused)
    sources = {"stats.h": COUNT_H, "get.c": COUNT_GET_C, "set.c": set_c}
    _, made = Tree(tmp_path, sources, ((("get.c", ""), ("set.c", "")),)).check()
    assert states(made) == {"COUNT": "RCL006"}


def test_macros_that_lock_in_one_build_alone(tmp_path: Path) -> None:
    """Where no lock is taken the macro must not execute a section: there its mutex is nobody's."""
    nothing = "".join(f"#define pthread_mutex_{call}(m) ((void)(m))\n" for call in ("lock", "unlock"))
    stats_h = COUNT_H.replace("\nstruct", f"#ifdef QUIET\n{nothing}#endif\nstruct", 1)
    sources = {"stats.h": stats_h, "get.c": COUNT_GET_C, "set.c": COUNT_SET_C.replace("FIELD", "sets")}
    builds = ((("get.c", ""), ("set.c", "")), (("get.c", "-DQUIET"), ("set.c", "-DQUIET")))
    _, made = Tree(tmp_path, sources, builds).check()
    assert states(made) == {"COUNT": "RCL006"}


USED_IN_ONE_C = """\
#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t own; int n, m; };
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
#ifdef A
#define STAT(b, k) do { pthread_mutex_lock(&(b)->own); (b)->n += (k); pthread_mutex_unlock(&(b)->own); } while (0)
#else
#define STAT(b, k) do { pthread_mutex_lock(&(b)->own); (b)->m += (k); pthread_mutex_unlock(&(b)->own); } while (0)
#endif
#ifdef A
#define FIELD n
#else
#define FIELD m
#endif
#define STEP(b, k) do { pthread_mutex_lock(&(b)->own); (b)->FIELD += (k); pthread_mutex_unlock(&(b)->own); } while (0)
#define MORE(b, k) do { pthread_mutex_lock(&(b)->own); (b)->n += (k); pthread_mutex_unlock(&(b)->own); } while (0)
#define LESS(b, k) do { pthread_mutex_lock(&(b)->own); (b)->n -= (k); pthread_mutex_unlock(&(b)->own); } while (0)
static int first(struct box *b, int n)
{
    STAT(b, n);
    STEP(b, n);
#ifdef A
    MORE(b, n);
#endif
    LESS(b, n);
    return n;
}
int main(void)
{
    for (int n = 0; n < 4; n++)
        printf("%d %d %d\\n", first(&box, n), box.n, box.m);
    return 0;
}
"""


@pytest.mark.parametrize("flags", [("", "-DA"), ("-DA", "")])
def test_macros_with_sections_that_one_build_uses(tmp_path: Path, flags: tuple[str, str]) -> None:
    """Another build may use none of them, or another one of that name."""
    programs = tuple((("used.c", flag),) for flag in flags)
    _, made = Tree(tmp_path, {"used.c": USED_IN_ONE_C}, programs).check()
    assert states(made) == {name: f"{name}_cs" for name in ("STAT", "STEP", "MORE", "LESS")}
    text = made.files["used.c"].decode()
    assert {name for name in states(made) if f"static inline int {name}_cs" in text} == {"STAT", "MORE"}


LOCKED_OTHERWISE_C = """\
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int sum;
#ifdef ONE
#define LOCK pthread_mutex_lock(&a)
#define UNLOCK pthread_mutex_unlock(&a)
#define TRY(m) pthread_mutex_trylock(m)
#define TAKE(m) pthread_mutex_lock(m)
#define GIVE(m) pthread_mutex_unlock(m)
#define KEEP(m) pthread_mutex_lock(m)
#else
#define LOCK pthread_mutex_lock(&b)
#define UNLOCK pthread_mutex_unlock(&b)
#define TRY(m) pthread_mutex_trylock((m) + 0)
#define TAKE(m) pthread_mutex_lock((m) + 0)
#define GIVE(m) pthread_mutex_unlock((m) + 0)
#define KEEP(m) pthread_mutex_lock(sizeof(#m) ? (m) : NULL)
#endif
static int one(int n)
{
    LOCK;
    sum += n;
    UNLOCK;
    return n;
}
static int two(int n)
{
    if (TRY(&a) == 0) {
        sum += n;
        GIVE(&a);
    }
    return n;
}
static int three(int n)
{
    TAKE(&a);
    sum += n;
    GIVE(&a);
    return n;
}
static int four(int n)
{
    KEEP(&a);
    sum += n;
    pthread_mutex_unlock(&a);
    return n;
}
int main(void)
{
    for (int n = 0; n < 4; n++)
        printf("%d %d %d %d %d\\n", one(n), two(n), three(n), four(n), sum);
    return 0;
}
"""


def test_lock_macros_that_builds_define_with_another_expression(tmp_path: Path) -> None:
    """Also those that are given nothing, and attempts."""
    programs = ((("locked.c", "-DONE"),), (("locked.c", ""),))
    _, made = Tree(tmp_path, {"locked.c": LOCKED_OTHERWISE_C}, programs).check()
    assert states(made) == {"one": "one_cs", "two": "two_cs", "three": "three_cs", "four": "RCL005"}
    text = made.files["locked.c"].decode()
    assert "#define LOCK_MUTEX() (&a)" in text and "#define TRY_MUTEX(m) ((m) + 0)" in text


UNUSED_SIZE_C = """\
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#ifdef MORE
#define SIZE 7
#else
#define SIZE 4
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
#ifdef MORE
static void clear(int (*all)[SIZE]) { memset(all, 0, sizeof(*all)); }
#endif
static int count(void)
{
    struct { int x; } own = { 1 };
    int each[SIZE] = { 1, 2 };
    pthread_mutex_lock(&m);
    sum++;
#ifdef MORE
    clear(&each);
#endif
    pthread_mutex_unlock(&m);
    return each[0] + own.x;
}
int main(void)
{
    printf("%d %d\\n", count(), sum);
    return 0;
}
"""


def test_sizes_of_builds_whose_section_does_not_use_the_array(tmp_path: Path) -> None:
    """Its client hands it to the section in each build, so it is declared as the source does."""
    quiet = "-Wno-unused-variable"
    _, made = Tree(tmp_path, {"in.c": UNUSED_SIZE_C}, ((("in.c", f"-DMORE {quiet}"),), (("in.c", quiet),))).check()
    assert states(made) == {"count": "count_cs"}
    assert b"int (*each)[SIZE];" in made.files["in.c"]


DOING_H = """\
#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t lock; int n, held; };
extern long noted;
#ifdef DEBUG
#define NOTED_LOCK(b) do { noted++; pthread_mutex_lock(&(b)->lock); (b)->held = __LINE__ > 1; } while (0)
#define NOTED_UNLOCK(b) do { (b)->held = 0; pthread_mutex_unlock(&(b)->lock); } while (0)
#define PLAIN_LOCK(b) do { pthread_mutex_lock(&(b)->lock); noted++; } while (0)
#else
#define NOTED_LOCK(b) do { noted += 2; pthread_mutex_lock(&(b)->lock); (b)->held = 2; } while (0)
#define NOTED_UNLOCK(b) do { (b)->held = 0; if (pthread_mutex_unlock(&(b)->lock)) abort(); } while (0)
#define PLAIN_LOCK(b) pthread_mutex_lock(&(b)->lock)
#endif
int other(struct box *b, int k);
static inline int in_header(struct box *b)
{
    int r;
    NOTED_LOCK(b);
    r = b->n++ + b->held;
    NOTED_UNLOCK(b);
    return r;
}
"""
DOING_C = """\
#include <stdio.h>
#include "doing.h"
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 1, 0 };
long noted;
static int plain(struct box *b)
{
    int r;
    PLAIN_LOCK(b);
    r = b->n++;
    pthread_mutex_unlock(&b->lock);
    return r;
}
int main(void)
{
    printf("%d\\n", plain(&box));
    printf("%d\\n", in_header(&box));
    printf("%d\\n", other(&box, 3));
    printf("%d %d %ld\\n", box.n, box.held, noted);
    return 0;
}
"""
DOING_OTHER_C = """\
#include "doing.h"
int other(struct box *b, int k)
{
    NOTED_LOCK(b);
    while (k-- > 0) {
        if (b->n == 4) {
            NOTED_UNLOCK(b);
            return b->held;
        }
        b->n += b->held;
    }
    NOTED_UNLOCK(b);
    return in_header(b);
}
"""


def test_macros_that_do_more_in_each_build(tmp_path: Path) -> None:
    """What lock macros of a header do besides, other things in each build, goes into macros beside them, in each."""
    sources = {"doing.h": DOING_H, "in.c": DOING_C, "other.c": DOING_OTHER_C}
    programs = tuple((("in.c", flag), ("other.c", flag)) for flag in ("", "-DDEBUG"))
    _, made = Tree(tmp_path, sources, programs).check()
    shipped = {name: f"{name}_cs" for name in ("in_header", "other")}
    assert states(made) == {**shipped, "plain": "RCL018"}
    header = made.files["doing.h"].decode()
    assert header.count("NOTED_LOCK_HELD(b) do {") == header.count("NOTED_LOCK_AHEAD(b) do {") == 2


NAMED_C = """\
#include <pthread.h>
#include <stdio.h>
#define HELD_LOCK(m) do { pthread_mutex_lock(m); total++; } while (0)
#define FREE_LOCK(m) do { pthread_mutex_lock(m); total += 2; } while (0)
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
int twice(int n);
static int taken(int n) { HELD_LOCK(&m); total += n; pthread_mutex_unlock(&m); return total; }
static int given(int n) { FREE_LOCK(&m); total += n; pthread_mutex_unlock(&m); return total; }
int main(void) { printf("%d %d %d\\n", taken(1), given(2), twice(3)); return 0; }
"""
NAMING_C = """\
int twice(int n);
int HELD_LOCK_HELD(int n);
int HELD_LOCK_HELD(int n) { return 2 * n; }
int twice(int n) { return HELD_LOCK_HELD(n); }
"""


def test_macros_that_do_more_whose_names_another_file_has(tmp_path: Path) -> None:
    """No macro is made of a name that the program has."""
    sources = {"in.c": NAMED_C, "other.c": NAMING_C}
    _, made = Tree(tmp_path, sources, ((("in.c", ""), ("other.c", "")),)).check()
    assert states(made) == {"taken": "RCL008", "given": "given_cs"}


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
