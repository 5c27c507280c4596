/* Lock functions that tell the program's own way where the call failed, which it cannot by the type of the mutex. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

struct box {
	rcl_mutex_t lock;
	int n;
};

static struct box box = { RCL_MUTEX_INITIALIZER(box_lock), 0 };
static rcl_mutex_t strict;
static int told, strictly;
static char message[64];

static int set_error(const char *what, int error)
{
	told++;
	snprintf(message, sizeof(message), "%s: %s", what, strerror(error));
	return -1;
}

static rcl_mutex_t *box_mutex(struct box *b)
{
	return &b->lock;
}

/* this one may fail: its own thread may have it */
static int strict_lock(void)
{
	int rc = rcl_lock(&strict);

	if (rc != 0)
		return set_error("strict", rc);
	return 0;
}

struct add_cs {         /* b->lock, in.c:56-59 */
	struct box *b;  /* in */
	int by;         /* in */
	int now;        /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct box *b = cs->b;
	int by = cs->by;
	int now;

	b->n += by;
	now = b->n;
	cs->now = now;
	return 0;
}

static int add(struct box *b, int by)
{
	int now;

	struct add_cs cs = { .b = b, .by = by };
	rcl_exec_anon(box_mutex(b), add_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

struct checked_cs {     /* b->lock, in.c:65-68 */
	struct box *b;  /* in */
	int by;         /* in */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	struct box *b = cs->b;
	int by = cs->by;

	b->n += by;
	return 0;
}

static int checked(struct box *b, int by)
{
	struct checked_cs cs = { .b = b, .by = by };
	if (rcl_exec_anon(box_mutex(b), checked_cs, &cs, sizeof(cs)) < 0)
		return -1;
	return by;
}

static int twice(void)
{
	int failed;

	strict_lock();
	failed = strict_lock();
	strictly++;
	rcl_unlock(&strict);
	return failed;
}

int main(void)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
	rcl_mutex_init(&strict, &attributes, strict);
	pthread_mutexattr_destroy(&attributes);
	printf("%d %d %d ", add(&box, 2), checked(&box, 3), box.n);
	printf("%d %d %d %s\n", twice(), told, strictly, message);
	return 0;
}
