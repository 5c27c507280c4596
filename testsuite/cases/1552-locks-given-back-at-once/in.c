/* A lock that is given back at once waits for those who have it: there is no work to move, and it stays two calls. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t lock;
	int length, owner;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static pthread_t thread;
static int total, done;

static void handshake(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}

static void queue_lock(struct queue *q)
{
	pthread_mutex_lock(&q->lock);
}

static void queue_unlock(struct queue *q)
{
	pthread_mutex_unlock(&q->lock);
}

static void by_functions(struct queue *q, int wait)
{
	if (wait) {
		queue_lock(q);
		/* all others have left it now */
		queue_unlock(q);
	}
}

static void queue_lock_noted(struct queue *q, int who)
{
	pthread_mutex_lock(&q->lock);
	q->owner = who;
}

/* this notes something */
static void by_one_that_notes(struct queue *q)
{
	queue_lock_noted(q, 3);
	queue_unlock(q);
}

/* another build may do something */
static void elsewhere(void)
{
	pthread_mutex_lock(&m);
#ifdef COUNTS
	total++;
#endif
	pthread_mutex_unlock(&m);
}

static void inside(int n)
{
	pthread_mutex_lock(&m);
	total += n;
	queue_lock(&queue);
	queue_unlock(&queue);
	pthread_mutex_unlock(&m);
}

static void *run(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&m);
		total++;
		pthread_mutex_unlock(&m);
	}
	__atomic_store_n(&done, 1, __ATOMIC_RELEASE);
	handshake();
	return arg;
}

static int before_another(int n)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	n += total;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	if (pthread_create(&thread, NULL, run, NULL))
		return 1;
	handshake();
	by_functions(&queue, 1);
	by_one_that_notes(&queue);
	elsewhere();
	inside(2);
	pthread_join(thread, NULL);
	printf("%d %d %d %d\n", total, done, queue.owner, before_another(1));
	return 0;
}
