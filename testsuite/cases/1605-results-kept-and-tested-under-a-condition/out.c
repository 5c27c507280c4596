/* A lock that is taken under a condition, where its result is kept in a variable, and the next statement asks for that. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total, ups;

#define COUNTER 3
#define report(sort, text, args...) fprintf(stderr, "%d: " text "\n", sort, ##args)

struct counted_cs {  /* m, in.c:17-32 */
	int n;       /* in */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	int n = cs->n;

	if (n > 3) {
		total += n;
		ups++;
	} else {
		total--;
	}
	return 0;
}

static int counted(int n, int locked)
{
	int err;

	struct counted_cs cs = { .n = n };
	int way = locked ? rcl_exec_anon(&m, counted_cs, &cs, sizeof(cs)) : counted_cs(&cs);

	err = way < 0 ? -way : 0;
	if (err) {
		fprintf(stderr, "no lock: %s\n", strerror(err));
		errno = err;
		return -1;
	}
	return 0;
}

struct reported_cs {  /* m, in.c:42-52 */
	int n;        /* in */
};

static int reported_cs(void *ctx)
{
	struct reported_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

/* what is asked for stands in a macro's argument, behind another macro */
static int reported(int n, int locked)
{
	int err;

	struct reported_cs cs = { .n = n };
	int way = locked ? rcl_exec_anon(&m, reported_cs, &cs, sizeof(cs)) : reported_cs(&cs);

	err = way < 0 ? -way : 0;
	if (err) {
		report(COUNTER, "no lock for %d: %s",
		       n, strerror(err));
		return -1;
	}
	return 0;
}

struct jumping_cs {  /* m, in.c:61-68 */
	int n;       /* in */
	int err;     /* out */
};

static int jumping_cs(void *ctx)
{
	struct jumping_cs *cs = ctx;
	int n = cs->n;
	int err;

	total += n;
	err = total & 1;
	cs->err = err;
	return 0;
}

/* by a jump to where the variable is returned: the section gives it a value before in any other case */
static int jumping(int n, int locked)
{
	int err = 7;

	struct jumping_cs cs = { .n = n };
	int way = locked ? rcl_exec_anon(&m, jumping_cs, &cs, sizeof(cs)) : jumping_cs(&cs);

	if ((err = way < 0 ? -way : 0) != 0)
		goto out;
	err = cs.err;
out:
	return err;
}

struct leaving_cs {  /* m, in.c:78-92 */
	int left;    /* in-out */
};

static int leaving_cs(void *ctx)
{
	struct leaving_cs *cs = ctx;
	int left = cs->left;

	while (left-- > 0) {
		if (total > 40) {
			cs->left = left;
			return 1;
		}
		total += left;
	}
	cs->left = left;
	return 0;
}

/* the same by two statements, and with a way out of its own */
static int leaving(int n, int locked)
{
	int err = 7, left = n;

	struct leaving_cs cs = { .left = left };
	int way = locked ? rcl_exec_anon(&m, leaving_cs, &cs, sizeof(cs)) : leaving_cs(&cs);

	err = way < 0 ? -way : 0;
	if (err != 0)
		goto out;
	if (way == 1) {
		left = cs.left;
		return left;
	}
	left = cs.left;
	err = left;
out:
	return err;
}

/* what the variable was before is asked for where the lock is not taken: the section stays */
static int asked(int n, int locked)
{
	int err = 7;

	if (locked) {
		err = rcl_lock(&m);
		if (err)
			return err;
	}
	total += n;
	if (locked)
		rcl_unlock(&m);
	return err;
}

/* so is the variable by which the lock is taken */
static int own(int n, int err)
{
	if (err) {
		err = rcl_lock(&m);
		if (err)
			return err;
	}
	total += n;
	if (err)
		rcl_unlock(&m);
	else if (n == 2)
		rcl_unlock(&m);
	return 0;
}

/* m, in.c:136-143 */
static int noting_cs(void *ctx)
{
	ups++;
	return RCL_KEEP;
}

/* something else is done under the condition */
static int noting(int n, int locked)
{
	int err;

	if (locked) {
		err = -rcl_exec_anon(&m, noting_cs, NULL, 0);
		if (err)
			return err;
	}
	total += n;
	if (locked)
		rcl_unlock(&m);
	return 0;
}

/* and if the lock was had */
static int noting_success(int n, int locked)
{
	int err;

	if (locked) {
		err = rcl_lock(&m);
		if (err)
			return err;
		else
			ups++;
	}
	total += n;
	if (locked)
		rcl_unlock(&m);
	return 0;
}

/* in the same statement */
static int noting_both(int n, int locked)
{
	int err;

	if (locked) {
		if ((err = rcl_lock(&m)) != 0)
			return err;
		else
			ups++;
	}
	total += n;
	if (locked)
		rcl_unlock(&m);
	return 0;
}

/* m, in.c:188-194 */
static int noting_only_cs(void *ctx)
{
	int err;

	err = 0;
	if (err == 0)
		ups++;
	return RCL_KEEP;
}

/* and only then */
static int noting_only(int n, int locked)
{
	if (locked) {
		rcl_exec_anon(&m, noting_only_cs, NULL, 0);
	}
	total += n;
	if (locked)
		rcl_unlock(&m);
	return 0;
}

int main(void)
{
	printf("%d %d %d\n", counted(1, 0), counted(4, 1), counted(5, 1) + reported(0, 1));
	printf("%d %d %d\n", jumping(1, 0), jumping(2, 1), jumping(4, 1));
	printf("%d %d %d\n", leaving(1, 0), leaving(2, 1), leaving(9, 1));
	printf("%d %d\n", asked(1, 0), asked(2, 1));
	printf("%d %d\n", own(1, 0), own(2, 1));
	printf("%d %d\n", noting(1, 0), noting(2, 1));
	printf("%d %d\n", noting_success(1, 0), noting_success(2, 1));
	printf("%d %d\n", noting_both(1, 0), noting_both(2, 1));
	printf("%d %d\n", noting_only(1, 0), noting_only(2, 1));
	printf("%d %d\n", total, ups);
	return 0;
}
