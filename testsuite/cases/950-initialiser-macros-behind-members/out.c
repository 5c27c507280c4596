/* A macro that initialises a lock and more, behind the name of a member that holds the lock. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct named_lock {
	rcl_mutex_t m;
	const char *name;
};
#define NAMED_LOCK(name) { RCL_MUTEX_INITIALIZER(named_lock_m), name }

struct pair {
	struct named_lock first, second[2];
};

struct stats {
	rcl_mutex_t other;
	struct named_lock lock;
	struct pair pair;
	long sum;
};

static struct stats stats = {
	.other = RCL_MUTEX_INITIALIZER(stats_other),
	.lock = NAMED_LOCK("stats"),
	.pair = { .first = NAMED_LOCK("first"), .second = { NAMED_LOCK("second"), [1] = NAMED_LOCK("third") } },
};

struct add_cs {           /* s->lock.m, in.c:30-32 */
	struct stats *s;  /* in */
	long n;           /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct stats *s = cs->s;
	long n = cs->n;

	s->sum += n;
	return 0;
}

static void add(struct stats *s, long n)
{
	struct add_cs cs = { .s = s, .n = n };
	rcl_exec_anon(&s->lock.m, add_cs, &cs, sizeof(cs));
}

struct twice_second_cs {  /* s->pair.second[1].m, in.c:40-42 */
	struct stats *s;  /* in */
	long sum;         /* out */
};

static int twice_second_cs(void *ctx)
{
	struct twice_second_cs *cs = ctx;
	struct stats *s = cs->s;
	long sum;

	sum = 2 * s->sum;
	cs->sum = sum;
	return 0;
}

struct twice_other_cs {   /* s->other, in.c:39-43 */
	struct stats *s;  /* in */
	long sum;         /* out */
};

static int twice_other_cs(void *ctx)
{
	struct twice_other_cs *cs = ctx;
	struct stats *s = cs->s;
	long sum;
	struct twice_second_cs second_cs = { .s = s };
	rcl_exec_anon(&s->pair.second[1].m, twice_second_cs, &second_cs, sizeof(second_cs));
	sum = second_cs.sum;
	cs->sum = sum;
	return 0;
}

static long twice(struct stats *s)
{
	long sum;

	struct twice_other_cs cs = { .s = s };
	rcl_exec_anon(&s->other, twice_other_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

int main(void)
{
	add(&stats, 4);
	printf("%s %s %ld\n", stats.lock.name, stats.pair.second[1].name, twice(&stats));
	return 0;
}
