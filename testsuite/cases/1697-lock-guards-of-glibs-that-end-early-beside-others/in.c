/* Lock guards of GLib's that end early, beside waits, and variables that are cleaned up, some before the guard. */
#include <glib.h>
#include <stdio.h>

typedef struct {
  GMutex lock;
  GCond cond;
  GQueue *q;
  int n;
  gboolean stop;
} W;

/* a wait, then given back before the work */
static gpointer worker (gpointer data)
{
  W *w = data;
  while (TRUE)
    {
      g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&w->lock);
      gpointer item;

      while (!w->stop && g_queue_is_empty (w->q))
        g_cond_wait (&w->cond, &w->lock);
      if (w->stop && g_queue_is_empty (w->q))
        break;
      item = g_queue_pop_head (w->q);
      g_clear_pointer (&locker, g_mutex_locker_free);

      printf ("%d\n", GPOINTER_TO_INT (item));
    }
  return NULL;
}

static void push (W *w, int n)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&w->lock);
  g_queue_push_tail (w->q, GINT_TO_POINTER (n));
  w->n++;
  g_clear_pointer (&locker, g_mutex_locker_free);
  g_cond_signal (&w->cond);
}

static gboolean set_stop (W *w, GError **error)
{
  g_autoptr(GMutexLocker) locker = NULL;
  g_autoptr(GString) text = g_string_new ("stop");
  g_autoptr(GError) inner = NULL;
  g_auto(GStrv) words = g_strsplit ("a b", " ", 2);

  locker = g_mutex_locker_new (&w->lock);
  if (w->stop)
    {
      g_clear_pointer (&locker, g_mutex_locker_free);
      g_set_error (error, g_quark_from_string ("w"), 1, "stopped: %s %s", text->str, words[1]);
      return FALSE;
    }
  w->stop = TRUE;
  g_clear_error (&inner);
  g_cond_broadcast (&w->cond);
  return TRUE;
}

static GPtrArray *items (W *w)
{
  g_autoptr(GPtrArray) result = g_ptr_array_new ();
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&w->lock);

  for (GList *l = w->q->head; l != NULL; l = l->next)
    g_ptr_array_add (result, l->data);
  g_clear_pointer (&locker, g_mutex_locker_free);

  if (result->len == 0)
    return NULL;
  return g_steal_pointer (&result);
}

static int count (W *w)
{
  int n;
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&w->lock);
  n = w->n;
  g_clear_pointer (&locker, g_mutex_locker_free); /* not needed any more */
  return n;
}

static int one_line (W *w) { g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&w->lock); w->n++; g_clear_pointer (&locker, g_mutex_locker_free); return 3; }

static int twice (W *w)
{
  int n = 0;
  {
    g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&w->lock);
    n += w->n;
    g_clear_pointer (&locker, g_mutex_locker_free);
    n++;
  }
  {
    g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&w->lock);
    n += w->n;
    if (n < 3)
      {
        g_clear_pointer (&locker, g_mutex_locker_free);
        return n;
      }
  }
  return n;
}

int main (void)
{
  W w = { .q = g_queue_new () };
  GThread *t;
  g_autoptr(GError) error = NULL;

  g_mutex_init (&w.lock);
  g_cond_init (&w.cond);
  t = g_thread_new ("w", worker, &w);
  for (int i = 1; i < 5; i++)
    push (&w, i);
  set_stop (&w, NULL);
  g_thread_join (t);
  printf ("%d ", set_stop (&w, &error));
  printf ("%s", error->message);
  printf (" %d %d %d %d\n", items (&w) != NULL, count (&w), one_line (&w), twice (&w));
  return 0;
}
