/*
 * An attempt in a section, whose result nothing needs but the test behind it:
 * the variable that keeps it has other uses, which give it a value first.
 */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct task { rcl_mutex_t lock; int aborted; };

static rcl_mutex_t waiting = RCL_MUTEX_INITIALIZER(waiting);
static struct task only = { RCL_MUTEX_INITIALIZER(task_lock), 0 };
static struct task *current = &only;
static int queued;

static int count(void)
{
	return queued;
}

struct clear_task_cs {      /* task->lock, in.c:29-33 */
	int code;           /* in */
	struct task *task;  /* in */
};

static int clear_task_cs(void *ctx)
{
	struct clear_task_cs *cs = ctx;
	int code = cs->code;
	struct task *task = cs->task;

	/* force error */
	task->aborted = code;
	return 0;
}

struct clear_waiting_cs {  /* waiting, in.c:26-36 */
	int code;          /* in */
};

static int clear_waiting_cs(void *ctx)
{
	struct clear_waiting_cs *cs = ctx;
	int code = cs->code;
	struct task *task;

	task = current;
	if (task != NULL) {
		struct clear_task_cs task_cs = { .code = code, .task = task };
		rcl_tryexec(&task->lock, clear_task_cs, &task_cs, sizeof(task_cs));
	}
	return 0;
}

static int clear(int code)
{
	int rc;

	/* check wait task */
	struct clear_waiting_cs cs = { .code = code };
	rcl_exec_anon(&waiting, clear_waiting_cs, &cs, sizeof(cs));

	rc = count();
	if (rc != 0) {
		printf("%d left\n", rc);
		return -1;
	}
	return 0;
}

struct try_again_cs {  /* only.lock, in.c:51-57 */
	int code;      /* in */
};

static int try_again_cs(void *ctx)
{
	struct try_again_cs *cs = ctx;
	int code = cs->code;

	only.aborted += code;
	return 0;
}

static int try_again(int code)
{
	int rc = count();

	if (rc == 0) {
		struct try_again_cs cs = { .code = code };
		rc = -rcl_tryexec(&only.lock, try_again_cs, &cs, sizeof(cs));
		if (rc != 0) {
			printf("busy\n");
			return -1;
		}
	}
	rc = count();
	return rc;
}

struct told_cs {   /* only.lock, in.c:68-71 */
	int code;  /* in */
};

static int told_cs(void *ctx)
{
	struct told_cs *cs = ctx;
	int code = cs->code;

	only.aborted += code;
	return 0;
}

static int told(int code)
{
	int rc = count();

	if (rc == 0) {
		struct told_cs cs = { .code = code };
		rc = -rcl_tryexec(&only.lock, told_cs, &cs, sizeof(cs));
	}
	return rc;
}

struct either_cs {  /* only.lock, in.c:82-86 */
	int code;   /* in */
	int rc;     /* out */
};

static int either_cs(void *ctx)
{
	struct either_cs *cs = ctx;
	int code = cs->code;
	int rc;

	only.aborted += code;
	rc = only.aborted;
	cs->rc = rc;
	return 0;
}

static int either(int code)
{
	int rc = count();

	if (rc == 0) {
		struct either_cs cs = { .code = code };
		int way = rcl_tryexec(&only.lock, either_cs, &cs, sizeof(cs));

		rc = way < 0 ? -way : 0;
		if (way < 0) {
			rc = -1;
		}
		if (way == 0) {
			rc = cs.rc;
		}
	}
	return rc;
}

struct declared_cs {  /* only.lock, in.c:96-100 */
	int code;     /* in */
};

static int declared_cs(void *ctx)
{
	struct declared_cs *cs = ctx;
	int code = cs->code;

	only.aborted += code;
	return 0;
}

static int declared(int code)
{
	struct declared_cs cs = { .code = code };
	int rc = -rcl_tryexec(&only.lock, declared_cs, &cs, sizeof(cs));
	rc = count();
	return rc;
}

struct again_cs {  /* only.lock, in.c:113-116 */
	int code;  /* in */
};

static int again_cs(void *ctx)
{
	struct again_cs *cs = ctx;
	int code = cs->code;

	only.aborted += code;
	return 0;
}

static int again(int code)
{
	int rc = 1, failed = 0;

	for (int i = 0; i < 3; i++) {
		if (rc != 0)
			failed++;
		struct again_cs cs = { .code = code };
		rc = -rcl_tryexec(&only.lock, again_cs, &cs, sizeof(cs));
	}
	return failed;
}

int main(void)
{
	int n = clear(3);

	queued = 1;
	n += clear(4);
	queued = 0;
	n += try_again(5) + told(6) + either(7) * 100 + declared(8) + again(9) * 10000;
	printf("%d %d\n", n, only.aborted);
	return 0;
}
