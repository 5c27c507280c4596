/* GLib's lock guards give their mutex back where their scope ends. One whose section stays in place becomes one of the
   runtime's, by its type, also in a macro. */
#include <glib.h>
#include <stdio.h>
#include <sys/prctl.h>

#define AUTO_LOCK(m) g_autoptr(GMutexLocker) locker = g_mutex_locker_new (m)

typedef struct {
	GMutex lock;
	GRecMutex rec;
	GCond changed;
	GPtrArray *items;
	GHashTable *table;
	int count;
	gboolean closed;
} Store;

static GMutex global_lock;
static int total;

static int
store_count (Store *self)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->count;
}

static gboolean
store_add (Store *self, const char *name, GError **error)
{
  g_autofree char *copy = g_strdup (name);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->closed)
    {
      g_set_error (error, g_quark_from_string ("store"), 1, "closed");
      return FALSE;
    }
  if (g_hash_table_contains (self->table, name))
    return FALSE;
  g_hash_table_add (self->table, g_steal_pointer (&copy));
  self->count++;
  g_cond_signal (&self->changed);
  return TRUE;
}

static void
store_close (Store *self)
{
  g_return_if_fail (self != NULL);

  {
    g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);
    self->closed = TRUE;
  }

  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&global_lock);
  total += self->count;
}

static int
store_wait (Store *self, int n)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  while (self->count < n)
    g_cond_wait (&self->changed, &self->lock);
  return self->count;
}

static void
store_name (Store *self)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  prctl (PR_SET_NAME, self->closed ? "closed" : "open");
}

static void
store_rename (Store *self, const char *name)
{
  AUTO_LOCK (&global_lock);

  if (self->closed)
    return;
  prctl (PR_SET_NAME, name);
}

static gboolean
store_is_closed (Store *self)
{
  AUTO_LOCK (&self->lock);

  return self->closed;
}

static int
store_both (Store *self)
{
  int sum = 0;

  for (int i = 0; i < 3; i++)
    {
      g_autoptr(GRecMutexLocker) locker = g_rec_mutex_locker_new (&self->rec);
      g_autoptr(GMutexLocker) inner = g_mutex_locker_new (&self->lock);

      if (i == 1)
        continue;
      sum += self->count;
    }
  return sum;
}

int main (void)
{
  Store s = { .table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_autoptr(GError) error = NULL;

  g_rec_mutex_init (&s.rec);
  g_mutex_init (&s.lock);
  store_add (&s, "one", NULL);
  store_add (&s, "two", NULL);
  store_add (&s, "two", NULL);
  printf ("%d\n", store_wait (&s, 2) + store_both (&s));
  store_close (&s);
  printf ("%d\n", store_add (&s, "two", &error));
  printf ("%s %d\n", error->message, store_count (&s));
  store_name (&s);
  store_rename (&s, "store");
  g_mutex_lock (&global_lock);
  printf ("%d %d\n", store_is_closed (&s), total);
  g_mutex_unlock (&global_lock);
  return 0;
}
