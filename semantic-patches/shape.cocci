// SPDX-License-Identifier: MIT
/// Gives every marked section one entry and one exit. A release that leads
/// out of the section becomes the return of the exit's number, after the
/// values that the exit needs are written to the context; what followed it is
/// already cut out. A variable taken by reference, RCL_REF__variable, becomes
/// a pointer, RCL_PTR__variable.
///
/// Purely structural: the rules know the marks only.
//
// Confidence: High
// Options: --no-includes --no-loops --no-saved-typedefs
// Requires: -D plan=FILE, JSON: {file: {mark: statements}}

virtual patch

@initialize:python@
plan << virtual.plan;
@@
import json
import os

with open(plan, encoding="utf-8", errors="surrogateescape") as file:
    PLAN = json.load(file)


def planned(places, mark):
    return PLAN[os.path.basename(places[0].file)].get(mark)


def pointer_to(variable):
    return variable.replace("_REF_", "_PTR_", 1)

// unlock(&m); ... return 0;     ->     cs->item = item; return 1;

@depends on patch@
identifier release;
position p : script:python(release) { planned(p, release) is not None };
fresh identifier numbered = script:python(p, release) { planned(p, release) };
@@

- release@p(...);
+ numbered;

// &size     ->     size

@depends on patch@
identifier variable =~ "^RCL_REF__";
fresh identifier pointer = script:python(variable) { pointer_to(variable) };
@@

- &variable
+ pointer

// point.x     ->     point->x

@depends on patch@
identifier variable =~ "^RCL_REF__";
fresh identifier pointer = script:python(variable) { pointer_to(variable) };
identifier part;
@@

- variable.part
+ pointer->part
