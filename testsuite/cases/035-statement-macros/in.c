#include <pthread.h>
#include <stdio.h>

#define FIELDS \
	X(gets) \
	X(sets)

struct stats {
	int gets, sets;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stats stats = { 1, 2 };

static struct stats reset(int again)
{
	struct stats old;

	pthread_mutex_lock(&lock);
	old = stats;
#define X(name) stats.name = again;
	FIELDS
#undef X
	pthread_mutex_unlock(&lock);
	return old;
}

int main(void)
{
	printf("%d", reset(5).sets);
	printf(" %d\n", reset(0).gets);
	return 0;
}
