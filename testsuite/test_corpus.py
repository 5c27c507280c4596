# SPDX-License-Identifier: MIT
"""Real programs: manifests, Debian sources from a repository made here, test suites, and the load generator."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rcl import artefacts
from rcl.cli import main
from rcl.corpus import command, source, stages, tap
from rcl.corpus.manifest import CORPUS, Build, Group, Manifest, Verdict, find, load, names
from rcl.corpus.page import corpus_doc, merged
from rcl.corpus.report import Conversion, CorpusReport, PackageReport, SuiteRun, remarks
from rcl.corpus.suite import NOTHING, Outcome, Suite, SuiteResult, TestResult, as_before, compare, judge
from rcl.errors import EXIT_DIFFERS, Code, RclError
from rcl.machine import machine
from rcl.workspace import quiet

ROOT = Path(__file__).parents[1]

MANIFEST = """\
name = "tiny"
version = "1.0-1"
quick = ["t/one.t"]
[build]
configure = "true"
make = "make"
[[suite]]
name = "t"
command = "sh {test}"
tests = ["t/*.t"]
"""


def unseen(so_far: SuiteResult, test: TestResult) -> None:
    """The report that nobody reads."""


# ------------------------------------------------------------------------------- manifest.toml


def test_every_manifest_of_the_corpus_is_good() -> None:
    manifests = [find(name) for name in names()]
    assert [load(path).name for path in manifests] == list(names())
    assert all((path.parent / "packages.txt").is_file() for path in manifests)
    assert "memcached" in names()


def test_a_manifest_is_found_by_name_or_path() -> None:
    assert find("memcached") == CORPUS / "memcached" / "manifest.toml"
    assert find("./x/manifest.toml") == Path("x/manifest.toml")
    with pytest.raises(RclError, match=r"nosuch: no such manifest; there are: .*memcached"):
        find("nosuch")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('version = "1.0-1"\n', "", "version"),
        ("[build]", "[biuld]", "biuld"),
        ('name = "tiny"', 'name = "../tiny"', "not the name of a Debian source package"),
        ('tests = ["t/*.t"]', "", "suite t needs both"),
        (" {test}", "", "suite t needs both"),
        ('tests = ["t/*.t"]', 'jobs = "many"', "jobs"),
        ('tests = ["t/*.t"]', 'tests = "t/*.t"', "suite[0].tests"),
        ('tests = ["t/*.t"]', 'tests = ["t/*.t"]\nverdict = "luck"', "verdict"),
        ("[build]", "[build", "line 4"),
    ],
)
def test_a_bad_manifest_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    path = tmp_path / "manifest.toml"
    assert old in MANIFEST
    path.write_text(MANIFEST.replace(old, new, 1))
    with pytest.raises(RclError) as caught:
        load(path)
    assert caught.value.code is Code.BAD_ARGUMENT
    assert str(path) in str(caught.value)
    assert complaint in str(caught.value)


def test_a_manifest_knows_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "manifest.toml"
    path.write_text(MANIFEST.replace("sh {test}", "{here}/run.sh {test}"))
    (tmp_path / "run.sh").write_text("true")
    before = load(path)
    assert before.suite[0].command == f"{tmp_path}/run.sh {{test}}"
    assert not before.own_files
    assert load(path) == before
    (tmp_path / "run.sh").write_text("false")
    assert load(path).made_of != before.made_of
    path.write_text(MANIFEST.replace('make = "', 'make = "cp {here}/run.sh . && '))
    assert load(path).build.make.startswith(f"cp {tmp_path}/run.sh . && ")
    assert load(path).own_files


def test_a_missing_manifest_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(RclError) as caught:
        load(tmp_path / "manifest.toml")
    assert caught.value.code is Code.UNREADABLE


# ------------------------------------------------------------------------------- Debian sources


@pytest.mark.parametrize(
    ("binary", "sources"),
    [
        ("deb http://x/debian stable main\n", "deb-src http://x/debian stable main\n"),
        ("deb [arch=amd64] http://x y z\n", "deb-src [arch=amd64] http://x y z\n"),
        ("deb-src http://x y z\n# deb http://x\n", "deb-src http://x y z\n# deb http://x\n"),
        ("Types: deb\nURIs: http://x/deb\n", "Types: deb-src\nURIs: http://x/deb\n"),
        ("Types: deb deb-src\nSuites: a\n", "Types: deb-src\nSuites: a\n"),
    ],
)
def test_a_source_list_is_asked_for_sources(binary: str, sources: str) -> None:
    assert source.for_sources(binary) == sources


@pytest.fixture
def apt_configuration(tmp_path: Path) -> Path:
    """The /etc/apt of a machine whose only repository holds tiny 1.0-1."""
    tree = tmp_path / "work" / "tiny-1.0"
    (tree / "debian" / "source").mkdir(parents=True)
    (tree / "debian" / "source" / "format").write_text("3.0 (native)\n")
    (tree / "debian" / "changelog").write_text(
        "tiny (1.0-1) unstable; urgency=low\n\n  * One.\n\n -- A <a@b>  Thu, 01 Jan 2026 00:00:00 +0000\n"
    )
    (tree / "debian" / "control").write_text("Source: tiny\nMaintainer: A <a@b>\n\nPackage: tiny\nArchitecture: all\n")
    (tree / "debian" / "source" / "format").write_text("1.0\n")
    (tree / "main.c").write_text("int main(void) { return 0; }\n")
    repository = tmp_path / "repository"
    repository.mkdir()
    subprocess.run(["dpkg-source", "-sn", "-b", str(tree)], cwd=repository, check=True, capture_output=True)
    index = subprocess.run(["dpkg-scansources", "."], cwd=repository, check=True, capture_output=True)
    (repository / "Sources").write_bytes(index.stdout)
    etc = tmp_path / "etc"
    etc.mkdir()
    (etc / "sources.list").write_text(f"deb [trusted=yes] file:{repository} ./\n")
    return etc


def tiny(**changes: object) -> Manifest:
    group = Group("t", "sh {test}", ("t/*.t",), jobs=2, timeout_s=20)
    manifest = Manifest("tiny", "1.0-1", Build("true", "make"), (group,), ("t/one.t",))
    return replace(manifest, **changes)  # type: ignore[arg-type]


def test_a_source_package_becomes_a_repository_of_one_commit(apt_configuration: Path, tmp_path: Path) -> None:
    pristine = source.fetch(tiny(), tmp_path / "cache", quiet, apt_configuration)
    assert (pristine / "main.c").read_text() == "int main(void) { return 0; }\n"
    log = subprocess.run(["git", "log", "--format=%s"], cwd=pristine, check=True, capture_output=True, text=True)
    status = subprocess.run(["git", "status", "--porcelain"], cwd=pristine, check=True, capture_output=True)
    assert (log.stdout, status.stdout) == ("tiny 1.0-1\n", b"")
    assert [path.name for path in apt_configuration.iterdir()] == ["sources.list"]
    (apt_configuration / "sources.list").unlink()
    assert source.fetch(tiny(), tmp_path / "cache", quiet, apt_configuration) == pristine


def test_a_program_of_our_own_is_taken_from_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "manifest.toml"
    path.write_text(MANIFEST.replace("quick", 'source = "src"\nquick'))
    (tmp_path / "src").mkdir()
    for text in ("int one;\n", "int two;\n"):
        (tmp_path / "src" / "main.c").write_text(text)
        pristine = source.fetch(load(path), tmp_path / "cache", quiet, tmp_path / "no-apt")
        assert (pristine / "main.c").read_text() == text
        assert (pristine / ".git").is_dir()


def test_a_version_that_is_gone_names_those_that_are_there(apt_configuration: Path, tmp_path: Path) -> None:
    with pytest.raises(RclError) as caught:
        source.fetch(tiny(version="0.9-1"), tmp_path / "cache", quiet, apt_configuration)
    assert caught.value.code is Code.NO_SUCH_SOURCE
    assert caught.value.way_out.endswith("one of: 1.0-1")
    assert not list((tmp_path / "cache" / "corpus" / "tiny").glob("pristine-*"))


def test_a_repository_that_is_out_of_reach_says_so(tmp_path: Path) -> None:
    etc = tmp_path / "etc"
    etc.mkdir()
    (etc / "sources.list").write_text(f"deb [trusted=yes] file:{tmp_path}/nowhere ./\n")
    with pytest.raises(RclError, match="nowhere"):
        source.fetch(tiny(), tmp_path / "cache", quiet, etc)


# ------------------------------------------------------------------------------- test suites


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("1..2\nok 1 - a\nok 2\n", tap.Tap(2, 0, (), 2, False)),
        ("ok\nnot ok\nok\n1..3\n", tap.Tap(2, 0, ("2",), 3, False)),
        ("1..1\nnot ok 1 - it's wrong\n#   Failed test\n", tap.Tap(0, 0, ("1 it's wrong",), 1, False)),
        ("1..2\nok 1 # skip no root\nnot ok 2 - b # TODO later\n", tap.Tap(1, 1, (), 2, False)),
        ("1..0 # SKIP no TLS\n", tap.Tap(0, 0, (), 0, False)),
        ("starting\nok 1\nokay 2\nok2\n not ok 3\n1..9 lives\n", tap.Tap(1, 0, (), None, False)),
        ("1..3\nok 1\nBail out!  no port\n", tap.Tap(1, 0, (), 3, True)),
        ("1..1\r\nok 1 - dos\r\n", tap.Tap(1, 0, (), 1, False)),
        ("", tap.Tap(0, 0, (), None, False)),
    ],
)
def test_tap_is_read_out_of_noise(output: str, expected: tap.Tap) -> None:
    assert tap.parse(output) == expected


@pytest.mark.parametrize(
    ("output", "status", "outcome", "note"),
    [
        ("1..1\nok 1\n", 0, Outcome.PASS, ""),
        ("1..1\nok 1\n", 3, Outcome.FAIL, "status 3"),
        ("1..1\nok 1\n", -11, Outcome.FAIL, "status -11"),
        ("1..1\nnot ok 1\n", 1, Outcome.FAIL, ""),
        ("1..2\nok 1\n", 0, Outcome.FAIL, "planned 2, ran 1"),
        ("", 0, Outcome.FAIL, "planned None, ran 0"),
        ("1..2\nok 1\n", None, Outcome.TIMEOUT, "killed after test 1"),
        ("1..0 # skip all\n", 0, Outcome.SKIP, ""),
        ("Bail out!\n", 0, Outcome.FAIL, "bailed out"),
    ],
)
def test_a_test_program_is_judged_by_plan_and_status(
    output: str, status: int | None, outcome: Outcome, note: str
) -> None:
    result = judge("t", output.encode(), status, 1.0)
    assert (result.outcome, result.note) == (outcome, note)


@pytest.mark.parametrize(
    ("status", "outcome", "note"),
    [
        (0, Outcome.PASS, ""),
        (77, Outcome.SKIP, ""),
        (1, Outcome.FAIL, "status 1"),
        (-11, Outcome.FAIL, "status -11"),
        (None, Outcome.TIMEOUT, ""),
    ],
)
def test_a_test_without_tap_is_judged_by_its_status(status: int | None, outcome: Outcome, note: str) -> None:
    result = judge("t", b"not ok 1\n", status, 1.0, Verdict.EXIT)
    assert (result.outcome, result.note, result.output) == (outcome, note, "")


def test_what_a_test_prints_is_part_of_its_result_where_that_is_wanted() -> None:
    def suite(verdict: Verdict, output: bytes) -> SuiteResult:
        return SuiteResult((judge("t", output, 0, 1.0, verdict),), 1.0)

    assert compare(suite(Verdict.EXIT, b"1"), suite(Verdict.EXIT, b"2")) == ()
    assert compare(suite(Verdict.OUTPUT, b"1"), suite(Verdict.OUTPUT, b"1")) == ()
    assert [d.name for d in compare(suite(Verdict.OUTPUT, b"1"), suite(Verdict.OUTPUT, b"2"))] == ["t"]


Scripts = Callable[[dict[str, str]], Path]


@pytest.fixture
def scripts(tmp_path: Path) -> Scripts:
    """Writes a tree of test scripts."""

    def write(texts: dict[str, str]) -> Path:
        for name, text in texts.items():
            path = tmp_path / "tree" / "t" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path / "tree"

    return write


PASSES = "echo 1..1; echo ok 1"
FAILS = "echo 1..1; echo 'not ok 1 - never'"


def test_a_suite_runs_every_test_program(scripts: Scripts, tmp_path: Path) -> None:
    tree = scripts(
        {
            "one.t": f'test "$RCL_LOCKS" = "*=inline" && {PASSES}',
            "slow.t": "echo 1..2; echo ok 1; sleep 60",
            "fails.t": FAILS,
            "left-out.t": FAILS,
        }
    )
    group = Group("t", "sh {test}", ("t/*.t",), exclude={"t/left-*.t": "for a reason"}, jobs=4, timeout_s=1)
    suite = Suite(tiny(suite=(group,)), tree, tmp_path / "logs", {"RCL_LOCKS": "*=inline"})
    result = suite.run(unseen)
    assert [(test.name, test.outcome.value, test.failed) for test in result.tests] == [
        ("t/fails.t", "fail", ("1 never",)),
        ("t/one.t", "pass", ()),
        ("t/slow.t", "timeout", ()),
    ]
    assert (tmp_path / "logs" / "t_one.t.log").read_text() == "1..1\nok 1\n"


def test_tests_may_be_names_that_are_no_files(scripts: Scripts, tmp_path: Path) -> None:
    tree = scripts({"all.t": f'case $1 in one | two) {PASSES} ;; *) exit 1 ;; esac'})
    group = Group("t", "sh t/all.t {test}", ("one", "two", "three", "no/*.t"), Verdict.EXIT)
    result = Suite(tiny(suite=(group,), quick=()), tree, tmp_path / "logs", {}, quick=True).run(unseen)
    assert [(test.name, test.outcome.value) for test in result.tests] == [
        ("one", "pass"), ("two", "pass"), ("three", "fail")
    ]  # fmt: skip


def ended(pid: int) -> bool:
    """Whether a process that may have no parent to reap it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
    except OSError:
        return True


