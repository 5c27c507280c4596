/* Lock calls in an #if, and long texts in its other branch, in a file of another system. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
long n;

struct f_cs {  /* m, in.c:10-43 */
  int k;       /* in */
  int r;       /* out */
};

static int f_cs(void *ctx) {
  struct f_cs *cs = ctx;
  int k = cs->k;
  int r;

  n += k;
  if (n > 3)
    {
      return 1;
    }
  r = n;
  cs->r = r;
  return 0;
}

int f(int k) {
  int r = 0;
  if (k) {
    struct f_cs cs = { .k = k };
    int way;
#ifdef _WIN32
    /* The critical section of the whole of this, which is entered here by a call with many arguments that is long */
    EnterCriticalSectionWithManyArguments(&first_of_all, &second_of_all, "a # text with ; and { in it", third_of_all, 4);
    if (x)
      {
        y(
          1,
            2);  // aligned
      }

    /* two
       lines */
    while (z) ;
    way = f_cs(&cs);
    LeaveCriticalSectionWithManyArguments(&first_of_all,
                                          &second_of_all, "a # text with ; and { in it", third);
    if (w) { v (); }
#else
    way = rcl_exec_anon(&m, f_cs, &cs, sizeof(cs));
#endif
    if (way == 1) {
      return 7;
    }
    r = cs.r;
  }
  return r;
}

struct added_cs {  /* m, in.c:51-57 */
  int k;           /* in */
  int r;           /* out */
};

static int added_cs(void *ctx) {
  struct added_cs *cs = ctx;
  int k = cs->k;
  int r;

  n += k;
  r = n;
  cs->r = r;
  return 0;
}

int added(int k) {
  int r = 0;
  struct added_cs cs = { .k = k };
#ifndef _WIN32
  rcl_exec_anon(&m, added_cs, &cs, sizeof(cs));
#else
  added_cs(&cs);
#endif
  r = cs.r;
  return r;
}

int main(void)
{
  printf("%d %d", f(2), f(0));
  printf(" %d", f(2));
  printf(" %d\n", added(4));
  return 0;
}
