/* What a thread keeps where its stack begins is found by a mask, which may be any number. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define STACK (1 << 20)
#define THREADS 3

struct own {
	int number;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int wrong;

static int number(void)
{
	char here;

	return ((struct own *)((uintptr_t)&here & -STACK))->number;
}

static int number_by(uintptr_t mask)
{
	char here;

	return ((struct own *)(mask & (uintptr_t)&here))->number;
}

static int where_bytes_are(void)
{
	long here = 0;

	here++;
	return ((uintptr_t)&here & (sizeof(here) - 1)) + ((uintptr_t)&here & 7);
}

static void by_a_number(int n)
{
	rcl_lock(&lock);
	wrong += number() != n;
	rcl_unlock(&lock);
}

static void by_a_variable(int n, uintptr_t mask)
{
	rcl_lock(&lock);
	wrong += number_by(mask) != n;
	rcl_unlock(&lock);
}

/* lock, in.c:56-58 */
static int aligned_cs(void *ctx)
{
	wrong += where_bytes_are();
	return 0;
}

/* which says nothing of the stack */
static void aligned(void)
{
	rcl_exec_anon(&lock, aligned_cs, NULL, 0);
}

static void *run(void *stack)
{
	const struct own *own = stack;

	for (int i = 0; i < 100; i++) {
		by_a_number(own->number);
		by_a_variable(own->number, ~(uintptr_t)(STACK - 1));
		aligned();
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++) {
		pthread_attr_t attributes;
		struct own *stack = aligned_alloc(STACK, STACK);

		stack->number = i;
		pthread_attr_init(&attributes);
		pthread_attr_setstack(&attributes, stack, STACK);
		pthread_create(&threads[i], &attributes, run, stack);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", wrong);
	return 0;
}
