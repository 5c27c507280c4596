/* The scope of a lock guard is left by a macro where a check fails, which its user ends or not. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;
#define GUARD(m) rcl_mutex_t *guard __attribute__((cleanup(give_back))) = take(m)
#define NEED(condition, value) \
	if (!(condition)) \
		return value
#define NEED_LEAVE(condition, leave) \
	if (!(condition)) \
		leave
#define NEED2(condition, value) do { if (!(condition)) { count++; return (value); } } while (0)
#define NEED2_LEAVE(condition, leave) do { if (!(condition)) { count++; leave; } } while (0)
struct by_macro_cs {  /* m, in.c:15-20 */
	int n;        /* in */
	int result;   /* out */
};

static int by_macro_cs(void *ctx)
{
	struct by_macro_cs *cs = ctx;
	int n = cs->n;

	NEED_LEAVE(n > 0, { return 1; });
	count += n;
	NEED2_LEAVE(n < 20, { return 2; });
	cs->result = count;
	return 3;
}

static int by_macro(int n)
{
	struct by_macro_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, by_macro_cs, &cs, sizeof(cs));

	if (way == 1) {
		return -1;
	}
	if (way == 2) {
		return 3;
	}
	return cs.result;
}
int main(void) { printf("%d %d %d %d\n", by_macro(0), by_macro(1), by_macro(20), count); return 0; }
