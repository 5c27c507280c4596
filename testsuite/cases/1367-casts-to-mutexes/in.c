#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t few[3] = { [0 ... 2] = PTHREAD_MUTEX_INITIALIZER };
static int sum;

/* Handles that are pointers to anything, and mutexes in an array. */
static void *make(void)
{
	pthread_mutex_t *m = malloc(sizeof *m);

	pthread_mutex_init(m, NULL);
	return m;
}

static void *make_condition(void)
{
	pthread_cond_t *c = malloc(sizeof *c);

	pthread_cond_init(c, NULL);
	return c;
}

static void block_enter(pthread_mutex_t *m, int i)
{
	pthread_mutex_lock(&m[i]);
}

static void block_leave(pthread_mutex_t *m, int i)
{
	pthread_mutex_unlock(&m[i]);
}

static void grab(void *h)
{
	pthread_mutex_lock((pthread_mutex_t *)h);
}

static void drop(void *h)
{
	pthread_mutex_unlock((pthread_mutex_t *)h);
}

static void get_locked(void *h)
{
	pthread_mutex_t *m = (pthread_mutex_t *)h;

	pthread_mutex_lock(m);
}

#define HIT(h) do { pthread_mutex_lock((pthread_mutex_t *)(h)); sum++; pthread_mutex_unlock((pthread_mutex_t *)(h)); } while (0)
#define LOCK(h) pthread_mutex_lock((pthread_mutex_t *)(h))
#define UNLOCK(h) pthread_mutex_unlock((pthread_mutex_t *)(h))

static void use(void *h, int i)
{
	pthread_mutex_lock((pthread_mutex_t *)h);
	sum++;
	pthread_mutex_unlock((pthread_mutex_t *)h);
	if (pthread_mutex_trylock((pthread_mutex_t *) h) == 0) {
		sum++;
		pthread_mutex_unlock((pthread_mutex_t *) h);
	}
	block_enter(few, i);
	sum++;
	block_leave(few, i);
	grab(h);
	sum++;
	drop(h);
	get_locked(h);
	sum++;
	drop(h);
	HIT(h);
	LOCK(h);
	sum++;
	UNLOCK(h);
}

static void await(void *h, void *c, int least)
{
	pthread_mutex_lock((pthread_mutex_t *)h);
	while (sum < least)
		pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)h);
	sum++;
	pthread_cond_signal((pthread_cond_t *)c);
	pthread_mutex_unlock((pthread_mutex_t *)h);
}

int main(void)
{
	void *h = make();

	use(h, 2);
	await(h, make_condition(), 2);
	printf("%d\n", sum);
	return 0;
}
