/* A macro that is a block, without a semicolon, releases the lock and leaves: a branch by itself, whose exit is more than
   one statement. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

#define FAIL(value) { rcl_unlock(&lock); return value; }
#define LEAVE(label) { rcl_unlock(&lock); goto label; }

struct a_cs {   /* lock, in.c:14-29 */
	int n;  /* in-out */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int n = cs->n;

	n += total++;
	if (n == 3) {
		cs->n = n;
		return 1;
	}
	n++;
	for (int i = 0; i < n; i++)
		if (i == 4) {
			cs->n = n;
			return 2;
		}
		else
			n--;
	if (n == 9) {
		cs->n = n;
		return 3;
	}
	else
		total += n;
	n++;
	cs->n = n;
	return 0;
}

static int a(int n)
{
	struct a_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, a_cs, &cs, sizeof(cs));
	n = cs.n;

	if (way == 1) {
		return n;
	}
	if (way == 2) {
		goto out;
	}
	if (way == 3) {
		return n + 1;
	}
	return n;
out:
	return n + 5;
}

int main(void)
{
	for (int i = 0; i < 14; i++)
		printf("%d\n", a(i));
	printf("%d\n", total);
	return 0;
}
