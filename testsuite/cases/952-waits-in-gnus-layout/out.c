/* What the section does for a wait that alone is a loop's body is laid out as GNU's blocks and calls are.  */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_cond_t changed = RCL_COND_INITIALIZER;
static int waiting, busy;

struct enter_cs {  /* lock, in.c:14-27 */
  int n;           /* in */
  int result;      /* out */
  int at;          /* where it goes on */
};

static int
enter_cs (void *ctx)
{
  struct enter_cs *cs = ctx;
  int n = cs->n;
  int result;

  if (cs->at == 1)
    {
      goto at_1;
    }
  if (cs->at == 2)
    {
      goto at_2;
    }
  if (cs->at == 3)
    {
      goto at_3;
    }

  waiting++;
  while (busy > n)
    {
      cs->at = 1;
      return rcl_wait (&changed, &lock);
      at_1: ;
    }
  while (busy)
    {
      cs->at = 2;
      return rcl_wait (&changed, &lock);
      at_2: ;
    }
  if (waiting)
    {
      waiting--;
      busy++;
    }
  while (busy < n)      /* nobody comes */
    {
      cs->at = 3;
      return rcl_wait (&changed, &lock);
      at_3: ;
    }
  result = busy;
  cs->result = result;
  return 0;
}

static int
enter (int n)
{
  int result;

  struct enter_cs cs = { .n = n, .at = 0 };
  rcl_exec_waiting (&lock, enter_cs, &cs, sizeof (cs));
  result = cs.result;
  return result;
}

int
main (void)
{
  printf ("%d\n", enter (1));
  return 0;
}
