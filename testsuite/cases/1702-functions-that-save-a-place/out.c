/* A worker that comes back to setjmp() where something goes wrong: what cannot go there itself is shipped, and what the
 * worker asks for when it has come back is handed out.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct error {
	jmp_buf jump;
	int armed;
	const char *detail;
};

struct rows {
	rcl_mutex_t mutex;
	int next, count, sum;
	int failed;
};

static void fail(struct error *error, const char *detail)
{
	error->detail = detail;
	if (error->armed)
		longjmp(error->jump, 1);
}

static void encode(struct error *error, int row)
{
	if (row == 5)
		fail(error, "row 5");
}

struct worker_rows_1_cs {   /* rows->mutex, in.c:43-45 */
	struct rows *rows;  /* in */
};

static int worker_rows_1_cs(void *ctx)
{
	struct worker_rows_1_cs *cs = ctx;
	struct rows *rows = cs->rows;

	rows->failed++;
	return 0;
}

struct worker_rows_2_cs {    /* rows->mutex, in.c:51-58 */
	struct rows *rows;   /* in */
	volatile int *done;  /* by reference */
	int row;             /* out */
};

static int worker_rows_2_cs(void *ctx)
{
	struct worker_rows_2_cs *cs = ctx;
	struct rows *rows = cs->rows;
	volatile int *done = cs->done;
	int row;

	row = rows->next++;
	if (row >= rows->count || rows->failed) {
		return 1;
	}
	*done = *done + 1;
	cs->row = row;
	return 0;
}

/* what is volatile has its value behind longjmp() */
static int worker(struct rows *rows)
{
	struct error error = { .detail = NULL };
	volatile int done = 0;
	int row;

	if (setjmp(error.jump)) {
		error.armed = 0;
		struct worker_rows_1_cs cs = { .rows = rows };
		rcl_exec_anon(&rows->mutex, worker_rows_1_cs, &cs, sizeof(cs));
		printf("%s: %d done\n", error.detail, done);
		return done;
	}
	error.armed = 1;
	for (;;) {
		struct worker_rows_2_cs cs = { .rows = rows, .done = &done };
		if (rcl_exec_anon(&rows->mutex, worker_rows_2_cs, &cs, sizeof(cs)) == 1)
			break;
		row = cs.row;
		encode(&error, row);
	}
	error.armed = 0;
	return done;
}

struct checked_cs {         /* rows->mutex, in.c:76-77 */
	struct rows *rows;  /* in */
	int row;            /* in */
};

static int checked_cs(void *ctx)
{
	struct checked_cs *cs = ctx;
	struct rows *rows = cs->rows;
	int row = cs->row;

	rows->sum += row;
	return RCL_KEEP;
}

/* what may go there itself stays, with what follows */
static int checked(struct rows *rows, int row)
{
	struct error error = { .detail = NULL };

	if (_setjmp(error.jump)) {
		rows->failed++;
		rcl_unlock(&rows->mutex);
		return -1;
	}
	error.armed = 1;
	struct checked_cs cs = { .rows = rows, .row = row };
	rcl_exec_anon(&rows->mutex, checked_cs, &cs, sizeof(cs));
	encode(&error, row);
	rows->sum++;
	rcl_unlock(&rows->mutex);
	return 0;
}

struct again_cs {             /* rows->mutex, in.c:93-97 */
	struct rows *rows;    /* in */
	volatile int *tries;  /* by reference */
	int seen;             /* out */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	struct rows *rows = cs->rows;
	volatile int *tries = cs->tries;
	int seen;

	(*tries)++;
	rows->sum++;
	seen = *tries;
	cs->seen = seen;
	return 0;
}

/* comes back to before the lock is taken */
static int again(struct rows *rows)
{
	jmp_buf back;
	volatile int tries = 0;
	int seen;

	if (setjmp(back) > 2)
		return tries;
	struct again_cs cs = { .rows = rows, .tries = &tries };
	rcl_exec_anon(&rows->mutex, again_cs, &cs, sizeof(cs));
	seen = cs.seen;
	longjmp(back, seen);
}

int main(void)
{
	struct rows rows = { .next = 0, .count = 9 };
	int some, both, more;

	rcl_mutex_init(&rows.mutex, NULL, rows_mutex);
	some = worker(&rows);
	both = checked(&rows, 4) + checked(&rows, 5);
	more = again(&rows);
	printf("%d %d %d\n", some, both, more);
	printf("%d %d %d\n", rows.next, rows.sum, rows.failed);
	return 0;
}
