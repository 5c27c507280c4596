/* Variables that only macros name in their sections, and that nobody reads behind them. */
#include <pthread.h>
#include <stdio.h>

#define CHECK(x) do { if ((error = (x)) != 0) sum += error; } while (0)
#define VAR(name) name##_var

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void checked(int n)
{
	int error;

	pthread_mutex_lock(&m);
	CHECK(n);
	pthread_mutex_unlock(&m);
}

static long made(int n)
{
	long VAR(twice) = n;

	if (n > 2)
		return VAR(twice);
	pthread_mutex_lock(&m);
	VAR(twice) = sum * 2;
	sum += n + VAR(twice);
	pthread_mutex_unlock(&m);
	return sum;
}

int main(void)
{
	checked(3);
	printf("%ld\n", made(2));
	printf("%ld %ld\n", made(7), sum);
	return 0;
}
