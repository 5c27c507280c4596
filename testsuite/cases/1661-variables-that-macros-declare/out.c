#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define NAME_OF_LOCK(name) lock_of_##name
#define DEFINE_LOCK_STATIC(name) static DEFINE_LOCK (name)
#define DEFINE_LOCK(name) rcl_mutex_t NAME_OF_LOCK (name)
#define DEFINE_COUNTED(name) rcl_mutex_t NAME_OF_LOCK (name); static int name
#define LOCK(name) rcl_lock(&NAME_OF_LOCK(name))
#define UNLOCK(name) rcl_unlock(&NAME_OF_LOCK(name))

/* The initial value, with the class, stands behind the macro that declares the variable. */
DEFINE_LOCK_STATIC (total) = RCL_MUTEX_INITIALIZER(lock_of_total);
DEFINE_LOCK (log) = RCL_MUTEX_INITIALIZER(lock_of_log);
static rcl_mutex_t NAME_OF_LOCK (other) = RCL_MUTEX_INITIALIZER(lock_of_other);
static int total, logged, other;

/* But not where that macro declares more. */
DEFINE_COUNTED (counted);

struct add_cs {  /* NAME_OF_LOCK(total), in.c:22-24 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	total += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(&NAME_OF_LOCK(total), add_cs, &cs, sizeof(cs));
}

struct note_cs {  /* NAME_OF_LOCK(log), in.c:29-31 */
	int n;    /* in */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	int n = cs->n;

	logged += n;
	return 0;
}

static void note(int n)
{
	struct note_cs cs = { .n = n };
	rcl_exec_anon(&NAME_OF_LOCK(log), note_cs, &cs, sizeof(cs));
}

struct more_lock_of_other_cs {  /* NAME_OF_LOCK(other), in.c:36-38 */
	int n;                  /* in */
};

static int more_lock_of_other_cs(void *ctx)
{
	struct more_lock_of_other_cs *cs = ctx;
	int n = cs->n;

	other += n;
	return 0;
}

struct more_lock_of_counted_cs {  /* NAME_OF_LOCK(counted), in.c:39-41 */
	int n;                    /* in */
};

static int more_lock_of_counted_cs(void *ctx)
{
	struct more_lock_of_counted_cs *cs = ctx;
	int n = cs->n;

	counted += n;
	return 0;
}

static void more(int n)
{
	struct more_lock_of_other_cs cs = { .n = n };
	rcl_exec_anon(&NAME_OF_LOCK(other), more_lock_of_other_cs, &cs, sizeof(cs));
	struct more_lock_of_counted_cs lock_of_counted_cs = { .n = n };
	rcl_exec_anon(&NAME_OF_LOCK(counted), more_lock_of_counted_cs,
			&lock_of_counted_cs, sizeof(lock_of_counted_cs));
}

int main(void)
{
	for (int i = 0; i < 4; i++) {
		add(i);
		note(1);
		more(2);
	}
	printf("%d, %d, %d, %d\n", total, logged, other, counted);
	return 0;
}
