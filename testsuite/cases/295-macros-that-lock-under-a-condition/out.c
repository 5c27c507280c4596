#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct lock {
	rcl_mutex_t mutex;
};

struct file {
	struct lock *lock;
	int length;
};

static rcl_mutex_t all = RCL_MUTEX_INITIALIZER(all);
static rcl_mutex_t checked = RCL_MUTEX_INITIALIZER(checked);
static int threads, files, checks;

#define file_lock(f) do { \
		if ((f)->lock) \
			rcl_lock(&(f)->lock->mutex); \
	} while (0)
#define file_unlock(f) do { \
		if ((f)->lock) \
			rcl_unlock(&(f)->lock->mutex); \
	} while (0)
#define THREADED (threads > 1)
#define LOCK_IF(condition, m) if (condition) { rcl_lock(m); }
#define UNLOCK_IF(condition, m) if (condition) { rcl_unlock(m); }
#define LOCK(m) LOCK_IF(THREADED, m)
#define UNLOCK(m) UNLOCK_IF(THREADED, m)
#define LOCK_CHECKED(m) do { if (threads) { if (rcl_lock(m)) abort(); } } while (0)
#define UNLOCK_CHECKED(m) do { if (threads) { if (rcl_unlock(m)) abort(); } } while (0)

static int longer(struct file *f)
{
	return f->length * 2;
}

struct grow_cs {         /* f->lock->mutex, in.c:43-49 */
	struct file *f;  /* in */
	int most;        /* in */
	int length;      /* out */
};

static int grow_cs(void *ctx)
{
	struct grow_cs *cs = ctx;
	struct file *f = cs->f;
	int most = cs->most;
	int length;

	if (longer(f) > most) {
		return 1;
	}
	length = f->length = longer(f);
	cs->length = length;
	return 0;
}

static int grow(struct file *f, int most)
{
	int length;

	struct grow_cs cs = { .f = f, .most = most };
	int way = f->lock ? rcl_exec_anon(&f->lock->mutex, grow_cs, &cs, sizeof(cs)) : grow_cs(&cs);

	if (way == 1) {
		return -1;
	}
	length = cs.length;
	return length;
}

struct count_cs {  /* all, in.c:55-57 */
	int n;     /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;

	files += n;
	return 0;
}

static void count(int n)
{
	struct count_cs cs = { .n = n };
	if (THREADED) {
		rcl_exec_anon(&all, count_cs, &cs, sizeof(cs));
	} else {
		count_cs(&cs);
	}
}

struct start_cs {  /* all, in.c:63-64 */
	int n;     /* in */
};

static int start_cs(void *ctx)
{
	struct start_cs *cs = ctx;
	int n = cs->n;

	threads += n;
	return RCL_KEEP;
}

/* What the section does decides whether the lock is given back. */
static void start(int n)
{
	struct start_cs cs = { .n = n };
	if (THREADED) {
		rcl_exec_anon(&all, start_cs, &cs, sizeof(cs));
	} else {
		start_cs(&cs);
	}
	UNLOCK(&all);
}

/* There is a second condition. */
static void check(int n)
{
	LOCK_CHECKED(&checked);
	checks += n;
	UNLOCK_CHECKED(&checked);
}

int main(void)
{
	static struct lock lock = { RCL_MUTEX_INITIALIZER(lock_mutex) };
	struct file shared = { &lock, 3 }, own = { NULL, 4 };

	count(1);
	check(1);
	threads = 2;
	start(0);
	count(2);
	check(2);
	printf("%d %d %d", grow(&shared, 10), grow(&shared, 10), grow(&own, 10));
	printf(" %d %d %d\n", files, checks, threads);
	return 0;
}
