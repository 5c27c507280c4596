/* The scope of a lock guard of GLib's that a macro leaves stays in place, and is the runtime's; what calls such a function
   does not have its mutex behind the call. */
#include <glib.h>
#include <stdio.h>
#include "rcl_config.h"

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), other = RCL_MUTEX_INITIALIZER(other);
static int sum;

static int add(int n)
{
	g_autoptr(rcl_mutex_t) locker = rcl_g_mutex_locker_new(&lock);

	g_return_val_if_fail(n > 0, sum);
	sum += n;
	return sum;
}

static int add_late(int n)
{
	g_autoptr(rcl_mutex_t) locker = NULL;

	sum += 0;
	locker = rcl_g_mutex_locker_new(&lock);
	g_return_val_if_fail(n > 0, sum);
	sum += n;
	return sum;
}

struct twice_other_cs {  /* other, in.c:33-35 */
	int n;           /* in */
	int s;           /* out */
};

static int twice_other_cs(void *ctx)
{
	struct twice_other_cs *cs = ctx;
	int n = cs->n;
	int s;

	s = add(n) + add_late(n) + add(-1) + add_late(-1);
	cs->s = s;
	return 0;
}

struct twice_lock_cs {  /* lock, in.c:36-38 */
	int s;          /* in-out */
};

static int twice_lock_cs(void *ctx)
{
	struct twice_lock_cs *cs = ctx;
	int s = cs->s;

	s += sum;
	cs->s = s;
	return 0;
}

static int twice(int n)
{
	int s;

	struct twice_other_cs cs = { .n = n };
	rcl_exec_blocking(&other, twice_other_cs, &cs, sizeof(cs));
	s = cs.s;
	struct twice_lock_cs lock_cs = { .s = s };
	rcl_exec_anon(&lock, twice_lock_cs, &lock_cs, sizeof(lock_cs));
	s = lock_cs.s;
	return s;
}

int main(void)
{
	printf("%d\n", twice(3) + twice(4));
	return 0;
}
