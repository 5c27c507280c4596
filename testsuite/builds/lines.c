#include <pthread.h>
#include <stdio.h>

#ifdef DEBUG
#define FAIL() return failed(__LINE__)
#else
#define FAIL() return failed(0)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, last, other;

static int failed(int line)
{
	other += line != last;
	last = line;
	return -1;
}

static int add(int n)
{
	pthread_mutex_lock(&lock);
	if (n < 0) {
		pthread_mutex_unlock(&lock);
		FAIL();
	}
	sum += n;
	if (sum > 20) {
		pthread_mutex_unlock(&lock);
		FAIL();
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	int given[] = { 1, -1, -2, 30, 40, -3, 5 };

	for (int i = 0; i < 7; i++)
		printf("%d ", add(given[i]));
	printf("%d\n", other);
	return 0;
}
