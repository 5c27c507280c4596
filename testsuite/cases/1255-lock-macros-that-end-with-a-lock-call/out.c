/* Macros that end with the name of a lock call take their arguments from behind themselves. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>

static bool threaded;
static rcl_mutex_t lock;
static int count;

#define GUARDED_LOCK if (threaded) rcl_lock
#define GUARDED_UNLOCK if (threaded) rcl_unlock

#define IGNORED_LOCK (void)rcl_lock
#define COUNTED_LOCK count++, rcl_lock

struct add_cs {  /* lock, in.c:17-23 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	if (count > n) {
		return 1;
	}
	count += n;
	return 0;
}

static int add(int n)
{
	/* for others */
	struct add_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs)) : add_cs(&cs);

	if (way == 1) {
		return 0;
	}
	return count;
}

struct mixed_cs {  /* lock, in.c:30-33 */
	int n;     /* in */
};

static int mixed_cs(void *ctx)
{
	struct mixed_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

/* By one such macro alone, or in a branch. */
static int mixed(int n)
{
	struct mixed_cs cs = { .n = n };
	if (threaded) {
		rcl_exec_anon(&lock, mixed_cs, &cs, sizeof(cs));
	} else {
		mixed_cs(&cs);
	}
	if (n > 1)
		GUARDED_LOCK(&lock);
	count++;
	if (n > 1)
		GUARDED_UNLOCK(&lock);
	return count;
}

struct ignored_cs {  /* lock, in.c:44-46 */
	int n;       /* in */
};

static int ignored_cs(void *ctx)
{
	struct ignored_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int ignored(int n)
{
	struct ignored_cs cs = { .n = n };
	rcl_exec_anon(&lock, ignored_cs, &cs, sizeof(cs));
	return count;
}

static int counted(int n)
{
	COUNTED_LOCK(&lock);
	count += n;
	rcl_unlock(&lock);
	return count;
}

int main(int argc, char **argv)
{
	threaded = argc > 1 && argv[1] != NULL;
	rcl_mutex_init(&lock, NULL, lock);
	return add(2) + add(1) + add(3) + mixed(2) + ignored(1) + counted(1) != 35;
}
