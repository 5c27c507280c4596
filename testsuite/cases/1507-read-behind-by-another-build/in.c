/* What a build that nobody has compiled reads behind a section is handed out, too; not what it only reads before. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;

static long add(long by)
{
	long was = 0, now, mine = by;

	printf("%ld\n", was);
	pthread_mutex_lock(&m);
	was = total;
	total += mine;
	now = total;
	mine = 0;
	pthread_mutex_unlock(&m);
#ifdef TRACE
	printf("%ld was there\n", was);
#endif
	return now;
}

static long add_often(long by, int k)
{
	long sum = 0, last = 3, step;

	for (step = by; k > 0; k--) {
#if TRACE > 1
		printf("%ld behind %ld\n", step, last);
#endif
		step = by + k;
		printf("%ld %ld\n", step, last);
		pthread_mutex_lock(&m);
		total += step;
		if (total > 40) {
			last = total;
			pthread_mutex_unlock(&m);
#if TRACE > 1
			return last;
#endif
			return sum;
		}
		step = total;
		pthread_mutex_unlock(&m);
		last = 4;
		sum += by;
	}
	return sum;
}

static long only_before(long by)
{
	long step = by;

#ifdef TRACE
	printf("%ld\n", step);
#endif
	printf("%ld\n", step);
	pthread_mutex_lock(&m);
	step += total;
	total = step;
	pthread_mutex_unlock(&m);
	return by;
}

int main(void)
{
	printf("%ld %ld %ld\n", add(2), add_often(3, 2), add_often(5, 6));
	printf("%ld\n", only_before(4));
	return 0;
}
