# SPDX-License-Identifier: MIT
"""What is shown of a profile: tables, the page, the comparison of two."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from rcl import artefacts, cli
from rcl.model import (
    Delay,
    LockMoment,
    LockPair,
    LockSite,
    LockType,
    Moment,
    Place,
    Profile,
    ScalingPoint,
    ThreadGroup,
    WaitPoint,
)
from rcl.profile import page as profile_page
from rcl.profile import tables
from rcl.profile.charts import Line, histogram, lines
from sample import lock_profile, make_profile

SITE = LockSite(
    "store.c", 28, "get<int>", 1000, 157, 0.1, 0.2, wait_p99_ns=5e3, hold_p50_ns=40, hold_p99_ns=400, blocked=0.25,
    delayed_by=(Delay("store.c", 51, "put", 150, 0.09), Delay("store.c", 28, "get", 7, 0.01)),
)  # fmt: skip


@pytest.fixture
def rich_profile() -> Profile:
    """A profile with something of everything."""
    cache = replace(
        lock_profile("cache_lock", 0.6, Place("store.c", 9), sites=(SITE,)),
        owner_changes=400, longest_queue=3, blocked=0.25, samples=20, holds=(0, 0, 5, 9, 1), waits=(0, 157),
    )  # fmt: skip
    table = replace(lock_profile("<table>", 0.1, sites=(replace(SITE, operation="reading"),)), type=LockType.RWLOCK)
    idle = lock_profile("idle_lock", 0.0001)
    moments = tuple(Moment(at, at + 1.0, (LockMoment("cache_lock", 10, 2, 0.1 * at, 0.5),)) for at in (0.0, 1.0, 2.0))
    return replace(
        make_profile(cache, table, idle),
        section_s=1.3,
        not_counted="this machine offers no hardware counters",
        waits=(WaitPoint("ready", LockType.CONDITION, Place("store.c", 3), 12, 0.5, 1e6, 2e6, 3e6),),
        pairs=(LockPair("cache_lock", "<table>", 30, 4, 0.125, 0.0625), LockPair("idle_lock", "<table>", 0, 0, 0, 0)),
        groups=(ThreadGroup("", 1, 1.0, 0.0), ThreadGroup("work", 3, 3.0, 1.3)),
        timeline=moments,
        scaling=(ScalingPoint(1, 2.0, 0.1, {"cache_lock": 0.1}), ScalingPoint(4, 1.0, 0.65, {"cache_lock": 0.6})),
    )


def shown(table: Table, width: int = 200) -> str:
    console = Console(width=width, force_terminal=False)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


# ---------------------------------------------------------------------------------- tables


def test_the_wide_table_shows_waits_queue_moves_and_sleeps(rich_profile: Profile) -> None:
    text = shown(tables.lock_table(rich_profile, wide=True))
    row = next(line for line in text.splitlines() if line.startswith("cache_lock")).split()
    assert row[-4:] == ["0ns/0ns", "3", "40.0", "25.0"]
    assert "idle_lock" not in text and "1 more with less than 0.05 % of time each" in text
    assert "not measured (this machine offers no hardware counters)" in text
    assert "65.0 % of their time in sections" in text


def test_cache_misses_have_a_column_where_they_were_measured() -> None:
    text = shown(tables.lock_table(make_profile(lock_profile("a", 0.5, cache_misses=3.25))))
    assert "MISSES" in text and "3.2" in text and "not measured" not in text


def test_sites_name_those_that_held_the_lock(rich_profile: Profile) -> None:
    text = shown(tables.site_table(rich_profile))
    assert re.search(r"store.c:28 get<int> +cache_lock +1000 +15.7 +100ms +5us +200ms +40ns/400ns +25.0", text)
    assert re.search(r"behind store.c:51 put +90ms", text)
    assert "store.c:28 get<int> (reading)" in text


def test_pairs_that_neither_nest_nor_meet_are_left_out(rich_profile: Profile) -> None:
    assert re.search(r"cache_lock +<table> +30 +4 +12.5 +6.2", shown(tables.pair_table(rich_profile)))
    assert "idle_lock" not in shown(tables.pair_table(rich_profile))
    assert "idle_lock" in shown(tables.pair_table(rich_profile, everything=True))


def test_waits_threads_and_scaling(rich_profile: Profile) -> None:
    assert re.search(r"ready store.c:3 +condition +12 +500ms +1ms +2ms +3ms", shown(tables.wait_table(rich_profile)))
    text = shown(tables.thread_table(rich_profile))
    assert re.search(r"\(first thread\) +1 +1.00s +0.0", text) and re.search(r"work +3 +3.00s +43.3", text)
    text = shown(tables.scaling_table(rich_profile))
    assert re.search(r"all sections +10.0 +65.0", text) and re.search(r"cache_lock +10.0 +60.0", text)


def test_a_comparison_names_what_came_and_went() -> None:
    before = make_profile(lock_profile("a", 0.6), lock_profile("gone", 0.1))
    after = make_profile(lock_profile("a", 0.2), lock_profile("new", 0.3))
    found = tables.changes(before, after)
    assert [change.name for change in found] == ["a", "new", "gone"]
    text = shown(tables.change_table(found))
    assert re.search(r"a +60.0 +20.0", text)
    assert re.search(r"new +- +30.0", text) and re.search(r"gone +10.0 +-", text)


@pytest.mark.parametrize(
    ("ns", "text"), [(0, "0ns"), (999, "999ns"), (1500, "2us"), (2.5e6, "2ms"), (1e9, "1.00s"), (61e9, "61.00s")]
)
def test_durations(ns: float, text: str) -> None:
    assert tables.duration(ns) == text


# ---------------------------------------------------------------------------------- page


class Checker(HTMLParser):
    """Every tag that must be closed is, in order; nothing is fetched."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        assert not named.keys() & {"src", "onclick"} and tag not in ("script", "link", "img", "iframe")
        self.ids |= {value for key, value in attributes if key == "id" and value}
        self.links |= {value for key, value in attributes if key == "href" and value}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag in ("line", "polyline")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert not checker.open
    assert checker.links == {f"#{name}" for name in checker.ids}
    return checker


