#include <glib.h>
#include <stdio.h>

static GMutex total_lock;
static long total;

typedef struct {
	GMutex lock;
	GCond more;
	GQueue items;
	gboolean closed;
} Store;

static Store *store_new (void)
{
	Store *s = g_new0 (Store, 1);

	g_mutex_init (&s->lock);
	g_cond_init (&s->more);
	g_queue_init (&s->items);
	return s;
}

static void store_free (Store *s)
{
	g_mutex_clear (&s->lock);
	g_cond_clear (&s->more);
	g_free (s);
}

static void store_put (Store *s, gpointer item)
{
	g_mutex_lock (&s->lock);
	g_queue_push_tail (&s->items, item);
	g_cond_signal (&s->more);
	g_mutex_unlock (&s->lock);
}

static gpointer store_take (Store *s)
{
	gpointer item;

	g_mutex_lock (&s->lock);
	while (g_queue_is_empty (&s->items) && !s->closed)
		g_cond_wait (&s->more, &s->lock);
	item = g_queue_pop_head (&s->items);
	g_mutex_unlock (&s->lock);
	return item;
}

/* An attempt gives TRUE where it has the lock. */
static gboolean store_try (Store *s, gpointer *item)
{
	if (!g_mutex_trylock (&s->lock))
		return FALSE;
	*item = g_queue_pop_head (&s->items);
	g_mutex_unlock (&s->lock);
	return TRUE;
}

static int store_size (Store *s)
{
	gboolean got = g_mutex_trylock (&s->lock);
	int size = -1;

	if (got) {
		size = g_queue_get_length (&s->items);
		g_mutex_unlock (&s->lock);
	}
	return size;
}

static gboolean store_begin (Store *s)
{
	return g_mutex_trylock (&s->lock);
}

static void store_clear (Store *s)
{
	if (store_begin (s)) {
		g_queue_clear (&s->items);
		g_mutex_unlock (&s->lock);
	}
}

static void count (long n)
{
	if (!g_mutex_trylock (&total_lock))
		g_mutex_lock (&total_lock);
	total += n;
	g_mutex_unlock (&total_lock);
}

static gpointer store_take_for (Store *s, gint64 micros)
{
	gint64 end = g_get_monotonic_time () + micros;
	gpointer item;

	g_mutex_lock (&s->lock);
	while (g_queue_is_empty (&s->items))
		if (!g_cond_wait_until (&s->more, &s->lock, end)) {
			g_mutex_unlock (&s->lock);
			return NULL;
		}
	item = g_queue_pop_head (&s->items);
	g_mutex_unlock (&s->lock);
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
	g_mutex_lock (&s->lock);
	s->closed = TRUE;
	g_cond_broadcast (&s->more);
	g_mutex_unlock (&s->lock);
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
