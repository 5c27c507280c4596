/* Conditions that ask for something else first, and only then for the lock. */
#include <pthread.h>
#include <stdio.h>

struct row {
	pthread_mutex_t m;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct row row = { PTHREAD_MUTEX_INITIALIZER, 1 };
static int count, failures;

static int next(void)
{
	return ++failures;
}

static int cached(int error, int n)
{
	if (error == 0 && pthread_mutex_lock(&m) == 0) {
		count += n;
		if (count > 30)
			error = -1;
		pthread_mutex_unlock(&m);
	}
	else {
		error = -2;
		failures++;
	}
	return error;
}

static int returns(int n)
{
	if (n > 0 && pthread_mutex_trylock(&m) == 0) {
		count += n;
		pthread_mutex_unlock(&m);
		return 1;
	}
	return 0;
}

static void mere(int n)
{
	if (n > 0 && !pthread_mutex_lock(&m)) {
		count += n;
		pthread_mutex_unlock(&m);
	}
}

static int gives(struct row *r, int n)
{
	if (r != NULL && n < 5 && pthread_mutex_lock(&r->m) == 0) {
		n += r->n++;
		pthread_mutex_unlock(&r->m);
	}
	return n;
}

static int fails(struct row *r, int n)
{
	if (!r || pthread_mutex_lock(&r->m) != 0)
		return -1;
	r->n += n;
	n = r->n;
	pthread_mutex_unlock(&r->m);
	return n;
}

static int busy(struct row *r, int n)
{
	if (n < 0 || (pthread_mutex_trylock(&r->m))) {
		failures++;
		return -1;
	}
	if (r->n > 20) {
		pthread_mutex_unlock(&r->m);
		failures += 10;
		return 0;
	}
	r->n += n;
	pthread_mutex_unlock(&r->m);
	return n;
}

static int ways(int n)
{
	if (n > 1 && /* if it is free */
	    pthread_mutex_trylock(&m) == 0) {
		if (count > 10) {
			pthread_mutex_unlock(&m);
			puts("many");
			return count;
		}
		n += count;
		pthread_mutex_unlock(&m);
	} else {
		n--;
	}
	return n;
}

static int called(int n)
{
	if (next() > n && pthread_mutex_lock(&m) == 0) {
		count += failures;
		pthread_mutex_unlock(&m);
	}
	return n;
}

/* the client would have put down what n was before */
static int changed(int n)
{
	if ((n = next()) > 1 && pthread_mutex_lock(&m) == 0) {
		count += n;
		pthread_mutex_unlock(&m);
	}
	return n;
}

/* the lock is held where the rest does not hold */
static int asked_behind(int n)
{
	if (pthread_mutex_lock(&m) == 0 && n > 0) {
		count += n;
		pthread_mutex_unlock(&m);
		return n;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

static int either(int n)
{
	if (n > 50 || pthread_mutex_trylock(&m) == 0) {
		count++;
		if (n <= 50)
			pthread_mutex_unlock(&m);
	}
	return n;
}

static void *held(void *arg)
{
	(void)arg;
	printf("%d %d %d %d\n", returns(1), busy(&row, 2), ways(3), either(4));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d %d %d %d\n", cached(0, 2), cached(1, 3), cached(0, 40), returns(1), returns(-1));
	mere(3);
	mere(-3);
	printf("%d %d %d %d %d\n", gives(NULL, 1), gives(&row, 1), gives(&row, 7), fails(NULL, 2), fails(&row, 2));
	printf("%d %d %d %d\n", busy(&row, 2), busy(&row, -2), busy(&row, 40), busy(&row, 1));
	printf("%d %d %d\n", ways(1), ways(2), called(100));
	count = 0;
	printf("%d %d %d %d\n", ways(2), called(1), changed(1), asked_behind(4));
	printf("%d %d %d\n", asked_behind(-4), either(1), either(60));
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&row.m);
	pthread_create(&t, NULL, held, NULL);
	pthread_join(t, NULL);
	pthread_mutex_unlock(&row.m);
	pthread_mutex_unlock(&m);
	printf("%d %d %d\n", count, failures, row.n);
	return 0;
}
