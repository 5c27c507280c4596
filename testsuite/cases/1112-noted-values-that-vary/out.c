/* What a lock function is given may be something else when it is asked for again: the section stays in place. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t locks[2] = { RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks) };
static int holder[2], sum;
static _Atomic int current;

static rcl_mutex_t *take_mutex(int number)
{
	return &locks[number];
}

static void take_held(int number)
{
	holder[number]++;
}

static void take(int number)
{
	rcl_lock(&locks[number]);
	take_held(number);
}

static void give_held(int number)
{
	holder[number]--;
}

static void give(int number)
{
	give_held(number);
	rcl_unlock(&locks[number]);
}

static void add(int n)
{
	take(current);
	sum += n;
	give(current);
}

struct work_cs {     /* locks[number], in.c:35-37 */
	int number;  /* in */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	int number = cs->number;

	take_held(number);
	sum += holder[number] != 1;
	give_held(number);
	return 0;
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 10; i++) {
		int number = i & 1;

		struct work_cs cs = { .number = number };
		rcl_exec_anon(take_mutex(number), work_cs, &cs, sizeof(cs));
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	add(2);
	printf("%d %d %d\n", sum, holder[0], holder[1]);
	return 0;
}
