# SPDX-License-Identifier: MIT
"""What is kept between runs: a run with a cache says what a run without one says, whatever was edited in between."""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rcl import codec, compdb
from rcl.analyse import analyse
from rcl.analyse.unit import reader, store, walk
from rcl.analyse.unit.tree import Unit, Variable
from rcl.artefacts import to_json
from rcl.cache import Cache, Files, decompressed, key_of
from rcl.errors import Code, RclError
from rcl.model import Analysis, State
from rcl.rewrite import Rewriting, compilecheck, rewrite, spatch
from rcl.workspace import sha256

SOURCES = sorted(Path(__file__).parent.joinpath("analyse").glob("*.c"))
FILES = {
    "a.c": '#include "a.h"\nLOCK(a_lock)\nint n;\n'
    "int get(void) { int r; TAKE(&a_lock); r = n; GIVE(&a_lock); return r; }\n",
    "b.c": '#include "a.h"\nLOCK(b_lock)\nint m;\nvoid set(int v) { TAKE(&b_lock); m = v; GIVE(&b_lock); get(); }\n',
    "include/a.h": "#include <pthread.h>\n#define LOCK(x) static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;\n"
    "#define TAKE(x) pthread_mutex_lock(x)\n#define GIVE(x) pthread_mutex_unlock(x)\nint get(void);\n",
}
OTHER_HEADER = FILES["include/a.h"].replace("int get(void);", "int get(void);\n\nextern int errors;")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree of two files and their header."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    build(tmp_path)
    return tmp_path.resolve()


def build(root: Path, *flags: str) -> None:
    commands = [
        {"directory": str(root), "file": name, "arguments": ["gcc", *flags, "-Iinclude", "-pthread", "-c", name]}
        for name in ("a.c", "b.c")
    ]
    (root / compdb.NAME).write_text(json.dumps(commands))


