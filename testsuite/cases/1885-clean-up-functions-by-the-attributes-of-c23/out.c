/* A variable's clean-up function, and a lock guard's, by an attribute as C23 writes them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total, noted;

static void note(long *at) { noted += *at + total; }

static long a(int n)
{
	rcl_lock(&lock);
	[[gnu::cleanup(note)]] long doubled = 2 * n;
	total += doubled;
	rcl_unlock(&lock);
	total += 5;
	return doubled;
}

static long b(int n)
{
	rcl_lock(&lock);
	{
		long doubled [[gnu::unused, gnu::cleanup(note)]] = 2 * n;
		if (n > 3) {
			rcl_unlock(&lock);
			total += 3;
			return doubled;
		}
		total += doubled;
	}
	total++;
	rcl_unlock(&lock);
	return n;
}

struct c_cs {         /* lock, in.c:41-48 */
	int n;        /* in */
	long result;  /* out */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (n > 3) {
		cs->result = total;
		return 1;
	}
	total++;
	return 2;
}

static long c(int n)
{
	struct c_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, c_cs, &cs, sizeof(cs));

	if (way == 1)
		return cs.result;
	return n;
}

int main(void)
{
	printf("%ld %ld %ld\n", a(3), b(2), b(4));
	printf("%ld %ld %ld %ld\n", c(3), c(4), total, noted);
	return 0;
}
