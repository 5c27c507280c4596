/* Lock functions that return what giving the lock back has said. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct my_mutex { rcl_mutex_t m; int held, taken; };

static struct my_mutex lock = { RCL_MUTEX_INITIALIZER(my_mutex_m), 0, 0 };
static int sum, wrong;

static rcl_mutex_t *take_mutex(struct my_mutex *l)
{
	return &l->m;
}

static void take_held(struct my_mutex *l)
{
	l->taken++;
	l->held = 1;
}

static void give_held(struct my_mutex *l)
{
	l->held = 0;
}

struct add_cs {  /* lock.m, in.c:28-36 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	take_held(&lock);
	sum += n;
	wrong += !lock.held;
	if (n > 3) {
		give_held(&lock);
		return 1;
	}
	sum++;
	give_held(&lock);
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	if (rcl_exec_anon(take_mutex(&lock), add_cs, &cs, sizeof(cs)) == 1) {
		return n;
	}
	return 0;
}

int main(void)
{
	int i, n = 0;

	for (i = 0; i < 8; i++)
		n += add(i);
	printf("%d %d %d %d %d\n", n, sum, wrong, lock.taken, lock.held);
	return 0;
}
