/* A variable that only a section uses, declared behind a macro that is all of its line. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#ifdef DEBUG
#define TRACE_FUNCTION printf("%s()\n", __func__);
#else
#define TRACE_FUNCTION
#endif

struct message {
	long size;
	struct message *next;
};

static rcl_mutex_t log_mutex = RCL_MUTEX_INITIALIZER(log_mutex);
static struct message *cached;
static long shown;

/* log_mutex, in.c:25-31 */
static int show_cached_cs(void *ctx)
{
	struct message *one;

	while (cached != NULL) {
		one = cached;
		shown += one->size;
		cached = one->next;
	}
	return 0;
}

static void show_cached(void)
{
	TRACE_FUNCTION

	rcl_exec_anon(&log_mutex, show_cached_cs, NULL, 0);
}

int main(void)
{
	static struct message messages[2] = { { 3, &messages[1] }, { 4, NULL } };

	cached = messages;
	show_cached();
	printf("%ld\n", shown);
	return 0;
}
