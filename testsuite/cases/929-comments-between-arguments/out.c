/* Comments beside the mutex that a lock call or lock macro is given, and in macros that hand it on; a text keeps its
 * blanks. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define LOCK(m) rcl_lock(m)
#define UNLOCK(m) rcl_unlock(m)
#define LOCK_ALL(...) LOCK(__VA_ARGS__ /* all, of (them) */)
#define LOCK_OF(queue) LOCK(/* the lock, m */ &(queue)->lock)
#define UNLOCK_OF(queue, \
	why /* a, b */) \
	UNLOCK(&(queue)->lock /* ) */) // queue

struct queue {
	rcl_mutex_t lock;
	int used;
};

static struct queue first = { RCL_MUTEX_INITIALIZER(queue_lock_in), 1 };
static struct queue second = { RCL_MUTEX_INITIALIZER(queue_lock_in_21), 2 };

static rcl_mutex_t *named(struct queue *queue /* its lock, (not taken) */, const char *name)
{
	return strlen(name) == 5 ? &queue->lock : NULL;
}

struct count_queue_1_cs {     /* queue->lock, in.c:32-35 */
	struct queue *queue;  /* in */
	int sum;              /* in-out */
};

static int count_queue_1_cs(void *ctx)
{
	struct count_queue_1_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int sum = cs->sum;

	sum += queue->used++;
	cs->sum = sum;
	return 0;
}

struct count_queue_2_cs {  /* m->lock, in.c:36-38 */
	struct queue *m;   /* in */
	int sum;           /* in-out */
};

static int count_queue_2_cs(void *ctx)
{
	struct count_queue_2_cs *cs = ctx;
	struct queue *m = cs->m;
	int sum = cs->sum;

	sum += m->used;
	cs->sum = sum;
	return 0;
}

struct count_queue_3_cs {  /* queue->lock, in.c:41-43 */
	int sum;           /* in-out */
};

static int count_queue_3_cs(void *ctx)
{
	struct count_queue_3_cs *cs = ctx;
	int sum = cs->sum;

	sum *= 2;
	cs->sum = sum;
	return 0;
}

struct count_queue_4_cs {  /* m->lock, in.c:44-46 */
	struct queue *m;   /* in */
	int sum;           /* in-out */
};

static int count_queue_4_cs(void *ctx)
{
	struct count_queue_4_cs *cs = ctx;
	struct queue *m = cs->m;
	int sum = cs->sum;

	sum += m->used;
	cs->sum = sum;
	return 0;
}

struct count_queue_5_cs {     /* named(queue, "a   b"), in.c:47-48 */
	struct queue *queue;  /* in */
	int sum;              /* in-out */
};

static int count_queue_5_cs(void *ctx)
{
	struct count_queue_5_cs *cs = ctx;
	struct queue *queue = cs->queue;
	int sum = cs->sum;

	sum += queue->used;
	cs->sum = sum;
	return RCL_KEEP;
}

static int count(struct queue *queue, struct queue *m)
{
	int sum = 0;

	struct count_queue_1_cs cs = { .queue = queue, .sum = sum };
	rcl_exec_anon(&queue->lock, count_queue_1_cs, &cs, sizeof(cs));
	sum = cs.sum;
	struct count_queue_2_cs queue_2_cs = { .m = m, .sum = sum };
	rcl_exec_anon(&m->lock, count_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
	sum = queue_2_cs.sum;
	struct count_queue_3_cs queue_3_cs = { .sum = sum };
	rcl_exec_anon(&queue->lock, count_queue_3_cs, &queue_3_cs, sizeof(queue_3_cs));
	sum = queue_3_cs.sum;
	struct count_queue_4_cs queue_4_cs = { .m = m, .sum = sum };
	rcl_exec_anon(&m->lock, count_queue_4_cs, &queue_4_cs, sizeof(queue_4_cs));
	sum = queue_4_cs.sum;
	struct count_queue_5_cs queue_5_cs = { .queue = queue, .sum = sum };
	rcl_exec_anon(named(queue, "a   b"), count_queue_5_cs, &queue_5_cs, sizeof(queue_5_cs));
	sum = queue_5_cs.sum;
	rcl_unlock(&queue->lock);
	return sum;
}

int main(void)
{
	printf("%d\n", count(&first, &second));
	return 0;
}
