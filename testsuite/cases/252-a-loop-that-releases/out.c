#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct twice_cs {  /* lock, in.c:12-27 */
	int n;     /* in */
	int i;     /* kept */
	int j;     /* kept */
	int at;    /* where it goes on */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;

	for (int i = 0; i < n; i++) {
		total += i;
		cs->i = i;
		cs->at = 1;
		return 1;
		at_1:
		i = cs->i;
	}
	for (int j = 0; j < 3; j++) {
		cs->j = j;
		cs->at = 2;
		return 2;
		at_2:
		j = cs->j;
		total--;
	}
	return 0;
}

/* the loops' variables live on while the lock is released, and are nobody else's */
static int twice(int n)
{
	int seen = 0;

	struct twice_cs cs = { .n = n, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&lock, twice_cs, &cs, sizeof(cs))) != 0) {
		if (way == 1) {
			seen++;
		}
		if (way == 2) {
			if (seen == 5)
				return -1;
			seen += n;
		}
	}
	return seen;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		printf("%d\n", twice(i));
	printf("%d\n", total);
	return 0;
}
