/* What a wait is given is worked out when the section has put its values down, in order to return. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more[2] = { PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };
static const struct timespec past[] = { { 1, 0 }, { 2, 0 }, { 3, 0 }, { 4, 0 } };
static int shared;

static int at_the_beginning(int n)
{
	int tries = n;

	pthread_mutex_lock(&lock);
	while (shared++ < 5)
		pthread_cond_timedwait(&more[0], &lock, &past[tries++ & 3]);
	shared = 0;
	pthread_mutex_unlock(&lock);
	return tries;
}

static int in_the_middle(int n)
{
	int tries = 0, turn = n;

	pthread_mutex_lock(&lock);
	shared++;
	while (tries < 3) {
		pthread_cond_timedwait(&more[turn++ & 1], &lock, &past[0]);
		tries++;
	}
	pthread_mutex_unlock(&lock);
	return 10 * tries + turn;
}

static int in_a_condition(int n)
{
	int tries = 0, late = 0;

	pthread_mutex_lock(&lock);
	shared++;
	while (tries < n)
		if (pthread_cond_timedwait(&more[1], &lock, (tries++, &past[1])) != 0)
			late++;
	pthread_mutex_unlock(&lock);
	return 10 * tries + late;
}

static int as_it_is(int n)
{
	int tries = 0;

	pthread_mutex_lock(&lock);
	shared++;
	while (tries < n) {
		pthread_cond_timedwait(&more[tries & 1], &lock, &past[tries & 3]);
		tries++;
	}
	pthread_mutex_unlock(&lock);
	return tries;
}

int main(void)
{
	printf("%d ", at_the_beginning(1));
	printf("%d ", in_the_middle(2));
	printf("%d ", in_a_condition(3));
	printf("%d %d\n", as_it_is(4), shared);
	return 0;
}
