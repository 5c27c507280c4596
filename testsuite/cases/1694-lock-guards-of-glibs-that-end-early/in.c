/* Lock guards of GLib's that give their mutex back before their scope ends. */
#include <glib.h>
#include <stdio.h>
#include <sys/prctl.h>

typedef struct {
	GMutex lock;
	GRecMutex rec;
	GQueue *pending;
	int count;
	gboolean closed;
} Store;

static GMutex global_lock;
static int total;

/* for the rest of the function */
static gboolean
store_dispatch (Store *self)
{
	g_autoptr (GMutexLocker) locker = NULL;
	char *item;

	locker = g_mutex_locker_new (&self->lock);
	if (self->closed)
		return G_SOURCE_REMOVE;
	item = g_queue_pop_head (self->pending);
	if (item == NULL)
		return G_SOURCE_CONTINUE;
	self->count--;
	g_clear_pointer (&locker, g_mutex_locker_free);

	printf ("%s\n", item);
	g_free (item);
	return G_SOURCE_CONTINUE;
}

/* what its block cleans up goes on behind it, so it stays in place */
static int
store_median (Store *self)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);
	g_autofree char *text = NULL;
	int count = self->count, sum;

	text = g_strdup_printf ("%d", count);
	sum = count + total;
	g_clear_pointer (&locker, g_mutex_locker_free);

	if (count == 0)
		return -1;
	printf ("%s %d\n", text, sum);
	return sum / 2;
}

/* in branches that leave */
static void
store_put (Store *self, const char *name, gboolean secret)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

	if (self->closed)
		return;
	if (secret)
	{
		self->count += 2;
		g_clear_pointer (&locker, g_mutex_locker_free);
		printf ("secret\n");
		return;
	}
	g_queue_push_tail (self->pending, g_strdup (name));
	self->count++;
}

/* in a loop, and in a block of its own */
static int
store_drain (Store *self)
{
	int drained = 0;

	for (;;)
	{
		g_autoptr(GRecMutexLocker) locker = g_rec_mutex_locker_new (&self->rec);
		char *item = g_queue_pop_head (self->pending);

		if (item == NULL)
			break;
		drained++;
		g_clear_pointer (&locker, g_rec_mutex_locker_free);
		g_free (item);
	}
	return drained;
}

/* what it gives is read with the lock, or without it */
static int
store_count (Store *self, gboolean secret)
{
	if (self != NULL)
	{
		g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

		if (secret)
		{
			self->count++;
			g_clear_pointer (&locker, g_mutex_locker_free);
			if (total > 100)
				return total;
			return 0;
		}
		total++;
		if (self->closed)
			return self->count;
		self->count--;
	}
	return -1;
}

/* its thread's own */
static void
store_name (Store *self, const char *name)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&global_lock);

	prctl (PR_SET_NAME, name);
	total += self->count;
	g_clear_pointer (&locker, g_mutex_locker_free);
	printf ("%s\n", name);
}

int main (void)
{
	Store s = { .pending = g_queue_new () };

	g_rec_mutex_init (&s.rec);
	g_mutex_init (&s.lock);
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
