#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define ATTR_UNUSED(x) x __attribute__((unused))

struct zone {
	rcl_mutex_t lock;
	int used, asked;
};

struct removed_cs {      /* z->lock, in.c:14-16 */
	struct zone *z;  /* in */
};

static int removed_cs(void *ctx)
{
	struct removed_cs *cs = ctx;
	struct zone *z = cs->z;

	z->used--;
	return 0;
}

/* spatch takes arg for the name of a type here, and from here on. */
static void removed(struct zone *z, void *ATTR_UNUSED(arg), int ATTR_UNUSED(how))
{
	struct removed_cs cs = { .z = z };
	rcl_exec_anon(&z->lock, removed_cs, &cs, sizeof(cs));
}

struct asked_cs {        /* z->lock, in.c:24-26 */
	int how;         /* in */
	struct zone *z;  /* in */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	int how = cs->how;
	struct zone *z = cs->z;

	z->asked += how;
	return 0;
}

static void asked(void *arg, int how)
{
	struct zone *z = (struct zone *)arg;

	printf("asked %d\n", how);
	struct asked_cs cs = { .how = how, .z = z };
	rcl_exec_anon(&z->lock, asked_cs, &cs, sizeof(cs));
}

int main(void)
{
	struct zone zone = { .used = 2 };

	rcl_mutex_init(&zone.lock, NULL, zone_lock);
	removed(&zone, NULL, 1);
	asked(&zone, 3);
	printf("%d %d\n", zone.used, zone.asked);
	return 0;
}
