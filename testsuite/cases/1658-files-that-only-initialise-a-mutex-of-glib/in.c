#include <glib.h>

struct counter_of_everything_that_has_been_seen_in_this_house {
	GMutex lock;
	gint64 n;
};

struct counter_of_everything_that_has_been_seen_in_this_house *counter_new (void)
{
	struct counter_of_everything_that_has_been_seen_in_this_house *c = g_malloc0 (sizeof (*c));

	g_mutex_init (&c->lock);
	return c;
}

void counter_add (struct counter_of_everything_that_has_been_seen_in_this_house *c, gint64 n)
{
	g_mutex_lock (&c->lock);
	c->n += n;
	g_mutex_unlock (&c->lock);
}
