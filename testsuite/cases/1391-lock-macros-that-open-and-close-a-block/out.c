/* Lock macros that open a block, and close it: the section's text is what stands between them. */
#define _GNU_SOURCE
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <unistd.h>

struct queue {
	rcl_mutex_t m;
	rcl_cond_t c;
	int n, closed;
};

#define BEGIN_LOCKED(m) do { rcl_lock(m);
#define END_LOCKED(m)   rcl_unlock(m); } while (0)
#define LOCK_RW(q) { rcl_lock(&(q)->m);
#define UNLOCK_RW(q) rcl_unlock(&(q)->m); }
#define ENTER_QUEUE(q)				\
	do {					\
		rcl_lock(&(q)->m);
#define LEAVE_QUEUE(q)				\
		rcl_unlock(&(q)->m);		\
	} while (0)
#define LOCK_STATS { rcl_lock(&stats_lock);
#define UNLOCK_STATS rcl_unlock(&stats_lock); }
#define LOCK_IT(q) LOCK_RW(q)
#define UNLOCK_IT(q) UNLOCK_RW(q)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t stats_lock = RCL_MUTEX_INITIALIZER(stats_lock);
static int total, stats;

struct add_cs {  /* lock, in.c:36-39 */
	int n;   /* in */
	int r;   /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	int r;

	total += n;
	r = total;
	cs->r = r;
	return 0;
}

