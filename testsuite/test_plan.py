# SPDX-License-Identifier: MIT
"""plan.toml: read, written, and a person's edits and comments kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rcl import plan, tomlfile
from rcl.cache import Cache
from rcl.errors import Code, RclError
from rcl.model import Choice, Kind, Plan
from rcl.plan import Treatment

CHOICES = (
    Choice("stats_lock", True, Kind.RCL, 0, "63.1 % of busy time: above 20 %"),
    Choice("conn_queue.lock@cq_init", False, Kind.POSIX, 0, "not profiled"),
)
RULES = {choice.name: Treatment.of(choice) for choice in CHOICES}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A plan on disk."""
    file = tmp_path / "plan.toml"
    plan.write(file, Plan(CHOICES, {"a dir/a.c": "00"}, {".rcl/profile.json": "11"}), RULES)
    return file


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def refusal(path: Path) -> str:
    with pytest.raises(RclError) as caught:
        plan.read(path)
    assert caught.value.code is Code.BAD_ARTEFACT
    return str(caught.value)


def test_reads_what_it_wrote(path: Path) -> None:
    assert plan.read(path) == Plan(CHOICES, {"a dir/a.c": "00"}, {".rcl/profile.json": "11"})


def test_is_written_for_people(path: Path) -> None:
    text = path.read_text()
    assert text.startswith("# What becomes of each lock class.")
    assert '[lock.stats_lock]\nconvert = true # 63.1 % of busy time: above 20 %\nkind = "rcl"\nserver = 0\n' in text
    assert '[lock."conn_queue.lock@cq_init"]' in text


def test_writing_again_changes_nothing(path: Path) -> None:
    text = path.read_text()
    plan.write(path, plan.read(path), RULES)
    assert path.read_text() == text


