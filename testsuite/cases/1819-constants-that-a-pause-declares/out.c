/* The client gives a constant pointer that it declares while the lock is released. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

struct count_cs {                /* lock, in.c:10-20 */
	int n;                   /* in-out */
	int i;                   /* out */
	int twice;               /* kept */
	const char *name;        /* kept */
	const int *const *none;  /* kept */
	int at;                  /* where it goes on */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;
	const int twice = cs->twice;
	const char *const name = cs->name;
	const int *const *none = cs->none;

	if (cs->at == 1) {
		goto at_1;
	}

	for (int i = 0; i < 3; i++) {
		shared++;
		cs->n = n;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
		n += twice + name[0] + (none == NULL);
	}
	cs->n = n;
	return 0;
}

static int count(int n)
{
	struct count_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs)) == 1) {
		int i = cs.i;
		n = cs.n;
		const int twice = 2 * n;
		const char *const name = twice + i > 5 ? "many" : "few";
		const int *const *none = NULL;
		cs.twice = twice;
		cs.name = name;
		cs.none = none;
	}
	n = cs.n;
	return n;
}

int main(void)
{
	printf("%d\n", count(1));
	printf("%d\n", shared);
	return 0;
}
