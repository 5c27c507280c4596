/* A literal whose address is kept lives as long as its block; a type of the function's own may be in one without a
   name, and means something else outside. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct part { char c; };
struct pair { long a, b; };
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;
static struct pair *kept;

static void keep(struct pair *p) { kept = p; }

struct in_a_block_cs {  /* lock, in.c:16-21 */
	long n;         /* in */
};

static int in_a_block_cs(void *ctx)
{
	struct in_a_block_cs *cs = ctx;
	long n = cs->n;

	if (n > 0) {
		keep(&(struct pair){ n, 2 });
		sum += kept->a + kept->b;
	}
	return 0;
}

static long in_a_block(long n)
{
	struct in_a_block_cs cs = { .n = n };
	rcl_exec_anon(&lock, in_a_block_cs, &cs, sizeof(cs));
	return n;
}

struct beyond_cs {  /* lock, in.c:27-28 */
	long n;     /* in */
};

static int beyond_cs(void *ctx)
{
	struct beyond_cs *cs = ctx;
	long n = cs->n;

	sum += n;
	return RCL_KEEP;
}

static long beyond(long n)
{
	struct beyond_cs cs = { .n = n };
	rcl_exec_anon(&lock, beyond_cs, &cs, sizeof(cs));
	keep(&(struct pair){ n, 2 });
	rcl_unlock(&lock);
	return kept->a + kept->b;
}

static long of_the_function(long n)
{
	struct part { long v[2]; };
	struct { struct part part; long more; } both = { { { n, 3 } }, 4 };

	rcl_lock(&lock);
	sum += both.part.v[1] + (long)sizeof(both);
	both.more++;
	rcl_unlock(&lock);
	return both.more;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld %ld %ld\n", in_a_block(n), beyond(n), of_the_function(n), sum);
	return 0;
}
