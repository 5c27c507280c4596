/* Behind a case's label the client goes on with the lock, up to the jump before the next one; not where it runs into that. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, finished, calls;

static void finish(int n)
{
	finished += n;
	printf("%d\n", finished);
	calls += pthread_mutex_unlock(&lock) == 0;
}

static int step(int n)
{
	pthread_mutex_lock(&lock);
	count++;
	switch (n % 4) {
	case 0:
		count += n;
		break;
	case 1:
		finish(n);
		return 1;
	case 2:
	case 3:
		count--;
		finish(n);
		n++;
		return n;
	}
	count += 2;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int falls(int n)
{
	pthread_mutex_lock(&lock);
	count++;
	switch (n % 4) {
	case 0:
		count += n;
		break;
	case 1:
		finish(n);
	case 2:
		if (n % 4 == 1)
			return 7;
		count += 3;
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	int i, sum = 0;

	for (i = 0; i < 20; i++)
		sum += step(i) + falls(i);
	printf("%d %d\n", sum, count);
	return 0;
}
