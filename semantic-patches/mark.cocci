// SPDX-License-Identifier: MIT
/// Renames the tokens that the plan names: acquisitions, releases, the lock
/// API, and variables that a section takes by reference. A shipped section's
/// acquisition becomes RCL_ENTER__section, its last release
/// RCL_LEAVE__section, a release that leads out of it RCL_EXIT__section__n.
/// Nothing else changes, so every token that keeps its old name betrays a
/// function that spatch could not parse.
///
/// This is the only rule that goes by lines and columns: after a change they
/// speak of the new text.
//
// Confidence: High
// Options: --no-includes --no-loops --no-saved-typedefs
// Requires: -D plan=FILE, JSON: {file: {"line:column": name}}

virtual patch

@initialize:python@
plan << virtual.plan;
@@
import json
import os

with open(plan, encoding="utf-8", errors="surrogateescape") as file:
    PLAN = json.load(file)


def planned(places):
    return PLAN[os.path.basename(places[0].file)].get("%s:%s" % (places[0].line, places[0].column))

@depends on patch@
identifier old;
position p : script:python() { planned(p) is not None };
fresh identifier new = script:python(p) { planned(p) };
@@

- old@p
+ new
