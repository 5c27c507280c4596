/* What keeps a section from being shipped stands in what follows a release: it is cut before that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared = 3, other;

static int more(int n)
{
	return other += n;
}

struct one_cs {   /* lock, in.c:16-37 */
	int n;    /* in */
	int had;  /* out */
};

static int one_cs(void *ctx)
{
	struct one_cs *cs = ctx;
	int n = cs->n;
	int had;

	if (!shared) {
		had = 1;
		if (n > 4) {
			cs->had = had;
			return RCL_KEEP | 1;
		}
		shared += n;
	}
	return RCL_KEEP;
}

int one(int n)
{
	int had = 0;

	struct one_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, one_cs, &cs, sizeof(cs)) == 1) {
		had = cs.had;
		goto locked;
	}
	rcl_unlock(&lock);
	other++;
	if (more(n) > 20) {
		printf("%d\n", n);
		goto updated;
	}
	return 1;

updated:
	rcl_lock(&lock);
	shared -= n;
	had = 0;

locked:
	rcl_unlock(&lock);
	if (had)
		other--;
	return 0;
}

struct empty_cs {  /* lock, in.c:45-47 */
	int by;    /* in */
};

static int empty_cs(void *ctx)
{
	struct empty_cs *cs = ctx;
	int by = cs->by;

	shared = by;
	return 0;
}

static void empty(int by)
{
	struct empty_cs cs = { .by = by };
	rcl_exec_anon(&lock, empty_cs, &cs, sizeof(cs));
}

int main(void)
{
	int first = one(1), second, third;

	empty(0);
	second = one(5);
	other = 30;
	third = one(4);
	printf("%d %d %d %d %d\n", first, second, third, shared, other);
	return 0;
}
