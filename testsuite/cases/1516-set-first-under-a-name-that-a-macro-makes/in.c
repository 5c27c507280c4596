/*
 * A variable without a value before the section, which sets it first, and
 * whose name is spelled by a macro alone: there is no pointer to it that the
 * section could use, and nothing that it could be handed.
 */
#include <pthread.h>
#include <stdio.h>

#define VAR(name) name##_var

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static int added(int by)
{
	long VAR(next);
	int turns = 0;

again:
	pthread_mutex_lock(&lock);
	VAR(next) = 5;
	sum += by;
	if (turns++ < 1) {
		pthread_mutex_unlock(&lock);
		goto again;
	}
	VAR(next) ^= 8;
	sum += VAR(next);
	pthread_mutex_unlock(&lock);
	VAR(next) = 7;
	return turns;
}

int main(void)
{
	printf("%d\n", added(3));
	printf("%ld\n", sum);
	return 0;
}
