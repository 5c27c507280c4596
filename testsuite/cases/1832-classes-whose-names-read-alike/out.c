/* Two classes whose names are one as identifiers have a line each in rcl_config.h. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct conn {
	rcl_mutex_t queue_lock;
	int n;
};

struct conn_queue {
	rcl_mutex_t lock;
	int n;
};

static struct conn conn = { RCL_MUTEX_INITIALIZER(conn_queue_lock), 1 };
static struct conn_queue queue = { RCL_MUTEX_INITIALIZER(conn_queue_lock_16), 2 };

struct add_cs {  /* conn.queue_lock, in.c:20-23 */
	int n;   /* in-out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	conn.n += n;
	n = conn.n;
	cs->n = n;
	return 0;
}

static int add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&conn.queue_lock, add_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct take_cs {  /* queue.lock, in.c:29-32 */
	int n;    /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	queue.n -= n;
	n = queue.n;
	cs->n = n;
	return 0;
}

static int take(int n)
{
	struct take_cs cs = { .n = n };
	rcl_exec_anon(&queue.lock, take_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
	int sum = add(3);

	printf("%d %d\n", sum, take(1));
	return 0;
}
