#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct first_cs {         /* lock, in.c:12-23 */
	const int *from;  /* in */
	int n;            /* in */
	int at;           /* in */
};

static int first_cs(void *ctx)
{
	struct first_cs *cs = ctx;
	const int *from = cs->from;
	int n = cs->n;
	int at = cs->at;

	do {
		if (from[at] > n) {
			total += from[at];
			return 1;
		} else {
			total--;
			break; /* it is not there */
		}
	} while (at < 4);
	return 0;
}

/* nothing gets to the conditions of the loops: spatch would pass over the function */
static int first(const int *from, int n)
{
	int at = 0;

	struct first_cs cs = { .from = from, .n = n, .at = at };
	if (rcl_exec_anon(&lock, first_cs, &cs, sizeof(cs)) == 1) {
		return at; // not the last
	}
	do { at++; return at; } while (n);
}

int main(void)
{
	const int from[] = { 1, 5, 2, 8 };

	for (int i = 0; i < 4; i++)
		printf("%d\n", first(from + i, 3));
	printf("%d\n", total);
	return 0;
}
