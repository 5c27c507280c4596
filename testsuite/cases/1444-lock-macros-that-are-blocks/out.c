#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LOCK(m) { tries++; rcl_lock(m); }
#define LOCK_AHEAD(m) { tries++; }
#define UNLOCK(m) { uses++; rcl_unlock(m); }
#define UNLOCK_HELD(m) { uses++; }

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static _Thread_local long tries;
static long uses, count;

struct add_cs {  /* lock, in.c:13-15 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	count += n;
	UNLOCK_HELD(&lock);
	return 0;
}

void add(int n)
{
	struct add_cs cs = { .n = n };
	LOCK_AHEAD(&lock);
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
}

struct taken_cs {  /* lock, in.c:23-26 */
	long n;    /* out */
};

static int taken_cs(void *ctx)
{
	struct taken_cs *cs = ctx;
	long n;

	n = count;
	count = 0;
	UNLOCK_HELD(&lock)
	cs->n = n;
	return 0;
}

/* without semicolons */
long taken(void)
{
	long n;

	struct taken_cs cs;
	LOCK_AHEAD(&lock);
	rcl_exec_anon(&lock, taken_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct take_cs {  /* lock, in.c:33-39 */
	int n;    /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;

	if (count < n) {
		UNLOCK_HELD(&lock);
		return 1;
	}
	count -= n;
	UNLOCK_HELD(&lock);
	return 0;
}

/* left early, too */
int take(int n)
{
	struct take_cs cs = { .n = n };
	LOCK_AHEAD(&lock);
	if (rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs)) == 1) {
		return 0;
	}
	return 1;
}

int main(void)
{
	int i, got = 0;

	for (i = 0; i < 10; i++)
		add(i);
	for (i = 0; i < 10; i++)
		got += take(i + 3);
	printf("%d %ld %ld %ld %ld\n", got, taken(), count, tries, uses);
	return 0;
}
