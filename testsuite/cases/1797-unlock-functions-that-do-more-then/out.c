/* Unlock functions do more when they have given the lock back: so do the clients of their callers' sections. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct queue {
	rcl_mutex_t mutex;
	rcl_cond_t ready;
	int length, waiting, woken;
	struct queue *next;
};

static int notes;

static rcl_mutex_t *lock_mutex(struct queue *q)
{
	return &q->mutex;
}

static void lock(struct queue *q)
{
	rcl_lock(&q->mutex);
}

static void wake_after(struct queue *q)
{
	rcl_cond_signal(&q->ready);
}

static void wake(struct queue *q)
{
	rcl_unlock(&q->mutex);
	wake_after(q);
}

static void wake_all_after(struct queue *q)
{
	rcl_cond_broadcast(&q->ready);
}

/* it says what the release has said */
static int wake_all(struct queue *q)
{
	int rc = rcl_unlock(&q->mutex);

	wake_all_after(q);
	return rc;
}

static void wake_some_after(struct queue *q)
{
	if (q->waiting > 0) {
		q->woken++;
		rcl_cond_signal(&q->ready);
	}
}

static void wake_some_held(struct queue *q)
{
	q->length++;
}

static void wake_some(struct queue *q)
{
	wake_some_held(q);
	rcl_unlock(&q->mutex);
	wake_some_after(q);
}

static void note_after(int n)
{
	notes += n;
}

static void note_all_after(struct queue *q, int *n)
{
	q->woken++;
	*n = 0;
}

static void done_after(struct queue *q)
{
	wake_after(q);
}

/* it does so only if it goes on */
static void wake_waiting(struct queue *q)
{
	rcl_unlock(&q->mutex);
	if (q->waiting == 0)
		return;
	q->woken += 100;
}

struct put_cs {           /* q->mutex, in.c:74-76 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return 0;
}

static void put(struct queue *q, int n)
{
	struct put_cs cs = { .q = q, .n = n };
	rcl_exec_anon(lock_mutex(q), put_cs, &cs, sizeof(cs));
	wake_after(q);
}

struct ways_cs {          /* q->mutex, in.c:81-94 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int ways_cs(void *ctx)
{
	struct ways_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	if (n > 10) {
		q->length = 0;
		return 1;
	}
	if (n > 5) {
		q->length -= n;
		return 2;
	}
	q->length += n;
	return 0;
}

static int ways(struct queue *q, int n)
{
	struct ways_cs cs = { .q = q, .n = n };
	switch (rcl_exec_anon(lock_mutex(q), ways_cs, &cs, sizeof(cs))) {
	case 1:
		wake_after(q);
		return -1;
	case 2:
		wake_after(q);
		notes++;
		return -2;
	}
	wake_all_after(q);
	return q->length;
}

struct asked_cs {         /* q->mutex, in.c:100-101 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return RCL_KEEP;
}

static int asked(struct queue *q, int n)
{
	struct asked_cs cs = { .q = q, .n = n };
	rcl_exec_anon(lock_mutex(q), asked_cs, &cs, sizeof(cs));
	if (wake_all(q) != 0)
		return -1;
	return 0;
}

struct some_cs {          /* q->mutex, in.c:109-111 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int some_cs(void *ctx)
{
	struct some_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	wake_some_held(q);
	return 0;
}

static void some(struct queue *q, int n)
{
	struct some_cs cs = { .q = q, .n = n };
	rcl_exec_anon(lock_mutex(q), some_cs, &cs, sizeof(cs));
	wake_some_after(q);
}

struct next_first_cs {        /* first->mutex, in.c:117-121 */
	struct queue *first;  /* in */
	int n;                /* in */
	struct queue *q;      /* out */
	int more;             /* out */
};

static int next_first_cs(void *ctx)
{
	struct next_first_cs *cs = ctx;
	struct queue *first = cs->first;
	int n = cs->n;
	struct queue *q = first->next;
	int more = n + q->length;
	first->length += n;
	cs->q = q;
	cs->more = more;
	return 0;
}

