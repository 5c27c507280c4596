/*
 * What only some builds hand over stands in an #if, which begins a line, also
 * where the lock is given back behind a brace, or a label.
 */
#include <pthread.h>
#include <stdio.h>

#define WIDE 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static long add(int by)
{
#if WIDE
	long last = by;
#endif
	int turns = 0;

	pthread_mutex_lock(&lock);
	for (;;) {
		if (turns++ == 3) { pthread_mutex_unlock(&lock);
			break;
		}
		if (sum > 100) goto full;
		sum += turns;
#if WIDE
		last += turns;
#endif
	}
#if WIDE
	sum += last;
#endif
	return turns;
full:	pthread_mutex_unlock(&lock);
#if WIDE
	return last;
#else
	return 0;
#endif
}

int main(void)
{
	printf("%ld %ld\n", add(2), sum);
	return 0;
}
