#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock), log_lock = RCL_MUTEX_INITIALIZER(log_lock);
static const char *last;
static int count;

#define LOG(format, ...) printf(format "\n", __VA_ARGS__)
#define SHOW(what) printf("%s is %s\n", #what, what)

struct plain_cs {          /* lock, in.c:15-25 */
	int x;             /* in */
	const char *func;  /* in */
};

static int plain_cs(void *ctx)
{
	struct plain_cs *cs = ctx;
	int x = cs->x;
	const char *func = cs->func;

	last = func;	/* __func__ outlives its function */
	if (x > 2) {
		LOG("%s: %d", func, x);
		return 1;
	}
	count += x;
	printf("__func__ %s\n", func);
	return 0;
}

/* In a call, in a macro's argument, on a way out; not in "__func__". */
static int plain(int x)
{
	struct plain_cs cs = { .x = x, .func = __func__ };
	if (rcl_exec(&lock, plain_cs, &cs, sizeof(cs)) == 1) {
		printf("%s leaves\n", __func__);
		return 1;
	}
	return 0;
}

struct nested_log_cs {     /* log_lock, in.c:34-36 */
	const char *func;  /* in */
};

static int nested_log_cs(void *ctx)
{
	struct nested_log_cs *cs = ctx;
	const char *func = cs->func;

	LOG("%s: %d", func, count);
	return 0;
}

struct nested_lock_cs {    /* lock, in.c:32-37 */
	const char *func;  /* in */
};

static int nested_lock_cs(void *ctx)
{
	struct nested_lock_cs *cs = ctx;
	const char *func = cs->func;

	count++;
	struct nested_log_cs log_cs = { .func = func };
	rcl_exec(&log_lock, nested_log_cs, &log_cs, sizeof(log_cs));
	return 0;
}

/* Two sections, of which the inner one gets it from the outer one. */
static void nested(void)
{
	struct nested_lock_cs cs = { .func = __func__ };
	rcl_exec(&lock, nested_lock_cs, &cs, sizeof(cs));
}

struct taken_cs {              /* lock, in.c:43-46 */
	int func;              /* in */
	const char *function;  /* in */
};

static int taken_cs(void *ctx)
{
	struct taken_cs *cs = ctx;
	int func = cs->func;
	const char *function = cs->function;

	count += func;
	LOG("%s: %d", function, func);
	return 0;
}

/* The name that it would have is another's. */
static int taken(int func)
{
	struct taken_cs cs = { .func = func, .function = __func__ };
	rcl_exec(&lock, taken_cs, &cs, sizeof(cs));
	return count;
}

/* lock, in.c:53-55 */
static int released_lock_1_cs(void *ctx)
{
	count++;
	return 0;
}

struct released_lock_2_cs {  /* lock, in.c:57-64 */
	int at;              /* where it goes on */
};

static int released_lock_2_cs(void *ctx)
{
	struct released_lock_2_cs *cs = ctx;

	if (cs->at == 1) {
		goto at_1;
	}

	while (count < 3) {
		count++;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	return 0;
}

/* Its client has it alone. */
static void released(void)
{
	rcl_exec_anon(&lock, released_lock_1_cs, NULL, 0);
	LOG("%s: released", __func__);
	struct released_lock_2_cs cs = { .at = 0 };
	while (rcl_exec_anon(&lock, released_lock_2_cs, &cs, sizeof(cs)) == 1) {
		LOG("%s: meanwhile", __func__);
	}
}

/* Its size is asked for, or its address; a macro writes it out. */
static void bound(void)
{
	const char (*all)[6];

	rcl_lock(&lock);
	count += sizeof(__func__);
	rcl_unlock(&lock);
	rcl_lock(&lock);
	all = &__func__;
	count += sizeof(*all);
	rcl_unlock(&lock);
	rcl_lock(&lock);
	SHOW(__func__);
	rcl_unlock(&lock);
}

int main(void)
{
	printf("%d\n", plain(1));
	printf("%s\n", last);
	printf("%d\n", plain(3));
	nested();
	printf("%d\n", taken(2));
	released();
	count = 0;
	released();
	bound();
	printf("%d\n", count);
	return 0;
}
