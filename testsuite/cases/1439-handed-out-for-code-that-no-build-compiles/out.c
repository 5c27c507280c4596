/* What a section hands out only for code that no build compiles: nothing else reads it, and the compiler says so. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int table[8], most, busy;

#ifndef WITH_FILES
struct largest_cs {  /* m, in.c:12-17 */
	int n;       /* in */
	int at;      /* out */
};

static int largest_cs(void *ctx)
{
	struct largest_cs *cs = ctx;
	int n = cs->n;
	int at;

	for (at = 0; at < n; at++) {
		if (table[at] > most)
			most = table[at];
	}
	cs->at = at;
	return 0;
}
#endif

static int largest(int n)
{
	int at;
#ifndef WITH_FILES
	struct largest_cs cs = { .n = n };
	rcl_exec_anon(&m, largest_cs, &cs, sizeof(cs));
	at = cs.at;
	(void)at;
#elif defined(WITH_LISTS)
	at = n;
	return at + n;
#else
	return at;
#endif
	return most;
}

struct queued_m_1_cs {  /* m, in.c:32-39 */
	int n;          /* in */
	int size;       /* out */
};

static int queued_m_1_cs(void *ctx)
{
	struct queued_m_1_cs *cs = ctx;
	int n = cs->n;
	int size;

	size = table[n & 7] += n;
	if (size > 3) {
		busy++;
		cs->size = size;
		return 1;
	} else {
		cs->size = size;
		return 2;
	}
}

struct queued_m_2_cs {  /* m, in.c:43-51 */
	int n;          /* in */
	int left;       /* in */
#ifdef WITH_CHECKS
	int *size;      /* by reference */
#endif
};

static int queued_m_2_cs(void *ctx)
{
	struct queued_m_2_cs *cs = ctx;
	int n = cs->n;
	int left = cs->left;
#ifdef WITH_CHECKS
	int *size = cs->size;
#endif

#ifdef WITH_CHECKS
	*size = table[n & 7] -= left;
	if (*size < 0)
		printf("few\n");
#else
	table[n & 7] -= left;
#endif
	return 0;
}

static int queued(int n)
{
	int size, left = n;

	if (n & 1) {
		struct queued_m_1_cs cs = { .n = n };
		int way = rcl_exec_anon(&m, queued_m_1_cs, &cs, sizeof(cs));
		size = cs.size;
		(void)size;

		if (way == 1) {
			left++;
		}
	}
	if (left != 0) {
		struct queued_m_2_cs cs = {
			.n = n,
			.left = left,
#ifdef WITH_CHECKS
			.size = &size,
#endif
		};
		rcl_exec_anon(&m, queued_m_2_cs, &cs, sizeof(cs));
	}
	return left;
}

int main(void)
{
	int sum = 0;

	for (int n = 0; n < 20; n++)
		sum += queued(n);
	printf("%d %d %d\n", sum, largest(8), busy);
	return 0;
}
