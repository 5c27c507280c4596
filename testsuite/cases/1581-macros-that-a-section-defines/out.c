#include <pthread.h>
#include "rcl_config.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);

struct fill_cs {         /* lock, in.c:10-21 */
	uint8_t *bytes;  /* in */
	size_t size;     /* in */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	uint8_t *bytes = cs->bytes;
	size_t size = cs->size;

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
	return 0;
}

static void fill(uint8_t *bytes, size_t size)
{
	struct fill_cs cs = { .bytes = bytes, .size = size };
	rcl_exec_errno(&lock, fill_cs, &cs, sizeof(cs));
}

/* what stands before the section means something else by the name */
static int scaled(int n)
{
	int scale = n + 1;

	rcl_lock(&lock);
#define scale(x) ((x) * 2)
	n = scale(n);
	rcl_unlock(&lock);
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
