/* What no build compiles reads a variable, to which the section has given a value before a label that it jumps back to. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int shared = 3, tries;

struct sent_cs {  /* m, in.c:14-29 */
	int n;    /* in */
};

static int sent_cs(void *ctx)
{
	struct sent_cs *cs = ctx;
	int n = cs->n;
	int at;
	int left;

	at = 0;
	while (at < n)
		at++;
again:
	left = shared - tries++;
	if (left > n) {
#ifdef NEVER
		note(left, at);
#endif
		goto again;
	}
	shared += at;
	if (left == 2 && tries < 9)
		goto again;
	return 0;
}

/* all jumps to the label stand behind the value; the compiler warns of one that is handed in */
static int sent(int n)
{
	for (; n > 0; n--) {
		struct sent_cs cs = { .n = n };
		rcl_exec_anon(&m, sent_cs, &cs, sizeof(cs));
	}
	return n;
}

struct sent_first_cs {  /* m, in.c:39-50 */
	int n;          /* in */
	int at;         /* in */
};

static int sent_first_cs(void *ctx)
{
	struct sent_first_cs *cs = ctx;
	int n = cs->n;
	int at = cs->at;

	if (shared > n)
		goto again;
	at = 0;
	while (at < n)
		at++;
again:
#ifdef NEVER
	note(shared, at);
#endif
	shared += n;
	return 0;
}

/* one of them stands before it */
static int sent_first(int n)
{
	int at = n;

	struct sent_first_cs cs = { .n = n, .at = at };
	rcl_exec_anon(&m, sent_first_cs, &cs, sizeof(cs));
	return n;
}

struct sent_later_cs {  /* m, in.c:59-74 */
	int n;          /* in */
	int at;         /* in */
};

static int sent_later_cs(void *ctx)
{
	struct sent_later_cs *cs = ctx;
	int n = cs->n;
	int at = cs->at;

#ifdef NEVER
	if (shared > n)
		goto again;
#endif
	at = 0;
	while (at < n)
		at++;
again:
#ifdef NEVER
	note(shared, at);
#endif
	shared += n;
	if (shared < n)
		goto again;
	return 0;
}

/* so does one that no build compiles */
static int sent_later(int n)
{
	int at = n;

	struct sent_later_cs cs = { .n = n, .at = at };
	rcl_exec_anon(&m, sent_later_cs, &cs, sizeof(cs));
	return n;
}

struct sent_again_cs {  /* m, in.c:83-97 */
	int n;          /* in */
	int at;         /* in */
	int resume;     /* where it goes on */
};

static int sent_again_cs(void *ctx)
{
	struct sent_again_cs *cs = ctx;
	int n = cs->n;
	int at = cs->at;

	if (cs->resume == 1)
		goto resume_1;

	at = 0;
	while (at < n)
		at++;
again:
#ifdef NEVER
	note(shared, at);
#endif
	shared++;
	cs->resume = 1;
	return 1;
	resume_1:
	if (shared < 9)
		goto again;
	return 0;
}

/* the label is jumped back to from behind a pause, where the function that goes on has no value of its own */
static int sent_again(int n)
{
	int at = n;

	struct sent_again_cs cs = { .n = n, .at = at, .resume = 0 };
	while (rcl_exec_anon(&m, sent_again_cs, &cs, sizeof(cs)) == 1) {
		tries++;
	}
	return n;
}

int main(void)
{
	int sum = sent(3);

	sum += sent_first(5) + sent_later(2) + sent_again(4);
	printf("%d %d %d\n", sum, shared, tries);
	return 0;
}
