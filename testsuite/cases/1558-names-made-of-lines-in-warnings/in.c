/* The compiler warns of names that are made of the line that they stand in, which is another one now. */
#include <pthread.h>
#include <stdio.h>

#define PASTED(a, b) a##b
#define NAMED(a, b) PASTED(a, b)
#define ASSERT_NOW(condition) typedef char NAMED(assert_in_, __LINE__)[(condition) ? 1 : -1]

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n)
{
	int now;

	pthread_mutex_lock(&lock);
	now = total += n;
	pthread_mutex_unlock(&lock);
	return now;
}

static int bounded(int n)
{
	ASSERT_NOW(sizeof(n) == 4);

	if (n > 9)
		return 9;
	pthread_mutex_lock(&lock);
	ASSERT_NOW(sizeof(total) == 4);
	total += n;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d %d %d\n", add(4), bounded(5), total);
	return 0;
}
