#include <glib.h>
#include "rcl_config.h"

struct counter_of_everything_that_has_been_seen_in_this_house {
	rcl_mutex_t lock;
	gint64 n;
};

struct counter_of_everything_that_has_been_seen_in_this_house *counter_new (void)
{
	struct counter_of_everything_that_has_been_seen_in_this_house *c = g_malloc0 (sizeof (*c));

	rcl_g_mutex_init (&c->lock, counter_of_everything_that_has_been_seen_in_this_house_lock);
	return c;
}

struct counter_add_cs {  /* c->lock, in.c:18-20 */
	struct counter_of_everything_that_has_been_seen_in_this_house *c;  /* in */
	gint64 n;        /* in */
};

static int counter_add_cs (void *ctx)
{
	struct counter_add_cs *cs = ctx;
	struct counter_of_everything_that_has_been_seen_in_this_house *c = cs->c;
	gint64 n = cs->n;

	c->n += n;
	return 0;
}

void counter_add (struct counter_of_everything_that_has_been_seen_in_this_house *c, gint64 n)
{
	struct counter_add_cs cs = { .c = c, .n = n };
	rcl_exec_anon (&c->lock, counter_add_cs, &cs, sizeof (cs));
}
