/* What such a macro returns is a variable of its own; or it sets one of its user's. */
#include <pthread.h>
#include <stdio.h>
#include <errno.h>

struct device { pthread_mutex_t lock; int opened, written, failures; };
static struct device one = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 };

#define TRY_UNLOCK(d, expr) do { \
		int r_ = (expr); \
		if (r_ < 0) { \
			pthread_mutex_unlock(&(d)->lock); \
			return r_; \
		} \
	} while (0)
#define TRY(expr) do { \
		int ret_ = (expr); \
		if (ret_) { \
			one.failures++; \
			return ret_; \
		} \
	} while (0)
#define CHECK_GOTO(d, expr, label) do { \
		if ((ret = (expr)) < 0) { \
			pthread_mutex_unlock(&(d)->lock); \
			goto label; \
		} \
	} while (0)
#define FAIL_IF(d, cond, code) do { \
		if (cond) { \
			ret = code; \
			(d)->failures++; \
			pthread_mutex_unlock(&(d)->lock); \
			goto out; \
		} \
	} while (0)

static int put(struct device *d, int n)
{
	if (n > 10)
		return -E2BIG;
	d->written += n;
	return n;
}

static int a(struct device *d, int n)
{
	pthread_mutex_lock(&d->lock);
	TRY_UNLOCK(d, put(d, n));
	for (int i = 0; i < 2; i++)
		TRY_UNLOCK(d, put(d, n + i));
	n = d->written;
	pthread_mutex_unlock(&d->lock);
	return n;
}

static int b(struct device *d, int n)
{
	pthread_mutex_lock(&d->lock);
	d->opened++;
	TRY(put(d, n) != n);
	n = d->written;
	pthread_mutex_unlock(&d->lock);
	return n;
}

static int c(struct device *d, int n)
{
	int ret;

	pthread_mutex_lock(&d->lock);
	CHECK_GOTO(d, put(d, n), failed);
	FAIL_IF(d, d->written > 40, -ENOSPC);
	CHECK_GOTO(d, put(d, n + 1), out);
	ret = d->written;
	pthread_mutex_unlock(&d->lock);
	return ret;
failed:
	printf("failed: %d\n", ret);
out:
	return ret;
}

int main(void)
{
	printf("%d %d %d\n", a(&one, 2), a(&one, 20), a(&one, 9));
	printf("%d %d %d %d\n", c(&one, 3), c(&one, 10), c(&one, 12), c(&one, 9));
	printf("%d\n", b(&one, 5));
	printf("%d\n", b(&one, 50));
	printf("%d %d\n", one.written, one.failures);
	return 0;
}
