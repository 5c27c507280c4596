/* Sections that wait, and go on behind that, and have several ways out. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static rcl_cond_t filled = RCL_COND_INITIALIZER;
static int length, closed, taken;

struct put_cs {  /* m, in.c:11-14 */
	int n;   /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	int n = cs->n;

	length += n;
	rcl_cond_broadcast(&filled);
	return 0;
}

static void put(int n)
{
	struct put_cs cs = { .n = n };
	rcl_exec_anon(&m, put_cs, &cs, sizeof(cs));
}

struct get_cs {    /* m, in.c:22-36 */
	int most;  /* in */
	int n;     /* out */
	int at;    /* where it goes on */
};

static int get_cs(void *ctx)
{
	struct get_cs *cs = ctx;
	int most = cs->most;
	int n;

	if (cs->at == 3) {
		goto at_3;
	}

	taken++;
	if (most == 0) {
		return 1;
	}
	while (length == 0 && !closed) {
		cs->at = 3;
		return rcl_wait(&filled, &m);
		at_3: ;
	}
	if (length == 0) {
		return 2;
	}
	n = length < most ? length : most;
	length -= n;
	cs->n = n;
	return 0;
}

/* Before the wait, behind it, and where it ends. */
static int get(int most)
{
	int n;

	struct get_cs cs = { .most = most, .at = 0 };
	switch (rcl_exec_waiting(&m, get_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		return -2;
	}
	n = cs.n;
	return n;
}

struct get_two_cs {  /* m, in.c:45-56 */
	int *first;  /* in */
	int second;  /* out */
	int at;      /* where it goes on */
};

static int get_two_cs(void *ctx)
{
	struct get_two_cs *cs = ctx;
	int *first = cs->first;
	int second;

	if (cs->at == 3) {
		goto at_3;
	}

	if (length == 0)
		return rcl_wait(&filled, &m);
	*first = length--;
	if (closed) {
		return 1;
	}
	while (length == 0) {
		cs->at = 3;
		return rcl_wait(&filled, &m);
		at_3: ;
	}
	second = length--;
	cs->second = second;
	return 0;
}

/* Twice, with a way out between. */
static int get_two(int *first)
{
	int second;

	struct get_two_cs cs = { .first = first, .at = 0 };
	if (rcl_exec_waiting(&m, get_two_cs, &cs, sizeof(cs)) == 1) {
		return 0;
	}
	second = cs.second;
	return second;
}

static void *work(void *arg)
{
	(void)arg;
	put(3);
	put(2);
	return NULL;
}

/* m, in.c:80-82 */
static int main_cs(void *ctx)
{
	closed = 1;
	return 0;
}

int main(void)
{
	pthread_t t;
	int first, got = 0, failed;

	pthread_create(&t, NULL, work, NULL);
	while (got < 5)
		got += get(4);
	failed = get(0);
	pthread_join(t, NULL);
	put(4);
	got += get_two(&first) + first;
	rcl_exec_anon(&m, main_cs, NULL, 0);
	got += 100 * get_two(&first) + first;
	failed += get(9);
	failed += get(9);
	printf("%d %d %d\n", got, failed, length);
	return taken < 4;
}
