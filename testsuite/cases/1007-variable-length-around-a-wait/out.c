/* Arrays of variable length that are about where the lock is given back for a while: no jump may lead into their block. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t c = RCL_COND_INITIALIZER;
static int count, rows[8];

struct around_a_wait_cs {  /* m, in.c:12-22 */
	int n;             /* in */
};

static int around_a_wait_cs(void *ctx)
{
	struct around_a_wait_cs *cs = ctx;
	int n = cs->n;

	count += n;
	int sizes[n + 1];
	memset(sizes, 0, sizeof(sizes));
	if (n > 1) {
		count += sizes[1];
		while (count < 0)
			rcl_cond_wait(&c, &m);
		count++;
	}
	return 0;
}

static int around_a_wait(int n)
{
	struct around_a_wait_cs cs = { .n = n };
	rcl_exec_blocking(&m, around_a_wait_cs, &cs, sizeof(cs));
	return n;
}

struct around_a_pause_cs {  /* m, in.c:28-38 */
	int n;              /* in */
};

static int around_a_pause_cs(void *ctx)
{
	struct around_a_pause_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

static int around_a_pause(int n)
{
	struct around_a_pause_cs cs = { .n = n };
	rcl_exec_anon(&m, around_a_pause_cs, &cs, sizeof(cs));
	int (*row)[n] = (int (*)[n])rows;
	(*row)[0]++;
	if (n > 1) {
		rcl_unlock(&m);
		n--;
		rcl_lock(&m);
		count++;
	}
	rcl_unlock(&m);
	return n;
}

struct beside_a_wait_cs {  /* m, in.c:44-53 */
	int n;             /* in */
	int at;            /* where it goes on */
};

static int beside_a_wait_cs(void *ctx)
{
	struct beside_a_wait_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	count += n;
	if (n > 1) {
		int sizes[n + 1];
		memset(sizes, 0, sizeof(sizes));
		count += sizes[1];
	}
	while (count < 0) {
		cs->at = 1;
		return rcl_wait(&c, &m);
		at_1: ;
	}
	return 0;
}

static int beside_a_wait(int n)
{
	struct beside_a_wait_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&m, beside_a_wait_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	printf("%d %d %d\n", around_a_wait(1), around_a_wait(2), around_a_wait(3));
	printf("%d %d %d\n", around_a_pause(1), around_a_pause(2), around_a_pause(3));
	printf("%d %d %d\n", beside_a_wait(1), beside_a_wait(2), beside_a_wait(3));
	printf("%d %d\n", count, rows[0]);
	return 0;
}
