/* Functions that put the address of a mutex where a pointer to places for such leads, as it is, or by another type. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t one = RCL_MUTEX_INITIALIZER(one);
static rcl_mutex_t two = RCL_MUTEX_INITIALIZER(two);
static rcl_mutex_t *store[4];
static rcl_mutex_t **slots = store;
static int total;

static void put(void **to, void *value)
{
	*to = value;
}

static void set(void *to, void *value)
{
	*(void **)to = value;
}

struct add_cs {   /* store[i], in.c:25-28 */
	int n;    /* in */
	int now;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int now;

	total += n;
	now = total;
	cs->now = now;
	return 0;
}

static int add(int i, int n)
{
	int now;

	struct add_cs cs = { .n = n };
	rcl_exec_anon(store[i], add_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	put((void **)slots + 1, &one);
	set(&slots[2], &two);
	printf("%d %d\n", add(1, 3), add(2, 4));
	return 0;
}
