#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct pool {
	rcl_mutex_t *lock;
	int used, freed;
};

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t row[2] = { RCL_MUTEX_INITIALIZER(row), RCL_MUTEX_INITIALIZER(row) };
static int total, last, most, sums[2];

static void unlock_and_note_after(rcl_mutex_t *m, int n)
{
	if (n > most)
		most = n;
	last = m == &lock ? n : -1;
}

static void unlock_and_note(rcl_mutex_t *m, int n)
{
	rcl_unlock(m);
	unlock_and_note_after(m, n);
}

struct add_cs {  /* lock, in.c:24-25 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

/* What the lock guards is read before it is given back. */
static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	unlock_and_note(&lock, total);
}

struct put_cs {             /* pool->lock, in.c:32-34 */
	struct pool *pool;  /* in */
	int n;              /* in */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	struct pool *pool = cs->pool;
	int n = cs->n;

	pool->used -= n;
	pool->freed = pool->used == 0;
	return RCL_KEEP;
}

/* Whoever has the lock next may free the pool. */
static void put(struct pool *pool, int n)
{
	struct put_cs cs = { .pool = pool, .n = n };
	rcl_exec_anon(pool->lock, put_cs, &cs, sizeof(cs));
	unlock_and_note(pool->lock, n);
}

struct wait_for_cs {  /* lock, in.c:43-45 */
	int **where;  /* in */
	int *n;       /* by reference */
};

static int wait_for_cs(void *ctx)
{
	struct wait_for_cs *cs = ctx;
	int **where = cs->where;
	int *n = cs->n;

	*where = n;
	total++;
	return RCL_KEEP;
}

/* Another thread may change it by its address. */
static int wait_for(int **where)
{
	int n = 4;

	struct wait_for_cs cs = { .where = where, .n = &n };
	rcl_exec_anon(&lock, wait_for_cs, &cs, sizeof(cs));
	unlock_and_note(&lock, n);
	return n;
}

struct take_cs {   /* lock, in.c:55-58 */
	int n;     /* in */
	int left;  /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	int n = cs->n;
	int left;

	left = total - n;
	total = left;
	cs->left = left;
	return 0;
}

/* What only this thread has is the same behind the release. */
static int take(int n)
{
	int left;

	struct take_cs cs = { .n = n };
	rcl_exec_anon(&lock, take_cs, &cs, sizeof(cs));
	left = cs.left;
	unlock_and_note_after(&lock, left);
	return left;
}

struct sum_up_cs {  /* row[i], in.c:68-70 */
	int n;      /* in */
	int i;      /* in */
};

static int sum_up_cs(void *ctx)
{
	struct sum_up_cs *cs = ctx;
	int n = cs->n;
	int i = cs->i;

	sums[i] += n;
	return 0;
}

/* So is where an element of an array stands. */
static void sum_up(int n)
{
	int i;

	for (i = 0; i < 2; i++) {
		struct sum_up_cs cs = { .n = n, .i = i };
		rcl_exec_anon(&row[i], sum_up_cs, &cs, sizeof(cs));
		unlock_and_note_after(&row[i], i);
	}
}

int main(void)
{
	struct pool pool = { &lock, 3, 0 };
	int *waited, n;

	add(6);
	printf("%d %d %d\n", total, last, most);
	put(&pool, 3);
	printf("%d %d %d\n", pool.freed, last, most);
	n = wait_for(&waited);
	printf("%d %d\n", n, last);
	printf("%d", take(2));
	printf(" %d %d %d\n", total, last, most);
	sum_up(3);
	printf("%d %d\n", sums[0] + sums[1], last);
	return 0;
}
