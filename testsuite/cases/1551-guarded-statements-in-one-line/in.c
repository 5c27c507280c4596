/* Several statements in one line, of which the first is behind an if: at the beginning of a line gcc warns of that. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total, first, second;

static long at_the_beginning(int k, long n, const long *t)
{
	long f = 0;

	pthread_mutex_lock(&m); if (k > 3) f = t[1]; n += f; /* both */
	total += n;
	pthread_mutex_unlock(&m);
	return n;
}

static long behind_it(long k, long n)
{
	long sum;

	pthread_mutex_lock(&m);
	sum = total += n;
	pthread_mutex_unlock(&m); while (k > 5) k--; if (k > 3) sum -= k; for (; k > 0; k--) sum++; n += sum;
	return n;
}

static long before_it(long k, long n) { if (k > 3) n -= k; n++; pthread_mutex_lock(&m); total += n; pthread_mutex_unlock(&m); return n; }

static long leaves(long k, long n)
{
	pthread_mutex_lock(&m); if (k > 3) for (; k > 0; k--) { total++; } first += n;
	if (total < n) {
		pthread_mutex_unlock(&m); if (k > 2) n += k; n *= 2;
		return n;
	}
	second++;
	pthread_mutex_unlock(&m);
	return k;
}

/* an else, braces and comments stay where they are */
static long others(long k, long n)
{
	pthread_mutex_lock(&m); if (k > 3) { n--; } total += n;
	pthread_mutex_unlock(&m); if (k > 3) n--; else n++;
	pthread_mutex_lock(&m); if (k > 3) n--; /* alone */
	total += n;
	pthread_mutex_unlock(&m); if (k > 3) n = (long[]){ n, k }[0]; n++;
	return n;
}

int main(void)
{
	const long t[2] = { 1, 2 };

	for (int k = 0; k < 6; k++) {
		printf("%ld %ld ", at_the_beginning(k, 3, t), behind_it(k, 2));
		printf("%ld %ld %ld\n", before_it(k, 1), leaves(k, k * 20), others(k, 7));
	}
	printf("%ld %ld %ld\n", total, first, second);
	return 0;
}
