/* Lock functions that give an object, declared before, in GNU's layout. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct conn Conn;
struct conn { Conn *next; int id, bytes; pthread_mutex_t lock; };
static Conn conns[3];

static Conn *conn_get (int id, const char *why);
static void conn_put (Conn *c);
Conn *conn_any (void);

static int
add (int id, int n)
{
  Conn *c = conn_get (id, "add");

  if (c == NULL)
    return -1;
  c->bytes += n;
  if (c->bytes > 100)
    {
      conn_put (c);
      return 100;
    }
  n = c->bytes;
  conn_put (c);
  return n;
}

/* Finds a connection,
   and takes its lock. */
static Conn *
conn_get (int id, const char *why)
{
  Conn *c;

  if (id < 0 || id >= 3)
    {
      fprintf (stderr, "%s\n", why);
      return NULL;
    }
  c = &conns[id];
  /* nobody else may have it now */
  pthread_mutex_lock (&c->lock); /* take it */

  return c;
}

static void
conn_put (Conn *c)
{
  pthread_mutex_unlock (&c->lock);
}

/* Any of them.  */
Conn *
conn_any (void)
{
  Conn *c = &conns[rand () % 3];
  pthread_mutex_lock (&c->lock);
  return c;
}

static int
any (void)
{
  Conn *c = conn_any ();
  c->bytes++;
  conn_put (c);
  return 1;
}

int
main (void)
{
  int i, sum = 0;

  for (i = 0; i < 3; i++)
    pthread_mutex_init (&conns[i].lock, NULL);
  sum = add (1, 2) + add (2, 3) * 3 + add (7, 4) * 5 + add (1, 300) * 7 + any ();
  printf ("%d\n", sum);
  return 0;
}
