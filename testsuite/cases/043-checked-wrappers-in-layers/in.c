#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mtx {
	pthread_mutex_t m;
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

static void raw_lock(pthread_mutex_t *m)
{
	int rv;

	if ((rv = pthread_mutex_lock(m)) != 0)
		panic("lock", rv);
}

static void raw_unlock(pthread_mutex_t *m)
{
	int rv;

	if ((rv = pthread_mutex_unlock(m)) != 0)
		panic("unlock", rv);
}

static void mtx_lock(struct mtx *mtx)
{
	raw_lock(&mtx->m);
}

static void mtx_unlock(struct mtx *mtx)
{
	raw_unlock(&mtx->m);
}

/* The log's lock is held between the two. */
static void log_begin(struct log *log)
{
	mtx_lock(&log->mtx);
	log->open++;
}

static void log_end(struct log *log)
{
	log->open--;
	mtx_unlock(&log->mtx);
}

static int push(struct queue *q, int item)
{
	mtx_lock(&q->mtx);
	if (q->used == 4) {
		mtx_unlock(&q->mtx);
		return -1;
	}
	q->items[q->used++] = item;
	log_begin(q->log);
	q->log->lines++;
	log_end(q->log);
	mtx_unlock(&q->mtx);
	return 0;
}

int main(void)
{
	struct log log = { .open = 0 };
	struct queue q = { .log = &log };
	int refused = 0;

	pthread_mutex_init(&log.mtx.m, NULL);
	pthread_mutex_init(&q.mtx.m, NULL);
	for (int i = 0; i < 6; i++)
		refused -= push(&q, i);
	printf("%d %d %d %d\n", q.used, refused, log.lines, log.open);
	return 0;
}
