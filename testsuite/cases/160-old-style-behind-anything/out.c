/* spatch would take me, n and by for types behind the first of these definitions */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long total;

long add(int me, long n);

struct add_cs {  /* lock, in.c:14-16 */
	int me;  /* in */
	long n;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int me = cs->me;
	long n = cs->n;

	total += n + me;
	return 0;
}

long add(me, n)
	int me;
	long n; /* ; { */
{
	struct add_cs cs = { .me = me, .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	return n;
}

static int compare(a, b) const int *a, *b; { return *a - *b; }

static long each(count, by, with)
	int count; long (*by)(int, long); long with;
{
	unsigned left = (unsigned)(count);

	while (left-- > 0)
		with += (by)(1, with);
	return with;
}

struct grow_cs {        /* lock, in.c:37-40 */
	int me;         /* in */
	long n;         /* in */
	unsigned left;  /* in */
	long now;       /* out */
};

static int grow_cs(void *ctx)
{
	struct grow_cs *cs = ctx;
	int me = cs->me;
	long n = cs->n;
	unsigned left = cs->left;
	long now;

	total += (n) + 1;
	now = total - (me) * left;
	cs->now = now;
	return 0;
}

static long grow(int me, long n)
{
	unsigned left = (unsigned)((long)n);
	long now;

	struct grow_cs cs = { .me = me, .n = n, .left = left };
	rcl_exec_anon(&lock, grow_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	int one = 1, two = 2;

	printf("%ld %d\n", each(3, add, 5L) + grow(1, 2), compare(&one, &two));
	return 0;
}
