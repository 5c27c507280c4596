/* Variables by reference, with a comment or a line that goes on before ++ or a member, and behind & between two numbers. */
#include <pthread.h>
#include <stdio.h>

struct point {
	long x;
	long y;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t rows[4] = { [0 ... 3] = PTHREAD_MUTEX_INITIALIZER };
static long count;

static void twice(long *value, struct point *at)
{
	*value *= 2;
	at->x += *value;
}

static long spliced(long k)
{
	long n = k;
	struct point at = { k, 1 };

	pthread_mutex_lock(&m);
	twice(&n, &at);
	n \
		++;
	count += n \
		--;
	count += at \
		.x;
	pthread_mutex_unlock(&m);
	return n + at.x;
}

static long commented(long k)
{
	long n = k;
	struct point at = { k, 1 };

	pthread_mutex_lock(&m);
	twice(&n, &at);
	n /* one more */ ++;
	count += n/**/--;
	n // and
		++;
	at /* its */ .y++;
	pthread_mutex_unlock(&m);
	return n + at.y;
}

static long masked(long k)
{
	long n = k;
	struct point at = { k, 1 };

	pthread_mutex_lock(&m);
	twice(&n, &at);
	count += k&n;
	count += k &n;
	count += k&& n;
	count += k&-n&at.x;
	pthread_mutex_unlock(&m);
	return n;
}

static long nested(long k)
{
	long n = k;
	struct point at = { k, 1 };

	pthread_mutex_lock(&m);
	twice(&n, &at);
	pthread_mutex_lock(&rows[3&n]);
	count += n;
	pthread_mutex_unlock(&rows[3&n]);
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	long sum = spliced(3) + commented(4) + masked(7) + nested(5);

	printf("%ld %ld\n", sum, count);
	return 0;
}
