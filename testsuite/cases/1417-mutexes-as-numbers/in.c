/* Mutexes that are known as numbers, as in xrdp. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct encoder {
	long mutex;
	int frames;
};

static long g_mutex;
static int g_count;

static long tc_create(void)
{
	pthread_mutex_t *made;

	made = malloc(sizeof(pthread_mutex_t));
	pthread_mutex_init(made, NULL);
	return (long)made;
}

static void tc_delete(long mutex)
{
	pthread_mutex_t *old;

	old = (pthread_mutex_t *)mutex;
	if (old != NULL)
		pthread_mutex_destroy(old);
	free(old);
}

static int tc_lock(long mutex)
{
	return pthread_mutex_lock((pthread_mutex_t *)mutex);
}

static int tc_unlock(long mutex)
{
	return pthread_mutex_unlock((pthread_mutex_t *)mutex);
}

static void encode(struct encoder *e)
{
	tc_lock(e->mutex);
	e->frames++;
	tc_unlock(e->mutex);
	tc_lock(g_mutex);
	g_count++;
	tc_unlock(g_mutex);
}

static void move(struct encoder *from, struct encoder *to)
{
	tc_lock(from->mutex);
	from->frames--;
	tc_lock(to->mutex);
	to->frames++;
	tc_unlock(to->mutex);
	tc_unlock(from->mutex);
}

int main(void)
{
	struct encoder one = { 0, 0 };
	struct encoder two = { tc_create(), 0 };

	g_mutex = tc_create();
	one.mutex = tc_create();
	encode(&one);
	encode(&two);
	encode(&two);
	move(&two, &one);
	printf("%d %d %d\n", one.frames, two.frames, g_count);
	tc_delete(one.mutex);
	tc_delete(two.mutex);
	tc_delete(g_mutex);
	return 0;
}
