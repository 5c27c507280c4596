/* Lock calls under a condition whose result is checked, by ?: and in macros, as those of gnulib. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#pragma weak pthread_mutexattr_gettype
#define threads_in_use() (pthread_mutexattr_gettype != NULL)

#define glthread_lock_lock(LOCK) \
  (threads_in_use () ? rcl_lock (LOCK) : 0)
#define glthread_lock_unlock(LOCK) \
  (threads_in_use () ? rcl_unlock (LOCK) : 0)

#define gl_lock_lock(NAME) \
  do                                  \
    {                                 \
      if (glthread_lock_lock (&NAME)) \
        abort ();                     \
    }                                 \
  while (0)
#define gl_lock_unlock(NAME) \
  do                                    \
    {                                   \
      if (glthread_lock_unlock (&NAME)) \
        abort ();                       \
    }                                   \
  while (0)

struct cache
{
  rcl_mutex_t lock;
  int hits, misses;
};

static struct cache cache = { RCL_MUTEX_INITIALIZER(cache_lock), 0, 0 };
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;
static int threaded;

struct count_cs     /* c->lock, in.c:43-53 */
{
  struct cache *c;  /* in */
  int hit;          /* in */
};

static int
count_cs (void *ctx)
{
  struct count_cs *cs = ctx;
  struct cache *c = cs->c;
  int hit = cs->hit;

  if (hit < 0)
    {
      return 1;
    }
  if (hit)
    c->hits++;
  else
    c->misses++;
  return 0;
}

static int
count (struct cache *c, int hit)
{
  struct count_cs cs = { .c = c, .hit = hit };
  int way = threads_in_use ()
      ? rcl_exec_anon (&c->lock, count_cs, &cs, sizeof (cs))
      : count_cs (&cs);

  if (way == 1)
    return -1;
  return hit;
}

struct add_cs  /* lock, in.c:61-65 */
{
  int n;       /* in-out */
};

static int
add_cs (void *ctx)
{
  struct add_cs *cs = ctx;
  int n = cs->n;

  total += n;
  n = total;
  cs->n = n;
  return 0;
}

/* Written out. */
static int
add (int n)
{
  struct add_cs cs = { .n = n };
  if (threaded)
    rcl_exec_anon (&lock, add_cs, &cs, sizeof (cs));
  else
    add_cs (&cs);
  n = cs.n;
  return n;
}

#define LOCK(m) if (threaded && rcl_lock (m) != 0) abort ()
#define UNLOCK(m) if (threaded && rcl_unlock (m) != 0) abort ()

struct reset_cs  /* lock, in.c:76-78 */
{
  int to;        /* in */
};

static int
reset_cs (void *ctx)
{
  struct reset_cs *cs = ctx;
  int to = cs->to;

  total = to;
  return 0;
}

static void
reset (int to)
{
  struct reset_cs cs = { .to = to };
  if (threaded)
    rcl_exec_anon (&lock, reset_cs, &cs, sizeof (cs));
  else
    reset_cs (&cs);
}

/* lock, in.c:85-87 */
static int
begin_cs (void *ctx)
{
  total = 0;
  threaded = 1;
  return RCL_KEEP;
}

/* It may change meanwhile. */
static void
begin (void)
{
  if (threaded)
    rcl_exec_anon (&lock, begin_cs, NULL, 0);
  else
    begin_cs (NULL);
  UNLOCK (&lock);
}

/* The other operand is no success. */
static int
odd (int n)
{
  if (threaded ? rcl_lock (&lock) : n)
    return -1;
  total++;
  if (threaded)
    rcl_unlock (&lock);
  return n;
}

int
main (void)
{
  printf ("%d", count (&cache, 1));
  printf (" %d", count (&cache, 0));
  printf (" %d", count (&cache, -1));
  printf (" %d %d\n", cache.hits, cache.misses);
  printf ("%d", add (3));
  threaded = 1;
  begin ();
  printf (" %d", add (4));
  reset (7);
  printf (" %d", add (1));
  threaded = 0;
  reset (2);
  printf (" %d", odd (0));
  printf (" %d %d\n", odd (1), total);
  return 0;
}
