/* What only a section in another one sets, and nobody reads: the outer one has nothing to do with it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define SET(variable, value) variable = value

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m), inner = RCL_MUTEX_INITIALIZER(inner);
static int count, seen;

/* inner, in.c:17-20 */
static int inside_inner_cs(void *ctx)
{
	int *last;

	SET(last, &seen);
	seen++;
	return 0;
}

struct inside_m_cs {  /* m, in.c:14-22 */
	int n;        /* in */
};

static int inside_m_cs(void *ctx)
{
	struct inside_m_cs *cs = ctx;
	int n = cs->n;

	count += n;
	if (n > 1) {
		rcl_exec_anon(&inner, inside_inner_cs, NULL, 0);
	}
	return 0;
}

static int inside(int n)
{
	struct inside_m_cs cs = { .n = n };
	rcl_exec_anon(&m, inside_m_cs, &cs, sizeof(cs));
	return n;
}

/* inner, in.c:33-36 */
static int used_behind_inner_cs(void *ctx)
{
	int *last;

	SET(last, &seen);
	seen++;
	return 0;
}

struct used_behind_m_cs {  /* m, in.c:30-41 */
	int n;             /* in */
	int **last;        /* by reference */
};

static int used_behind_m_cs(void *ctx)
{
	struct used_behind_m_cs *cs = ctx;
	int n = cs->n;
	int **last = cs->last;

	count += n;
	if (n > 1) {
		rcl_exec_anon(&inner, used_behind_inner_cs, NULL, 0);
	}
	if (n > 2) {
		SET(*last, &count);
	}
	return 0;
}

static int used_behind(int n)
{
	int *last;

	struct used_behind_m_cs cs = { .n = n, .last = &last };
	rcl_exec_anon(&m, used_behind_m_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	printf("%d %d\n", inside(1), inside(2));
	printf("%d %d %d\n", used_behind(1), used_behind(2), used_behind(3));
	printf("%d %d\n", count, seen);
	return 0;
}
