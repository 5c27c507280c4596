/* Macros that keep what a call gives in the function's own variable, and jump if that is an error. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TRY(call) do { if ((ret = (call)) != 0) goto err; } while (0)
#define TRY_TOO(call) do { int ret_; if ((ret_ = (call)) != 0 && ret == 0) ret = ret_; } while (0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int check(int n)
{
	return n > 9 ? n : 0;
}

static int added(int n)
{
	int ret;

	TRY(check(n));
	TRY(pthread_mutex_lock(&lock));
	total += n;
	TRY(pthread_mutex_unlock(&lock));
	ret = check(n - 1);
err:
	return ret;
}

static int flagged(int n)
{
	int ret = 0;
	bool locked = false;

	TRY(check(n));
	TRY(pthread_mutex_lock(&lock));
	locked = true;
	total += n;
	if (n > 5)
		goto err;
	total++;
err:
	if (locked)
		TRY_TOO(pthread_mutex_unlock(&lock));
	return ret;
}

/* That it is 0 then is what this one gives. */
static int given(int n)
{
	int ret = n;

	TRY(check(n));
	TRY(pthread_mutex_lock(&lock));
	total += n;
	TRY(pthread_mutex_unlock(&lock));
err:
	return ret;
}

/* The section asks for it as well. */
static int asking(int n)
{
	int ret = n;

	TRY(check(n));
	ret = -3;
	TRY(pthread_mutex_lock(&lock));
	total += n + ret;
	if (ret == 0)
		TRY_TOO(check(n * 2));
	TRY_TOO(pthread_mutex_unlock(&lock));
err:
	return ret;
}

/* Which mutex it is hangs on what the variable has before. */
static pthread_mutex_t many[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

static int named(int n)
{
	int ret = n & 1;

	TRY(pthread_mutex_lock(&many[ret]));
	total += n;
	ret = pthread_mutex_unlock(&many[n & 1]);
err:
	return ret;
}

int main(void)
{
	printf("%d %d ", named(1), named(2));
	printf("%d %d ", asking(3), asking(7));
	printf("%d %d ", added(3), added(10));
	printf("%d %d %d ", flagged(2), flagged(7), flagged(12));
	printf("%d %d %d\n", given(4), given(11), total);
	return 0;
}
