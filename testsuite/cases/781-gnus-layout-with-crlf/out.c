/* Laid out as GNU's programs are, and with carriage returns.  */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct add_cs {  /* lock, in.c:13-16 */
  int by;        /* in */
  int now;       /* in-out */
};

static int
add_cs (void *ctx)
{
  struct add_cs *cs = ctx;
  int by = cs->by;
  int now = cs->now;

  total += by;
  now += total;
  cs->now = now;
  return 0;
}

static int
add (int by)
{
  int now = by;

  struct add_cs cs = { .by = by, .now = now };
  rcl_exec_anon (&lock, add_cs, &cs, sizeof (cs));
  now = cs.now;
  return now;
}

int
main (void)
{
  printf ("%d %d\n", add (2), total);
  return 0;
}
