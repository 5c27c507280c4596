#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t twice = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int depth;

static int enter(int n)
{
	int reached;

	pthread_mutex_lock(&twice);
	depth++;
	reached = n > 0 ? enter(n - 1) : depth;
	depth--;
	pthread_mutex_unlock(&twice);
	return reached;
}

int main(void)
{
	printf("%d", enter(3));
	pthread_mutex_lock(&checked);
	depth += 2;
	pthread_mutex_unlock(&checked);
	printf(" %d\n", depth);
	return 0;
}
