/* Sections that are the else of an if which asks whether the lock call has failed; and lock macros that it begins with. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define BAD (-106)

struct row {
	int n;
};

static rcl_mutex_t count_mutex = RCL_MUTEX_INITIALIZER(count_mutex);
static rcl_mutex_t row_mutex = RCL_MUTEX_INITIALIZER(row_mutex);
static struct row rows[4];
static int count, failures;

/* all rows have one lock, now */
#define ROW_LOCK(row) lock(&row_mutex)
#define ROW_UNLOCK(row) unlock(&row_mutex);

/* count_mutex, in.c:39-45 */
static int init_cs(void *ctx)
{
	count++;
	return 0;
}

static int init(int ret)
{
	if (ret == 1) {
		if (rcl_exec_anon(&count_mutex, init_cs, NULL, 0) < 0) {
			failures++;
			ret = BAD;
		}
	}
	return ret;
}

struct leaves_cs {  /* count_mutex, in.c:53-62 */
	int n;      /* in */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	int n = cs->n;

	count += n;
	if (count > 100) {
		return 1;
	}
	return 0;
}

static int leaves(int n)
{
	struct leaves_cs cs = { .n = n };
	int way = rcl_exec_anon(&count_mutex, leaves_cs, &cs, sizeof(cs));

	if (way < 0) {
		failures++;
		return -1;
	}
	if (way == 1)
		return count;
	return n;
}

struct tries_cs {  /* count_mutex, in.c:71-77 */
	int n;     /* in */
	int r;     /* out */
};

static int tries_cs(void *ctx)
{
	struct tries_cs *cs = ctx;
	int n = cs->n;
	int r;

	r = count; /* had */
	count += n;
	cs->r = r;
	return 0;
}

static int tries(int n)
{
	int r = 0;

	struct tries_cs cs = { .n = n };
	int way = rcl_tryexec(&count_mutex, tries_cs, &cs, sizeof(cs));

	if (way < 0) {
		failures++; /* busy */
		r = n;
	}
	if (way == 0)
		r = cs.r;
	return r;
}

struct keeps_cs {  /* count_mutex, in.c:84-93 */
	int n;     /* in */
};

static int keeps_cs(void *ctx)
{
	struct keeps_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int keeps(int n)
{
	struct keeps_cs cs = { .n = n };
	int way = rcl_tryexec(&count_mutex, keeps_cs, &cs, sizeof(cs));

	int r = way < 0 ? -way : 0;
	if (way < 0)
	{
		r = -r;
	}
	return r == 0;
}

struct behind_cs {  /* count_mutex, in.c:101-107 */
	int n;      /* in-out */
};

static int behind_cs(void *ctx)
{
	struct behind_cs *cs = ctx;
	int n = cs->n;

	if (0 != 0) {
		failures++;
	} else {
		count += n;
	}
	n = count;
	cs->n = n;
	return 0;
}

/* what is behind has the lock, if it can be had */
static int behind(int n)
{
	struct behind_cs cs = { .n = n };
	rcl_exec_anon(&count_mutex, behind_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct plain_cs {  /* count_mutex, in.c:113-117 */
	int n;     /* in */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int plain(int n)
{
	struct plain_cs cs = { .n = n };
	if (rcl_tryexec(&count_mutex, plain_cs, &cs, sizeof(cs)) < 0)
		failures++;
	return n;
}

struct else_if_cs {  /* count_mutex, in.c:124-127 */
	int n;       /* in-out */
};

static int else_if_cs(void *ctx)
{
	struct else_if_cs *cs = ctx;
	int n = cs->n;

	count += n;
	n = count;
	cs->n = n;
	return 0;
}

static int else_if(int n)
{
	struct else_if_cs cs = { .n = n };
	int way = rcl_tryexec(&count_mutex, else_if_cs, &cs, sizeof(cs));

	if (way < 0) {
		if (n > 2) {
			failures += n;
			if (n > 5)
				n--;
		} else {
			failures++;
		}
	}
	if (way == 0)
		n = cs.n;
	return n;
}

static int with_comment(int n)
{
	if (rcl_trylock(&count_mutex)) {
		failures++;
	} /* free */ else {
		count += n;
		rcl_unlock(&count_mutex);
	}
	return n;
}

struct set_row_cs {       /* row_mutex, in.c:153-156 */
	int n;            /* in */
	struct row *row;  /* in */
};

static int set_row_cs(void *ctx)
{
	struct set_row_cs *cs = ctx;
	int n = cs->n;
	struct row *row = cs->row;

	row->n += n;
	return 0;
}

static int set_row(int i, int n)
{
	struct row *row = &rows[i];

	struct set_row_cs cs = { .n = n, .row = row };
	if (rcl_exec_anon(&row_mutex, set_row_cs, &cs, sizeof(cs)) < 0)
		return BAD;
	return row->n;
}

struct swap_rows_cs {  /* row_mutex, in.c:164-168 */
	int i;         /* in */
	int j;         /* in */
	int was;       /* out */
};

static int swap_rows_cs(void *ctx)
{
	struct swap_rows_cs *cs = ctx;
	int i = cs->i;
	int j = cs->j;
	int was;

	was = rows[i].n;
	rows[i].n = rows[j].n;
	rows[j].n = was;
	cs->was = was;
	return 0;
}

static int swap_rows(int i, int j)
{
	int was = 0;

	struct swap_rows_cs cs = { .i = i, .j = j };
	int way = rcl_exec_anon(&row_mutex, swap_rows_cs, &cs, sizeof(cs));

	if (way < 0) {
		failures++;
	}
	if (way == 0)
		was = cs.was;
	return was;
}

static void *held(void *arg)
{
	(void)arg;
	printf("%d %d %d %d %d %d\n", tries(3), keeps(4), plain(5), with_comment(6), else_if(7), else_if(2));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d %d %d %d %d\n", init(0), init(1), leaves(3), leaves(98), tries(2), keeps(1));
	printf("%d %d %d %d %d %d\n", behind(2), plain(1), with_comment(1), set_row(1, 7), swap_rows(1, 2), rows[2].n);
	rcl_lock(&count_mutex);
	pthread_create(&t, NULL, held, NULL);
	pthread_join(t, NULL);
	rcl_unlock(&count_mutex);
	printf("%d %d %d\n", else_if(1), count, failures);
	return 0;
}
