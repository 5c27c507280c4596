/* A lock call that stands alone in the branch of a condition, and whose failure leaves. Not where its result is kept,
 * or with an else; where the branch does more, that alone goes. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, threaded;

#define FAIL(code, text) do { fprintf(stderr, "%s\n", text); return code; } while (0)

static int one_line(int n)
{
	if (threaded) if (pthread_mutex_lock(&lock) != 0) FAIL(2, "lock");
	total += n;
	if (threaded) if (pthread_mutex_unlock(&lock) != 0) FAIL(2, "unlock");
	return 0;
}

static int braced(int n)
{
	if (threaded) {
		if (pthread_mutex_lock(&lock)) {
			fprintf(stderr, "no lock\n");
			return -1;
		}
	}
	total += n;
	if (total > 5) {
		if (threaded) {
			if (pthread_mutex_unlock(&lock)) {
				return -1;
			}
		}
		return total;
	}
	if (threaded) {
		if (pthread_mutex_unlock(&lock))
			return -1;
	}
	return 0;
}

static int bare(int n)
{
	int sum;

	if (threaded)
		if (pthread_mutex_lock(&lock) != 0)
			return -1;
	total += n;
	sum = total;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return sum;
}

static int conditional(int n)
{
#ifndef SINGLE
	if (threaded) {
		if (pthread_mutex_lock(&lock) != 0)
			return -1;
	}
#endif
	total += n;
#ifndef SINGLE
	if (threaded)
		pthread_mutex_unlock(&lock);
#endif
	return 0;
}

static int kept(int n)
{
	int error;

	if (threaded) {
		if ((error = pthread_mutex_lock(&lock)) != 0)
			return error;
	}
	total += n;
	if (threaded) {
		if ((error = pthread_mutex_unlock(&lock)) != 0)
			return error;
	}
	return 0;
}

static int more(int n)
{
	if (threaded) {
		if (pthread_mutex_lock(&lock) != 0)
			return -1;
		total++;
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return 0;
}

static int in_else(int n)
{
	if (threaded) {
		if (pthread_mutex_lock(&lock) != 0)
			return -1;
		else
			total++;
	}
	total += n;
	if (threaded)
		pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	printf("%d %d %d %d %d %d %d\n", one_line(1), braced(2), bare(3), conditional(1), kept(1), more(1), in_else(1));
	threaded = 1;
	printf("%d %d %d %d %d %d %d\n", one_line(1), braced(2), bare(3), conditional(1), kept(1), more(1), in_else(1));
	printf("%d\n", total);
	return 0;
}
