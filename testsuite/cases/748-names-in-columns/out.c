/* Names that stand in a column stay there when the type before them gets shorter, or longer. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <threads.h>

struct spaces {
    rcl_mutex_t      mutex;
    pthread_cond_t   filled;
    int              count;
    char*            text;
};

struct close {
	rcl_mutex_t     lock;
	unsigned        used;
};

struct tabs {
	rcl_mutex_t	lock;		/* of what follows */
	pthread_cond_t	changed;
	long		value;
};

struct short_ones {
	rcl_mutex_t lock;
	int     n;
};

struct plain {
	rcl_mutex_t lock;
	int count;
};

static struct spaces spaces = { RCL_MUTEX_INITIALIZER(spaces_mutex), PTHREAD_COND_INITIALIZER, 0, NULL };
static struct close closely = { RCL_MUTEX_INITIALIZER(close_lock), 0 };
static struct tabs tabs = { RCL_MUTEX_INITIALIZER(tabs_lock), PTHREAD_COND_INITIALIZER, 0 };
static struct plain plain = { RCL_MUTEX_INITIALIZER(plain_lock), 0 };

/* spaces.mutex, in.c:44-47 */
static int main_spaces_cs(void *ctx)
{
	spaces.count++;
	pthread_cond_signal(&spaces.filled);
	return 0;
}

/* closely.lock, in.c:48-50 */
static int main_closely_cs(void *ctx)
{
	closely.used += 2;
	return 0;
}

/* tabs.lock, in.c:51-54 */
static int main_tabs_cs(void *ctx)
{
	tabs.value += 3;
	pthread_cond_broadcast(&tabs.changed);
	return 0;
}

/* plain.lock, in.c:55-57 */
static int main_plain_cs(void *ctx)
{
	plain.count += 4;
	return 0;
}

struct main_ones_cs {             /* ones.lock, in.c:58-60 */
	struct short_ones *ones;  /* by reference */
};

static int main_ones_cs(void *ctx)
{
	struct main_ones_cs *cs = ctx;
	struct short_ones *ones = cs->ones;

	ones->n += 5;
	return 0;
}

int main(void)
{
	struct short_ones ones = { .n = 1 };

	rcl_mtx_init(&ones.lock, mtx_plain, short_ones_lock);
	rcl_exec_anon(&spaces.mutex, main_spaces_cs, NULL, 0);
	rcl_exec_anon(&closely.lock, main_closely_cs, NULL, 0);
	rcl_exec_anon(&tabs.lock, main_tabs_cs, NULL, 0);
	rcl_exec_anon(&plain.lock, main_plain_cs, NULL, 0);
	struct main_ones_cs cs = { .ones = &ones };
	rcl_exec_anon(&ones.lock, main_ones_cs, &cs, sizeof(cs));
	printf("%d %u %ld %d %d\n", spaces.count, closely.used, tabs.value, plain.count, ones.n);
	return 0;
}