def test_only_the_sources_are_written_anew(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the plan says the same otherwise: a cache knows, and what a person edits, or another choice, counts."""
    cache, told = Cache(tmp_path / "cache"), Plan(CHOICES, {"a.c": "00"}, {".rcl/profile.json": "11"})
    plan.write(path, told, RULES, cache)
    assert plan.read(path, cache) == told
    later = replace(told, sources={"a.c": "01", "b c.c": "02", "plain": "03", "x-1/~#'[].h": "04"})
    with monkeypatch.context() as patch:
        patch.setattr(tomlfile, "read", lambda *_: pytest.fail("it is parsed again"))
        plan.write(path, later, RULES, cache)
        assert plan.read(path, cache) == later
    quick = path.read_text()
    plan.write(path, later, RULES)
    assert path.read_text() == quick and plan.read(path) == later
    edit(path, "server = 0", "server = 3 # mine")
    assert plan.read(path, cache).choices[0].server == 3
    for rules in (RULES, {**RULES, "stats_lock": Treatment(False)}):
        plan.write(path, told, rules, cache)
        table = path.read_text().partition("[lock.stats_lock]")[2].partition("[lock.")[0]
        assert f'rule = "{rules["stats_lock"]}"' in table and "mine" not in table
        assert plan.read(path, cache) == plan.read(path)
    plan.write(path, replace(told, sources={}), RULES, cache)
    assert plan.read(path, cache) == replace(told, sources={}) and "[sources]" not in path.read_text()


@pytest.mark.parametrize("name", ['a"b.c', "a\\b.c", "a\tb.c", "a\x7fb.c", "\u00fc.c", "\udcfc.c"])
def test_sources_of_odd_names(name: str, path: Path, tmp_path: Path) -> None:
    cache, told = Cache(tmp_path / "cache"), Plan(CHOICES, {name: "00"})
    later = replace(told, sources={name: "01"})
    for made in (told, later):
        plan.write(path, made, RULES, cache)
    assert plan.read(path, cache) == plan.read(path) == later
    quick = path.read_bytes()
    plan.write(path, later, RULES)
    assert path.read_bytes() == quick


@pytest.mark.parametrize("more", ["# mine\n", '"a.c" = "02"\n', '"a\\u0062" = "02"\n', "\n[other]\n", '"b" = 1\n'])
def test_sources_that_are_not_as_rcl_writes_them(path: Path, tmp_path: Path, more: str) -> None:
    """What the cache knows of the text before them does not help."""
    cache = Cache(tmp_path / "cache")
    plan.write(path, Plan(CHOICES, {"a.c": "00"}), RULES, cache)
    plan.read(path, cache)
    path.write_text(path.read_text() + more)
    results = []
    for kept in (Cache(), cache):
        try:
            results.append(plan.read(path, kept))
        except RclError as error:
            results.append(str(error))
    assert results[0] == results[1]


def test_an_edit_is_a_choice_by_hand(path: Path) -> None:
    edit(path, 'kind = "rcl"', 'kind = "inline"')
    choice = plan.read(path).choices[0]
    assert (choice.kind, choice.by_hand) == (Kind.INLINE, True)


def test_what_is_to_be_detached_survives_new_choices(path: Path) -> None:
    edit(path, "server = 0\n", "server = 0\ndetach = true # nobody looks\n")
    assert [choice.detach for choice in plan.read(path).choices] == [True, False]
    plan.write(path, Plan(CHOICES, {}), RULES)
    assert [choice.detach for choice in plan.read(path).choices] == [True, False]
    assert "detach = true # nobody looks" in path.read_text()


def test_comments_survive_new_choices(path: Path) -> None:
    edit(path, "[lock.stats_lock]", "# ask Ann before changing this\n[lock.stats_lock]\n# really")
    new = Choice("stats_lock", True, Kind.RCL, 1, "70 %", by_hand=True)
    late = Choice("late", False, Kind.POSIX, 0, "")
    plan.write(path, Plan((new, late), {"b.c": "22"}), {"stats_lock": Treatment(False), "late": Treatment(False)})
    text = path.read_text()
    assert "# ask Ann before changing this" in text and "# really" in text
    assert "cq_init" not in text and "63.1" not in text and "[profiles]" not in text
    assert plan.read(path) == Plan((new, late), {"b.c": "22"})
    assert text.endswith('\n\n[sources]\n"b.c" = "22"\n'), "the hashes stay out of sight"


def test_reasons_stand_beside_what_they_are_about(path: Path) -> None:
    told = replace(CHOICES[0], why_kind="two caches", why_server="with b", facts="taken 9 times")
    plan.write(path, Plan((told,), {}), RULES)
    text = path.read_text()
    assert "[lock.stats_lock] # taken 9 times\n" in text
    assert 'kind = "rcl" # two caches\nserver = 0 # with b\n' in text and plan.read(path).choices == (told,)
    plan.write(path, Plan((CHOICES[0],), {}), RULES)
    assert plan.read(path).choices == CHOICES[:1] and "two caches" not in path.read_text()


def test_a_persons_cores_stay_and_missing_ones_are_added(path: Path) -> None:
    plan.write(path, Plan(CHOICES, {}, cores=(7,)), RULES)
    assert "cores = [7] # of server 0, 1, ...: run it with RCL_CORES=7\n" in path.read_text()
    edit(path, "cores = [7]", "cores = [3]")
    plan.write(path, Plan(CHOICES, {}, cores=(7, 6)), RULES)
    assert plan.read(path).cores == (3, 6) and "RCL_CORES=3,6" in path.read_text()
    plan.write(path, Plan(CHOICES, {}), RULES)
    assert plan.read(path).cores == (3, 6), "a person may have put them there"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("convert = true", "convert = 1", "stats_lock: convert has the wrong type"),
        ("convert = true", "convert = yes", "it is not TOML"),
        ('kind = "rcl"', 'kind = "fast"', "kind 'fast' is none of: posix, inline, rcl, spin, "),
        ("server = 0", "server = -1", "server must be a number from 0 to 31"),
        ("convert = true", "detach = 1\nconvert = true", "detach has the wrong type"),
        ("server = 0", "server = true", "server has the wrong type"),
        ("server = 0", "servre = 0", "unknown field 'servre'"),
        ("server = 0", "", "field 'server' is missing"),
        ('"rcl-plan-1"', '"rcl-plan-9"', "schema 'rcl-plan-1' is expected"),
        ('= "00"', "= 7", "sources: hashes are expected"),
        ('= "11"', "= 7", "profiles: hashes are expected"),
        ("\n[lock.stats", "cores = [-1]\n\n[lock.stats", "cores: a list of processor numbers is expected"),
    ],
)
def test_names_the_fault_and_its_line(path: Path, old: str, new: str, complaint: str) -> None:
    text = path.read_text()
    line = text[: text.index(old)].count("\n") + 1
    edit(path, old, new)
    said = refusal(path)
    assert complaint in said
    if not any(word in complaint for word in ("missing", "sources", "profiles", "schema", "cores")):
        assert f"plan.toml:{line}:" in said


def test_the_right_table_is_named(path: Path) -> None:
    edit(path, 'kind = "posix"', "kind = 3")
    line = path.read_text().split("kind = 3")[0].count("\n") + 1
    assert f"plan.toml:{line}: " in refusal(path)


def test_rubbish(path: Path) -> None:
    for content in (b"\xff", b"lock = 3\nschema = 'rcl-plan-1'\n", b"schema = 'rcl-plan-1'\n[lock]\na = 1\n"):
        path.write_bytes(content)
        refusal(path)


@pytest.mark.parametrize("text", ["keep", "posix", "inline", "rcl:0", "rcl:31", "mcs-tp", "cc-synch"])
def test_treatments_read_as_written(text: str) -> None:
    assert str(Treatment.parse(text)) == text


@pytest.mark.parametrize("text", ["", "rcl:", "rcl:-1", "rcl:x", "posix:1", "RCL", "mcs_tp", "rcl:32"])
def test_bad_treatments(text: str) -> None:
    with pytest.raises(ValueError, match="is not keep"):
        Treatment.parse(text)
