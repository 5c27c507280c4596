// SPDX-License-Identifier: MIT
/// Renames the tokens that the plan names: acquisitions, releases, the lock
/// API, and variables that a section takes by reference. A shipped section's
/// acquisition becomes RCL_ENTER__section, its last release
/// RCL_LEAVE__section, a release that leads out of it RCL_EXIT__section__n.
/// Nothing else changes, so every token that keeps its old name betrays a
/// function that spatch could not parse.
///
/// This is the only rule that goes by positions: after a change they speak of
/// the new text.
//
// Confidence: High
// Options: --no-includes --no-loops --no-saved-typedefs
// Requires: -D plan=FILE, JSON: {"marks": [[line, column, name], ...]}

virtual patch

@initialize:python@
plan << virtual.plan;
@@
import json

with open(plan, encoding="utf-8", errors="surrogateescape") as file:
    MARKS = {(line, column): name for line, column, name in json.load(file)["marks"]}


def name_at(place):
    return MARKS.get((int(place[0].line), int(place[0].column)))

@token@
identifier old;
position p : script:python() { name_at(p) is not None };
@@

old@p

@script:python marker@
p << token.p;
new;
@@

coccinelle.new = name_at(p)

@depends on patch@
identifier token.old, marker.new;
position token.p;
@@

- old@p
+ new
