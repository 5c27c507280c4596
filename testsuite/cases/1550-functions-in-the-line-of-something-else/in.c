/* Functions that begin in the line of something else, which what is made for them may name. */
#include <pthread.h>
#include <stdio.h>

struct lock {
	pthread_mutex_t m;
	int owner;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct lock noted = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int values[4] = { 1, 2, 3, 4 };

static int *kept; static long last; long first(int n)
{
	long sum;

	pthread_mutex_lock(&m);
	kept = &values[n];
	sum = last + *kept + n;
	last = sum;
	pthread_mutex_unlock(&m);
	return sum;
}

/* a comment of the type */
struct pair { int a, b; }; /* and one behind it */ static int second(struct pair *p)
{
	pthread_mutex_lock(&m);
	p->a += p->b;
	pthread_mutex_unlock(&m);
	return p->a;
}

static int locks; static void lock(struct lock *l, int who)
{
	pthread_mutex_lock(&l->m);
	l->owner = who;
	locks++;
}

static int rounds; static int third(int n) { pthread_mutex_lock(&m); rounds += n; pthread_mutex_unlock(&m); return n; }

static int unlocks;static void unlock(struct lock *l)
{
	unlocks++;
	pthread_mutex_unlock(&l->m);
}

static int others; static void take(pthread_mutex_t *other) { pthread_mutex_lock(other); }
static int given; static void give(pthread_mutex_t *other) { pthread_mutex_unlock(other); }

static int fourth(int n)
{
	lock(&noted, n);
	values[n]++;
	unlock(&noted);
	take(&m);
	others += n;
	give(&m);
	return values[n] + given;
}

int main(void)
{
	struct pair p = { 1, 2 };

	printf("%ld %d %d %d\n", first(2), second(&p), third(3), fourth(1));
	printf("%d %d\n", locks, unlocks);
	return 0;
}
