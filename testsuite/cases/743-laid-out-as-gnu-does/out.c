/* Generated code is laid out as the file is: as GNU's programs are.  */

#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_BUCKETS 8
#define likely(x) __builtin_expect (!!(x), 1)

struct entry
{
  struct entry *next;
  const char *key;
  int value;
};

struct table
{
  struct
  {
    rcl_mutex_t lock;
    struct entry *head;
  } buckets[N_BUCKETS];
  int used;
};

static struct table *table;

/* Return the hash of KEY.  */

static unsigned int
hash (const char *key)
{
  unsigned int h = 5381;

  while (*key)
    h = h * 33 ^ (unsigned char) *key++;
  return h % N_BUCKETS;
}

struct table_lookup_cs  /* t->buckets[b].lock, in.c:51-60 */
{
  struct table *t;      /* in */
  const char *key;      /* in */
  int *value;           /* in */
  unsigned int b;       /* in */
  int found;            /* in-out */
};

static int
table_lookup_cs (void *ctx)
{
  struct table_lookup_cs *cs = ctx;
  struct table *t = cs->t;
  const char *key = cs->key;
  int *value = cs->value;
  unsigned int b = cs->b;
  int found = cs->found;

  for (struct entry *e = t->buckets[b].head; e != NULL; e = e->next)
    if (likely (strcmp (e->key, key) == 0))
      {
	*value = e->value;	/* the newest one */
	found = 1;
	break;
      }
  cs->found = found;
  return 0;
}

/* Look up KEY in TABLE, and put its value in *VALUE.
   Return 0 if there is none.  */

int
table_lookup (struct table *t, const char *key, int *value)
{
  unsigned int b = hash (key);
  int found = 0;

  struct table_lookup_cs cs = { .t = t, .key = key, .value = value, .b = b, .found = found };
  if (rcl_exec_anon (&t->buckets[b].lock, table_lookup_cs, &cs, sizeof (cs)) < 0)
    abort ();
  found = cs.found;

  return found;
}

struct table_insert_cs  /* t->buckets[b].lock, in.c:76-104 */
{
  struct table *t;      /* in */
  const char *key;      /* in */
  int value;            /* in */
  int old;              /* in-out */
  unsigned int b;       /* in */
};

static int
table_insert_cs (void *ctx)
{
  struct table_insert_cs *cs = ctx;
  struct table *t = cs->t;
  const char *key = cs->key;
  int value = cs->value;
  struct entry *e;
  int old = cs->old;
  unsigned int b = cs->b;

  for (e = t->buckets[b].head; e; e = e->next)
    {
      if (strcmp (e->key, key))
	continue;

      old = e->value;
      e->value = value;
      cs->old = old;
      return 1;
    }

  e = malloc (sizeof *e);
  if (!e)
    {
      return 2;
    }

  *e = (struct entry)
    {
      .next = t->buckets[b].head,
      .key = key,
      .value = value,
    };
  t->buckets[b].head = e;
  __atomic_add_fetch (&t->used, 1, __ATOMIC_RELAXED);
  cs->old = old;
  return 0;
}

/* Insert (KEY, VALUE), replacing an older value.  The old value is
   returned, or -1.  */

int
table_insert (struct table *t, const char *key, int value)
{
  int old = -1;
  unsigned int b;

  b = hash (key);
  struct table_insert_cs cs = { .t = t, .key = key, .value = value, .old = old, .b = b };
  int way = rcl_exec_errno (&t->buckets[b].lock, table_insert_cs, &cs, sizeof (cs));

  if (way == 1)
    {
      old = cs.old;
      return old;
    }
  else if (way == 2)
    {
      fprintf (stderr, "out of memory: %s\n", key);
      exit (1);
    }
  else
    {
      old = cs.old;
    }

  return old;
}

struct table_sum_cs                             /* t->buckets[i].lock, in.c:122-132 */
{
  struct table *t;                              /* in */
  int (*filter)(const struct entry *, void *);  /* in */
  void *closure;                                /* in */
  long sum;                                     /* in-out */
  int i;                                        /* in */
};

static int
table_sum_cs (void *ctx)
{
  struct table_sum_cs *cs = ctx;
  struct table *t = cs->t;
  int (*filter)(const struct entry *, void *) = cs->filter;
  void *closure = cs->closure;
  long sum = cs->sum;
  int i = cs->i;
  struct entry *e;

  e = t->buckets[i].head;
  while (e)
    {
      if (filter && !filter (e, closure))
	goto next;
      sum += e->value;
    next:
      e = e->next;
    }
  cs->sum = sum;
  return 0;
}

/* Walk over all, hand over hand.  */

static long
table_sum (struct table *t, int (*filter) (const struct entry *, void *),
	   void *closure)
{
  long sum = 0;
  int i;

  for (i = 0; i < N_BUCKETS; i++)
    {
      struct table_sum_cs cs = { .t = t, .filter = filter, .closure = closure, .sum = sum, .i = i };
      rcl_exec_anon (&t->buckets[i].lock, table_sum_cs, &cs, sizeof (cs));
      sum = cs.sum;
    }
  return sum;
}

static int
odd (const struct entry *e, void *closure)
{
  ++*(int *) closure;
  return e->value & 1;
}

int
main (void)
{
  int calls = 0, v = 0;

  table = calloc (1, sizeof *table);
  for (int i = 0; i < N_BUCKETS; i++)
    rcl_mutex_init (&table->buckets[i].lock, NULL, table_buckets_lock);
  table_insert (table, "a", 1);
  table_insert (table, "b", 2);
  table_insert (table, "c", 3);
  printf ("%d ", table_insert (table, "a", 5));
  printf ("%d %d ", table_lookup (table, "b", &v), v);
  printf ("%ld %ld %d\n", table_sum (table, NULL, NULL), table_sum (table, odd, &calls), calls);
  return 0;
}
