/* Locks that are taken where a condition does not hold: what stands behind ||, or behind the colon. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct box {
	rcl_mutex_t mutex;
	int shared, n;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct box box = { RCL_MUTEX_INITIALIZER(box_mutex), 1, 0 };
static int threaded, alone, many, one;
static long total;

#define SINGLE (threaded == 0)
#define M_LOCK(x) (void)(!threaded || rcl_lock(x))
#define M_UNLOCK(x) (void)(!threaded || rcl_unlock(x))
#define BOX_LOCK(b) do { (void)((b)->shared == 0 ? 0 : rcl_lock(&(b)->mutex)); } while (0)
#define BOX_UNLOCK(b) do { (void)((b)->shared == 0 ? 0 : rcl_unlock(&(b)->mutex)); } while (0)
#define CHOSEN_LOCK() (void)((alone ? many : one) || rcl_lock(&m))
#define CHOSEN_UNLOCK() (void)((alone ? many : one) || rcl_unlock(&m))

struct add_cs {  /* m, in.c:25-27 */
	long n;  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	long n = cs->n;

	total += n;
	return 0;
}

void add(long n)
{
	struct add_cs cs = { .n = n };
	if (threaded) {
		rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));
	} else {
		add_cs(&cs);
	}
}

struct put_cs {  /* m, in.c:32-38 */
	long n;  /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	long n = cs->n;

	if (n < 0) {
		return 1;
	}
	total += n;
	return 0;
}

int put(long n)
{
	struct put_cs cs = { .n = n };
	int way = !alone ? rcl_exec_anon(&m, put_cs, &cs, sizeof(cs)) : put_cs(&cs);

	if (way == 1) {
		return -1;
	}
	return 0;
}

struct mix_m_1_cs {  /* m, in.c:45-48 */
	long n;      /* in */
};

static int mix_m_1_cs(void *ctx)
{
	struct mix_m_1_cs *cs = ctx;
	long n = cs->n;

	total ^= n;
	return 0;
}

struct mix_m_2_cs {  /* m, in.c:49-51 */
	long n;      /* in */
};

static int mix_m_2_cs(void *ctx)
{
	struct mix_m_2_cs *cs = ctx;
	long n = cs->n;

	total ^= n + 1;
	return 0;
}

struct mix_m_3_cs {  /* m, in.c:52-55 */
	long n;      /* in */
};

static int mix_m_3_cs(void *ctx)
{
	struct mix_m_3_cs *cs = ctx;
	long n = cs->n;

	total ^= n;
	return 0;
}

struct mix_m_4_cs {  /* m, in.c:56-58 */
	long n;      /* in */
};

static int mix_m_4_cs(void *ctx)
{
	struct mix_m_4_cs *cs = ctx;
	long n = cs->n;

	total ^= n;
	return 0;
}

