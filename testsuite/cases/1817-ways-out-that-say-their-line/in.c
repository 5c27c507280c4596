/* Ways out that read alike are not the same where they say the line that they stand in. */
#include <pthread.h>
#include <stdio.h>

#define FAIL() return failed(__LINE__)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, last, other;

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
	shared += n;
	if (shared > 20) {
		pthread_mutex_unlock(&lock);
		FAIL();
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

static int line_of(int n)
{
	pthread_mutex_lock(&lock);
	shared -= n;
	if (n < 0) {
		pthread_mutex_unlock(&lock);
		return __LINE__;
	}
	if (shared < 0) {
		pthread_mutex_unlock(&lock);
		return __LINE__;
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

	int first = line_of(-5), second = line_of(100);

	printf("%d %d %d\n", first && second, first != second, shared);
	return 0;
}
