/* Lock functions that do nothing without a mutex, and sections that give it back for a while. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct mutex {
	pthread_mutex_t mutex;
};

struct event {
	struct mutex *lock;
	int up, handled;
};

static void mutex_lock(struct mutex *m)
{
	if (m == NULL)
		return;
	pthread_mutex_lock(&m->mutex);
}

static void mutex_unlock(struct mutex *m)
{
	if (m == NULL)
		return;
	pthread_mutex_unlock(&m->mutex);
}

static void work(struct event *e)
{
	mutex_lock(e->lock);
	e->up--;
	mutex_unlock(e->lock);
}

static void *thread(void *arg)
{
	struct event *e = arg;

	mutex_lock(e->lock);
	while (e->up > 0) {
		e->handled++;
		mutex_unlock(e->lock);
		work(e);
		mutex_lock(e->lock);
		if (e->up == 7)
			break;
	}
	e->handled--;
	mutex_unlock(e->lock);
	return NULL;
}

int main(void)
{
	struct event e = { .lock = malloc(sizeof(struct mutex)), .up = 3 }, f = { .up = 4 };

	pthread_mutex_init(&e.lock->mutex, NULL);
	thread(&e);
	thread(&f);
	printf("%d %d\n", e.handled, f.handled);
	free(e.lock);
	return 0;
}
