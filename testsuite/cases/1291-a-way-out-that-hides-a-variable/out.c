/* What the last way out declares has the name of a variable of the function's, which it hides. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long total;

struct found_cs {   /* m, in.c:12-23 */
	int n;      /* in */
	int index;  /* out */
};

static int found_cs(void *ctx)
{
	struct found_cs *cs = ctx;
	int n = cs->n;

	total += n;
	{
		if (n % 3 == 0) {
			total += 7;
			return 1;
		}
		int index = n * 2;
		cs->index = index;
		return 2;
	}
}

static long found(int n)
{
	int pair[2] = { n, 1 }, *index = pair;

	struct found_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, found_cs, &cs, sizeof(cs));

	if (way == 1) {
		n += 2;
		return n + *index;
	}
	{
		int index = cs.index;
		return index;
	}
}

struct counted_cs {  /* m, in.c:29-30 */
	long index;  /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	long index = cs->index;

	total += index;
	return RCL_KEEP;
}

static long counted(long index)
{
	struct counted_cs cs = { .index = index };
	rcl_exec_anon(&m, counted_cs, &cs, sizeof(cs));
	{
		long index = total + 1;
		rcl_unlock(&m);
		index += 3;
		return index;
	}
}

int main(void)
{
	printf("%ld\n", found(3));
	printf("%ld\n", found(4));
	printf("%ld\n", counted(5));
	printf("%ld\n", total);
	return 0;
}
