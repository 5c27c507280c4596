/* A clock that a variable holds may be the thread's, where the program names that one other than to ask for it. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const clockid_t clocks[] = { CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID };
static int asked;

static long now(clockid_t clock)
{
	struct timespec at;

	clock_gettime(clock, &at);
	return at.tv_sec * 1000000000 + at.tv_nsec;
}

static int passes(int which)
{
	long before = now(clocks[which]), after;

	pthread_mutex_lock(&lock);
	after = now(clocks[which]);
	asked++;
	pthread_mutex_unlock(&lock);
	return after >= before;
}

static int of_all(void)
{
	struct timespec at;

	pthread_mutex_lock(&lock);
	clock_gettime(CLOCK_MONOTONIC, &at);
	asked++;
	pthread_mutex_unlock(&lock);
	return at.tv_sec >= 0;
}

int main(void)
{
	for (volatile int i = 0; i < 10000000; i++)
		;
	printf("%d %d %d\n", passes(0), passes(1), of_all());
	printf("%d\n", asked);
	return 0;
}