/* The same condition, said otherwise each time. */
void mix(long n)
{
	struct mix_m_1_cs cs = { .n = n };
	if (threaded) {
		rcl_exec_anon(&m, mix_m_1_cs, &cs, sizeof(cs));
	} else {
		mix_m_1_cs(&cs);
	}
	struct mix_m_2_cs m_2_cs = { .n = n };
	if (threaded != 0) {
		rcl_exec_anon(&m, mix_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	} else {
		mix_m_2_cs(&m_2_cs);
	}
	struct mix_m_3_cs m_3_cs = { .n = n };
	if (threaded > 1 && n) {
		rcl_exec_anon(&m, mix_m_3_cs, &m_3_cs, sizeof(m_3_cs));
	} else {
		mix_m_3_cs(&m_3_cs);
	}
	struct mix_m_4_cs m_4_cs = { .n = n };
	if (!(alone || n < 3)) {
		rcl_exec_anon(&m, mix_m_4_cs, &m_4_cs, sizeof(m_4_cs));
	} else {
		mix_m_4_cs(&m_4_cs);
	}
}

/* m, in.c:64-66 */
static int twice_m_1_cs(void *ctx)
{
	total *= 2;
	return 0;
}

/* m, in.c:67-69 */
static int twice_m_2_cs(void *ctx)
{
	total *= 2;
	return 0;
}

/* Macros and lock functions. */
void twice(void)
{
	if (threaded) {
		rcl_exec_anon(&m, twice_m_1_cs, NULL, 0);
	} else {
		twice_m_1_cs(NULL);
	}
	if (!(SINGLE)) {
		rcl_exec_anon(&m, twice_m_2_cs, NULL, 0);
	} else {
		twice_m_2_cs(NULL);
	}
}

struct fill_cs {        /* b->mutex, in.c:74-77 */
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
	if (b->shared != 0) {
		rcl_exec_anon(&b->mutex, fill_cs, &cs, sizeof(cs));
	} else {
		fill_cs(&cs);
	}
	n = cs.n;
	return n;
}

struct choose_m_1_cs {  /* m, in.c:83-85 */
	int n;          /* in */
};

static int choose_m_1_cs(void *ctx)
{
	struct choose_m_1_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

struct choose_m_2_cs {  /* m, in.c:86-88 */
	int n;          /* in */
};

static int choose_m_2_cs(void *ctx)
{
	struct choose_m_2_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

int choose(int n)
{
	struct choose_m_1_cs cs = { .n = n };
	if (!(alone ? many : one)) {
		rcl_exec_anon(&m, choose_m_1_cs, &cs, sizeof(cs));
	} else {
		choose_m_1_cs(&cs);
	}
	struct choose_m_2_cs m_2_cs = { .n = n };
	if (!(alone ? many : one)) {
		rcl_exec_anon(&m, choose_m_2_cs, &m_2_cs, sizeof(m_2_cs));
	} else {
		choose_m_2_cs(&m_2_cs);
	}
	return n;
}

static rcl_mutex_t *box_mutex(struct box *b)
{
	return &b->mutex;
}

struct drain_cs {       /* b->mutex, in.c:106-109 */
	struct box *b;  /* in */
	int n;          /* out */
};

static int drain_cs(void *ctx)
{
	struct drain_cs *cs = ctx;
	struct box *b = cs->b;
	int n;

	n = b->n;
	b->n = 0;
	cs->n = n;
	return 0;
}

int drain(struct box *b)
{
	int n;

	struct drain_cs cs = { .b = b };
	if (b->shared) {
		rcl_exec_anon(box_mutex(b), drain_cs, &cs, sizeof(cs));
	} else {
		drain_cs(&cs);
	}
	n = cs.n;
	return n;
}

struct other_cs {  /* m, in.c:116-117 */
	long n;    /* in */
};

static int other_cs(void *ctx)
{
	struct other_cs *cs = ctx;
	long n = cs->n;

	total += n;
	return RCL_KEEP;
}

/* These stay: the condition is another one, or the call depends on more, */
void other(long n)
{
	struct other_cs cs = { .n = n };
	if (threaded) {
		rcl_exec_anon(&m, other_cs, &cs, sizeof(cs));
	} else {
		other_cs(&cs);
	}
	threaded || rcl_unlock(&m);
}

void more(long n)
{
	alone || (n && rcl_lock(&m));
	total += n;
	alone || (n && rcl_unlock(&m));
}

/* or it does something where it does not take the lock. */
void counted(long n)
{
	(void)(alone ? ++one : rcl_lock(&m));
	total += n;
	(void)(alone ? --one : rcl_unlock(&m));
}

int main(void)
{
	for (int i = 0; i < 16; i++) {
		threaded = i & 1;
		alone = i & 2;
		many = i & 4;
		one = i & 8;
		add(3);
		printf("%d %d\n", put(5), put(-1));
		mix(i);
		twice();
		printf("%d %d\n", fill(&box, 4), choose(3));
		more(2);
		counted(1);
		printf("%d %ld\n", drain(&box), total % 10007);
	}
	return 0;
}
