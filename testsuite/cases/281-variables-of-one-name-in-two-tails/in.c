#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int finished, started, total;

static int finish(int n)
{
	finished = n > 1;
	return n == 1 ? 7 : 0;
}

static int start(int n)
{
	return n == 3 ? 9 : 0;
}

/* Each r is only used until its block is left. */
static int resolve(int n)
{
	pthread_mutex_lock(&lock);
	if (!finished) {
		int r = finish(n);

		if (r) {
			pthread_mutex_unlock(&lock);
			return r;
		}
	}
	if (!started) {
		int r;

		started = 1;
		pthread_mutex_unlock(&lock);
		r = start(n);
		if (r) {
			pthread_mutex_lock(&lock);
			started = 0;
			pthread_mutex_unlock(&lock);
			return r;
		}
	} else {
		pthread_mutex_unlock(&lock);
	}
	return total += n;
}

/* One of these is needed behind the section. */
static int resolve_more(int n)
{
	int r = n;

	pthread_mutex_lock(&lock);
	if (n == 2) {
		int r = finish(n);

		pthread_mutex_unlock(&lock);
		return r + 1;
	}
	r += total;
	pthread_mutex_unlock(&lock);
	return r;
}

static void add_one(int *to)
{
	++*to;
}

/* One of these is moved before the section, which is cut before the other one. */
static int resolve_by_address(int n)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	if (n & 1) {
		int r = finish(n);
		int *p = &r;

		pthread_mutex_unlock(&lock);
		add_one(p);
		return r + 1;
	}
	if (n & 2) {
		int r = start(n);

		pthread_mutex_unlock(&lock);
		return r;
	}
	sum += total;
	pthread_mutex_unlock(&lock);
	return sum;
}

int main(void)
{
	for (int n = 1; n < 6; n++) {
		started = n > 4;
		printf("%d ", resolve(n));
		printf("%d ", resolve_by_address(n));
		printf("%d\n", resolve_more(n));
	}
	return 0;
}
