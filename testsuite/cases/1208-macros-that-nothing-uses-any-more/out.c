/* A macro that only sections use: one of them stays in place, or the compiler would complain that nothing does. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;
#define LOCK(x) rcl_lock(x)
#define UNLOCK(x) rcl_unlock(x)
struct a_cs {   /* m, in.c:8 */
	int n;  /* in */
};

static int a_cs(void *ctx) {
	struct a_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int a(int n) {
	struct a_cs cs = { .n = n };
	rcl_exec_anon(&m, a_cs, &cs, sizeof(cs));
	return total;
}
static int b(int n) { LOCK(&m); total += n; UNLOCK(&m); return total; }

struct c_cs {   /* m, in.c:10 */
	int n;  /* in */
};

static int c_cs(void *ctx) {
	struct c_cs *cs = ctx;
	int n = cs->n;

	total -= n;
	return 0;
}

static int c(int n) {
	struct c_cs cs = { .n = n };
	rcl_exec_anon(&m, c_cs, &cs, sizeof(cs));
	return total;
}
int main(void) { int r = a(1) + b(2); printf("%d\n", r + c(1)); return 0; }
