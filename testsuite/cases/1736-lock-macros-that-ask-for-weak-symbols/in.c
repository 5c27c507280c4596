#include <pthread.h>
#include <stdio.h>

/* The calls do nothing where the program is not linked with threads. */
#pragma weak pthread_mutex_init
#pragma weak pthread_mutex_lock
#pragma weak pthread_mutex_unlock

#define mutex_init(l)							\
	(pthread_mutex_init != NULL ? pthread_mutex_init((l), NULL) : 0)
#define mutex_lock(l)							\
	(NULL != pthread_mutex_lock ? pthread_mutex_lock(l) : 0)
#define mutex_unlock(l)							\
	(&pthread_mutex_unlock ? pthread_mutex_unlock(l) : 0)

struct pool {
	pthread_mutex_t lock;
	int used;
};

static struct pool pool;

static int take(struct pool *p)
{
	int n;

	mutex_lock(&p->lock);
	n = p->used++;
	mutex_unlock(&p->lock);
	return n;
}

int main(void)
{
	mutex_init(&pool.lock);
	printf("%d", take(&pool));
	printf(" %d\n", take(&pool));
	return 0;
}
