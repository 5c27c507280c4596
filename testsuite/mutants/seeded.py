# SPDX-License-Identifier: MIT
# ruff: noqa: E501
"""Faults that no operator makes: in the rules, and mistakes of meaning."""

from __future__ import annotations

from dataclasses import dataclass

from mutants.faults import ANALYSE, REWRITE, ROOT, Fault, functions_at
from rcl.workspace import sha256

RULES = "semantic-patches/"


@dataclass(frozen=True)
class Seeded:
    """``old``, which stands in the file once (testsuite/test_mutants.py sees to that), becomes ``new``."""

    name: str
    file: str
    old: str
    new: str

    def fault(self) -> Fault:
        source = (ROOT / self.file).read_bytes()
        at = source.index(self.old.encode())
        changed = source.replace(self.old.encode(), self.new.encode())
        function = functions_at(source, at) if self.file.endswith(".py") else ""
        line = source.count(b"\n", 0, at) + 1
        return Fault(self.file, function, line, self.old, self.new, changed, sha256(self.file.encode() + changed)[:20])


SEEDED = (
    Seeded("partial writes kill", ANALYSE + "liveness.py", 'if event.kind in ("w", "d"):', 'if event.kind in ("w", "d", "pw"):'),
    Seeded("exits read alike", ANALYSE + "exits.py", "groups.setdefault((way.keeps, _tail(source, way)), [])",
           'groups.setdefault((way.keeps, ""), [])'),
    Seeded("kept locks are released", ANALYSE + "exits.py", "(way.keeps, _tail", "(False, _tail"),
    Seeded("thread-local variables are global", ANALYSE + "identity.py", "need = replace(need, identity=Identity.THREAD,",
           "need = replace(need, identity=Identity.NONE,"),
    Seeded("errno is global", ANALYSE + "identity.py", "return Need(Identity.ERRNO, why, waits=waits)",
           "return Need(Identity.NONE, why, waits=waits)"),
    Seeded("exits one too high", REWRITE + "render.py", "else 0 if ends_alike(piece, way) else way.number};",
           "else 0 if ends_alike(piece, way) else way.number + 1};"),
    Seeded("the lock is kept no more", REWRITE + "render.py", 'f"RCL_KEEP | {way.number}" if way.number', 'f"{way.number}" if way.number'),
    Seeded("the body twice", REWRITE + "stages.py", "text = text[:at] + piece.body +", "text = text[:at] + piece.body + piece.body +"),
    Seeded("tails shared wrongly", REWRITE + "stages.py", "tails.setdefault(way.number, tail)", "tails.setdefault(way.number, next(iter(tails.values()), tail))"),
    Seeded("members by value", RULES + "shape.cocci", "+ pointer->part", "+ pointer.part"),
    Seeded("addresses of pointers", RULES + "shape.cocci", "- &variable\n+ pointer", "- &variable\n+ &pointer"),
    Seeded("a release that stays", RULES + "shape.cocci", "- release@p(...);\n+ numbered;", "  release@p(...);\n+ numbered;"),
    Seeded("no numbered exit", RULES + "shape.cocci", "- release@p(...);\n+ numbered;", "- release@p(...);"),
    Seeded("pointers keep their mark", RULES + "shape.cocci", '"_REF_", "_PTR_"', '"_REF_", "_REF_"'),
    Seeded("the call lost", RULES + "lift.cocci", "- mark@p();\n+ execute;", "- mark@p();"),
    Seeded("the call twice", RULES + "lift.cocci", "- mark@p();\n+ execute;", "- mark@p();\n+ execute;\n+ execute;"),
    Seeded("no context", RULES + "lift.cocci", "- struct mark@p;\n+ struct name_and_members;", "- struct mark@p;"),
    Seeded("no function", RULES + "lift.cocci", "+ static int name_and_body;\n", ""),
    Seeded("functions that others see", RULES + "lift.cocci", "+ static int name_and_body;", "+ int name_and_body;"),
    Seeded("nothing marked", RULES + "mark.cocci", "- old@p\n+ new", "  old@p"),
    Seeded("marks a column away", RULES + "mark.cocci", "places[0].column)", "int(places[0].column) + 1)"),
    Seeded("classes and functions confused", RULES + "api.cocci", "part(call, 2)", "part(call, 1)"),
    Seeded("no lock class", RULES + "api.cocci", "+  , lock_class\n", ""),
    Seeded("initialised by another name", RULES + "api.cocci", "- call\n+ initialise\n", "  call\n"),
)  # fmt: skip
