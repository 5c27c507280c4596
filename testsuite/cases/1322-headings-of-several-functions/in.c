/* Where a section's function goes: behind a heading, which is about all that follows it, before the comment. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

/* ---------------------------------------------------------------------------
 * Counting.
 */

/*
 * Adds to what was counted.
 */
static void add(int n)
{
	pthread_mutex_lock(&m);
	count += n;
	pthread_mutex_unlock(&m);
}

/*
 * Reading.
 */

// what was counted
static int total(void)
{
	int n;

	pthread_mutex_lock(&m);
	n = count;
	pthread_mutex_unlock(&m);
	return n;
}

/*
 * Starts again; this comment is one blank line away.
 */

static void reset(void)
{
	pthread_mutex_lock(&m);
	count = 0;
	pthread_mutex_unlock(&m);
}

int main(void)
{
	add(2);
	add(3);
	printf("%d\n", total());
	reset();
	printf("%d\n", total());
	return 0;
}
