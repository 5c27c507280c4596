#include <stdio.h>

#ifdef _WIN32
#include <windows.h>
#else
#ifndef __USE_GNU
#define __USE_GNU
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>
#include <pthread.h>
#endif
#include "rcl_config.h"

struct counter {
	rcl_mutex_t lock;
	int n;
};

static struct counter counter = { RCL_MUTEX_INITIALIZER(counter_lock), 0 };

static int processors(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(1, &set);
	return CPU_COUNT(&set);
}

struct count_cs {           /* c->lock, in.c:36-38 */
	struct counter *c;  /* in */
	int n;              /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct counter *c = cs->c;
	int n;

	n = c->n++;
	cs->n = n;
	return 0;
}

static int count(struct counter *c)
{
	int n;

	struct count_cs cs = { .c = c };
	rcl_exec_anon(&c->lock, count_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		printf("%d %d\n", count(&counter), processors());
	return 0;
}
