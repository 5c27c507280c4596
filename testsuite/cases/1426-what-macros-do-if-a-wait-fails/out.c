#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define mutex_lock(m)                                                   \
	do {                                                            \
		int err = rcl_lock(m);                                  \
		if (err)                                                \
			fatal(__FILE__, __LINE__, __func__, err);       \
	} while (0)
#define mutex_unlock(m)                                                 \
	do {                                                            \
		int err = rcl_unlock(m);                                \
		if (err)                                                \
			fatal(__FILE__, __LINE__, __func__, err);       \
	} while (0)
#define cond_wait(c, m)                                                 \
	do {                                                            \
		int err = rcl_cond_wait(c, m);                          \
		if (err)                                                \
			fatal(__FILE__, __LINE__, __func__, err);       \
	} while (0)

struct barrier {
	rcl_mutex_t mutex;
	rcl_cond_t cond;
	int left;
};

static struct barrier barrier = { RCL_MUTEX_INITIALIZER(barrier_mutex), RCL_COND_INITIALIZER, 3 };
static int asked;

struct come_cs {            /* b->mutex, in.c:48-54 */
	struct barrier *b;  /* in */
	int left;           /* out */
	int at;             /* where it goes on */
};

static int come_cs(void *ctx)
{
	struct come_cs *cs = ctx;
	struct barrier *b = cs->b;
	int left = cs->left;

	if (cs->at == 1) {
		goto at_1;
	}

	left = --b->left;
	if (left == 0)
		rcl_cond_broadcast(&b->cond);
	while (b->left > 0) {
		cs->left = left;
		cs->at = 1;
		return rcl_wait(&b->cond, &b->mutex);
		at_1: ;
	}
	cs->left = left;
	return 0;
}

static int come(struct barrier *b)
{
	int left;

	struct come_cs cs = { .b = b, .at = 0 };
	rcl_exec_waiting(&b->mutex, come_cs, &cs, sizeof(cs));
	left = cs.left;
	return left;
}

static rcl_cond_t *cond_of(struct barrier *b)
{
	asked += gettid() != 0;
	return &b->cond;
}

struct see_cs {             /* b->mutex, in.c:67-71 */
	struct barrier *b;  /* in */
	int at;             /* where it goes on */
};

static int see_cs(void *ctx)
{
	struct see_cs *cs = ctx;
	struct barrier *b = cs->b;

	if (cs->at == 1) {
		goto at_1;
	}

	asked++;
	while (b->left > 0) {
		cs->at = 1;
		return rcl_wait(cond_of(b), &b->mutex);
		at_1: ;
	}
	return 0;
}

/* What the wait is given stays in the section. */
static void see(struct barrier *b)
{
	struct see_cs cs = { .b = b, .at = 0 };
	rcl_exec_waiting(&b->mutex, see_cs, &cs, sizeof(cs));
}

static void *run(void *arg)
{
	int *left = arg;

	*left = come(&barrier);
	see(&barrier);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	int left[3], sum = 0;

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, &left[i]);
	for (int i = 0; i < 3; i++) {
		pthread_join(threads[i], NULL);
		sum += left[i];
	}
	printf("%d %d\n", sum, asked);
	return 0;
}
