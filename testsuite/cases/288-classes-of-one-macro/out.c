#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define CHECKED(call) do { \
	int failed; \
	if ((failed = (call)) != 0) \
		fprintf(stderr, "%s at %d: %s\n", #call, __LINE__, strerror(failed)); \
	} while (0)

typedef rcl_mutex_t lock_type;
/* What checks each call initialises locks of several classes. */
#define lock_init(lock) CHECKED(pthread_mutex_init(lock, NULL))
#define lock_init_as(lock, rcl_class) CHECKED(rcl_mutex_init(lock, NULL, rcl_class))
#define lock_take(lock) CHECKED(rcl_lock(lock))
#define lock_give(lock) CHECKED(rcl_unlock(lock))
#define lock_destroy(lock) CHECKED(rcl_mutex_destroy(lock))

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

struct load_cs {         /* z->lock, in.c:35-37 */
	struct zone *z;  /* in */
	int n;           /* in */
};

static int load_cs(void *ctx)
{
	struct load_cs *cs = ctx;
	struct zone *z = cs->z;
	int n = cs->n;

	z->loads += n;
	return 0;
}

static void load(struct zone *z, int n)
{
	struct load_cs cs = { .z = z, .n = n };
	rcl_exec_anon(&z->lock, load_cs, &cs, sizeof(cs));
}

struct push_cs {          /* q->mutex, in.c:44-46 */
	struct queue *q;  /* in */
	int length;       /* out */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct queue *q = cs->q;
	int length;

	length = ++q->length;
	cs->length = length;
	return 0;
}

static int push(struct queue *q)
{
	int length;

	struct push_cs cs = { .q = q };
	rcl_exec_anon(&q->mutex, push_cs, &cs, sizeof(cs));
	length = cs.length;
	return length;
}

struct say_cs {            /* log_lock, in.c:52-54 */
	const char *text;  /* in */
};

static int say_cs(void *ctx)
{
	struct say_cs *cs = ctx;
	const char *text = cs->text;

	printf("%d: %s\n", ++lines, text);
	return 0;
}

static void say(const char *text)
{
	struct say_cs cs = { .text = text };
	rcl_exec(&log_lock, say_cs, &cs, sizeof(cs));
}

int main(void)
{
	lock_init_as(&log_lock, log_lock);
	for (int n = 0; n < 3; n++)
		lock_init_as(&zones[n].lock, zone_lock);
	lock_init_as(&queue.mutex, queue_mutex);
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
