/* Lock macros that open a block, and close it: the section's text is what stands between them. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct queue {
	pthread_mutex_t m;
	pthread_cond_t c;
	int n, closed;
};

#define BEGIN_LOCKED(m) do { pthread_mutex_lock(m);
#define END_LOCKED(m)   pthread_mutex_unlock(m); } while (0)
#define LOCK_RW(q) { pthread_mutex_lock(&(q)->m);
#define UNLOCK_RW(q) pthread_mutex_unlock(&(q)->m); }
#define ENTER_QUEUE(q)				\
	do {					\
		pthread_mutex_lock(&(q)->m);
#define LEAVE_QUEUE(q)				\
		pthread_mutex_unlock(&(q)->m);	\
	} while (0)
#define LOCK_STATS { pthread_mutex_lock(&stats_lock);
#define UNLOCK_STATS pthread_mutex_unlock(&stats_lock); }
#define LOCK_IT(q) LOCK_RW(q)
#define UNLOCK_IT(q) UNLOCK_RW(q)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static int total, stats;

static int add(int n)
{
	int r;

	BEGIN_LOCKED(&lock)
		total += n;
		r = total;
	END_LOCKED(&lock);
	return r;
}

static int add_level(int n)
{
	int r;

	BEGIN_LOCKED(&lock);
	total += n;
	r = total;
	END_LOCKED(&lock);
	return r;
}

static int push(struct queue *q, int n)
{
	LOCK_RW(q);
	if (q->closed) {
		pthread_mutex_unlock(&q->m);
		return -1;
	}
	q->n += n;	/* counted */
	pthread_cond_signal(&q->c);
	UNLOCK_RW(q);
	return 0;
}

static int pop(struct queue *q)
{
	int r = 0;

	ENTER_QUEUE(q)
		int left = q->n;

		if (left == 0)
			goto out;
		q->n = left - 1;
		r = left;
out:
	LEAVE_QUEUE(q);
	return r;
}

static int waits(struct queue *q)
{
	int r;

	LOCK_RW(q);
	while (q->n == 0)
		pthread_cond_wait(&q->c, &q->m);
	r = q->n--;
	UNLOCK_RW(q);
	return r;
}

/* several, with variables of one name */
static int twice(struct queue *q, int r)
{
	LOCK_RW(q)
		int n = q->n;

		r += n;
		LOCK_STATS
			stats += n;
		UNLOCK_STATS
	UNLOCK_RW(q)
	r *= 2;
	BEGIN_LOCKED(&lock);
	long n = total;
	r += n > 3;
	END_LOCKED(&lock);
	LOCK_IT(q);
	q->n++;
	UNLOCK_IT(q);
	return r;
}

/* break and continue are those of the loop around a block, but of the loop that a macro opens */
static int loops(struct queue *q, int k)
{
	int r = 0;

	for (int i = 0; i < 8; i++) {
		LOCK_RW(q);
		if (i == k) {
			pthread_mutex_unlock(&q->m);
			break;
		}
		if (i % 2) {
			pthread_mutex_unlock(&q->m);
			continue;
		}
		r += q->n;
		UNLOCK_RW(q);
		r++;
	}
	for (int i = 0; i < 8; i++) {
		BEGIN_LOCKED(&lock);
		if (i == k) {
			pthread_mutex_unlock(&lock);
			break;
		}
		r += total;
		END_LOCKED(&lock);
		r++;
	}
	for (int i = 0; i < 8; i++) {
		BEGIN_LOCKED(&lock);
		for (int j = 0; j < 8; j++) {
			if (j == k)
				break;
			r += total;
		}
		END_LOCKED(&lock);
	}
	return r;
}

static int left(struct queue *q, int k)
{
	BEGIN_LOCKED(&q->m);
	if (k == 1) {
		pthread_mutex_unlock(&q->m);
		return -1;
	}
	switch (k) {
	case 2:
		q->n++;
		break;
	case 3:
		pthread_mutex_unlock(&q->m);
		goto out;
	default:
		q->n--;
	}
	END_LOCKED(&q->m);
	return q->n;
out:
	return -2;
}

/* a variable with the name of another one, which is used there, too */
static int hidden(struct queue *q, int n)
{
	BEGIN_LOCKED(&q->m);
	q->n += n;
	int k = n;
	{
		int n = k + 1;

		q->n += n;
	}
	END_LOCKED(&q->m);
	LOCK_RW(q);
	int n = q->closed;
	q->n += n;
	UNLOCK_RW(q);
	return n;
}

/* what is kept of a variable ends with the block */
static int kept(struct queue *q)
{
	const int *at;
	int r;

	LOCK_RW(q);
	int n = q->n;
	at = &n;
	r = *at + 1;
	UNLOCK_RW(q);
	return r;
}

/* comments behind the macros, and on one line */
static int told(struct queue *q)
{
	int r;

	LOCK_RW(q);	/* the queue's */
	/* how many */
	r = q->n;
	UNLOCK_RW(q);	/* done */
	return r;
}
static int one(struct queue *q) { int r; LOCK_RW(q) r = q->n; UNLOCK_RW(q) return r; }

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

static int cases(struct queue *q, int k)
{
	switch (k) {
	case 1:
		LOCK_RW(q)
			k = q->n;
		UNLOCK_RW(q)
		break;
	default:
		BEGIN_LOCKED(&lock);
		k = total;
		END_LOCKED(&lock);
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

static int traced(struct queue *q, int n)
{
	pthread_mutex_lock(&q->m);
	q->n++;
	TRACED(n);
	q->n++;
	END_TRACED(n);
	q->n++;
	pthread_mutex_unlock(&q->m);
	pthread_mutex_lock(&lock);
	total++;
	LOCK_RW(q);
	q->n++;
	total++;
	if (n == 7)
		thread_of(n);
	UNLOCK_RW(q);
	total++;
	pthread_mutex_unlock(&lock);
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
	pthread_mutex_unlock(&q->m);
	r += 5;
	pthread_mutex_lock(&q->m);
	r += q->n;
	UNLOCK_RW(q);
	return r;
}

/* given back in another function, or kept */
static int kept_lock(struct queue *q, int k)
{
	LOCK_RW(q);
	q->n++;
	if (k)
		return 1;
	q->n++;
	UNLOCK_RW(q);
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
	struct queue q = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 3, 0 };
	pthread_t t[3];

	printf("%d %d %d %d\n", add(3), add_level(4), push(&q, 2), pop(&q));
	printf("%d %d %d %d\n", waits(&q), twice(&q, 1), loops(&q, 3), loops(&q, 9));
	printf("%d %d %d %d\n", left(&q, 1), left(&q, 2), left(&q, 3), left(&q, 4));
	printf("%d %d %d %d\n", hidden(&q, 2), kept(&q), branch(&q, 0), branch(&q, 1));
	printf("%d %d %d %d %d\n", told(&q), one(&q), again(&q, 3), cases(&q, 1), cases(&q, 2));
	printf("%d\n", traced(&q, 3));
	printf("%d %d\n", paused(&q), kept_lock(&q, 0));
	printf("%d\n", kept_lock(&q, 1));
	pthread_mutex_unlock(&q.m);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, run, &q);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	q.closed = 1;
	printf("%d %d %d %d\n", total, q.n, push(&q, 1), nothing(&q));
	return 0;
}
