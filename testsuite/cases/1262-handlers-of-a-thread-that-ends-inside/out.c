/* A handler that a section registers is called where its thread ends behind a release: it must be registered there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long total;

static void told(void *arg)
{
	printf("left at %ld\n", *(long *)arg);
}

struct add_cs {        /* m, in.c:17-18 */
	long *values;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long *values = cs->values;

	total += values[0];
	return RCL_KEEP;
}

static void *add(void *arg)
{
	long *values = arg;

	struct add_cs cs = { .values = values };
	rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
	pthread_cleanup_push(told, &values[1]);
	if (values[1] < 0) {
		rcl_unlock(&m);
		pthread_exit(NULL);
	}
	total += values[1];
	pthread_cleanup_pop(0);
	rcl_unlock(&m);
	return NULL;
}

struct add_first_cs {  /* m, in.c:36-42 */
	long *values;  /* in */
};

static int add_first_cs(void *ctx)
{
	struct add_first_cs *cs = ctx;
	long *values = cs->values;

	if (values[0] < 0) {
		return 1;
	}
	total += values[0];
	return 0;
}

/* which is none of this one's business */
static void *add_first(void *arg)
{
	long *values = arg;

	pthread_cleanup_push(told, values);
	struct add_first_cs cs = { .values = values };
	if (rcl_exec_anon(&m, add_first_cs, &cs, sizeof(cs)) == 1) {
		pthread_exit(NULL);
	}
	pthread_cleanup_pop(0);
	return NULL;
}

int main(void)
{
	long values[][2] = {{1, 2}, {3, -4}, {-5, 6}};
	pthread_t thread;

	for (int i = 0; i < 6; i++) {
		pthread_create(&thread, NULL, i % 2 ? add_first : add, values[i / 2]);
		pthread_join(thread, NULL);
	}
	printf("%ld\n", total);
	return 0;
}
