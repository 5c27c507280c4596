/* A section that ends in a block, in which a variable is declared behind the release: what follows the block has another one. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define LONG_VAR(name, value) long name = value

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, seen;

/* m, in.c:15-20 */
static int declared_cs(void *ctx)
{
	{
		count++;
		return 1;
	}
}

static int declared(int n)
{
	int item = 1;

	if (n) {
		rcl_exec_anon(&m, declared_cs, NULL, 0);
		{
			int item = 5;
			seen += item;
		}
		seen += item * 100;
	}
	return item;
}

/* m, in.c:32-37 */
static int by_a_macro_cs(void *ctx)
{
	count++;
	{
		return 1;
	}
}

static int by_a_macro(int n)
{
	int item = 1;

	if (n) {
		rcl_exec_anon(&m, by_a_macro_cs, NULL, 0);
		{
			LONG_VAR(item, 5);
			seen += item;
		}
		seen += item * 100;
	}
	return item;
}

struct handed_out_cs {  /* m, in.c:49-53 */
	int item;       /* out */
};

static int handed_out_cs(void *ctx)
{
	struct handed_out_cs *cs = ctx;

	{
		int item = ++count;
		cs->item = item;
		return 1;
	}
}

static int handed_out(int n)
{
	int item = 1;

	if (n) {
		struct handed_out_cs cs;
		rcl_exec_anon(&m, handed_out_cs, &cs, sizeof(cs));
		{
			int item = cs.item;
			seen += item;
		}
		seen += item * 100;
	}
	return item;
}

/* m, in.c:65-71 */
static int left_by_a_jump_cs(void *ctx)
{
	count++;
	{
		return 1;
	}
}

static int left_by_a_jump(int n)
{
	int item = 1;

	if (n) {
		rcl_exec_anon(&m, left_by_a_jump_cs, NULL, 0);
		{
			int item = 5;
			seen += item;
			goto out;
		}
out:
		seen += item * 100;
	}
	return item;
}

/* m, in.c:84-89 */
static int a_type_cs(void *ctx)
{
	count++;
	{
		return 1;
	}
}

static int a_type(int n)
{
	typedef long number;

	if (n) {
		rcl_exec_anon(&m, a_type_cs, NULL, 0);
		{
			typedef char number;
			seen += sizeof(number);
		}
		seen += sizeof(number) * 100;
	}
	return n;
}

/* m, in.c:99-104 */
static int nothing_behind_cs(void *ctx)
{
	count++;
	{
		return 1;
	}
}

static int nothing_behind(int n)
{
	if (n) {
		rcl_exec_anon(&m, nothing_behind_cs, NULL, 0);
		int item = 5;
		seen += item;
	}
	return n;
}

/* m, in.c:115-121 */
static int nothing_declared_cs(void *ctx)
{
	count++;
	{
		return 1;
	}
}

static int nothing_declared(int n)
{
	int item = 1;

	if (n) {
		rcl_exec_anon(&m, nothing_declared_cs, NULL, 0);
		seen += 2;
		for (int item = 0; item < 2; item++)
			seen += item;
		seen += item * 100;
	}
	return item;
}

struct in_a_switch_cs {  /* m, in.c:132-150 */
	int n;           /* in */
};

static int in_a_switch_cs(void *ctx)
{
	struct in_a_switch_cs *cs = ctx;
	int n = cs->n;

	if (n == 1) {
		return 1;
	}
	if (n == 2) {
		return 2;
	}
	if (n == 3) {
		return 3;
	}
	count++;
	return 0;
}

static int in_a_switch(int n)
{
	int item = 1;

	struct in_a_switch_cs cs = { .n = n };
	switch (rcl_exec_anon(&m, in_a_switch_cs, &cs, sizeof(cs))) {
	case 1: {
		seen++;
		int item = 5;
		seen += item;
		return item;
	}
	case 2:
		seen += item * 100;
		return item;
	case 3:
		return item + 7;
	}
	return item;
}

int main(void)
{
	printf("%d %d\n", declared(0), declared(1));
	printf("%d %d\n", by_a_macro(0), by_a_macro(1));
	printf("%d %d\n", handed_out(0), handed_out(1));
	printf("%d %d\n", left_by_a_jump(0), left_by_a_jump(1));
	printf("%d %d\n", a_type(0), a_type(1));
	printf("%d %d\n", nothing_behind(0), nothing_behind(1));
	printf("%d %d\n", nothing_declared(0), nothing_declared(1));
	printf("%d %d %d %d\n", in_a_switch(0), in_a_switch(1), in_a_switch(2), in_a_switch(3));
	printf("%d %d\n", count, seen);
	return 0;
}