def test_the_page_is_whole_and_needs_nothing_else(rich_profile: Profile) -> None:
    page = profile_page.page(rich_profile)
    text = checked(page).text
    for part in ("cache_lock", "<table>", "get<int>", "behind store.c:51 put", "Time in sections by number of threads"):
        assert part in text
    for part in ("Over time", "Pairs", "Conditions and barriers", "(first thread)", "no hardware counters"):
        assert part in text
    assert "prefers-color-scheme:dark" in page and "http" not in page
    assert "cycles" not in text


def test_the_page_of_an_empty_profile() -> None:
    text = checked(profile_page.page(make_profile())).text
    assert "Over time" not in text and "Pairs" not in text


def test_histograms_and_lines_keep_their_proportions() -> None:
    bars = histogram((0, 0, 10, 5, 0, 1), 0, "holds")
    heights = [float(height) for height in re.findall(r'<rect[^>]*height="([\d.]+)"', bars)]
    assert heights == [116.0, 58.0, 0.0, 11.6]
    assert "2ns to 3ns: 10" in bars
    drawn = lines([Line("a<b", ((1, 0.0), (2, 0.5), (3, 1.0)))], "t", "threads")
    ys = [float(point.split(",")[1]) for point in re.search(r'points="([^"]*)"', drawn)[1].split()]  # type: ignore[index]
    assert ys == [120.0, 66.0, 12.0]
    assert "a&lt;b" in drawn and "a<b" not in drawn


# ---------------------------------------------------------------------------------- command line


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[str, Profile], Path]:
    def keep(name: str, profile: Profile) -> Path:
        artefacts.write(tmp_path / name, profile)
        return tmp_path / name

    return keep


def test_show_reads_what_was_written(
    kept: Callable[[str, Profile], Path], rich_profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept("p.json", rich_profile)
    assert artefacts.read(path, Profile) == rich_profile
    for view in ("locks", "sites", "pairs", "waits", "threads"):
        assert cli.main(["profile", "--show", "--view", view, str(path)]) == 0
    output = capsys.readouterr().out
    for part in ("cache_lock", "behind", "CROSSED", "condition", "(first thread)", "% OF TIME, THREADS"):
        assert part in output
    page = path.with_suffix(".html")
    assert cli.main(["profile", "--show", "--json", "--html", str(page), str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["locks"][0]["longest_queue"] == 3
    checked(page.read_text())


def test_a_narrow_terminal_shows_the_names(kept: Callable[[str, Profile], Path], rich_profile: Profile) -> None:
    """It breaks the lines by itself: fewer columns would be left for none of the names."""
    command = f"rcl profile --show '{kept('p.json', rich_profile)}'"
    environment = {**os.environ, "COLUMNS": "40", "TERM": "xterm", "NO_COLOR": "1"}
    words = ["script", "-qec", f"'{sys.executable}' -m {command}", "/dev/null"]
    shown = subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout
    assert "cache_lock" in shown and "SECTIONS" in shown


def test_compare_on_the_command_line(
    kept: Callable[[str, Profile], Path], rich_profile: Profile, capsys: pytest.CaptureFixture[str]
) -> None:
    one = kept("one.json", make_profile(lock_profile("a", 0.6)))
    two = kept("two.json", make_profile(lock_profile("a", 0.2), cores=8))
    assert cli.main(["profile", "--compare", "--json", str(one), str(two)]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert document["schema"] == "rcl-profile-changes-1"
    assert [c["after"]["time_share"] for c in document["locks"]] == [0.2]
    assert "different machines" in captured.err
    assert cli.main(["profile", "--compare", str(one)]) == 2
    assert "takes two profiles" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["", "0", "1,x", "-1"])
def test_numbers_of_threads_are_checked(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["profile", f"--threads={given}", "--", "true", "{}"]) == 2
    assert "no list of numbers" in capsys.readouterr().err


def test_a_command_without_a_place_for_the_number_of_threads(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["-C", str(tmp_path), "profile", "--threads", "1,2", "--", "true"]) == 2
    assert "needs {} in the command" in capsys.readouterr().err
