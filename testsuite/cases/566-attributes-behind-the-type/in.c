#include <pthread.h>
#include <stdio.h>

#define ATTR_NONNULL(...) __attribute__((nonnull(__VA_ARGS__)))
#define ATTR_PURE() __attribute__((pure))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

/*
**********************************************************************
*/
static int ATTR_NONNULL(1)
set_to(const int *value)
{
	int was;

	pthread_mutex_lock(&lock);
	was = last;
	last = *value;
	pthread_mutex_unlock(&lock);
	return was;
}

static const int * ATTR_NONNULL() give(int *to)
{
	pthread_mutex_lock(&lock);
	*to = last;
	pthread_mutex_unlock(&lock);
	return to;
}

static int ATTR_PURE() twice(int n)
{
	return 2 * n;
}

int main(void)
{
	int seven = 7, got;

	printf("%d", set_to(&seven));
	printf(" %d %d\n", *give(&got), twice(got));
	return 0;
}
