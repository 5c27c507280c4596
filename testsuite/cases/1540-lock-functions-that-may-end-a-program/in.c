/* What lock functions do where they fail changes no condition under which locks are taken: what else is called may. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct mutex {
	pthread_mutex_t id;
	int taken;
};

static struct mutex *lock, *counted;
static int total;

static void quit(void)
{
	free(lock);
	lock = NULL;
	free(counted);
	counted = NULL;
}

static void failed(const char *what)
{
	puts(what);
	quit();
	abort();
}

static void take(struct mutex *m)
{
	if (m) {
		const int error = pthread_mutex_lock(&m->id);

		if (error != 0)
			failed("lock");
	}
}

static void give(struct mutex *m)
{
	if (m) {
		const int error = pthread_mutex_unlock(&m->id);

		if (error != 0)
			failed("unlock");
	}
}

static void add(int n)
{
	take(lock);
	total += n;
	give(lock);
}

/* what else is called may end the lock */
static void add_and_tell(int n)
{
	take(lock);
	total += n;
	if (total > 1000)
		quit();
	give(lock);
}

static struct mutex *made(void)
{
	struct mutex *m = malloc(sizeof(*m));

	pthread_mutex_init(&m->id, NULL);
	return m;
}

int main(void)
{
	add(1);
	lock = made();
	for (int i = 0; i < 10; i++) {
		add(i);
		add_and_tell(i);
	}
	printf("%d\n", total);
	quit();
	add(2);
	printf("%d\n", total);
	return 0;
}
