#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

static int give(rcl_mutex_t *mutex)
{
	return rcl_unlock(mutex);
}

struct count_cs {                 /* lock, in.c:17-19 */
	int n;                    /* in */
	void (*release)(void *);  /* in */
};

static int count_cs(void *ctx)
{
	struct count_cs *cs = ctx;
	int n = cs->n;
	void (*release)(void *) = cs->release;

	total += n + (release == NULL);
	return 0;
}

/* The compiler warns of the cast, which names the lock's type, as it did. */
static void count(int n)
{
	void (*release)(void *) = (void (*)(void *))give;

	struct count_cs cs = { .n = n, .release = release };
	rcl_exec_anon(&lock, count_cs, &cs, sizeof(cs));
}

struct spent_cs {  /* lock, in.c:27-35 */
	int last;  /* out */
};

static int spent_cs(void *ctx)
{
	struct spent_cs *cs = ctx;
	int last;

	last = total;
	if (total < 0) {
		return 1;
	}
	total++;
	cs->last = last;
	return 0;
}

/* A variable that nobody reads is there twice afterwards, and so is the warning. */
static int spent(int n)
{
	int last;

	struct spent_cs cs;
	if (rcl_exec_anon(&lock, spent_cs, &cs, sizeof(cs)) == 1) {
		last = 0;
		return -1;
	}
	last = cs.last;
	return n;
}

int main(void)
{
	count(3);
	printf("%d %d\n", spent(4), total);
	return 0;
}
