/* GLib's lock guards give their mutex back where their scope ends. One whose section stays in place becomes one of the
   runtime's, by its type, also in a macro. */
#include <glib.h>
#include <stdio.h>
#include <sys/prctl.h>
#include "rcl_config.h"

#define AUTO_LOCK(m) g_autoptr(rcl_mutex_t) locker = rcl_g_mutex_locker_new (m)

typedef struct {
	rcl_mutex_t lock;
	rcl_mutex_t rec;
	rcl_cond_t changed;
	GPtrArray *items;
	GHashTable *table;
	int count;
	gboolean closed;
} Store;

static rcl_mutex_t global_lock = RCL_MUTEX_INITIALIZER(global_lock);
static int total;

struct store_count_cs {  /* self->lock, in.c:25-27 */
  Store *self;           /* in */
  int result;            /* out */
};

static int
store_count_cs (void *ctx)
{
  struct store_count_cs *cs = ctx;
  Store *self = cs->self;

  cs->result = self->count;
  return 1;
}

static int
store_count (Store *self)
{
  struct store_count_cs cs = { .self = self };
  rcl_exec_anon (&self->lock, store_count_cs, &cs, sizeof (cs));
  return cs.result;
}

struct store_add_cs {  /* self->lock, in.c:34-46 */
  Store *self;         /* in */
  const char *name;    /* in */
  GError **error;      /* in */
  char **copy;         /* by reference */
  gboolean result;     /* out */
};

static int
store_add_cs (void *ctx)
{
  struct store_add_cs *cs = ctx;
  Store *self = cs->self;
  const char *name = cs->name;
  GError **error = cs->error;
  char **copy = cs->copy;

  if (self->closed)
    {
      g_set_error (error, g_quark_from_string ("store"), 1, "closed");
      return 1;
    }
  if (g_hash_table_contains (self->table, name))
    return 1;
  g_hash_table_add (self->table, g_steal_pointer (copy));
  self->count++;
  rcl_cond_signal (&self->changed);
  cs->result = TRUE;
  return 2;
}

static gboolean
store_add (Store *self, const char *name, GError **error)
{
  g_autofree char *copy = g_strdup (name);
  struct store_add_cs cs = { .self = self, .name = name, .error = error, .copy = &copy };
  int way = rcl_exec_blocking (&self->lock, store_add_cs, &cs, sizeof (cs));

  if (way == 1)
    return FALSE;
  return cs.result;
}

struct store_close_self_cs {  /* self->lock, in.c:55-57 */
  Store *self;                /* in */
};

static int
store_close_self_cs (void *ctx)
{
  struct store_close_self_cs *cs = ctx;
  Store *self = cs->self;

  self->closed = TRUE;
  return 0;
}

struct store_close_global_cs {  /* global_lock, in.c:59-61 */
  Store *self;                  /* in */
};

static int
store_close_global_cs (void *ctx)
{
  struct store_close_global_cs *cs = ctx;
  Store *self = cs->self;

  total += self->count;
  return 0;
}

static void
store_close (Store *self)
{
  g_return_if_fail (self != NULL);

  {
    struct store_close_self_cs cs = { .self = self };
    rcl_exec_anon (&self->lock, store_close_self_cs, &cs, sizeof (cs));
  }

  struct store_close_global_cs cs = { .self = self };
  rcl_exec_anon (&global_lock, store_close_global_cs, &cs, sizeof (cs));
}

struct store_wait_cs {  /* self->lock, in.c:66-70 */
  Store *self;          /* in */
  int n;                /* in */
  int result;           /* out */
};

static int
store_wait_cs (void *ctx)
{
  struct store_wait_cs *cs = ctx;
  Store *self = cs->self;
  int n = cs->n;

  if (self->count < n)
    return rcl_wait (&self->changed, &self->lock);
  cs->result = self->count;
  return 1;
}

static int
store_wait (Store *self, int n)
{
  struct store_wait_cs cs = { .self = self, .n = n };
  rcl_exec_waiting (&self->lock, store_wait_cs, &cs, sizeof (cs));
  return cs.result;
}

static void
store_name (Store *self)
{
  g_autoptr(rcl_mutex_t) locker = rcl_g_mutex_locker_new (&self->lock);

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

struct store_is_closed_cs {  /* self->lock, in.c:94-96 */
  Store *self;               /* in */
  gboolean result;           /* out */
};

static int
store_is_closed_cs (void *ctx)
{
  struct store_is_closed_cs *cs = ctx;
  Store *self = cs->self;

  cs->result = self->closed;
  return 1;
}

static gboolean
store_is_closed (Store *self)
{
  struct store_is_closed_cs cs = { .self = self };
  rcl_exec_anon (&self->lock, store_is_closed_cs, &cs, sizeof (cs));
  return cs.result;
}

struct store_both_cs {  /* self->lock, in.c:107-112 */
  Store *self;          /* in */
  int sum;              /* in-out */
  int i;                /* in */
};

static int
store_both_cs (void *ctx)
{
  struct store_both_cs *cs = ctx;
  Store *self = cs->self;
  int sum = cs->sum;
  int i = cs->i;

  if (i == 1)
    {
      cs->sum = sum;
      return 1;
    }
  sum += self->count;
  cs->sum = sum;
  return 0;
}

static int
store_both (Store *self)
{
  int sum = 0;

  for (int i = 0; i < 3; i++)
    {
      g_autoptr(rcl_mutex_t) locker = rcl_g_mutex_locker_new (&self->rec);
      struct store_both_cs cs = { .self = self, .sum = sum, .i = i };
      if (rcl_exec_anon (&self->lock, store_both_cs, &cs, sizeof (cs)) == 1)
        {
          sum = cs.sum;
          continue;
        }
      sum = cs.sum;
    }
  return sum;
}

struct main_cs {  /* global_lock, in.c:132-134 */
  Store *s;       /* by reference */
};

static int
main_cs (void *ctx)
{
  struct main_cs *cs = ctx;
  Store *s = cs->s;

  printf ("%d %d\n", store_is_closed (s), total);
  return 0;
}

int main (void)
{
  Store s = { .table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_autoptr(GError) error = NULL;

  rcl_g_rec_mutex_init (&s.rec, Store_rec);
  rcl_g_mutex_init (&s.lock, Store_lock);
  store_add (&s, "one", NULL);
  store_add (&s, "two", NULL);
  store_add (&s, "two", NULL);
  printf ("%d\n", store_wait (&s, 2) + store_both (&s));
  store_close (&s);
  printf ("%d\n", store_add (&s, "two", &error));
  printf ("%s %d\n", error->message, store_count (&s));
  store_name (&s);
  store_rename (&s, "store");
  struct main_cs cs = { .s = &s };
  rcl_exec_blocking (&global_lock, main_cs, &cs, sizeof (cs));
  return 0;
}
