/* Functions with a head in each branch of an #if: what is made of them stands before that. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct my_mutex { rcl_mutex_t m; };

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct my_mutex other = { RCL_MUTEX_INITIALIZER(my_mutex_m) };
static int sum;

static rcl_mutex_t *my_mutex(struct my_mutex *l)
{
	return &l->m;
}

/* takes the lock */
#ifdef SHORT
void my_lock(struct my_mutex *l, short n)
#else
void my_lock(struct my_mutex *l, int n)
#endif
{
	rcl_lock(&l->m);
	(void)n;
}

void my_unlock(struct my_mutex *l)
{
	rcl_unlock(&l->m);
}

struct add_cs {      /* lock, in.c:36-38 */
	unsigned n;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	unsigned n = cs->n;

	sum += n;
	return 0;
}

/* the thread */
#ifdef SHORT
static unsigned add(short n)
#elif defined(LONG)
static unsigned long add(unsigned long n)
#else
static unsigned add(unsigned n)
#endif
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	return n;
}

struct add_twice_cs {  /* other.m, in.c:48-50 */
	int m;         /* in */
};

static int add_twice_cs(void *ctx)
{
	struct add_twice_cs *cs = ctx;
	int m = cs->m;

	sum += m;
	return 0;
}

#ifndef SHORT
static void add_twice(int n, int m)
#else
static void add_twice(short n, short m)
#endif
{
	struct add_twice_cs cs = { .m = m };
	rcl_exec_anon(my_mutex(&other), add_twice_cs, &cs, sizeof(cs));
}

int main(void)
{
	add_twice(add(3), 4);
	printf("%d\n", sum);
	return 0;
}
