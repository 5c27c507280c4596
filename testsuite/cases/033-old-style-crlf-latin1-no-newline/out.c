#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct count_cs {  /* lock, in.c:14-18 */
	int by;    /* in */
	int now;   /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int by = cs->by;
	int now;

	/* über */
	n += by;
	now = n;
	cs->now = now;
	return 0;
}

/* zählt */
static int count(by, text)
	int by;
	const char *text;
{
	int now;

	struct count_cs cs = { .by = by };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	now = cs.now;
	puts(text);
	return now;
}

int main(void)
{
	printf("%d\n", count(4, "hä"));
	return 0;
}