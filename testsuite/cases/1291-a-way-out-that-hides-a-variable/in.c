/* What the last way out declares has the name of a variable of the function's, which it hides. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;

static long found(int n)
{
	int pair[2] = { n, 1 }, *index = pair;

	pthread_mutex_lock(&m);
	total += n;
	{
		if (n % 3 == 0) {
			total += 7;
			pthread_mutex_unlock(&m);
			n += 2;
			return n + *index;
		}
		int index = n * 2;
		pthread_mutex_unlock(&m);
		return index;
	}
}

static long counted(long index)
{
	pthread_mutex_lock(&m);
	total += index;
	{
		long index = total + 1;
		pthread_mutex_unlock(&m);
		index += 3;
		return index;
	}
}

int main(void)
{
	printf("%ld\n", found(3));
	printf("%ld\n", found(4));
	printf("%ld\n", counted(5));
	printf("%ld\n", total);
	return 0;
}
