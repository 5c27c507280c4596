#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct device {
	struct device *next;
	int id;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static struct device second = { NULL, 2 }, first = { &second, 1 };
static struct device *devices = &first;
static int hotplug = 1;

struct list_cs {  /* lock, in.c:22-25 */
	int n;    /* in-out */
};

static int list_cs(void *ctx)
{
	struct list_cs *cs = ctx;
	int n = cs->n;
	struct device *dev;

	for (dev = devices; dev; dev = dev->next)
		n++;
	cs->n = n;
	return 0;
}

/* two variables of one name: one goes with its section, the other stays */
static int list(void)
{
	int sum = 0, i, n = 0;

	if (hotplug) {
		struct device *other = NULL;

		struct list_cs cs = { .n = n };
		rcl_exec_anon(&lock, list_cs, &cs, sizeof(cs));
		n = cs.n;
		sum += other != NULL;
	} else {
		n = 1;
	}
	for (i = 0; i < n; i++) {
		struct device *dev = i ? &second : &first;
		sum += dev->id;
	}
	return sum;
}

int main(void)
{
	printf("%d\n", list());
	return 0;
}
