/* That both sides of a comparison are the same, gcc says of a pointer's targets and not of an array's elements. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared;

struct pair { int a, b; };

struct count_cs {          /* lock, in.c:14-18 */
	struct pair *key;  /* by reference */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	struct pair *key = cs->key;

	if (key[0].a + key[1].b > key[0].a + key[1].b)
		shared++;
	key[0].b++;
	return 0;
}

static int count(int n)
{
	struct pair key[2] = { { n, 2 }, { 3, 4 } };

	struct count_cs cs = { .key = key };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
	return shared + key[0].b;
}

int main(void)
{
	printf("%d\n", count(3));
	return 0;
}
