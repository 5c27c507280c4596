/* A way out that only returns, where the function ends with the section, and checks that do so. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, calls;
#define LEAVE_IF(cond) do { if (cond) { rcl_unlock(&lock); return; } } while (0)
#define LEAVE_IF_LEAVE(cond, leave) do { if (cond) { leave; } } while (0)
#define SAY_IF(cond) do { if (cond) { rcl_unlock(&lock); printf("left\n"); return; } } while (0)
#define SAY_IF_LEAVE(cond, leave) do { if (cond) { leave; } } while (0)
struct a_cs {   /* lock, in.c:10-27 */
	int n;  /* in */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int n = cs->n;

	calls++;
	LEAVE_IF_LEAVE(n < 0, { return 0; });
	if (n > 100) {
		calls += 2;
		return 0;
	}
	total += n;
	LEAVE_IF_LEAVE(total > 50, { return 0; });
	SAY_IF_LEAVE(total > 20, { return 2; });
	if (n == 7) {
		return 3;
	}
	calls++;
	return 0;
}

static void a(int n)
{
	struct a_cs cs = { .n = n };
	int way = rcl_exec_anon(&lock, a_cs, &cs, sizeof(cs));

	if (way == 2) {
		printf("left\n");
	}
	if (way == 3) {
		printf("left\n");
	}
}
int main(void)
{
	for (int i = 0; i < 9; i++)
		a(i);
	a(-1);
	a(101);
	printf("%d %d\n", total, calls);
	return 0;
}
