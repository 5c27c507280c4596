#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));

struct grid {
	int rows[2][3];
};

#define EITHER(n, a, b) _Generic((n), int: (a), long: (b))

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int shared = 3;

struct member_of_vector_cs {  /* lock, in.c:19-22 */
	int n;                /* in */
	four v;               /* in-out */
};

static int member_of_vector_cs(void *ctx)
{
	struct member_of_vector_cs *cs = ctx;
	int n = cs->n;
	four v = cs->v;

	v[1] = shared;
	shared += v[n];
	cs->v = v;
	return 0;
}

/* What changes a part of a variable, or one of several, changes it. */
static int member_of_vector(int n)
{
	four v = {1, 2, 3, 4};
	struct member_of_vector_cs cs = { .n = n, .v = v };
	rcl_exec_anon(&lock, member_of_vector_cs, &cs, sizeof(cs));
	v = cs.v;
	return v[0] + v[1];
}

struct row_of_a_member_cs {  /* lock, in.c:29-32 */
	struct grid *g;      /* by reference */
};

static int row_of_a_member_cs(void *ctx)
{
	struct row_of_a_member_cs *cs = ctx;
	struct grid *g = cs->g;
	int *row = g->rows[1];
	row[0] = shared;
	return 0;
}

static int row_of_a_member(int n)
{
	struct grid g = {{{n}}};
	struct row_of_a_member_cs cs = { .g = &g };
	rcl_exec_anon(&lock, row_of_a_member_cs, &cs, sizeof(cs));
	return g.rows[1][0];
}

struct marked_cs {  /* lock, in.c:39-42 */
	int x;      /* in-out */
};

static int marked_cs(void *ctx)
{
	struct marked_cs *cs = ctx;
	int x = cs->x;

	shared += x;
	__extension__ x = shared;
	cs->x = x;
	return 0;
}

static int marked(int n)
{
	int x = n;
	struct marked_cs cs = { .x = x };
	rcl_exec_anon(&lock, marked_cs, &cs, sizeof(cs));
	x = cs.x;
	return x;
}

struct chosen_cs {  /* lock, in.c:49-52 */
	int x;      /* in-out */
	int y;      /* in-out */
};

static int chosen_cs(void *ctx)
{
	struct chosen_cs *cs = ctx;
	int x = cs->x;
	int y = cs->y;

	__builtin_choose_expr(1, x, y) = shared;
	shared += y;
	cs->x = x;
	cs->y = y;
	return 0;
}

static int chosen(int n)
{
	int x = n, y = n + 1;
	struct chosen_cs cs = { .x = x, .y = y };
	rcl_exec_anon(&lock, chosen_cs, &cs, sizeof(cs));
	x = cs.x;
	y = cs.y;
	return x + y;
}

struct by_address_cs {  /* lock, in.c:59-63 */
	int *x;         /* by reference */
	int *y;         /* by reference */
};

static int by_address_cs(void *ctx)
{
	struct by_address_cs *cs = ctx;
	int *x = cs->x;
	int *y = cs->y;
	int *to = &EITHER(shared, *x, *y);
	shared += *x;
	*to = shared;
	return 0;
}

static int by_address(int n)
{
	int x = n, y = n + 1;
	struct by_address_cs cs = { .x = &x, .y = &y };
	rcl_exec_anon(&lock, by_address_cs, &cs, sizeof(cs));
	return x + y;
}

struct perhaps_cs {  /* lock, in.c:71-73 */
	int n;       /* in */
	int y;       /* in-out */
};

static int perhaps_cs(void *ctx)
{
	struct perhaps_cs *cs = ctx;
	int n = cs->n;
	int y = cs->y;

	shared += shared ?: (y = n);
	cs->y = y;
	return 0;
}

/* A branch that is perhaps not taken leaves the value from before. */
static int perhaps(int n)
{
	int y = 7;
	struct perhaps_cs cs = { .n = n, .y = y };
	rcl_exec_anon(&lock, perhaps_cs, &cs, sizeof(cs));
	y = cs.y;
	return y;
}

int main(void)
{
	printf("%d %d\n", member_of_vector(2), row_of_a_member(5));
	printf("%d\n", marked(5));
	printf("%d %d %d\n", chosen(5), by_address(5), perhaps(5));
	return 0;
}