static int add(int n)
{
	int r;

	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct add_level_cs {  /* lock, in.c:47-50 */
	int n;         /* in */
	int r;         /* out */
};

static int add_level_cs(void *ctx)
{
	struct add_level_cs *cs = ctx;
	int n = cs->n;
	int r;

	total += n;
	r = total;
	cs->r = r;
	return 0;
}

static int add_level(int n)
{
	int r;

	struct add_level_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_level_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct push_cs {          /* q->m, in.c:56-63 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int push_cs(void *ctx)
{
	struct push_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	if (q->closed) {
		return 1;
	}
	q->n += n;	/* counted */
	rcl_cond_signal(&q->c);
	return 0;
}

static int push(struct queue *q, int n)
{
	struct push_cs cs = { .q = q, .n = n };
	if (rcl_exec_anon(&q->m, push_cs, &cs, sizeof(cs)) == 1)
		return -1;
	return 0;
}

struct pop_cs {           /* q->m, in.c:71-79 */
	struct queue *q;  /* in */
	int r;            /* in-out */
};

static int pop_cs(void *ctx)
{
	struct pop_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;
	int left = q->n;

	if (left == 0)
		goto out;
	q->n = left - 1;
	r = left;
out:
	cs->r = r;
	return 0;
}

static int pop(struct queue *q)
{
	int r = 0;

	struct pop_cs cs = { .q = q, .r = r };
	rcl_exec_anon(&q->m, pop_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct waits_cs {         /* q->m, in.c:87-91 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	if (q->n == 0)
		return rcl_wait(&q->c, &q->m);
	r = q->n--;
	cs->r = r;
	return 0;
}

static int waits(struct queue *q)
{
	int r;

	struct waits_cs cs = { .q = q };
	rcl_exec_waiting(&q->m, waits_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct twice_stats_cs {  /* stats_lock, in.c:102-104 */
	int n;           /* in */
};

static int twice_stats_cs(void *ctx)
{
	struct twice_stats_cs *cs = ctx;
	int n = cs->n;

	stats += n;
	return 0;
}

struct twice_queue_1_cs {  /* q->m, in.c:98-105 */
	struct queue *q;   /* in */
	int r;             /* in-out */
};

static int twice_queue_1_cs(void *ctx)
{
	struct twice_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int r = cs->r;
	int n = q->n;

	r += n;
	struct twice_stats_cs stats_cs = { .n = n };
	rcl_exec_anon(&stats_lock, twice_stats_cs, &stats_cs, sizeof(stats_cs));
	cs->r = r;
	return 0;
}

struct twice_lock_cs {  /* lock, in.c:107-110 */
	int r;          /* in-out */
};

static int twice_lock_cs(void *ctx)
{
	struct twice_lock_cs *cs = ctx;
	int r = cs->r;
	long n = total;
	r += n > 3;
	cs->r = r;
	return 0;
}

struct twice_queue_2_cs {  /* q->m, in.c:111-113 */
	struct queue *q;   /* in */
};

static int twice_queue_2_cs(void *ctx)
{
	struct twice_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;

	q->n++;
	return 0;
}

/* several, with variables of one name */
static int twice(struct queue *q, int r)
{
	struct twice_queue_1_cs cs = { .q = q, .r = r };
	rcl_exec_anon(&q->m, twice_queue_1_cs, &cs, sizeof(cs));
	r = cs.r;
	r *= 2;
	struct twice_lock_cs lock_cs = { .r = r };
	rcl_exec_anon(&lock, twice_lock_cs, &lock_cs, sizeof(lock_cs));
	r = lock_cs.r;
	struct twice_queue_2_cs queue_2_cs = { .q = q };
	rcl_exec_anon(&q->m, twice_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
	return r;
}

struct loops_queue_cs {   /* q->m, in.c:123-133 */
	struct queue *q;  /* in */
	int k;            /* in */
	int r;            /* in-out */
	int i;            /* in */
};

static int loops_queue_cs(void *ctx)
{
	struct loops_queue_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;
	int r = cs->r;
	int i = cs->i;

	if (i == k) {
		cs->r = r;
		return 1;
	}
	if (i % 2) {
		cs->r = r;
		return 2;
	}
	r += q->n;
	cs->r = r;
	return 0;
}

struct loops_lock_cs {  /* lock, in.c:147-153 */
	int k;          /* in */
	int r;          /* in-out */
};

static int loops_lock_cs(void *ctx)
{
	struct loops_lock_cs *cs = ctx;
	int k = cs->k;
	int r = cs->r;

	for (int j = 0; j < 8; j++) {
		if (j == k)
			break;
		r += total;
	}
	cs->r = r;
	return 0;
}

/* break and continue are those of the loop around a block, but of the loop that a macro opens */
static int loops(struct queue *q, int k)
{
	int r = 0;

	for (int i = 0; i < 8; i++) {
		struct loops_queue_cs cs = { .q = q, .k = k, .r = r, .i = i };
		int way = rcl_exec_anon(&q->m, loops_queue_cs, &cs, sizeof(cs));
		r = cs.r;

		if (way == 1)
			break;
		if (way == 2)
			continue;
		r++;
	}
	for (int i = 0; i < 8; i++) {
		BEGIN_LOCKED(&lock);
		if (i == k) {
			rcl_unlock(&lock);
			break;
		}
		r += total;
		END_LOCKED(&lock);
		r++;
	}
	for (int i = 0; i < 8; i++) {
		struct loops_lock_cs cs = { .k = k, .r = r };
		rcl_exec_anon(&lock, loops_lock_cs, &cs, sizeof(cs));
		r = cs.r;
	}
	return r;
}

struct left_cs {          /* q->m, in.c:160-175 */
	struct queue *q;  /* in */
	int k;            /* in */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	if (k == 1) {
		return 1;
	}
	switch (k) {
	case 2:
		q->n++;
		break;
	case 3:
		return 2;
	default:
		q->n--;
	}
	return 0;
}

static int left(struct queue *q, int k)
{
	struct left_cs cs = { .q = q, .k = k };
	switch (rcl_exec_anon(&q->m, left_cs, &cs, sizeof(cs))) {
	case 1:
		return -1;
	case 2:
		goto out;
	}
	return q->n;
out:
	return -2;
}

struct hidden_queue_1_cs {  /* q->m, in.c:184-192 */
	struct queue *q;    /* in */
	int n;              /* in */
};

static int hidden_queue_1_cs(void *ctx)
{
	struct hidden_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->n += n;
	int k = n;
	{
		int n = k + 1;

		q->n += n;
	}
	return 0;
}

struct hidden_queue_2_cs {  /* q->m, in.c:193-196 */
	struct queue *q;    /* in */
};

static int hidden_queue_2_cs(void *ctx)
{
	struct hidden_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = q->closed;
	q->n += n;
	return 0;
}

/* a variable with the name of another one, which is used there, too */
static int hidden(struct queue *q, int n)
{
	struct hidden_queue_1_cs cs = { .q = q, .n = n };
	rcl_exec_anon(&q->m, hidden_queue_1_cs, &cs, sizeof(cs));
	struct hidden_queue_2_cs queue_2_cs = { .q = q };
	rcl_exec_anon(&q->m, hidden_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
	return n;
}

struct kept_cs {          /* q->m, in.c:206-210 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	struct queue *q = cs->q;
	const int *at;
	int r;
	int n = q->n;
	at = &n;
	r = *at + 1;
	cs->r = r;
	return 0;
}

/* what is kept of a variable ends with the block */
static int kept(struct queue *q)
{
	int r;

	struct kept_cs cs = { .q = q };
	rcl_exec_anon(&q->m, kept_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct told_cs {          /* q->m, in.c:219-222 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int told_cs(void *ctx)
{
	struct told_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	/* how many */
	r = q->n;
	cs->r = r;
	return 0;
}

/* comments behind the macros, and on one line */
static int told(struct queue *q)
{
	int r;

	/* the queue's */
	/* done */
	struct told_cs cs = { .q = q };
	rcl_exec_anon(&q->m, told_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct one_cs {           /* q->m, in.c:225 */
	struct queue *q;  /* in */
	int r;            /* out */
};

static int one_cs(void *ctx) {
	struct one_cs *cs = ctx;
	struct queue *q = cs->q;
	int r;

	r = q->n;
	cs->r = r;
	return 0;
}

static int one(struct queue *q) {
	int r;
	struct one_cs cs = { .q = q };
	rcl_exec_anon(&q->m, one_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

/* a variable of the block's with the name of one that is handed in */
static int again(struct queue *q, int n)
{
	LOCK_RW(q);
	q->n += n;
	int n = q->n;
	q->n = n / 2;
	UNLOCK_RW(q);
	return n;
}

struct cases_queue_cs {   /* q->m, in.c:242-244 */
	struct queue *q;  /* in */
	int k;            /* out */
};

static int cases_queue_cs(void *ctx)
{
	struct cases_queue_cs *cs = ctx;
	struct queue *q = cs->q;
	int k;

	k = q->n;
	cs->k = k;
	return 0;
}

struct cases_lock_cs {  /* lock, in.c:247-249 */
	int k;          /* out */
};

static int cases_lock_cs(void *ctx)
{
	struct cases_lock_cs *cs = ctx;
	int k;

	k = total;
	cs->k = k;
	return 0;
}

static int cases(struct queue *q, int k)
{
	switch (k) {
	case 1:
		{
			struct cases_queue_cs cs = { .q = q };
			rcl_exec_anon(&q->m, cases_queue_cs, &cs, sizeof(cs));
			k = cs.k;
		}
		break;
	default:
		{
			struct cases_lock_cs lock_cs;
			rcl_exec_anon(&lock, cases_lock_cs, &lock_cs, sizeof(lock_cs));
			k = lock_cs.k;
		}
	}
	return k;
}

/* another pair in a section, which does what must not move */
#define TRACED(n) { int traced_ = trace(n);
#define END_TRACED(n) if (n == 7) thread_of(traced_); }

static void thread_of(int n)
{
	printf("%d\n", gettid() == n);
}

static int trace(int n)
{
	return printf("%d\n", n);
}

struct traced_queue_cs {  /* q->m, in.c:270-271 */
	struct queue *q;  /* in */
};

static int traced_queue_cs(void *ctx)
{
	struct traced_queue_cs *cs = ctx;
	struct queue *q = cs->q;

	q->n++;
	return RCL_KEEP;
}

/* lock, in.c:277-278 */
static int traced_lock_cs(void *ctx)
{
	total++;
	return RCL_KEEP;
}

static int traced(struct queue *q, int n)
{
	struct traced_queue_cs cs = { .q = q };
	rcl_exec_anon(&q->m, traced_queue_cs, &cs, sizeof(cs));
	TRACED(n);
	q->n++;
	END_TRACED(n);
	q->n++;
	rcl_unlock(&q->m);
	rcl_exec_anon(&lock, traced_lock_cs, NULL, 0);
	LOCK_RW(q);
	q->n++;
	total++;
	if (n == 7)
		thread_of(n);
	UNLOCK_RW(q);
	total++;
	rcl_unlock(&lock);
	return q->n;
}

static int branch(struct queue *q, int k)
{
	int r = 0;

	if (k)
		LOCK_RW(q)
			r = q->n++;
		UNLOCK_RW(q)
	else
		r = 1;
	return r;
}

static int paused(struct queue *q)
{
	int r;

	LOCK_RW(q);
	r = q->n++;
	rcl_unlock(&q->m);
	r += 5;
	rcl_lock(&q->m);
	r += q->n;
	UNLOCK_RW(q);
	return r;
}

struct kept_lock_cs {     /* q->m, in.c:320-325 */
	struct queue *q;  /* in */
	int k;            /* in */
};

static int kept_lock_cs(void *ctx)
{
	struct kept_lock_cs *cs = ctx;
	struct queue *q = cs->q;
	int k = cs->k;

	q->n++;
	if (k)
		return RCL_KEEP | 1;
	q->n++;
	return 0;
}

/* given back in another function, or kept */
static int kept_lock(struct queue *q, int k)
{
	struct kept_lock_cs cs = { .q = q, .k = k };
	if (rcl_exec_anon(&q->m, kept_lock_cs, &cs, sizeof(cs)) == 1)
		return 1;
	return 0;
}

static int nothing(struct queue *q)
{
	LOCK_RW(q);
	UNLOCK_RW(q);
	return 3;
}

static void *run(void *arg)
{
	for (int i = 0; i < 200; i++) {
		add(1);
		twice(arg, i);
	}
	return NULL;
}

int main(void)
{
	struct queue q = { RCL_MUTEX_INITIALIZER(queue_m), RCL_COND_INITIALIZER, 3, 0 };
	pthread_t t[3];

	printf("%d %d %d %d\n", add(3), add_level(4), push(&q, 2), pop(&q));
	printf("%d %d %d %d\n", waits(&q), twice(&q, 1), loops(&q, 3), loops(&q, 9));
	printf("%d %d %d %d\n", left(&q, 1), left(&q, 2), left(&q, 3), left(&q, 4));
	printf("%d %d %d %d\n", hidden(&q, 2), kept(&q), branch(&q, 0), branch(&q, 1));
	printf("%d %d %d %d %d\n", told(&q), one(&q), again(&q, 3), cases(&q, 1), cases(&q, 2));
	printf("%d\n", traced(&q, 3));
	printf("%d %d\n", paused(&q), kept_lock(&q, 0));
	printf("%d\n", kept_lock(&q, 1));
	rcl_unlock(&q.m);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, run, &q);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	q.closed = 1;
	printf("%d %d %d %d\n", total, q.n, push(&q, 1), nothing(&q));
	return 0;
}
