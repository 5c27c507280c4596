#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t mutex;
	int shared, n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 1, 0 };
static int threaded;
static int readers;
static long total;

#define THREADED (threaded > 0)
#define ENTER() (threaded ? pthread_mutex_lock(&m) : 0)
#define LEAVE() (threaded ? pthread_mutex_unlock(&m) : 0)
#define M_LOCK(x) (void)(threaded && pthread_mutex_lock(x))
#define M_UNLOCK(x) (void)(threaded && pthread_mutex_unlock(x))
#define BOX_LOCK(b) do { (void)((b)->shared && pthread_mutex_lock(&(b)->mutex)); } while (0)
#define BOX_UNLOCK(b) do { (void)((b)->shared && pthread_mutex_unlock(&(b)->mutex)); } while (0)
#define LOCK_ALL() M_LOCK(&m)
#define UNLOCK_ALL() M_UNLOCK(&m)

/* The lock call is what comes behind &&, or ?. */
void add(long n)
{
	(void)(threaded && pthread_mutex_lock(&m));
	total += n;
	(void)(threaded && pthread_mutex_unlock(&m));
}

void mix(long n)
{
	(void)(threaded > 1 && n ? pthread_mutex_lock(&m) : 0);
	total ^= n;
	(void)(threaded > 1 && n ? pthread_mutex_unlock(&m) : 0);
}

/* So do macros, and through others. */
long take(long n)
{
	long was;

	ENTER();
	was = total;
	total -= n;
	LEAVE();
	return was;
}

int put(long n)
{
	M_LOCK(&m);
	if (n < 0) {
		M_UNLOCK(&m);
		return -1;
	}
	total = n;
	M_UNLOCK(&m);
	return 0;
}

int fill(struct box *b, int n)
{
	BOX_LOCK(b);
	b->n += n;
	n = b->n;
	BOX_UNLOCK(b);
	return n;
}

void twice(void)
{
	LOCK_ALL();
	total *= 2;
	UNLOCK_ALL();
}

/* A macro asks. */
void halve(void)
{
	(void)(THREADED && pthread_mutex_lock(&m));
	total /= 2;
	(void)(THREADED && pthread_mutex_unlock(&m));
}

/* Lock functions ask, and one returns what the call gives. */
static int box_lock(struct box *b)
{
	return b->shared ? pthread_mutex_lock(&b->mutex) : 0;
}

static int box_unlock(struct box *b)
{
	return b->shared ? pthread_mutex_unlock(&b->mutex) : 0;
}

static void all_lock(void)
{
	(void)(threaded && pthread_mutex_lock(&m));
}

static void all_unlock(void)
{
	(void)(threaded && pthread_mutex_unlock(&m));
}

int drain(struct box *b)
{
	int n;

	box_lock(b);
	if (b->n == 0) {
		box_unlock(b);
		return -1;
	}
	n = b->n;
	b->n = 0;
	box_unlock(b);
	return n;
}

void negate(void)
{
	all_lock();
	total = -total;
	all_unlock();
}

/* The section itself changes the condition: it keeps the lock. */
void change(int how)
{
	(void)(threaded && pthread_mutex_lock(&m));
	total += threaded;
	threaded = how;
	(void)(threaded && pthread_mutex_unlock(&m));
}

/* These stay: what is given is used, */
int check(long n)
{
	int err = threaded ? pthread_mutex_lock(&m) : 0;

	if (err)
		return err;
	total += n;
	(void)(threaded && pthread_mutex_unlock(&m));
	return 0;
}

/* it does more where the lock is not taken, */
void count(long n)
{
	(void)(threaded ? pthread_mutex_lock(&m) : ++readers);
	total += n;
	(void)(threaded ? pthread_mutex_unlock(&m) : --readers);
}

/* or the condition may be another each time. */
void chance(void)
{
	(void)(rand() < 0 && pthread_mutex_lock(&m));
	total++;
	(void)(rand() < 0 && pthread_mutex_unlock(&m));
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
