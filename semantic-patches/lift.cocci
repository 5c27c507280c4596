// SPDX-License-Identifier: MIT
/// Turns a section whose body is cut out into a function with a context, and
/// calls it. The marks stand where each piece belongs: RCL_CONTEXT__section
/// and RCL_FUNCTION__section before the enclosing function (and its comment),
/// RCL_CALL__section where the section was.
///
/// The pieces come from the plan as text, which spatch prints as it is: the
/// body's comments, macros and #if lines are moved byte for byte. A piece that
/// does not end with a semicolon ends with RCL_END.
//
// Confidence: High
// Options: --no-includes --no-loops --no-saved-typedefs
// Requires: -D plan=FILE, JSON: {file: {mark: text}}

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

// struct cq_pop_cs { CQ *cq; CQ_ITEM *item; };

@depends on patch@
identifier mark =~ "^RCL_CONTEXT__";
position p : script:python(mark) { planned(p, mark) is not None };
fresh identifier name_and_members = script:python(p, mark) { planned(p, mark) };
@@

- struct mark@p;
+ struct name_and_members;

// static int cq_pop_cs(void *ctx) { body; return 0; }

@depends on patch@
identifier mark =~ "^RCL_FUNCTION__";
position p : script:python(mark) { planned(p, mark) is not None };
fresh identifier name_and_body = script:python(p, mark) { planned(p, mark) };
@@

- struct mark@p;
+ static int name_and_body;

// struct cq_pop_cs cs = { .cq = cq }; rcl_exec(&cq->lock, cq_pop_cs, &cs); item = cs.item;

@depends on patch@
identifier mark =~ "^RCL_CALL__";
position p : script:python(mark) { planned(p, mark) is not None };
fresh identifier execute = script:python(p, mark) { planned(p, mark) };
@@

- mark@p();
+ execute;