def test_a_test_program_leaves_no_process_behind(scripts: Scripts, tmp_path: Path) -> None:
    tree = scripts({"one.t": f"sleep 300 & echo $! > pid; {PASSES}"})
    result = Suite(tiny(), tree, tmp_path / "logs", {}).run(unseen)
    assert result.tests[0].outcome is Outcome.PASS
    pid = int((tree / "pid").read_text())
    deadline = time.monotonic() + 5
    while not ended(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert ended(pid)


def test_the_quick_suite_is_the_named_tests(scripts: Scripts, tmp_path: Path) -> None:
    tree = scripts({"one.t": PASSES, "two.t": PASSES})
    result = Suite(tiny(), tree, tmp_path / "logs", {}, quick=True).run(unseen)
    assert [test.name for test in result.tests] == ["t/one.t"]
    with pytest.raises(RclError, match=r"tiny: there is no test t/none\.t"):
        Suite(tiny(quick=("t/none.t",)), tree, tmp_path / "logs", {})


def test_known_results_are_not_run_again(scripts: Scripts, tmp_path: Path) -> None:
    tree = scripts({"one.t": "echo x >> one; " + PASSES, "two.t": PASSES})
    suite = Suite(tiny(), tree, tmp_path / "logs", {})
    first = suite.run(unseen)
    half = SuiteResult(first.tests[:1], first.seconds)
    assert [test.name for test in suite.run(unseen, half).tests] == ["t/one.t", "t/two.t"]
    assert (tree / "one").read_text() == "x\n"


def test_differences_are_those_of_outcome_and_failing_tests() -> None:
    def suite(*tests: TestResult) -> SuiteResult:
        return SuiteResult(tests, 1.0)

    good = TestResult("a", Outcome.PASS, 3, 0, (), 1.0)
    bad = TestResult("a", Outcome.FAIL, 2, 0, ("2 x",), 1.0)
    assert compare(suite(good), suite(replace(good, seconds=9.0))) == ()
    assert compare(suite(bad), suite(replace(bad, failed=("3 y",))))[0].name == "a"
    assert [(d.before, d.after) for d in compare(suite(good), suite(bad))] == [(good, bad)]
    assert [(d.before, d.after) for d in compare(suite(good), NOTHING)] == [(good, None)]
    assert [(d.before, d.after) for d in compare(NOTHING, suite(good))] == [(None, good)]


def test_a_difference_counts_only_if_it_stays(scripts: Scripts, tmp_path: Path) -> None:
    third_time = f"echo x >> runs; if [ $(wc -l < runs) -ge 3 ]; then {PASSES}; else {FAILS}; fi"
    tree = scripts({"flaky.t": third_time, "one.t": FAILS, "same.t": FAILS})
    suite = Suite(tiny(), tree, tmp_path / "logs", {})
    after = suite.run(unseen)
    before = replace(
        after,
        tests=tuple(
            test if test.name == "t/same.t" else replace(test, outcome=Outcome.PASS, failed=())
            for test in after.tests
        ),
    )
    settled = suite.settle(after, as_before(before), unseen)
    assert settled.rerun == ("t/flaky.t", "t/one.t")
    assert [difference.name for difference in compare(before, settled)] == ["t/one.t"]


# ------------------------------------------------------------------------------- stages


@pytest.fixture
def fetched(tmp_path: Path) -> Path:
    """A cache that holds the pristine tree of tiny 1.0-1."""
    pristine = tmp_path / "cache" / "corpus" / "tiny" / "pristine-1.0-1"
    (pristine / "t").mkdir(parents=True)
    (pristine / "main.c").write_text("int main(void) { return 0; }\n")
    (pristine / "Makefile").write_text("main: main.c\n\tcc -o main main.c\n")
    (pristine / "t" / "one.t").write_text(f"./main && {PASSES}")
    (pristine / "t" / "two.t").write_text(FAILS)
    return tmp_path / "cache"


def test_a_finished_stage_is_not_repeated(fetched: Path) -> None:
    said: list[str] = []

    def progress(done: int, total: int, what: str) -> None:
        said.append(what)

    first = stages.run(tiny(), fetched, stages.Stage.BASELINE, progress=progress)
    assert first.baseline is not None
    assert [test.outcome.value for test in first.baseline.tests] == ["pass", "fail"]
    run_again = ["baseline: t/two.t: fail"] * 2  # the manifest does not know that it fails
    assert said == ["tiny: true", "tiny: make", "baseline: t/one.t: pass", "baseline: t/two.t: fail", *run_again]
    database = json.loads((fetched / "corpus" / "tiny" / "original" / "compile_commands.json").read_text())
    assert [Path(entry["file"]).name for entry in database] == ["main.c"]
    said.clear()
    assert stages.run(tiny(), fetched, stages.Stage.BASELINE, progress=progress).baseline == first.baseline
    assert said == []


def test_results_belong_to_the_machine_code_that_was_run(fetched: Path) -> None:
    tree = fetched / "corpus" / "tiny" / "original"
    said: list[str] = []

    def outcomes() -> list[str]:
        said.clear()
        report = stages.run(tiny(), fetched, stages.Stage.BASELINE, progress=lambda *what: said.append(what[2]))
        assert report.baseline is not None
        return [test.outcome.value for test in report.baseline.tests]

    assert outcomes() == ["pass", "fail"]
    (tree / "left-by-a-test").write_text("not of the build")
    assert outcomes() == ["pass", "fail"] and said == []
    (tree / "main").write_text("#!/bin/sh\nexit 1\n")
    assert outcomes() == ["fail", "fail"] and "baseline: t/one.t: fail" in said


def test_an_interrupt_ends_the_test_that_runs(fetched: Path, tmp_path: Path) -> None:
    """Though it stands in a session of its own; how it ended is not kept as a result."""
    pristine = fetched / "corpus" / "tiny" / "pristine-1.0-1"
    (pristine / "t" / "one.t").write_text(f"touch '{tmp_path}/ready'; exec sleep 40")
    (tmp_path / "manifest.toml").write_text(MANIFEST)
    verb = ["corpus", "--cache", str(fetched), "--until", "baseline", "./manifest.toml"]
    command = [sys.executable, "-m", "rcl", *verb]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True) as process:
        while not (tmp_path / "ready").exists():
            time.sleep(0.02)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and err.strip() == b"rcl: interrupted"
    assert time.monotonic() - began < 20
    assert not list(fetched.rglob("suite-*.json"))


