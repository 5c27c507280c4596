/* What leads to a mutex is read out of a structure by where it stands there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stddef.h>
#include <stdio.h>

struct object {
	long id;
	struct {
		long count;
		rcl_mutex_t *lock;
	} shared;
};

struct text {
	long id;
	char *lock;
};

static rcl_mutex_t one = RCL_MUTEX_INITIALIZER(one);
static rcl_mutex_t two = RCL_MUTEX_INITIALIZER(two);
static struct object object;
static struct text text;
static long sum, others;

static void begin(void)
{
	object.shared.lock = &one;
	text.lock = (char *)&two;
}

/* one, in.c:36-38 */
static int add_one_1_cs(void *ctx)
{
	sum++;
	return 0;
}

/* mine, in.c:39-41 */
static int add_one_2_cs(void *ctx)
{
	sum += 2;
	return 0;
}

/* two, in.c:42-44 */
static int add_two_1_cs(void *ctx)
{
	others++;
	return 0;
}

/* other, in.c:45-47 */
static int add_two_2_cs(void *ctx)
{
	others += 4;
	return 0;
}

static void add(void)
{
	rcl_mutex_t *mine = *(void **)((char *)&object + offsetof(struct object, shared.lock));
	rcl_mutex_t *other = *(void **)((char *)&text + offsetof(struct text, lock));

	rcl_exec_anon(&one, add_one_1_cs, NULL, 0);
	rcl_exec_anon(mine, add_one_2_cs, NULL, 0);
	rcl_exec_anon(&two, add_two_1_cs, NULL, 0);
	rcl_exec_anon(other, add_two_2_cs, NULL, 0);
}

static void *run(void *unused)
{
	for (int i = 0; i < 1000; i++)
		add();
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	begin();
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld %ld\n", sum, others);
	return 0;
}
