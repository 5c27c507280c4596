/* Functions that are further in, or less far, than most of their file, and lines with tabs where others have spaces. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int sum, calls;

struct by_tabs_cs {  /* lock, in.c:16-21 */
	int n;       /* in-out */
};

static int by_tabs_cs(void *ctx)
{
	struct by_tabs_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		sum += n;
	}
	n = sum;
	cs->n = n;
	return 0;
}

static int by_tabs(int n)
{
	if (n > 3) {
		n = 3;
	}
	if (n < 0) {
		n = 0;
	}
	struct by_tabs_cs cs = { .n = n };
	rcl_exec_anon(&lock, by_tabs_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct by_three_cs {  /* lock, in.c:29-39 */
   int n;             /* in */
};

static int by_three_cs(void *ctx)
{
   struct by_three_cs *cs = ctx;
   int n = cs->n;
   int i;

   if (n == 2) {
      return 1;
   }
   for (i = 0; i < n; i++) {
      if (i & 1)
	sum += i;
   }
   return 0;
}

static void by_three(int n)
{
   struct by_three_cs cs = { .n = n };
   if (rcl_exec_anon(&lock, by_three_cs, &cs, sizeof(cs)) == 1) {
      printf("%d\n", n);
   }
}

struct mixed_cs {  /* lock, in.c:45-57 */
   int n;          /* in */
};

static int mixed_cs(void *ctx)
{
   struct mixed_cs *cs = ctx;
   int n = cs->n;

   if (n != 1) {
     if (n != 2) {
	if (n != 3) {
	   /* a comment that is further in,
	    * in two lines */
	   sum += n;
	}
     }
   } else {
    calls++;
   }
   return 0;
}

static void mixed(int n)
{
   while (n-- > 0) {
     struct mixed_cs cs = { .n = n };
     rcl_exec_anon(&lock, mixed_cs, &cs, sizeof(cs));
   }
}

int main(void)
{
	for (int n = 1; n < 6; n++) {
		by_three(n);
		mixed(n);
		printf("%d\n", by_tabs(n));
	}
	printf("%d %d\n", sum, calls);
	return 0;
}
