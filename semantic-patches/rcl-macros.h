/* SPDX-License-Identifier: MIT */
/*
 * What spatch must know of macros to parse the functions that use them, given to it as --macro-file-builtins. Attribute
 * macros vanish, iterator macros become loops. A tree's own rcl-macros.h, at its root, is read besides.
 */

#define __attribute(x)
#define __attribute__(x)
#define __extension__
#define __restrict
#define __restrict__
#define __inline inline
#define __inline__ inline
#define __thread
#define __volatile__ volatile
#define _Noreturn
#define _Thread_local
#define _Atomic
#define _Alignas(x)
#define __int128 long
