/* Lock guards of GLib's that give their mutex back before their scope ends. */
#include <glib.h>
#include <stdio.h>
#include <sys/prctl.h>
#include "rcl_config.h"

typedef struct {
	rcl_mutex_t lock;
	rcl_mutex_t rec;
	GQueue *pending;
	int count;
	gboolean closed;
} Store;

static rcl_mutex_t global_lock = RCL_MUTEX_INITIALIZER(global_lock);
static int total;

struct store_dispatch_cs {  /* self->lock, in.c:24-31 */
	Store *self;        /* in */
	char *item;         /* out */
	gboolean result;    /* out */
};

static int
store_dispatch_cs (void *ctx)
{
	struct store_dispatch_cs *cs = ctx;
	Store *self = cs->self;
	char *item;

	if (self->closed)
		return 1;
	item = g_queue_pop_head (self->pending);
	if (item == NULL)
	{
		cs->result = G_SOURCE_CONTINUE;
		return 2;
	}
	self->count--;
	cs->item = item;
	return 0;
}

/* for the rest of the function */
static gboolean
store_dispatch (Store *self)
{
	char *item;

	struct store_dispatch_cs cs = { .self = self };
	switch (rcl_exec_blocking (&self->lock, store_dispatch_cs, &cs, sizeof (cs)))
	{
	case 1:
		return G_SOURCE_REMOVE;
	case 2:
		return cs.result;
	}
	item = cs.item;

	printf ("%s\n", item);
	g_free (item);
	return G_SOURCE_CONTINUE;
}

/* what its block cleans up goes on behind it, so it stays in place */
static int
store_median (Store *self)
{
	g_autoptr(rcl_mutex_t) locker = rcl_g_mutex_locker_new (&self->lock);
	g_autofree char *text = NULL;
	int count = self->count, sum;

	text = g_strdup_printf ("%d", count);
	sum = count + total;
	g_clear_pointer (&locker, rcl_unlock);

	if (count == 0)
		return -1;
	printf ("%s %d\n", text, sum);
	return sum / 2;
}

struct store_put_cs {      /* self->lock, in.c:60-73 */
	Store *self;       /* in */
	const char *name;  /* in */
	gboolean secret;   /* in */
};

static int
store_put_cs (void *ctx)
{
	struct store_put_cs *cs = ctx;
	Store *self = cs->self;
	const char *name = cs->name;
	gboolean secret = cs->secret;

	if (self->closed)
		return 0;
	if (secret)
	{
		self->count += 2;
		return 2;
	}
	g_queue_push_tail (self->pending, g_strdup (name));
	self->count++;
	return 0;
}

/* in branches that leave */
static void
store_put (Store *self, const char *name, gboolean secret)
{
	struct store_put_cs cs = { .self = self, .name = name, .secret = secret };
	if (rcl_exec_blocking (&self->lock, store_put_cs, &cs, sizeof (cs)) == 2)
		printf ("secret\n");
}

struct store_drain_cs {  /* self->rec, in.c:83-89 */
	Store *self;     /* in */
	int drained;     /* in-out */
	char *item;      /* out */
};

static int
store_drain_cs (void *ctx)
{
	struct store_drain_cs *cs = ctx;
	Store *self = cs->self;
	int drained = cs->drained;
	char *item = g_queue_pop_head (self->pending);

	if (item == NULL)
	{
		cs->drained = drained;
		return 1;
	}
	drained++;
	cs->drained = drained;
	cs->item = item;
	return 0;
}

/* in a loop, and in a block of its own */
static int
store_drain (Store *self)
{
	int drained = 0;

	for (;;)
	{
		char *item;
		struct store_drain_cs cs = { .self = self, .drained = drained };
		if (rcl_exec_blocking (&self->rec, store_drain_cs, &cs, sizeof (cs)) == 1)
		{
			drained = cs.drained;
			break;
		}
		drained = cs.drained;
		item = cs.item;
		g_free (item);
	}
	return drained;
}

struct store_count_cs {   /* self->lock, in.c:101-115 */
	Store *self;      /* in */
	gboolean secret;  /* in */
	int result;       /* out */
};

static int
store_count_cs (void *ctx)
{
	struct store_count_cs *cs = ctx;
	Store *self = cs->self;
	gboolean secret = cs->secret;

	if (secret)
	{
		self->count++;
		return 1;
	}
	total++;
	if (self->closed)
	{
		cs->result = self->count;
		return 2;
	}
	self->count--;
	return 0;
}

/* what it gives is read with the lock, or without it */
static int
store_count (Store *self, gboolean secret)
{
	if (self != NULL)
	{
		struct store_count_cs cs = { .self = self, .secret = secret };
		switch (rcl_exec_anon (&self->lock, store_count_cs, &cs, sizeof (cs)))
		{
		case 1:
			if (total > 100)
				return total;
			return 0;
		case 2:
			return cs.result;
		}
	}
	return -1;
}

/* its thread's own */
static void
store_name (Store *self, const char *name)
{
	g_autoptr(rcl_mutex_t) locker = rcl_g_mutex_locker_new (&global_lock);

	prctl (PR_SET_NAME, name);
	total += self->count;
	g_clear_pointer (&locker, rcl_unlock);
	printf ("%s\n", name);
}

int main (void)
{
	Store s = { .pending = g_queue_new () };

	rcl_g_rec_mutex_init (&s.rec, Store_rec);
	rcl_g_mutex_init (&s.lock, Store_lock);
	store_put (&s, "one", FALSE);
	store_put (&s, "two", FALSE);
	store_put (&s, "three", TRUE);
	store_put (&s, "four", FALSE);
	printf ("%d\n", store_dispatch (&s));
	printf ("%d\n", store_median (&s));
	printf ("%d\n", store_drain (&s));
	printf ("%d %d\n", store_count (&s, FALSE), store_count (&s, TRUE));
	store_name (&s, "store");
	printf ("%d %d %d\n", store_dispatch (&s), s.count, total);
	s.closed = TRUE;
	printf ("%d\n", store_count (&s, FALSE));
	printf ("%d\n", store_dispatch (&s));
	store_put (&s, "five", FALSE);
	g_queue_free (s.pending);
	return 0;
}
