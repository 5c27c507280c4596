/* An early return may be left out where the function ends behind the section, and only there; a label in a pause cuts the section. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, behind;

struct in_a_branch_cs {  /* lock, in.c:11-17 */
	int b;           /* in */
};

static int in_a_branch_cs(void *ctx)
{
	struct in_a_branch_cs *cs = ctx;
	int b = cs->b;

	if (b) {
		return 1;
	}
	count++;
	return 0;
}

static void in_a_branch(int a, int b)
{
	if (a) {
		struct in_a_branch_cs cs = { .b = b };
		if (rcl_exec_anon(&lock, in_a_branch_cs, &cs, sizeof(cs)) == 1)
			return;
	}
	behind++;
}

struct at_the_end_cs {  /* lock, in.c:25-31 */
	int b;          /* in */
};

static int at_the_end_cs(void *ctx)
{
	struct at_the_end_cs *cs = ctx;
	int b = cs->b;

	if (b) {
		return 0;
	}
	count++;
	return 0;
}

static void at_the_end(int a, int b)
{
	if (a) {
		struct at_the_end_cs cs = { .b = b };
		rcl_exec_anon(&lock, at_the_end_cs, &cs, sizeof(cs));
	}
}

struct inside_a_block_cs {  /* lock, in.c:39-45 */
	int b;              /* in */
};

static int inside_a_block_cs(void *ctx)
{
	struct inside_a_block_cs *cs = ctx;
	int b = cs->b;

	if (b) {
		return 1;
	}
	count++;
	return 0;
}

static void inside_a_block(int a, int b)
{
	{
		if (a) {
			struct inside_a_block_cs cs = { .b = b };
			if (rcl_exec_anon(&lock, inside_a_block_cs, &cs, sizeof(cs)) == 1)
				return;
		}
		behind++;
	}
}

struct in_a_loop_cs {  /* lock, in.c:54-60 */
	int a;         /* in */
	int b;         /* in */
};

static int in_a_loop_cs(void *ctx)
{
	struct in_a_loop_cs *cs = ctx;
	int a = cs->a;
	int b = cs->b;

	if (b == a) {
		return 1;
	}
	count++;
	return 0;
}

static void in_a_loop(int a, int b)
{
	while (a--) {
		struct in_a_loop_cs cs = { .a = a, .b = b };
		if (rcl_exec_anon(&lock, in_a_loop_cs, &cs, sizeof(cs)) == 1)
			return;
	}
}

/* lock, in.c:66-68 */
static int again_in_a_pause_lock_1_cs(void *ctx)
{
	count++;
	return 0;
}

struct again_in_a_pause_lock_2_cs {  /* lock, in.c:73-75 */
	int n;                       /* in */
};

static int again_in_a_pause_lock_2_cs(void *ctx)
{
	struct again_in_a_pause_lock_2_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int again_in_a_pause(int n)
{
	rcl_exec_anon(&lock, again_in_a_pause_lock_1_cs, NULL, 0);
again:
	n--;
	if (n > 0)
		goto again;
	struct again_in_a_pause_lock_2_cs cs = { .n = n };
	rcl_exec_anon(&lock, again_in_a_pause_lock_2_cs, &cs, sizeof(cs));
	return n;
}

int main(void)
{
	int i, sum = 0;

	for (i = 0; i < 20; i++) {
		in_a_branch(i % 2, i % 3 == 0);
		at_the_end(i % 2, i % 3 == 0);
		inside_a_block(i % 2, i % 3 == 0);
		in_a_loop(i, i / 2);
		sum += again_in_a_pause(i);
	}
	printf("%d %d %d\n", count, behind, sum);
	return 0;
}
