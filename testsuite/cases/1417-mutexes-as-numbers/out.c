/* Mutexes that are known as numbers, as in xrdp. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct encoder {
	long mutex;
	int frames;
};

static long g_mutex;
static int g_count;

static long tc_create(void)
{
	rcl_mutex_t *made;

	made = malloc(sizeof(rcl_mutex_t));
	rcl_mutex_init(made, NULL, made);
	return (long)made;
}

static void tc_delete(long mutex)
{
	rcl_mutex_t *old;

	old = (rcl_mutex_t *)mutex;
	if (old != NULL)
		rcl_mutex_destroy(old);
	free(old);
}

static rcl_mutex_t *tc_mutex(long mutex)
{
	return (rcl_mutex_t *)mutex;
}

struct encode_e_cs {        /* e->mutex, in.c:45-47 */
	struct encoder *e;  /* in */
};

static int encode_e_cs(void *ctx)
{
	struct encode_e_cs *cs = ctx;
	struct encoder *e = cs->e;

	e->frames++;
	return 0;
}

/* g_mutex, in.c:48-50 */
static int encode_made_cs(void *ctx)
{
	g_count++;
	return 0;
}

static void encode(struct encoder *e)
{
	struct encode_e_cs cs = { .e = e };
	rcl_exec_anon(tc_mutex(e->mutex), encode_e_cs, &cs, sizeof(cs));
	rcl_exec_anon(tc_mutex(g_mutex), encode_made_cs, NULL, 0);
}

struct move_to_cs {          /* to->mutex, in.c:57-59 */
	struct encoder *to;  /* in */
};

static int move_to_cs(void *ctx)
{
	struct move_to_cs *cs = ctx;
	struct encoder *to = cs->to;

	to->frames++;
	return 0;
}

struct move_from_cs {          /* from->mutex, in.c:55-60 */
	struct encoder *from;  /* in */
	struct encoder *to;    /* in */
};

static int move_from_cs(void *ctx)
{
	struct move_from_cs *cs = ctx;
	struct encoder *from = cs->from;
	struct encoder *to = cs->to;

	from->frames--;
	struct move_to_cs to_cs = { .to = to };
	rcl_exec_anon(tc_mutex(to->mutex), move_to_cs, &to_cs, sizeof(to_cs));
	return 0;
}

static void move(struct encoder *from, struct encoder *to)
{
	struct move_from_cs cs = { .from = from, .to = to };
	rcl_exec_anon(tc_mutex(from->mutex), move_from_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct encoder one = { 0, 0 };
	struct encoder two = { tc_create(), 0 };

	g_mutex = tc_create();
	one.mutex = tc_create();
	encode(&one);
	encode(&two);
	encode(&two);
	move(&two, &one);
	printf("%d %d %d\n", one.frames, two.frames, g_count);
	tc_delete(one.mutex);
	tc_delete(two.mutex);
	tc_delete(g_mutex);
	return 0;
}
