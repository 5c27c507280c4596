/* A lock that is given back in the middle of a section, and taken again by a scope macro, which a jump leaves. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCKED(m) for (int once_ = (rcl_lock(m), 1); once_; once_ = (rcl_unlock(m), 0))

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total, seen;

struct left_with_the_lock_cs {  /* m, in.c:12-27 */
	int n;                  /* in */
};

static int left_with_the_lock_cs(void *ctx)
{
	struct left_with_the_lock_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int left_with_the_lock(int n)
{
	struct left_with_the_lock_cs cs = { .n = n };
	rcl_exec_anon(&m, left_with_the_lock_cs, &cs, sizeof(cs));
	if (n > 2) {
		rcl_unlock(&m);
		n += printf("between\n");
		LOCKED(&m) {
			seen++;
			if (seen > 0)
				goto out;
		}
		return n;
	}
	total++;
out:
	total += n;
	rcl_unlock(&m);
	return n;
}

/* m, in.c:38-40 */
static int left_without_it_m_2_cs(void *ctx)
{
	seen++;
	return 0;
}

struct left_without_it_m_1_cs {  /* m, in.c:33-44 */
	int n;                   /* in */
};

static int left_without_it_m_1_cs(void *ctx)
{
	struct left_without_it_m_1_cs *cs = ctx;
	int n = cs->n;

	total += n;
	if (n > 2) {
		return 1;
	}
	total++;
	return 0;
}

static int left_without_it(int n)
{
	struct left_without_it_m_1_cs cs = { .n = n };
	if (rcl_exec_anon(&m, left_without_it_m_1_cs, &cs, sizeof(cs)) == 1) {
		n += printf("between\n");
		rcl_exec_anon(&m, left_without_it_m_2_cs, NULL, 0);
		return n;
	}
	return n;
}

int main(void)
{
	int n = left_with_the_lock(1) + left_with_the_lock(3);

	n += left_without_it(1) + left_without_it(3);
	printf("%d %d %d\n", n, total, seen);
	return 0;
}
