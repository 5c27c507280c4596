/* A mutex in memory of its size that only a pointer without a type leads to, as in libbluray. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef pthread_mutex_t impl_t;

struct mutex {
	void *impl;
};

struct queue {
	struct mutex lock;
	int jobs;
};

static int impl_lock(impl_t *m)
{
	if (pthread_mutex_lock(m)) {
		fprintf(stderr, "cannot lock\n");
		return -1;
	}
	return 0;
}

static int impl_unlock(impl_t *m)
{
	if (pthread_mutex_unlock(m)) {
		fprintf(stderr, "cannot unlock\n");
		return -1;
	}
	return 0;
}

static int mutex_init(struct mutex *m)
{
	m->impl = calloc(1, sizeof(impl_t));
	return m->impl ? pthread_mutex_init(m->impl, NULL) : -1;
}

static int mutex_lock(struct mutex *m)
{
	return impl_lock((impl_t *)m->impl);
}

static int mutex_unlock(struct mutex *m)
{
	return impl_unlock((impl_t *)m->impl);
}

static void mutex_destroy(struct mutex *m)
{
	pthread_mutex_destroy(m->impl);
	free(m->impl);
	m->impl = NULL;
}

static void add(struct queue *q, int n)
{
	mutex_lock(&q->lock);
	q->jobs += n;
	mutex_unlock(&q->lock);
}

int main(void)
{
	struct queue q = { { NULL }, 0 };

	if (mutex_init(&q.lock))
		return 1;
	for (int i = 0; i < 4; i++)
		add(&q, i);
	printf("%d\n", q.jobs);
	mutex_destroy(&q.lock);
	return 0;
}
