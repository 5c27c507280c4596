/* Lock guards of GLib's that end early, beside waits, and variables that are cleaned up, some before the guard. */
#include <glib.h>
#include <stdio.h>
#include "rcl_config.h"

typedef struct {
  rcl_mutex_t lock;
  rcl_cond_t cond;
  GQueue *q;
  int n;
  gboolean stop;
} W;

struct worker_cs {  /* w->lock, in.c:19-27 */
  W *w;             /* in */
  gpointer item;    /* out */
  int at;           /* where it goes on */
};

static int worker_cs (void *ctx)
{
  struct worker_cs *cs = ctx;
  W *w = cs->w;

  if (cs->at == 2)
    goto at_2;
  gpointer item;

  while (!w->stop && g_queue_is_empty (w->q))
    {
      cs->at = 2;
      return rcl_wait (&w->cond, &w->lock);
      at_2: ;
    }
  if (w->stop && g_queue_is_empty (w->q))
    return 1;
  item = g_queue_pop_head (w->q);
  cs->item = item;
  return 0;
}

/* a wait, then given back before the work */
static gpointer worker (gpointer data)
{
  W *w = data;
  while (TRUE)
    {
      gpointer item;
      struct worker_cs cs = { .w = w, .at = 0 };
      if (rcl_exec_blocking (&w->lock, worker_cs, &cs, sizeof (cs)) == 1)
        break;
      item = cs.item;

      printf ("%d\n", GPOINTER_TO_INT (item));
    }
  return NULL;
}

struct push_cs {  /* w->lock, in.c:36-39 */
  W *w;           /* in */
  int n;          /* in */
};

static int push_cs (void *ctx)
{
  struct push_cs *cs = ctx;
  W *w = cs->w;
  int n = cs->n;

  g_queue_push_tail (w->q, GINT_TO_POINTER (n));
  w->n++;
  return 0;
}

static void push (W *w, int n)
{
  struct push_cs cs = { .w = w, .n = n };
  rcl_exec_blocking (&w->lock, push_cs, &cs, sizeof (cs));
  rcl_cond_signal (&w->cond);
}

struct set_stop_cs {      /* w->lock, in.c:50-60 */
  W *w;                   /* in */
  GError_autoptr *inner;  /* by reference */
  gboolean result;        /* out */
};

static int set_stop_cs (void *ctx)
{
  struct set_stop_cs *cs = ctx;
  W *w = cs->w;
  GError_autoptr *inner = cs->inner;

  if (w->stop)
    {
      return 1;
    }
  w->stop = TRUE;
  g_clear_error (inner);
  rcl_cond_broadcast (&w->cond);
  cs->result = TRUE;
  return 2;
}

static gboolean set_stop (W *w, GError **error)
{
  g_autoptr(GString) text = g_string_new ("stop");
  g_autoptr(GError) inner = NULL;
  g_auto(GStrv) words = g_strsplit ("a b", " ", 2);

  struct set_stop_cs cs = { .w = w, .inner = &inner };
  int way = rcl_exec_blocking (&w->lock, set_stop_cs, &cs, sizeof (cs));

  if (way == 1)
    {
      g_set_error (error, g_quark_from_string ("w"), 1, "stopped: %s %s", text->str, words[1]);
      return FALSE;
    }
  return cs.result;
}

struct items_cs {             /* w->lock, in.c:66-70 */
  W *w;                       /* in */
  GPtrArray_autoptr *result;  /* by reference */
};

static int items_cs (void *ctx)
{
  struct items_cs *cs = ctx;
  W *w = cs->w;
  GPtrArray_autoptr *result = cs->result;

  for (GList *l = w->q->head; l != NULL; l = l->next)
    g_ptr_array_add (*result, l->data);
  return 0;
}

static GPtrArray *items (W *w)
{
  g_autoptr(GPtrArray) result = g_ptr_array_new ();
  struct items_cs cs = { .w = w, .result = &result };
  rcl_exec_blocking (&w->lock, items_cs, &cs, sizeof (cs));

  if (result->len == 0)
    return NULL;
  return g_steal_pointer (&result);
}

struct count_cs {  /* w->lock, in.c:80-82 */
  W *w;            /* in */
  int n;           /* out */
};

static int count_cs (void *ctx)
{
  struct count_cs *cs = ctx;
  W *w = cs->w;
  int n;

  n = w->n;
  cs->n = n;
  return 0;
}

static int count (W *w)
{
  int n;
  /* not needed any more */
  struct count_cs cs = { .w = w };
  rcl_exec_anon (&w->lock, count_cs, &cs, sizeof (cs));
  n = cs.n;
  return n;
}

struct one_line_cs {  /* w->lock, in.c:86 */
  W *w;               /* in */
};

static int one_line_cs (void *ctx) {
  struct one_line_cs *cs = ctx;
  W *w = cs->w;

  w->n++;
  return 0;
}

static int one_line (W *w) {
  struct one_line_cs cs = { .w = w };
  rcl_exec_anon (&w->lock, one_line_cs, &cs, sizeof (cs));
  return 3;
}

struct twice_W_1_cs {  /* w->lock, in.c:92-94 */
  W *w;                /* in */
  int n;               /* in-out */
};

static int twice_W_1_cs (void *ctx)
{
  struct twice_W_1_cs *cs = ctx;
  W *w = cs->w;
  int n = cs->n;

  n += w->n;
  cs->n = n;
  return 0;
}

struct twice_W_2_cs {  /* w->lock, in.c:98-105 */
  W *w;                /* in */
  int n;               /* in-out */
};

static int twice_W_2_cs (void *ctx)
{
  struct twice_W_2_cs *cs = ctx;
  W *w = cs->w;
  int n = cs->n;

  n += w->n;
  if (n < 3)
    {
      cs->n = n;
      return 1;
    }
  cs->n = n;
  return 0;
}

static int twice (W *w)
{
  int n = 0;
  {
    struct twice_W_1_cs cs = { .w = w, .n = n };
    rcl_exec_anon (&w->lock, twice_W_1_cs, &cs, sizeof (cs));
    n = cs.n;
    n++;
  }
  {
    struct twice_W_2_cs cs = { .w = w, .n = n };
    if (rcl_exec_anon (&w->lock, twice_W_2_cs, &cs, sizeof (cs)) == 1)
      {
        n = cs.n;
        return n;
      }
    n = cs.n;
  }
  return n;
}

int main (void)
{
  W w = { .q = g_queue_new () };
  GThread *t;
  g_autoptr(GError) error = NULL;

  rcl_g_mutex_init (&w.lock, W_lock);
  rcl_g_cond_init (&w.cond);
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
