#include <pthread.h>
#include <stdio.h>

typedef struct {
	pthread_mutex_t m;
} mtx_t;

static mtx_t lock = { PTHREAD_MUTEX_INITIALIZER };
static int n;

static void mtx_lock(mtx_t *mtx)
{
	pthread_mutex_lock(&mtx->m);
}

static void mtx_unlock(mtx_t *mtx)
{
	pthread_mutex_unlock(&mtx->m);
}

int main(void)
{
	mtx_lock(&lock);
	n++;
	mtx_unlock(&lock);
	printf("%d\n", n);
	return 0;
}
