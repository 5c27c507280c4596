#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, odd;

struct add_cs {     /* lock, in.c:10-21 */
	int by;     /* in */
	int first;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int by = cs->by;
	int first = cs->first;

	total += by;
	if (first == 0) {
		total++;
		return 1;
	} else {
		if (by % 2) {
			return 2;
		}
		return 3;
	}
}

static int add(int by, int first)
{
	if (first == 0) {
		struct add_cs cs = { .by = by, .first = first };
		int way = rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));

		if (way == 2) {
			return odd;
		}
		if (way == 3) {
			odd++;
		}
	}
	return by;
}

int main(void)
{
	for (int by = 0; by < 4; by++)
		printf("%d\n", add(by, by % 2));
	printf("%d\n", total);
	return 0;
}
