#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int total, seen;

/* There is nothing to move behind the first, nor behind the second. */
static void add(int n, int locking)
{
	if (locking) {
		rcl_lock(&lock);
		rcl_lock(&other);
	}
	total += n;
	seen++;
	if (locking) {
		rcl_unlock(&other);
		rcl_unlock(&lock);
	}
}

struct add_always_other_cs {  /* other, in.c:27-30 */
	int n;                /* in */
};

static int add_always_other_cs(void *ctx)
{
	struct add_always_other_cs *cs = ctx;
	int n = cs->n;

	total += n;
	seen++;
	return 0;
}

struct add_always_lock_cs {  /* lock, in.c:26-31 */
	int n;               /* in */
};

static int add_always_lock_cs(void *ctx)
{
	struct add_always_lock_cs *cs = ctx;
	int n = cs->n;
	struct add_always_other_cs other_cs = { .n = n };
	rcl_exec_anon(&other, add_always_other_cs, &other_cs, sizeof(other_cs));
	return 0;
}

/* Here there is, in both. */
static void add_always(int n)
{
	struct add_always_lock_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_always_lock_cs, &cs, sizeof(cs));
}

int main(void)
{
	for (int n = 1; n < 8; n++) {
		add(n, n % 2);
		add_always(n);
	}
	printf("%d %d\n", total, seen);
	return 0;
}
