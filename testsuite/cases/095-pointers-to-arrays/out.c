#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef int row[4];

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int table[3][4] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
static int total;

static int twice(int x)
{
	return x * 2;
}

struct next_row_cs {   /* lock, in.c:20-24 */
	int (*at)[4];  /* in-out */
	int first;     /* out */
};

static int next_row_cs(void *ctx)
{
	struct next_row_cs *cs = ctx;
	int (*at)[4] = cs->at;
	int first;

	first = (*at)[0];
	at++;
	total += (*at)[1];
	cs->at = at;
	cs->first = first;
	return 0;
}

/* A pointer to an array is a value. */
static int next_row(int n)
{
	int (*at)[4] = &table[n], first;

	struct next_row_cs cs = { .at = at };
	rcl_exec_anon(&lock, next_row_cs, &cs, sizeof(cs));
	at = cs.at;
	first = cs.first;
	return first + (*at)[0];
}

struct call_cs {                 /* lock, in.c:35-38 */
	int n;                   /* in */
	int (*one)(int);         /* in-out */
	int (**all)(int);        /* by reference */
	void (*unused)(int[4]);  /* in */
};

static int call_cs(void *ctx)
{
	struct call_cs *cs = ctx;
	int n = cs->n;
	int (*one)(int) = cs->one;
	int (**all)(int) = cs->all;
	void (*unused)(int[4]) = cs->unused;

	total += one(n) + all[n & 1](n) + (unused != NULL);
	one = NULL;
	cs->one = one;
	return 0;
}

/* So is a pointer to a function whose parameter is one; an array of such pointers is not. */
static int call(int n)
{
	int (*one)(int) = twice;
	int (*all[2])(int) = { twice, twice };
	void (*unused)(int values[4]) = NULL;

	struct call_cs cs = { .n = n, .one = one, .all = all, .unused = unused };
	rcl_exec_anon(&lock, call_cs, &cs, sizeof(cs));
	one = cs.one;
	return one == NULL;
}

struct sum_cs {       /* lock, in.c:47-50 */
	row *values;  /* by reference */
	row *whole;   /* in */
};

static int sum_cs(void *ctx)
{
	struct sum_cs *cs = ctx;
	row *values = cs->values;
	row *whole = cs->whole;

	(*values)[3] = total;
	(*whole)[1] += (int)sizeof(*values);
	return 0;
}

/* An array is an array behind a typedef, too. */
static int sum(int n)
{
	row values = { 1, 2, n }, *whole = &values;

	struct sum_cs cs = { .values = &values, .whole = whole };
	rcl_exec_anon(&lock, sum_cs, &cs, sizeof(cs));
	return values[1] + values[2] + values[3];
}

int main(void)
{
	printf("%d %d %d\n", next_row(0), call(3), sum(4));
	return total != 4 + 12;
}
