#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t lock;
	int threads;
	int length;
	int next;
};

static struct queue queue = { RCL_MUTEX_INITIALIZER(queue_lock), 1, 0, 0 };

struct number_cs {        /* q->lock, in.c:20-25 */
	struct queue *q;  /* in */
	int n;            /* out */
};

static int number_cs(void *ctx)
{
	struct number_cs *cs = ctx;
	struct queue *q = cs->q;
	int n;

	n = q->next++;
	cs->n = n;
	return 0;
}

static int number(struct queue *q)
{
	int n;

	if (q == NULL) {
		return -1;
	}
        struct number_cs cs = { .q = q };
        if (q->threads) {
                rcl_exec_anon(&q->lock, number_cs, &cs, sizeof(cs));
        } else {
                number_cs(&cs);
        }
        n = cs.n;
	return n;
}

struct put_cs {           /* q->lock, in.c:38-45 */
	struct queue *q;  /* in */
	int most;         /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	int most = cs->most;

	if (q->length >= most) {
                return 1;
	}
	q->length++;
	return 0;
}

static int put(struct queue *q, int most)
{
	int made;

	made = number(q);
	if (made < 0) {
		return made;
	}
        struct put_cs cs = { .q = q, .most = most };
        if (rcl_exec_anon(&q->lock, put_cs, &cs, sizeof(cs)) == 1) {
		printf("full\n");
		return -1;
        }
	return made;
}

int main(void)
{
	printf("%d\n", put(&queue, 1));
	printf("%d\n", put(&queue, 1));
	return 0;
}
