/* Sections that wait, and go on behind that, and have several ways out. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int length, closed, taken;

static void put(int n)
{
	pthread_mutex_lock(&m);
	length += n;
	pthread_cond_broadcast(&filled);
	pthread_mutex_unlock(&m);
}

/* Before the wait, behind it, and where it ends. */
static int get(int most)
{
	int n;

	pthread_mutex_lock(&m);
	taken++;
	if (most == 0) {
		pthread_mutex_unlock(&m);
		return -1;
	}
	while (length == 0 && !closed)
		pthread_cond_wait(&filled, &m);
	if (length == 0) {
		pthread_mutex_unlock(&m);
		return -2;
	}
	n = length < most ? length : most;
	length -= n;
	pthread_mutex_unlock(&m);
	return n;
}

/* Twice, with a way out between. */
static int get_two(int *first)
{
	int second;

	pthread_mutex_lock(&m);
	while (length == 0)
		pthread_cond_wait(&filled, &m);
	*first = length--;
	if (closed) {
		pthread_mutex_unlock(&m);
		return 0;
	}
	while (length == 0)
		pthread_cond_wait(&filled, &m);
	second = length--;
	pthread_mutex_unlock(&m);
	return second;
}

static void *work(void *arg)
{
	(void)arg;
	put(3);
	put(2);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int first, got = 0, failed;

	pthread_create(&t, NULL, work, NULL);
	while (got < 5)
		got += get(4);
	failed = get(0);
	pthread_join(t, NULL);
	put(4);
	got += get_two(&first) + first;
	pthread_mutex_lock(&m);
	closed = 1;
	pthread_mutex_unlock(&m);
	got += 100 * get_two(&first) + first;
	failed += get(9);
	failed += get(9);
	printf("%d %d %d\n", got, failed, length);
	return taken < 4;
}
