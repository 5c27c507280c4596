/* Wrappers have other names, which stand before the section's function, and by which the mutex's type goes. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static int count;

int take(pthread_mutex_t *m)
{
	return pthread_mutex_lock(m);
}

int give(pthread_mutex_t *m)
{
	return pthread_mutex_unlock(m);
}

extern int take_it(pthread_mutex_t *) __attribute__((alias("take")));
extern int give_back(pthread_mutex_t *) __attribute__((alias("give")));

static int next(void)
{
	int n;

	take_it(&door);
	n = ++count;
	give_back(&door);
	return n;
}

int main(void)
{
	printf("%d", next());
	printf(" %d\n", next());
	return 0;
}
