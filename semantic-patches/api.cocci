// SPDX-License-Identifier: MIT
/// Gives the initialisation of a mutex its lock class: the runtime looks up
/// the mutex's kind by it. mark.cocci has named the call
/// RCL_INIT__function__class, after the runtime's function for it.
//
// Confidence: High
// Options: --no-includes --no-loops --no-saved-typedefs

virtual patch

@initialize:python@
@@


def part(call, number):
    return call.split("__", 2)[number]

@depends on patch@
identifier call =~ "^RCL_INIT__";
fresh identifier initialise = script:python(call) { part(call, 1) };
fresh identifier lock_class = script:python(call) { part(call, 2) };
expression mutex, attributes;
@@

- call
+ initialise
  (mutex, attributes
+  , lock_class
  )
