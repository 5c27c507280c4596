/* A section whose first statement has a label at the edge of the text: that does not say how far in the section is. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int sum, rounds;

struct add_cs {  /* lock, in.c:14-26 */
	int n;   /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

retry:
	if (n > 0) {
		sum += n--;
		if (rounds++ < 3) {
			goto retry;
		}
	}
	cs->n = n;
	return 0;
}

static int add(int n, int kind)
{
	int err;

	switch (kind) {
	case 1:
		{
			struct add_cs cs = { .n = n };
			err = -rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
			if (err) {
				fprintf(stderr, "no lock\n");
				goto out;
			}
			n = cs.n;
		}
out:
		return n;
	default:
		return 0;
	}
}

int main(void)
{
	int left = add(5, 1) + add(1, 2);

	printf("%d %d %d\n", left, sum, rounds);
	return 0;
}
