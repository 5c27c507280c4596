#include <alloca.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { IDLE, BUSY };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int rounds;
static int used, state;

/* What comes before alloca() is only the thread's own: nothing is worth a function of its own. */
static int own(int n)
{
	int had, kind;

	pthread_mutex_lock(&lock);
	rounds = 0;
	kind = BUSY;
	had = n;
	char *p = alloca(n);
	memset(p, kind, n);
	used += p[0];
	pthread_mutex_unlock(&lock);
	return had + kind;
}

/* This is everybody's. */
static int shared(int n)
{
	pthread_mutex_lock(&lock);
	state = BUSY;
	char *p = alloca(n);
	memset(p, 1, n);
	used += p[0];
	pthread_mutex_unlock(&lock);
	return p[0];
}

static int kept(int n)
{
	static int last;
	int had;

	pthread_mutex_lock(&lock);
	had = last = last + n;
	char *p = alloca(n);
	memset(p, had, n);
	used += p[0];
	pthread_mutex_unlock(&lock);
	return had;
}

/* Calls itself where it has given the lock back: its section does not. */
static int again(int n)
{
	int had;

	pthread_mutex_lock(&lock);
	if (n > used) {
		pthread_mutex_unlock(&lock);
		return again(n - 1);
	}
	had = used--;
	pthread_mutex_unlock(&lock);
	return had;
}

int main(void)
{
	printf("%d %d\n", own(2), shared(3));
	printf("%d %d\n", kept(4), kept(5));
	printf("%d %d %d\n", again(20), used, state);
	return rounds;
}
