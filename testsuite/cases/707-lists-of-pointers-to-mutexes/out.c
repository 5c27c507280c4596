#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t left = RCL_MUTEX_INITIALIZER(left);
static rcl_mutex_t right = RCL_MUTEX_INITIALIZER(right);
static const rcl_mutex_t blank = RCL_MUTEX_INITIALIZER(blank);
static int n;

static int both(int by)
{
	rcl_mutex_t *locks[2] = { &left, &right };
	int i;

	for (i = 0; i < 2; i++)
		rcl_lock(locks[i]);
	n += by;
	for (i = 1; i >= 0; i--)
		rcl_unlock(locks[i]);
	return n;
}

struct nested_cs {  /* rows[which][0], in.c:26-28 */
	int which;  /* in */
};

static int nested_cs(void *ctx)
{
	struct nested_cs *cs = ctx;
	int which = cs->which;

	n += which;
	return 0;
}

static int nested(int which)
{
	static rcl_mutex_t *const rows[2][1] = { [1] = { &left }, [0] = { &right } };

	struct nested_cs cs = { .which = which };
	rcl_exec_anon(rows[which][0], nested_cs, &cs, sizeof(cs));
	return n;
}

static rcl_mutex_t *chosen(rcl_mutex_t *const *locks, int which)
{
	return locks[which];
}

struct by_literals_left_1_cs {  /* locks[which], in.c:42-44 */
	int which;              /* in */
};

static int by_literals_left_1_cs(void *ctx)
{
	struct by_literals_left_1_cs *cs = ctx;
	int which = cs->which;

	n += which;
	return 0;
}

struct by_literals_left_2_cs {  /* lock, in.c:45-47 */
	int which;              /* out */
};

static int by_literals_left_2_cs(void *ctx)
{
	struct by_literals_left_2_cs *cs = ctx;
	int which;

	which = n;
	cs->which = which;
	return 0;
}

static int by_literals(int which)
{
	rcl_mutex_t **locks = (rcl_mutex_t *[]){ &left, &right };
	rcl_mutex_t *lock = chosen((rcl_mutex_t *[]){ &right, &left }, which);

	struct by_literals_left_1_cs cs = { .which = which };
	rcl_exec_anon(locks[which], by_literals_left_1_cs, &cs, sizeof(cs));
	struct by_literals_left_2_cs left_2_cs;
	rcl_exec_anon(lock, by_literals_left_2_cs, &left_2_cs, sizeof(left_2_cs));
	which = left_2_cs.which;
	return which;
}

/* own[which], in.c:55-57 */
static int copies_cs(void *ctx)
{
	n++;
	return 0;
}

static int copies(int which)
{
	rcl_mutex_t own[] = { RCL_MUTEX_INITIALIZER(own), blank };

	rcl_exec_anon(&own[which], copies_cs, NULL, 0);
	return n;
}

int main(void)
{
	printf("%d %d %d %d\n", both(3), nested(1), by_literals(1), copies(1));
	return 0;
}
