/* Two classes whose names are one as identifiers have a line each in rcl_config.h. */
#include <pthread.h>
#include <stdio.h>

struct conn {
	pthread_mutex_t queue_lock;
	int n;
};

struct conn_queue {
	pthread_mutex_t lock;
	int n;
};

static struct conn conn = { PTHREAD_MUTEX_INITIALIZER, 1 };
static struct conn_queue queue = { PTHREAD_MUTEX_INITIALIZER, 2 };

static int add(int n)
{
	pthread_mutex_lock(&conn.queue_lock);
	conn.n += n;
	n = conn.n;
	pthread_mutex_unlock(&conn.queue_lock);
	return n;
}

static int take(int n)
{
	pthread_mutex_lock(&queue.lock);
	queue.n -= n;
	n = queue.n;
	pthread_mutex_unlock(&queue.lock);
	return n;
}

int main(void)
{
	int sum = add(3);

	printf("%d %d\n", sum, take(1));
	return 0;
}
