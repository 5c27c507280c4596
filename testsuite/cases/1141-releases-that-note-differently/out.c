/* Ways out that read alike, but whose lock functions note something else, or nothing: each is an exit of its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct my_mutex { rcl_mutex_t m; int taken, given, dropped; };

static struct my_mutex lock = { RCL_MUTEX_INITIALIZER(my_mutex_m), 0, 0, 0 };
static int sum;

static rcl_mutex_t *take_mutex(struct my_mutex *l) {
	return &l->m;
}

static void take_held(struct my_mutex *l) {
	l->taken++;
}

static void give_held(struct my_mutex *l) {
	l->given++;
}

static void drop_held(struct my_mutex *l) {
	l->dropped++;
}

struct add_cs {  /* lock.m, in.c:16-35 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	take_held(&lock);
	if (n == 1) {
		give_held(&lock);
		return 1;
	}
	if (n == 2) {
		drop_held(&lock);
		return 2;
	}
	if (n == 3) {
		return 3;
	}
	if (n == 4) {
		sum++;
		give_held(&lock);
		return 1;
	}
	sum += n;
	drop_held(&lock);
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	switch (rcl_exec_anon(take_mutex(&lock), add_cs, &cs, sizeof(cs))) {
	case 1:
		return 1;
	case 2:
		return 1;
	case 3:
		return 1;
	}
	return 0;
}

int main(void)
{
	int i, n = 0;

	for (i = 0; i < 8; i++)
		n += add(i);
	printf("%d %d %d %d %d\n", n, sum, lock.taken, lock.given, lock.dropped);
	return 0;
}
