/* What follows a release never comes back: the program's end is a way out of the section. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static long total, largest;

static void die(const char *what, long which)
{
	fprintf(stderr, "%s: %ld\n", what, which);
	_exit(2);
}

struct add_cs {              /* m, in.c:21-32 */
	const long *values;  /* in */
	int n;               /* in */
	int i;               /* out */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	const long *values = cs->values;
	int n = cs->n;
	int i;

	for (i = 0; i < n; i++) {
		long value = values[i];

		if (value < 0) {
			total = 0;
			return 1;
		}
		total += value;
	}
	cs->i = i;
	return 0;
}

/* in a loop inside of the section */
int add(const long *values, int n)
{
	int i;

	struct add_cs cs = { .values = values, .n = n };
	int way = rcl_exec_anon(&m, add_cs, &cs, sizeof(cs));

	if (way == 1) {
		exit(EXIT_FAILURE);
	} else {
		i = cs.i;
	}
	return i;
}

struct take_cs {     /* m, in.c:41-64 */
	long value;  /* in */
	int left;    /* in-out */
	long was;    /* out */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	long value = cs->value;
	int left = cs->left;

	if (value > total) {
		return 1;
	} else if (value == total) {
		return 2;
	}
	if (value > largest) {
		if (left-- == 0) {
			long was = largest;

			cs->was = was;
			return 3;
		}
		largest = value;
	}
	total -= value;
	cs->left = left;
	return 0;
}

/* several, by functions of the program's own, in branches, and with a loop that nothing leaves */
int take(long value, int n)
{
	int left = n;

	struct take_cs cs = { .value = value, .left = left };
	int way = rcl_exec_anon(&m, take_cs, &cs, sizeof(cs));

	if (way == 1) {
		/* not enough */
		die("total", value);
	} else if (way == 2) {
		if (n > 1)
			die("all", value);
		else
			abort();
	} else if (way == 3) {
		long was = cs.was;
		for (;;)
			printf("%ld, %d\n", was, pause());
	} else {
		left = cs.left;
	}
	return left;
}

struct last_cs {     /* m, in.c:71-78 */
	long value;  /* in */
};

static int last_cs(void *ctx)
{
	struct last_cs *cs = ctx;
	long value = cs->value;

	total += value;
	if (total < 0) {
		return 1;
	} else {
		largest = total;
		return 2;
	}
}

/* behind the branch, where it ends as well */
void last(long value)
{
	struct last_cs cs = { .value = value };
	int way = rcl_exec_anon(&m, last_cs, &cs, sizeof(cs));

	if (way == 1) {
		puts("negative");
	}
	exit(total == 0);
}

struct rounds_cs {           /* m, in.c:87-93 */
	const long *values;  /* in */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	const long *values = cs->values;

	if (*values < 0) {
		return 1;
	}
	total += *values;
	return 0;
}

/* the whole round of a loop */
void rounds(const long *values)
{
	for (;; values++) {
		struct rounds_cs cs = { .values = values };
		if (rcl_exec_anon(&m, rounds_cs, &cs, sizeof(cs)) == 1) {
			die("round", *values);
		}
	}
}

int main(void)
{
	static const long values[] = {1, 2, 3};

	printf("%d\n", add(values, 3));
	printf("%d\n", take(2, 1));
	last(1);
}
