#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static const pthread_mutex_t blank = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int both(int by)
{
	pthread_mutex_t *locks[2] = { &left, &right };
	int i;

	for (i = 0; i < 2; i++)
		pthread_mutex_lock(locks[i]);
	n += by;
	for (i = 1; i >= 0; i--)
		pthread_mutex_unlock(locks[i]);
	return n;
}

static int nested(int which)
{
	static pthread_mutex_t *const rows[2][1] = { [1] = { &left }, [0] = { &right } };

	pthread_mutex_lock(rows[which][0]);
	n += which;
	pthread_mutex_unlock(rows[which][0]);
	return n;
}

static pthread_mutex_t *chosen(pthread_mutex_t *const *locks, int which)
{
	return locks[which];
}

static int by_literals(int which)
{
	pthread_mutex_t **locks = (pthread_mutex_t *[]){ &left, &right };
	pthread_mutex_t *lock = chosen((pthread_mutex_t *[]){ &right, &left }, which);

	pthread_mutex_lock(locks[which]);
	n += which;
	pthread_mutex_unlock(locks[which]);
	pthread_mutex_lock(lock);
	which = n;
	pthread_mutex_unlock(lock);
	return which;
}

static int copies(int which)
{
	pthread_mutex_t own[] = { PTHREAD_MUTEX_INITIALIZER, blank };

	pthread_mutex_lock(&own[which]);
	n++;
	pthread_mutex_unlock(&own[which]);
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", both(3), nested(1), by_literals(1), copies(1));
	return 0;
}
