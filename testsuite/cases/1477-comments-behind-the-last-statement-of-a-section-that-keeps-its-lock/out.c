/* Comments behind the last statement that a section ships, which keeps its lock for the rest. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int users, most, failed;
static pthread_t threads[2];

struct work_cs {  /* m, in.c:13-15 */
	int *n;   /* in */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	int *n = cs->n;

	*n += users;
	return 0;
}

static void *work(void *given)
{
	int *n = given;

	/* waits for who has made it */
	/* the next one may go on */
	struct work_cs cs = { .n = n };
	rcl_exec_anon(&m, work_cs, &cs, sizeof(cs));
	return NULL;
}

/* m, in.c:21-22 */
static int begin_cs(void *ctx)
{
	users++; /* the thread's own */
	return RCL_KEEP;
}

static int begin(int at, int *n)
{
	rcl_exec_anon(&m, begin_cs, NULL, 0);
	if (pthread_create(&threads[at], NULL, work, n)) {
		failed++;
		rcl_unlock(&m);
		return -1;
	}
	rcl_unlock(&m);
	return 0;
}

/* m, in.c:36-38 */
static int end_cs(void *ctx)
{
	if (users > most)
		most = users; // how many there were
	return RCL_KEEP;
}

static int end(int at)
{
	int left = 0;

	/* the thread has ended: nobody else waits */
	rcl_exec_anon(&m, end_cs, NULL, 0);
	if (--users == 0)
		left = pthread_create(&threads[at], NULL, work, &most); /* the last one */
	rcl_unlock(&m);
	return left;
}

struct fill_cs {   /* m, in.c:51-55 */
	int n;     /* in */
	int left;  /* in-out */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	int n = cs->n;
	int left = cs->left;

	for (;;) {
		if (++users > n) {
			cs->left = left;
			return 1;
		}
		left--;
	}
}

/* a comment behind the lock call, and a section that nothing follows in its block */
static int fill(int n)
{
	int left = n;

	if (n > 0) {
		/* until there are so many */
		struct fill_cs cs = { .n = n, .left = left };
		rcl_exec_anon(&m, fill_cs, &cs, sizeof(cs));
		left = cs.left;
	}
	if (n > 1)
		left += 10;
	return left;
}

int main(void)
{
	int sums[] = { 1, 2 };

	for (int at = 0; at < 2; at++) {
		if (begin(at, &sums[at]) == 0)
			pthread_join(threads[at], NULL);
	}
	end(0);
	if (end(1) == 0)
		pthread_join(threads[1], NULL);
	failed += fill(2) + fill(0);
	printf("%d %d %d %d\n", sums[0], sums[1], most, failed);
	return 0;
}
