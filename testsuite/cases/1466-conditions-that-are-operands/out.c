#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

struct box {
	rcl_mutex_t mutex;
	int shared, n;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct box box = { RCL_MUTEX_INITIALIZER(box_mutex), 1, 0 };
static int threaded;
static int readers;
static long total;

#define THREADED (threaded > 0)
#define ENTER() (threaded ? rcl_lock(&m) : 0)
#define LEAVE() (threaded ? rcl_unlock(&m) : 0)
#define M_LOCK(x) (void)(threaded && rcl_lock(x))
#define M_UNLOCK(x) (void)(threaded && rcl_unlock(x))
#define BOX_LOCK(b) do { (void)((b)->shared && rcl_lock(&(b)->mutex)); } while (0)
#define BOX_UNLOCK(b) do { (void)((b)->shared && rcl_unlock(&(b)->mutex)); } while (0)
#define LOCK_ALL() M_LOCK(&m)
#define UNLOCK_ALL() M_UNLOCK(&m)

struct add_cs {  /* m, in.c:29-31 */
	long n;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;

	total += n;
	return 0;
}

/* The lock call is what comes behind &&, or ?. */
void add(long n)
{
	struct add_cs cs = { .n = n };
	if (threaded)
		rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
	else
		add_cs(&cs);
}

struct mix_cs {  /* m, in.c:36-38 */
	long n;  /* in */
};

static int mix_cs(void *ctx)
{
	struct mix_cs *cs = ctx;
	long n = cs->n;

	total ^= n;
	return 0;
}

void mix(long n)
{
	struct mix_cs cs = { .n = n };
	if (threaded > 1 && n)
		rcl_exec_anon(&m, mix_cs, &cs, sizeof(cs));
	else
		mix_cs(&cs);
}

struct take_cs {   /* m, in.c:46-49 */
	long n;    /* in */
	long was;  /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	long n = cs->n;
	long was;

	was = total;
	total -= n;
	cs->was = was;
	return 0;
}

/* So do macros, and through others. */
long take(long n)
{
	long was;

	struct take_cs cs = { .n = n };
	if (threaded)
		rcl_exec_anon(&m, take_cs, &cs, sizeof(cs));
	else
		take_cs(&cs);
	was = cs.was;
	return was;
}

struct put_cs {  /* m, in.c:55-61 */
	long n;  /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	long n = cs->n;

	if (n < 0) {
		return 1;
	}
	total = n;
	return 0;
}

int put(long n)
{
	struct put_cs cs = { .n = n };
	int way = threaded ? rcl_exec_anon(&m, put_cs, &cs, sizeof(cs)) : put_cs(&cs);

	if (way == 1)
		return -1;
	return 0;
}

struct fill_cs {        /* b->mutex, in.c:67-70 */
	struct box *b;  /* in */
	int n;          /* in-out */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	struct box *b = cs->b;
	int n = cs->n;

	b->n += n;
	n = b->n;
	cs->n = n;
	return 0;
}

int fill(struct box *b, int n)
{
	struct fill_cs cs = { .b = b, .n = n };
	if (b->shared)
		rcl_exec_anon(&b->mutex, fill_cs, &cs, sizeof(cs));
	else
		fill_cs(&cs);
	n = cs.n;
	return n;
}

/* m, in.c:76-78 */
static int twice_cs(void *ctx)
{
	total *= 2;
	return 0;
}

void twice(void)
{
	if (threaded)
		rcl_exec_anon(&m, twice_cs, NULL, 0);
	else
		twice_cs(NULL);
}

/* m, in.c:84-86 */
static int halve_cs(void *ctx)
{
	total /= 2;
	return 0;
}

/* A macro asks. */
void halve(void)
{
	if (THREADED)
		rcl_exec_anon(&m, halve_cs, NULL, 0);
	else
		halve_cs(NULL);
}

static rcl_mutex_t *box_mutex(struct box *b)
{
	return &b->mutex;
}

struct drain_cs {       /* b->mutex, in.c:114-121 */
	struct box *b;  /* in */
	int n;          /* out */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct box *b = cs->b;
	int n;

	if (b->n == 0) {
		return 1;
	}
	n = b->n;
	b->n = 0;
	cs->n = n;
	return 0;
}

int drain(struct box *b)
{
	int n;

	struct drain_cs cs = { .b = b };
	int way = b->shared
			? rcl_exec_anon(box_mutex(b), drain_cs, &cs, sizeof(cs))
			: drain_cs(&cs);

	if (way == 1)
		return -1;
	n = cs.n;
	return n;
}

/* m, in.c:127-129 */
static int negate_cs(void *ctx)
{
	total = -total;
	return 0;
}

void negate(void)
{
	if (threaded)
		rcl_exec_anon(&m, negate_cs, NULL, 0);
	else
		negate_cs(NULL);
}

struct change_cs {  /* m, in.c:135-137 */
	int how;    /* in */
};

static int change_cs(void *ctx)
{
	struct change_cs *cs = ctx;
	int how = cs->how;

	total += threaded;
	threaded = how;
	return RCL_KEEP;
}

/* The section itself changes the condition: it keeps the lock. */
void change(int how)
{
	struct change_cs cs = { .how = how };
	if (threaded)
		rcl_exec_anon(&m, change_cs, &cs, sizeof(cs));
	else
		change_cs(&cs);
	(void)(threaded && rcl_unlock(&m));
}

/* These stay: what is given is used, */
int check(long n)
{
	int err = threaded ? rcl_lock(&m) : 0;

	if (err)
		return err;
	total += n;
	(void)(threaded && rcl_unlock(&m));
	return 0;
}

/* it does more where the lock is not taken, */
void count(long n)
{
	(void)(threaded ? rcl_lock(&m) : ++readers);
	total += n;
	(void)(threaded ? rcl_unlock(&m) : --readers);
}

/* or the condition may be another each time. */
void chance(void)
{
	(void)(rand() < 0 && rcl_lock(&m));
	total++;
	(void)(rand() < 0 && rcl_unlock(&m));
}

int main(int argc, char **argv)
{
	(void)argv;
	for (threaded = argc - 1; threaded < argc + 1; threaded++) {
		add(3);
		mix(7);
		printf("%ld %d\n", take(2), put(5));
		printf("%d %d\n", fill(&box, 4), put(-1));
		twice();
		twice();
		halve();
		negate();
		printf("%d %d %ld\n", drain(&box), check(4), total);
		count(1);
		chance();
	}
	change(threaded);
	printf("%ld %d\n", total, readers);
	return 0;
}
