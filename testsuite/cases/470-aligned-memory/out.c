#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t *lock;
static int sum;

struct add_cs {  /* lock, in.c:11-13 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(lock, add_cs, &cs, sizeof(cs));
}

int main(void)
{
	if (posix_memalign((void **)&lock, 64, sizeof(*lock)) != 0)
		return 1;
	rcl_mutex_init(lock, NULL, lock);
	for (int i = 0; i < 4; i++)
		add(i);
	printf("%d\n", sum);
	rcl_mutex_destroy(lock);
	free(lock);
	return 0;
}
