// SPDX-License-Identifier: MIT
/// Gives the initialisation of a mutex its lock class: the runtime looks up
/// the mutex's kind by it. mark.cocci has named the call RCL_INIT__class.
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
lock_class;
@@

coccinelle.lock_class = call[len("RCL_INIT__"):]

@depends on patch@
identifier init.call, init_text.lock_class;
expression mutex, attributes;
@@

- call
+ rcl_mutex_init
  (mutex, attributes
+  , lock_class
  )
