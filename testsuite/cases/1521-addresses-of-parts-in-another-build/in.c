/*
 * In a branch that is not compiled, the & before a variable that the section
 * has a pointer to may be that of a part of it.
 */
#include <pthread.h>
#include <stdio.h>

#define FEATURE 1

struct pair {
	int a, b;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void grow(int *n)
{
	++*n;
}

static void swap(struct pair *p)
{
	*p = (struct pair){p->b, p->a};
}

static int add(int by)
{
	struct pair pair = {by, 1};

	pthread_mutex_lock(&lock);
#if FEATURE
	swap(&pair);
#else
	swap(&pair);
	grow(&pair.a);
#endif
	sum += pair.a;
	pthread_mutex_unlock(&lock);
	swap(&pair);
	return pair.a;
}

int main(void)
{
	printf("%d\n", add(3));
	printf("%ld\n", sum);
	return 0;
}
