#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* the label keeps the rest in place; the last statement before it is a jump there, without braces */
static int add(int by)
{
	int old;

	pthread_mutex_lock(&lock);
	old = total;
	if (by > 4) {
		by = 4;
		goto out;
	}
	total += by;
	if (by % 3 == 0)
		goto out;
out:
	do { pthread_mutex_unlock(&lock); } while (old < 0);
	return old + by;
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		printf("%d\n", add(i));
	printf("%d\n", total);
	return 0;
}
