#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[8];

/* Without the section nobody uses i any more. */
static void fill(int value)
{
	int i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < 8; i++)
		table[i] = value;
	pthread_mutex_unlock(&lock);
}

static int sum(void)
{
	int i, total = 0, *cell;

	pthread_mutex_lock(&lock);
	for (i = 0; i < 8; i++) {
		cell = &table[i];
		total += *cell;
	}
	pthread_mutex_unlock(&lock);
	return total;
}

int main(void)
{
	fill(3);
	printf("%d\n", sum());
	return 0;
}
