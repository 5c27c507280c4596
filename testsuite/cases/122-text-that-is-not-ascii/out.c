#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct try_cs {  /* lock, in.c:10-20 */
	int by;  /* in */
};

static int try_cs(void *ctx)
{
	struct try_cs *cs = ctx;
	int by = cs->by;

	if (n > 3) {
		return 1;
	}
	n += by;
	return 0;
}

/* what the client does itself, an attempt that fails and a tail, goes through spatch as text */
static int try(int by)
{
	struct try_cs cs = { .by = by };
	int way = rcl_tryexec(&lock, try_cs, &cs, sizeof(cs));

	if (way < 0) {
		puts("belegt: schön");	/* später */
		return -1;
	}
	if (way == 1) {
		puts("genug für heute");	/* 十分 */
		return by;
	}
	return n;
}

struct drain_cs {  /* lock, in.c:26-33 */
	int to;    /* in */
	int at;    /* where it goes on */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	int to = cs->to;

	if (cs->at == 1) {
		goto at_1;
	}

	while (n > to) {
		n--;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	return 0;
}

static void drain(int to)
{
	struct drain_cs cs = { .to = to, .at = 0 };
	while (rcl_exec_anon(&lock, drain_cs, &cs, sizeof(cs)) == 1) {
		puts("einer für alle");	/* 一 */
	}
}

int main(void)
{
	int first = try(2);
	int second = try(3);

	printf("%d %d %d\n", first, second, try(4));
	drain(1);
	return 0;
}
