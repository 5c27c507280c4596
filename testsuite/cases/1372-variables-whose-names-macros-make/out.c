/* Variables that a macro declares, which their sections' functions declare by clang's words. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define COUNTER(name) name##_count
#define NOTE(n) n

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static unsigned long total;

struct count_cs {                /* m, in.c:15-19 */
	unsigned int own_count;  /* in-out */
	unsigned other;          /* in-out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	unsigned int own_count = cs->own_count;
	unsigned other = cs->other;

	total += COUNTER(own) + other;
	COUNTER(own)++;
	other += 2;
	cs->own_count = own_count;
	cs->other = other;
	return 0;
}

static unsigned count(unsigned n)
{
	unsigned COUNTER(own) = n, other = n;

	struct count_cs cs = { .own_count = own_count, .other = other };
	rcl_exec_anon(&m, count_cs, &cs, sizeof(cs));
	own_count = cs.own_count;
	other = cs.other;
	return COUNTER(own) + other;
}

struct note_cs {            /* m, in.c:25-28 */
	unsigned int more;  /* in-out */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	unsigned int more = cs->more;

	total += more;
	more++;
	cs->more = more;
	return 0;
}

static unsigned note(unsigned NOTE(more))
{
	struct note_cs cs = { .more = more };
	rcl_exec_anon(&m, note_cs, &cs, sizeof(cs));
	more = cs.more;
	return more;
}

int main(void)
{
	printf("%u %u %lu\n", count(2), note(3), total);
	return 0;
}
