/* What a lock call gives is kept, and the next statement does something only if that was an error: it goes with the
   call, unless somebody looks at the variable later, or more would be lost. */
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define DIE(what, n) do { fprintf(stderr, "%s: %d\n", what, n); exit(1); } while (0)

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, last;

struct add_cs {  /* lock, in.c:17-23 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void add(int n)
{
	int err;

	struct add_cs cs = { .n = n };
	err = -rcl_exec_anon(&lock, add_cs, &cs, sizeof(cs));
	if (err != 0) {
		fprintf(stderr, "lock: %d\n", err);
		exit(1);
	}
}

struct early_cs {  /* lock, in.c:34-48 */
	int n;     /* in */
};

static int early_cs(void *ctx)
{
	struct early_cs *cs = ctx;
	int n = cs->n;

	if (count > n) {
		count--;
		return 1;
	}
	count++;
	if (count > 2 * n) {
		return 2;
	}
	return 0;
}

static int early(int n)
{
	struct early_cs cs = { .n = n };
	switch (rcl_exec_anon(&lock, early_cs, &cs, sizeof(cs))) {
	case 1:
		return 1;
	case 2:
		return 2;
	}
	return 0;
}

struct rounds_cs {  /* lock, in.c:61-65 */
	int i;      /* in */
};

static int rounds_cs(void *ctx)
{
	struct rounds_cs *cs = ctx;
	int i = cs->i;

	count += i;
	return 0;
}

static void rounds(int n)
{
	int rc = 0, i;

	for (i = 0; i < n; i++) {
		if (rc)
			break;
		struct rounds_cs cs = { .i = i };
		rcl_exec_anon(&lock, rounds_cs, &cs, sizeof(cs));
		rc = i > 5;
	}
}

struct cut_cs {   /* lock, in.c:77-88 */
	int n;    /* in */
	int sum;  /* in-out */
};

static int cut_cs(void *ctx)
{
	struct cut_cs *cs = ctx;
	int n = cs->n;
	int i;
	int sum = cs->sum;

	for (i = 0; i < n; i++) {
		if (sum > 100)
			break;
		sum += count++;
	}
	char text[n + 1];
	text[n] = '\0';
	last = snprintf(text, n, "%d", sum);
	cs->sum = sum;
	return 0;
}

/* Nothing names the variable any more. */
static int cut(int n)
{
	int sum = 0;

	struct cut_cs cs = { .n = n, .sum = sum };
	rcl_exec_errno(&lock, cut_cs, &cs, sizeof(cs));
	sum = cs.sum;
	return sum;
}

struct declared_cs {  /* lock, in.c:96-104 */
	int n;        /* in */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int n = cs->n;

	if (n > 3) {
		return 1;
	}
	count += n;
	return 0;
}

static int declared(int n)
{
	struct declared_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, declared_cs, &cs, sizeof(cs)) == 1) {
		int rc = 0;
		if (rc)
			DIE("unlock", rc);
		return 1;
	}
	int rc = 0;
	if (rc)
		DIE("unlock", rc);
	rc = n;
	return rc;
}

struct asked_cs {  /* lock, in.c:115-118 */
	int n;     /* in */
};

static int asked_cs(void *ctx)
{
	struct asked_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int asked(int n)
{
	struct asked_cs cs = { .n = n };
	rcl_exec_anon(&lock, asked_cs, &cs, sizeof(cs));
	return count;
}

struct used_cs {  /* lock, in.c:128-141 */
	int n;    /* in */
};

static int used_cs(void *ctx)
{
	struct used_cs *cs = ctx;
	int n = cs->n;
	int rc;
	int where;

	where = n + count;
	rc = where > 5 ? 1 : 0;
	if (rc) {
		count--;
		where = 3;
		return 1;
	}
	where++;
	count += rc + n;
	return 0;
}

/* The section uses the variable, too, and what only the check names. */
static int used(int n)
{
	struct used_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, used_cs, &cs, sizeof(cs)) == 1)
		return 1;
	return n;
}

struct paused_lock_1_cs {  /* lock, in.c:151-154 */
	int sum;           /* out */
};

static int paused_lock_1_cs(void *ctx)
{
	struct paused_lock_1_cs *cs = ctx;
	int rc;
	int sum;

	rc = count;
	sum = rc;
	cs->sum = sum;
	return 0;
}

struct paused_lock_2_cs {  /* lock, in.c:158-162 */
	int sum;           /* in-out */
};

static int paused_lock_2_cs(void *ctx)
{
	struct paused_lock_2_cs *cs = ctx;
	int sum = cs->sum;

	sum += count;
	cs->sum = sum;
	return 0;
}