struct next_queue_cs {    /* q->mutex, in.c:122-125 */
	int n;            /* in */
	struct queue *q;  /* in */
};

static int next_queue_cs(void *ctx)
{
	struct next_queue_cs *cs = ctx;
	int n = cs->n;
	struct queue *q = cs->q;
	int twice = 2 * n;
	q->length += twice;
	return 0;
}

/* what the unlock function is given is the section's */
static void next(struct queue *first, int n)
{
	struct queue *q;
	int more;
	struct next_first_cs cs = { .first = first, .n = n };
	rcl_exec_anon(lock_mutex(first), next_first_cs, &cs, sizeof(cs));
	q = cs.q;
	more = cs.more;
	note_after(more);
	struct next_queue_cs queue_cs = { .n = n, .q = q };
	rcl_exec_anon(lock_mutex(q), next_queue_cs, &queue_cs, sizeof(queue_cs));
	wake_after(q);
}

struct given_back_cs {    /* q->mutex, in.c:130-132 */
	struct queue *q;  /* in */
	int *n;           /* by reference */
};

static int given_back_cs(void *ctx)
{
	struct given_back_cs *cs = ctx;
	struct queue *q = cs->q;
	int *n = cs->n;

	q->length += *n;
	return 0;
}

static int given_back(struct queue *q, int n)
{
	struct given_back_cs cs = { .q = q, .n = &n };
	rcl_exec_anon(lock_mutex(q), given_back_cs, &cs, sizeof(cs));
	note_all_after(q, &n);
	return n;
}

struct through_cs {       /* q->mutex, in.c:138-140 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int through_cs(void *ctx)
{
	struct through_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return 0;
}

static void through(struct queue *q, int n)
{
	struct through_cs cs = { .q = q, .n = n };
	rcl_exec_anon(lock_mutex(q), through_cs, &cs, sizeof(cs));
	done_after(q);
}

struct take_cs {          /* q->mutex, in.c:148-159 */
	struct queue *q;  /* in */
	int taken;        /* in-out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	struct queue *q = cs->q;
	int taken = cs->taken;

	if (q->length == 0) {
		cs->taken = taken;
		return 1;
	}
	if (q->length > 1000) {
		cs->taken = taken;
		return 2;
	}
	taken += q->length;
	q->length--;
	cs->taken = taken;
	return 0;
}

static int take(struct queue *q)
{
	int taken = 0;

	for (int i = 0; i < 5; i++) {
		struct take_cs cs = { .q = q, .taken = taken };
		int way = rcl_exec_anon(lock_mutex(q), take_cs, &cs, sizeof(cs));
		taken = cs.taken;

		if (way == 1) {
			wake_after(q);
			continue;
		}
		if (way == 2) {
			wake_after(q);
			break;
		}
		wake_after(q);
	}
	return taken;
}

struct between_queue_1_cs {  /* q->mutex, in.c:166-168 */
	struct queue *q;     /* in */
};

static int between_queue_1_cs(void *ctx)
{
	struct between_queue_1_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length++;
	return 0;
}

struct between_queue_2_cs {  /* q->mutex, in.c:169-171 */
	struct queue *q;     /* in */
};

static int between_queue_2_cs(void *ctx)
{
	struct between_queue_2_cs *cs = ctx;
	struct queue *q = cs->q;

	q->length += 2;
	return 0;
}

static void between(struct queue *q)
{
	struct between_queue_1_cs cs = { .q = q };
	rcl_exec_anon(lock_mutex(q), between_queue_1_cs, &cs, sizeof(cs));
	wake_after(q);
	struct between_queue_2_cs queue_2_cs = { .q = q };
	rcl_exec_anon(lock_mutex(q), between_queue_2_cs, &queue_2_cs, sizeof(queue_2_cs));
	wake_after(q);
}

struct bare_cs {          /* q->mutex, in.c:179-180 */
	struct queue *q;  /* in */
	int left;         /* out */
};

