/* Lock functions that give an object, declared before, in GNU's layout. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct conn Conn;
struct conn { Conn *next; int id, bytes; rcl_mutex_t lock; };
static Conn conns[3];

static Conn *conn_get_first (int id, const char *why);
static rcl_mutex_t *conn_get_mutex (Conn *c);
Conn *conn_any (void);
Conn *conn_any_first (void);
rcl_mutex_t *conn_any_mutex (Conn *c);

struct add_cs {  /* c->lock, in.c:21-28 */
  int n;         /* in-out */
  Conn *c;       /* in */
};

static int
add_cs (void *ctx)
{
  struct add_cs *cs = ctx;
  int n = cs->n;
  Conn *c = cs->c;

  c->bytes += n;
  if (c->bytes > 100)
    {
      return 1;
    }
  n = c->bytes;
  cs->n = n;
  return 0;
}

static int
add (int id, int n)
{
  Conn *c = conn_get_first (id, "add");

  if (c == NULL)
    return -1;
  struct add_cs cs = { .n = n, .c = c };
  if (rcl_exec_anon (conn_get_mutex (c), add_cs, &cs, sizeof (cs)) == 1)
    return 100;
  n = cs.n;
  return n;
}

static rcl_mutex_t *conn_get_mutex (Conn *c)
{
  return &c->lock;
}

/* Finds a connection,
   and takes its lock. */
static Conn *
conn_get_first (int id, const char *why)
{
  Conn *c;

  if (id < 0 || id >= 3)
    {
      fprintf (stderr, "%s\n", why);
      return NULL;
    }
  c = &conns[id];
  /* nobody else may have it now */

  return c;
}

rcl_mutex_t *conn_any_mutex (Conn *c)
{
  return &c->lock;
}

Conn *
conn_any_first (void)
{
  Conn *c = &conns[rand () % 3];
  return c;
}

/* Any of them.  */
Conn *
conn_any (void)
{
  Conn *c = conn_any_first ();

  rcl_lock (&c->lock);
  return c;
}

struct any_cs {  /* c->lock, in.c:70-71 */
  Conn *c;       /* in */
};

static int
any_cs (void *ctx)
{
  struct any_cs *cs = ctx;
  Conn *c = cs->c;

  c->bytes++;
  return 0;
}

static int
any (void)
{
  Conn *c = conn_any_first ();
  struct any_cs cs = { .c = c };
  rcl_exec_anon (conn_any_mutex (c), any_cs, &cs, sizeof (cs));
  return 1;
}

int
main (void)
{
  int i, sum = 0;

  for (i = 0; i < 3; i++)
    rcl_mutex_init (&conns[i].lock, NULL, conn_lock);
  sum = add (1, 2) + add (2, 3) * 3 + add (7, 4) * 5 + add (1, 300) * 7 + any ();
  printf ("%d\n", sum);
  return 0;
}
