#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {   /* lock, in.c:13-26 */
	int n;    /* in */
	int now;  /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int now;

	[[maybe_unused]] int more = n + 0b101;
	switch (n) {
	case 1:
		total++;
		[[fallthrough]];
	case 2:
		total++;
		break;
	default:
		total += n;
	}
	now = total;
	cs->now = now;
	return 0;
}

/* Adds, and says what there is now. */
[[nodiscard, gnu::noinline]] static int add(int n, [[maybe_unused]] int unused)
{
	[[maybe_unused]] int before;
	int now;

	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	int last = 0;

	for (int n = 1; n < 8; n++)
		last = add(n, n);
	printf("%d %d\n", last, total);
	return 0;
}
