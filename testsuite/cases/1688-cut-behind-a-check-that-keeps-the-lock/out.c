/* A section ends behind a check of a macro's that leaves with the lock: what follows may give that back. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
struct box { rcl_mutex_t *lock; int n; };
static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(mutex);
static struct box one = { &mutex, 0 };
#define LEAVE_IF(cond, label) do { if (cond) goto label; } while (0)
#define LEAVE_IF_LEAVE(cond, leave) do { if (cond) leave; } while (0)
#define RETURN_IF(cond, value) do { if (cond) return value; } while (0)
#define RETURN_IF_LEAVE(cond, leave) do { if (cond) leave; } while (0)
static void give(struct box *b) { if (b->n < 1000) rcl_unlock(b->lock); }

struct a_cs {           /* b->lock, in.c:12-16 */
	struct box *b;  /* in */
	int n;          /* in */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	struct box *b = cs->b;
	int n = cs->n;

	b->n += n;
	LEAVE_IF_LEAVE(n == 0, { return RCL_KEEP | 1; });
	b->n++;
	LEAVE_IF_LEAVE(n == 1, { return RCL_KEEP | 1; });
	return RCL_KEEP;
}

static int a(struct box *b, int n)
{
	struct a_cs cs = { .b = b, .n = n };
	if (rcl_exec_anon(b->lock, a_cs, &cs, sizeof(cs)) == 1) {
		goto out;
	}
out:
	give(b);
	return n;
}

struct b__cs {          /* b->lock, in.c:23-25 */
	struct box *b;  /* in */
	int n;          /* in */
};

static int b__cs(void *ctx)
{
	struct b__cs *cs = ctx;
	struct box *b = cs->b;
	int n = cs->n;

	b->n += n;
	RETURN_IF_LEAVE(n > 50, { return RCL_KEEP | 1; });
	return RCL_KEEP;
}

static int b_(struct box *b, int n)
{
	struct b__cs cs = { .b = b, .n = n };
	if (rcl_exec_anon(b->lock, b__cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	give(b);
	n = b->n;
	return n;
}
static int c(struct box *b, int n)
{
	rcl_lock(b->lock);
	b->n += n;
	RETURN_IF(n > 50, -1);
	return n;
}
int main(void)
{
	printf("%d %d %d\n", a(&one, 0), a(&one, 1), a(&one, 2));
	printf("%d\n", b_(&one, 2));
	printf("%d\n", c(&one, 3));
	give(&one);
	printf("%d %d\n", b_(&one, 60), one.n);
	return 0;
}
