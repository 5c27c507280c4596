/* Attempts to take a lock that stand in an else, or alone in a branch or a loop. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int n, started, busy;

struct elseif_cs {  /* m, in.c:11-14 */
	int k;      /* in */
};

static int elseif_cs(void *ctx)
{
	struct elseif_cs *cs = ctx;
	int k = cs->k;

	n += k;
	return 1;
}

void elseif(int k)
{
	if (!started) {
		started = 1;
	} else {
		struct elseif_cs cs = { .k = k };
		int way = rcl_tryexec(&m, elseif_cs, &cs, sizeof(cs));

		if (way < 0) {
			puts("no");
		}
		if (way == 1)
			puts("got");
	}
}

struct both_cs {  /* m, in.c:24-27 */
	int k;    /* in */
};

static int both_cs(void *ctx)
{
	struct both_cs *cs = ctx;
	int k = cs->k;

	n += k;
	return 1;
}

void both(int k)
{
	if (!started) {
		started = 1;
	} else {
		struct both_cs cs = { .k = k };
		int way = !busy ? rcl_tryexec(&m, both_cs, &cs, sizeof(cs)) : -1;

		if (way < 0) {
			puts("no");
		}
		if (way == 1)
			puts("got");
	}
}

struct noelse_cs {  /* m, in.c:37-39 */
	int k;      /* in */
};

static int noelse_cs(void *ctx)
{
	struct noelse_cs *cs = ctx;
	int k = cs->k;

	n += k;
	return 0;
}

void noelse(int k)
{
	if (!started) {
		started = 1;
	} else {
		struct noelse_cs cs = { .k = k };
		rcl_tryexec(&m, noelse_cs, &cs, sizeof(cs));
	}
}

/* m, in.c:48-50 */
static int count_cs(void *ctx)
{
	n++;
	return 0;
}

/* without anything to hand over */
int count(int a)
{
	if (a > 3)
		n--;
	else {
		rcl_tryexec(&m, count_cs, NULL, 0);
	}
	return a;
}

struct keeps_cs {  /* m, in.c:61-69 */
	int old;   /* out */
};

static int keeps_cs(void *ctx)
{
	struct keeps_cs *cs = ctx;
	int old = n;

	n++;
	cs->old = old;
	return 1;
}

int keeps(int a)
{
	int err;

	if (a > 3)
		n--;
	else {
		struct keeps_cs cs;
		int way = rcl_tryexec(&m, keeps_cs, &cs, sizeof(cs));

		err = way < 0 ? -way : 0;
		if (way < 0) {
			printf("busy %d\n", err);
			return -err;
		}
		if (way == 1) {
			int old = cs.old;
			printf("%d\n", old);
		}
	}
	return a;
}

struct leaves_cs {  /* m, in.c:83-90 */
	int i;      /* in */
};

static int leaves_cs(void *ctx)
{
	struct leaves_cs *cs = ctx;
	int i = cs->i;

	if (n > 100) {
		return 1;
	}
	n += i;
	return 2;
}

int leaves(int a)
{
	int i;

	for (i = 0; i < 5; i++) {
		if (i == a)
			continue;
		else if (i == 4)
			return -2;
		else {
			struct leaves_cs cs = { .i = i };
			int way = i > 1 ? rcl_tryexec(&m, leaves_cs, &cs, sizeof(cs)) : -1;

			if (way < 0) {
				if (i == 3) {
					puts("three");
				} else
					puts("other");
			}
			if (way == 1)
				break;
			if (way == 2)
				continue;
		}
		printf("%d %d\n", i, n);
	}
	return i;
}

/* m, in.c:104-108 */
static int inside_m_1_cs(void *ctx)
{
	n++;
	return 0;
}

/* m, in.c:111-113 */
static int inside_m_2_cs(void *ctx)
{
	n++;
	return 0;
}

void inside(int a)
{
	if (a > 3)
		n--;
	else if (rcl_tryexec(&m, inside_m_1_cs, NULL, 0) < 0)
		puts("busy");
	if (a) {
		rcl_tryexec(&m, inside_m_2_cs, NULL, 0);
	}
}

/* stays: its section has no braces */
int nobraces(int a)
{
	if (a > 3)
		n--;
	else if (rcl_trylock(&m) == 0)
		n++, rcl_unlock(&m);
	return a;
}

/* m, in.c:139-141 */
static int waits_cs(void *ctx)
{
	n++;
	return 0;
}

