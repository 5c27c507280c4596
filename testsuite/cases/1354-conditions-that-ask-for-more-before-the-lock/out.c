/* Conditions that ask for something else first, and only then for the lock. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct row {
	rcl_mutex_t m;
	int n;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static struct row row = { RCL_MUTEX_INITIALIZER(row_m), 1 };
static int count, failures;

static int next(void)
{
	return ++failures;
}

struct cached_cs {  /* m, in.c:21-25 */
	int error;  /* in-out */
	int n;      /* in */
};

static int cached_cs(void *ctx)
{
	struct cached_cs *cs = ctx;
	int error = cs->error;
	int n = cs->n;

	count += n;
	if (count > 30)
		error = -1;
	cs->error = error;
	return 0;
}

static int cached(int error, int n)
{
	struct cached_cs cs = { .error = error, .n = n };
	int way = error == 0 ? rcl_exec_anon(&m, cached_cs, &cs, sizeof(cs)) : -1;

	if (way < 0) {
		error = -2;
		failures++;
	}
	if (way == 0)
		error = cs.error;
	return error;
}

struct returns_cs {  /* m, in.c:36-39 */
	int n;       /* in */
};

static int returns_cs(void *ctx)
{
	struct returns_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 1;
}

static int returns(int n)
{
	struct returns_cs cs = { .n = n };
	if (n > 0 && rcl_tryexec(&m, returns_cs, &cs, sizeof(cs)) == 1)
		return 1;
	return 0;
}

struct mere_cs {  /* m, in.c:46-48 */
	int n;    /* in */
};

static int mere_cs(void *ctx)
{
	struct mere_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void mere(int n)
{
	struct mere_cs cs = { .n = n };
	if (n > 0)
		rcl_exec_anon(&m, mere_cs, &cs, sizeof(cs));
}

struct gives_cs {       /* r->m, in.c:54-56 */
	struct row *r;  /* in */
	int n;          /* in-out */
};

static int gives_cs(void *ctx)
{
	struct gives_cs *cs = ctx;
	struct row *r = cs->r;
	int n = cs->n;

	n += r->n++;
	cs->n = n;
	return 0;
}

static int gives(struct row *r, int n)
{
	struct gives_cs cs = { .r = r, .n = n };
	if (r != NULL && n < 5 && rcl_exec_anon(&r->m, gives_cs, &cs, sizeof(cs)) == 0)
		n = cs.n;
	return n;
}

struct fails_cs {       /* r->m, in.c:63-67 */
	struct row *r;  /* in */
	int n;          /* in-out */
};

static int fails_cs(void *ctx)
{
	struct fails_cs *cs = ctx;
	struct row *r = cs->r;
	int n = cs->n;

	r->n += n;
	n = r->n;
	cs->n = n;
	return 0;
}

static int fails(struct row *r, int n)
{
	struct fails_cs cs = { .r = r, .n = n };
	if (!r || rcl_exec_anon(&r->m, fails_cs, &cs, sizeof(cs)) < 0)
		return -1;
	n = cs.n;
	return n;
}

struct busy_cs {        /* r->m, in.c:73-83 */
	struct row *r;  /* in */
	int n;          /* in */
};

static int busy_cs(void *ctx)
{
	struct busy_cs *cs = ctx;
	struct row *r = cs->r;
	int n = cs->n;

	if (r->n > 20) {
		return 1;
	}
	r->n += n;
	return 0;
}

static int busy(struct row *r, int n)
{
	struct busy_cs cs = { .r = r, .n = n };
	int way = n < 0 ? -1 : rcl_tryexec(&r->m, busy_cs, &cs, sizeof(cs));

	if (way < 0) {
		failures++;
		return -1;
	}
	if (way == 1) {
		failures += 10;
		return 0;
	}
	return n;
}

static int ways(int n)
{
	if (n > 1 && /* if it is free */
	    rcl_trylock(&m) == 0) {
		if (count > 10) {
			rcl_unlock(&m);
			puts("many");
			return count;
		}
		n += count;
		rcl_unlock(&m);
	} else {
		n--;
	}
	return n;
}

/* m, in.c:106-108 */
static int called_cs(void *ctx)
{
	count += failures;
	return 0;
}

static int called(int n)
{
	if (next() > n)
		rcl_exec_anon(&m, called_cs, NULL, 0);
	return n;
}

/* the client would have put down what n was before */
static int changed(int n)
{
	if ((n = next()) > 1 && rcl_lock(&m) == 0) {
		count += n;
		rcl_unlock(&m);
	}
	return n;
}

/* the lock is held where the rest does not hold */
static int asked_behind(int n)
{
	if (rcl_lock(&m) == 0 && n > 0) {
		count += n;
		rcl_unlock(&m);
		return n;
	}
	rcl_unlock(&m);
	return 0;
}

static int either(int n)
{
	if (n > 50 || rcl_trylock(&m) == 0) {
		count++;
		if (n <= 50)
			rcl_unlock(&m);
	}
	return n;
}

static void *held(void *arg)
{
	(void)arg;
	printf("%d %d %d %d\n", returns(1), busy(&row, 2), ways(3), either(4));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d %d %d %d\n", cached(0, 2), cached(1, 3), cached(0, 40), returns(1), returns(-1));
	mere(3);
	mere(-3);
	printf("%d %d %d %d %d\n", gives(NULL, 1), gives(&row, 1), gives(&row, 7), fails(NULL, 2), fails(&row, 2));
	printf("%d %d %d %d\n", busy(&row, 2), busy(&row, -2), busy(&row, 40), busy(&row, 1));
	printf("%d %d %d\n", ways(1), ways(2), called(100));
	count = 0;
	printf("%d %d %d %d\n", ways(2), called(1), changed(1), asked_behind(4));
	printf("%d %d %d\n", asked_behind(-4), either(1), either(60));
	rcl_lock(&m);
	rcl_lock(&row.m);
	pthread_create(&t, NULL, held, NULL);
	pthread_join(t, NULL);
	rcl_unlock(&row.m);
	rcl_unlock(&m);
	printf("%d %d %d\n", count, failures, row.n);
	return 0;
}
