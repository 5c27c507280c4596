/* A function reads an address as a number where a pointer without a type leads to, and keeps nothing of the pointer. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static rcl_mutex_t one = RCL_MUTEX_INITIALIZER(one), two = RCL_MUTEX_INITIALIZER(two);
static void *first = &one, *second = &two;
static void *copied;
static long sum, others;

static uintptr_t at(const void *place)
{
	return *(const uintptr_t *)place;
}

static void copy(const void *place)
{
	memcpy(&copied, place, sizeof(copied));
}

/* lock, in.c:24-26 */
static int enter_cs(void *ctx)
{
	sum += 2;
	return 0;
}

static void enter(void *lock)
{
	rcl_exec_anon(lock, enter_cs, NULL, 0);
}

static void begin(void)
{
	copy(&second);
}

/* one, in.c:36-38 */
static int add_one_1_cs(void *ctx)
{
	sum++;
	return 0;
}

/* two, in.c:39-41 */
static int add_two_cs(void *ctx)
{
	others++;
	return 0;
}

/* copied, in.c:43-45 */
static int add_one_2_cs(void *ctx)
{
	others += 3;
	return 0;
}

static void add(void)
{
	rcl_exec_anon(&one, add_one_1_cs, NULL, 0);
	rcl_exec_anon(&two, add_two_cs, NULL, 0);
	enter((void *)at(&first));
	rcl_exec_anon(copied, add_one_2_cs, NULL, 0);
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
