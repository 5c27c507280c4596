/* Lock macros that bring their own braces or semicolon, and get none where they are used. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
#define MUST(e) if ((e) != 0) { perror(#e); abort(); }
#define LOCK(m) { rcl_lock(m); }
#define UNLOCK(m) { rcl_unlock(m); }
static rcl_mutex_t plain = RCL_MUTEX_INITIALIZER(plain);
static int counter;

struct checked_cs {  /* plain, in.c:14-21 */
	int n;       /* in */
	int result;  /* in-out */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	int n = cs->n;
	int result = cs->result;

	counter += n;
	if (counter > 50) {
		return 1;
	}
	result++;
	cs->result = result;
	return 0;
}

static int checked(int n)
{
	int result = 0;

	struct checked_cs cs = { .n = n, .result = result };
	if (rcl_exec_anon(&plain, checked_cs, &cs, sizeof(cs)) == 1) {
		return 7;
	}
	result = cs.result;
	return result;
}

struct paused_cs {  /* plain, in.c:26-38 */
	int n;      /* in */
	int at;     /* where it goes on */
};

static int paused_cs(void *ctx)
{
	struct paused_cs *cs = ctx;
	int n = cs->n;

	if (cs->at == 1) {
		goto at_1;
	}

	while (n > 3) {
		cs->at = 1;
		return 1;
		at_1: ;
	}
	if (n == 2) {
		counter++;
		return 2;
	} else {
		counter--;
		return 2; /* given back */
	}
}

static void paused(int n)
{
	struct paused_cs cs = { .n = n, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&plain, paused_cs, &cs, sizeof(cs))) == 1) {
		printf("%d\n", n);
		n--;
		cs.n = n;
	}
}

struct last_plain_1_cs {  /* plain, in.c:44-46 */
	int n;            /* in */
	int r;            /* out */
};

static int last_plain_1_cs(void *ctx)
{
	struct last_plain_1_cs *cs = ctx;
	int n = cs->n;
	int r;

	r = counter + n;
	cs->r = r;
	return 0;
}

struct last_plain_2_cs {  /* plain, in.c:50 */
	int r;            /* in-out */
};

static int last_plain_2_cs(void *ctx)
{
	struct last_plain_2_cs *cs = ctx;
	int r = cs->r;

	r += counter;
	cs->r = r;
	return 0;
}

static int last(int n)
{
	int r;
	struct last_plain_1_cs cs = { .n = n };
	rcl_exec_anon(&plain, last_plain_1_cs, &cs, sizeof(cs));
	r = cs.r;
	{
		r++;
	}
	struct last_plain_2_cs plain_2_cs = { .r = r };
	rcl_exec_anon(&plain, last_plain_2_cs, &plain_2_cs, sizeof(plain_2_cs));
	r = plain_2_cs.r;
	return r;
}
int main(void)
{
	int i, s = 0;

	for (i = 0; i < 20; i++) {
		s += checked(i);
		paused(i);
		s += last(i);
	}
	printf("%d %d\n", s, counter);
	return 0;
}
