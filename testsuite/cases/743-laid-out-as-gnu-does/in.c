/* Generated code is laid out as the file is: as GNU's programs are.  */

#include <pthread.h>
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
    pthread_mutex_t lock;
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

/* Look up KEY in TABLE, and put its value in *VALUE.
   Return 0 if there is none.  */

int
table_lookup (struct table *t, const char *key, int *value)
{
  unsigned int b = hash (key);
  int found = 0;

  if (pthread_mutex_lock (&t->buckets[b].lock))
    abort ();
  for (struct entry *e = t->buckets[b].head; e != NULL; e = e->next)
    if (likely (strcmp (e->key, key) == 0))
      {
	*value = e->value;	/* the newest one */
	found = 1;
	break;
      }
  pthread_mutex_unlock (&t->buckets[b].lock);

  return found;
}

/* Insert (KEY, VALUE), replacing an older value.  The old value is
   returned, or -1.  */

int
table_insert (struct table *t, const char *key, int value)
{
  struct entry *e;
  int old = -1;
  unsigned int b;

  b = hash (key);
  pthread_mutex_lock (&t->buckets[b].lock);
  for (e = t->buckets[b].head; e; e = e->next)
    {
      if (strcmp (e->key, key))
	continue;

      old = e->value;
      e->value = value;
      pthread_mutex_unlock (&t->buckets[b].lock);
      return old;
    }

  e = malloc (sizeof *e);
  if (!e)
    {
      pthread_mutex_unlock (&t->buckets[b].lock);
      fprintf (stderr, "out of memory: %s\n", key);
      exit (1);
    }

  *e = (struct entry)
    {
      .next = t->buckets[b].head,
      .key = key,
      .value = value,
    };
  t->buckets[b].head = e;
  __atomic_add_fetch (&t->used, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&t->buckets[b].lock);

  return old;
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
      struct entry *e;

      pthread_mutex_lock (&t->buckets[i].lock);
      e = t->buckets[i].head;
      while (e)
	{
	  if (filter && !filter (e, closure))
	    goto next;
	  sum += e->value;
	next:
	  e = e->next;
	}
      pthread_mutex_unlock (&t->buckets[i].lock);
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
    pthread_mutex_init (&table->buckets[i].lock, NULL);
  table_insert (table, "a", 1);
  table_insert (table, "b", 2);
  table_insert (table, "c", 3);
  printf ("%d ", table_insert (table, "a", 5));
  printf ("%d %d ", table_lookup (table, "b", &v), v);
  printf ("%ld %ld %d\n", table_sum (table, NULL, NULL), table_sum (table, odd, &calls), calls);
  return 0;
}
