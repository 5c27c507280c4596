/* A macro that is a block, without a semicolon, releases the lock and leaves: a branch by itself, whose exit is more than
   one statement. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

#define FAIL(value) { pthread_mutex_unlock(&lock); return value; }
#define LEAVE(label) { pthread_mutex_unlock(&lock); goto label; }

static int a(int n)
{
	pthread_mutex_lock(&lock);
	n += total++;
	if (n == 3)
		FAIL(n)
	n++;
	for (int i = 0; i < n; i++)
		if (i == 4)
			LEAVE(out)
		else
			n--;
	if (n == 9)
		FAIL(n + 1)
	else
		total += n;
	n++;
	pthread_mutex_unlock(&lock);
	return n;
out:
	return n + 5;
}

int main(void)
{
	for (int i = 0; i < 14; i++)
		printf("%d\n", a(i));
	printf("%d\n", total);
	return 0;
}