def test_an_interrupt_does_not_wait_for_compilations(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That comes while it is found out which are to be made."""
    check = compilecheck.Check(root, {}, {})
    begun: list[object] = []
    asked = iter([False] * 20)
    monkeypatch.setattr(check, "_new", lambda *given: [begun.append(given), time.sleep(0.05)][:0])

    def silent(_: object) -> bool:
        try:
            return next(asked)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(check, "_is_silent", silent)
    [command, _] = compdb.load(root / compdb.NAME)
    with pytest.raises(KeyboardInterrupt):
        check.messages([command] * 21, 1)
    assert len(begun) < 10


def said(root: Path, cache: Cache) -> str:
    return json.dumps(to_json(analyse(root, root / compdb.NAME, jobs=1, cache=cache)))


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(root: Path) -> None:
        text = (root / name).read_text()
        assert old in text
        (root / name).write_text(text.replace(old, new, 1))

    return edit


#: what a person may do between two runs, and the files that must be parsed again then
EDITS = {
    "nothing": (lambda root: None, []),
    "file": (replaced("a.c", "r = n;", "r = n++;"), ["a.c"]),
    "header": (replaced("include/a.h", "int get", "extern int k;\nint get"), ["a.c", "b.c"]),
    "flags": (lambda root: build(root, "-DNDEBUG"), ["a.c", "b.c"]),
    "header that hides another": (lambda root: (root / "a.h").write_text(OTHER_HEADER), ["a.c", "b.c"]),
    "new file": (lambda root: (root / "c.h").write_text("int c;\n"), []),
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are parsed from here on."""
    found: list[str] = []
    real = store.Store.keep

    def keep(self: store.Store, command: compdb.CompileCommand, packed: store.Packed, read: dict[str, str]) -> Unit:
        found.append(command.file.name)
        return real(self, command, packed, read)

    monkeypatch.setattr(store.Store, "keep", keep)
    return found


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit(edit: str, root: Path, parsed: list[str]) -> None:
    cache = Cache(root / ".rcl" / "cache")
    first = said(root, cache)
    assert parsed == ["a.c", "b.c"]
    assert first == said(root, Cache())
    do, again = EDITS[edit]
    do(root)
    parsed.clear()
    second = said(root, cache)
    assert parsed == again
    assert second == said(root, Cache())
    assert (second != first) == bool(again) or edit == "flags"


def test_another_walker(root: Path, parsed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(root / ".rcl" / "cache")
    first = said(root, cache)
    other = tmp_path / walk.LIBRARY
    other.write_bytes(walk.library().read_bytes() + b"more")
    monkeypatch.setenv("RCL_WALKER", str(other))
    parsed.clear()
    assert said(root, cache) == first
    assert parsed == ["a.c", "b.c"]


def rewritten(root: Path, cache: Cache) -> Rewriting:
    database = root / compdb.NAME
    analysis = analyse(root, database, jobs=1, cache=cache)
    return rewrite(root, analysis, [unit.name for unit in analysis.units], commands=database, jobs=1, cache=cache)


def test_rewriting_after_edits(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(root, "-Wall")
    replaced("a.c", "int r;", "int r, unused;")(root)
    cache = Cache(root / ".rcl" / "cache")
    made = [rewritten(root, cache)]
    with monkeypatch.context() as patch:
        patch.setattr(spatch, "_spawn", lambda *_: pytest.fail("spatch is run again"))
        patch.setattr(compilecheck, "_compile", lambda *_: pytest.fail("it is compiled again"))
        assert rewritten(root, cache) == made[0]
    assert all(section.state is State.SHIPPED for section in made[0].sections)
    for edit in ("file", "header", "flags"):
        do, _ = EDITS[edit]
        do(root)
        made.append(rewritten(root, cache))
        assert made[-1] == rewritten(root, Cache())
    assert made[1].files != made[0].files


FAR = {
    "a.c": '#include "a.h"\npthread_mutex_t first = INIT;\npthread_mutex_t second = INIT;\npthread_mutex_t *any;\n'
    "int far(int v) {\n    TAKE(&second);\n    STEP(v);\n    GIVE(&second);\n    return v;\n}\n",
    "b.c": '#include "a.h"\nint m;\nvoid set(int v) {\n    TAKE(&first);\n    m = far(v);\n    GIVE(&first);\n}\n'
    "int get(void) {\n    int r;\n    TAKE(&second);\n    r = m;\n    GIVE(&second);\n    return r;\n}\n",
    "include/a.h": "#include <errno.h>\n#include <pthread.h>\n#include <unistd.h>\n"
    "#define INIT PTHREAD_MUTEX_INITIALIZER\n"
    "#ifdef SLOW\n#define STEP(v) sleep(v)\n#else\n#define STEP(v) (v)++\n#endif\n"
    "#define TAKE(x) pthread_mutex_lock(x)\n#define GIVE(x) pthread_mutex_unlock(x)\n"
    "extern pthread_mutex_t first;\nextern pthread_mutex_t second;\nextern pthread_mutex_t *any;\nint far(int v);\n",
}
def test_an_edit_that_moves_a_mutex(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is initialised stands in rcl_config.h, which others include: they are not compiled again for that."""
    for name, text in FAR.items():
        (root / name).write_text(text)
    replaced("b.c", "int m;", "static pthread_mutex_t third = INIT;\nint m;")(root)
    cache = Cache(root / ".rcl" / "cache")
    rewritten(root, cache)
    compiled: list[str] = []
    real = compilecheck._compile

    def compiles(root: Path, tree: Path, include: str, command: compdb.CompileCommand, *how: Any) -> Any:
        compiled.append(command.file.name)
        return real(root, tree, include, command, *how)

    monkeypatch.setattr(compilecheck, "_compile", compiles)
    replaced("a.c", "pthread_mutex_t first", "\n\npthread_mutex_t first")(root)
    rewritten(root, cache)
    assert compiled == ["a.c"]


#: edits that change what is known of the sections of a file which they do not touch, and what then is in its analysis
FAR_EDITS = {
    "a callee waits": (replaced("a.c", "return v;", "sleep(1);\n    return v;"), '"blocking": true'),
    "a callee sets errno": (replaced("a.c", "return v;", "errno = v;\n    return v;"), '"identity": "errno"'),
    "a callee loops": (replaced("a.c", "return v;", "while (!any);\n    return v;"), "waits for any in a loop"),
    "a callee ends the thread": (replaced("a.c", "STEP(v);", "pthread_exit(0);"), '"leased"'),
    "a callee gives the lock back": (replaced("a.c", "return v;", "GIVE(&first);\n    return v;"), '"leased"'),
    "a lock that knows its thread": (
        replaced("include/a.h", "PTHREAD_MUTEX_INITIALIZER", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP"),
        "knows its thread",
    ),
    "a pointer means both locks": (
        replaced("a.c", "STEP(v);", "any = v ? &first : &second;"),
        '"classes": ["first", "second"]',
    ),
    "a macro of the header": (replaced("include/a.h", "(v)++", "usleep(v)"), '"blocking": true'),
    "a flag": (lambda root: build(root, "-DSLOW", "-D_GNU_SOURCE"), '"blocking": true'),
}


@pytest.mark.parametrize("edit", FAR_EDITS)
def test_an_edit_far_away(edit: str, root: Path) -> None:
    """What a section needs may change by an edit of another file, of a header, or of the flags."""
    for name, text in FAR.items():
        (root / name).write_text(text)
    build(root, "-D_GNU_SOURCE")
    cache = Cache(root / ".rcl" / "cache")
    before = rewritten(root, cache)
    do, then = FAR_EDITS[edit]
    assert then not in said(root, cache)
    do(root)
    assert then in said(root, cache)
    assert said(root, cache) == said(root, Cache())
    after = rewritten(root, cache)
    assert after == rewritten(root, Cache())
    assert after.sections != before.sections


NOTING = {
    "a.c": '#include "a.h"\nint noted;\nvoid take(struct locked *l, int first, int second) {\n'
    "    pthread_mutex_lock(&l->m);\n    noted = first;\n}\nvoid give(struct locked *l) {\n"
    "    pthread_mutex_unlock(&l->m);\n}\n",
    "b.c": '#include "a.h"\nstruct locked one = { PTHREAD_MUTEX_INITIALIZER };\nint sum;\n'
    "void add(int n, int m) {\n    take(&one, n, m);\n    sum += n + m;\n    give(&one);\n}\n",
    "include/a.h": "#include <pthread.h>\nstruct locked { pthread_mutex_t m; };\n"
    "void take(struct locked *l, int first, int second);\nvoid give(struct locked *l);\n",
}
#: edits of what a lock function of another file does besides
NOTING_EDITS = {
    "another argument": replaced("a.c", "noted = first;", "noted = second;"),
    "no argument": replaced("a.c", "noted = first;", "noted++;"),
    "another name": replaced("a.c", "int first, int second) {\n", "int second, int first) {\n"),
    "nothing": replaced("a.c", "noted = first;", ""),
}


@pytest.mark.parametrize("edit", NOTING_EDITS)
def test_an_edit_of_what_a_lock_function_notes(edit: str, root: Path) -> None:
    """The sections of its callers hand it something else then."""
    for name, text in NOTING.items():
        (root / name).write_text(text)
    cache = Cache(root / ".rcl" / "cache")
    before = rewritten(root, cache)
    NOTING_EDITS[edit](root)
    after = rewritten(root, cache)
    assert after == rewritten(root, Cache())
    assert after.files["b.c"] != before.files["b.c"]


#: what a line of the files may become: another value, another place for it, a lock more, a lock less, nothing
LINES = (
    lambda line, _: line.replace("r = n", "r = n + 1").replace("m = v", "m = 2 * v"),
    lambda line, _: "\n" + line,
    lambda line, _: line.replace("return r;", "TAKE(&a_lock); n++; GIVE(&a_lock); return r;"),
    lambda line, _: line.replace(" GIVE(&b_lock);", " if (v) { GIVE(&b_lock); return; } GIVE(&b_lock);"),
    lambda line, _: line.replace("pthread_mutex_lock(x)", "pthread_mutex_lock((x))"),
    lambda line, other: line.replace("n;", f"n; int n{other};"),
    lambda line, _: line.replace(" get(); }", " }"),
)


@pytest.mark.parametrize("seed", range(3))
def test_random_edits(root: Path, seed: int) -> None:
    """After each of many edits, and of several at once, a run that knows the last ones says what a first one says."""
    chance, cache = Random(seed), Cache(root / ".rcl" / "cache")
    for number in range(6):
        for _ in range(chance.randint(1, 3)):
            path = root / chance.choice(list(FILES))
            lines = path.read_text().splitlines(keepends=True)
            at = chance.randrange(1, len(lines))
            lines[at] = chance.choice(LINES)(lines[at], f"_{seed}_{number}_{at}")
            path.write_text("".join(lines))
        assert rewritten(root, cache) == rewritten(root, Cache())


def test_a_header_decides_whether_it_compiles(root: Path) -> None:
    """What was compiled before and is the same by itself is compiled again when a header is another."""
    strict = "#ifdef STRICT\n#define rcl_exec_anon nobody_declares_this\n#endif"
    replaced("a.c", "int n;", f"int n;\n{strict}\n#ifdef WORSE\n#define rcl_lock nor_this\n#endif")(root)
    cache = Cache(root / ".rcl" / "cache")
    assert {s.state for s in rewritten(root, cache).sections} == {State.SHIPPED}
    (root / "include" / "a.h").write_text("#define STRICT\n" + FILES["include/a.h"])
    for kept in (cache, Cache()):
        reasons = [s.reason for s in rewritten(root, kept).sections if s.enter_token.file == "a.c"]
        assert reasons and all(r and r.code == Code.NOT_RECONSTRUCTIBLE.code for r in reasons)
        assert all(r and "nobody_declares_this" in r.sentence for r in reasons)
    (root / "include" / "a.h").write_text("#define STRICT\n#define WORSE\n" + FILES["include/a.h"])
    for kept in (cache, Cache()):
        with pytest.raises(RclError, match=r"a\.c:.*nor_this") as refused:
            rewritten(root, kept)
        assert refused.value.code is Code.DOES_NOT_COMPILE


@pytest.mark.parametrize(
    ("rule", "files"),
    [
        ("a.o: a.c a.h\n", ["a.c", "a.h"]),
        ("a.o: a.c \\\n a.h \\\n  /usr/x.h\n", ["a.c", "a.h", "/usr/x.h"]),
        ("/dev/null: my\\ file.c a\\#b.h a$$b.h\n", ["my file.c", "a#b.h", "a$b.h"]),
        ("", []),
    ],
)
def test_prerequisites(rule: str, files: list[str]) -> None:
    assert compilecheck.prerequisites(rule) == files


def test_has_include(root: Path, parsed: list[str]) -> None:
    """A file that is only asked for matters, too, once it is there."""
    replaced("a.c", "LOCK", '#if __has_include("extra.h")\n#include "extra.h"\n#endif\nLOCK')(root)
    cache = Cache(root / ".rcl" / "cache")
    said(root, cache)
    (root / "extra.h").write_text("extern int extra;\n")
    parsed.clear()
    assert said(root, cache) == said(root, Cache())
    assert parsed[0] == "a.c"


@pytest.mark.parametrize("damage", [b"", b"{}", b"not JSON", None, b"\xff\xfe"])
def test_a_damaged_file_counts_as_none(damage: bytes | None, root: Path, parsed: list[str]) -> None:
    cache = Cache(root / ".rcl" / "cache")
    first = said(root, cache)
    for path in cache.folder.rglob("*") if cache.folder else ():
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-9] if damage is None else damage)
    parsed.clear()
    assert said(root, cache) == first
    assert parsed == ["a.c", "b.c"]


@pytest.mark.parametrize("answer", [None, [], 1, "text", [[]], [1, 2, 3], [[], []], [["a.c"], [["a.c", "[1]"]]]])
def test_an_answer_of_another_shape_counts_as_none(answer: object, root: Path) -> None:
    """The tree, its cache included, may come from someone else."""
    cache = Cache(root / ".rcl" / "cache")
    first = said(root, cache)
    for command in compdb.load(root):
        cache.keep(store.Store(cache, root)._key(command), answer)
    assert said(root, cache) == first


WRONG = ([], {}, 1, "text", None, [[]], [1, 2, 3], {"a": 1})


@pytest.mark.parametrize("number", range(24))
def test_a_wrong_value_in_any_answer_counts_as_none(number: int, root: Path) -> None:
    """In the place of all of it, or of some part of it."""
    cache = Cache(root / ".rcl" / "cache")

    def made() -> tuple[Analysis, Rewriting]:
        found = analyse(root, root / compdb.NAME, jobs=1, cache=cache)
        units = [unit.name for unit in found.units]
        return found, rewrite(root, found, units, commands=root / compdb.NAME, jobs=1, cache=cache)

    first = made()
    kept = [path for path in (root / ".rcl" / "cache").rglob("*") if path.is_file()]
    assert len(kept) > 8
    for path in kept:
        _change(path, lambda answer: _with_wrong(answer, number))
    assert made() == first


def _change(path: Path, change: Callable[[Any], Any]) -> None:
    """Has the cache's file say something else."""
    reader = zlib.decompressobj()
    read = reader.decompress(path.read_bytes().partition(b"\n")[2])
    answer, behind = decompressed(reader.unused_data)
    texts = (read, json.dumps(change(json.loads(answer))).encode())
    packed = b"".join(map(zlib.compress, texts)) + behind
    path.write_bytes(sha256(packed).encode() + b"\n" + packed)


def _with_wrong(answer: Any, number: int) -> Any:
    """The answer with a wrong value at one of its places, which are not the same each time."""
    if number < len(WRONG):
        return WRONG[number]
    places = list(_places(answer))
    if not places:
        return {"a": 1}
    inside, key = places[Random(number).randrange(len(places))]
    inside[key] = {"a": 1}
    return answer


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where the parts of a value stand."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from _places(part)


@dataclass(frozen=True)
class Row:
    """Of every sort."""

    text: str
    number: int
    share: float
    maybe: str | None
    names: tuple[str, ...]
    pair: tuple[str, int]
    known: frozenset[int]
    table: dict[str, bool]


GOOD = Row("a", 1, 0.5, None, ("b",), ("c", 2), frozenset({3}), {"d": True})


def test_every_sort_of_value_is_read_back() -> None:
    for row in (GOOD, replace(GOOD, maybe="e", share=1.0, number=True)):
        assert codec.unpack(Row, json.loads(json.dumps(codec.pack(Row, row)))) == row


@pytest.mark.parametrize("place", range(8))
@pytest.mark.parametrize("wrong", [{"a": 1}, {1.5}, [1.5], ["a", None], [[1, 2]]])
def test_a_value_of_another_type_is_told(place: int, wrong: object) -> None:
    packed = codec.pack(Row, GOOD)
    packed[place] = wrong
    with pytest.raises(codec.DAMAGED):
        codec.unpack(Row, packed)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_units_are_the_same_afterwards(source: Path) -> None:
    command = compdb.CompileCommand(source, source.parent, ("-pthread",))
    unit, _ = reader.read(command, source.parent)
    assert unit.functions
    packed = store.pack(unit)
    rest, texts = store.unpack(store.Packed(json.loads(json.dumps(packed.unit)), packed.behind))
    rest.functions = [function for text in texts.values() for function in store.functions(text)]
    assert rest == unit


def test_what_is_read_back_is_what_was_kept() -> None:
    """Equal ones are one object, as those are that several units have from a header."""
    variable = Variable("c:@n", "n", "a.h", 1, 11, "global", "int")
    kept = [variable, variable, replace(variable, file="b.h"), replace(variable, size=4)]
    found = codec.unpack(list[Variable], json.loads(json.dumps(codec.pack(list[Variable], kept))))
    assert found == kept and found[0] is found[1]
    assert list(map(hash, found)) == list(map(hash, kept))
    assert repr(found) == repr(kept)
    with pytest.raises(FrozenInstanceError):
        found[0].name = "m"  # type: ignore[misc]


def test_least_recently_used_go_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    keys = [key_of(number) for number in range(4)]
    for key in keys:
        cache.keep(key, os.urandom(1000).hex())
    for path in tmp_path.rglob("??*"):
        if path.is_file():
            path.touch()
    old = tmp_path / keys[2][:2] / keys[2][2:]

    os.utime(old, (1, 1))
    cache.trim(limit=4500)
    assert [cache.find(key) is not None for key in keys] == [True, True, False, True]


def test_an_answer_that_would_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree may have brought it: a small file can hold a large text."""
    cache = Cache(tmp_path)
    cache.keep(key_of(), "x" * 100_000)
    assert cache.find(key_of()) == "x" * 100_000
    monkeypatch.setattr("rcl.cache.LARGEST_BYTES", 50_000)
    assert cache.find(key_of()) is None


def test_two_runs_at_once(tmp_path: Path) -> None:
    """Whoever reads sees one answer or the other, whole."""
    key, answers = key_of("same"), ["a" * 100_000, "b" * 100_000]
    with ThreadPoolExecutor(4) as pool:
        writes = [pool.submit(Cache(tmp_path).keep, key, answers[number % 2]) for number in range(40)]
        seen = [Cache(tmp_path).find(key) for _ in range(40)]
        for write in writes:
            write.result()
    assert set(seen) <= {None, *answers}
    assert len(list(tmp_path.rglob("*"))) == 2


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file")
    cache.keep(key_of(), 1)
    cache.trim()
    assert cache.find(key_of()) is None


def test_a_file_that_an_answer_follows_from(tmp_path: Path) -> None:
    cache, key = Cache(tmp_path / "cache"), key_of()
    (tmp_path / "x.h").write_text("1")
    cache.keep(key, "answer", Files(tmp_path).around([str(tmp_path / "x.h")]))
    assert cache.find(key, Files(tmp_path)) == "answer"
    assert cache.find(key) is None
    (tmp_path / "x.h").write_text("2")
    assert cache.find(key, Files(tmp_path)) is None
