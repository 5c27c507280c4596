/* Locks that are taken where a condition does not hold: what stands behind ||, or behind the colon. */
#include <pthread.h>
#include <stdio.h>

struct box {
	pthread_mutex_t mutex;
	int shared, n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 1, 0 };
static int threaded, alone, many, one;
static long total;

#define SINGLE (threaded == 0)
#define M_LOCK(x) (void)(!threaded || pthread_mutex_lock(x))
#define M_UNLOCK(x) (void)(!threaded || pthread_mutex_unlock(x))
#define BOX_LOCK(b) do { (void)((b)->shared == 0 ? 0 : pthread_mutex_lock(&(b)->mutex)); } while (0)
#define BOX_UNLOCK(b) do { (void)((b)->shared == 0 ? 0 : pthread_mutex_unlock(&(b)->mutex)); } while (0)
#define CHOSEN_LOCK() (void)((alone ? many : one) || pthread_mutex_lock(&m))
#define CHOSEN_UNLOCK() (void)((alone ? many : one) || pthread_mutex_unlock(&m))

void add(long n)
{
	!threaded || pthread_mutex_lock(&m);
	total += n;
	!threaded || pthread_mutex_unlock(&m);
}

int put(long n)
{
	(void)(alone ? 0 : pthread_mutex_lock(&m));
	if (n < 0) {
		(void)(alone ? 0 : pthread_mutex_unlock(&m));
		return -1;
	}
	total += n;
	(void)(alone ? 0 : pthread_mutex_unlock(&m));
	return 0;
}

/* The same condition, said otherwise each time. */
void mix(long n)
{
	if (threaded)
		pthread_mutex_lock(&m);
	total ^= n;
	(void)(!threaded || pthread_mutex_unlock(&m));
	(void)(threaded == 0 || pthread_mutex_lock(&m));
	total ^= n + 1;
	(void)(threaded && pthread_mutex_unlock(&m));
	!(threaded > 1 && n) || pthread_mutex_lock(&m);
	total ^= n;
	if (threaded > 1 && n)
		pthread_mutex_unlock(&m);
	alone || n < 3 || pthread_mutex_lock(&m);
	total ^= n;
	alone || n < 3 || pthread_mutex_unlock(&m);
}

/* Macros and lock functions. */
void twice(void)
{
	M_LOCK(&m);
	total *= 2;
	M_UNLOCK(&m);
	(void)(SINGLE || pthread_mutex_lock(&m));
	total *= 2;
	(void)(SINGLE || pthread_mutex_unlock(&m));
}

int fill(struct box *b, int n)
{
	BOX_LOCK(b);
	b->n += n;
	n = b->n;
	BOX_UNLOCK(b);
	return n;
}

int choose(int n)
{
	CHOSEN_LOCK();
	total += n;
	CHOSEN_UNLOCK();
	(void)((alone ? many : one) ? 0 : pthread_mutex_lock(&m));
	total += n;
	(void)((alone ? many : one) ? 0 : pthread_mutex_unlock(&m));
	return n;
}

static int box_lock(struct box *b)
{
	return !b->shared ? 0 : pthread_mutex_lock(&b->mutex);
}

static void box_unlock(struct box *b)
{
	!b->shared || pthread_mutex_unlock(&b->mutex);
}

int drain(struct box *b)
{
	int n;

	box_lock(b);
	n = b->n;
	b->n = 0;
	box_unlock(b);
	return n;
}

/* These stay: the condition is another one, or the call depends on more, */
void other(long n)
{
	!threaded || pthread_mutex_lock(&m);
	total += n;
	threaded || pthread_mutex_unlock(&m);
}

void more(long n)
{
	alone || (n && pthread_mutex_lock(&m));
	total += n;
	alone || (n && pthread_mutex_unlock(&m));
}

/* or it does something where it does not take the lock. */
void counted(long n)
{
	(void)(alone ? ++one : pthread_mutex_lock(&m));
	total += n;
	(void)(alone ? --one : pthread_mutex_unlock(&m));
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
