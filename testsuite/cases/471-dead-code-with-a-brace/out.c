#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct count_cs {  /* lock, in.c:11-24 */
	int a;     /* in */
	int err;   /* out */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int a = cs->a;
	int err;

	if (a > 2) {
		err = n++;
#if 0
	/* enable this if there is more to do */
	} else if (a > 1) {
#  ifdef MORE
		if (n) {
#  endif
		err = 2;
#endif
	} else
		err = 1;
	cs->err = err;
	return 0;
}

static int count(int a)
{
	int err;

	struct count_cs cs = { .a = a };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	err = cs.err;
	return err;
}

struct add_cs {  /* lock, in.c:30-39 */
	int a;   /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int a = cs->a;

#if 0 /* not yet */
	if (a > n) {
#else
	if (a > 1) {
#endif
		n += a;
	}
	a = n;
	cs->a = a;
	return 0;
}

static int add(int a)
{
	struct add_cs cs = { .a = a };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	a = cs.a;
	return a;
}

int main(void)
{
	int first = count(1), second = count(3);

	printf("%d %d %d\n", first, second, add(2));
	return 0;
}
