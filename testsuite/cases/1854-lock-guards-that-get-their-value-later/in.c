/* Lock guards of GLib's that are declared with nothing, and get their mutex when the function has looked at what it was
   given. */
#include <glib.h>
#include <stdio.h>
#include <sys/prctl.h>

typedef struct {
	GMutex lock;
	int count;
	gboolean closed;
	GPtrArray *items;
} Store;

static int
store_count (Store *self)
{
	g_autoptr(GMutexLocker) locker = NULL;

	g_return_val_if_fail (self != NULL, -1);

	locker = g_mutex_locker_new (&self->lock);
	return self->count;
}

static gboolean
store_add (Store *self, const char *name)
{
	g_autofree char *copy = g_strdup (name);
	g_autoptr(GMutexLocker) locker = NULL;

	if (self == NULL)
		return FALSE;
	locker = g_mutex_locker_new (&self->lock);
	if (self->closed)
		return FALSE;
	for (guint i = 0; i < self->items->len; i++) {
		const char *item = g_ptr_array_index (self->items, i);
		if (g_strcmp0 (item, name) == 0)
			return FALSE;
	}
	g_ptr_array_add (self->items, g_steal_pointer (&copy));
	self->count++;
	return TRUE;
}

/* what only frees memory may do that before or behind the release */
static int
store_looks (Store *self, const char *name)
{
	g_autoptr(GMutexLocker) locker = NULL;
	g_autofree char *copy = g_strdup (name);

	locker = g_mutex_locker_new (&self->lock);
	return self->count + (copy[0] == 'o');
}

/* nothing would give back the lock that its first part would keep */
static int
store_rename (Store *self, const char *name)
{
	g_autoptr(GMutexLocker) locker = NULL;

	if (name == NULL)
		return -1;
	locker = g_mutex_locker_new (&self->lock);
	self->count++;
	prctl (PR_SET_NAME, name);
	return self->count;
}

/* its end is reached without the lock, too */
static int
store_drop (Store *self, gboolean really)
{
	g_autoptr(GMutexLocker) locker = NULL;
	int left = -1;

	if (!really)
		goto out;
	locker = g_mutex_locker_new (&self->lock);
	left = --self->count;
out:
	return left;
}

static void
store_name (Store *self, const char *name)
{
	g_autoptr(GMutexLocker) locker = NULL;

	locker = g_mutex_locker_new (&self->lock);
	prctl (PR_SET_NAME, name);
}

int main (void)
{
	Store s = { .items = g_ptr_array_new () };

	g_mutex_init (&s.lock);
	store_add (&s, "one");
	store_add (&s, "two");
	store_add (&s, "two");
	store_name (&s, "x");
	printf ("%d\n", store_count (&s) + store_looks (&s, "o"));
	printf ("%d ", store_rename (&s, "y"));
	printf ("%d ", store_rename (&s, NULL));
	printf ("%d ", store_drop (&s, TRUE));
	printf ("%d\n", store_drop (&s, FALSE));
	return 0;
}
