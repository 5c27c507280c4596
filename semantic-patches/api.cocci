// SPDX-License-Identifier: MIT
/// Gives the initialisation of a mutex its lock class: the runtime looks up
/// the mutex's kind by it. mark.cocci has named the call
/// RCL_INIT__function__class, after the runtime's function for it.
//
// Confidence: High
// Options: --no-includes --no-loops --no-saved-typedefs

virtual patch

@init@
identifier call =~ "^RCL_INIT__";
@@

call(...)

@script:python init_text@
call << init.call;
initialise;
lock_class;
@@

_, coccinelle.initialise, coccinelle.lock_class = call.split("__", 2)

@depends on patch@
identifier init.call, init_text.initialise, init_text.lock_class;
expression mutex, attributes;
@@

- call
+ initialise
  (mutex, attributes
+  , lock_class
  )
