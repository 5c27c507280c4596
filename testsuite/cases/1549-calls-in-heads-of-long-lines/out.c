/* Heads that ask for what a section's call gives: where such a line would be too long, the call goes on in another. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct table {
	rcl_mutex_t lock_of_the_table;
	int count;
};

static struct table connections = { RCL_MUTEX_INITIALIZER(table_lock_of_the_table), 20 };

struct removed_from_all_at_once_cs {  /* a->lock_of_the_table, in.c:15-21 */
	struct table *a;              /* in */
	int n;                        /* in */
};

static int removed_from_all_at_once_cs(void *ctx)
{
	struct removed_from_all_at_once_cs *cs = ctx;
	struct table *a = cs->a;
	int n = cs->n;

	if (a->count < n) {
		return 1;
	}
	a->count -= n;
	return 0;
}

/* the call alone would not be too long */
static int removed_from_all_at_once(struct table *a, int n)
{
	struct removed_from_all_at_once_cs cs = { .a = a, .n = n };
	if (rcl_exec_anon(&a->lock_of_the_table, removed_from_all_at_once_cs,
			&cs, sizeof(cs)) == 1) {
		return -1;
	}
	return n;
}

struct removed_from_cs {                   /* of_all_connections->lock_of_the_table, in.c:31-41 */
	struct table *of_all_connections;  /* in */
	int n;                             /* in */
};

static int removed_from_cs(void *ctx)
{
	struct removed_from_cs *cs = ctx;
	struct table *of_all_connections = cs->of_all_connections;
	int n = cs->n;

	if (of_all_connections->count < n) {
		return 1;
	}
	if (of_all_connections->count == n) {
		return 2;
	}
	of_all_connections->count -= n;
	return 0;
}

/* it goes on before the section's function */
static int removed_from(struct table *of_all_connections, int n, int *many)
{
	int rounds = 0;

	while (rounds < 4) {
		struct removed_from_cs cs = { .of_all_connections = of_all_connections, .n = n };
		int way = rcl_exec_anon(&of_all_connections->lock_of_the_table, removed_from_cs,
				&cs, sizeof(cs));

		if (way == 1) {
			break;
		}
		if (way == 2) {
			return 7;
		}
		*many += n;
		rounds++;
	}
	return rounds;
}

struct what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_1_cs {  /* of_the_connections_that_we_know->lock_of_the_table, in.c:54-60 */
	struct table *of_the_connections_that_we_know;  /* in */
	int n;                                          /* in */
	int left;                                       /* out */
};

static int what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_1_cs(void *ctx)
{
	struct what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_1_cs *cs = ctx;
	struct table *of_the_connections_that_we_know = cs->of_the_connections_that_we_know;
	int n = cs->n;
	int left;

	left = of_the_connections_that_we_know->count;
	if (left < n) {
		return 1;
	}
	cs->left = left;
	return 0;
}

struct what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_2_cs {  /* connections.lock_of_the_table, in.c:61-67 */
	struct table *of_the_connections_that_we_know;  /* in */
	int n;                                          /* in */
	int left;                                       /* in-out */
};

static int what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_2_cs(void *ctx)
{
	struct what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_2_cs *cs = ctx;
	struct table *of_the_connections_that_we_know = cs->of_the_connections_that_we_know;
	int n = cs->n;
	int left = cs->left;

	left += of_the_connections_that_we_know->count;
	if (left < n) {
		return 1;
	}
	cs->left = left;
	return 0;
}

/* and before both */
static int what_is_left_of_the_table_of_all_known_connections(struct table *of_the_connections_that_we_know, int n)
{
	int left;

	if (n) {
		struct what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_1_cs cs = {
			.of_the_connections_that_we_know = of_the_connections_that_we_know,
			.n = n,
		};
		if (rcl_exec_anon(&of_the_connections_that_we_know->lock_of_the_table,
				what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_1_cs,
				&cs, sizeof(cs)) == 1) {
			return 0;
		}
		left = cs.left;
		struct what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_2_cs lock_of_the_table_2_cs = {
			.of_the_connections_that_we_know = of_the_connections_that_we_know,
			.n = n,
			.left = left,
		};
		if (rcl_exec_anon(&connections.lock_of_the_table,
				what_is_left_of_the_table_of_all_known_connections_lock_of_the_table_2_cs,
				&lock_of_the_table_2_cs, sizeof(lock_of_the_table_2_cs)) == 1) {
			return 1;
		}
		left = lock_of_the_table_2_cs.left;
		return left;
	}
	return -1;
}

int main(void)
{
	int many = 0, first = removed_from_all_at_once(&connections, 3), rounds = removed_from(&connections, 4, &many);

	printf("%d %d %d\n", first, rounds, many);
	printf("%d\n", what_is_left_of_the_table_of_all_known_connections(&connections, 1));
	return 0;
}