static int paused(int n)
{
	int sum;

	struct paused_lock_1_cs cs;
	rcl_exec_anon(&lock, paused_lock_1_cs, &cs, sizeof(cs));
	sum = cs.sum;
	printf("%d ", n);
	struct paused_lock_2_cs lock_2_cs = { .sum = sum };
	rcl_exec_anon(&lock, paused_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	sum = lock_2_cs.sum;
	return sum;
}

struct later_cs {  /* lock, in.c:173-175 */
	int n;     /* in */
};

static int later_cs(void *ctx)
{
	struct later_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

/* Of these the result is needed later. */
static int later(int n)
{
	int rc;

	struct later_cs cs = { .n = n };
	rcl_exec_anon(&lock, later_cs, &cs, sizeof(cs));
	rc = 0;
	if (rc)
		DIE("unlock", rc);
	return rc;
}

struct again_cs {  /* lock, in.c:186-188 */
	int i;     /* in */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	int i = cs->i;

	count += i;
	return 0;
}

static int again(int n)
{
	int rc = 0, i;

	for (i = 0; i < n && !rc; i++) {
		struct again_cs cs = { .i = i };
		rcl_exec_anon(&lock, again_cs, &cs, sizeof(cs));
		rc = 0;
		if (rc)
			DIE("unlock", rc);
	}
	return n;
}

struct handed_cs {  /* lock, in.c:199-201 */
	int n;      /* in */
};

static int handed_cs(void *ctx)
{
	struct handed_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static void handed(int n)
{
	int rc, *where = &rc;

	struct handed_cs cs = { .n = n };
	rcl_exec_anon(&lock, handed_cs, &cs, sizeof(cs));
	rc = 0;
	if (rc)
		DIE("unlock", rc);
	last += *where;
}

struct kept_cs {  /* lock, in.c:209-211 */
	int n;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int kept(int n)
{
	struct kept_cs cs = { .n = n };
	rcl_exec_anon(&lock, kept_cs, &cs, sizeof(cs));
	last = 0;
	if (last)
		DIE("unlock", last);
	return n;
}

struct shown_cs {  /* lock, in.c:221-223 */
	int n;     /* in */
};

static int shown_cs(void *ctx)
{
	struct shown_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int shown(int n)
{
	int rc;

	struct shown_cs cs = { .n = n };
	rcl_exec_anon(&lock, shown_cs, &cs, sizeof(cs));
	rc = 0;
	if (rc)
		DIE("unlock", rc);
#ifdef VERBOSE
	printf("%d\n", rc);
#endif
	return n;
}

struct asserted_cs {  /* lock, in.c:236-238 */
	int n;        /* in */
};

static int asserted_cs(void *ctx)
{
	struct asserted_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int asserted(int n)
{
	int rc;

	struct asserted_cs cs = { .n = n };
	rcl_exec_anon(&lock, asserted_cs, &cs, sizeof(cs));
	rc = 0;
	if (rc)
		DIE("unlock", rc);
	assert(rc == 0);
	return n;
}

struct said_lock_1_cs {  /* lock, in.c:250-252 */
	int n;           /* in */
};

static int said_lock_1_cs(void *ctx)
{
	struct said_lock_1_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

struct said_lock_2_cs {  /* lock, in.c:256-258 */
	int n;           /* in */
};

static int said_lock_2_cs(void *ctx)
{
	struct said_lock_2_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

struct said_lock_3_cs {  /* lock, in.c:261-263 */
	int n;           /* in */
};

static int said_lock_3_cs(void *ctx)
{
	struct said_lock_3_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

/* And here something would be lost, or is done. */
static int said(int n)
{
	int rc;

	struct said_lock_1_cs cs = { .n = n };
	rcl_exec_anon(&lock, said_lock_1_cs, &cs, sizeof(cs));
	rc = 0;
	/* cannot fail */
	if (rc)
		DIE("unlock", rc);
	struct said_lock_2_cs lock_2_cs = { .n = n };
	rcl_exec_anon(&lock, said_lock_2_cs, &lock_2_cs, sizeof(lock_2_cs));
	rc = 0;
	if (rc == 0)
		n++;
	struct said_lock_3_cs lock_3_cs = { .n = n };
	rcl_exec_anon(&lock, said_lock_3_cs, &lock_3_cs, sizeof(lock_3_cs));
	rc = 0;
	if (rc)
		DIE("unlock", rc);
	else
		n++;
	return n;
}

int main(void)
{
	static int (*const all[])(int) = {
		cut, early, declared, asked, used, paused, later, again, kept, shown, asserted, said
	};
	unsigned i, n;

	add(3);
	for (i = 0; i < sizeof(all) / sizeof(*all); i++)
		for (n = 1; n < 40; n *= 5)
			printf("%d\n", all[i](n));
	rounds(3);
	handed(1);
	printf("%d %d\n", count, last);
	return 0;
}
