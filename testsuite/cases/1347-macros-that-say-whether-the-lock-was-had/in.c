/* Macros that compare what a lock call gives: what is kept of them is 1 for success, and 0 is a failure. */
#include <pthread.h>
#include <stdio.h>

#define LOCKED(m) (pthread_mutex_lock(m) == 0)
#define TRIED(m) (pthread_mutex_trylock(m) == 0)
#define UNLOCKED(m) (pthread_mutex_unlock(m) == 0)
#define UNLOCKED_NOT(m) (!UNLOCKED(m))
#define BUSY(m) (pthread_mutex_trylock(m) != 0)
#define LOCK(m) (pthread_mutex_lock(m))
#define KEEP(m) (kept = pthread_mutex_lock(m) == 0)
#define CALLED(x) (calls++, (x))

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, calls;

static int declared(int n)
{
	int ok = LOCKED(&m);

	if (!ok)
		return -1;
	count += n;
	pthread_mutex_unlock(&m);
	return ok;
}

static int assigned(int n)
{
	int ok;

	if (!(ok = LOCKED(&m)))
		return -1;
	count += n;
	pthread_mutex_unlock(&m);
	return ok + 5;
}

static int used(int n)
{
	int ok = n;

	ok += LOCKED(&m);
	count += n;
	pthread_mutex_unlock(&m);
	return ok;
}

static int tried(int n)
{
	int ok = TRIED(&m);

	if (ok) {
		count += n;
		pthread_mutex_unlock(&m);
	}
	return ok;
}

static int tried_at_once(int n)
{
	int ok;

	if ((ok = TRIED(&m)) != 0) {
		count += n;
		pthread_mutex_unlock(&m);
	}
	return ok;
}

static int busy(int n)
{
	int r = BUSY(&m);

	if (r)
		return r;
	count += n;
	pthread_mutex_unlock(&m);
	return r;
}

static int released(int n)
{
	int ok;

	pthread_mutex_lock(&m);
	count += n;
	ok = UNLOCKED(&m);
	return ok;
}

static int returned(int n)
{
	pthread_mutex_lock(&m);
	count += n;
	return UNLOCKED(&m);
}

static int returned_not(int n)
{
	pthread_mutex_lock(&m);
	count += n;
	return UNLOCKED_NOT(&m);
}

static int in_brackets(int n)
{
	int r = LOCK(&m);

	if (r)
		return r;
	count += n;
	pthread_mutex_unlock(&m);
	return r;
}

static int kept_by_it(int n)
{
	int kept;

	if (!KEEP(&m))
		return -1;
	count += n;
	pthread_mutex_unlock(&m);
	return kept;
}

static int with_more(int n)
{
	int r = CALLED(pthread_mutex_lock(&m));

	count += n;
	pthread_mutex_unlock(&m);
	return r;
}

static int only_asked(int n)
{
	if (!LOCKED(&m))
		return -1;
	count += n;
	pthread_mutex_unlock(&m);
	return n;
}

static int begins(int n)
{
	if (LOCKED(&m)) {
		count += n;
		pthread_mutex_unlock(&m);
		n++;
	}
	return n;
}

static int begins_and_fails(int n)
{
	if (BUSY(&m))
		return -1;
	count += n;
	pthread_mutex_unlock(&m);
	return n;
}

static void *held(void *arg)
{
	(void)arg;
	printf("%d %d %d %d\n", tried(1), tried_at_once(2), busy(3), begins_and_fails(4));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d %d %d %d %d\n", declared(1), assigned(2), used(3), tried(4), tried_at_once(5), busy(6));
	printf("%d %d %d %d %d %d\n", released(1), returned(2), returned_not(3), in_brackets(4), kept_by_it(5), with_more(6));
	printf("%d %d %d\n", only_asked(7), begins(8), begins_and_fails(9));
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, held, NULL);
	pthread_join(t, NULL);
	pthread_mutex_unlock(&m);
	printf("%d %d\n", count, calls);
	return 0;
}