/* the first one stays: a comment between the words */
int waits(int a)
{
	if (a > 3) {
		n--;
	} /* why */ else /* not */ if (rcl_trylock(&m) == 0) {
		n++;
		rcl_unlock(&m);
	}
	if (a > 3) {
		n--;
	}
	else if (rcl_exec_anon(&m, waits_cs, NULL, 0) < 0) {
		puts("broken");
		return 1;
	}
	return a;
}

struct sometimes_cs {  /* m, in.c:158-160 */
	int a;         /* in */
};

static int sometimes_cs(void *ctx)
{
	struct sometimes_cs *cs = ctx;
	int a = cs->a;

	n += a;
	return 0;
}

/* a branch in builds that nobody compiles here */
int sometimes(int a)
{
#ifdef OTHERS
	if (a > 2)
		puts("two");
	else
#endif
	{
		struct sometimes_cs cs = { .a = a };
		rcl_tryexec(&m, sometimes_cs, &cs, sizeof(cs));
	}
	return a;
}

static rcl_mutex_t each[3] = { RCL_MUTEX_INITIALIZER(each), RCL_MUTEX_INITIALIZER(each), RCL_MUTEX_INITIALIZER(each) };
static int c[3];

struct any_each_1_cs {  /* each[i], in.c:173-176 */
	int a;          /* in */
	int i;          /* in */
};

static int any_each_1_cs(void *ctx)
{
	struct any_each_1_cs *cs = ctx;
	int a = cs->a;
	int i = cs->i;

	c[i] += a;
	return 1;
}

struct any_each_2_cs {  /* each[i], in.c:179-184 */
	int a;          /* in */
	int i;          /* in */
};

static int any_each_2_cs(void *ctx)
{
	struct any_each_2_cs *cs = ctx;
	int a = cs->a;
	int i = cs->i;

	c[i] += a;
	return 1;
}

struct any_each_3_cs {  /* each[0], in.c:187-190 */
	int a;          /* in */
};

static int any_each_3_cs(void *ctx)
{
	struct any_each_3_cs *cs = ctx;
	int a = cs->a;

	c[0] += a + 1;
	return 1;
}

/* each[1], in.c:195-199 */
static int any_each_4_cs(void *ctx)
{
	c[1]++;
	return 0;
}

/* each[1], in.c:204-208 */
static int any_each_5_cs(void *ctx)
{
	c[1]++;
	return 0;
}

int any(int a)
{
	int i;

	for (i = 0; i < 3; i++) {
		struct any_each_1_cs cs = { .a = a, .i = i };
		if (rcl_tryexec(&each[i], any_each_1_cs, &cs, sizeof(cs)) == 1)
			break;
	}
	for (i = 0; i < 3; ) {
		struct any_each_2_cs each_2_cs = { .a = a, .i = i };
		int each_2_way = rcl_tryexec(&each[i], any_each_2_cs,
				&each_2_cs, sizeof(each_2_cs));

		if (each_2_way < 0)
			i++;
		if (each_2_way == 1)
			i += 2;
	}
	while (c[0] < 50) {
		struct any_each_3_cs each_3_cs = { .a = a };
		if (rcl_tryexec(&each[0], any_each_3_cs, &each_3_cs, sizeof(each_3_cs)) == 1)
			puts("up");
	}
	if (a > 2)
		if (a == 5)
			puts("five");
		else {
			if (rcl_tryexec(&each[1], any_each_4_cs, NULL, 0) < 0)
				puts("busy");
		}
	else
		puts("small");
	if (a > 2) {
		if (rcl_tryexec(&each[1], any_each_5_cs, NULL, 0) < 0)
			puts("busy");
	}
	else
		puts("small");
	/* this one stays */
	do
		if (!rcl_trylock(&each[0])) {
			c[0] += a + 1;
			rcl_unlock(&each[0]);
			puts("up");
		}
	while (c[0] < 60);
	return c[0] + 3 * c[1] + 5 * c[2];
}

int main(void)
{
	int i;

	for (i = 0; i < 7; i++) {
		started = i > 1;
		busy = i == 3;
		elseif(2 * i);
		both(3 + i);
		noelse(4);
		count(i);
		printf("%d %d\n", keeps(i), leaves(i));
		inside(i);
		nobraces(i);
		waits(i);
		sometimes(i);
		printf("%d %d\n", n, any(i));
	}
	return 0;
}