def test_a_build_that_fails_ends_the_package_with_its_log(fetched: Path) -> None:
    broken = tiny(build=Build("true", "echo first; cc nothing.c"))
    report = stages.run(broken, fetched)
    assert report.exit_status == 2
    assert report.stopped.startswith("build: RCL094: ")
    assert "original.log:" in report.stopped
    assert next(remarks(report)).startswith("tiny: stopped at build: RCL094: ")


def test_a_verb_that_refuses_ends_the_package_with_its_status(fetched: Path) -> None:
    (fetched / "corpus" / "tiny" / "pristine-1.0-1" / "t" / "two.t").write_text(PASSES)
    report = stages.run(tiny(), fetched)
    assert (report.conversion, report.exit_status) == (None, 2)
    assert report.stopped.startswith("convert: rcl ")
    assert "error RCL" in report.stopped


LOCKED = """\
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

int main(void)
{
	pthread_mutex_lock(&lock);
	total++;
	pthread_mutex_unlock(&lock);
	return total - 1;
}
"""


def test_a_conversion_is_measured_and_not_repeated(fetched: Path) -> None:
    (fetched / "corpus" / "tiny" / "pristine-1.0-1" / "main.c").write_text(LOCKED)
    said: list[str] = []
    first, again = (
        stages.run(tiny(), fetched, stages.Stage.COMPARE, True, lambda *what: said.append(what[2]), ["posix"])
        for _ in range(2)
    )
    assert first.stopped == ""
    assert first.conversion is not None
    assert (first.conversion.classes, first.conversion.shipped) == (1, 1)
    assert list(first.conversion.costs) == ["choose", "rewrite", "build"]
    assert [test.name for test in first.runs[0].result.tests] == ["t/one.t"]
    assert (again.conversion, again.runs) == (first.conversion, first.runs)
    assert len([what for what in said if "rcl rewrite" in what]) == 1


