/* Lock calls under a condition whose result is checked, by ?: and in macros, as those of gnulib. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#pragma weak pthread_mutexattr_gettype
#define threads_in_use() (pthread_mutexattr_gettype != NULL)

#define glthread_lock_lock(LOCK) \
  (threads_in_use () ? pthread_mutex_lock (LOCK) : 0)
#define glthread_lock_unlock(LOCK) \
  (threads_in_use () ? pthread_mutex_unlock (LOCK) : 0)

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
  pthread_mutex_t lock;
  int hits, misses;
};

static struct cache cache = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static int threaded;

static int
count (struct cache *c, int hit)
{
  gl_lock_lock (c->lock);
  if (hit < 0)
    {
      gl_lock_unlock (c->lock);
      return -1;
    }
  if (hit)
    c->hits++;
  else
    c->misses++;
  gl_lock_unlock (c->lock);
  return hit;
}

/* Written out. */
static int
add (int n)
{
  if (threaded ? pthread_mutex_lock (&lock) : 0)
    abort ();
  total += n;
  n = total;
  if (threaded ? pthread_mutex_unlock (&lock) : 0)
    abort ();
  return n;
}

#define LOCK(m) if (threaded && pthread_mutex_lock (m) != 0) abort ()
#define UNLOCK(m) if (threaded && pthread_mutex_unlock (m) != 0) abort ()

static void
reset (int to)
{
  LOCK (&lock);
  total = to;
  UNLOCK (&lock);
}

/* It may change meanwhile. */
static void
begin (void)
{
  LOCK (&lock);
  total = 0;
  threaded = 1;
  UNLOCK (&lock);
}

/* The other operand is no success. */
static int
odd (int n)
{
  if (threaded ? pthread_mutex_lock (&lock) : n)
    return -1;
  total++;
  if (threaded)
    pthread_mutex_unlock (&lock);
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
