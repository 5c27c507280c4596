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

struct counter {
	pthread_mutex_t lock;
	int n;
};

static struct counter counter = { PTHREAD_MUTEX_INITIALIZER, 0 };

static int processors(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(1, &set);
	return CPU_COUNT(&set);
}

static int count(struct counter *c)
{
	int n;

	pthread_mutex_lock(&c->lock);
	n = c->n++;
	pthread_mutex_unlock(&c->lock);
	return n;
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		printf("%d %d\n", count(&counter), processors());
	return 0;
}
