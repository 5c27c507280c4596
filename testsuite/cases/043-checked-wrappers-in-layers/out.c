#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mtx {
	rcl_mutex_t m;
};

struct log {
	struct mtx mtx;
	int open, lines;
};

struct queue {
	struct mtx mtx;
	int used, items[4];
	struct log *log;
};

static void give_up(const char *text)
{
	fprintf(stderr, "%s\n", text);
	abort();
}

static void panic(const char *what, int rv)
{
	fprintf(stderr, "%s: ", what);
	give_up(strerror(rv));
}

static void raw_unlock(rcl_mutex_t *m)
{
	int rv;

	if ((rv = rcl_unlock(m)) != 0)
		panic("unlock", rv);
}

static rcl_mutex_t *mtx_mutex(struct mtx *mtx)
{
	return &mtx->m;
}

static void mtx_unlock(struct mtx *mtx)
{
	raw_unlock(&mtx->m);
}

struct log_begin_cs {     /* log->mtx.m, in.c:62 */
	struct log *log;  /* in */
};

static int log_begin_cs(void *ctx)
{
	struct log_begin_cs *cs = ctx;
	struct log *log = cs->log;

	log->open++;
	return RCL_KEEP;
}

/* The log's lock is held between the two. */
static void log_begin(struct log *log)
{
	struct log_begin_cs cs = { .log = log };
	rcl_exec_anon(mtx_mutex(&log->mtx), log_begin_cs, &cs, sizeof(cs));
}

static void log_end(struct log *log)
{
	log->open--;
	mtx_unlock(&log->mtx);
}

struct push_cs {          /* q->mtx.m, in.c:74-83 */
	struct queue *q;  /* in */
	int item;         /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct queue *q = cs->q;
	int item = cs->item;

	if (q->used == 4) {
		return 1;
	}
	q->items[q->used++] = item;
	log_begin(q->log);
	q->log->lines++;
	log_end(q->log);
	return 0;
}

static int push(struct queue *q, int item)
{
	struct push_cs cs = { .q = q, .item = item };
	if (rcl_exec_anon(mtx_mutex(&q->mtx), push_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return 0;
}

int main(void)
{
	struct log log = { .open = 0 };
	struct queue q = { .log = &log };
	int refused = 0;

	rcl_mutex_init(&log.mtx.m, NULL, mtx_m_main);
	rcl_mutex_init(&q.mtx.m, NULL, mtx_m_main_94);
	for (int i = 0; i < 6; i++)
		refused -= push(&q, i);
	printf("%d %d %d %d\n", q.used, refused, log.lines, log.open);
	return 0;
}
