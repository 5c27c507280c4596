#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void fill(uint8_t *bytes, size_t size)
{
	pthread_mutex_lock(&lock);
#if defined(__linux__) || defined(__unix__)
#define random_func random
#define srandom_func srandom
#else
#define random_func rand
#define srandom_func srand
#endif
	srandom_func(size);
	for (size_t i = 0; i < size; i++)
		bytes[i] = (random_func() & 0x7f80) >> 7;
	pthread_mutex_unlock(&lock);
}

/* what stands before the section means something else by the name */
static int scaled(int n)
{
	int scale = n + 1;

	pthread_mutex_lock(&lock);
#define scale(x) ((x) * 2)
	n = scale(n);
	pthread_mutex_unlock(&lock);
	return n + scale;
}

static int again(void)
{
	return random_func() >= 0;
}

int main(void)
{
	uint8_t one[16], two[16];
	int same = 0;

	fill(one, sizeof(one));
	fill(two, sizeof(two));
	for (size_t i = 0; i < sizeof(one); i++)
		same += one[i] == two[i];
	printf("%d %d %d\n", same < 16, again(), scaled(3));
	return 0;
}
