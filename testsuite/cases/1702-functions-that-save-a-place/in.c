/* A worker that comes back to setjmp() where something goes wrong: what cannot go there itself is shipped, and what the
 * worker asks for when it has come back is handed out.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct error {
	jmp_buf jump;
	int armed;
	const char *detail;
};

struct rows {
	pthread_mutex_t mutex;
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

/* what is volatile has its value behind longjmp() */
static int worker(struct rows *rows)
{
	struct error error = { .detail = NULL };
	volatile int done = 0;
	int row;

	if (setjmp(error.jump)) {
		error.armed = 0;
		pthread_mutex_lock(&rows->mutex);
		rows->failed++;
		pthread_mutex_unlock(&rows->mutex);
		printf("%s: %d done\n", error.detail, done);
		return done;
	}
	error.armed = 1;
	for (;;) {
		pthread_mutex_lock(&rows->mutex);
		row = rows->next++;
		if (row >= rows->count || rows->failed) {
			pthread_mutex_unlock(&rows->mutex);
			break;
		}
		done = done + 1;
		pthread_mutex_unlock(&rows->mutex);
		encode(&error, row);
	}
	error.armed = 0;
	return done;
}

/* what may go there itself stays, with what follows */
static int checked(struct rows *rows, int row)
{
	struct error error = { .detail = NULL };

	if (_setjmp(error.jump)) {
		rows->failed++;
		pthread_mutex_unlock(&rows->mutex);
		return -1;
	}
	error.armed = 1;
	pthread_mutex_lock(&rows->mutex);
	rows->sum += row;
	encode(&error, row);
	rows->sum++;
	pthread_mutex_unlock(&rows->mutex);
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
	pthread_mutex_lock(&rows->mutex);
	tries++;
	rows->sum++;
	seen = tries;
	pthread_mutex_unlock(&rows->mutex);
	longjmp(back, seen);
}

int main(void)
{
	struct rows rows = { .next = 0, .count = 9 };
	int some, both, more;

	pthread_mutex_init(&rows.mutex, NULL);
	some = worker(&rows);
	both = checked(&rows, 4) + checked(&rows, 5);
	more = again(&rows);
	printf("%d %d %d\n", some, both, more);
	printf("%d %d %d\n", rows.next, rows.sum, rows.failed);
	return 0;
}
