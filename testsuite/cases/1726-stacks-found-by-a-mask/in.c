/* What a thread keeps where its stack begins is found by a mask, which may be any number. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define STACK (1 << 20)
#define THREADS 3

struct own {
	int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
	pthread_mutex_lock(&lock);
	wrong += number() != n;
	pthread_mutex_unlock(&lock);
}

static void by_a_variable(int n, uintptr_t mask)
{
	pthread_mutex_lock(&lock);
	wrong += number_by(mask) != n;
	pthread_mutex_unlock(&lock);
}

/* which says nothing of the stack */
static void aligned(void)
{
	pthread_mutex_lock(&lock);
	wrong += where_bytes_are();
	pthread_mutex_unlock(&lock);
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
