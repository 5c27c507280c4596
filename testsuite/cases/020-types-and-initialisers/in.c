#include <pthread.h>
#include <stdio.h>

typedef struct {
	pthread_mutex_t lock;
	int n;
} counter;

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, *also = &one;
static pthread_mutex_t zeroed;
static counter counters[2] = { { PTHREAD_MUTEX_INITIALIZER, 5 }, { .lock = PTHREAD_MUTEX_INITIALIZER, .n = 6 } };

static int bump(counter *c)
{
	int n;

	pthread_mutex_lock(&c->lock);
	n = c->n++;
	pthread_mutex_unlock(&c->lock);
	return n;
}

int main(void)
{
	int n;

	pthread_mutex_lock(also);
	n = bump(&counters[0]) + bump(&counters[1]);
	pthread_mutex_unlock(&one);
	pthread_mutex_lock(&zeroed);
	n++;
	pthread_mutex_unlock(&zeroed);
	printf("%d %d\n", n, (int)sizeof(pthread_mutex_t) > 0);
	return 0;
}
