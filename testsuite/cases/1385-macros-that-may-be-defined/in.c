/* A macro with a section is defined unless it is, taken back, and asked for. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

#ifndef ADD
#define ADD(n) do {			\
	pthread_mutex_lock(&m);		\
	total += (n);			\
	pthread_mutex_unlock(&m);	\
} while (0)
#endif

static void add(int n)
{
	ADD(n);
	ADD(n + 1);
}

#if !defined(ADD)
#error "nothing adds"
#elif defined(SUBTRACT) && defined(ADD)
#error "something subtracts"
#endif
#undef ADD

int main(void)
{
	add(1);
	add(3);
	printf("%d\n", total);
	return 0;
}
