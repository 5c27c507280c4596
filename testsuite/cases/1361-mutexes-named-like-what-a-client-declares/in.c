/* Mutexes of which only a lock function says that they are called cs, way and ctx, as what a client declares. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t cs = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t way = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t ctx = PTHREAD_MUTEX_INITIALIZER;
static long total, taken;

static void enter(void)
{
	pthread_mutex_lock(&cs);
}

static void leave(void)
{
	pthread_mutex_unlock(&cs);
}

static void lock_way(void)
{
	pthread_mutex_lock(&way);
}

static void unlock_way(void)
{
	pthread_mutex_unlock(&way);
}

static void lock_ctx(long *by)
{
	pthread_mutex_lock(&ctx);
	taken += *by;
}

static void unlock_ctx(void)
{
	pthread_mutex_unlock(&ctx);
}

static long add(long n)
{
	long now;

	enter();
	total += n;
	now = total;
	leave();
	return now;
}

static long sub(long n)
{
	long now;

	lock_way();
	if (total < n) {
		unlock_way();
		return -1;
	}
	if (total == n) {
		unlock_way();
		puts("none are left");
		return 0;
	}
	total -= n;
	now = total;
	unlock_way();
	return now;
}

static long count(long n)
{
	lock_ctx(&n);
	n = taken;
	unlock_ctx();
	return n;
}

int main(void)
{
	for (long n = 1; n < 5; n++)
		printf("%ld %ld %ld\n", add(n), sub(3 * n - 2), count(n));
	return 0;
}
