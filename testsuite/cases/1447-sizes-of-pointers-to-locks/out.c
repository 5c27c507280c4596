#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

/* What is taken here are the sizes of pointers: they stay as they are, whatever a lock is. */
#define COND_VAR pthread_cond_t
#define LOG(format, ...) fprintf(stderr, format "\n", __VA_ARGS__)

struct box {
	rcl_mutex_t lock;
	long count;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static COND_VAR **waiting;
static struct box *box;
static int size, known;

static int grow(void)
{
	COND_VAR **more = realloc(waiting, (size + 4) * sizeof(COND_VAR *));

	if (more == NULL) {
		LOG("no %zu bytes", (size + 4) * sizeof(COND_VAR *));
		return -1;
	}
	waiting = more;
	size += 4;
	return 0;
}

struct wait_by_cs {      /* lock, in.c:34-40 */
	COND_VAR *cond;  /* in */
};

static int wait_by_cs(void *ctx)
{
	struct wait_by_cs *cs = ctx;
	COND_VAR *cond = cs->cond;

	if (known == size && grow() < 0) {
		return 1;
	}
	waiting[known++] = cond;
	return 0;
}

int wait_by(COND_VAR *cond)
{
	struct wait_by_cs cs = { .cond = cond };
	if (rcl_exec(&lock, wait_by_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return known;
}

struct add_cs {  /* box->lock, in.c:46-48 */
	long n;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;

	box->count += n;
	return 0;
}

void add(long n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&box->lock, add_cs, &cs, sizeof(cs));
}

/* some[0], in.c:64-66 */
static int main_cs(void *ctx)
{
	printf("%d %d %ld\n", known, size, box->count);
	return 0;
}

int main(void)
{
	pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
	rcl_mutex_t **some = calloc(3, sizeof(rcl_mutex_t *));

	box = malloc(sizeof(*box));
	box->count = 0;
	rcl_mutex_init(&box->lock, NULL, box_lock);
	some[0] = &box->lock;
	for (int i = 0; i < 10; i++) {
		wait_by(&cond);
		add(i);
	}
	rcl_exec(some[0], main_cs, NULL, 0);
	return 0;
}
