#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int n;

struct count_cs {  /* lock, in.c:13-22 */
  int by;          /* in */
  int now;         /* out */
};

static int count_cs(void *ctx)
{
  struct count_cs *cs = ctx;
  int by = cs->by;
  int now;

  if (n > 100)
  {
    return 1;
  }
  n += by;
  now = n;
  cs->now = now;
  return 0;
}

static int count(int by)
{
  int now = 0;

  if (by > 0)
  {
    struct count_cs cs = { .by = by };
    if (rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs)) == 1)
    {
      printf("full\n");
      return -1;
    }
    now = cs.now;
  }
  return now;
}

int main(void)
{
  printf("%d\n", count(4));
  return 0;
}
