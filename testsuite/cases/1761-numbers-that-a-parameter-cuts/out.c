/* Lock functions are given numbers of other types than their parameters, which are other numbers there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

struct queue {
	rcl_mutex_t mutex;
	int length;
	short level;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_mutex), 0, 2 };

static rcl_mutex_t *if_mutex(struct queue *q)
{
	return &q->mutex;
}

static rcl_mutex_t *above_mutex(struct queue *q)
{
	return &q->mutex;
}

static rcl_mutex_t *safe_mutex(struct queue *q)
{
	return &q->mutex;
}

static rcl_mutex_t *begin_mutex(struct queue *q)
{
	return &q->mutex;
}

static rcl_mutex_t *short_mutex(struct queue *q)
{
	return safe_mutex(q);
}

static bool is_wanted(unsigned char wanted)
{
	return wanted;
}

static char low_part(int n)
{
	return n;
}

struct add_cs {           /* q->mutex, in.c:80-82 */
	struct queue *q;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 1;
	return 0;
}

static void add(struct queue *q, int n)
{
	struct add_cs cs = { .q = q };
	if ((char)n)
		rcl_exec_anon(if_mutex(q), add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
}

struct add_part_cs {      /* q->mutex, in.c:87-89 */
	struct queue *q;  /* in */
};

static int add_part_cs(void *ctx)
{
	struct add_part_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 2;
	return 0;
}

static void add_part(struct queue *q, double n)
{
	struct add_part_cs cs = { .q = q };
	if ((unsigned int)(n * 8) > 5)
		rcl_exec_anon(above_mutex(q), add_part_cs, &cs, sizeof(cs));
	else
		add_part_cs(&cs);
}

struct add_above_cs {     /* q->mutex, in.c:94-96 */
	struct queue *q;  /* in */
};

static int add_above_cs(void *ctx)
{
	struct add_above_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 4;
	return 0;
}

static void add_above(struct queue *q, int level)
{
	struct add_above_cs cs = { .q = q };
	if ((unsigned int)level > 5)
		rcl_exec_anon(above_mutex(q), add_above_cs, &cs, sizeof(cs));
	else
		add_above_cs(&cs);
}

struct add_safe_queue_1_cs {  /* q->mutex, in.c:102-104 */
	struct queue *q;      /* in */
};

static int add_safe_queue_1_cs(void *ctx)
{
	struct add_safe_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 8;
	return 0;
}

struct add_safe_queue_2_cs {  /* q->mutex, in.c:105-107 */
	struct queue *q;      /* in */
};

static int add_safe_queue_2_cs(void *ctx)
{
	struct add_safe_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 1;
	return 0;
}

struct add_safe_queue_3_cs {  /* q->mutex, in.c:108-110 */
	struct queue *q;      /* in */
};

static int add_safe_queue_3_cs(void *ctx)
{
	struct add_safe_queue_3_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 1;
	return 0;
}

/* here nothing is cut */
static void add_safe(struct queue *q, int safe)
{
	struct add_safe_queue_1_cs cs = { .q = q };
	if (safe)
		rcl_exec_anon(safe_mutex(q), add_safe_queue_1_cs, &cs, sizeof(cs));
	else
		add_safe_queue_1_cs(&cs);
	struct add_safe_queue_2_cs queue_2_cs = { .q = q };
	if ((unsigned int)7 > 5)
		rcl_exec_anon(above_mutex(q), add_safe_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
	else
		add_safe_queue_2_cs(&queue_2_cs);
	struct add_safe_queue_3_cs queue_3_cs = { .q = q };
	if (safe > 3)
		rcl_exec_anon(if_mutex(q), add_safe_queue_3_cs, &queue_3_cs, sizeof(queue_3_cs));
	else
		add_safe_queue_3_cs(&queue_3_cs);
}

struct add_id_cs {        /* q->mutex, in.c:115-118 */
	struct queue *q;  /* in */
};

static int add_id_cs(void *ctx)
{
	struct add_id_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 16;
	return 0;
}

static int add_id(struct queue *q, unsigned id)
{
	struct add_id_cs cs = { .q = q };
	if ((int)id < 0 || rcl_exec_anon(begin_mutex(q), add_id_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct add_level_cs {     /* q->mutex, in.c:124-127 */
	struct queue *q;  /* in */
};

static int add_level_cs(void *ctx)
{
	struct add_level_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 32;
	return 0;
}

static int add_level(struct queue *q)
{
	struct add_level_cs cs = { .q = q };
	if (q->level < 0 || rcl_exec_anon(begin_mutex(q), add_level_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return 0;
}

struct add_short_cs {     /* q->mutex, in.c:133-135 */
	struct queue *q;  /* in */
};

static int add_short_cs(void *ctx)
{
	struct add_short_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 64;
	return 0;
}

static void add_short(struct queue *q, int n)
{
	struct add_short_cs cs = { .q = q };
	if ((short)n)
		rcl_exec_anon(short_mutex(q), add_short_cs, &cs, sizeof(cs));
	else
		add_short_cs(&cs);
}

struct keep_cs {          /* q->mutex, in.c:141-143 */
	struct queue *q;  /* in */
};

static int keep_cs(void *ctx)
{
	struct keep_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 128;
	return RCL_KEEP;
}

/* taken by what is cut, given back by what is not */
static void keep(struct queue *q, int n)
{
	struct keep_cs cs = { .q = q };
	if (n)
		rcl_exec_anon(&q->mutex, keep_cs, &cs, sizeof(cs));
	else
		keep_cs(&cs);
	if (is_wanted(n))
		rcl_unlock(&q->mutex);
}

struct keep_low_cs {      /* q->mutex, in.c:150-152 */
	struct queue *q;  /* in */
};

static int keep_low_cs(void *ctx)
{
	struct keep_low_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 256;
	return RCL_KEEP;
}

static void keep_low(struct queue *q, int n)
{
	struct keep_low_cs cs = { .q = q };
	if (n)
		rcl_exec_anon(&q->mutex, keep_low_cs, &cs, sizeof(cs));
	else
		keep_low_cs(&cs);
	if (low_part(n))
		rcl_unlock(&q->mutex);
}

/* q->mutex, in.c:159-161 */
static int is_taken_cs(void *ctx)
{
	return 0;
}

static int is_taken(struct queue *q)
{
	if (rcl_tryexec(&q->mutex, is_taken_cs, NULL, 0) < 0)
		return 1;
	return 0;
}

struct main_cs {  /* queue.mutex, in.c:179-183 */
	int sum;  /* in-out */
};

static int main_cs(void *ctx)
{
	struct main_cs *cs = ctx;
	int sum = cs->sum;

	add(&queue, 256);
	sum += 3 * add_id(&queue, 3000000000u);
	add_short(&queue, 0x10000);
	cs->sum = sum;
	return 0;
}

int main(void)
{
	int sum = 0;

	add(&queue, 3);
	add_part(&queue, 0.5);
	add_part(&queue, 1);
	add_above(&queue, -1);
	add_safe(&queue, 256);
	sum += add_id(&queue, 3) + add_level(&queue);
	add_short(&queue, 5);
	keep(&queue, 1);
	keep_low(&queue, 1);
	/* who has the mutex does not wait for itself where no lock is taken */
	struct main_cs cs = { .sum = sum };
	rcl_exec_anon(&queue.mutex, main_cs, &cs, sizeof(cs));
	sum = cs.sum;
	keep(&queue, 512);
	sum += 10 * is_taken(&queue);
	rcl_unlock(&queue.mutex);
	keep_low(&queue, 512);
	sum += 100 * is_taken(&queue);
	rcl_unlock(&queue.mutex);
	printf("%d %d\n", sum, queue.length);
	return 0;
}
