/* A lock function that takes its mutex if one of two is so, also by a macro's words: each is asked as a whole. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

struct store {
	rcl_mutex_t mutex;
	bool shared, forced;
	long next, puts;
};

#define THREADED(s) (s)->shared || (s)->forced

static rcl_mutex_t *enter_mutex(struct store *s)
{
	return &s->mutex;
}

static rcl_mutex_t *enter_threaded_mutex(struct store *s)
{
	return &s->mutex;
}

static rcl_mutex_t *enter_idle_mutex(struct store *s)
{
	return &s->mutex;
}

struct put_cs {           /* s->mutex, in.c:42-45 */
	struct store *s;  /* in */
	int n;            /* in */
	long id;          /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	long id;

	id = s->next++;
	s->puts += n;
	cs->id = id;
	return 0;
}

static long put(struct store *s, int n)
{
	long id = -1;

	struct put_cs cs = { .s = s, .n = n };
	if ((s->shared || s->forced) && rcl_exec_anon(enter_mutex(s), put_cs, &cs, sizeof(cs)) == 0)
		id = cs.id;
	return id;
}

struct put_threaded_cs {  /* s->mutex, in.c:54-57 */
	struct store *s;  /* in */
	int n;            /* in */
	long id;          /* out */
};

static int put_threaded_cs(void *ctx)
{
	struct put_threaded_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;
	long id;

	id = s->next++;
	s->puts += n;
	cs->id = id;
	return 0;
}

static long put_threaded(struct store *s, int n)
{
	long id = -1;

	struct put_threaded_cs cs = { .s = s, .n = n };
	if ((THREADED(s)) && rcl_exec_anon(enter_threaded_mutex(s), put_threaded_cs,
			&cs, sizeof(cs)) == 0)
		id = cs.id;
	return id;
}

struct put_idle_cs {      /* s->mutex, in.c:64-67 */
	struct store *s;  /* in */
	int n;            /* in */
};

static int put_idle_cs(void *ctx)
{
	struct put_idle_cs *cs = ctx;
	struct store *s = cs->s;
	int n = cs->n;

	s->puts += n;
	return 0;
}

static long put_idle(struct store *s, int n)
{
	struct put_idle_cs cs = { .s = s, .n = n };
	if ((s->shared && s->forced) || rcl_exec_anon(enter_idle_mutex(s), put_idle_cs,
			&cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

int main(void)
{
	static struct store all[] = {
		{ RCL_MUTEX_INITIALIZER(store_mutex_main), false, false, 0, 0 }, { RCL_MUTEX_INITIALIZER(store_mutex_main_74), true, false, 0, 0 },
		{ RCL_MUTEX_INITIALIZER(store_mutex_main_75), false, true, 0, 0 }, { RCL_MUTEX_INITIALIZER(store_mutex_main_75), true, true, 0, 0 },
	};

	for (int i = 0; i < 4; i++) {
		struct store *s = &all[i];
		long one = put(s, 1), two = put_threaded(s, 2), three = put_idle(s, 3);

		printf("%d: %ld %ld %ld, %ld puts, next %ld\n", i, one, two, three, s->puts, s->next);
	}
	return 0;
}
