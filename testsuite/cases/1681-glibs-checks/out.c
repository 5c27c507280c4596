/* GLib's macros that return where something is not so: with the lock held, or out of a lock guard's scope. */
#include <glib.h>
#include <stdio.h>
#include "rcl_config.h"

typedef struct {
  rcl_mutex_t lock;
  rcl_mutex_t tree_lock;
  int total;
  GList *items;
} Cache;

static int seen;

struct cache_push_cs {  /* cache->lock, in.c:17-22 */
  Cache *cache;         /* in */
  int n;                /* in-out */
};

static int
cache_push_cs (void *ctx)
{
  struct cache_push_cs *cs = ctx;
  Cache *cache = cs->cache;
  int n = cs->n;

  rcl_g_leave_if_fail (n > 0, { return RCL_KEEP | 1; });
  cache->total += n;
  rcl_g_leave_if_fail (cache->total < 1000, { return RCL_KEEP | 2; });
  n = cache->total;
  cs->n = n;
  return 0;
}

static int
cache_push (Cache *cache, int n)
{
  struct cache_push_cs cs = { .cache = cache, .n = n };
  switch (rcl_exec_blocking (&cache->lock, cache_push_cs, &cs, sizeof (cs)))
    {
    case 1:
      return -1;
    case 2:
      return cache->total;
    }
  n = cs.n;
  return n;
}

struct cache_add_cs {  /* cache->lock, in.c:29-32 */
  Cache *cache;        /* in */
  int n;               /* in */
};

static int
cache_add_cs (void *ctx)
{
  struct cache_add_cs *cs = ctx;
  Cache *cache = cs->cache;
  int n = cs->n;

  rcl_g_leave_if_fail (cache->total >= 0, { return RCL_KEEP | 1; });
  cache->total += n;
  return 0;
}

static void
cache_add (Cache *cache, int n)
{
  struct cache_add_cs cs = { .cache = cache, .n = n };
  if (rcl_exec_blocking (&cache->lock, cache_add_cs, &cs, sizeof (cs)) == 1)
    {
      return;
    }
}

struct cache_note_cs {  /* cache->lock, in.c:38-43 */
  Cache *cache;         /* in */
  int n;                /* in */
};

static int
cache_note_cs (void *ctx)
{
  struct cache_note_cs *cs = ctx;
  Cache *cache = cs->cache;
  int n = cs->n;

  rcl_g_leave_if_fail (n > 2, { return 0; });
  cache->total += n;
  seen++;
  return 0;
}

static void
cache_note (Cache *cache, int n)
{
  struct cache_note_cs cs = { .cache = cache, .n = n };
  rcl_exec_blocking (&cache->lock, cache_note_cs, &cs, sizeof (cs));
}

struct cache_peek_cs {  /* cache->tree_lock, in.c:48-58 */
  Cache *cache;         /* in */
  int n;                /* in */
  int result;           /* out */
};

static int
cache_peek_cs (void *ctx)
{
  struct cache_peek_cs *cs = ctx;
  Cache *cache = cs->cache;
  int n = cs->n;

  rcl_g_leave_if_fail (n >= 0, { return 1; });
  if (n > 3)
    {
      int first = GPOINTER_TO_INT (g_list_nth_data (cache->items, n));

      rcl_g_leave_if_fail (first != n, { return 2; });
      cs->result = first + seen;
      return 3;
    }
  return 4;
}

static int
cache_peek (Cache *cache, int n)
{
  struct cache_peek_cs cs = { .cache = cache, .n = n };
  int way = rcl_exec_blocking (&cache->tree_lock, cache_peek_cs, &cs, sizeof (cs));

  if (way == 1)
    {
      return -2;
    }
  if (way == 2)
    {
      return 4;
    }
  if (way == 3)
    {
      return cs.result;
    }
  return n;
}

/* what it returns there the section would have to work out */
static int
cache_look (Cache *cache, int n)
{
  g_autoptr(rcl_mutex_t) locker = rcl_g_mutex_locker_new (&cache->lock);

  g_return_val_if_fail (n > 0, cache->total);
  return cache->total += n;
}

struct cache_clear_cs {  /* cache->lock, in.c:77-84 */
  Cache *cache;          /* in */
  int n;                 /* in-out */
  GList *old;            /* out */
};

static int
cache_clear_cs (void *ctx)
{
  struct cache_clear_cs *cs = ctx;
  Cache *cache = cs->cache;
  int n = cs->n;
  GList *old;

  for (old = cache->items; old != NULL; old = old->next)
    {
      rcl_g_leave_if_fail (old->data != NULL, {
        cs->n = n;
        return RCL_KEEP | 1;
      });
      n++;
    }
  old = g_steal_pointer (&cache->items);
  cs->n = n;
  cs->old = old;
  return 0;
}

/* it is left in a loop */
static int
cache_clear (Cache *cache, int n)
{
  GList *old;

  struct cache_clear_cs cs = { .cache = cache, .n = n };
  if (rcl_exec_blocking (&cache->lock, cache_clear_cs, &cs, sizeof (cs)) == 1)
    {
      n = cs.n;
      return n + seen;
    }
  n = cs.n;
  old = cs.old;
  g_list_free (old);
  return n;
}

int
main (void)
{
  Cache *one = g_new0 (Cache, 1);

  rcl_g_rec_mutex_init (&one->tree_lock, Cache_tree_lock);
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
