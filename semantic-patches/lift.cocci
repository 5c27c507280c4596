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
// Requires: -D plan=FILE, JSON: {"contexts": {mark: text}, "functions": {mark:
// text}, "calls": {mark: text}}

virtual patch

@initialize:python@
plan << virtual.plan;
@@
import json

with open(plan, encoding="utf-8", errors="surrogateescape") as file:
    PLAN = json.load(file)


def planned(kind, name):
    return name in PLAN[kind]

// struct cq_pop_cs { CQ *cq; CQ_ITEM *item; };

@context@
identifier mark : script:python() { planned("contexts", mark) };
@@

struct mark;

@script:python context_text@
mark << context.mark;
name_and_members;
@@

coccinelle.name_and_members = PLAN["contexts"][mark]

@depends on patch@
identifier context.mark, context_text.name_and_members;
@@

- struct mark;
+ struct name_and_members;

// static int cq_pop_cs(void *ctx) { body; return 0; }

@section@
identifier mark : script:python() { planned("functions", mark) };
@@

static int mark;

@script:python section_text@
mark << section.mark;
name_and_body;
@@

coccinelle.name_and_body = PLAN["functions"][mark]

@depends on patch@
identifier section.mark, section_text.name_and_body;
@@

- static int mark;
+ static int name_and_body;

// struct cq_pop_cs cs = { .cq = cq }; rcl_exec(&cq->lock, cq_pop_cs, &cs); item = cs.item;

@call@
identifier mark : script:python() { planned("calls", mark) };
@@

mark();

@script:python call_text@
mark << call.mark;
execute;
@@

coccinelle.execute = PLAN["calls"][mark]

@depends on patch@
identifier call.mark, call_text.execute;
@@

- mark();
+ execute;
