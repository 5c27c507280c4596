#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;

#define UNLOCK() pthread_mutex_unlock(&lock)

/* The else is nothing but the release. */
static int add(int n)
{
	pthread_mutex_lock(&lock);
	calls++;
	if (n > 0) {
		total += n;
		pthread_mutex_unlock(&lock);
		printf("%d", n);
	} else
		pthread_mutex_unlock(&lock);
	return total;
}

/* The first branch is, behind a macro; something follows. */
static int sub(int n)
{
	int left = 0;

	pthread_mutex_lock(&lock);
	if (n > total)
		UNLOCK();
	else {
		total -= n;
		left = total;
		UNLOCK();
	}
	return left;
}

/* Three ways, in chained ifs. */
static int chained(int n)
{
	int is = 0;

	pthread_mutex_lock(&lock);
	if (n < total)
		pthread_mutex_unlock(&lock);
	else if (n == total) {
		is = ++calls;
		pthread_mutex_unlock(&lock);
		is++;
	} else
		pthread_mutex_unlock(&lock);
	return is;
}

/* In a loop. */
static int looped(int n)
{
	int i;

	for (i = 0; i < n; i++) {
		pthread_mutex_lock(&lock);
		total++;
		if (total % 3)
			pthread_mutex_unlock(&lock);
		else {
			pthread_mutex_unlock(&lock);
			printf(".");
		}
	}
	return i;
}

/* What follows goes on with the lock, or without it. */
static int some(int n)
{
	pthread_mutex_lock(&lock);
	total++;
	if (n)
		pthread_mutex_unlock(&lock);
	calls++;
	if (!n)
		pthread_mutex_unlock(&lock);
	return total;
}

int main(void)
{
	printf("%d", add(3));
	printf(" %d", add(-1));
	printf(" %d", sub(1));
	printf(" %d", sub(9));
	printf(" %d", chained(1));
	printf(" %d", chained(2));
	printf(" %d", chained(3));
	printf(" %d", looped(7));
	printf(" %d", some(0));
	printf(" %d %d %d\n", some(1), total, calls);
	return 0;
}
