#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

/* spatch takes neither macro for what it is, and must not expand the second because of the first. */
#define SYNCHRONIZED(m) \
	for (int once = (rcl_lock(m), 1); once; once = (rcl_unlock(m), 0))
#define CHECK(call) do { if ((call) != 0) abort(); } while (0)

static rcl_mutex_t a = RCL_MUTEX_INITIALIZER(a), b = RCL_MUTEX_INITIALIZER(b);
static int n;

static rcl_mutex_t *mutex_of(int i)
{
	return i ? &b : &a;
}

/* a, in.c:22-24 */
static int step_a_1_cs(void *ctx)
{
	n += 10;
	return 0;
}

/* a, in.c:27-29 */
static int step_a_2_cs(void *ctx)
{
	n++;
	return 0;
}

/* mutex_of(i), in.c:31-33 */
static int step_a_3_cs(void *ctx)
{
	n *= 2;
	return 0;
}

static int step(int i)
{
	switch (i) {
	case 2:
		rcl_exec_anon(&a, step_a_1_cs, NULL, 0);
		break;
	default:
		rcl_exec_anon(&a, step_a_2_cs, NULL, 0);
	}
	rcl_exec_anon(mutex_of(i), step_a_3_cs, NULL, 0);
	return n;
}

int main(void)
{
	printf("%d %d\n", step(1), step(2));
	return 0;
}
