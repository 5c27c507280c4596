#include <pthread.h>
#include <stdio.h>

struct quota {
	int used, limit;
};

static pthread_mutex_t users = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t log = PTHREAD_MUTEX_INITIALIZER;
static int logged;

static int charge(struct quota *quota, int amount)
{
	struct quota before;
	int denied = 0;
	int entry;

	before.limit = 0;
	pthread_mutex_lock(&users);
	before = *quota;
	quota->used += amount;
	if (quota->used > quota->limit) {
		*quota = before;
		denied = 1;
		pthread_mutex_lock(&log);
		entry = ++logged;
		before.used += entry;
		pthread_mutex_unlock(&log);
	}
	pthread_mutex_unlock(&users);
	return denied ? -before.used : before.used;
}

int main(void)
{
	struct quota quota = { 1, 10 };

	printf("%d", charge(&quota, 3));
	printf(" %d", charge(&quota, 30));
	printf(" %d %d\n", charge(&quota, 30), logged);
	return 0;
}
