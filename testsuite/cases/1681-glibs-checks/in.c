/* GLib's macros that return where something is not so: with the lock held, or out of a lock guard's scope. */
#include <glib.h>
#include <stdio.h>

typedef struct {
  GMutex lock;
  GRecMutex tree_lock;
  int total;
  GList *items;
} Cache;

static int seen;

static int
cache_push (Cache *cache, int n)
{
  g_mutex_lock (&cache->lock);
  g_return_val_if_fail (n > 0, -1);
  cache->total += n;
  g_return_val_if_fail (cache->total < 1000, cache->total);
  n = cache->total;
  g_mutex_unlock (&cache->lock);
  return n;
}

static void
cache_add (Cache *cache, int n)
{
  g_mutex_lock (&cache->lock);
  g_return_if_fail (cache->total >= 0);
  cache->total += n;
  g_mutex_unlock (&cache->lock);
}

static void
cache_note (Cache *cache, int n)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&cache->lock);

  g_return_if_fail (n > 2);
  cache->total += n;
  seen++;
}

static int
cache_peek (Cache *cache, int n)
{
  g_autoptr(GRecMutexLocker) locker = g_rec_mutex_locker_new (&cache->tree_lock);

  g_return_val_if_fail (n >= 0, -2);
  if (n > 3)
    {
      int first = GPOINTER_TO_INT (g_list_nth_data (cache->items, n));

      g_return_val_if_fail (first != n, 4);
      return first + seen;
    }
  return n;
}

/* what it returns there the section would have to work out */
static int
cache_look (Cache *cache, int n)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&cache->lock);

  g_return_val_if_fail (n > 0, cache->total);
  return cache->total += n;
}

/* it is left in a loop */
static int
cache_clear (Cache *cache, int n)
{
  GList *old;

  g_mutex_lock (&cache->lock);
  for (old = cache->items; old != NULL; old = old->next)
    {
      g_return_val_if_fail (old->data != NULL, n + seen);
      n++;
    }
  old = g_steal_pointer (&cache->items);
  g_mutex_unlock (&cache->lock);
  g_list_free (old);
  return n;
}

int
main (void)
{
  Cache *one = g_new0 (Cache, 1);

  g_rec_mutex_init (&one->tree_lock);
  cache_add (one, 1);
  cache_note (one, 3);
  cache_note (one, 2);
  printf ("%d %d\n", cache_push (one, 7), cache_look (one, 4));
  one->items = g_list_append (NULL, GINT_TO_POINTER (5));
  printf ("%d %d %d\n", cache_peek (one, 2), cache_peek (one, -1), cache_peek (one, 6));
  printf ("%d %d\n", cache_clear (one, 4), one->total);
  one->items = g_list_append (NULL, NULL);
  printf ("%d\n", cache_clear (one, 4));
  g_free (one);
  return 0;
}
