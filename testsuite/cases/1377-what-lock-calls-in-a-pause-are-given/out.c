/* Lock functions that are given more than the mutex, where a section gives it back for a while. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct lock { rcl_mutex_t m; int n; };

static struct lock stats = { RCL_MUTEX_INITIALIZER(lock_m), 0 };
static int total, asked;

static rcl_mutex_t *take_mutex(struct lock *l)
{
	return &l->m;
}

static void take(struct lock *l, int line) { (void)line; rcl_lock(&l->m); }
static void give(struct lock *l, int line) { (void)line; rcl_unlock(&l->m); }

struct plain_cs {  /* stats.m, in.c:15-23 */
	int n;     /* in */
	int at;    /* where it goes on */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	total += n;
	if (n > 2) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	total += n;
	return 0;
}

static int plain(int n)
{
	struct plain_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(take_mutex(&stats), plain_cs, &cs, sizeof(cs)) == 1) {
		n += printf("between\n");
		cs.n = n;
	}
	return n;
}

struct counts_where_it_gives_cs {  /* stats.m, in.c:29-37 */
	int n;                     /* in */
};

static int counts_where_it_gives_cs(void *ctx)
{
	struct counts_where_it_gives_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int counts_where_it_gives(int n)
{
	struct counts_where_it_gives_cs cs = { .n = n };
	rcl_exec_anon(take_mutex(&stats), counts_where_it_gives_cs, &cs, sizeof(cs));
	if (n > 2) {
		give(&stats, asked++);
		n += printf("between\n");
		take(&stats, 3);
	}
	total += n;
	give(&stats, 4);
	return n;
}

struct counts_where_it_takes_cs {  /* stats.m, in.c:43-51 */
	int n;                     /* in */
};

static int counts_where_it_takes_cs(void *ctx)
{
	struct counts_where_it_takes_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

static int counts_where_it_takes(int n)
{
	struct counts_where_it_takes_cs cs = { .n = n };
	rcl_exec_anon(take_mutex(&stats), counts_where_it_takes_cs, &cs, sizeof(cs));
	if (n > 2) {
		give(&stats, 2);
		n += printf("between\n");
		take(&stats, asked++);
	}
	total += n;
	give(&stats, 4);
	return n;
}

struct counts_twice_cs {  /* stats.m, in.c:58-72 */
	int n;            /* in */
};

static int counts_twice_cs(void *ctx)
{
	struct counts_twice_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return RCL_KEEP;
}

/* It is cut before the first place where it cannot be begun again. */
static int counts_twice(int n)
{
	struct counts_twice_cs cs = { .n = n };
	rcl_exec_anon(take_mutex(&stats), counts_twice_cs, &cs, sizeof(cs));
	if (n > 2) {
		give(&stats, 2);
		n += printf("between\n");
		take(&stats, asked++);
	}
	total += n;
	if (n > 4) {
		give(&stats, 3);
		n += printf("once more\n");
		take(&stats, asked++);
	}
	total += n;
	give(&stats, 4);
	return n;
}

struct gives_twice_stats_2_cs {  /* stats.m, in.c:84-86 */
	int n;                   /* in */
};

static int gives_twice_stats_2_cs(void *ctx)
{
	struct gives_twice_stats_2_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

struct gives_twice_stats_1_cs {  /* stats.m, in.c:79-91 */
	int n;                   /* in */
	int at;                  /* where it goes on */
};

static int gives_twice_stats_1_cs(void *ctx)
{
	struct gives_twice_stats_1_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	total += n;
	if (n > 2) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	total += n;
	return 0;
}

/* Of two releases in the block the last one is meant. */
static int gives_twice(int n)
{
	struct gives_twice_stats_1_cs cs = { .n = n, .at = 0 };
	while (rcl_exec_anon(take_mutex(&stats), gives_twice_stats_1_cs, &cs, sizeof(cs)) == 1) {
		n += printf("between\n");
		struct gives_twice_stats_2_cs stats_2_cs = { .n = n };
		rcl_exec_anon(take_mutex(&stats), gives_twice_stats_2_cs,
				&stats_2_cs, sizeof(stats_2_cs));
		n += printf("and again\n");
		cs.n = n;
	}
	return n;
}

int main(void)
{
	int n = plain(1) + plain(5);

	n += counts_where_it_gives(1) + counts_where_it_gives(5);
	n += counts_where_it_takes(1) + counts_where_it_takes(5);
	n += counts_twice(1) + counts_twice(5);
	n += gives_twice(1) + gives_twice(5);
	printf("%d %d %d\n", n, total, asked);
	return 0;
}
