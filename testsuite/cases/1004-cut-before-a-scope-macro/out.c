/* Sections that are cut before or behind a scope macro and its block, which stay together. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCKED(m) for (int once_ = (rcl_lock(m), 1); once_; once_ = (rcl_unlock(m), 0))
#define VAR(name) name##_var

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), inner = RCL_MUTEX_INITIALIZER(inner);
static int count, seen, more;

static void set(int *n, int to)
{
	*n = to;
}

struct before_cs {  /* m, in.c:20-21 */
	int n;      /* in */
};

static int before_cs(void *ctx)
{
	struct before_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

static int before(int n)
{
	int VAR(x) = n;

	struct before_cs cs = { .n = n };
	rcl_exec_anon(&m, before_cs, &cs, sizeof(cs));
	LOCKED(&inner) {
		set(&VAR(x), count);
		seen++;
	}
	more += VAR(x);
	rcl_unlock(&m);
	return n;
}

struct at_its_end_cs {  /* m, in.c:35-36 */
	int n;          /* in */
};

static int at_its_end_cs(void *ctx)
{
	struct at_its_end_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return RCL_KEEP;
}

static int at_its_end(int n)
{
	int VAR(x) = n;

	struct at_its_end_cs cs = { .n = n };
	rcl_exec_anon(&m, at_its_end_cs, &cs, sizeof(cs));
	LOCKED(&inner) {
		seen++;
		if (seen & 1) {
			more++;
			set(&VAR(x), count);
		}
	}
	rcl_unlock(&m);
	return n;
}

/* inner, in.c:53-55 */
static int behind_inner_cs(void *ctx)
{
	seen++;
	return 0;
}

/* m, in.c:52-55 */
static int behind_m_cs(void *ctx)
{
	rcl_exec_anon(&inner, behind_inner_cs, NULL, 0);
	return RCL_KEEP;
}

static int behind(int n)
{
	int VAR(x) = n;

	rcl_exec_anon(&m, behind_m_cs, NULL, 0);
	set(&VAR(x), count);
	count++;
	rcl_unlock(&m);
	return n + VAR(x);
}

int main(void)
{
	printf("%d %d %d\n", before(2), at_its_end(3), behind(4));
	printf("%d %d %d\n", count, seen, more);
	return 0;
}
