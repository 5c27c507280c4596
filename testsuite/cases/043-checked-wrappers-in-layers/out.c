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

static rcl_mutex_t *mtx_mutex(struct mtx *mtx)
{
	return &mtx->m;
}

static rcl_mutex_t *log_begin_mutex(struct log *log)
{
	return mtx_mutex(&log->mtx);
}

static void log_begin_held(struct log *log)
{
	log->open++;
}

static void log_end_held(struct log *log)
{
	log->open--;
}

struct push_log_cs {      /* q->log->mtx.m, in.c:80-82 */
	struct queue *q;  /* in */
	struct log *log;  /* in */
};

static int push_log_cs(void *ctx)
{
	struct push_log_cs *cs = ctx;
	struct queue *q = cs->q;
	struct log *log = cs->log;

	log_begin_held(log);
	q->log->lines++;
	log_end_held(log);
	return 0;
}

struct push_mtx_cs {      /* q->mtx.m, in.c:74-83 */
	struct queue *q;  /* in */
	int item;         /* in */
};

static int push_mtx_cs(void *ctx)
{
	struct push_mtx_cs *cs = ctx;
	struct queue *q = cs->q;
	int item = cs->item;

	if (q->used == 4) {
		return 1;
	}
	q->items[q->used++] = item;
	struct push_log_cs log_cs = { .q = q, .log = q->log };
	rcl_exec_anon(log_begin_mutex(q->log), push_log_cs, &log_cs, sizeof(log_cs));
	return 0;
}

static int push(struct queue *q, int item)
{
	struct push_mtx_cs cs = { .q = q, .item = item };
	if (rcl_exec_anon(mtx_mutex(&q->mtx), push_mtx_cs, &cs, sizeof(cs)) == 1) {
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
