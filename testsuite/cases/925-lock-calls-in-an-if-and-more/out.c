/* Sections whose lock calls stand in an #if, and which wait, keep the lock, give it back for a while, or have handlers. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

#define THREADS
#define COUNTS
#define SCOPED(l) for (int once = (rcl_lock(l), 1); once; once = (rcl_unlock(l), 0))

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static int shared;

static void unlock_it(void *it)
{
	rcl_unlock(it);
}

/* m, in.c:21-34 */
static int asks_within_cs(void *ctx)
{
	shared++;
#ifdef COUNTS
#ifdef THREADS
	shared++;
#endif
	shared++;
#else
	shared--;
#endif
	return 0;
}

static int asks_within(void)
{
#ifdef THREADS
	rcl_exec_anon(&m, asks_within_cs, NULL, 0);
#else
	asks_within_cs(NULL);
#endif
	return 0;
}

static int keeps(int n)
{
#ifdef THREADS
	rcl_lock(&m);
#endif
	shared++;
	if (n)
		return 1;
#ifdef THREADS
	rcl_unlock(&m);
#endif
	return 0;
}

struct waits_cs {  /* m, in.c:55-61 */
	int n;     /* in */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	int n = cs->n;

	while (shared < n)
		rcl_cond_wait(&filled, &m);
	return 0;
}

static int waits(int n)
{
	struct waits_cs cs = { .n = n };
#ifdef THREADS
	rcl_exec_blocking(&m, waits_cs, &cs, sizeof(cs));
#else
	waits_cs(&cs);
#endif
	return 0;
}

struct waits_in_an_if_cs {  /* m, in.c:68-75 */
	int n;              /* in-out */
	int at;             /* where it goes on */
};

static int waits_in_an_if_cs(void *ctx)
{
	struct waits_in_an_if_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1)
		goto at_1;

	if (shared < n) {
#ifdef THREADS
		cs->n = n;
		cs->at = 1;
		return rcl_wait(&filled, &m);
		at_1:
		rcl_waited();
#endif
	}
	n += shared;
	cs->n = n;
	return 0;
}

static int waits_in_an_if(int n)
{
	struct waits_in_an_if_cs cs = { .n = n, .at = 0 };
	rcl_exec_waiting(&m, waits_in_an_if_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

static int pauses(int n)
{
#ifdef THREADS
	rcl_lock(&m);
#endif
	while (shared++ < n) {
#ifdef THREADS
		rcl_unlock(&m);
#endif
		usleep(1);
#ifdef THREADS
		rcl_lock(&m);
#endif
	}
#ifdef THREADS
	rcl_unlock(&m);
#endif
	return 0;
}

static int scoped(int n)
{
#ifdef THREADS
	SCOPED(&m)
#endif
	{
		shared += n;
	}
	return 0;
}

static int handled(int n)
{
#ifdef THREADS
	rcl_lock(&m);
#endif
	pthread_cleanup_push(unlock_it, &m);
	shared++;
	pthread_cleanup_pop(0);
#ifdef THREADS
	rcl_unlock(&m);
#endif
	return n;
}

int main(void)
{
	asks_within();
	scoped(2);
	pauses(5);
	waits(3);
	handled(1);
	waits_in_an_if(2);
	keeps(0);
	printf("%d\n", shared);
	return keeps(1) - 1;
}