static int bare_cs(void *ctx)
{
	struct bare_cs *cs = ctx;
	struct queue *q = cs->q;
	int left;

	left = q->length;
	cs->left = left;
	return RCL_KEEP;
}

/* a branch is nothing but that */
static int bare(struct queue *q, int n)
{
	int left;

	struct bare_cs cs = { .q = q };
	rcl_exec_anon(lock_mutex(q), bare_cs, &cs, sizeof(cs));
	left = cs.left;
	if (n > 3)
		wake_some(q);
	else {
		q->length++;
		wake(q);
	}
	return left;
}

struct waiting_cs {       /* q->mutex, in.c:192-193 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int waiting_cs(void *ctx)
{
	struct waiting_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return RCL_KEEP;
}

static void waiting(struct queue *q, int n)
{
	struct waiting_cs cs = { .q = q, .n = n };
	rcl_exec_anon(lock_mutex(q), waiting_cs, &cs, sizeof(cs));
	wake_waiting(q);
}

static struct queue *counted(struct queue *q)
{
	notes++;
	return q;
}

struct gives_cs {         /* q->mutex, in.c:206-207 */
	struct queue *q;  /* in */
	int n;            /* in */
};

static int gives_cs(void *ctx)
{
	struct gives_cs *cs = ctx;
	struct queue *q = cs->q;
	int n = cs->n;

	q->length += n;
	return RCL_KEEP;
}

/* what it is given does something */
static void gives(struct queue *q, int n)
{
	struct gives_cs cs = { .q = q, .n = n };
	rcl_exec_anon(lock_mutex(q), gives_cs, &cs, sizeof(cs));
	wake(counted(q));
	lock(q);
	if (n > 3)
		rcl_unlock(&counted(q)->mutex);
	else {
		q->length++;
		rcl_unlock(&q->mutex);
	}
}

struct wait_cs {          /* q->mutex, in.c:222-227 */
	struct queue *q;  /* in */
	int at;           /* where it goes on */
};

static int wait_cs(void *ctx)
{
	struct wait_cs *cs = ctx;
	struct queue *q = cs->q;

	if (cs->at == 1)
		goto at_1;

	q->waiting++;
	while (q->length < 500) {
		cs->at = 1;
		return rcl_wait(&q->ready, &q->mutex);
		at_1: ;
	}
	q->waiting--;
	return 0;
}

static void *wait(void *arg)
{
	struct queue *q = arg;

	struct wait_cs cs = { .q = q, .at = 0 };
	rcl_exec_waiting(lock_mutex(q), wait_cs, &cs, sizeof(cs));
	wake_after(q);
	return NULL;
}

static struct queue second = { RCL_MUTEX_INITIALIZER(queue_mutex_in), RCL_COND_INITIALIZER, 0, 0, 0, NULL };
static struct queue first = { RCL_MUTEX_INITIALIZER(queue_mutex_in_232), RCL_COND_INITIALIZER, 0, 0, 0, &second };

int main(void)
{
	pthread_t thread;
	int sum = 0;

	put(&first, 1);
	sum += ways(&first, 3) + ways(&first, 6) * 3 + ways(&first, 11) * 5;
	sum += asked(&first, 4) * 7;
	some(&first, 5);
	next(&first, 6);
	sum += given_back(&first, 7) * 11;
	through(&first, 8);
	sum += take(&first) * 13;
	between(&second);
	sum += bare(&first, 4) * 17 + bare(&first, 3) * 19;
	gives(&first, 5);
	gives(&first, 2);
	waiting(&first, 3);
	first.waiting++;
	waiting(&first, 4);
	first.waiting--;
	printf("%d %d %d %d %d\n", sum, first.length, second.length, first.woken, notes);
	pthread_create(&thread, NULL, wait, &second);
	put(&second, 500);
	pthread_join(thread, NULL);
	printf("%d %d\n", second.length, second.waiting);
	return 0;
}
