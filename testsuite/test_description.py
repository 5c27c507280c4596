# SPDX-License-Identifier: MIT
"""rcl.toml: what it may say, what it is refused for, and what follows from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rcl import compdb, description, pipeline
from rcl.analyse import analyse
from rcl.errors import Code, RclError
from rcl.model import Analysis, Identity, Section, State
from rcl.rewrite import rewrite
from rcl.workspace import Workspace

LOG = """\
#include <pthread.h>
#include <stdlib.h>
void foreign(void);
int id(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
void give_up(void) { foreign(); }
void count(void)
{
	pthread_mutex_lock(&lock);
	n += id();
	pthread_mutex_unlock(&lock);
}
void all(int last)
{
	pthread_mutex_lock(&lock);
	if (last)
		give_up();
	pthread_mutex_unlock(&lock);
}
"""
ID = "#include <sys/syscall.h>\n#include <unistd.h>\nint id(void) { return (int)syscall(SYS_gettid); }\n"


def tree(root: Path, said: str) -> Path:
    """A program with an rcl.toml."""
    (root / "log.c").write_text(LOG)
    (root / "id.c").write_text(ID)
    files = ("log.c", "id.c")
    entries = [{"directory": str(root), "file": f, "arguments": ["cc", "-D_GNU_SOURCE", "-c", f]} for f in files]
    (root / compdb.NAME).write_text(json.dumps(entries))
    (root / description.NAME).write_text(said)
    return root


def analysed(root: Path, said: str) -> Analysis:
    return analyse(tree(root, said), root / compdb.NAME, jobs=1)


def section(analysis: Analysis, function: str) -> Section:
    return next(s for s in analysis.sections if s.function == function)


def refusal(root: Path, said: str) -> str:
    (root / description.NAME).write_text(said)
    with pytest.raises(RclError) as caught:
        description.read(root)
    assert caught.value.code is Code.BAD_ARTEFACT
    return str(caught.value)


def test_nothing_is_said(tmp_path: Path) -> None:
    assert description.read(tmp_path) == description.Description()


@pytest.mark.parametrize("name", ["syscall", "id"])
def test_a_function_may_run_on_any_thread(tmp_path: Path, name: str) -> None:
    without = section(analysed(tmp_path, ""), "count")
    assert without.state is State.LEASED and without.reason and without.reason.code == "RCL011"
    said = section(analysed(tmp_path, f'[function.{name}]\nneeds = "none"\nwaits = false\n'), "count")
    assert (said.state, said.identity, said.blocking) == (State.SHIPPED, Identity.NONE, False)
    said = section(analysed(tmp_path, f'[function.{name}]\nneeds = "errno"\nwaits = true\n'), "count")
    assert (said.state, said.identity, said.blocking) == (State.SHIPPED, Identity.ERRNO, True)
    assert description.NAME in said.identity_reason and description.NAME in said.blocking_reason


def test_a_function_that_never_returns(tmp_path: Path) -> None:
    without = section(analysed(tmp_path, ""), "all")
    assert without.identity is Identity.THREAD
    said = section(analysed(tmp_path, "[function.foreign]\nnoreturn = true\n"), "all")
    assert (said.state, said.identity) == (State.SHIPPED, Identity.NONE)


def test_a_changed_description_is_read_again(tmp_path: Path) -> None:
    workspace = Workspace.at(tree(tmp_path, ""))
    assert section(pipeline.analysis(workspace), "count").state is State.LEASED
    (tmp_path / description.NAME).write_text('[function.id]\nneeds = "none"\n')
    assert section(pipeline.analysis(workspace), "count").state is State.SHIPPED
    (tmp_path / description.NAME).unlink()
    assert section(pipeline.analysis(workspace), "count").state is State.LEASED


STORE_H = """\
#include <pthread.h>
struct store { pthread_mutex_t mutex; int n; };
int store_lock(struct store *s);
int store_unlock(struct store *s);
#define LOCK(s) do { if (store_lock(s) != 0) return -1; } while (0)
#define UNLOCK(s) do { if (store_unlock(s) != 0) return -1; } while (0)
#ifdef RCL_H
int store_execute(rcl_exec_fn *execute, struct store *s, rcl_section_fn *section, void *ctx, size_t size);
#endif
"""
STORE = """\
#include "store.h"
int store_init(struct store *s) { return pthread_mutex_init(&s->mutex, NULL); }
int store_lock(struct store *s) { return s->n < 0 ? -1 : pthread_mutex_lock(&s->mutex); }
int store_unlock(struct store *s) { return pthread_mutex_unlock(&s->mutex); }
"""
USE = '#include "store.h"\nint use(struct store *s)\n{\n\tLOCK(s);\n\ts->n++;\n\tUNLOCK(s);\n\treturn 0;\n}\n'
STORE_TOML = """\
[lock.store]
mutex = "store.mutex"
lock = "LOCK(s)"
unlock = "UNLOCK(s)"
execute = "store_execute(s)"
failed = "return -1"
"""


@pytest.mark.parametrize(
    ("said", "instead", "line", "why"),
    [
        ("store.mutex", "store.lock", 2, "there is no mutex called 'store.lock'"),
        ('"LOCK(s)', '"LOK(s)', 3, "there is nothing called 'LOK' in the tree"),
        ("UNLOCK(s)", "LOCK(s)", 4, "LOCK is the lock of [lock.store], too"),
        ("UNLOCK(s)", "pthread_mutex_unlock(s)", 4, "pthread_mutex_unlock is a lock call that rcl knows, too"),
        ('"LOCK(s)', '"LOCK(s, n)', 3, "LOCK has another number of parameters"),
        ("store_execute(s)", "store_unlock(s)", 5, "store_unlock has another number of parameters"),
        ("store_execute(s)", "store_exec(s)", 5, "there is nothing called 'store_exec' in the tree"),
        ("[lock.store]", '[lock.store]\nhandle = "handle"', 2, "there is nothing called 'handle' in the tree"),
    ],
)  # fmt: skip
def test_refused_for_what_the_tree_says(tmp_path: Path, said: str, instead: str, line: int, why: str) -> None:
    database = store(tmp_path.resolve(), STORE_TOML.replace(said, instead, 1))
    with pytest.raises(RclError) as caught:
        analyse(tmp_path.resolve(), database, jobs=1)
    assert caught.value.code is Code.BAD_ARTEFACT
    assert f"{description.NAME}:{line}: " in str(caught.value) and f"store: {why}" in str(caught.value)


def store(root: Path, said: str) -> Path:
    """A program with a lock API of its own; its compile_commands.json."""
    for name, text in {"store.h": STORE_H, "store.c": STORE, "use.c": USE, description.NAME: said}.items():
        (root / name).write_text(text)
    entries = [{"directory": str(root), "file": f, "arguments": ["cc", "-c", f]} for f in ("store.c", "use.c")]
    database = root / compdb.NAME
    database.write_text(json.dumps(entries))
    return database


def test_a_file_with_nothing_but_sections_under_own_locks(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    database = store(root, STORE_TOML)
    analysis = analyse(root, database, jobs=1)
    made = rewrite(root, analysis, [unit.name for unit in analysis.units], commands=database)
    assert [s.function for s in made.sections if s.state is State.SHIPPED] == ["use"]
    assert b"if (store_execute(rcl_exec_anon, s, use_cs, &cs, sizeof(cs)) < 0) {" in made.files["use.c"]

PARTS = """\
#include "store.h"
struct part { pthread_mutex_t mutex; int n; };
#define ENTER(p) do { if (pthread_mutex_lock(&(p)->mutex) != 0) return -2; } while (0)
#define LEAVE(p) do { if (pthread_mutex_unlock(&(p)->mutex) != 0) return -2; } while (0)
struct room { pthread_mutex_t mutex; int n; };
#ifdef RCL_H
int part_execute(rcl_exec_fn *execute, struct part *p, rcl_section_fn *section, void *ctx, size_t size);
int room_execute(rcl_exec_fn *execute, struct room *r, rcl_section_fn *section, void *ctx, size_t size);
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int part_init(struct part *p) { return pthread_mutex_init(&p->mutex, NULL); }
int room_init(struct room *r) { return pthread_mutex_init(&r->mutex, NULL); }
int room_lock(struct room *r) { return pthread_mutex_lock(&r->mutex); }
int room_unlock(struct room *r) { return pthread_mutex_unlock(&r->mutex); }
int in_a_plain_one(struct part *p)
{
	pthread_mutex_lock(&m); ENTER(p); p->n++; LEAVE(p); pthread_mutex_unlock(&m);
	return 0;
}
int room_in_a_plain_one(struct room *r)
{
	pthread_mutex_lock(&m); room_lock(r); r->n++; room_unlock(r); pthread_mutex_unlock(&m);
	return 0;
}
int in_its_own(struct store *s, struct store *t) { LOCK(s); LOCK(t); t->n++; UNLOCK(t); UNLOCK(s); return 0; }
int in_another(struct store *s, struct part *p) { LOCK(s); ENTER(p); p->n++; LEAVE(p); UNLOCK(s); return 0; }
int result_of_the_release(struct room *r) { int n; room_lock(r); r->n++; n = room_unlock(r); return n; }
int result(struct room *r) { int n; n = room_lock(r); r->n++; room_unlock(r); return n; }
int tested(struct room *r)
{
	if (room_lock(r) != 0)
		return 1;
	r->n++;
	room_unlock(r);
	return 0;
}
int in_an_if(struct room *r)
{
#ifndef NEVER
	room_lock(r);
#endif
	r->n++;
#ifndef NEVER
	room_unlock(r);
#endif
	return 0;
}
"""
PARTS_TOML = """\
[lock.part]
mutex = "part.mutex"
lock = "ENTER(p)"
unlock = "LEAVE(p)"
execute = "part_execute(p)"
failed = "return -2"

[lock.room]
mutex = "room.mutex"
lock = "room_lock(r)"
unlock = "room_unlock(r)"
execute = "room_execute(r)"
"""


def test_own_locks_beside_and_around_others(tmp_path: Path) -> None:
    """What may leave the function is not moved; what such a call gives is not the runtime's to tell."""
    root = tmp_path.resolve()
    store(root, STORE_TOML + PARTS_TOML)
    (root / "use.c").write_text(PARTS)
    found: dict[str, str] = {}
    for s in analyse(root, root / compdb.NAME, jobs=1).sections:
        found.setdefault(s.function, s.reason.code if s.reason else "kept" if s.exits[0].keeps else "moved")
    assert found == {
        "store_lock": "RCL032", "in_a_plain_one": "RCL031", "room_in_a_plain_one": "RCL031", "in_its_own": "moved",
        "in_another": "RCL031", "result_of_the_release": "kept", "result": "RCL008", "tested": "RCL008",
        "in_an_if": "RCL021",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "line", "why"),
    [
        ("[function.f\n", 1, "it is not TOML"),
        ("\n[functions.f]\n", 2, "'functions' is none of [function.NAME], [lock.NAME] and [settings]"),
        ('[function]\nf = "none"\n', 2, "[function.f]: a table is expected"),
        ('[function.f]\nneeds = "none"\nwait = true\n', 3, "f: unknown field 'wait'; there are: needs, waits"),
        ('[function.f]\n\nwaits = "yes"\n', 3, "f: waits is not true or false"),
        ('[function.f]\nneeds = "all"\n', 2, "f: needs is none of: none, errno, thread"),
        ('[lock.l]\nlock = "l(m)"\nunlock = "u(m)"\n', 1, "l: field 'mutex' is missing"),
        ('[lock.l]\nmutex = "m"\nhandle = "h *"\nlock = "l(m)"\nunlock = "u(m)"\n', 3, "l: handle is not the name of"),
        ('[lock.l]\nmutex = "m"\nlock = "l"\nunlock = "u(m)"\n', 3, "l: lock is not of the form FUNCTION("),
        ('[lock.l]\nmutex = "m"\nlock = "l(m)"\nunlock = "u(n)"\n', 4, "l: lock and unlock have no parameter"),
        ('[lock.l]\nmutex = "m"\nlock = "l(m)"\nunlock = "u(m)"\ntrylock = "t(a)"\n', 5, "l: trylock lacks m"),
        ('[lock.l]\nmutex = "m"\nlock = "l(m)"\nunlock = "u(m)"\nexecute = "e(m, k)"\n', 5,
         "l: execute has k, which lock has not"),
        ('[lock.l]\nmutex = "m"\nlock = "l(m, m)"\nunlock = "u(m)"\n', 3, "l: lock has two parameters of one name"),
        ('[lock.l]\nmutex = "m"\nlock = "l(m)"\nunlock = "u(m)"\nfailed = "return ("\n', 5,
         "l: failed is not a statement"),
    ],
)  # fmt: skip
def test_refused(tmp_path: Path, said: str, line: int, why: str) -> None:
    told = refusal(tmp_path, said)
    assert f"{description.NAME}:{line}: " in told and why in told
