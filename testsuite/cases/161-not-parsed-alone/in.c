/* spatch expands all macros of a function that it cannot parse, which is then shown without what the rule is not about */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) do { if ((call) != 0) abort(); } while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int set(int *to, int value)
{
	*to = value;
	return 0;
}

static int strange(int by)
{
	int now = 1;
	_Generic(by, int: (void)0, default: (void)1);
	pthread_mutex_lock(&lock);
	CHECK(set(&now, total + by));
	total = now;
	pthread_mutex_unlock(&lock);
	return now;
}

static int plain(int by)
{
	int now;

	pthread_mutex_lock(&lock);
	total += by;
	now = total;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	printf("%d %d\n", strange(1), plain(2));
	return 0;
}
