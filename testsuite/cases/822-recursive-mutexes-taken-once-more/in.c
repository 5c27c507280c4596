#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t strict = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int sum;

static int add(int n)
{
	sum += n;
	return sum;
}

/* Taken three times in a row, to be given back twice: the caller has it then. */
static int handed(int n)
{
	int rv;

	rv = pthread_mutex_lock(&m);
	add(rv + n);

	rv = pthread_mutex_lock(&m);
	add(rv + 2 * n);

	rv = pthread_mutex_lock(&m);
	add(rv + 3 * n);

	pthread_mutex_unlock(&m);
	add(4 * n);
	pthread_mutex_unlock(&m);
	return sum;
}

static int within(int n)
{
	pthread_mutex_lock(&m);
	add(n);
	{
		pthread_mutex_lock(&m);
		add(2 * n);
		pthread_mutex_unlock(&m);
	}
	add(3 * n);
	pthread_mutex_unlock(&m);
	return sum;
}

/* Left with the mutex taken twice, once, or not at all. */
static int left(int n)
{
	pthread_mutex_lock(&m);
	add(n);
	pthread_mutex_lock(&m);
	if (add(2 * n) % 2) {
		pthread_mutex_unlock(&m);
		pthread_mutex_unlock(&m);
		return -1;
	}
	if (n == 3)
		goto out;
	pthread_mutex_unlock(&m);
	add(5);
out:
	pthread_mutex_unlock(&m);
	return sum;
}

static int between(int n)
{
	pthread_mutex_lock(&m);
	add(7);
	pthread_mutex_lock(&other);
	add(n);
	pthread_mutex_lock(&m);
	add(2 * n);
	pthread_mutex_unlock(&other);
	add(3 * n);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	return sum;
}

static int if_asked(int n, int asked)
{
	if (asked)
		pthread_mutex_lock(&m);
	add(n);
	pthread_mutex_lock(&m);
	add(2 * n);
	pthread_mutex_unlock(&m);
	add(3 * n);
	if (asked)
		pthread_mutex_unlock(&m);
	return sum;
}

/* In the first round it is taken once more, in the others for the first time: that stays. */
static int rounds(int n)
{
	pthread_mutex_lock(&m);
	add(n);
	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&m);
		add(i);
		if (i == 1)
			pthread_mutex_unlock(&m);
		pthread_mutex_unlock(&m);
		add(1);
		if (i >= 1)
			return -sum;
	}
	pthread_mutex_unlock(&m);
	return sum;
}

/* It waits for what nobody gives it meanwhile: it has the mutex further out. */
static int waits(int n)
{
	struct timespec until;
	int rv;

	pthread_mutex_lock(&m);
	add(n);
	pthread_mutex_lock(&m);
	add(n);
	clock_gettime(CLOCK_REALTIME, &until);
	rv = pthread_cond_timedwait(&cond, &m, &until);
	add(rv != 0);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	return sum;
}

/* That fails, and nobody asks. */
static int refused(int n)
{
	pthread_mutex_lock(&strict);
	add(n);
	pthread_mutex_lock(&strict);
	add(2 * n);
	pthread_mutex_unlock(&strict);
	return sum;
}

static void *look(void *arg)
{
	int held = pthread_mutex_trylock(&m);

	if (held == 0)
		pthread_mutex_unlock(&m);
	return held ? arg : NULL;
}

/* Has this thread the mutex, as others see it? */
static int held(void)
{
	pthread_t thread;
	void *found;

	pthread_create(&thread, NULL, look, &sum);
	pthread_join(thread, &found);
	return found != NULL;
}

int main(void)
{
	for (int i = 0; i < 6; i++) {
		printf("%d", handed(i));
		printf(" %d", held());
		pthread_mutex_unlock(&m);
		printf(" %d, %d", held(), within(i));
		printf(" %d, %d", held(), left(i));
		printf(" %d", held());
		if (held())
			pthread_mutex_unlock(&m);
		printf(" %d, %d", held(), between(i));
		printf(" %d, %d", held(), if_asked(i, i & 1));
		printf(" %d, %d", held(), rounds(i));
		printf(" %d, %d", held(), waits(i));
		printf(" %d, %d\n", held(), refused(i));
	}
	return 0;
}
