/* Unlock functions do more when they have given the lock back: so do the clients of their callers' sections. */
#include <pthread.h>
#include <stdio.h>

struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t ready;
	int length, waiting, woken;
	struct queue *next;
};

static int notes;

static void lock(struct queue *q)
{
	pthread_mutex_lock(&q->mutex);
}

static void wake(struct queue *q)
{
	pthread_mutex_unlock(&q->mutex);
	pthread_cond_signal(&q->ready);
}

/* it says what the release has said */
static int wake_all(struct queue *q)
{
	int rc = pthread_mutex_unlock(&q->mutex);

	pthread_cond_broadcast(&q->ready);
	return rc;
}

static void wake_some(struct queue *q)
{
	q->length++;
	pthread_mutex_unlock(&q->mutex);
	if (q->waiting > 0) {
		q->woken++;
		pthread_cond_signal(&q->ready);
	}
}

static void note(struct queue *q, int n)
{
	pthread_mutex_unlock(&q->mutex);
	notes += n;
}

static void note_all(struct queue *q, int *n)
{
	pthread_mutex_unlock(&q->mutex);
	q->woken++;
	*n = 0;
}

/* it does so for others */
static void done(struct queue *q)
{
	wake(q);
}

/* it does so only if it goes on */
static void wake_waiting(struct queue *q)
{
	pthread_mutex_unlock(&q->mutex);
	if (q->waiting == 0)
		return;
	q->woken += 100;
}

static void put(struct queue *q, int n)
{
	lock(q);
	q->length += n;
	wake(q);
}

static int ways(struct queue *q, int n)
{
	lock(q);
	if (n > 10) {
		q->length = 0;
		wake(q);
		return -1;
	}
	if (n > 5) {
		q->length -= n;
		wake(q);
		notes++;
		return -2;
	}
	q->length += n;
	wake_all(q);
	return q->length;
}

static int asked(struct queue *q, int n)
{
	lock(q);
	q->length += n;
	if (wake_all(q) != 0)
		return -1;
	return 0;
}

static void some(struct queue *q, int n)
{
	lock(q);
	q->length += n;
	wake_some(q);
}

/* what the unlock function is given is the section's */
static void next(struct queue *first, int n)
{
	lock(first);
	struct queue *q = first->next;
	int more = n + q->length;
	first->length += n;
	note(first, more);
	lock(q);
	int twice = 2 * n;
	q->length += twice;
	wake(q);
}

static int given_back(struct queue *q, int n)
{
	lock(q);
	q->length += n;
	note_all(q, &n);
	return n;
}

static void through(struct queue *q, int n)
{
	lock(q);
	q->length += n;
	done(q);
}

static int take(struct queue *q)
{
	int taken = 0;

	for (int i = 0; i < 5; i++) {
		lock(q);
		if (q->length == 0) {
			wake(q);
			continue;
		}
		if (q->length > 1000) {
			wake(q);
			break;
		}
		taken += q->length;
		q->length--;
		wake(q);
	}
	return taken;
}

static void between(struct queue *q)
{
	lock(q);
	q->length++;
	wake(q);
	lock(q);
	q->length += 2;
	wake(q);
}

/* a branch is nothing but that */
static int bare(struct queue *q, int n)
{
	int left;

	lock(q);
	left = q->length;
	if (n > 3)
		wake_some(q);
	else {
		q->length++;
		wake(q);
	}
	return left;
}

static void waiting(struct queue *q, int n)
{
	lock(q);
	q->length += n;
	wake_waiting(q);
}

static struct queue *counted(struct queue *q)
{
	notes++;
	return q;
}

/* what it is given does something */
static void gives(struct queue *q, int n)
{
	lock(q);
	q->length += n;
	wake(counted(q));
	lock(q);
	if (n > 3)
		pthread_mutex_unlock(&counted(q)->mutex);
	else {
		q->length++;
		pthread_mutex_unlock(&q->mutex);
	}
}

static void *wait(void *arg)
{
	struct queue *q = arg;

	lock(q);
	q->waiting++;
	while (q->length < 500)
		pthread_cond_wait(&q->ready, &q->mutex);
	q->waiting--;
	wake(q);
	return NULL;
}

static struct queue second = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, NULL };
static struct queue first = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, &second };

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
