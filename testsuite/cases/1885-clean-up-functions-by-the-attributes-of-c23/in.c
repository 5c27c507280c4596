/* A variable's clean-up function, and a lock guard's, by an attribute as C23 writes them. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, noted;

static void note(long *at) { noted += *at + total; }

static void give_back(pthread_mutex_t **at) { pthread_mutex_unlock(*at); }

static long a(int n)
{
	pthread_mutex_lock(&lock);
	[[gnu::cleanup(note)]] long doubled = 2 * n;
	total += doubled;
	pthread_mutex_unlock(&lock);
	total += 5;
	return doubled;
}

static long b(int n)
{
	pthread_mutex_lock(&lock);
	{
		long doubled [[gnu::unused, gnu::cleanup(note)]] = 2 * n;
		if (n > 3) {
			pthread_mutex_unlock(&lock);
			total += 3;
			return doubled;
		}
		total += doubled;
	}
	total++;
	pthread_mutex_unlock(&lock);
	return n;
}

static long c(int n)
{
	[[gnu::cleanup(give_back)]] pthread_mutex_t *guard = &lock;

	pthread_mutex_lock(guard);
	total += n;
	if (n > 3)
		return total;
	total++;
	return n;
}

int main(void)
{
	printf("%ld %ld %ld\n", a(3), b(2), b(4));
	printf("%ld %ld %ld %ld\n", c(3), c(4), total, noted);
	return 0;
}
