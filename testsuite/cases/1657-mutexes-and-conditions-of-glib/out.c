#include <glib.h>
#include <stdio.h>
#include "rcl_config.h"

static rcl_mutex_t total_lock = RCL_MUTEX_INITIALIZER(total_lock);
static long total;

typedef struct {
	rcl_mutex_t lock;
	rcl_cond_t more;
	GQueue items;
	gboolean closed;
} Store;

static Store *store_new (void)
{
	Store *s = g_new0 (Store, 1);

	rcl_g_mutex_init (&s->lock, Store_lock);
	rcl_g_cond_init (&s->more);
	g_queue_init (&s->items);
	return s;
}

static void store_free (Store *s)
{
	rcl_mutex_destroy (&s->lock);
	rcl_cond_destroy (&s->more);
	g_free (s);
}

struct store_put_cs {   /* s->lock, in.c:33-36 */
	Store *s;       /* in */
	gpointer item;  /* in */
};

static int store_put_cs (void *ctx)
{
	struct store_put_cs *cs = ctx;
	Store *s = cs->s;
	gpointer item = cs->item;

	g_queue_push_tail (&s->items, item);
	rcl_cond_signal (&s->more);
	return 0;
}

static void store_put (Store *s, gpointer item)
{
	struct store_put_cs cs = { .s = s, .item = item };
	rcl_exec_blocking (&s->lock, store_put_cs, &cs, sizeof (cs));
}

struct store_take_cs {  /* s->lock, in.c:43-47 */
	Store *s;       /* in */
	gpointer item;  /* out */
};

static int store_take_cs (void *ctx)
{
	struct store_take_cs *cs = ctx;
	Store *s = cs->s;
	gpointer item;

	if (g_queue_is_empty (&s->items) && !s->closed)
		return rcl_wait (&s->more, &s->lock);
	item = g_queue_pop_head (&s->items);
	cs->item = item;
	return 0;
}

static gpointer store_take (Store *s)
{
	gpointer item;

	struct store_take_cs cs = { .s = s };
	rcl_exec_blocking (&s->lock, store_take_cs, &cs, sizeof (cs));
	item = cs.item;
	return item;
}

struct store_try_cs {    /* s->lock, in.c:54-57 */
	Store *s;        /* in */
	gpointer *item;  /* in */
};

static int store_try_cs (void *ctx)
{
	struct store_try_cs *cs = ctx;
	Store *s = cs->s;
	gpointer *item = cs->item;

	*item = g_queue_pop_head (&s->items);
	return 0;
}

/* An attempt gives TRUE where it has the lock. */
static gboolean store_try (Store *s, gpointer *item)
{
	struct store_try_cs cs = { .s = s, .item = item };
	if (rcl_tryexec (&s->lock, store_try_cs, &cs, sizeof (cs)) < 0)
		return FALSE;
	return TRUE;
}

static int store_size (Store *s)
{
	gboolean got = rcl_g_mutex_trylock (&s->lock);
	int size = -1;

	if (got) {
		size = g_queue_get_length (&s->items);
		rcl_unlock (&s->lock);
	}
	return size;
}

static rcl_mutex_t *store_begin_mutex (Store *s)
{
	return &s->lock;
}

struct store_clear_cs {  /* s->lock, in.c:80-82 */
	Store *s;        /* in */
};

static int store_clear_cs (void *ctx)
{
	struct store_clear_cs *cs = ctx;
	Store *s = cs->s;

	g_queue_clear (&s->items);
	return 0;
}

static void store_clear (Store *s)
{
	struct store_clear_cs cs = { .s = s };
	rcl_tryexec (store_begin_mutex (s), store_clear_cs, &cs, sizeof (cs));
}

struct count_cs {  /* total_lock, in.c:88-91 */
	long n;    /* in */
};

static int count_cs (void *ctx)
{
	struct count_cs *cs = ctx;
	long n = cs->n;

	total += n;
	return 0;
}

static void count (long n)
{
	struct count_cs cs = { .n = n };
	if (rcl_tryexec (&total_lock, count_cs, &cs, sizeof (cs)) < 0)
		rcl_exec_anon (&total_lock, count_cs, &cs, sizeof (cs));
}

struct store_take_for_cs {  /* s->lock, in.c:99-106 */
	Store *s;           /* in */
	gint64 end;         /* in */
	gpointer item;      /* out */
};

static int store_take_for_cs (void *ctx)
{
	struct store_take_for_cs *cs = ctx;
	Store *s = cs->s;
	gint64 end = cs->end;
	gpointer item;

	while (g_queue_is_empty (&s->items))
		if (!rcl_g_cond_wait_until (&s->more, &s->lock, end)) {
			return 1;
		}
	item = g_queue_pop_head (&s->items);
	cs->item = item;
	return 0;
}

static gpointer store_take_for (Store *s, gint64 micros)
{
	gint64 end = g_get_monotonic_time () + micros;
	gpointer item;

	struct store_take_for_cs cs = { .s = s, .end = end };
	if (rcl_exec_blocking (&s->lock, store_take_for_cs, &cs, sizeof (cs)) == 1)
		return NULL;
	item = cs.item;
	return item;
}

static gpointer worker (gpointer data)
{
	Store *s = data;
	gpointer item;

	while ((item = store_take (s)) != NULL)
		count (GPOINTER_TO_INT (item));
	return NULL;
}

struct main_cs {   /* s->lock, in.c:131-134 */
	Store *s;  /* in */
};

static int main_cs (void *ctx)
{
	struct main_cs *cs = ctx;
	Store *s = cs->s;

	s->closed = TRUE;
	rcl_cond_broadcast (&s->more);
	return 0;
}

int main (void)
{
	Store *s = store_new ();
	GThread *threads[4];
	gpointer item = NULL;
	int size;

	for (int i = 0; i < 4; i++)
		threads[i] = g_thread_new ("worker", worker, s);
	for (int i = 1; i <= 1000; i++)
		store_put (s, GINT_TO_POINTER (i));
	struct main_cs cs = { .s = s };
	rcl_exec_anon (&s->lock, main_cs, &cs, sizeof (cs));
	for (int i = 0; i < 4; i++)
		g_thread_join (threads[i]);
	printf ("%ld, %s\n", total, store_take_for (s, 1000) ? "more" : "no more");
	for (int i = 1; i <= 3; i++)
		store_put (s, GINT_TO_POINTER (i));
	store_try (s, &item);
	size = store_size (s);
	store_clear (s);
	printf ("%d of %d, %d\n", GPOINTER_TO_INT (item), size, store_size (s));
	store_free (s);
	return 0;
}
