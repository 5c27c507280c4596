/* Macros that release the lock and leave where a check fails, or leave with the lock: the section goes on behind them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

struct context { pthread_mutex_t mutex; int opened, played; char name[16]; };
static struct context one = { PTHREAD_MUTEX_INITIALIZER, 0, 0, "one" };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats = PTHREAD_MUTEX_INITIALIZER;
static int total, failures, traced;

#define CHECK_UNLOCK(cond, ret, m) do { if (!(cond)) { pthread_mutex_unlock(m); return ret; } } while (0)
#define LEAVE_IF(cond) do { if (cond) { pthread_mutex_unlock(&lock); return; } } while (0)
#define return_val_if_fail(x, v) \
	do { \
		if (!(x)) { \
			fprintf(stdout, "%s: not true: %s\n", __func__, #x); \
			return v; \
		} \
	} while (0)
/* counts under the lock, and says so when it is free */
#define REQUIRE(what, err, label) do { \
		if (!(what)) { \
			failures++; \
			pthread_mutex_unlock(&lock); \
			if (traced) \
				fprintf(stdout, "%d\n", err); \
			goto label; \
		} \
	} while (0)
#define UNLOCK_CTX(c) pthread_mutex_unlock(&(c)->mutex)
#define CHECK_CTX(t, v, u) do { if (!(t)) { u; return (v); } } while (0)
#define FAIL(ret) { pthread_mutex_unlock(&lock); return ret; }

/* what it gives is the section's, and another variable is handed by its address */
static int a(int n)
{
	int value;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++) {
		int err = i > 3 ? -i : 0;

		CHECK_UNLOCK(err == 0, err, &lock);
		total += i;
	}
	if (sscanf("17", "%d", &value) != 1 || n > 100)
		CHECK_UNLOCK(value == 17, value + n, &lock);
	CHECK_UNLOCK(value == 17, value, &lock);
	n = total + value;
	pthread_mutex_unlock(&lock);
	return n;
}

static void b(int n, int *out)
{
	pthread_mutex_lock(&lock);
	LEAVE_IF(n > 100);
	total += n;
	LEAVE_IF(total > 10000);
	*out = total;
	pthread_mutex_unlock(&lock);
}

/* a programming error's way out keeps the lock, as it always has */
static int c(const char *name, int n)
{
	pthread_mutex_lock(&lock);
	return_val_if_fail(name != NULL, -1);
	total += strlen(name);
	return_val_if_fail(n > 0, total);
	total += n;
	n = total;
	pthread_mutex_unlock(&lock);
	return n;
}

static int d(int n)
{
	int err = 0;

	pthread_mutex_lock(&lock);
	REQUIRE(n > 0, n, out);
	total += n;
	REQUIRE(n < 20, -n, out);
	n = total;
	pthread_mutex_unlock(&lock);
	return n;
out:
	err = -EINVAL;
	return err;
}

static int e(struct context *c, int n)
{
	pthread_mutex_lock(&c->mutex);
	CHECK_CTX(!c->opened, -3, UNLOCK_CTX(c));
	CHECK_CTX(n > 0, c->played, UNLOCK_CTX(c));
	c->played += n;
	n = c->played;
	UNLOCK_CTX(c);
	return n;
}

/* a section in it is left, too, and goes on */
static int f(int n)
{
	int got = 0;

	pthread_mutex_lock(&lock);
	total++;
	pthread_mutex_lock(&stats);
	got = sscanf("4", "%d", &n);
	failures += n;
	pthread_mutex_unlock(&stats);
	CHECK_UNLOCK(n < 1000, n, &lock);
	total += n + got;
	n = total;
	pthread_mutex_unlock(&lock);
	return n;
}

/* this one is a branch without braces */
static int g(int n)
{
	pthread_mutex_lock(&lock);
	if (n < 0)
		FAIL(-2)
	total += n;
	n = total;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	int out = 0;

	printf("%d %d\n", a(2), a(7));
	b(1, &out);
	b(1000, &out);
	printf("%d\n", out);
	printf("%d %d\n", c("some", 3), d(1));
	traced = 1;
	printf("%d %d\n", d(-1), d(30));
	printf("%d %d\n", e(&one, 1), e(&one, -1));
	printf("%d %d %d %d\n", f(1), g(10), g(-1), total);
	printf("%d\n", c("one", 0));
	return 0;
}