def test_a_test_that_varies_by_itself_is_told_from_one_that_differs(fetched: Path) -> None:
    pristine = fetched / "corpus" / "tiny" / "pristine-1.0-1"
    (pristine / "main.c").write_text(LOCKED)
    converted = "test -e .rcl/plan.toml"
    (pristine / "t" / "one.t").write_text(f"if {converted}; then {FAILS}; else {PASSES}; fi")
    second = "echo x >> runs; test $(wc -l < runs) = 2"
    (pristine / "t" / "two.t").write_text(f"if {converted} || {{ {second}; }}; then {FAILS}; else {PASSES}; fi")
    report = stages.run(tiny(), fetched, kinds=["posix"])
    assert [(run.varying, run.differing, run.verdict) for run in report.runs] == [(("t/two.t",), 1, "1 differ, 1 vary")]
    assert report.exit_status == EXIT_DIFFERS
    said = "tiny: posix: t/two.t: pass before, fail (1 never) after, as without the rewriting when run again"
    assert list(remarks(report))[-1] == said


def test_the_report_says_what_differs_and_is_an_artefact(tmp_path: Path) -> None:
    good = TestResult("a", Outcome.PASS, 3, 0, (), 1.0)
    bad = TestResult("a", Outcome.TIMEOUT, 2, 0, (), 1.0, "killed after test 2", reruns=2)
    before, after = SuiteResult((good,), 1.0), SuiteResult((bad,), 1.0)
    runs = (
        SuiteRun("posix", before, ()),
        SuiteRun("rcl:0", after, compare(before, after)),
    )
    conversion = Conversion(4, 0, 12, 9, 3, 0, {"RCL003": 2, "RCL032": 1}, partly=2)
    package = PackageReport("p", "1-1", conversion, before, runs, {"build": 2.0}, exit_status=4)
    report = CorpusReport((package,), ("posix", "rcl:0"), "2026-01-01", machine())
    assert list(remarks(package)) == [
        "p: sections that stay in place: RCL003 2, RCL032 1",
        "p: rcl:0: a: pass before, timeout (killed after test 2) after",
    ]
    path = tmp_path / "report.json"
    artefacts.write(path, report)
    assert artefacts.read(path, CorpusReport) == report
    assert report.exit_status == 4
    older = replace(report, packages=(replace(package, version="0-1"), replace(package, name="a")), date="2025-12-31")
    page = corpus_doc(merged([older, report]))
    assert [line.split()[1] for line in page.splitlines() if "1-1 |" in line or "0-1 |" in line] == ["a", "p"]
    assert "| p | 1-1 | 4 | 12 | 9 | 2 | 3 | 0 | 0 s | 0 s | 0 MiB | 1 pass | same | 1 differ | 2 s |" in page
    kept = "4 of them keep the lock on some way out, and what follows there runs in place"
    assert f"Together 18 of 24 sections are shipped (75.0%); {kept}. Of those that stay in place, 2 have" in page
    assert "| RCL003 | trylock | 4 |" in page


