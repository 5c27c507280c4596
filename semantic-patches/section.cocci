// SPDX-License-Identifier: MIT
/// Gives every section one entry and one exit. The driver has marked the
/// tokens of its lock calls: RCL_ENTER__section the acquisition,
/// RCL_LEAVE__section the last release, RCL_EXIT__section__n a release that
/// leads out, RCL_TAIL_END__section__n an acquisition behind which it goes on,
/// RCL_TOKEN__call any other lock call of the function; and each variable that
/// the section takes by reference, RCL_REF__variable.
///
/// A release that leads out becomes the number of its exit, without arguments;
/// what is written there, and what followed the release, the driver knows. A
/// variable taken by reference becomes its pointer where one can stand. Every
/// other mark is only seen: one that stays as it was betrays a function that
/// spatch could not parse, and keeps its sections in place.
///
/// The rule knows the marks only, and they are identifiers: nothing of it
/// goes by lines and columns, and it needs no scripts.
//
// Confidence: High
// Options: --no-includes --no-loops --no-saved-typedefs

virtual patch

@depends on patch@
identifier release =~ "^RCL_EXIT__";
identifier variable =~ "^RCL_REF__";
identifier mark =~ "^RCL_(ENTER|LEAVE|TAIL_END|TOKEN)__";
identifier part;
fresh identifier number = "RCL_SEEN__" ## release;
fresh identifier pointer = "RCL_PTR__" ## variable;
fresh identifier seen = "RCL_SEEN__" ## mark;
@@

(
// unlock(&m); return 0;     ->     1; return 0;
- release(...)
+ number
|
// &size     ->     size
- &variable
+ pointer
|
// point.x     ->     point->x
- variable.part
+ pointer->part
|
// lock(&m)     ->     (seen) lock(&m)
- mark
+ seen
)
