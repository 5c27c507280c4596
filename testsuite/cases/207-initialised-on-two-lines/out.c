#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct reader {
	rcl_mutex_t handles_lock, power_lock;
	int handles, power;
};

static struct reader readers[2];

static void start(int n)
{
	(void)rcl_mutex_init(&readers[n].handles_lock,
		NULL, reader_handles_lock);

	if (rcl_mutex_init(&readers[n].power_lock,
		NULL, reader_power_lock) != 0)
		return;
	readers[n].power = 1;
}

struct use_handles_cs {  /* readers[n].handles_lock, in.c:24-26 */
	int n;           /* in */
};

static int use_handles_cs(void *ctx)
{
	struct use_handles_cs *cs = ctx;
	int n = cs->n;

	readers[n].handles++;
	return 0;
}

struct use_power_cs {  /* readers[n].power_lock, in.c:27-29 */
	int n;         /* in */
};

static int use_power_cs(void *ctx)
{
	struct use_power_cs *cs = ctx;
	int n = cs->n;

	readers[n].power++;
	return 0;
}

static void use(int n)
{
	struct use_handles_cs cs = { .n = n };
	rcl_exec_anon(&readers[n].handles_lock, use_handles_cs, &cs, sizeof(cs));
	struct use_power_cs power_cs = { .n = n };
	rcl_exec_anon(&readers[n].power_lock, use_power_cs, &power_cs, sizeof(power_cs));
}

int main(void)
{
	start(0);
	use(0);
	printf("%d %d\n", readers[0].handles, readers[0].power);
	return 0;
}
