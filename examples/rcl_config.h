/* SPDX-License-Identifier: MIT */
/* The kind of each lock, as rcl header writes it. */
#ifndef RCL_CONFIG_H
#define RCL_CONFIG_H
#include <rcl.h>

#define RCL_LOCK_counter_lock	RCL_CC_SYNCH

#endif /* RCL_CONFIG_H */
