/* A pointer that is const where its section's context gets its values by assignments, as in C90. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct frame {
	int ref_count;
	long data;
};

struct pool {
	rcl_mutex_t mutex;
	struct frame frames[3];
	int count;
};

static struct pool pool = { RCL_MUTEX_INITIALIZER(pool_mutex), { { 1, 0 }, { 0, 0 }, { 0, 0 } }, 3 };

struct get_free_cs {                      /* from->mutex, in.c:25-35 */
	struct pool *from;                /* in */
	struct frame *frames;             /* in */
	const char *why;                  /* in */
	int (*print)(const char *, ...);  /* in */
	int i;                            /* out */
};

static int get_free_cs(void *ctx)
{
	struct get_free_cs *cs = ctx;
	struct pool *from = cs->from;
	struct frame *const frames = cs->frames;
	const char *const why = cs->why;
	int (*const print)(const char *, ...) = cs->print;
	int i;

	for (i = 0; i < from->count; i++)
		if (frames[i].ref_count == 0)
			break;
	if (i < from->count) {
		frames[i].ref_count = 1;
	} else {
		print("%s\n", why);
		i = -1;
	}
	cs->i = i;
	return 0;
}

static int get_free(struct pool *from)
{
	struct frame *const frames = from->frames;
	const char * const why = "none is free";
	int (*const print)(const char *, ...) = printf;
	int i;

	struct get_free_cs cs;

	cs.from = from;
	cs.frames = frames;
	cs.why = why;
	cs.print = print;
	rcl_exec(&from->mutex, get_free_cs, &cs, sizeof(cs));
	i = cs.i;
	return i;
}

int main(void)
{
	int one = get_free(&pool), two = get_free(&pool), three = get_free(&pool);

	printf("%d %d %d\n", one, two, three);
	return 0;
}
