/* What lock functions do where they fail changes no condition under which locks are taken: what else is called may. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct mutex {
	rcl_mutex_t id;
	int taken;
};

static struct mutex *lock, *counted;
static int total;

static void quit(void)
{
	free(lock);
	lock = NULL;
	free(counted);
	counted = NULL;
}

static void failed(const char *what)
{
	puts(what);
	quit();
	abort();
}

static rcl_mutex_t *take_mutex(struct mutex *m)
{
	return &m->id;
}

static void give(struct mutex *m)
{
	if (m) {
		const int error = rcl_unlock(&m->id);

		if (error != 0)
			failed("unlock");
	}
}

struct add_cs {  /* lock->id, in.c:51-53 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	if (lock) {
		rcl_exec_anon(take_mutex(lock), add_cs, &cs, sizeof(cs));
	} else {
		add_cs(&cs);
	}
}

struct add_and_tell_cs {  /* lock->id, in.c:59-62 */
	int n;            /* in */
};

static int add_and_tell_cs(void *ctx)
{
	struct add_and_tell_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (total > 1000)
		quit();
	return RCL_KEEP;
}

/* what else is called may end the lock */
static void add_and_tell(int n)
{
	struct add_and_tell_cs cs = { .n = n };
	if (lock) {
		rcl_exec_errno(take_mutex(lock), add_and_tell_cs, &cs, sizeof(cs));
	} else {
		add_and_tell_cs(&cs);
	}
	give(lock);
}

static struct mutex *made(void)
{
	struct mutex *m = malloc(sizeof(*m));

	rcl_mutex_init(&m->id, NULL, mutex_id);
	return m;
}

int main(void)
{
	add(1);
	lock = made();
	for (int i = 0; i < 10; i++) {
		add(i);
		add_and_tell(i);
	}
	printf("%d\n", total);
	quit();
	add(2);
	printf("%d\n", total);
	return 0;
}
