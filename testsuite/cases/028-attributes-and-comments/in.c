#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

#ifndef NO_COUNT
/* This comment is about something else. */

/**
 * count - counts
 *
 * Its own comment, and what it is declared with, stay with it.
 */
__attribute__((noinline))
static int
count(int by) /* how much */
{
	int now;

	pthread_mutex_lock(&lock); /* from here */

	n += by;	/* comment behind */
#ifdef TRACE
	printf("%d\n", n);
#endif
	// a line of its own
	now = n;

	pthread_mutex_unlock(&lock); /* to here */
	return now;
}
#endif

int main(void)
{
	printf("%d\n", count(4));
	return 0;
}
