/* A lock function that gets ready first, and says whether it has the lock: that its callers' clients ask first. Not of
 * one that goes on with the lock, or does not say it. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int ready, total, calls;

static bool get_ready(void)
{
	ready = calls++ != 1;
	return ready;
}

static bool lock_it(int number)
{
	if (!ready && !get_ready())
		return false;
	pthread_mutex_lock(&locks[number]);
	return true;
}

static int lock_or_fail(int number)
{
	calls++;
	if (!ready)
		return -1;
	pthread_mutex_lock(&locks[number]);
	return 0;
}

static bool lock_and_count(int number)
{
	if (!ready && !get_ready())
		return false;
	pthread_mutex_lock(&locks[number]);
	calls++;
	return true;
}

static int lock_or_not(int number)
{
	if (ready || get_ready())
		pthread_mutex_lock(&locks[number]);
	return number;
}

static void unlock_it(int number)
{
	pthread_mutex_unlock(&locks[number]);
}

static int helper(int n)
{
	if (!lock_it(1))
		return -1;
	total += n;
	unlock_it(1);
	return n;
}

static int other(int n)
{
	if (lock_or_fail(1) == 0) {
		total += n;
		unlock_it(1);
		return n;
	}
	return 0;
}

static int counting(int n)
{
	if (!lock_and_count(1))
		return -1;
	total += n;
	unlock_it(1);
	return n;
}

static int unknown(int n)
{
	lock_or_not(1);
	total += n;
	if (ready)
		unlock_it(1);
	return n;
}

static int outside(int n)
{
	int sum;

	pthread_mutex_lock(&locks[0]);
	sum = helper(n) + total;
	pthread_mutex_unlock(&locks[0]);
	return sum;
}

static int outside_of_other(int n)
{
	int sum;

	pthread_mutex_lock(&locks[0]);
	sum = other(n) + total;
	pthread_mutex_unlock(&locks[0]);
	return sum;
}

static int outside_of_unknown(int n)
{
	int sum;

	pthread_mutex_lock(&locks[0]);
	sum = unknown(n) + total;
	pthread_mutex_unlock(&locks[0]);
	return sum;
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		printf("%d %d %d\n", outside(i), outside_of_other(i), outside_of_unknown(i));
		printf("%d\n", counting(i));
	}
	printf("%d %d\n", total, calls);
	return 0;
}
