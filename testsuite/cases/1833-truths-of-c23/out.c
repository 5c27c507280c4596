/* A standard for which libclang spells _Bool otherwise. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static void unlock_if(_Bool wanted)
{
	if (wanted)
		rcl_unlock(&lock);
}

struct add_cs {     /* lock, in.c:25-29 */
	int n;      /* in */
	_Bool odd;  /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	_Bool odd = cs->odd;
	_Bool more;

	total += n;
	more = odd && total > n;
	odd ^= more;
	cs->odd = odd;
	return 0;
}

static _Bool add(int n)
{
	_Bool odd = n & 1;

	struct add_cs cs = { .n = n, .odd = odd };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	odd = cs.odd;
	return odd;
}

struct take_cs {  /* lock, in.c:35-37 */
	int n;    /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	total -= n;
	n = total;
	cs->n = n;
	return RCL_KEEP;
}

static int take(int n)
{
	struct take_cs cs = { .n = n };
	if (n & 256) {
		rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs));
	} else {
		take_cs(&cs);
	}
	n = cs.n;
	unlock_if(n & 256);
	return n;
}

struct leave_cs {  /* lock, in.c:44-46 */
	int n;     /* in */
};

static int leave_cs(void *ctx)
{
	struct leave_cs *cs = ctx;
	int n = cs->n;

	total -= n;
	return 0;
}

static int leave(int n)
{
	struct leave_cs cs = { .n = n };
	if (n & 2) {
		rcl_exec_anon(&lock, leave_cs, &cs, sizeof(cs));
	} else {
		leave_cs(&cs);
	}
	return n;
}

int main(void)
{
	int sum = add(1) + 2 * add(3);

	sum = 100 * sum + take(-256) + leave(3);
	printf("%d %d\n", sum, total);
	return 0;
}
