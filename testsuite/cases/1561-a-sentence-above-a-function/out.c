/* Sentences above functions, with a blank line between, as GNU's style has it.  */

#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* lock, in.c:16-18 */
  int n;         /* in */
  int now;       /* out */
};

static int
add_cs (void *ctx)
{
  struct add_cs *cs = ctx;
  int n = cs->n;
  int now;

  now = total += n;
  cs->now = now;
  return 0;
}

/* Add N, and say how much there is.  */

static int
add (int n)
{
  int now;

  struct add_cs cs = { .n = n };
  rcl_exec_anon (&lock, add_cs, &cs, sizeof (cs));
  now = cs.now;
  return now;
}

/* Taking away */

struct sub_cs {  /* lock, in.c:29-31 */
  int n;         /* in */
  int now;       /* out */
};

static int
sub_cs (void *ctx)
{
  struct sub_cs *cs = ctx;
  int n = cs->n;
  int now;

  now = total -= n;
  cs->now = now;
  return 0;
}

static int
sub (int n)
{
  int now;

  struct sub_cs cs = { .n = n };
  rcl_exec_anon (&lock, sub_cs, &cs, sizeof (cs));
  now = cs.now;
  return now;
}

int
main (void)
{
  printf ("%d ", add (5));
  printf ("%d\n", sub (3));
  return 0;
}
