/* Lock functions that return at once where their lock call has failed, in some of the ways to write that. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int lock_returning(pthread_mutex_t *x)
{
	if (pthread_mutex_lock(x) != 0)
		return -1;
	return 0;
}

static int unlock_returning(pthread_mutex_t *x)
{
	if (pthread_mutex_unlock(x) != 0)
		return -1;
	return 0;
}

static int lock_truly(pthread_mutex_t *x)
{
	if (pthread_mutex_lock(x)) {
		return 0;
	}
	return 1;
}

static int lock_choosing(pthread_mutex_t *x)
{
	return pthread_mutex_lock(x) ? 17 : 0;
}

static int unlock_choosing(pthread_mutex_t *x)
{
	return pthread_mutex_unlock(x) ? 18 : 0;
}

static int lock_keeping(pthread_mutex_t *x)
{
	int r = 0;

	if (pthread_mutex_lock(x))
		r = -1;
	return r;
}

static int lock_negating(pthread_mutex_t *x)
{
	int r = pthread_mutex_lock(x);

	return r ? -r : 0;
}

/* it may return before, too */
static int lock_some(pthread_mutex_t *x, int n)
{
	if (n < 0)
		return 0;
	if (pthread_mutex_lock(x) != 0)
		return -1;
	return 0;
}

static int returning(int n)
{
	if (lock_returning(&m) != 0)
		return -1;
	count += n;
	if (unlock_returning(&m) != 0)
		return -2;
	return n;
}

static int truly(int n)
{
	if (!lock_truly(&m))
		return -1;
	count += n;
	unlock_returning(&m);
	return n;
}

static int choosing(int n)
{
	int r;

	if ((r = lock_choosing(&m)) != 0)
		return r;
	count += n;
	r = unlock_choosing(&m);
	return n + r;
}

static int keeping(int n)
{
	int r = lock_keeping(&m);

	if (r < 0)
		return r;
	count += n;
	unlock_choosing(&m);
	return r + n;
}

static int negating(int n)
{
	if (lock_negating(&m) == 0) {
		count += n;
		n = count;
		unlock_choosing(&m);
	}
	return n;
}

static int some(int n)
{
	if (lock_some(&m, n) != 0)
		return -1;
	count += n;
	if (n >= 0)
		pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	printf("%d %d\n", returning(1), truly(2));
	printf("%d %d\n", choosing(3), keeping(4));
	printf("%d %d %d\n", negating(5), some(6), some(-1));
	printf("%d\n", count);
	return 0;
}
