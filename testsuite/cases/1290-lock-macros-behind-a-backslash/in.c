/* Lock macros that begin a line behind a backslash: libclang lets them begin with it. */
#include <pthread.h>
#include <stdio.h>

#define Q_INIT(m) pthread_mutex_init(m, NULL)
#define Q_LOCK(m) pthread_mutex_lock(m)
#define Q_UNLOCK(m) pthread_mutex_unlock(m)
#define Q_TRYLOCK(m) pthread_mutex_trylock(m)

static struct {
	pthread_mutex_t lock;
	int n;
} q;

static void tried(int by)
{
	if (0 == \
Q_TRYLOCK(&q.lock)) {
		q.n += by;
		Q_UNLOCK(&q.lock);
	}
}

static int taken(int by)
{
	int n = 0; \
Q_LOCK(&q.lock);
	q.n += by;
	n = q.n; \
	\
Q_UNLOCK(&q.lock);
	return n;
}

static int kept(int by)
{
	int failed;

	failed = \
Q_TRYLOCK(&q.lock);
	if (failed)
		return -1;
	q.n += by;
	if (q.n > 100) \
{
		Q_UNLOCK(&q.lock); \
return q.n;
	}
	Q_UNLOCK(&q.lock);
	return 0;
}

int main(void)
{
	int first, second;

	Q_INIT(&q.lock);
	tried(3);
	first = taken(4);
	second = kept(5);
	printf("%d %d %d\n", first, second, q.n);
	return 0;
}
