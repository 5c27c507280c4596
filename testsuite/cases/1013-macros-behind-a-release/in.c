/* What a macro hides behind a release: several statements, which need braces, and a break, which a switch would catch. */
#include <pthread.h>
#include <stdio.h>

#define COUNT_TWICE(x) seen += x; seen *= 2
#define BREAK_IF(what) if (what) break

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;

static int several(int n)
{
	if (n > 7)
		return 4;
	pthread_mutex_lock(&m);
	count++;
	if (n == 1) {
		pthread_mutex_unlock(&m);
		COUNT_TWICE(3);
	} else {
		count += 2;
		pthread_mutex_unlock(&m);
	}
	return 5;
}

static int broken(int n)
{
	int i;

	for (i = 0; i < 5; i++) {
		pthread_mutex_lock(&m);
		count++;
		if (n == 1) {
			pthread_mutex_unlock(&m);
			{
				BREAK_IF(i < 5);
			}
			return 71;
		}
		if (n == 2) {
			count += 2;
			pthread_mutex_unlock(&m);
			return 72;
		}
		if (n == 3) {
			count += 2;
			pthread_mutex_unlock(&m);
			return 73;
		}
		pthread_mutex_unlock(&m);
		seen += i;
	}
	return i;
}

static int broken_within(int n)
{
	pthread_mutex_lock(&m);
	count++;
	if (n == 1) {
		pthread_mutex_unlock(&m);
		for (int i = 0; i < 5; i++) {
			seen++;
			BREAK_IF(i > 2);
		}
		return 71;
	}
	if (n == 2) {
		count += 2;
		pthread_mutex_unlock(&m);
		return 72;
	}
	if (n == 3) {
		count += 2;
		pthread_mutex_unlock(&m);
		return 73;
	}
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d %d\n", several(1), several(2));
	printf("%d %d %d %d\n", broken(0), broken(1), broken(2), broken(3));
	printf("%d %d %d %d\n", broken_within(0), broken_within(1), broken_within(2), broken_within(3));
	printf("%d %d\n", count, seen);
	return 0;
}
