/* Names that stand in a column stay there when the type before them gets shorter, or longer. */
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

struct spaces {
    pthread_mutex_t  mutex;
    pthread_cond_t   filled;
    int              count;
    char*            text;
};

struct close {
	pthread_mutex_t lock;
	unsigned        used;
};

struct tabs {
	pthread_mutex_t	lock;		/* of what follows */
	pthread_cond_t	changed;
	long		value;
};

struct short_ones {
	mtx_t   lock;
	int     n;
};

struct plain {
	pthread_mutex_t lock;
	int count;
};

static struct spaces spaces = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, NULL };
static struct close closely = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct tabs tabs = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };
static struct plain plain = { PTHREAD_MUTEX_INITIALIZER, 0 };

int main(void)
{
	struct short_ones ones = { .n = 1 };

	mtx_init(&ones.lock, mtx_plain);
	pthread_mutex_lock(&spaces.mutex);
	spaces.count++;
	pthread_cond_signal(&spaces.filled);
	pthread_mutex_unlock(&spaces.mutex);
	pthread_mutex_lock(&closely.lock);
	closely.used += 2;
	pthread_mutex_unlock(&closely.lock);
	pthread_mutex_lock(&tabs.lock);
	tabs.value += 3;
	pthread_cond_broadcast(&tabs.changed);
	pthread_mutex_unlock(&tabs.lock);
	pthread_mutex_lock(&plain.lock);
	plain.count += 4;
	pthread_mutex_unlock(&plain.lock);
	mtx_lock(&ones.lock);
	ones.n += 5;
	mtx_unlock(&ones.lock);
	printf("%d %u %ld %d %d\n", spaces.count, closely.used, tabs.value, plain.count, ones.n);
	return 0;
}
