# SPDX-License-Identifier: MIT
"""The set-up: which packages it asks for and how, what a second run does, what a wheel carries."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rcl import __version__

ROOT = Path(__file__).parents[1]
PACKAGES = ROOT / ".ci" / "packages"


def environment(**changes: str) -> dict[str, str]:
    """The environment without what an outer make hands down."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAKE")} | changes


def make(*targets: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "--no-print-directory", *targets]
    return subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of commands that pretend to be a Debian where only make is installed and the user is uid 1000."""
    commands = {
        "dpkg-query": 'case "$*" in *" make") printf installed ;; *) exit 1 ;; esac',
        "id": "echo 1000",
        "sudo": "exit 1",
        "apt-get": 'echo "apt-get $*" >> "$LOG"',
    }
    for name, text in commands.items():
        replace_command(tmp_path, name, text)
    return tmp_path


def replace_command(machine: Path, name: str, text: str) -> None:
    path = machine / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def ask_for(machine: Path, packages: str) -> tuple[int, str, str]:
    """Exit status, messages, and what apt-get was asked for."""
    wanted = machine / "packages.txt"
    wanted.write_text(packages)
    log = machine / "log"
    env = environment(PATH=f"{machine}:{os.environ['PATH']}", LOG=str(log))
    done = subprocess.run([PACKAGES, wanted], env=env, capture_output=True, text=True, timeout=30, check=False)
    return done.returncode, done.stderr, log.read_text() if log.exists() else ""


def test_installed_packages_are_left_alone(machine: Path) -> None:
    assert ask_for(machine, "# needed\nmake\n") == (0, "", "")


def test_without_root_and_sudo_the_missing_packages_are_named(machine: Path) -> None:
    message = "rcl: install these Debian packages first: sudo apt-get install bear gcc\n"
    assert ask_for(machine, "make\nbear # the build recorder\n\ngcc\n") == (2, message, "")


def test_a_sudo_that_asks_nothing_is_used(machine: Path) -> None:
    replace_command(machine, "sudo", '[ "$1" = -n ] && shift && exec "$@"')
    status, _, log = ask_for(machine, "make\nbear\n")
    assert (status, log) == (0, "apt-get -q -y update\napt-get -q -y install --no-install-recommends bear\n")


def test_a_failing_installation_fails_the_set_up_with_what_apt_says(machine: Path) -> None:
    replace_command(machine, "id", "echo 0")
    replace_command(machine, "apt-get", 'echo "no such package"; [ "$3" = update ]')
    status, messages, _ = ask_for(machine, "bear\n")
    assert status == 2 and messages.endswith("no such package\n")


def test_root_needs_no_sudo(machine: Path) -> None:
    replace_command(machine, "id", "echo 0")
    status, _, log = ask_for(machine, "bear\n")
    assert (status, log.splitlines()[-1]) == (0, "apt-get -q -y install --no-install-recommends bear")


def test_a_second_set_up_does_nothing() -> None:
    assert make("setup").returncode == 0
    again = make("setup")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_help_names_every_target() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    assert {line.split()[0] for line in make().stdout.splitlines()} == set(phony[1].split())


def test_a_wheel_carries_the_semantic_patches(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    names = zipfile.ZipFile(tmp_path / f"rcl-{__version__}-py3-none-any.whl").namelist()
    patches = {f"rcl/semantic-patches/{path.name}" for path in (ROOT / "semantic-patches").glob("*.cocci")}
    assert patches and patches <= set(names)
    assert "rcl/cli.py" in names or "rcl/cli/__init__.py" in names
