#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;

#define TWICE(x) (2 * (x))

static int called(int n)
{
	calls = calls * 3 + n;
	return n;
}

/* The value comes behind the release. */
static int next(int step)
{
	int made = ({
		int found;

		pthread_mutex_lock(&m);
		found = total;
		total += step;
		pthread_mutex_unlock(&m);
		found;
	});
	return made;
}

/* Operands before and behind it, and two of them in one expression. */
static int sum(int n)
{
	int a = called(n), b;

	b = a + ({
		pthread_mutex_lock(&m);
		n += ++total;
		pthread_mutex_unlock(&m);
		called(n);
	});
	return called(b) && ({
		int odd;

		pthread_mutex_lock(&m);
		odd = (total + b) & 1;
		pthread_mutex_unlock(&m);
		called(odd);
	});
}

/* It is asked each time. */
static int rounds(int limit)
{
	int n = 0;

	while (({
		int left;

		pthread_mutex_lock(&m);
		left = limit - total;
		if (left > 0)
			total++;
		pthread_mutex_unlock(&m);
		left;
	}) > 0)
		n++;
	return n;
}

/* Left by a return, and by a break. */
static int leave(int n)
{
	for (int i = 0; i < 10; i++) {
		n += ({
			int step;

			pthread_mutex_lock(&m);
			if (total < 0) {
				pthread_mutex_unlock(&m);
				return -1;
			}
			step = total % 3;
			if (step == i) {
				total++;
				pthread_mutex_unlock(&m);
				break;
			}
			total += step;
			pthread_mutex_unlock(&m);
			step;
		});
	}
	return n;
}

/* Released in each branch, with the value behind. */
static int branches(int n)
{
	return ({
		pthread_mutex_lock(&m);
		if (n > total) {
			n -= total;
			pthread_mutex_unlock(&m);
		} else {
			total -= n;
			pthread_mutex_unlock(&m);
		}
		n;
	});
}

/* One section within another one. */
static int within(int n)
{
	pthread_mutex_lock(&other);
	calls += ({
		pthread_mutex_lock(&m);
		n += total;
		pthread_mutex_unlock(&m);
		n;
	});
	pthread_mutex_unlock(&other);
	return n;
}

/* The release gives the value. */
static int result(void)
{
	return ({
		pthread_mutex_lock(&m);
		total++;
		pthread_mutex_unlock(&m);
	});
}

/* What the section does last gives the value. */
static int kept(void)
{
	int n = ({
		pthread_mutex_lock(&m);
		total++;
		total + 1;
	});
	pthread_mutex_unlock(&m);
	return n;
}

static int kept_at_once(void)
{
	int n = ({
		pthread_mutex_lock(&m);
		total++;
	});
	pthread_mutex_unlock(&m);
	return n;
}

/* In a macro's argument. */
static int twice(void)
{
	return TWICE(({
		int n;

		pthread_mutex_lock(&m);
		n = ++total;
		pthread_mutex_unlock(&m);
		n;
	}));
}

/* A block of its own in it. */
static int block(int n)
{
	return ({
		if (n > 2) {
			pthread_mutex_lock(&m);
			n += total;
			pthread_mutex_unlock(&m);
		}
		n;
	});
}

int main(void)
{
	printf("%d %d\n", next(2), next(3));
	printf("%d", sum(1));
	printf(" %d", sum(2));
	printf(" %d\n", calls);
	printf("%d", rounds(12));
	printf(" %d %d\n", leave(2), leave(3));
	printf("%d %d\n", branches(3), branches(40));
	printf("%d", within(1));
	printf(" %d %d\n", result(), calls);
	printf("%d", kept());
	printf(" %d", kept_at_once());
	printf(" %d", twice());
	printf(" %d", block(1));
	printf(" %d %d\n", block(5), total);
	return 0;
}
