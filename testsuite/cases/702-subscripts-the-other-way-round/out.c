#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct row {
	int cells[3];
	rcl_mutex_t lock;
};

static rcl_mutex_t locks[2] = { RCL_MUTEX_INITIALIZER(locks), RCL_MUTEX_INITIALIZER(locks) };
static int n;

struct fill_cs {   /* k[locks], in.c:16-20 */
	int k;     /* in */
	int *own;  /* by reference */
	int *p;    /* in */
};

static int fill_cs(void *ctx)
{
	struct fill_cs *cs = ctx;
	int k = cs->k;
	int *own = cs->own;
	int *p = cs->p;

	1[own] = 7;
	2[p] = ++n;
	(k ? 0 : 1)[own] += 2;
	return 0;
}

static int fill(int k)
{
	int own[3] = { k }, *p = own;

	struct fill_cs cs = { .k = k, .own = own, .p = p };
	rcl_exec_anon(&k[locks], fill_cs, &cs, sizeof(cs));
	return own[0] + own[1] * 10 + own[2] * 100;
}

struct set_cs {           /* 0[row].lock, in.c:28-31 */
	struct row *row;  /* in */
	int k;            /* in */
	int now;          /* out */
};

static int set_cs(void *ctx)
{
	struct set_cs *cs = ctx;
	struct row *row = cs->row;
	int k = cs->k;
	int now;

	1[row->cells] = k;
	now = 1[0[row].cells] + 1;
	cs->now = now;
	return 0;
}

static int set(struct row *row, int k)
{
	int now;

	struct set_cs cs = { .row = row, .k = k };
	rcl_exec_anon(&0[row].lock, set_cs, &cs, sizeof(cs));
	now = cs.now;
	return now;
}

int main(void)
{
	struct row row = { { 1, 2, 3 }, RCL_MUTEX_INITIALIZER(row_lock) };

	printf("%d %d %d\n", fill(0), fill(1), set(&row, 4));
	return 0;
}
