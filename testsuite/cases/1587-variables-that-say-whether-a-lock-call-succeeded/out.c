/* Variables that only say whether a lock call has succeeded, for the release to ask for them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct added_cs {  /* lock, in.c:11-15 */
	int n;     /* in */
};

static int added_cs(void *ctx)
{
	struct added_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static int added(int n)
{
	struct added_cs cs = { .n = n };
	rcl_exec_anon(&lock, added_cs, &cs, sizeof(cs));
	return n;
}

struct twice_cs {  /* lock, in.c:21-31 */
	int n;     /* in */
};

static int twice_cs(void *ctx)
{
	struct twice_cs *cs = ctx;
	int n = cs->n;

	if (n < 0) {
		return 1;
	}
	total += n;
	return 0;
}

static int twice(int n)
{
	struct twice_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, twice_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return n;
}

/* This one says so to others, too. */
static int told(int n, int *done)
{
	bool unlock = !rcl_lock(&lock);

	total += n;
	if (unlock)
		rcl_unlock(&lock);
	*done = unlock;
	return n;
}

/* And this one is changed. */
static int changed(int n)
{
	bool unlock = !rcl_lock(&lock);

	total += n;
	if (n > 2) {
		unlock = false;
		rcl_unlock(&lock);
	}
	if (unlock)
		rcl_unlock(&lock);
	return n;
}

/* More than the release hangs on this one. */
static int more(int n)
{
	bool unlock = !rcl_lock(&lock);

	total += n;
	if (unlock) {
		total++;
		rcl_unlock(&lock);
	}
	return n;
}

int main(void)
{
	printf("%d ", more(6));
	int done;

	printf("%d %d %d ", added(2), twice(3), twice(-1));
	printf("%d %d %d ", told(4, &done), changed(1), changed(5));
	printf("%d %d\n", done, total);
	return 0;
}
