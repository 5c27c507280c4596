/* Ways out that read alike, where one of them means a variable of the section's, and the other one that of its function. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, seen;

struct returned_cs {  /* m, in.c:12-25 */
	int n;        /* in */
	int item;     /* out */
};

static int returned_cs(void *ctx)
{
	struct returned_cs *cs = ctx;
	int n = cs->n;

	if (n == 1) {
		int item = 5;
		count += item;
		cs->item = item;
		return 1;
	}
	if (n == 2) {
		count++;
		return 2;
	}
	count++;
	return 0;
}

static int returned(int n)
{
	int item = 1;

	struct returned_cs cs = { .n = n };
	switch (rcl_exec_anon(&m, returned_cs, &cs, sizeof(cs))) {
	case 1: {
		int item = cs.item;
		return item;
	}
	case 2:
		return item;
	}
	return item + 9;
}

struct gone_on_cs {  /* m, in.c:33-42 */
	int n;       /* in */
	int item;    /* out */
};

static int gone_on_cs(void *ctx)
{
	struct gone_on_cs *cs = ctx;
	int n = cs->n;

	if (n == 1) {
		int item = 5;
		count += item;
		cs->item = item;
		return 1;
	} else {
		count++;
		return 2;
	}
}

static int gone_on(int n)
{
	int item = 1;

	struct gone_on_cs cs = { .n = n };
	int way = rcl_exec_anon(&m, gone_on_cs, &cs, sizeof(cs));

	if (way == 1) {
		int item = cs.item;
		seen += item;
	} else {
		seen += item;
	}
	return item;
}

struct both_of_the_section_cs {  /* m, in.c:49-63 */
	int n;                   /* in */
	int item;                /* out */
};

static int both_of_the_section_cs(void *ctx)
{
	struct both_of_the_section_cs *cs = ctx;
	int n = cs->n;

	if (n == 1) {
		int item = 5;
		count += item;
		cs->item = item;
		return 1;
	}
	if (n == 2) {
		int item = 6;
		count -= item;
		cs->item = item;
		return 1;
	}
	count++;
	return 0;
}

static int both_of_the_section(int n)
{
	struct both_of_the_section_cs cs = { .n = n };
	if (rcl_exec_anon(&m, both_of_the_section_cs, &cs, sizeof(cs)) == 1) {
		int item = cs.item;
		return item;
	}
	return 9;
}

int main(void)
{
	printf("%d %d %d\n", returned(1), returned(2), returned(3));
	printf("%d %d %d\n", gone_on(1), gone_on(2), gone_on(3));
	printf("%d %d %d\n", both_of_the_section(1), both_of_the_section(2), both_of_the_section(3));
	printf("%d %d\n", count, seen);
	return 0;
}
