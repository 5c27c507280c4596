/* What a section declares, and what follows it names, may have another meaning outside. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static long sum;
typedef char own_t;
enum { FEW = 2 };
struct tag { char c; };

struct f_cs {    /* lock, in.c:12-13 */
	long n;  /* in */
};

static int f_cs(void *ctx)
{
	struct f_cs *cs = ctx;
	long n = cs->n;

	sum += n;
	return RCL_KEEP;
}

static long f(long n)
{
	struct f_cs cs = { .n = n };
	rcl_exec_anon(&lock, f_cs, &cs, sizeof(cs));
	typedef long own_t;
	sum += sizeof(own_t);
	rcl_unlock(&lock);
	own_t own = (own_t)(n + 300);
	return n + own;
}

struct g_cs {    /* lock, in.c:23-24 */
	long n;  /* in */
};

static int g_cs(void *ctx)
{
	struct g_cs *cs = ctx;
	long n = cs->n;

	sum += n;
	return RCL_KEEP;
}

static long g(long n)
{
	struct g_cs cs = { .n = n };
	rcl_exec_anon(&lock, g_cs, &cs, sizeof(cs));
	enum { FEW = 5 };
	sum += FEW;
	rcl_unlock(&lock);
	return n + FEW;
}

struct h_cs {    /* lock, in.c:33-34 */
	long n;  /* in */
};

static int h_cs(void *ctx)
{
	struct h_cs *cs = ctx;
	long n = cs->n;

	sum += n;
	return RCL_KEEP;
}

static long h(long n)
{
	struct h_cs cs = { .n = n };
	rcl_exec_anon(&lock, h_cs, &cs, sizeof(cs));
	struct tag { long c; };
	sum += 1;
	rcl_unlock(&lock);
	return n + (long)sizeof(struct tag);
}

struct left_cs {  /* lock, in.c:43-44 */
	long n;   /* in */
};

static int left_cs(void *ctx)
{
	struct left_cs *cs = ctx;
	long n = cs->n;

	sum += n;
	return RCL_KEEP;
}

static long left(long n)
{
	struct left_cs cs = { .n = n };
	rcl_exec_anon(&lock, left_cs, &cs, sizeof(cs));
	if (sum > 2) {
		enum { FEW = 7, MORE };
		sum += MORE;
		rcl_unlock(&lock);
		return n + FEW;
	}
	rcl_unlock(&lock);
	return n;
}

struct inside_cs {  /* lock, in.c:57-62 */
	long n;     /* in */
};

static int inside_cs(void *ctx)
{
	struct inside_cs *cs = ctx;
	long n = cs->n;
	enum { SOME = 7 };
	typedef long own_t;
	own_t own = SOME;
	sum += own + n;
	return 0;
}

static long inside(long n)
{
	struct inside_cs cs = { .n = n };
	rcl_exec_anon(&lock, inside_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	for (long n = 0; n < 3; n++)
		printf("%ld %ld %ld %ld %ld %ld\n", f(n), g(n), h(n), left(n), inside(n), sum);
	return 0;
}
