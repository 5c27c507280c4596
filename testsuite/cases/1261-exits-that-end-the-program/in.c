/* What follows a release never comes back: the program's end is a way out of the section. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total, largest;

static void die(const char *what, long which)
{
	fprintf(stderr, "%s: %ld\n", what, which);
	_exit(2);
}

/* in a loop inside of the section */
int add(const long *values, int n)
{
	int i;

	pthread_mutex_lock(&m);
	for (i = 0; i < n; i++) {
		long value = values[i];

		if (value < 0) {
			total = 0;
			pthread_mutex_unlock(&m);
			exit(EXIT_FAILURE);
		}
		total += value;
	}
	pthread_mutex_unlock(&m);
	return i;
}

/* several, by functions of the program's own, in branches, and with a loop that nothing leaves */
int take(long value, int n)
{
	int left = n;

	pthread_mutex_lock(&m);
	if (value > total) {
		pthread_mutex_unlock(&m);
		/* not enough */
		die("total", value);
	} else if (value == total) {
		pthread_mutex_unlock(&m);
		if (n > 1)
			die("all", value);
		else
			abort();
	}
	if (value > largest) {
		if (left-- == 0) {
			long was = largest;

			pthread_mutex_unlock(&m);
			for (;;)
				printf("%ld, %d\n", was, pause());
		}
		largest = value;
	}
	total -= value;
	pthread_mutex_unlock(&m);
	return left;
}

/* behind the branch, where it ends as well */
void last(long value)
{
	pthread_mutex_lock(&m);
	total += value;
	if (total < 0) {
		pthread_mutex_unlock(&m);
		puts("negative");
	} else {
		largest = total;
		pthread_mutex_unlock(&m);
	}
	exit(total == 0);
}

/* the whole round of a loop */
void rounds(const long *values)
{
	for (;; values++) {
		pthread_mutex_lock(&m);
		if (*values < 0) {
			pthread_mutex_unlock(&m);
			die("round", *values);
		}
		total += *values;
		pthread_mutex_unlock(&m);
	}
}

int main(void)
{
	static const long values[] = {1, 2, 3};

	printf("%d\n", add(values, 3));
	printf("%d\n", take(2, 1));
	last(1);
}