def test_a_baseline_that_the_manifest_does_not_expect_is_remarked_upon(fetched: Path) -> None:
    group = Group("t", "sh {test}", ("t/*.t",), known={"t/one.t": "it does not"})
    report = stages.run(tiny(suite=(group,)), fetched, stages.Stage.BASELINE)
    assert report.baseline is not None
    assert (report.unexpected, report.baseline.rerun) == (("t/one.t", "t/two.t"),) * 2
    assert list(remarks(report)) == [
        "tiny: before the rewriting, not as its manifest says: t/one.t, t/two.t"
    ]


def test_several_programs_go_side_by_side(fetched: Path) -> None:
    pristine = fetched / "corpus" / "tiny" / "pristine-1.0-1"
    for name in ("broken", "third"):
        shutil.copytree(pristine, fetched / "corpus" / name / pristine.name)
    said: list[tuple[int, int]] = []
    programs = [tiny(), tiny(name="broken", build=Build("true", "false")), tiny(name="third")]
    ready: list[str] = []
    report = stages.run_all(
        programs, fetched, stages.Stage.BASELINE, progress=lambda done, total, _: said.append((done, total)), jobs=2,
        ready=lambda package: ready.append(package.name),
    )
    assert [package.name for package in report.packages] == ["tiny", "broken", "third"]
    assert sorted(ready) == ["broken", "third", "tiny"]
    assert [bool(package.stopped) for package in report.packages] == [False, True, False]
    assert {total for _, total in said} == {3}
    assert report.exit_status == 2


