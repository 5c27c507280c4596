#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

/* The calls do nothing where the program is not linked with threads. */
#pragma weak pthread_mutex_init
#pragma weak pthread_mutex_lock
#pragma weak pthread_mutex_unlock

#define mutex_init(l)							\
	(pthread_mutex_init != NULL ? rcl_mutex_init((l), NULL, pool_lock) : 0)
#define mutex_lock(l)							\
	(NULL != pthread_mutex_lock ? rcl_lock(l) : 0)
#define mutex_unlock(l)							\
	(&pthread_mutex_unlock ? rcl_unlock(l) : 0)

struct pool {
	rcl_mutex_t lock;
	int used;
};

static struct pool pool;

struct take_cs {         /* p->lock, in.c:27-29 */
	struct pool *p;  /* in */
	int n;           /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct pool *p = cs->p;
	int n;

	n = p->used++;
	cs->n = n;
	return 0;
}

static int take(struct pool *p)
{
	int n;

	struct take_cs cs = { .p = p };
	if (NULL != pthread_mutex_lock) {
		rcl_exec_anon(&p->lock, take_cs, &cs, sizeof(cs));
	} else {
		take_cs(&cs);
	}
	n = cs.n;
	return n;
}

int main(void)
{
	mutex_init(&pool.lock);
	printf("%d", take(&pool));
	printf(" %d\n", take(&pool));
	return 0;
}
