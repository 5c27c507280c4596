/* The qualifiers of an array whose type has a name are those of its elements, to which sections get pointers. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef int row[3];
typedef const int fixed[3];
typedef row table[2];
typedef const char *names[2];

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int total;

struct parameters_cs {         /* lock, in.c:17-21 */
	const int *r;          /* in */
	const int (*t)[3];     /* in */
	volatile int **v;      /* by reference */
	const int *f;          /* in-out */
	const char *const *n;  /* in */
	int sum;               /* out */
};

static int parameters_cs(void *ctx)
{
	struct parameters_cs *cs = ctx;
	const int *r = cs->r;
	const int (*t)[3] = cs->t;
	volatile int **v = cs->v;
	const int *f = cs->f;
	const char *const *n = cs->n;
	int sum;

	sum = r[0] + t[1][1] + (*v)[2]++ + f[1] + n[1][0];
	f++;
	total += sum;
	cs->f = f;
	cs->sum = sum;
	return 0;
}

static int parameters(const row r, const table t, volatile row v, fixed f, names const n)
{
	int sum;

	struct parameters_cs cs = { .r = r, .t = t, .v = &v, .f = f, .n = n };
	rcl_exec_anon(&lock, parameters_cs, &cs, sizeof(cs));
	f = cs.f;
	sum = cs.sum;
	return sum + f[1];
}

struct variables_cs {              /* lock, in.c:38-42 */
	const row *r;              /* by reference */
	const int (*t)[3];         /* by reference */
	const row *several;        /* by reference */
	const int (*kept)[3];      /* by reference */
	volatile int *v;           /* by reference */
	const char *const *named;  /* by reference */
	const row (*p)[2];         /* in */
	int *plain;                /* by reference */
	const int *same;           /* by reference */
	int sum;                   /* out */
};

static int variables_cs(void *ctx)
{
	struct variables_cs *cs = ctx;
	const row *r = cs->r;
	const int (*t)[3] = cs->t;
	const row *several = cs->several;
	const int (*kept)[3] = cs->kept;
	volatile int *v = cs->v;
	const char *const *named = cs->named;
	const row (*p)[2] = cs->p;
	int *plain = cs->plain;
	const int *same = cs->same;
	int sum;

	sum = (*r)[2] + t[1][0] + several[1][0] + kept[0][0] + v[2]++ + named[1][1] + (*p)[1][0] + plain[0]++ + same[0];
	sum += (int)(sizeof(*r) + sizeof(t[0]));
	total += sum;
	cs->sum = sum;
	return 0;
}

static int variables(int n)
{
	const row r = { 1, 2, n };
	const table t = { { 3, 4, 5 }, { 6, 7, n } };
	const row several[2] = { { 1 }, { n } };
	static const table kept = { { 8 } };
	volatile row v = { 1, 2, n };
	const names named = { "one", "two" };
	const row (*p)[2] = &several;
	row plain = { 9 };
	const __typeof__(plain) same = { n };
	int sum;

	struct variables_cs cs = {
		.r = &r,
		.t = t,
		.several = several,
		.kept = kept,
		.v = v,
		.named = named,
		.p = p,
		.plain = plain,
		.same = same,
	};
	rcl_exec_anon(&lock, variables_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum + v[2] + plain[0];
}

int main(void)
{
	row r = { 1, 2, 3 };
	table t = { { 4, 5, 6 }, { 7, 8, 9 } };
	names n = { "a", "b" };

	printf("%d %d\n", parameters(r, t, r, r, n), variables(4));
	printf("%d %d\n", total, r[2]);
	return 0;
}
