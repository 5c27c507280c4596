/* Macros that name variables of the file, or declare some of their own, called as a client or a section would call its own. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int way = 5, cs = 7, context = 9, total;

#define SPARE (way)
#define SEEN cs
#define ADD(n) \
	do { \
		int ctx = 2; \
		total += (n) * ctx + context; \
	} while (0)

struct work_cs {    /* lock, in.c:20-32 */
	int n;      /* in */
	int twice;  /* out */
	int sum;    /* in-out */
};

static int work_cs(void *arg)
{
	struct work_cs *work_cs_context = arg;
	int n = work_cs_context->n;
	int twice;
	int sum = work_cs_context->sum;

	ADD(n);
	twice = 2 * total;
	sum += n;
	if (n == 3) {
		work_cs_context->sum = sum;
		return 1;
	}
	if (n > 3) {
		work_cs_context->twice = twice;
		return 2;
	}
	work_cs_context->twice = twice;
	work_cs_context->sum = sum;
	return 0;
}

static int work(int n)
{
	int twice = 0, sum = 0;

	struct work_cs cs_context = { .n = n, .sum = sum };
	switch (rcl_exec_anon(&lock, work_cs, &cs_context, sizeof(cs_context))) {
	case 1:
		sum = cs_context.sum;
		return -sum;
	case 2:
		twice = cs_context.twice;
		return SPARE + n + SEEN + twice;
	}
	twice = cs_context.twice;
	sum = cs_context.sum;
	return SPARE + SEEN + twice + sum;
}

int main(void)
{
	printf("%d %d %d\n", work(1), work(3), work(7));
	return 0;
}
