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
// Requires: -D plan=FILE, JSON: {"exits": {mark: statements}}

virtual patch

@initialize:python@
plan << virtual.plan;
@@
import json

with open(plan, encoding="utf-8", errors="surrogateescape") as file:
    EXITS = json.load(file)["exits"]


def is_exit(name):
    return name in EXITS

// unlock(&m); ... return 0;     ->     cs->item = item; return 1;

@exit@
identifier release : script:python() { is_exit(release) };
@@

release(...);

@script:python exit_text@
release << exit.release;
numbered;
@@

coccinelle.numbered = EXITS[release]

@depends on patch@
identifier exit.release, exit_text.numbered;
@@

- release(...);
+ numbered;

// &size     ->     size

@address@
identifier variable =~ "^RCL_REF__";
@@

 &variable

@script:python address_text@
variable << address.variable;
pointer;
@@

coccinelle.pointer = variable.replace("_REF_", "_PTR_", 1)

@depends on patch@
identifier address.variable, address_text.pointer;
@@

- &variable
+ pointer

// point.x     ->     point->x

@member@
identifier variable =~ "^RCL_REF__";
identifier part;
@@

variable.part

@script:python member_text@
variable << member.variable;
pointer;
@@

coccinelle.pointer = variable.replace("_REF_", "_PTR_", 1)

@depends on patch@
identifier member.variable, member_text.pointer;
identifier part;
@@

- variable.part
+ pointer->part
