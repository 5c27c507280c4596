/* Macros whose parameters have comments, with commas and parentheses in them: such a macro takes the lock, initialises
 * it, or writes out what it is given. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define LOCK(m /* the mutex (or none), not NULL */) rcl_lock(m)
#define UNLOCK(/* what LOCK was given, */ m) rcl_unlock(m)
#define LOCK_OF(queue /* a queue,
                         not locked */) LOCK(&(queue)->lock)
#define UNLOCK_OF(queue) UNLOCK(&(queue)->lock)
#define MUST_INIT(m /* the mutex (new) */) do { if (pthread_mutex_init(m, NULL) != 0) abort(); } while (0)
#define MUST_INIT_as(m, rcl_class) do { if (rcl_mutex_init(m, NULL, rcl_class) != 0) abort(); } while (0)
#define SHOW(/* int */ n, /* char* */ text) printf("%s: %d, " #n "\n", text, n)
#define GROW(/* int */ value, /* int* */ data, /* size_t* */ size) \
	do { (data)[*(size)] = (value); ++*(size); } while (0)

struct queue {
	rcl_mutex_t lock;
	int used;
	int items[8];
};

static struct queue first, second;
static rcl_mutex_t *m = &first.lock;

struct put_cs {               /* queue->lock, in.c:30-33 */
	struct queue *queue;  /* in */
	int value;            /* in */
	int used;             /* out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int value = cs->value;
	int used;

	GROW(value, queue->items, &queue->used);
	used = queue->used;
	cs->used = used;
	return 0;
}

static int put(struct queue *queue, int value)
{
	int used;

	struct put_cs cs = { .queue = queue, .value = value };
	rcl_exec_anon(&queue->lock, put_cs, &cs, sizeof(cs));
	used = cs.used;
	return used;
}

struct move_second_cs {  /* second.lock, in.c:41-43 */
	int n;           /* in-out */
};

static int move_second_cs(void *ctx)
{
	struct move_second_cs *cs = ctx;
	int n = cs->n;

	n += second.items[--second.used];
	cs->n = n;
	return 0;
}

struct move_queue_cs {  /* m, in.c:44-47 */
	int n;          /* in-out */
};

static int move_queue_cs(void *ctx)
{
	struct move_queue_cs *cs = ctx;
	int n = cs->n;

	n += first.used;
	SHOW(n, "moved");
	cs->n = n;
	return 0;
}

static int move(void)
{
	int n = 0;

	struct move_second_cs cs = { .n = n };
	rcl_exec_anon(&second.lock, move_second_cs, &cs, sizeof(cs));
	n = cs.n;
	struct move_queue_cs queue_cs = { .n = n };
	rcl_exec(m, move_queue_cs, &queue_cs, sizeof(queue_cs));
	n = queue_cs.n;
	return n;
}

int main(void)
{
	MUST_INIT_as(&first.lock, queue_lock_main);
	MUST_INIT_as(&second.lock, queue_lock_main_54);
	put(&first, 3);
	put(&second, 4);
	printf("%d %d\n", put(&second, 5), move());
	return 0;
}
