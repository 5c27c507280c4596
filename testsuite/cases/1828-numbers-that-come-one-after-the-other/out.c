/* Sections name what counts how often the file has named it. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define UNIQUE NAME(unique, __COUNTER__)
#define SITE() (int)(__COUNTER__)
#define AT(what) note(SITE(), what)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total, seen;

static int note(int site, int n)
{
	seen = seen * 10 + site;
	return n;
}

/* the number of before comes first */
static int add(int n)
{
	int before = __COUNTER__, after;

	rcl_lock(&lock);
	total += AT(n);
	after = SITE();
	rcl_unlock(&lock);
	return 100 * before + after;
}

struct pause_cs {  /* lock, in.c:35-37 */
	int n;     /* in */
};

static int pause_cs(void *ctx)
{
	struct pause_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

/* what is done while the lock is released comes first, too */
static int pause(int n)
{
	struct pause_cs cs = { .n = n };
	rcl_exec_anon(&lock, pause_cs, &cs, sizeof(cs));
	n = SITE();
	rcl_lock(&lock);
	total += n * __COUNTER__;
	rcl_unlock(&lock);
	return n;
}

/* lock, in.c:48-50 */
static int first_cs(void *ctx)
{
	total += __COUNTER__;
	return 0;
}

/* nothing is before */
static int first(int n)
{
	rcl_exec_anon(&lock, first_cs, NULL, 0);
	return AT(n);
}

struct named_cs {  /* lock, in.c:59-62 */
	int n;     /* in */
};

static int named_cs(void *ctx)
{
	struct named_cs *cs = ctx;
	int n = cs->n;
	int UNIQUE = 2;
	total += n;
	return 0;
}

/* whatever the name is */
static int named(int n)
{
	int UNIQUE = n;

	struct named_cs cs = { .n = n };
	rcl_exec_anon(&lock, named_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	int sum = add(1) + pause(2);

	sum = 100 * sum + first(3) + named(4);
	printf("%d %d %d\n", sum, total, seen);
	return 0;
}