def test_what_a_command_takes_is_measured(tmp_path: Path) -> None:
    hungry = "x = bytearray(b'x') * (64 << 20); import time; time.sleep(0.8)"
    child = f"import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', {hungry!r}]))"
    cost = command.logged([sys.executable, "-c", child], tmp_path, tmp_path / "log")
    assert cost.status == 0
    assert 64 <= cost.peak_mib < 200
    assert 0.8 <= cost.seconds < 60


@pytest.fixture
def tiny_manifest(tmp_path: Path) -> str:
    path = tmp_path / "manifest.toml"
    path.write_text(MANIFEST)
    return str(path)


def test_the_corpus_verb_prints_a_table_and_writes_the_report(
    fetched: Path, tiny_manifest: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "report.json"
    arguments = ["corpus", "--cache", str(fetched), "--until", "baseline", "-o", str(output), tiny_manifest]
    assert main([*arguments, "--kinds", "mcs,rcl:1"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["PACKAGE", "VERSION", "CLASSES"] and head.split()[-3:] == ["mcs", "rcl:1", "TIME"]
    assert row.split()[:2] == ["tiny", "1.0-1"]
    assert "1 pass, 1 fail" in row
    assert artefacts.read(output, CorpusReport).packages[0].name == "tiny"


def test_the_suite_verb_fails_where_results_differ(
    scripts: Scripts, tiny_manifest: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = scripts({"one.t": PASSES})
    before = str(tmp_path / "before.json")
    verb = ["suite", "-C", str(tree), tiny_manifest]
    assert main([*verb, "-o", before]) == 0
    assert main([*verb, "--before", before]) == 0
    scripts({"one.t": FAILS})
    capsys.readouterr()
    assert main([*verb, "--before", before]) == 4
    captured = capsys.readouterr()
    assert re.fullmatch(r"tiny: 1 fail in \d+ s; 1 differ from " + re.escape(before), captured.out.strip())
    assert captured.err == "rcl: t/one.t: pass before, fail (1 never) after\n"


# ------------------------------------------------------------------------------- the load generator

SERVER = """\
#!{python}
import os, signal, socketserver, sys

values = {{}}

class Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self):
        while words := self.rfile.readline().split():
            if words[0] == b"set":
                values[words[1]] = self.rfile.read(int(words[4]) + 2)[:-2]
                self.wfile.write(b"STORED\\r\\n")
            else:
                value = values[words[1]]{fault}
                self.wfile.write(b"VALUE %s 0 %d\\r\\n%s\\r\\nEND\\r\\n" % (words[1], len(value), value))

socketserver.ThreadingTCPServer.daemon_threads = True
server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Connection)
signal.signal(signal.SIGINT, lambda *ignored: os._exit({status}))
with open(os.environ["MEMCACHED_PORT_FILENAME"], "w") as file:
    file.write("TCP INET: %d\\n" % server.server_address[1])
server.serve_forever()
"""


def run_load(tmp_path: Path, fault: str = "", status: int = 0, *options: str) -> subprocess.CompletedProcess[str]:
    server = tmp_path / "server"
    server.write_text(SERVER.format(python=sys.executable, fault=fault, status=status))
    server.chmod(0o755)
    load_sh = ROOT / "corpus" / "memcached" / "load.sh"
    return subprocess.run([load_sh, server, *options], capture_output=True, text=True, timeout=60, check=False)


def test_the_load_is_bounded_and_deterministic(tmp_path: Path) -> None:
    options = ("-n", "2000", "-c", "3", "-t", "2", "-d", "4", "-w", "25", "-k", "50", "-S", "7")
    runs = [json.loads(run_load(tmp_path, "", 0, *options).stdout) for _ in range(2)]
    assert [(run["schema"], run["ops"], run["errors"], run["misses"]) for run in runs] == [
        ("rcl-load-1", 2000, 0, 0)
    ] * 2
    assert runs[0]["gets"] == runs[1]["gets"]
    assert 1400 < runs[0]["gets"] < 1600
    assert 0 < runs[0]["p50_us"] <= runs[0]["p99_us"]


@pytest.mark.parametrize("fault", ["[:-1] + b'?'", "[::-1]", " + b'x'", "[:20] + values[b'key:1'][20:]"])
def test_the_load_finds_a_damaged_value(tmp_path: Path, fault: str) -> None:
    done = run_load(tmp_path, fault, 0, "-n", "500", "-c", "2", "-k", "40")
    assert done.returncode == 1
    assert json.loads(done.stdout)["errors"] > 0


def test_the_load_ends_with_the_servers_status(tmp_path: Path) -> None:
    assert run_load(tmp_path, "", 7, "-n", "10", "-k", "5").returncode == 7


def test_a_server_that_does_not_start_is_named() -> None:
    load_sh = ROOT / "corpus" / "memcached" / "load.sh"
    done = subprocess.run([load_sh, "/bin/false"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, "load.sh: /bin/false did not start to listen\n")


@pytest.mark.parametrize(
    "options", [(), ("-p", "0"), ("-p", "1", "-t", "-1"), ("-p", "1", "-d", "1024", "-v", "32768"), ("-p", "1", "x")]
)
def test_bad_usage_of_the_load_generator_is_refused(options: tuple[str, ...]) -> None:
    mcload = ROOT / "build" / "corpus" / "mcload"
    done = subprocess.run([mcload, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "mcload" in done.stderr


def test_a_server_that_nobody_runs_is_no_success() -> None:
    mcload = ROOT / "build" / "corpus" / "mcload"
    done = subprocess.run([mcload, "-p", "1"], capture_output=True, text=True, check=False, env=os.environ)
    assert (done.returncode, "port 1" in done.stderr) == (1, True)
