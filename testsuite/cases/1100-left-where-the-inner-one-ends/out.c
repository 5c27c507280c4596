/* Nested sections, of which the outer one would be left, with its lock, where the inner one gives its own back. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), inner = RCL_MUTEX_INITIALIZER(inner);
static int count, seen, left;

struct left_together_cs {  /* m, in.c:10-29 */
	int n;             /* in */
	int at;            /* where it goes on */
};

static int left_together_cs(void *ctx)
{
	struct left_together_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 2) {
		goto at_2;
	}

	count += n;
	rcl_lock(&inner);
	if (n > 1) {
		if (n > seen) {
			rcl_unlock(&inner);
			return 1;
		}
		seen++;
		rcl_unlock(&inner);
		cs->at = 2;
		return 2;
		at_2:
		rcl_lock(&inner);
	}
	if (rcl_unlock(&inner), n % 3)
		count++;
	return 0;
}

static int left_together(int n)
{
	struct left_together_cs cs = { .n = n, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&m, left_together_cs, &cs, sizeof(cs))) == 2) {
		left += 2;
	}
	if (way == 1) {
		left++;
		return n;
	}
	return 0;
}

int main(void)
{
	int sum = 0;

	for (int n = 0; n < 6; n++)
		sum += left_together(n);
	printf("%d %d %d %d\n", sum, count, seen, left);
	return 0;
}
