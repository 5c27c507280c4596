#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define CHECKED(call) do { \
	int failed; \
	if ((failed = (call)) != 0) \
		fprintf(stderr, "%s at %d: %s\n", #call, __LINE__, strerror(failed)); \
	} while (0)

typedef pthread_mutex_t lock_type;
/* What checks each call initialises locks of several classes. */
#define lock_init(lock) CHECKED(pthread_mutex_init(lock, NULL))
#define lock_take(lock) CHECKED(pthread_mutex_lock(lock))
#define lock_give(lock) CHECKED(pthread_mutex_unlock(lock))
#define lock_destroy(lock) CHECKED(pthread_mutex_destroy(lock))

struct zone {
	lock_type lock;
	int loads;
};

struct queue {
	lock_type mutex;
	int length;
};

static lock_type log_lock;
static struct zone zones[3];
static struct queue queue;
static int lines;

static void load(struct zone *z, int n)
{
	lock_take(&z->lock);
	z->loads += n;
	lock_give(&z->lock);
}

static int push(struct queue *q)
{
	int length;

	lock_take(&q->mutex);
	length = ++q->length;
	lock_give(&q->mutex);
	return length;
}

static void say(const char *text)
{
	lock_take(&log_lock);
	printf("%d: %s\n", ++lines, text);
	lock_give(&log_lock);
}

int main(void)
{
	lock_init(&log_lock);
	for (int n = 0; n < 3; n++)
		lock_init(&zones[n].lock);
	lock_init(&queue.mutex);
	say("begins");
	for (int n = 0; n < 6; n++)
		load(&zones[n % 3], push(&queue));
	say("ends");
	printf("%d %d\n", zones[2].loads, queue.length);
	for (int n = 0; n < 3; n++)
		lock_destroy(&zones[n].lock);
	lock_destroy(&queue.mutex);
	lock_destroy(&log_lock);
	return 0;
}
