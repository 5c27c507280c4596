/* Pointers that begin as arrays, of mutexes and of pointers to them, lead to the same mutexes. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define M RCL_MUTEX_INITIALIZER(many)

static rcl_mutex_t many[4] = { M, M, M, M };
static rcl_mutex_t *third = many + 2;
static rcl_mutex_t *store[2] = { many, &many[1] };
static rcl_mutex_t **slots = store;
static int counts[4];

struct count_cs {  /* slots[i], in.c:15-17 */
	int i;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int i = cs->i;

	counts[i]++;
	return 0;
}

static void count(int i)
{
	struct count_cs cs = { .i = i };
	rcl_exec_anon(slots[i], count_cs, &cs, sizeof(cs));
}

/* third, in.c:22-24 */
static int count_third_cs(void *ctx)
{
	counts[2]++;
	return 0;
}

static void count_third(void)
{
	rcl_exec_anon(third, count_third_cs, NULL, 0);
}

struct main_cs {  /* many[i], in.c:34-36 */
	int i;    /* in */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int i = cs->i;

	printf("%d ", counts[i]);
	return 0;
}

int main(void)
{
	count(0);
	count(1);
	count(1);
	count_third();
	for (int i = 0; i < 4; i++) {
		struct main_cs cs = { .i = i };
		rcl_exec(&many[i], main_cs, &cs, sizeof(cs));
	}
	printf("\n");
	return 0;
}
