/* What no build compiles stands behind a section: it is not the section's, and who leaves that before does not get there. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long total, seen;

struct a_cs {   /* m, in.c:12-19 */
	int n;  /* in */
};

static int a_cs(void *ctx)
{
	struct a_cs *cs = ctx;
	int n = cs->n;

	total++;
	if (n > 2) {
		total += n;
		return 1;
	} else {
		return 2;
	}
}

/* released on each way of a statement, behind which only such code stands in its block */
static void a(int n)
{
	if (n) {
		struct a_cs cs = { .n = n };
		int way = rcl_exec_anon(&m, a_cs, &cs, sizeof(cs));

		if (way == 1) {
			puts("more");
		}
#ifdef NEVER
		seen++;
		printf("behind %d\n", n);
#endif
	}
	puts("a");
}

struct b_cs {   /* m, in.c:32-38 */
	int n;  /* in */
};

static int b_cs(void *ctx)
{
	struct b_cs *cs = ctx;
	int n = cs->n;

	if (n < 0) {
		return 1;
	}
	total += n;
	return 0;
}

/* who leaves early must not do it */
static void b(int n)
{
	struct b_cs cs = { .n = n };
	if (rcl_exec_anon(&m, b_cs, &cs, sizeof(cs)) == 1) {
		return;
	}
#ifdef NEVER
	printf("b %d\n", n);
#endif
}

struct c_cs {   /* m, in.c:46-52 */
	int n;  /* in */
};

static int c_cs(void *ctx)
{
	struct c_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		total += n;
		return 1;
	} else {
		seen++;
		return 1;
	}
}

static void c(int n)
{
	struct c_cs cs = { .n = n };
	rcl_exec_anon(&m, c_cs, &cs, sizeof(cs));
#ifdef NEVER
	printf("c %d\n", n);
#endif
}

struct d_cs {   /* m, in.c:61-69 */
	int n;  /* in */
};

static int d_cs(void *ctx)
{
	struct d_cs *cs = ctx;
	int n = cs->n;

	switch (n) {
	case 1:
		total++;
		return 1;
	default:
		return 2;
	}
}

static int d(int n)
{
	struct d_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, d_cs, &cs, sizeof(cs));

	if (way == 2) {
		return 3;
	}
#ifdef NEVER
	printf("d %d\n", n);
#endif
	return 4;
}

struct g_cs {   /* m, in.c:80-86 */
	int n;  /* in */
};

static int g_cs(void *ctx)
{
	struct g_cs *cs = ctx;
	int n = cs->n;

	if (n == 3) {
		return 1;
	}
	total += n;
	return 0;
}

static void g(int n)
{
	while (n-- > 0) {
		struct g_cs cs = { .n = n };
		if (rcl_exec_anon(&m, g_cs, &cs, sizeof(cs)) == 1) {
			continue;
		}
#ifdef NEVER
		printf("g %d\n", n);
#endif
	}
}

struct h_cs {   /* m, in.c:96-107 */
	int n;  /* in */
};

static int h_cs(void *ctx)
{
	struct h_cs *cs = ctx;
	int n = cs->n;

	if (n > 2) {
		total += n;
		return 1;
	} else {
		return 2;
	}
}

/* it is the tail's */
static void h(int n)
{
	struct h_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, h_cs, &cs, sizeof(cs));

	if (way == 1) {
#ifdef NEVER
		printf("h %d\n", n);
#endif
	} else {
#ifdef NEVER
		printf("h2 %d\n", n);
#endif
	}
}

int main(void)
{
	for (int n = -1; n < 5; n++) {
		a(n), b(n), c(n), g(n), h(n);
		printf("%d\n", d(n));
	}
	printf("%ld %ld\n", total, seen);
	return 0;
}
